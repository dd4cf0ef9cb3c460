//! The lock under which a job runs: a string with its worker's token that expires.

use super::keys::Queue;
use super::options::Settings;
use crate::base::Millis;
use crate::store::Db;

/// Renews a lock. False when it expired or is another's: an expired lock cannot be regained.
pub fn extend_lock(
    _db: &mut Db,
    _now: Millis,
    _queue: &Queue,
    _job_id: &str,
    _token: &str,
    _settings: &Settings,
) -> bool {
    false
}

/// Who holds a job's lock, and the last millisecond at which it is held (`None`: for ever).
#[must_use]
pub fn lock_of(_db: &Db, _now: Millis, _queue: &Queue, _job_id: &str) -> Option<(String, Option<Millis>)> {
    None
}
