//! Taking the next job (BullMQ's moveToActive).

use super::call::ScriptError;
use super::keys::Queue;
use super::options::Settings;
use crate::base::Millis;
use crate::store::Db;

/// What a worker that asked for work got.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Taken {
    /// A job, now active and locked.
    Job(TakenJob),
    /// No job may start now.
    Nothing {
        /// When the first delayed job is due.
        next_delayed: Option<Millis>,
    },
    /// The queue is paused.
    Paused,
    /// The store refused a command half-way.
    Broken(ScriptError),
}

/// A job as its worker gets it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakenJob {
    /// The job's id.
    pub id: String,
    /// The job's name; empty when its hash is gone.
    pub name: String,
    /// The job's data, JSON text; empty when its hash is gone.
    pub data: String,
    /// How many runs were started, this one included.
    pub attempts_started: u32,
    /// How many runs ended, well or badly.
    pub attempts_made: u32,
    /// How many times the job was found stalled.
    pub stalled: u32,
    /// Set when the job stalled too often: the worker has to [`fail`](super::fail()) it, unrecoverably, with
    /// this text and without running it.
    pub deferred_failure: Option<String>,
}

/// Hands the next job to `worker` under `token`.
pub fn take(
    _db: &mut Db,
    _now: Millis,
    _queue: &Queue,
    _token: &str,
    _worker: &str,
    _settings: &Settings,
) -> Taken {
    Taken::Nothing { next_delayed: None }
}

/// Whether [`take`] would hand out a job now.
#[must_use]
pub fn can_take(_db: &Db, _now: Millis, _queue: &Queue) -> bool {
    false
}

/// The first moment at which a delayed job may be taken.
#[must_use]
pub fn next_due(_db: &Db, _queue: &Queue) -> Option<Millis> {
    None
}
