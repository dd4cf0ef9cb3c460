//! What comes of a message beyond the part of the page that it was for: plain data, which the page carries out in
//! order. And which panel is open, of which there is one at a time.
//!
//! Deliberately absent: how anything here is done. A panel says what it wants; only the page knows the others.

use std::rc::Rc;

use crate::catalogue::course::Lesson;
use crate::sim::Action;

use super::msg::Msg;

/// The panel that is open in the stage's place. The share dialog lies over whatever is open and is none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Open {
    /// None: the stage shows.
    #[default]
    Nothing,
    /// The proof.
    Proof,
    /// The comparison.
    Compare,
    /// The batch.
    Scale,
    /// The list of lessons.
    Lessons,
}

/// A schedule to be played in the playground.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// The consumer that the world begins with, by its index.
    pub consumer: usize,
    /// How many workers it has.
    pub workers: u8,
    /// What is done before one looks.
    pub setup: Vec<Action>,
    /// What is played.
    pub actions: Vec<Action>,
    /// What is said at its end, where playing stops.
    pub text: String,
}

/// Something that is to be done.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    /// A screen reader hears this.
    Say(String),
    /// The message that is shown is about something that has passed.
    Hush,
    /// A message is shown: something to know.
    Inform(String),
    /// A message is shown: something went wrong.
    Problem(String),
    /// This panel opens, in the place of whatever is open.
    Open(Open),
    /// This panel closes, if it is open.
    Close(Open),
    /// Another scenario begins, by its index in the picker.
    Begin(usize),
    /// The playground plays this from its beginning.
    Play(Box<Schedule>),
    /// This needs a scenario that is on its way: it is done again once the scenario is here.
    Wait(Box<Msg>),
    /// A lesson begins in a playground of its own; with what it is found again by.
    Enter(Rc<Lesson>, String),
    /// The open lesson ends.
    Leave,
    /// The open lesson's playground begins as its step needs it.
    Arrange,
    /// Everything that is kept for this page is forgotten.
    Forget,
}

/// Things that are to be done, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects(Vec<Effect>);

impl Effects {
    /// Nothing.
    pub(super) fn none() -> Self {
        Self::default()
    }

    fn one(effect: Effect) -> Self {
        Self::none().then(effect)
    }

    /// A step was taken, and this is what it did: older messages are out of date.
    pub(super) fn step(told: String) -> Self {
        Self::one(Effect::Hush).then(Effect::Say(told))
    }

    /// A screen reader hears this.
    pub(super) fn say(text: &str) -> Self {
        Self::one(Effect::Say(text.to_owned()))
    }

    /// Something to know.
    pub(super) fn inform(text: &str) -> Self {
        Self::one(Effect::Inform(text.to_owned()))
    }

    /// Something went wrong.
    pub(super) fn problem(text: &str) -> Self {
        Self::one(Effect::Problem(text.to_owned()))
    }

    /// These, and then that.
    pub(super) fn then(mut self, effect: Effect) -> Self {
        self.0.push(effect);
        self
    }

    /// These, and then those.
    pub(super) fn and(mut self, mut more: Self) -> Self {
        self.0.append(&mut more.0);
        self
    }
}

impl From<Effect> for Effects {
    fn from(effect: Effect) -> Self {
        Self::one(effect)
    }
}

impl IntoIterator for Effects {
    type Item = Effect;
    type IntoIter = std::vec::IntoIter<Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
