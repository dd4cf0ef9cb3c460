//! The lock under which a job runs: a string with its worker's token that expires.

use super::keys::Queue;
use super::script::{Script, ScriptError};
use super::settings::Settings;
use crate::base::{Bytes, Millis};
use crate::store::{Db, Value};

/// Renews a lock and clears the job of suspicion. False when the lock has expired or is another's: an expired
/// lock cannot be regained, and the run goes on without one.
pub(crate) fn extend_lock(
    db: &mut Db,
    now: Millis,
    queue: &Queue,
    job_id: &str,
    token: &str,
    settings: &Settings,
) -> bool {
    let mut script = Script::new(db, now);
    extend(&mut script, queue, &Bytes::from(job_id), token, settings).unwrap_or(false)
}

fn extend(
    script: &mut Script<'_>,
    queue: &Queue,
    id: &Bytes,
    token: &str,
    settings: &Settings,
) -> Result<bool, ScriptError> {
    let lock = queue.lock(id);
    let Some(holder) = script.get(&lock)?.filter(|holder| **holder == *token.as_bytes()) else {
        return Ok(false);
    };
    script.set_px(&lock, &holder, settings.lock_duration)?;
    script.srem(&queue.keys().stalled, id)?;
    Ok(true)
}

/// Who holds a job's lock, and the last millisecond at which it is held (`None`: without end, which only a
/// command by hand can bring about).
#[must_use]
pub(crate) fn lock_of(db: &Db, now: Millis, queue: &Queue, job_id: &str) -> Option<(String, Option<Millis>)> {
    let entry = db.get(&queue.lock(job_id.as_bytes()))?;
    if entry.expires_at.is_some_and(|last| last < now) {
        return None;
    }
    match &entry.value {
        Value::Str(token) => Some((token.to_text(), entry.expires_at)),
        _ => None,
    }
}
