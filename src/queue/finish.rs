//! Ending a run (BullMQ's moveToFinished, retryJob and moveToDelayed).

use std::fmt;

use super::call::ScriptError;
use super::keys::Queue;
use crate::base::Millis;
use crate::store::Db;

/// Where a failed run leaves its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterFailure {
    /// Waiting to run again at once.
    Retried,
    /// Delayed by its backoff.
    Delayed {
        /// When it may run again.
        until: Millis,
    },
    /// Failed for good.
    Failed,
}

/// Why the queue did not accept the end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// −1: the job's hash is gone.
    JobMissing,
    /// −2: nobody holds the lock any more.
    LockMissing,
    /// −3: the job is not active. The caller's lock has been deleted all the same.
    WrongState,
    /// −6: another worker holds the lock.
    LockMismatch,
    /// The store refused a command half-way.
    Script(ScriptError),
}

impl Refusal {
    /// The number that BullMQ's script returns; a script error has none.
    #[must_use]
    pub fn code(&self) -> Option<i32> {
        match self {
            Self::JobMissing => Some(-1),
            Self::LockMissing => Some(-2),
            Self::WrongState => Some(-3),
            Self::LockMismatch => Some(-6),
            Self::Script(_) => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Refusal {}

/// Acknowledges a run that succeeded.
///
/// # Errors
/// See [`Refusal`].
pub fn complete(
    _db: &mut Db,
    _now: Millis,
    _queue: &Queue,
    _job_id: &str,
    _token: &str,
    _result: &str,
) -> Result<(), Refusal> {
    Ok(())
}

/// Reports a run that failed.
///
/// # Errors
/// See [`Refusal`].
pub fn fail(
    _db: &mut Db,
    _now: Millis,
    _queue: &Queue,
    _job_id: &str,
    _token: &str,
    _reason: &str,
    _unrecoverable: bool,
) -> Result<AfterFailure, Refusal> {
    Ok(AfterFailure::Failed)
}
