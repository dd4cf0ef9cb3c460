//! Taking the next job (BullMQ's moveToActive), and whether there is one.

use super::add::{delayed_scores, place_ready};
use super::inspect::{concurrency, is_paused, number_in, small_in, text_in};
use super::keys::Queue;
use super::script::{FIELD, Script, ScriptError, hash_at, list_at, number, zset_at};
use super::settings::Settings;
use crate::base::cast;
use crate::base::{Bytes, Millis};
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

/// Hands the next job to `worker` under `token`: delayed jobs that are due move up first, then the front of
/// `wait` goes, then the most urgent of `prioritized`.
///
/// The lock is set whether or not another token held it. Nothing checks that the job's hash exists: an id whose
/// hash is gone is handed out with empty data.
pub fn take(
    db: &mut Db,
    now: Millis,
    queue: &Queue,
    token: &str,
    worker: &str,
    settings: &Settings,
) -> Taken {
    let mut script = Script::new(db, now);
    take_next(&mut script, queue, token, worker, settings).unwrap_or_else(Taken::Broken)
}

fn take_next(
    script: &mut Script<'_>,
    queue: &Queue,
    token: &str,
    worker: &str,
    settings: &Settings,
) -> Result<Taken, ScriptError> {
    promote_due(script, queue)?;
    if is_paused(script.db, queue) {
        return Ok(Taken::Paused);
    }
    if !is_full(script.db, queue)
        && let Some(id) = next_id(script, queue)?
    {
        return start(script, queue, &id, token, worker, settings).map(Taken::Job);
    }
    Ok(Taken::Nothing { next_delayed: next_due(script.db, queue) })
}

/// Moves delayed jobs that are due to where workers take from, a thousand at most.
pub(super) fn promote_due(script: &mut Script<'_>, queue: &Queue) -> Result<(), ScriptError> {
    if next_due(script.db, queue).is_none_or(|due| due > script.now) {
        return Ok(());
    }
    let (_, max) = delayed_scores(script.now);
    for id in script.first_up_to(&queue.keys().delayed, max)? {
        script.zrem(&queue.keys().delayed, &id)?;
        let job = queue.job(&id);
        let priority = hash_at(script.db, &job).map_or(0, |fields| number_in(fields, &FIELD.priority));
        place_ready(script, queue, &id, priority, false)?;
        script.hset(&job, &[(&FIELD.delay, &number(0))])?;
    }
    Ok(())
}

/// Moves the next id to `active`.
fn next_id(script: &mut Script<'_>, queue: &Queue) -> Result<Option<Bytes>, ScriptError> {
    let keys = queue.keys();
    if let Some(id) = script.rpoplpush(&keys.wait, &keys.active)? {
        return Ok(Some(id));
    }
    let Some(id) = script.zpopmin(&keys.prioritized)? else {
        script.del(&keys.priority_counter)?;
        return Ok(None);
    };
    script.lpush(&keys.active, &id)?;
    Ok(Some(id))
}

fn start(
    script: &mut Script<'_>,
    queue: &Queue,
    id: &Bytes,
    token: &str,
    worker: &str,
    settings: &Settings,
) -> Result<TakenJob, ScriptError> {
    let job = queue.job(id);
    script.set_px(&queue.lock(id), &Bytes::from(token), settings.lock_duration)?;
    let (started, by) = (number(script.now.0), Bytes::from(worker));
    script.hset(&job, &[(&FIELD.processed_on, &started), (&FIELD.processed_by, &by)])?;
    script.hincr(&job, &FIELD.attempts_started)?;
    let Some(fields) = hash_at(script.db, &job) else {
        return Err(ScriptError("ERR the job's hash is gone".to_owned()));
    };
    Ok(TakenJob {
        id: id.to_text(),
        name: text_in(fields, &FIELD.name).unwrap_or_default(),
        data: text_in(fields, &FIELD.data).unwrap_or_default(),
        attempts_started: small_in(fields, &FIELD.attempts_started),
        attempts_made: small_in(fields, &FIELD.attempts_made),
        stalled: small_in(fields, &FIELD.stalled),
        deferred_failure: text_in(fields, &FIELD.deferred_failure),
    })
}

/// Whether as many jobs are active as `meta` allows.
fn is_full(db: &Db, queue: &Queue) -> bool {
    concurrency(db, queue).is_some_and(|limit| {
        let active = list_at(db, &queue.keys().active).map_or(0, |active| cast::wide(active.len()));
        active >= u64::from(limit)
    })
}

/// Whether [`take`] would hand out a job now. Reads a few keys and changes nothing.
#[must_use]
pub(crate) fn can_take(db: &Db, now: Millis, queue: &Queue) -> bool {
    let keys = queue.keys();
    let has_work = list_at(db, &keys.wait).is_some()
        || zset_at(db, &keys.prioritized).is_some()
        || next_due(db, queue).is_some_and(|due| due <= now);
    has_work && !is_paused(db, queue) && !is_full(db, queue)
}

/// The first moment at which a delayed job may be taken.
#[must_use]
pub(crate) fn next_due(db: &Db, queue: &Queue) -> Option<Millis> {
    let (score, _) = zset_at(db, &queue.keys().delayed)?.ranked().first()?;
    Some(due_of(score.get()))
}

/// The moment that a delayed job's score stands for.
pub(super) fn due_of(score: f64) -> Millis {
    Millis(cast::floor(score) / 4096)
}
