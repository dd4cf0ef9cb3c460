//! Finding jobs whose worker fell silent (BullMQ's moveStalledJobsToWait).
//!
//! It takes two checks: one marks every active job as a suspect, the next recovers the suspects that have no
//! lock. A renewal in between clears the job.

use super::keys::Queue;
use super::script::{FIELD, Script, ScriptError, list_at, number};
use super::settings::Settings;
use crate::base::{Bytes, Millis};
use crate::store::Db;

/// What a job that stalled too often fails with, in BullMQ's words.
pub(super) const STALLED_TOO_OFTEN: &str = "job stalled more than allowable limit";

/// What a stalled check did. A job is in at most one of `recovered` and `over_limit`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Stalled {
    /// False when another check ran less than an interval ago: this one did nothing.
    pub ran: bool,
    /// Jobs put back to run again.
    pub recovered: Vec<String>,
    /// Jobs put back only to fail: they stalled once too often, and the next taker must not run them.
    pub over_limit: Vec<String>,
    /// Jobs now under suspicion: the next check recovers those whose lock is gone by then.
    pub marked: Vec<String>,
    /// Set when the store refused a command half-way.
    pub error: Option<ScriptError>,
}

/// Runs the stalled check once, unless the key `stalled-check` says that one ran less than an interval ago.
/// Recovered jobs go to the front of `wait`, whatever their priority.
pub(crate) fn check_stalled(db: &mut Db, now: Millis, queue: &Queue, settings: &Settings) -> Stalled {
    let mut stalled = Stalled::default();
    let outcome = run(&mut Script::new(db, now), queue, settings, &mut stalled);
    stalled.error = outcome.err();
    stalled
}

fn run(
    script: &mut Script<'_>,
    queue: &Queue,
    settings: &Settings,
    stalled: &mut Stalled,
) -> Result<(), ScriptError> {
    let keys = queue.keys();
    let stamp = number(script.now.0);
    if !script.set_nx_px(&keys.stalled_check, &stamp, settings.stalled_interval)? {
        return Ok(());
    }
    stalled.ran = true;
    let suspects = script.smembers(&keys.stalled)?;
    if !suspects.is_empty() {
        script.del(&keys.stalled)?;
    }
    for id in suspects {
        if script.exists(&queue.lock(&id))? || !script.lrem(&keys.active, &id)? {
            continue;
        }
        if recover(script, queue, &id, settings.max_stalled_count)? {
            stalled.recovered.push(id.to_text());
        } else {
            stalled.over_limit.push(id.to_text());
        }
    }
    let active: Vec<Bytes> = list_at(script.db, &keys.active).into_iter().flatten().cloned().collect();
    if !active.is_empty() {
        script.sadd(&keys.stalled, &active)?;
        // The list's tail is the job taken first.
        stalled.marked.extend(active.iter().rev().map(Bytes::to_text));
    }
    Ok(())
}

/// Puts a job that is out of `active` back; whether it will run, rather than fail for stalling too often.
fn recover(script: &mut Script<'_>, queue: &Queue, id: &Bytes, max: u32) -> Result<bool, ScriptError> {
    let job = queue.job(id);
    let within_limit = script.hincr(&job, &FIELD.stalled)? <= i64::from(max);
    if !within_limit {
        script.hset(&job, &[(&FIELD.deferred_failure, &Bytes::from(STALLED_TOO_OFTEN))])?;
    }
    script.rpush(&queue.keys().wait, id)?;
    Ok(within_limit)
}
