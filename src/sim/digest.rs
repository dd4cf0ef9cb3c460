//! Fingerprints of worlds for the prover: two worlds with the same digest have the same verdicts ahead of them.
//!
//! A digest leaves out what cannot matter any more:
//!
//! - absolute time: moments count as distances from now, and of one past the search's horizon only that there is one;
//! - records for people: timestamps, reasons, who processed a job, how often it was started;
//! - the numbers in lock tokens: what counts is whose run a lock belongs to;
//! - which of two workers in the same situation is which;
//! - variables that a handler will not read again, and all of them once it has ended;
//! - how many times too many an effect happened, and changes that the consumer is not judged by;
//! - how many attempts a job has had beyond its last one.
//!
//! Where a recipe reads its token, all that tokens are made of counts; where it reads the worker's number, so does that.
//! A recipe that could tell the rest apart (by `{now}`, a key that may be the queue's, or a command such as `SCAN` or
//! `PTTL`) gets digests of everything. `tests/prover.rs` and `tests/prover_told.rs` compare searches with and without
//! this.

use std::hash::{Hash, Hasher};

use crate::base::{Bytes, Millis, Mix64, sort_short_by_key};
use crate::queue;
use crate::store::{Entry, Item, Value};

use super::run::{Ending, Phase, Run};
use super::world::{Condition, Worker, WorkerId, World};

/// How much of a world counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Only what can still make a difference to a verdict.
    Relevant,
    /// Everything in the world.
    Everything,
}

impl Detail {
    /// The least detail that is safe for a world's recipe.
    #[must_use]
    pub fn safe_for(world: &World) -> Self {
        let program = &world.program;
        let reads = program.reads();
        let prefix = queue::PREFIX.as_bytes();
        let begins = |text: &Bytes| text.starts_with(prefix) || prefix.starts_with(text);
        let jobs_begin = || {
            let mut fields = world.orders.iter().flat_map(|order| order.fields.iter());
            fields.any(|(_, value)| begins(value)) || world.jobs.iter().any(|job| begins(&job.id))
        };
        let tells = reads.now || reads.beyond || program.may_name(prefix, jobs_begin());
        if tells { Self::Everything } else { Self::Relevant }
    }
}

/// Fields of a job's record that no script reads back when it decides, and the attempts made, which are counted apart.
const RECORDS: [&[u8]; 9] = [
    b"timestamp",
    b"processedOn",
    b"atm",
    b"finishedOn",
    b"pb",
    b"ats",
    b"failedReason",
    b"stacktrace",
    b"returnvalue",
];

/// The distance of every moment that a search does not come to.
const LATE: u64 = u64::MAX - 1;

/// An effect that happened more often than this is as wrong as one that happened this often.
const ENOUGH: u16 = 2;

impl World {
    /// The world's fingerprint for a search that moves the clock no further than to `horizon`.
    #[must_use]
    pub fn digest(&self, detail: Detail, horizon: Millis) -> u64 {
        let mut hasher = Mix64::default();
        match detail {
            Detail::Everything => self.hash(&mut hasher),
            Detail::Relevant => self.hash_relevant(horizon, &mut hasher),
        }
        hasher.finish()
    }

    fn hash_relevant(&self, horizon: Millis, hasher: &mut Mix64) {
        let prefix = self.queue.prefix();
        let [before, queues, after] = self.db.around(prefix);
        for (key, entry) in before.iter().chain(after) {
            hasher.write_u64(entry.memoised(|| digest_of(&(key, &entry.value))));
            // That it ends at all shows, however late: `PERSIST` and a count of endless keys tell.
            let late = entry.expires_at.is_some_and(|at| at >= horizon);
            let end = if late { LATE } else { self.distance(entry.expires_at) };
            hasher.write_u64(end);
        }
        for (key, entry) in queues {
            match &key[prefix.len()..] {
                b"stalled-check" => self.distance(entry.expires_at).hash(hasher),
                b"delayed" => self.hash_delayed(hasher),
                suffix if suffix.ends_with(b":lock") => self.hash_lock(suffix, entry, hasher),
                suffix => {
                    hasher.write_u64(entry.memoised(|| queue_entry_digest(suffix, &entry.value)));
                    // A deduplication id may have an end; nothing else of the queue's that comes here has.
                    if let Some(at) = entry.expires_at.filter(|at| *at < horizon) {
                        hasher.write_u64(at.since(self.now));
                    }
                }
            }
        }
        self.sql.hash(hasher);
        self.outside.hash_relevant(self.now, horizon, hasher);
        for tally in self.tallies.iter() {
            let consumer = tally.consumer.unwrap_or(self.consumer);
            // A delivery yet to come is judged by the chosen consumer, whoever had the ones before.
            let counts = |probe: &usize| consumer != self.consumer || self.chosen().probes.contains(probe);
            for (_, n) in tally.changes.iter().enumerate().filter(|(probe, _)| counts(probe)) {
                hasher.write_u16((*n).min(ENOUGH));
            }
            consumer.hash(hasher);
            // Whether the producer may add the order once more.
            tally.adds.hash(hasher);
        }
        // Workers in the same situation are interchangeable: their digests are combined in order of size.
        let mut workers: [u64; super::world::MAX_WORKERS as usize] = [0; 4];
        for (place, worker) in self.workers.iter().enumerate() {
            workers[place] = self.worker_digest(place, worker);
        }
        // Not while the database knows them by their connections.
        if self.sql.is_idle() {
            sort_short_by_key(&mut workers[..self.workers.len()], |digest| *digest);
        }
        workers.hash(hasher);
        self.consumer.hash(hasher);
        self.program.hash(hasher);
        self.ack_first.hash(hasher);
        self.crash_points.hash(hasher);
        self.next_check.since(self.now).hash(hasher);
        // Whose they are decides what comes of adding or redelivering one, and of its next delivery.
        self.jobs.hash(hasher);
    }

    fn distance(&self, at: Option<Millis>) -> u64 {
        at.map_or(u64::MAX, |at| at.since(self.now))
    }

    fn hash_lock(&self, suffix: &[u8], entry: &Entry, hasher: &mut Mix64) {
        // A living run's lock is part of its worker's digest.
        let Value::Str(token) = &entry.value else { return entry.hash(hasher) };
        if !self.workers.iter().any(|worker| holds(worker, token)) {
            suffix.hash(hasher);
            self.distance(entry.expires_at).hash(hasher);
        }
    }

    fn hash_delayed(&self, hasher: &mut Mix64) {
        hasher.write(b"delayed");
        for (id, due) in crate::queue::lanes(&self.db, &self.queue).delayed {
            id.hash(hasher);
            due.since(self.now).hash(hasher);
        }
    }

    /// Whether a worker with a lower number is in the same situation: then whatever this one may do next, that one may
    /// do as well, and what follows differs in nothing but their names.
    #[must_use]
    pub fn is_twin(&self, worker: WorkerId) -> bool {
        let place = usize::from(worker.0).saturating_sub(1);
        let Some((it, before)) = self.workers.get(..=place).and_then(<[Worker]>::split_last) else {
            return false;
        };
        // The database knows them by their connections.
        let same = |(at, other)| self.worker_digest(at, other) == self.worker_digest(place, it);
        self.sql.is_idle() && before.iter().enumerate().any(same)
    }

    fn worker_digest(&self, place: usize, worker: &Worker) -> u64 {
        let mut hasher = Mix64::default();
        // A token is made of the worker's number and of how often it has fetched.
        let reads = self.program.reads();
        if reads.worker || reads.token || worker.run.as_ref().is_some_and(|run| run.program.reads().worker) {
            place.hash(&mut hasher);
        }
        if reads.token {
            worker.fetches.hash(&mut hasher);
        }
        worker.condition.hash(&mut hasher);
        if let Some(run) = &worker.run {
            self.hash_run(run, worker.condition == Condition::Up, &mut hasher);
        }
        hasher.finish()
    }

    fn hash_run(&self, run: &Run, up: bool, hasher: &mut Mix64) {
        run.no.hash(hasher);
        run.job.fields.is_empty().hash(hasher);
        run.program.hash(hasher);
        if run.program.reads().token {
            run.token.hash(hasher);
        }
        match &run.phase {
            Phase::AckFirst => {
                hasher.write_u8(0);
                run.frame.hash_live(&run.program, hasher);
            }
            Phase::Handling => {
                hasher.write_u8(1);
                run.frame.hash_live(&run.program, hasher);
            }
            Phase::Ending(Ending::Completed | Ending::Skipped(_)) => hasher.write_u8(2),
            Phase::Ending(Ending::Failed(_)) => hasher.write_u8(3),
            Phase::Ending(Ending::NotRun(_)) => hasher.write_u8(4),
        }
        run.acked.hash(hasher);
        run.waiting.hash(hasher);
        match self.db.get(&run.lock) {
            Some(Entry { value: Value::Str(token), expires_at, .. }) if **token == *run.token.as_bytes() => {
                self.distance(*expires_at).hash(hasher);
                self.distance(run.renew_at.filter(|_| up)).hash(hasher);
            }
            _ => hasher.write_u8(u8::MAX),
        }
    }
}

fn digest_of(value: &impl Hash) -> u64 {
    let mut hasher = Mix64::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The digest of a queue's key whose meaning depends on nothing but its value.
fn queue_entry_digest(suffix: &[u8], value: &Value) -> u64 {
    let mut hasher = Mix64::default();
    suffix.hash(&mut hasher);
    match (suffix, value) {
        (b"completed" | b"failed", Value::ZSet(_)) => {
            // Their scores are finish times; which jobs they hold is all that counts.
            let mut sum = 0_u64;
            for item in value.items() {
                if let Item::Scored { member, .. } = item {
                    sum = sum.wrapping_add(digest_of(member));
                }
            }
            sum.hash(&mut hasher);
        }
        (_, Value::Hash(_)) => {
            let (mut made, mut last) = (0, 0);
            for item in value.items() {
                let Item::Field { name, value } = item else { continue };
                match &**name {
                    b"atm" => made = number(value),
                    b"opts" => last = attempts(value).saturating_sub(1),
                    _ => {}
                }
                if !RECORDS.contains(&&**name) {
                    name.hash(&mut hasher);
                    // A deferred failure counts, its wording does not.
                    if **name != *b"defa" {
                        value.hash(&mut hasher);
                    }
                }
            }
            // Whether it may be tried once more, and if so how long the pause is.
            made.min(last).hash(&mut hasher);
        }
        (_, value) => value.hash(&mut hasher),
    }
    hasher.finish()
}

/// How often a job may run, by its options.
fn attempts(options: &[u8]) -> u32 {
    const NAME: &[u8] = b"\"attempts\":";
    let at = options.windows(NAME.len()).position(|window| window == NAME);
    at.map_or(0, |at| number(&options[at + NAME.len()..]))
}

/// The digits that a text begins with, as a number.
fn number(text: &[u8]) -> u32 {
    let digits = text.iter().map_while(|byte| char::from(*byte).to_digit(10));
    digits.fold(0, |number: u32, digit| number.saturating_mul(10).saturating_add(digit))
}

fn holds(worker: &Worker, token: &Bytes) -> bool {
    worker.run.as_ref().is_some_and(|run| **token == *run.token.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Db;

    /// The digest of a job's record that was tried so often.
    fn tried(options: &str, times: &str) -> u64 {
        let mut db = Db::default();
        db.exec_args(Millis(0), &["HSET", "job", "opts", options, "atm", times, "ats", times]);
        queue_entry_digest(b"1", &db.get(b"job").expect("it was set").value)
    }

    #[test]
    fn attempts_count_up_to_the_last_one_and_how_often_a_job_was_started_never() {
        let three = r#"{"attempts":3,"backoff":{"type":"fixed","delay":1000}}"#;
        let [fresh, once, twice] = ["0", "1", "2"].map(|times| tried(three, times));
        assert!(fresh != once && once != twice && fresh != twice);
        assert_eq!([tried(three, "3"), tried(three, "12")], [twice, twice]);
        for no_retry in [r#"{"attempts":0}"#, r#"{"attempts":1}"#, "{}", ""] {
            assert_eq!(tried(no_retry, "0"), tried(no_retry, "5"), "{no_retry}");
        }
        // An id that looks like the option is quoted differently.
        let id = r#"{"jobId":"\"attempts\":9","attempts":2}"#;
        assert_eq!(tried(id, "1"), tried(id, "2"));
    }
}
