//! Reading a queue without changing it.
//!
//! These functions take no moment: a key that somebody gave a TTL by hand counts as long as the store still has
//! it, and a value of another type counts as missing.

use std::collections::VecDeque;

use super::keys::Queue;
use super::script::{FIELD, hash_at, list_at, zset_at};
use super::take::due_of;
use crate::base::{Bytes, Millis};
use crate::store::{Db, Fields, SortedSet, Value};

/// Which collection holds a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobState {
    /// `wait`.
    Wait,
    /// `wait`, and the queue is paused; BullMQ 6 calls this waiting, too.
    Paused,
    /// `active`.
    Active,
    /// `delayed`.
    Delayed,
    /// `prioritized`.
    Prioritized,
    /// `completed`.
    Completed,
    /// `failed`.
    Failed,
    /// None, whether or not the hash is still there.
    Gone,
}

/// The ids in each collection, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lanes {
    /// Whether the queue is paused.
    pub paused: bool,
    /// Next out first.
    pub wait: Vec<String>,
    /// Next out first; they go after everything in `wait`.
    pub prioritized: Vec<String>,
    /// First taken first.
    pub active: Vec<String>,
    /// First due first, with the moment at which each may be taken.
    pub delayed: Vec<(String, Millis)>,
    /// First finished first.
    pub completed: Vec<String>,
    /// First finished first.
    pub failed: Vec<String>,
}

/// A job's hash, typed. Fields that are missing or unreadable count as 0 or `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct JobRecord {
    /// The job's id.
    pub id: String,
    /// `name`.
    pub name: String,
    /// `data`, JSON text.
    pub data: String,
    /// `opts`, JSON text.
    pub opts: String,
    /// `timestamp`: when it was added.
    pub timestamp: Option<Millis>,
    /// `delay`, milliseconds.
    pub delay: u64,
    /// `priority`, 0 for none.
    pub priority: u32,
    /// `processedOn`: when the last run started.
    pub processed_on: Option<Millis>,
    /// `finishedOn`.
    pub finished_on: Option<Millis>,
    /// `ats`: runs started.
    pub attempts_started: u32,
    /// `atm`: runs that ended and were accepted.
    pub attempts_made: u32,
    /// `stc`: times found stalled.
    pub stalled: u32,
    /// `defa`: the failure that the next taker has to report instead of running the job.
    pub deferred_failure: Option<String>,
    /// `failedReason`.
    pub failed_reason: Option<String>,
    /// `returnvalue`, JSON text.
    pub return_value: Option<String>,
    /// `pb`: the worker of the last run.
    pub processed_by: Option<String>,
    /// `deid`: the deduplication id.
    pub dedup_id: Option<String>,
}

/// A queue's collections, looked up once to ask for the states of several jobs.
#[derive(Clone, Copy, Default)]
pub struct States<'a> {
    completed: Option<&'a SortedSet>,
    failed: Option<&'a SortedSet>,
    delayed: Option<&'a SortedSet>,
    prioritized: Option<&'a SortedSet>,
    active: Option<&'a VecDeque<Bytes>>,
    wait: Option<&'a VecDeque<Bytes>>,
    paused: bool,
}

fn holds(zset: Option<&SortedSet>, id: &[u8]) -> bool {
    zset.is_some_and(|zset| zset.score(id).is_some())
}

fn lists(list: Option<&VecDeque<Bytes>>, id: &[u8]) -> bool {
    list.is_some_and(|list| list.iter().any(|held| **held == *id))
}

impl<'a> States<'a> {
    /// The collections of `queue` as they are.
    #[must_use]
    pub fn of(db: &'a Db, queue: &Queue) -> Self {
        let mut states = Self::default();
        let prefix = queue.prefix();
        for (key, entry) in db.around(prefix)[1] {
            match (&key[prefix.len()..], &entry.value) {
                (b"completed", Value::ZSet(jobs)) => states.completed = Some(jobs),
                (b"failed", Value::ZSet(jobs)) => states.failed = Some(jobs),
                (b"delayed", Value::ZSet(jobs)) => states.delayed = Some(jobs),
                (b"prioritized", Value::ZSet(jobs)) => states.prioritized = Some(jobs),
                (b"active", Value::List(jobs)) => states.active = Some(jobs),
                (b"wait", Value::List(jobs)) => states.wait = Some(jobs),
                (b"meta", Value::Hash(meta)) => states.paused = meta.get(&FIELD.paused).is_some(),
                _ => {}
            }
        }
        states
    }

    /// Which collection holds a job: BullMQ asks them in this order, too.
    #[must_use]
    pub fn get(&self, id: &[u8]) -> JobState {
        let scored = |zset| holds(zset, id);
        let listed = |list| lists(list, id);
        if scored(self.completed) {
            JobState::Completed
        } else if scored(self.failed) {
            JobState::Failed
        } else if scored(self.delayed) {
            JobState::Delayed
        } else if listed(self.active) {
            JobState::Active
        } else if listed(self.wait) {
            if self.paused { JobState::Paused } else { JobState::Wait }
        } else if scored(self.prioritized) {
            JobState::Prioritized
        } else {
            JobState::Gone
        }
    }
}

/// Which collection holds a job.
#[must_use]
pub fn state(db: &Db, queue: &Queue, job_id: &(impl AsRef<[u8]> + ?Sized)) -> JobState {
    States::of(db, queue).get(job_id.as_ref())
}

/// All ids, by collection.
#[must_use]
pub(crate) fn lanes(db: &Db, queue: &Queue) -> Lanes {
    let keys = queue.keys();
    // Ids enter a list on the left and leave it on the right.
    let list = |key: &Bytes| {
        let mut ids = Vec::new();
        for id in list_at(db, key).into_iter().flatten().rev() {
            ids.push(id.to_text());
        }
        ids
    };
    let ids = |key: &Bytes| {
        let mut ids = Vec::new();
        for (_, id) in zset_at(db, key).map_or(&[][..], SortedSet::ranked) {
            ids.push(id.to_text());
        }
        ids
    };
    let delayed = zset_at(db, &keys.delayed).map_or(&[][..], SortedSet::ranked);
    Lanes {
        paused: is_paused(db, queue),
        wait: list(&keys.wait),
        prioritized: ids(&keys.prioritized),
        active: list(&keys.active),
        delayed: delayed.iter().map(|(score, id)| (id.to_text(), due_of(score.get()))).collect(),
        completed: ids(&keys.completed),
        failed: ids(&keys.failed),
    }
}

/// A job's hash; `None` when there is none.
#[must_use]
pub fn job(db: &Db, queue: &Queue, job_id: &str) -> Option<JobRecord> {
    let fields = hash_at(db, &queue.job(job_id.as_bytes()))?;
    let text = |name| text_in(fields, name);
    let moment = |name| fields.get(name).and_then(|value| parse(value)).map(Millis);
    Some(JobRecord {
        id: job_id.to_owned(),
        name: text(&FIELD.name).unwrap_or_default(),
        data: text(&FIELD.data).unwrap_or_default(),
        opts: text(&FIELD.opts).unwrap_or_default(),
        timestamp: moment(&FIELD.timestamp),
        delay: number_in(fields, &FIELD.delay),
        priority: small_in(fields, &FIELD.priority),
        processed_on: moment(&FIELD.processed_on),
        finished_on: moment(&FIELD.finished_on),
        attempts_started: small_in(fields, &FIELD.attempts_started),
        attempts_made: small_in(fields, &FIELD.attempts_made),
        stalled: small_in(fields, &FIELD.stalled),
        deferred_failure: text(&FIELD.deferred_failure),
        failed_reason: text(&FIELD.failed_reason),
        return_value: text(&FIELD.return_value),
        processed_by: text(&FIELD.processed_by),
        dedup_id: text(&FIELD.dedup_id),
    })
}

/// Whether the queue is paused.
#[must_use]
pub(super) fn is_paused(db: &Db, queue: &Queue) -> bool {
    hash_at(db, &queue.keys().meta).is_some_and(|meta| meta.get(&FIELD.paused).is_some())
}

/// How many jobs may be active at once, over all workers; `None` for no limit.
#[must_use]
pub(super) fn concurrency(db: &Db, queue: &Queue) -> Option<u32> {
    hash_at(db, &queue.keys().meta)?
        .get(&FIELD.concurrency)
        .and_then(|value| u32::try_from(parse(value)?).ok())
}

/// A field as text.
pub(super) fn text_in(fields: &Fields, name: &[u8]) -> Option<String> {
    fields.get(name).map(Bytes::to_text)
}

/// A field as a number; 0 when it is missing or does not fit.
pub(super) fn number_in(fields: &Fields, name: &[u8]) -> u64 {
    fields.get(name).and_then(|value| parse(value)).unwrap_or_default()
}

/// A field as a number of 32 bits, 0 if it is none.
pub(super) fn small_in(fields: &Fields, name: &[u8]) -> u32 {
    u32::try_from(number_in(fields, name)).unwrap_or_default()
}

/// A number from its decimal text.
pub(super) fn parse(value: &[u8]) -> Option<u64> {
    std::str::from_utf8(value).ok()?.parse().ok()
}
