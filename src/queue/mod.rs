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
//! - `marker`: it only wakes workers that block on it, and here [`can_take`] answers that;
//! - the next job handed out inside the acknowledgement: a take is always its own step;
//! - the rate limiter, job schedulers, flows (parents and children), metrics, progress, job logs, stack traces;
//! - the `paused` list: version 6 keeps a paused queue's jobs in `wait`, and so does this.
//!
//! Stricter than BullMQ, so that a mistake is told: job data must be JSON; a custom id may be neither empty nor the
//! name of one of the queue's own keys; names, data, delays and pauses have limits; removing an unknown job is an
//! error.

mod add;
mod call;
mod fingerprint;
mod finish;
mod inspect;
mod keys;
mod lock;
mod operate;
mod options;
mod opts_field;
mod settings;
mod stalled;
mod take;

#[cfg(test)]
mod tests;

pub use add::{AddError, Added, MAX_DATA_LEN, MAX_ID_LEN, MAX_PRIORITY, MAX_SPAN, add};
pub use call::ScriptError;
pub(crate) use fingerprint::{Look, forgets, hash_relevant};
pub use finish::{AfterFailure, Refusal, complete, fail};
pub use inspect::{JobRecord, JobState, Lanes, States, concurrency, is_paused, job, lanes, state};
pub use keys::{MAX_NAME_LEN, NameError, PREFIX, Queue};
pub use lock::{extend_lock, lock_of};
pub use operate::{
    RedeliverError, RedeliveredFrom, RemoveError, pause, redeliver, remove, remove_dedup_key, resume,
    set_concurrency,
};
pub use options::{Backoff, Dedup, DedupMode, JobOptions, Keep};
pub use settings::Settings;
pub use stalled::{STALLED_TOO_OFTEN, Stalled, check_stalled};
pub use take::{Taken, TakenJob, can_take, next_due, take};
