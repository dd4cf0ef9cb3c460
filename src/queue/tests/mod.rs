//! The protocol's behaviour, one sentence per test.

mod add;
mod dedup;
mod finish;
mod operate;
mod stalled;
mod take;
mod traces;

use super::add::{MAX_DATA_LEN, MAX_PRIORITY, MAX_SPAN};
use super::inspect::{JobRecord, Lanes, concurrency};
use super::keys::NameError;
use super::operate::{RedeliverError, RedeliveredFrom, RemoveError};
use super::script::ScriptError;
use super::stalled::Stalled;
use super::*;
use crate::base::Millis;
use crate::store::{Db, Reply};

/// A store with one queue, `charges`, and BullMQ's default settings.
struct Bench {
    db: Db,
    queue: Queue,
    settings: Settings,
}

impl Bench {
    fn new() -> Self {
        let queue = Queue::new("charges").expect("a good name");
        Self { db: Db::default(), queue, settings: Settings::default() }
    }

    /// A lock of one second and a stalled check every `interval` milliseconds.
    fn quick(interval: u64) -> Self {
        let mut bench = Self::new();
        bench.settings.lock_duration = 1000;
        bench.settings.lock_renew_time = 500;
        bench.settings.stalled_interval = interval;
        bench
    }

    /// Whatever a test made the protocol write has a row in the table of what counts in a proof.
    fn each_has_a_row(&self) {
        let missing = fingerprint::without_row(&self.db, &self.queue);
        assert_eq!(missing, [""; 0], "give it a row in queue/fingerprint.rs");
    }

    /// One command by hand.
    fn redis(&mut self, now: u64, line: &str) -> Reply {
        let argv: Vec<&str> = line.split(' ').collect();
        self.db.exec_args(Millis(now), &argv)
    }

    fn try_add(&mut self, now: u64, options: &JobOptions) -> Result<Added, AddError> {
        let result = add(&mut self.db, Millis(now), &self.queue, "charge", "{\"amount\":100}", options);
        self.each_has_a_row();
        result
    }

    fn add_with(&mut self, now: u64, options: &JobOptions) -> Added {
        self.try_add(now, options).expect("a good add")
    }

    /// Adds a job and gives its id.
    fn add_new(&mut self, now: u64, options: &JobOptions) -> String {
        match self.add_with(now, options) {
            Added::New { id } => id,
            other => panic!("not new: {other:?}"),
        }
    }

    fn add_plain(&mut self, now: u64) -> String {
        self.add_new(now, &JobOptions::default())
    }

    fn take_any(&mut self, now: u64, token: &str) -> Taken {
        let can = can_take(&self.db, Millis(now), &self.queue);
        let taken = take(&mut self.db, Millis(now), &self.queue, token, "worker", &self.settings);
        assert_eq!(can, matches!(taken, Taken::Job(_)), "`can_take` foresees what `take` does");
        self.each_has_a_row();
        taken
    }

    fn take_job(&mut self, now: u64, token: &str) -> TakenJob {
        match self.take_any(now, token) {
            Taken::Job(job) => job,
            other => panic!("no job: {other:?}"),
        }
    }

    fn complete(&mut self, now: u64, id: &str, token: &str) -> Result<(), Refusal> {
        let result = complete(&mut self.db, Millis(now), &self.queue, id, token, "\"ok\"");
        self.each_has_a_row();
        result
    }

    fn fail(&mut self, now: u64, id: &str, token: &str) -> Result<AfterFailure, Refusal> {
        let result = fail(&mut self.db, Millis(now), &self.queue, id, token, "card declined", false);
        self.each_has_a_row();
        result
    }

    fn extend(&mut self, now: u64, id: &str, token: &str) -> bool {
        extend_lock(&mut self.db, Millis(now), &self.queue, id, token, &self.settings)
    }

    fn check(&mut self, now: u64) -> Stalled {
        let result = check_stalled(&mut self.db, Millis(now), &self.queue, &self.settings);
        self.each_has_a_row();
        result
    }

    fn redeliver(&mut self, now: u64, id: &str) -> Result<RedeliveredFrom, RedeliverError> {
        let result = redeliver(&mut self.db, Millis(now), &self.queue, id);
        self.each_has_a_row();
        result
    }

    fn remove(&mut self, now: u64, id: &str) -> Result<(), RemoveError> {
        let result = remove(&mut self.db, Millis(now), &self.queue, id);
        self.each_has_a_row();
        result
    }

    fn state(&self, id: &str) -> JobState {
        state(&self.db, &self.queue, id)
    }

    fn lanes(&self) -> Lanes {
        lanes(&self.db, &self.queue)
    }

    fn record(&self, id: &str) -> JobRecord {
        job(&self.db, &self.queue, id).expect("the job's hash")
    }

    fn token_of(&self, now: u64, id: &str) -> Option<String> {
        lock_of(&self.db, Millis(now), &self.queue, id).map(|(token, _)| token)
    }
}

fn custom(id: &str) -> JobOptions {
    JobOptions { job_id: Some(id.to_owned()), ..JobOptions::default() }
}

fn retries(attempts: u32, backoff: Option<Backoff>) -> JobOptions {
    JobOptions { attempts, backoff, ..JobOptions::default() }
}

fn bulk(text: &str) -> Reply {
    Reply::Bulk(text.into())
}

/// A stalled check that ran and found what is named.
fn found(recovered: &[&str], over_limit: &[&str], marked: &[&str]) -> Stalled {
    let ids = |ids: &[&str]| ids.iter().copied().map(str::to_owned).collect();
    Stalled {
        ran: true,
        recovered: ids(recovered),
        over_limit: ids(over_limit),
        marked: ids(marked),
        error: None,
    }
}
