//! The shipped scenarios that the page does not have built in: it begins with the first one and is given the others
//! later, or told why there are none. What is asked for that needs one of them, such as a link, waits for it.

use std::sync::Arc;

use crate::lesson::{self, FIRST, IDS};
use crate::sim::Scenario;

use super::msg::Msg;
use super::state::App;
use super::view::NoticeView;

/// Where the other scenarios are.
#[derive(Clone, Debug)]
pub(super) enum Rest {
    /// In the catalogue.
    Here,
    /// On their way.
    Coming,
    /// Being read.
    Reading(lesson::Rest),
    /// They did not come, and nobody has asked for them since.
    Missing {
        /// Why, for a person.
        why: String,
        /// The person has read it.
        read: bool,
    },
}

impl App {
    /// The first visit, with the first scenario alone: the others are coming.
    #[must_use]
    pub fn first() -> Self {
        Self::of(vec![lesson::first()], Rest::Coming)
    }

    /// Whether the other scenarios are to be fetched and handed over in [`Msg::Rest`].
    #[must_use]
    pub fn wants_rest(&self) -> bool {
        matches!(self.rest, Rest::Coming)
    }

    /// The link that waits for its scenario, on its way or missing.
    #[must_use]
    pub fn waiting(&self) -> Option<&str> {
        match self.waiting.as_deref() {
            Some(Msg::Open(fragment)) => Some(fragment),
            _ => None,
        }
    }

    /// Whether what was asked for waits for a scenario or a lesson that is on its way: nothing else is to be done meanwhile.
    #[must_use]
    pub fn waits(&self) -> bool {
        match self.waiting {
            Some(_) => !matches!(self.rest, Rest::Missing { .. }),
            None => self.lesson_comes(),
        }
    }

    /// Keeps what needs a scenario that may be among the others until they have come. Whether they have not.
    pub(super) fn waits_for(&mut self, scenario: &str, msg: Msg) -> bool {
        let waits = !matches!(self.rest, Rest::Here) && IDS.contains(&scenario);
        if waits {
            self.waiting = Some(Box::new(msg));
            self.learn.coming = None;
            self.want_rest_again();
            self.playing = false;
            "Loading the scenario.".clone_into(&mut self.announcement);
        }
        waits
    }

    /// The file with the other scenarios, or why there is none.
    pub(super) fn receive_rest(&mut self, file: Result<String, String>) {
        match file {
            _ if !self.wants_rest() => {}
            Ok(text) => self.rest = Rest::Reading(lesson::Rest::of(text)),
            Err(why) => self.do_without(&why),
        }
    }

    /// Whether the file with the other scenarios is being read: by [`Msg::Work`], one at a time.
    #[must_use]
    pub fn reads_rest(&self) -> bool {
        matches!(self.rest, Rest::Reading(_))
    }

    /// Reads one of them.
    pub(super) fn read_rest(&mut self) {
        let Rest::Reading(file) = &mut self.rest else { return };
        match file.read() {
            Ok(None) => {}
            Ok(Some(others)) => {
                self.put_in_order(others);
                self.rest = Rest::Here;
                if let Some(msg) = self.waiting.take() {
                    self.update(*msg);
                }
            }
            Err(error) => self.do_without(&error.to_string()),
        }
    }

    fn do_without(&mut self, why: &str) {
        let asked = if self.waiting.is_some() { ", among them the one asked for," } else { "" };
        let kept = &self.scenario().title;
        let why = format!(
            "The other scenarios{asked} could not be loaded: {why}. {kept} works without them. Check the connection and try again."
        );
        self.announcement.clone_from(&why);
        self.rest = Rest::Missing { why, read: false };
    }

    pub(super) fn want_rest_again(&mut self) {
        if let Rest::Missing { .. } = self.rest {
            self.rest = Rest::Coming;
        }
    }

    /// The message that is shown was read.
    pub(super) fn dismiss_notice(&mut self) {
        if self.notice.take().is_none()
            && let Rest::Missing { read, .. } = &mut self.rest
        {
            *read = true;
        }
    }

    /// Puts the others around the first one; one's own stay behind them.
    fn put_in_order(&mut self, mut all: Vec<Arc<Scenario>>) {
        let place = IDS.iter().position(|id| *id == FIRST).unwrap_or(0);
        let more = all.len();
        let mut known = std::mem::take(&mut self.catalogue);
        all.insert(place, known.remove(0));
        all.append(&mut known);
        self.catalogue = all;
        let move_on = |index: &mut usize| *index = if *index == 0 { place } else { *index + more };
        move_on(&mut self.scenario);
        self.prover.matrix_places().for_each(move_on);
        self.begin_matrices();
    }

    /// What the picker says below the scenarios that there are.
    pub(super) fn picker_note(&self) -> &'static str {
        match self.rest {
            Rest::Here => "",
            Rest::Coming | Rest::Reading(_) => "Loading…",
            Rest::Missing { .. } => "The others could not be loaded",
        }
    }

    /// The message that is shown: the last one, or else that scenarios are missing.
    pub(super) fn shown_notice(&self) -> Option<NoticeView> {
        self.notice.clone().or_else(|| match &self.rest {
            Rest::Missing { why, read: false } => {
                Some(NoticeView { text: why.clone(), problem: true, retry: Some(Msg::WantRest) })
            }
            _ => None,
        })
    }
}
