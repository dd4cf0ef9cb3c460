//! Lessons on the page: their list, the lesson that is open, and how far one is in each.
//!
//! A lesson has a playground of its own: the page puts a fresh one in the place of the one that was there, which waits
//! until one leaves. What a lesson needs from outside and what is to be kept is asked of the page.
//!
//! Deliberately absent: a verdict of its own on the goal. The prover decides.

mod goal;
mod list;
mod room;
mod view;

use std::rc::Rc;

use crate::catalogue::FIRST;
use crate::catalogue::course::{self, Lesson, Step};
use crate::catalogue::progress::Progress;

use super::allowed::Allowed;
use super::effects::{Effect, Effects, Open};
use super::msg::{LearnMsg, Msg};
use super::picker::Picker;
use super::session::Session;

use list::Entry;
use room::Room;

pub(super) use view::opener;

/// The list of the shipped lessons, beside the page.
pub const INDEX: &str = "lessons/index.json";

/// Where the shipped lessons lie.
const SHIPPED: &str = "lessons/";

/// All of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Learn {
    /// The shipped lessons; none while they are not known.
    index: Option<Vec<Entry>>,
    /// Addresses that the page is to read.
    wanted: Vec<String>,
    /// The address of the lesson that is on its way; or its id, while the list is.
    coming: Option<String>,
    progress: Progress,
    /// It is not kept yet.
    unsaved: bool,
    /// It was said that it cannot be kept.
    said: bool,
    /// It was asked whether to forget everything.
    asked: bool,
    presenter: bool,
    room: Option<Box<Room>>,
}

impl Learn {
    /// Does what was asked for; `open` is the panel that is open.
    pub(super) fn update(
        &mut self,
        session: &mut Session,
        picker: &Picker,
        open: Open,
        msg: LearnMsg,
    ) -> Effects {
        match msg {
            LearnMsg::List(on) => return self.show_list(on),
            LearnMsg::Start(which) => return self.start(which),
            LearnMsg::Got { address, text } => {
                return self.got(picker, open == Open::Lessons, &address, text);
            }
            LearnMsg::OpenFile { name, text } if picker.lacks(FIRST) => {
                self.coming = None;
                return Effect::Wait(Box::new(Msg::Learn(LearnMsg::OpenFile { name, text }))).into();
            }
            LearnMsg::OpenFile { name, text } => return load(picker, &name, &text, None),
            LearnMsg::Leave => return Effect::Leave.into(),
            LearnMsg::Import { name, text } => return self.import(&name, &text),
            LearnMsg::AskReset(ask) => self.asked = ask,
            LearnMsg::Reset => return Effect::Forget.into(),
            LearnMsg::Presenter => self.presenter = !self.presenter,
            LearnMsg::NotKept => {
                if !std::mem::replace(&mut self.said, true) {
                    return Effects::inform(
                        "The browser keeps nothing for this page: your progress lasts until you close it. Export \
                         progress, in the list of lessons, makes a file of it.",
                    );
                }
            }
            other => return self.in_lesson(session, picker, other),
        }
        Effects::none()
    }

    /// The addresses that are to be read, each with [`LearnMsg::Got`] in answer. Asked for once.
    pub(super) fn wanted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.wanted)
    }

    /// The progress as text, when it has changed since it was asked for.
    pub(super) fn unsaved(&mut self) -> Option<String> {
        std::mem::take(&mut self.unsaved).then(|| self.progress.text())
    }

    /// The progress as a file.
    pub(super) fn progress(&self) -> String {
        self.progress.text()
    }

    /// Takes up the progress of an earlier visit.
    ///
    /// # Errors
    /// What is wrong with its text.
    pub(super) fn recall(&mut self, text: &str) -> Result<(), String> {
        self.progress = Progress::read(text).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// By what the open lesson is found again: its id if it is shipped, otherwise its address; empty for a file.
    pub(super) fn source(&self) -> Option<&str> {
        self.room.as_ref().map(|room| room.source.as_str())
    }

    /// Whether a lesson is open.
    pub(super) fn inside(&self) -> bool {
        self.room.is_some()
    }

    /// Whether the address asked for a lesson that is not here yet. From the list, which is open when `listed`, or from
    /// another lesson one goes on with what is here.
    pub(super) fn comes(&self, listed: bool) -> bool {
        self.coming.is_some() && self.room.is_none() && !listed
    }

    /// Something else was asked for: a lesson that is on its way is not waited for.
    pub(super) fn expect_none(&mut self) {
        self.coming = None;
    }

    /// A lesson begins, found again by `source`.
    pub(super) fn enter(&mut self, lesson: Rc<Lesson>, source: String) {
        self.progress.last.clone_from(&lesson.id);
        self.unsaved = true;
        self.room = Some(Box::new(Room::new(lesson, source)));
        self.want_index();
    }

    /// The open lesson ends.
    pub(super) fn leave(&mut self) {
        self.room = None;
        self.progress.last.clear();
        self.unsaved = true;
    }

    /// What the open lesson allows at the step one is at; outside, everything.
    pub(super) fn allowed(&self, session: &Session) -> Allowed {
        match &self.room {
            Some(room) => Allowed::within(Rc::clone(&room.lesson), self.predicts(room), self.plays(session)),
            None => Allowed::default(),
        }
    }

    /// Whether a prediction waits that has to be given before anything runs.
    fn predicts(&self, room: &Room) -> bool {
        let (steps, at) = (&room.lesson.steps, self.place());
        let open = |(index, step): (usize, &Step)| {
            matches!(step, Step::Predict { .. }) && self.answer(index).is_none()
        };
        let Some(waits) = steps.iter().enumerate().position(open) else { return false };
        // What was to be run before it may be run again.
        at >= waits || !steps[..=at.min(waits)].iter().any(|it| matches!(it, Step::Run { .. }))
    }

    /// Whether the step's schedule is loaded and not at its end.
    fn plays(&self, session: &Session) -> bool {
        let loaded = self.room.as_ref().is_some_and(|room| room.loaded == Some(self.place()));
        loaded && session.timeline().has_future()
    }
}

/// Enters the lesson that `text` describes, where one left it.
fn load(picker: &Picker, name: &str, text: &str, address: Option<&str>) -> Effects {
    match course::load(text, picker.scenarios()) {
        Ok(lesson) => {
            let source = match address {
                Some(address) if !address.starts_with(SHIPPED) => address.to_owned(),
                Some(_) => lesson.id.clone(),
                None => String::new(),
            };
            Effect::Enter(Rc::new(lesson), source).into()
        }
        Err(error) => not_opened(name, &error.to_string()),
    }
}

fn not_opened(name: &str, why: &str) -> Effects {
    Effects::problem(&format!("{name} was not opened. {why}. What is here stays as it was."))
}
