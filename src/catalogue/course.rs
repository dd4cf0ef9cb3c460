//! Lessons: predict, run, explain, and a goal that the prover checks.
//!
//! A lesson is a file (`docs/lesson-file.md`); [`load`] reads one. Invariants: a lesson that was loaded names a
//! scenario and a consumer that exist, both its recipes parse, and its goal forbids a loss. A goal is reached only
//! when every schedule within its bound was tried, none ends in what it forbids, and some schedule ends with every
//! effect done once and every order settled. So a text that does nothing reaches no goal.
//!
//! Deliberately absent: where a learner is in a lesson (that is the page's), reading files, and judging anything but
//! behaviour. A text that differs from the solution and behaves as well is as good.

mod control;
mod prose;
mod read;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use self::control::Control;
pub use self::prose::{Mark, spans};
use super::file::{self, FileError, MAX_BYTES};
use crate::explore::{Bound, Counterexample, Search, Violation};
use crate::recipe::Diagnostic;
use crate::sim::Scenario;

/// The version of lesson files that is read.
pub const VERSION: u32 = 1;

/// States that a search expands between two looks at what it has found.
const SLICE: usize = 2_000;

/// A lesson. Texts are paragraphs in which [`spans`] finds code and what is to stand out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Short stable name: `light-switch`.
    pub id: String,
    /// What a person reads.
    pub title: String,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// The scenario that it plays in.
    pub scenario: Arc<Scenario>,
    /// The scenario's own text, when the lesson brought it along.
    pub scenario_text: Option<String>,
    /// The consumer that is chosen at the start, whose probes and invariants judge: its place in the scenario.
    pub consumer: usize,
    /// The recipe that one begins with. It misses the goal.
    pub start: String,
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// What is to be reached.
    pub goal: Goal,
    /// Hints, each bigger than the one before.
    pub hints: Vec<String>,
    /// A recipe that reaches the goal.
    pub solution: String,
    /// Controls that are out of reach.
    pub disabled: Vec<Control>,
    /// For whoever teaches it.
    pub notes: Vec<String>,
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A question about what will happen, asked before it does.
    Predict {
        /// The question.
        question: String,
        /// Two to four answers.
        options: Vec<String>,
        /// The place of the right one.
        right: usize,
        /// Why it is, shown once one has answered.
        why: Vec<String>,
    },
    /// Something to do.
    Run {
        /// What.
        text: Vec<String>,
        /// A share link's fragment that does it.
        actions: Option<String>,
    },
    /// Something to read.
    Explain(Vec<String>),
}

/// What is to be reached: no schedule within a bound ends in certain ways, and some schedule ends well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The goal as a person reads it.
    pub text: String,
    /// The schedules that are tried.
    pub bound: Bound,
    /// What no schedule may end in. A loss is always one of them.
    pub no: Vec<Violation>,
}

/// What a search says about a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is reached.
    Reached,
    /// A schedule ends in what it forbids: the shortest of those that do.
    Broken(Counterexample),
    /// No schedule ends with every effect done once and every order settled.
    NeverDone,
    /// The search grew too large before it was over.
    Undecided,
}

/// Reads a lesson file. `known` are the scenarios that it may name.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn load(text: &str, known: &[Arc<Scenario>]) -> Result<Lesson, FileError> {
    let (text, json) = file::parse(text, MAX_BYTES)?;
    let lesson = read::lesson(text, &json, known)?;
    debug_assert!(lesson.consumer < lesson.scenario.consumers.len(), "the consumer exists");
    debug_assert!(lesson.goal.no.contains(&Violation::Loss), "the goal forbids a loss");
    debug_assert!(
        [&lesson.start, &lesson.solution].iter().all(|recipe| lesson.scenario.parse(recipe).is_ok()),
        "both recipes parse"
    );
    Ok(lesson)
}

impl Lesson {
    /// The search that decides whether a recipe reaches the goal, before its first step. Run it until
    /// [`Goal::outcome`] says something.
    ///
    /// # Errors
    /// What keeps the recipe from being run.
    pub fn search(&self, recipe: &str) -> Result<Search, Vec<Diagnostic>> {
        self.scenario.parse(recipe)?;
        Ok(Search::of_text(&self.scenario, self.consumer, recipe, self.goal.bound.clone()))
    }

    /// Whether a recipe reaches the goal.
    ///
    /// # Errors
    /// What keeps the recipe from being run.
    pub fn judge(&self, recipe: &str) -> Result<Outcome, Vec<Diagnostic>> {
        let mut search = self.search(recipe)?;
        loop {
            search.run(SLICE);
            if let Some(outcome) = self.goal.outcome(&search) {
                return Ok(outcome);
            }
        }
    }
}

impl Goal {
    /// What a search within the goal's bound has decided, or nothing yet.
    #[must_use]
    pub fn outcome(&self, search: &Search) -> Option<Outcome> {
        let mut shortest: Option<Counterexample> = None;
        for violation in &self.no {
            if let Some(actions) = search.counterexample(*violation)
                && shortest.as_ref().is_none_or(|it| actions.len() < it.actions.len())
            {
                let setup = search.setup().to_vec();
                shortest = Some(Counterexample { violation: *violation, setup, actions });
            }
        }
        match shortest {
            Some(found) => Some(Outcome::Broken(found)),
            None if search.full() => Some(Outcome::Undecided),
            None if !search.over() => None,
            None if search.succeeds() => Some(Outcome::Reached),
            None => Some(Outcome::NeverDone),
        }
    }
}
