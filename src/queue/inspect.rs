//! Reading a queue without changing it.

use super::keys::Queue;
use crate::base::Millis;
use crate::store::Db;

/// Which collection holds a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobState {
    /// `wait`.
    Wait,
    /// `wait`, and the queue is paused.
    Paused,
    /// `active`.
    Active,
    /// `delayed`.
    Delayed,
    /// `prioritized`.
    Prioritized,
    /// `completed`.
    Completed,
    /// `failed`.
    Failed,
    /// None, whether or not the hash is still there.
    Gone,
}

/// The ids in each collection, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lanes {
    /// Whether the queue is paused.
    pub paused: bool,
    /// Next out first.
    pub wait: Vec<String>,
    /// Next out first; they go after everything in `wait`.
    pub prioritized: Vec<String>,
    /// First taken first.
    pub active: Vec<String>,
    /// First due first, with the moment at which each may be taken.
    pub delayed: Vec<(String, Millis)>,
    /// First finished first.
    pub completed: Vec<String>,
    /// First finished first.
    pub failed: Vec<String>,
}

/// A job's hash, typed. Fields that are missing or unreadable count as 0 or `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct JobRecord {
    /// The job's id.
    pub id: String,
    /// `name`.
    pub name: String,
    /// `data`, JSON text.
    pub data: String,
    /// `opts`, JSON text.
    pub opts: String,
    /// `timestamp`: when it was added.
    pub timestamp: Option<Millis>,
    /// `delay`, milliseconds.
    pub delay: u64,
    /// `priority`, 0 for none.
    pub priority: u32,
    /// `processedOn`: when the last run started.
    pub processed_on: Option<Millis>,
    /// `finishedOn`.
    pub finished_on: Option<Millis>,
    /// `ats`: runs started.
    pub attempts_started: u32,
    /// `atm`: runs that ended and were accepted.
    pub attempts_made: u32,
    /// `stc`: times found stalled.
    pub stalled: u32,
    /// `defa`: the failure that the next taker has to report instead of running the job.
    pub deferred_failure: Option<String>,
    /// `failedReason`.
    pub failed_reason: Option<String>,
    /// `returnvalue`, JSON text.
    pub return_value: Option<String>,
    /// `pb`: the worker of the last run.
    pub processed_by: Option<String>,
    /// `deid`: the deduplication id.
    pub dedup_id: Option<String>,
}

/// Where a job is.
#[must_use]
pub fn state(_db: &Db, _queue: &Queue, _job_id: &str) -> JobState {
    JobState::Gone
}

/// All ids, by collection.
#[must_use]
pub fn lanes(_db: &Db, _queue: &Queue) -> Lanes {
    Lanes::default()
}

/// A job's hash; `None` when there is none.
#[must_use]
pub fn job(_db: &Db, _queue: &Queue, _job_id: &str) -> Option<JobRecord> {
    None
}

/// Whether the queue is paused.
#[must_use]
pub fn is_paused(_db: &Db, _queue: &Queue) -> bool {
    false
}
