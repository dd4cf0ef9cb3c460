//! The stage as data: the queue's lanes, the jobs, the workers, the outside ledgers.

use crate::sim::WorkerId;

use super::Button;

/// One lane of the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneView {
    /// `wait`, `active`, `delayed`, `completed`, `failed`.
    pub id: &'static str,
    /// What a person reads: `Waiting`.
    pub title: &'static str,
    /// The jobs in it, next out first.
    pub jobs: Vec<ChipView>,
    /// How many more there are than shown.
    pub more: usize,
}

/// A job as it moves along the lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipView {
    /// The job's number.
    pub job: u16,
    /// `Job 1`.
    pub title: String,
    /// `order 1 · card-1 · 42.00`.
    pub detail: String,
    /// What makes it special now: `due in 1.000 s`, `marked as a suspect`, `lock lapsed`.
    pub note: Option<String>,
}

/// A job with what can be done to it.
#[derive(Clone, Debug, PartialEq)]
pub struct JobView {
    /// The job's number.
    pub job: u16,
    /// `Job 1 · order 1`.
    pub title: String,
    /// Where it is and how often it started: `active, started 2×, stalled 1×`.
    pub state: String,
    /// `Redeliver job 1`, `Enqueue again job 1`.
    pub buttons: Vec<Button>,
}

/// How a worker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerState {
    /// It has no job.
    Idle,
    /// It runs one.
    Running,
    /// Its statement waits for another worker.
    Waiting,
    /// It runs one whose lock it has lost.
    Zombie,
    /// It stands still.
    Frozen,
    /// It is gone.
    Crashed,
}

impl WorkerState {
    /// The state's word, also its `data-state`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Zombie => "zombie",
            Self::Frozen => "frozen",
            Self::Crashed => "crashed",
        }
    }
}

/// A worker's card.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkerView {
    /// Which.
    pub id: WorkerId,
    /// `Worker 1`.
    pub title: String,
    /// How it is.
    pub state: WorkerState,
    /// What it runs: `running job 1, order 1 (delivered 2×)`; none when it has no job.
    pub status: Option<String>,
    /// Whom `Step` moves.
    pub selected: bool,
    /// The next thing it does: `charge card-1 4200`, `acknowledge job 1`, `take the next job`.
    pub next: String,
    /// The line of the next statement.
    pub line: Option<u32>,
    /// It runs another text than the editor shows.
    pub other_text: bool,
    /// Its variables.
    pub variables: Vec<(String, String)>,
    /// What the last statement answered: `SET dedup:1 … → OK`.
    pub last: Option<String>,
    /// The lock of its job.
    pub lock: Option<LockView>,
    /// Crash, Freeze or Thaw or Restart, Lose the request, Lose the reply.
    pub buttons: Vec<Button>,
}

/// The lock a worker holds or has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockView {
    /// `lock: 12.000 s left`, `lock lapsed`, `lock is worker 2's now`.
    pub text: String,
    /// Milliseconds left.
    pub left: u64,
    /// Milliseconds when it is fresh.
    pub whole: u64,
    /// It is this worker's own.
    pub held: bool,
}

/// An outside system's ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerView {
    /// `Card processor`.
    pub title: String,
    /// Its entries, newest last.
    pub rows: Vec<LedgerRow>,
    /// How many older ones are not shown.
    pub more: usize,
    /// What it says when empty: `Nothing charged yet.`
    pub empty: &'static str,
    /// What the system holds now, by name: each event stream folded, each resource.
    pub state: Vec<(String, String)>,
}

/// One entry of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// `ch_1`.
    pub receipt: String,
    /// `order 1`.
    pub order: String,
    /// `card-1, 42.00`.
    pub what: String,
    /// `at 0.000 s`.
    pub at: String,
    /// A further entry for an order that had one.
    pub extra: bool,
    /// Made by the last step.
    pub changed: bool,
}
