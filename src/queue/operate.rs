//! What an operator does to a queue by hand.

use std::fmt;

use super::inspect::{JobState, state};
use super::keys::Queue;
use super::opts_field;
use super::script::{FIELD, Script, ScriptError, hash_at};
use crate::base::{Bytes, Millis};
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
    /// It already waits, in `wait` or `prioritized`.
    AlreadyWaiting,
    /// It is delayed, and will be delivered when it is due.
    Delayed,
    /// No collection holds the id, or it is finished and its hash is gone.
    Unknown,
    /// The store refused a command half-way.
    Script(ScriptError),
}

impl fmt::Display for RedeliverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyWaiting => f.write_str("the job is already waiting to be delivered"),
            Self::Delayed => f.write_str("the job is delayed and will be delivered when it is due"),
            Self::Unknown => f.write_str("the queue has no such job"),
            Self::Script(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RedeliverError {}

impl From<ScriptError> for RedeliverError {
    fn from(error: ScriptError) -> Self {
        Self::Script(error)
    }
}

/// Delivers a job again by hand.
///
/// An active job goes to the front of `wait`, as when it is recovered from a stall, except that nothing counts
/// it (`stc`). Its lock stays, so its worker learns nothing: that worker's acknowledgement gets −3 until the job
/// is taken again, −6 while the new run holds the lock, and −2 after that. A completed or failed job goes the
/// way of BullMQ's `job.retry`: the traces of its end are cleared and it waits its turn; `atm` and `stc` stay.
///
/// # Errors
/// When the job already waits or is delayed, or the queue does not know it.
pub fn redeliver(
    db: &mut Db,
    now: Millis,
    queue: &Queue,
    job_id: &str,
) -> Result<RedeliveredFrom, RedeliverError> {
    let keys = queue.keys();
    let id = Bytes::from(job_id);
    let held_by = state(db, queue, job_id);
    let mut script = Script::new(db, now);
    match held_by {
        JobState::Wait | JobState::Paused | JobState::Prioritized => Err(RedeliverError::AlreadyWaiting),
        JobState::Delayed => Err(RedeliverError::Delayed),
        JobState::Gone => Err(RedeliverError::Unknown),
        JobState::Active => {
            script.lrem(&keys.active, &id)?;
            script.srem(&keys.stalled, &id)?;
            script.rpush(&keys.wait, &id)?;
            Ok(RedeliveredFrom::Active)
        }
        JobState::Completed => {
            reprocess(&mut script, queue, &id, &keys.completed, &FIELD.return_value)?;
            Ok(RedeliveredFrom::Completed)
        }
        JobState::Failed => {
            reprocess(&mut script, queue, &id, &keys.failed, &FIELD.failed_reason)?;
            Ok(RedeliveredFrom::Failed)
        }
    }
}

/// Sends a finished job back to `wait`.
fn reprocess(
    script: &mut Script<'_>,
    queue: &Queue,
    id: &Bytes,
    collection: &Bytes,
    field: &Bytes,
) -> Result<(), RedeliverError> {
    let job = queue.job(id);
    if !script.exists(&job)? {
        return Err(RedeliverError::Unknown);
    }
    script.zrem(collection, id)?;
    script.hdel(&job, &[&FIELD.finished_on, &FIELD.processed_on, field])?;
    let opts = script.hget(&job, &FIELD.opts)?.unwrap_or_default();
    let wait = &queue.keys().wait;
    if opts_field::decode(&opts.to_text()).lifo {
        script.rpush(wait, id)?
    } else {
        script.lpush(wait, id)?
    }
    Ok(())
}

/// Why a job cannot be removed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RemoveError {
    /// A worker holds its lock.
    Locked,
    /// Neither a collection nor a hash has the id.
    Unknown,
    /// The store refused a command half-way.
    Script(ScriptError),
}

impl fmt::Display for RemoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => f.write_str("the job is locked by a worker and cannot be removed"),
            Self::Unknown => f.write_str("the queue has no such job"),
            Self::Script(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RemoveError {}

impl From<ScriptError> for RemoveError {
    fn from(error: ScriptError) -> Self {
        Self::Script(error)
    }
}

/// Deletes a job that no worker has locked. That frees its id, and its deduplication id if it owns it, even
/// before the TTL has passed; an add that was put aside for its end is lost.
///
/// # Errors
/// When a worker holds the job's lock, or the queue does not know the job.
pub fn remove(db: &mut Db, now: Millis, queue: &Queue, job_id: &str) -> Result<(), RemoveError> {
    let keys = queue.keys();
    let id = Bytes::from(job_id);
    let held_by = state(db, queue, job_id);
    let mut script = Script::new(db, now);
    if script.exists(&queue.lock(&id))? {
        return Err(RemoveError::Locked);
    }
    if let Some(dedup_id) = release_own_dedup_key(&mut script, queue, &id)? {
        script.del(&queue.dedup_next(&dedup_id))?;
    }
    match held_by {
        JobState::Wait | JobState::Paused => script.lrem(&keys.wait, &id)?,
        JobState::Active => script.lrem(&keys.active, &id)?,
        JobState::Delayed => script.zrem(&keys.delayed, &id)?,
        JobState::Prioritized => script.zrem(&keys.prioritized, &id)?,
        JobState::Completed => script.zrem(&keys.completed, &id)?,
        JobState::Failed => script.zrem(&keys.failed, &id)?,
        JobState::Gone => false,
    };
    let had_hash = hash_at(script.db, &queue.job(&id)).is_some() && script.del(&queue.job(&id))?;
    if had_hash || held_by != JobState::Gone { Ok(()) } else { Err(RemoveError::Unknown) }
}

/// Deletes the deduplication key that a job owns; the deduplication id.
fn release_own_dedup_key(
    script: &mut Script<'_>,
    queue: &Queue,
    id: &Bytes,
) -> Result<Option<Bytes>, ScriptError> {
    let fields = hash_at(script.db, &queue.job(id));
    let Some(dedup_id) = fields.and_then(|fields| fields.get(&FIELD.dedup_id)).cloned() else {
        return Ok(None);
    };
    let key = queue.dedup(&dedup_id);
    if script.get(&key)?.as_ref() != Some(id) {
        return Ok(None);
    }
    script.del(&key)?;
    Ok(Some(dedup_id))
}
