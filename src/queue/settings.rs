//! What a queue's workers agree on: when a job is delivered again.

/// The worker settings that decide when a job is delivered again. All spans are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// How long a lock lasts from when it is taken or renewed. Zero counts as one.
    pub lock_duration: u64,
    /// A worker renews a lock once it has not done so for this long; half the lock's duration as a rule.
    pub lock_renew_time: u64,
    /// The pause between two stalled checks, over all workers together. Zero counts as one.
    pub stalled_interval: u64,
    /// How often a job may be found stalled and still run again; one more time and it fails unrun.
    pub max_stalled_count: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            lock_duration: 30_000,
            lock_renew_time: 15_000,
            stalled_interval: 30_000,
            max_stalled_count: 1,
        }
    }
}
