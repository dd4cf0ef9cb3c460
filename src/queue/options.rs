//! What a producer may ask for one job.

/// What a producer asks for one job. The default is a job that runs once, now, and is kept for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct JobOptions {
    /// The producer's own id; otherwise the queue counts up.
    pub job_id: Option<String>,
    /// How many times the job may run in all, counting only runs that ended; 0 and 1 both mean once.
    pub attempts: u32,
    /// The pause before the next attempt; none means at once.
    pub backoff: Option<Backoff>,
    /// Milliseconds before the job may be taken.
    pub delay: u64,
    /// 0 for none; otherwise the lower number goes first, and behind every job that has none.
    pub priority: u32,
    /// The job goes out next instead of last.
    pub lifo: bool,
    /// Which adds count as the same.
    pub dedup: Option<Dedup>,
    /// How many completed jobs to keep, judged whenever one with this option completes.
    pub remove_on_complete: Keep,
    /// How many failed jobs to keep, judged whenever one with this option fails.
    pub remove_on_fail: Keep,
}

/// The pause between a failure and the next attempt, in milliseconds. BullMQ's jitter is left out: a world
/// holds no randomness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backoff {
    /// The same pause every time.
    Fixed(u64),
    /// The pause doubles: d, 2d, 4d and so on.
    Exponential(u64),
}

/// Deduplication by the producer: adds with the same id are one job while the key `emq:{queue}:de:{id}` exists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dedup {
    /// What identifies the work, chosen by the producer.
    pub id: String,
    /// How long the id stays taken, and what a later add may do.
    pub mode: DedupMode,
}

/// How long a deduplication id stays taken, and what becomes of a later add with the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DedupMode {
    /// Until the owner completes or finally fails; later adds are dropped.
    Simple,
    /// For `ttl` milliseconds, however soon the owner finishes; later adds are dropped.
    Throttle {
        /// Milliseconds from the first add.
        ttl: u64,
    },
    /// As [`DedupMode::Throttle`], but every dropped add starts the span again.
    Extend {
        /// Milliseconds from the last add.
        ttl: u64,
    },
    /// Until the owner finishes; a later add takes the owner's place while that one is still delayed.
    Replace,
    /// The job waits `ttl` milliseconds unless it has a delay of its own, and every add replaces it and
    /// starts the wait again.
    Debounce {
        /// Milliseconds from the last add.
        ttl: u64,
    },
    /// Until the owner finishes; the last add that arrives while the owner runs is queued after it.
    KeepLastIfActive,
}

/// How many finished jobs to keep. BullMQ's limit by age is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Every one.
    #[default]
    All,
    /// The newest so many; 0 removes the job at once. The others go when the next job finishes.
    Newest(u32),
}
