//! The proof panel and the comparison as data.

use std::rc::Rc;

use crate::explore::Violation;
use crate::sim::Judgement;

use super::super::msg::{Dimension, Msg};
use super::{Button, Choice, TimelineView};

/// The panel `Proof`.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofView {
    /// What is proven: `Card charge: Naive`.
    pub subject: String,
    /// Why the result may not be about what the editor shows; empty when it is.
    pub stale: &'static str,
    /// The bound in words.
    pub bound: String,
    /// The bound's numbers.
    pub numbers: Vec<NumberChoice>,
    /// The kinds of faults, each a checkbox.
    pub kinds: Vec<KindChoice>,
    /// The search is under way.
    pub running: bool,
    /// States and transitions so far.
    pub progress: String,
    /// What holds of a search that did not come to its end.
    pub covered: Option<String>,
    /// The result in a sentence.
    pub verdict: String,
    /// The result, for its look.
    pub finding: Finding,
    /// The shortest schedule of each violation.
    pub counterexamples: Vec<Rc<CounterexampleView>>,
    /// What the result says nothing about.
    pub not_covered: Vec<String>,
    /// Consumers against kinds of faults: the scenario's, or those of all scenarios.
    pub matrices: Vec<Rc<MatrixView>>,
    /// All scenarios are shown (a checkbox; [`ProofMsg::All`](crate::app::ProofMsg::All)).
    pub all: bool,
    /// `Prove again`.
    pub again: Button,
    /// `Cancel`.
    pub cancel: Button,
    /// `Close the proof`.
    pub close: Button,
}

/// What a search has found, as a proof, a cell of the matrix and a lesson's goal show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// There is no answer yet, or none at all.
    Open,
    /// Every schedule was tried and none breaks it.
    Once,
    /// It can duplicate the effect.
    Duplicates,
    /// It can lose the effect.
    Loses,
    /// It can do both.
    DuplicatesAndLoses,
    /// It does neither, but a truth about the whole can break.
    BreaksATruth,
    /// A job can end in the failed list with its effect not done, where that must not be.
    LeavesUndone,
    /// Nothing goes wrong only because nothing is ever done.
    NeverDone,
}

impl Finding {
    /// What one schedule shows that ends badly.
    #[must_use]
    pub const fn by(violation: Violation) -> Self {
        match violation {
            Violation::Duplicate => Self::Duplicates,
            Violation::Loss => Self::Loses,
            Violation::Stuck => Self::LeavesUndone,
            Violation::Invariant => Self::BreaksATruth,
        }
    }

    /// What stands in a cell of the matrix.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "undecided",
            Self::Once => "once",
            Self::Duplicates => "duplicates",
            Self::Loses => "loses",
            Self::DuplicatesAndLoses => "duplicates, loses",
            Self::BreaksATruth => "breaks a truth",
            Self::LeavesUndone => "leaves undone",
            Self::NeverDone => "never done",
        }
    }
}

/// A number of the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberChoice {
    /// `Workers in the proof`.
    pub label: String,
    /// Its value.
    pub value: u8,
    /// The least it may be.
    pub least: u8,
    /// The most it may be.
    pub most: u8,
    /// Which it is, for [`ProofMsg::Number`](crate::app::ProofMsg::Number).
    pub dimension: Dimension,
}

/// A kind of fault that is allowed or not.
#[derive(Clone, Debug, PartialEq)]
pub struct KindChoice {
    /// `crashes`.
    pub label: String,
    /// Whether it is allowed.
    pub on: bool,
    /// Turns it around.
    pub msg: Msg,
}

/// A schedule that ends badly.
#[derive(Clone, Debug, PartialEq)]
pub struct CounterexampleView {
    /// `The shortest duplicate: 5 steps`.
    pub title: String,
    /// What it leaves behind that must not be: `Deliveries 1 and 2 both charged the card. …`.
    pub why: String,
    /// How it ends badly.
    pub violation: Violation,
    /// The schedule as a drawing.
    pub picture: Rc<TimelineView>,
    /// `Replay the duplicate`.
    pub replay: Button,
}

/// The matrix: consumers against kinds of faults.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixView {
    /// The scenario's title.
    pub title: String,
    /// The columns' headings.
    pub columns: Vec<String>,
    /// One row per consumer.
    pub rows: Vec<MatrixRow>,
    /// `12 of 30 cells`.
    pub progress: String,
    /// Every cell is done.
    pub done: bool,
}

/// A row of the matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixRow {
    /// The consumer's title.
    pub consumer: String,
    /// One cell per column.
    pub cells: Vec<CellView>,
}

/// A cell of the matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct CellView {
    /// The result, for its look.
    pub finding: Finding,
    /// `once`, `duplicates`, `loses`, …; `not yet` while it is not done.
    pub word: &'static str,
    /// `in 5 steps`, `none in 1,234 states`.
    pub detail: String,
    /// Loads its shortest counterexample into the playground, if there is one.
    pub msg: Option<Msg>,
}

/// The comparison: consumers side by side under one action list.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareView {
    /// The scenario's consumers, each a checkbox; two to four are chosen.
    pub choices: Vec<Choice>,
    /// The chosen ones.
    pub columns: Vec<CompareColumn>,
    /// How many steps drive them.
    pub text: String,
    /// What of the session is left out; empty for nothing.
    pub note: String,
    /// `Close the comparison`.
    pub close: Button,
}

/// One consumer of the comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareColumn {
    /// Its title.
    pub consumer: String,
    /// What happened under it; its steps line up with the others'.
    pub picture: Rc<TimelineView>,
    /// Per order: the judgement, and the verdict in words.
    pub verdicts: Vec<(Judgement, String)>,
    /// Which steps were not possible here, and why.
    pub impossible: Vec<String>,
    /// The steps at which something else happened than in the first column, and what.
    pub differs: Vec<(u32, String)>,
}
