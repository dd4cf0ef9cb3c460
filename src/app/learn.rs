//! Lessons on the page: their list, the lesson that is open, and how far one is in each.
//!
//! A lesson has a playground of its own. [`App`]'s other parts do not know of it: entering puts a fresh [`App`] in the
//! place of the one that was there, which waits inside until one leaves. What a lesson needs from outside
//! ([`App::wanted`]) and what is to be kept ([`App::unsaved`]) is asked of the page.
//!
//! Deliberately absent: a verdict of its own on the goal. The prover decides.

mod gate;
mod goal;
mod list;
mod room;
mod view;

use std::rc::Rc;

use crate::lesson::FIRST;
use crate::lesson::course::{self, Lesson};
use crate::lesson::progress::Progress;

use super::msg::{LearnMsg, Msg};
use super::rest::Rest;
use super::state::App;

pub(super) use list::Entry;
pub(super) use room::Room;

/// The list of the shipped lessons, beside the page.
pub const INDEX: &str = "lessons/index.json";

/// Where the shipped lessons lie.
const SHIPPED: &str = "lessons/";

/// All of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Learn {
    /// The list shows.
    list: bool,
    /// The shipped lessons; none while they are not known.
    index: Option<Vec<Entry>>,
    /// Addresses that the page is to read.
    wanted: Vec<String>,
    /// The address of the lesson that is on its way; or its id, while the list is.
    pub(super) coming: Option<String>,
    progress: Progress,
    /// It is not kept yet.
    unsaved: bool,
    /// It was said that it cannot be kept.
    said: bool,
    /// It was asked whether to forget everything.
    asked: bool,
    presenter: bool,
    pub(super) room: Option<Box<Room>>,
}

impl Learn {
    /// Something else opens where the list is.
    pub(super) fn close_list(&mut self) {
        self.list = false;
    }
}

impl App {
    /// The addresses that are to be read, each with [`LearnMsg::Got`] in answer. Asked for once.
    pub fn wanted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.learn.wanted)
    }

    /// The progress as text, when it has changed since it was asked for.
    pub fn unsaved(&mut self) -> Option<String> {
        std::mem::take(&mut self.learn.unsaved).then(|| self.learn.progress.text())
    }

    /// The progress as a file.
    #[must_use]
    pub fn progress(&self) -> String {
        self.learn.progress.text()
    }

    /// Takes up the progress of an earlier visit. Whether it could be read; one that cannot is said, and the page is
    /// to keep it elsewhere.
    pub fn recall(&mut self, text: &str) -> bool {
        match Progress::read(text) {
            Ok(progress) => self.learn.progress = progress,
            Err(error) => {
                self.problem(
                    [
                        "The progress of an earlier visit cannot be read (",
                        &error.to_string(),
                        "). It is kept aside in the browser, and a new one begins.",
                    ]
                    .concat(),
                );
                return false;
            }
        }
        true
    }

    /// By what the open lesson is found again: its id if it is shipped, otherwise its address; empty for a file.
    #[must_use]
    pub fn lesson(&self) -> Option<&str> {
        self.learn.room.as_ref().map(|room| room.source.as_str())
    }

    /// Whether the address asked for a lesson that is not here yet. From the list or from another lesson one goes on with
    /// what is here.
    pub(super) fn lesson_comes(&self) -> bool {
        self.learn.coming.is_some() && self.learn.room.is_none() && !self.learn.list
    }

    /// Does what was asked for.
    pub(super) fn learn(&mut self, msg: LearnMsg) {
        match msg {
            LearnMsg::List(open) => self.open_list(open),
            LearnMsg::Start(which) => self.start_lesson(which),
            LearnMsg::Got { address, text } => self.got(&address, text),
            LearnMsg::OpenFile { name, text } => {
                let again = LearnMsg::OpenFile { name: name.clone(), text: text.clone() };
                if !self.waits_for(FIRST, Msg::Learn(again)) {
                    self.enter(&name, &text, None);
                }
            }
            LearnMsg::Leave => self.leave_lesson(),
            LearnMsg::Import { name, text } => self.import(&name, &text),
            LearnMsg::AskReset(ask) => self.learn.asked = ask,
            LearnMsg::Reset => {
                self.leave_lesson();
                let shipped = self.catalogue.len() - self.own.len();
                let rest = std::mem::replace(&mut self.rest, Rest::Here);
                *self = Self::of(self.catalogue[..shipped].to_vec(), rest);
                self.inform("Everything that was kept here is forgotten.".to_owned());
            }
            LearnMsg::Presenter => self.learn.presenter = !self.learn.presenter,
            LearnMsg::NotKept => {
                if !std::mem::replace(&mut self.learn.said, true) {
                    self.inform(
                        "The browser keeps nothing for this page: your progress lasts until you close it. Export \
                         progress, in the list of lessons, makes a file of it."
                            .to_owned(),
                    );
                }
            }
            other => self.in_lesson(other),
        }
    }

    /// Enters the lesson that `text` describes, where one left it.
    fn enter(&mut self, name: &str, text: &str, address: Option<&str>) {
        match course::load(text, &self.catalogue) {
            Ok(lesson) => {
                self.leave_lesson();
                let source = match address {
                    Some(address) if !address.starts_with(SHIPPED) => address.to_owned(),
                    Some(_) => lesson.id.clone(),
                    None => String::new(),
                };
                self.enter_loaded(Rc::new(lesson), source);
            }
            Err(error) => self.not_opened(name, &error.to_string()),
        }
    }

    fn not_opened(&mut self, name: &str, why: &str) {
        self.problem([name, " was not opened. ", why, ". What is here stays as it was."].concat());
    }

    /// A fresh playground for the lesson; the one that was here waits.
    fn enter_loaded(&mut self, lesson: Rc<Lesson>, source: String) {
        let mut fresh = Self::of(self.catalogue.clone(), Rest::Here);
        fresh.own.clone_from(&self.own);
        fresh.guided = false;
        fresh.learn = std::mem::take(&mut self.learn);
        let kept = Box::new(std::mem::replace(self, fresh));
        let scenario = match &lesson.scenario_text {
            Some(text) => self.take_in(lesson.scenario.clone(), text.clone()).0,
            None => self.catalogue.iter().position(|it| it.id == lesson.scenario.id).unwrap_or(0),
        };
        self.scenario = scenario;
        self.learn.list = false;
        self.learn.progress.last.clone_from(&lesson.id);
        self.learn.unsaved = true;
        self.learn.room = Some(Box::new(Room::new(lesson, source, kept)));
        self.want_index();
        self.arrange();
    }

    /// Back to the playground as it was.
    pub(super) fn leave_lesson(&mut self) {
        if let Some(room) = self.learn.room.take() {
            let learn = std::mem::take(&mut self.learn);
            *self = *room.kept;
            self.learn = learn;
            self.learn.progress.last.clear();
            self.learn.unsaved = true;
            self.announcement = "Back in the playground, as you left it.".to_owned();
        }
    }

    /// What begins something else ends the lesson first.
    pub(super) fn make_way(&mut self, msg: &Msg) {
        if matches!(msg, Msg::Scenario(_) | Msg::Open(_) | Msg::OpenFile { .. }) {
            self.leave_lesson();
            self.learn.list = false;
        }
    }
}
