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
use crate::store::{Entry, Value};

use super::ids::WorkerId;
use super::run::{Ending, Phase, Run};
use super::world::{Order, Tally, Worker, World};

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

    /// Each field of a world and of what it is made of has its line here or further down, with the reason where it is
    /// left out: one that is added does not compile before it has.
    fn hash_relevant(&self, horizon: Millis, hasher: &mut Mix64) {
        let Self {
            // The same in all worlds of a search: a bound speaks of one scenario, and nothing changes it.
            scenario: _,
            // Its name is the scenario's; what it remembers is in the database.
            queue,
            // Only distances from now count. How much of the horizon is left is the search's to know: it looks again at
            // a world that it comes to earlier on the clock.
            now,
            db,
            // Whole, with its transactions, locks and sequences.
            sql,
            outside,
            workers: _,
            consumer,
            program,
            ack_first,
            crash_points,
            next_check,
            orders,
            // Whose each is and its id: what comes of adding or redelivering one, and of its next delivery.
            jobs,
            tallies,
        } = self;
        let held = |token: &Bytes| self.workers.iter().any(|worker| holds(worker, token));
        let forgets = self.scenario.forgets();
        let look = queue::Look { now: *now, horizon, forgets, held: &held };
        let [before, queues, after] = db.around(queue.prefix());
        for (key, entry) in before.iter().chain(after) {
            hasher.write_u64(entry.memoised(|| digest_of(&(key, &entry.value))));
            hasher.write_u64(look.end(entry));
        }
        queue::hash_relevant(db, queue, queues, &look, hasher);
        sql.hash(hasher);
        outside.hash_relevant(*now, horizon, hasher);
        self.hash_workers(hasher);
        consumer.hash(hasher);
        program.hash(hasher);
        ack_first.hash(hasher);
        crash_points.hash(hasher);
        next_check.since(*now).hash(hasher);
        orders.len().hash(hasher);
        for order in orders.iter() {
            order.hash_relevant(hasher);
        }
        jobs.hash(hasher);
        for tally in tallies.iter() {
            self.hash_tally(tally, hasher);
        }
    }

    fn hash_tally(&self, tally: &Tally, hasher: &mut Mix64) {
        let Tally {
            // Shown, and nothing depends on it.
            deliveries: _,
            // More than enough is enough, and what the order is not judged by says nothing.
            changes,
            consumer,
            // Whether the producer may add the order once more.
            adds,
        } = tally;
        let judge = consumer.unwrap_or(self.consumer);
        // A delivery yet to come is judged by the chosen consumer, whoever had the ones before.
        let counts = |probe: &usize| judge != self.consumer || self.chosen().probes.contains(probe);
        for (_, n) in changes.iter().enumerate().filter(|(probe, _)| counts(probe)) {
            hasher.write_u16((*n).min(ENOUGH));
        }
        judge.hash(hasher);
        adds.hash(hasher);
    }

    fn hash_workers(&self, hasher: &mut Mix64) {
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
    }

    fn distance(&self, at: Option<Millis>) -> u64 {
        at.map_or(u64::MAX, |at| at.since(self.now))
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
        let Worker {
            condition,
            run,
            // A part of its tokens, and of nothing else.
            fetches,
        } = worker;
        let mut hasher = Mix64::default();
        // A token is made of the worker's number and of how often it has fetched.
        let reads = self.program.reads();
        if reads.worker || reads.token || run.as_ref().is_some_and(|run| run.program.reads().worker) {
            place.hash(&mut hasher);
        }
        if reads.token {
            fetches.hash(&mut hasher);
        }
        condition.hash(&mut hasher);
        if let Some(run) = run {
            self.hash_run(run, &mut hasher);
        }
        hasher.finish()
    }

    fn hash_run(&self, run: &Run, hasher: &mut Mix64) {
        let Run {
            // What it carries is the order's, or nothing when its hash was gone.
            job,
            no,
            // The job's.
            order: _,
            // Whether the lock is still its own is what counts, unless the recipe reads it.
            token,
            // Made of the job's id.
            lock,
            program,
            frame,
            phase,
            acked,
            renew_at,
            waiting,
        } = run;
        no.hash(hasher);
        job.fields.is_empty().hash(hasher);
        program.hash(hasher);
        if program.reads().token {
            token.hash(hasher);
        }
        // How a handler ended counts, its words do not: they are only recorded.
        match phase {
            Phase::AckFirst => hasher.write_u8(0),
            Phase::Handling => hasher.write_u8(1),
            Phase::Ending(Ending::Completed | Ending::Skipped(_)) => hasher.write_u8(2),
            Phase::Ending(Ending::Failed(_)) => hasher.write_u8(3),
            Phase::Ending(Ending::NotRun(_)) => hasher.write_u8(4),
        }
        if matches!(phase, Phase::AckFirst | Phase::Handling) {
            frame.hash_live(program, hasher);
        }
        acked.hash(hasher);
        waiting.hash(hasher);
        // A renewal that will be refused changes nothing but where the clock stops next, and that takes an action.
        self.distance(*renew_at).hash(hasher);
        match self.db.get(lock) {
            Some(Entry { value: Value::Str(held), expires_at, .. }) if **held == *token.as_bytes() => {
                self.distance(*expires_at).hash(hasher);
            }
            _ => hasher.write_u8(u8::MAX),
        }
    }
}

impl Order {
    fn hash_relevant(&self, hasher: &mut Mix64) {
        let Self {
            fields,
            // The scenario's, with the fields filled in.
            probes: _,
        } = self;
        fields.hash(hasher);
    }
}

fn digest_of(value: &impl Hash) -> u64 {
    let mut hasher = Mix64::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn holds(worker: &Worker, token: &Bytes) -> bool {
    worker.run.as_ref().is_some_and(|run| **token == *run.token.as_bytes())
}
