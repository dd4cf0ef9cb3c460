//! Finding jobs whose worker fell silent (BullMQ's moveStalledJobsToWait).

use super::call::ScriptError;
use super::keys::Queue;
use super::options::Settings;
use crate::base::Millis;
use crate::store::Db;

/// What a stalled check did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stalled {
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

/// Runs the stalled check once.
pub fn check_stalled(_db: &mut Db, _now: Millis, _queue: &Queue, _settings: &Settings) -> Stalled {
    Stalled::default()
}
