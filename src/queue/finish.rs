//! Ending a run: BullMQ's moveToFinished, retryJob and moveToDelayed.
//!
//! All three begin alike: the hash must exist (−1), the lock must be the caller's (−2, −6) and is deleted, and
//! the id must be in `active` (−3, with the lock gone all the same). The token `0` skips the lock.

use std::fmt;

use super::add::{MAX_SPAN, place_delayed, place_ready, release_dedup};
use super::inspect::{small_in, text_in};
use super::keys::Queue;
use super::options::{Backoff, JobOptions, Keep};
use super::opts_field;
use super::script::{FIELD, Script, ScriptError, hash_at, number};
use super::take::promote_due;
use crate::base::{Bytes, Millis};
use crate::store::Db;

/// The token that ends a run without a look at the lock.
const NO_LOCK: &str = "0";

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
    /// −6: another run holds the lock.
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
        f.write_str(match self {
            Self::JobMissing => "the job's hash no longer exists (code -1; BullMQ says: Missing key for job)",
            Self::LockMissing => {
                "nobody holds the job's lock any more (code -2; BullMQ says: Missing lock for job)"
            }
            Self::WrongState => {
                "the job is no longer active (code -3; BullMQ says: Job is not in the active state)"
            }
            Self::LockMismatch => {
                "another run holds the job's lock (code -6; BullMQ says: Lock mismatch for job)"
            }
            Self::Script(error) => return error.fmt(f),
        })
    }
}

impl std::error::Error for Refusal {}

impl From<ScriptError> for Refusal {
    fn from(error: ScriptError) -> Self {
        Self::Script(error)
    }
}

/// Acknowledges a run that succeeded, with its `result` as JSON text.
///
/// # Errors
/// When the run no longer has the right to end: see [`Refusal`].
pub fn complete(
    db: &mut Db,
    now: Millis,
    queue: &Queue,
    job_id: &str,
    token: &str,
    result: &str,
) -> Result<(), Refusal> {
    let mut script = Script::new(db, now);
    let id = Bytes::from(job_id);
    leave_active(&mut script, queue, &id, token, None)?;
    let keep = stored_options(script.db, &queue.job(&id)).remove_on_complete;
    let outcome = Outcome { collection: &queue.keys().completed, keep, field: &FIELD.return_value };
    Ok(finish(&mut script, queue, &id, &outcome, &Bytes::from(result))?)
}

/// Reports a run that failed. The job runs again while it has attempts left, at once or after its backoff,
/// unless the failure is `unrecoverable`.
///
/// # Errors
/// When the run no longer has the right to end: see [`Refusal`].
pub fn fail(
    db: &mut Db,
    now: Millis,
    queue: &Queue,
    job_id: &str,
    token: &str,
    reason: &str,
    unrecoverable: bool,
) -> Result<AfterFailure, Refusal> {
    let mut script = Script::new(db, now);
    let (id, reason) = (Bytes::from(job_id), Bytes::from(reason));
    let job = queue.job(&id);
    let options = stored_options(script.db, &job);
    let stored = |field| hash_at(script.db, &job).map_or(0, |fields| small_in(fields, field));
    let (ended, priority) = (stored(&FIELD.attempts_made).saturating_add(1), stored(&FIELD.priority));
    let pause = (!unrecoverable && ended < options.attempts).then(|| pause_after(options.backoff, ended));
    if pause == Some(0) {
        // Even when the retry is then refused.
        promote_due(&mut script, queue)?;
    }
    leave_active(&mut script, queue, &id, token, Some(&reason))?;
    let Some(pause) = pause else {
        script.hdel(&job, &[&FIELD.deferred_failure])?;
        let keep = options.remove_on_fail;
        let outcome = Outcome { collection: &queue.keys().failed, keep, field: &FIELD.failed_reason };
        finish(&mut script, queue, &id, &outcome, &reason)?;
        return Ok(AfterFailure::Failed);
    };
    script.hincr(&job, &FIELD.attempts_made)?;
    if pause == 0 {
        place_ready(&mut script, queue, &id, u64::from(priority), options.lifo)?;
        return Ok(AfterFailure::Retried);
    }
    let until = now.plus(pause);
    script.hset(&job, &[(&FIELD.delay, &number(pause))])?;
    place_delayed(&mut script, queue, &id, until)?;
    Ok(AfterFailure::Delayed { until })
}

/// The pause after the `ended`-th run, in milliseconds: d, or d·2^(n−1).
fn pause_after(backoff: Option<Backoff>, ended: u32) -> u64 {
    match backoff {
        None => 0,
        Some(Backoff::Fixed(pause)) => pause.min(MAX_SPAN),
        Some(Backoff::Exponential(pause)) => {
            let factor = 1_u64.checked_shl(ended.saturating_sub(1)).unwrap_or(u64::MAX);
            pause.saturating_mul(factor).min(MAX_SPAN)
        }
    }
}

/// Takes a run's job out of `active`, if the run still has the right to.
fn leave_active(
    script: &mut Script<'_>,
    queue: &Queue,
    id: &Bytes,
    token: &str,
    failed_reason: Option<&Bytes>,
) -> Result<(), Refusal> {
    let job = queue.job(id);
    if !script.exists(&job)? {
        return Err(Refusal::JobMissing);
    }
    if token != NO_LOCK {
        let lock = queue.lock(id);
        match script.get(&lock)? {
            None => return Err(Refusal::LockMissing),
            Some(holder) if *holder != *token.as_bytes() => return Err(Refusal::LockMismatch),
            Some(_) => script.del(&lock)?,
        };
        script.srem(&queue.keys().stalled, id)?;
    }
    if let Some(reason) = failed_reason {
        script.hset(&job, &[(&FIELD.failed_reason, reason)])?;
    }
    if script.lrem(&queue.keys().active, id)? { Ok(()) } else { Err(Refusal::WrongState) }
}

/// Where a finished job goes and how it is recorded.
struct Outcome<'a> {
    collection: &'a Bytes,
    keep: Keep,
    /// The field of the job's hash that holds the result or the reason.
    field: &'a Bytes,
}

fn finish(
    script: &mut Script<'_>,
    queue: &Queue,
    id: &Bytes,
    outcome: &Outcome<'_>,
    text: &Bytes,
) -> Result<(), ScriptError> {
    let job = queue.job(id);
    release_dedup(script, queue, id)?;
    if outcome.keep == Keep::Newest(0) {
        return script.del(&job).map(drop);
    }
    script.hincr(&job, &FIELD.attempts_made)?;
    let finished_on = number(script.now.0);
    script.zadd(outcome.collection, script.now.0, id)?;
    script.hset(&job, &[(outcome.field, text), (&FIELD.finished_on, &finished_on)])?;
    if let Keep::Newest(count) = outcome.keep {
        for old in script.all_but_highest(outcome.collection, count)? {
            script.del(&queue.job(&old))?;
        }
        script.drop_all_but_highest(outcome.collection, count)?;
    }
    Ok(())
}

fn stored_options(db: &Db, job: &Bytes) -> JobOptions {
    let text = hash_at(db, job).and_then(|fields| text_in(fields, &FIELD.opts));
    text.map_or_else(JobOptions::default, |text| opts_field::decode(&text))
}
