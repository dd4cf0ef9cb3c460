//! The queue protocol: BullMQ's, under EchoMQ's key names (`emq:{queue}:…`).
//!
//! Every operation is one atomic sequence of store commands, as each of BullMQ's Lua scripts is; nothing about
//! a queue is kept outside the store. All moments are on the virtual clock that the caller passes in.
//!
//! Invariants: a job's state is the collection that holds its id (there is no state field); an operation that
//! the store refuses half-way keeps what it had written, as a script does.
//!
//! Deliberately absent:
//! - the `events` stream: a log inside the state would make every history a different state, so callers
//!   report what the returned values say;
//! - `marker`: it only wakes workers that block on it, and here `can_take` answers that;
//! - the next job handed out inside the acknowledgement: a take is always its own step;
//! - the rate limiter, job schedulers, flows (parents and children), metrics, progress, job logs, stack traces;
//! - pausing, setting the concurrency, and taking a deduplication key from its owner: each is one command at the store,
//!   and what the queue reads is what stands there;
//! - the `paused` list: version 6 keeps a paused queue's jobs in `wait`, and so does this.
//!
//! Stricter than BullMQ, so that a mistake is told: job data must be JSON; a custom id may be neither empty nor the
//! name of one of the queue's own keys; names, data, delays and pauses have limits; removing an unknown job is an
//! error.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod add;
mod fingerprint;
mod finish;
mod inspect;
mod keys;
mod lock;
mod operate;
mod options;
mod opts_field;
mod script;
mod settings;
mod stalled;
mod take;

#[cfg(test)]
mod tests;

pub use add::add;
pub(crate) use add::{AddError, Added};
pub(crate) use fingerprint::{Look, forgets, hash_relevant};
pub(crate) use finish::AfterFailure;
pub use finish::{Refusal, complete, fail};
pub(crate) use inspect::lanes;
pub use inspect::{JobState, States, job, state};
pub(crate) use keys::{MAX_NAME_LEN, PREFIX, Queue};
pub(crate) use lock::{extend_lock, lock_of};
pub use operate::{redeliver, remove};
pub use options::{Backoff, Dedup, DedupMode, JobOptions, Keep};
pub use settings::Settings;
pub(crate) use stalled::check_stalled;
pub use take::take;
pub(crate) use take::{Taken, TakenJob, can_take, next_due};
