//! Everything that a person can do on the page, and what comes back from the browser, as plain data.
//!
//! Invariants: a message holds what is needed to do it again later, so one can wait for a scenario that is on its way.
//! Deliberately absent: logic. What a message does is its module's business, what it is called on a button the view's.

use crate::explore::Violation;
use crate::sim::{Action, FaultKind, NodeId, WorkerId};

/// Everything a person can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// Do this to the world.
    Act(Action),
    /// Step the selected worker.
    Step,
    /// Go one action back.
    Back,
    /// Go one action forward on this branch.
    Forward,
    /// Play on.
    Play,
    /// Stop playing.
    Pause,
    /// While playing: the next action is due.
    Tick,
    /// Start the scenario again; the timeline begins anew.
    Reset,
    /// `Step` moves this worker from now on.
    Select(WorkerId),
    /// Go to this step of the line one is on; zero is the beginning.
    Seek(u32),
    /// Go to any moment of any branch.
    Go(NodeId),
    /// Start another scenario, by its index in the catalogue.
    Scenario(usize),
    /// Deliveries from now on run this consumer.
    Consumer(u8),
    /// The recipe's text was edited.
    Edit(String),
    /// Back to the consumer's own text.
    Revert,
    /// Show this key's history, or none.
    OpenKey(Option<String>),
    /// A field of the next job was edited.
    Field {
        /// The field's name.
        name: String,
        /// Its new text.
        text: String,
    },
    /// Add a job with the fields as they stand.
    Enqueue,
    /// Open the share dialog.
    Share,
    /// Close it.
    CloseShare,
    /// The message was read.
    DismissNotice,
    /// The first-visit sentence is not wanted.
    DismissGuide,
    /// Open a share link's fragment.
    Open(String),
    /// Open a scenario file.
    OpenFile {
        /// The file's name.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Put the scenario file of an earlier visit into the picker, without opening it.
    KeptFile(String),
    /// Do a piece of the work that waits: read one of the scenarios that have come, take up to this many transitions of
    /// what is being searched, or run as many jobs of a batch as they are worth.
    Work(usize),
    /// Something about the proof.
    Proof(ProofMsg),
    /// Something about the comparison.
    Compare(CompareMsg),
    /// Something about the batch.
    Scale(ScaleMsg),
    /// Something about lessons.
    Learn(LearnMsg),
    /// The file with the other shipped scenarios, or why it could not be read.
    Rest(Result<String, String>),
    /// Try again to get it.
    WantRest,
    /// Something at the Redis prompt.
    Console(ConsoleMsg),
}

impl Msg {
    /// Whether it comes of time or of something that was fetched, and not of what a person does now: what was said to the
    /// person stays.
    #[must_use]
    pub const fn comes_by_itself(&self) -> bool {
        match self {
            Self::Tick | Self::Work(_) | Self::Rest(_) => true,
            Self::Learn(msg) => matches!(msg, LearnMsg::Got { .. } | LearnMsg::NotKept),
            Self::Console(msg) => matches!(msg, ConsoleMsg::Summaries(_)),
            _ => false,
        }
    }
}

/// What a person can do about the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofMsg {
    /// Search every schedule of the text in force.
    Prove,
    /// Stop searching.
    Cancel,
    /// Close the proof.
    Close,
    /// Change a number of the bound.
    Number(Dimension, u8),
    /// Allow a kind of fault, or leave it out.
    Kind(FaultKind, bool),
    /// Load the proof's counterexample of that kind.
    Replay(Violation),
    /// Load a counterexample of a matrix cell: scenario and cell by index, and which kind.
    ReplayCell(usize, usize, Violation),
    /// Show the matrices of all scenarios, or only the current one's.
    All(bool),
}

/// What a person can do about the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareMsg {
    /// Open it, or close it.
    Open(bool),
    /// Put a consumer in, or take it out, by its index.
    Toggle(usize),
}

/// A number of the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Workers.
    Workers,
    /// Orders.
    Orders,
    /// Faults in all.
    Faults,
}

/// What a person can do at scale.
#[derive(Clone, Debug, PartialEq)]
pub enum ScaleMsg {
    /// Open the panel, or close it.
    Open(bool),
    /// Run the batch again, under the texts in force now.
    Again,
    /// Stop.
    Cancel,
    /// Run this many jobs.
    Jobs(u32),
    /// Show the figures at this rate, in parts per million.
    Rate(u32),
    /// Start the draws from here; what is no number changes nothing.
    Seed(String),
    /// Take a consumer in or out, by its index.
    Toggle(usize),
    /// Load a job that went wrong under this consumer into the playground.
    Replay(usize),
}

/// Something about lessons that a person can do, or that has come of it.
#[derive(Clone, Debug, PartialEq)]
pub enum LearnMsg {
    /// Open the list or close it.
    List(bool),
    /// Enter the lesson of this id, or at this address.
    Start(String),
    /// What was wanted from this address has come, or why it has not.
    Got {
        /// The address, as it was wanted.
        address: String,
        /// What is there.
        text: Result<String, String>,
    },
    /// Enter the lesson in this file.
    OpenFile {
        /// The file's name.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Back to the playground as it was.
    Leave,
    /// Begin the lesson again; done stays done.
    Again,
    /// To the step before.
    Back,
    /// To the next step.
    Next,
    /// Choose an answer, by its place.
    Pick(usize),
    /// Give the chosen one.
    Answer,
    /// Load the step's schedule.
    Load,
    /// Have the prover check the goal.
    Check,
    /// Stop checking.
    Cancel,
    /// Load the schedule that breaks the recipe.
    Replay,
    /// Show one more hint.
    Hint,
    /// Put the solution into the editor.
    Solution,
    /// Larger type and the teacher's buttons, or not.
    Presenter,
    /// Add what is in this file to one's progress.
    Import {
        /// The file's name.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Everything is to be forgotten: ask first, or not after all.
    AskReset(bool),
    /// Forget everything.
    Reset,
    /// The browser did not keep the progress.
    NotKept,
}

/// What a person does at the prompt.
#[derive(Clone, Debug, PartialEq)]
pub enum ConsoleMsg {
    /// The text of the prompt is now this. Every line in it that has an end is sent, as after pasting several.
    Type(String),
    /// Send what stands at the prompt.
    Send,
    /// Bring back the line sent before.
    Older,
    /// Go back towards the newest.
    Newer,
    /// Write the first completion.
    Complete,
    /// No completions until something else is typed.
    Quiet,
    /// What the commands do: a line for each, with its name and a sentence (`static/commands.txt`).
    Summaries(String),
}
