//! The list of lessons and the lesson that is open, as data.

use std::ops::Deref;
use std::rc::Rc;

use crate::catalogue::course::Lesson;

use super::{Button, Choice, CounterexampleView, Finding};

/// The panel `Lessons`.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonsView {
    /// The shipped lessons; empty while they are not here.
    pub rows: Vec<LessonRow>,
    /// What there is instead of rows, or how many are done.
    pub said: String,
    /// Asks whether everything is to be forgotten.
    pub reset: Button,
    /// Forgets everything, and the way back; none before it was asked.
    pub sure: Option<[Button; 2]>,
    /// `Close the lessons`.
    pub close: Button,
}

/// What was made of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing yet.
    New,
    /// It was begun.
    Begun,
    /// Its goal was reached.
    Done,
}

impl Progress {
    /// What stands beside the lesson; empty for a new one.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::New => "",
            Self::Begun => "Begun",
            Self::Done => "Done",
        }
    }
}

/// A lesson of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonRow {
    /// Its place, from one.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// `4 min`.
    pub minutes: String,
    /// What was made of it.
    pub state: Progress,
    /// `Start`, `Continue` or `Open`.
    pub start: Button,
}

/// A lesson's texts. They never change while it is open: two are equal when they are the same one.
#[derive(Clone, Debug)]
pub struct Text(pub Rc<Lesson>);

impl Deref for Text {
    type Target = Lesson;

    fn deref(&self) -> &Lesson {
        &self.0
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The panel of the lesson that is open.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonView {
    /// The lesson itself: its texts are shown as they are.
    pub lesson: Text,
    /// The step, from zero; behind the last one come the goal and the end.
    pub at: usize,
    /// `Step 2 of 5`.
    pub place: String,
    /// What kind of step it is: `Prediction`.
    pub kind: &'static str,
    /// The answers of a prediction.
    pub options: Vec<Choice>,
    /// The one that was given, by its place.
    pub answered: Option<usize>,
    /// What is said of it.
    pub said: &'static str,
    /// `Answer`, or `Load the schedule`.
    pub act: Option<Button>,
    /// That was pressed: one may go on.
    pub acted: bool,
    /// The goal, when one is there.
    pub goal: Option<GoalView>,
    /// What is said at the end.
    pub summary: String,
    /// `Back`.
    pub back: Button,
    /// `Next`.
    pub next: Button,
    /// `Start again`.
    pub again: Button,
    /// The lesson after this one.
    pub following: Option<Button>,
    /// `Leave the lesson`.
    pub leave: Button,
    /// `Presenter`.
    pub presenter: Button,
    /// Whether it is on.
    pub presenting: bool,
}

/// The goal, how to get there, and what the prover said.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalView {
    /// `Check`.
    pub check: Button,
    /// `Cancel the check`.
    pub cancel: Button,
    /// How far it is; empty before the first check.
    pub progress: String,
    /// What the prover said; empty while it has not.
    pub said: String,
    /// The same for its look, as in a proof.
    pub finding: Finding,
    /// The text has changed since.
    pub stale: bool,
    /// The shortest schedule that breaks the recipe.
    pub broken: Option<Rc<CounterexampleView>>,
    /// How many hints show.
    pub hints: usize,
    /// `Hint`, `Bigger hint` or `Show solution`.
    pub help: Button,
}
