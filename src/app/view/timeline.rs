//! The space-time diagram as data.

use super::super::msg::Msg;
use super::Choice;

/// The space-time diagram and the history.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineView {
    /// Steps on this line, from the beginning to the end of the branch.
    pub length: u32,
    /// The step one stands at.
    pub position: u32,
    /// The slider's words: `step 4 of 9, 30.001 s`.
    pub text: String,
    /// The drawing's lanes, top to bottom: producer, each worker, store, outside.
    pub lanes: Vec<String>,
    /// The first step drawn (the drawing is a window around the cursor).
    pub first: u32,
    /// The steps drawn.
    pub columns: Vec<ColumnView>,
    /// Deliveries within the window.
    pub deliveries: Vec<DeliveryView>,
    /// Joins between the deliveries of one job.
    pub joins: Vec<JoinView>,
    /// The branches, when there is more than one.
    pub branches: Vec<Choice>,
}

/// One step of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnView {
    /// The step's number, from one.
    pub step: u32,
    /// It lies behind the cursor: it has happened.
    pub past: bool,
    /// It is the step just taken.
    pub current: bool,
    /// The clock after it: `30.001 s`.
    pub at: String,
    /// The clock moved here.
    pub clock: bool,
    /// The lane it belongs to, by index.
    pub lane: usize,
    /// The lane a request went to, by index.
    pub to: Option<usize>,
    /// The request or the reply did not arrive.
    pub lost: Option<Lost>,
    /// What kind of mark.
    pub mark: Mark,
    /// An effect happened here.
    pub effect: bool,
    /// What happened, in one sentence.
    pub text: String,
    /// More of it, a sentence each.
    pub more: Vec<String>,
    /// Goes there.
    pub go: Msg,
}

/// What was lost on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The request.
    Request,
    /// The reply.
    Reply,
}

/// The kind of a mark: each has its own shape, colour and word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The producer added a job.
    Enqueue,
    /// A worker took a job.
    Take,
    /// A statement ran.
    Statement,
    /// A statement waits in the database.
    Waits,
    /// A handler skipped or ended without a request.
    Local,
    /// An acknowledgement was accepted.
    Ack,
    /// An acknowledgement was refused.
    Refused,
    /// A failure was reported.
    Failure,
    /// A crash.
    Crash,
    /// A freeze.
    Freeze,
    /// A thaw or a restart.
    Up,
    /// A job was put back in line.
    Redeliver,
    /// Time passed.
    Clock,
    /// A setting changed.
    Setting,
    /// The action was not possible here (in a comparison).
    Impossible,
}

impl Mark {
    /// The mark's word, also its `data-mark`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enqueue => "enqueue",
            Self::Take => "take",
            Self::Statement => "statement",
            Self::Waits => "waits",
            Self::Local => "local",
            Self::Ack => "ack",
            Self::Refused => "refused",
            Self::Failure => "failure",
            Self::Crash => "crash",
            Self::Freeze => "freeze",
            Self::Up => "up",
            Self::Redeliver => "redeliver",
            Self::Clock => "clock",
            Self::Setting => "setting",
            Self::Impossible => "impossible",
        }
    }
}

/// A bar on a worker's lane: one delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryView {
    /// The job's number.
    pub job: u16,
    /// Its how-manieth delivery.
    pub delivery: u16,
    /// The worker's lane, by index.
    pub lane: usize,
    /// First and last step, both within the window.
    pub from: u32,
    /// Last step; that of the cursor's line end while it goes on.
    pub to: u32,
    /// It begins before the window.
    pub cut: bool,
    /// `Job 1, delivery 2`.
    pub title: String,
}

/// A line from one delivery to the next of the same job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinView {
    /// The step and lane it leaves from.
    pub from: (u32, usize),
    /// The step and lane it arrives at.
    pub to: (u32, usize),
    /// The job's number.
    pub job: u16,
}
