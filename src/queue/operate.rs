//! What an operator does to a queue by hand.

use std::fmt;

use super::call::ScriptError;
use super::keys::Queue;
use crate::base::Millis;
use crate::store::Db;

/// Where a redelivered job was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedeliveredFrom {
    /// Running: its worker does not know, and its acknowledgement will be refused.
    Active,
    /// Completed.
    Completed,
    /// Failed for good.
    Failed,
}

/// Why a job cannot be redelivered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RedeliverError {
    /// It already waits (in `wait`, `prioritized`, or there in a paused queue).
    AlreadyWaiting,
    /// It is delayed, and will run when it is due.
    Delayed,
    /// The queue does not know the id.
    Unknown,
    /// The store refused a command half-way.
    Script(ScriptError),
}

impl fmt::Display for RedeliverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for RedeliverError {}

/// Why a job cannot be removed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RemoveError {
    /// A worker holds its lock.
    Locked,
    /// The queue does not know the id.
    Unknown,
    /// The store refused a command half-way.
    Script(ScriptError),
}

impl fmt::Display for RemoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for RemoveError {}

/// Delivers a job again by hand.
///
/// # Errors
/// See [`RedeliverError`].
pub fn redeliver(
    _db: &mut Db,
    _now: Millis,
    _queue: &Queue,
    _job_id: &str,
) -> Result<RedeliveredFrom, RedeliverError> {
    Err(RedeliverError::Unknown)
}

/// Stops handing out jobs; running ones finish.
///
/// # Errors
/// When the store refuses the command.
pub fn pause(_db: &mut Db, _now: Millis, _queue: &Queue) -> Result<(), ScriptError> {
    Ok(())
}

/// Hands out jobs again.
///
/// # Errors
/// When the store refuses the command.
pub fn resume(_db: &mut Db, _now: Millis, _queue: &Queue) -> Result<(), ScriptError> {
    Ok(())
}

/// Deletes a job that no worker holds, which frees its id and its deduplication id.
///
/// # Errors
/// See [`RemoveError`].
pub fn remove(_db: &mut Db, _now: Millis, _queue: &Queue, _job_id: &str) -> Result<(), RemoveError> {
    Err(RemoveError::Unknown)
}

/// Deletes the deduplication key that a job holds; false when it holds none.
///
/// # Errors
/// When the store refuses a command.
pub fn remove_dedup_key(
    _db: &mut Db,
    _now: Millis,
    _queue: &Queue,
    _job_id: &str,
) -> Result<bool, ScriptError> {
    Ok(false)
}
