//! The world: everything that can still make a difference to what happens next.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::base::{Bytes, Millis, OrderedMap, OrderedSet};
use crate::queue::{JobState, Queue, States};
use crate::recipe::Program;
use crate::sql::Database;
use crate::store::Db;

use super::ids::{JobNo, OrderNo, WorkerId};
use super::outside::Outside;
use super::run::Run;
use super::scenario::{Consumer, Probe, Scenario};

/// Whether a worker's process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// It runs, renews its lock and can be stepped.
    Up,
    /// It is alive but gets no processor time: no statement, no renewal. It can be thawed.
    Frozen,
    /// Its process is gone, with all its variables.
    Crashed,
}

/// A worker and what it is doing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Worker {
    /// Whether its process runs.
    pub condition: Condition,
    /// The delivery it is working on.
    pub run: Option<Arc<Run>>,
    /// How many jobs it has fetched, over all its lives: makes each lock token new.
    pub fetches: u16,
}

/// An order as the business knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    /// What its jobs carry.
    pub fields: Arc<OrderedMap<String, Bytes>>,
    /// The scenario's probes with these fields filled in.
    pub probes: Arc<[Probe]>,
}

/// A job that the queue has accepted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Job {
    /// Its id in the queue.
    pub id: Bytes,
    /// The order it was added for.
    pub order: OrderNo,
}

/// The two counters that teach the subject, per order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// How many times a handler began to run for this order.
    pub deliveries: u16,
    /// How many times each probe changed on behalf of this order, by the index of [`Scenario::probes`].
    pub changes: Vec<u16>,
    /// The consumer of its latest delivery, by index: the one whose probes judge it.
    pub consumer: Option<u8>,
    /// How many times the producer has added it, whether the queue took a job for it or not.
    pub adds: u16,
}

/// Everything inside the playground. Equal worlds have equal futures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    pub(super) scenario: Arc<Scenario>,
    pub(super) queue: Queue,
    pub(super) now: Millis,
    pub(super) db: Db,
    pub(super) sql: Database,
    pub(super) outside: Arc<Outside>,
    pub(super) workers: Vec<Worker>,
    pub(super) consumer: u8,
    pub(super) program: Program,
    pub(super) ack_first: bool,
    pub(super) crash_points: OrderedSet<u32>,
    pub(super) next_check: Millis,
    pub(super) orders: Arc<Vec<Order>>,
    pub(super) jobs: Arc<Vec<Job>>,
    pub(super) tallies: Arc<Vec<Tally>>,
}

impl Hash for World {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // `scenario` and `queue` never change within one exploration; the scenario hashes by its id.
        self.scenario.hash(state);
        self.now.hash(state);
        self.db.hash(state);
        self.sql.hash(state);
        self.outside.hash(state);
        self.workers.hash(state);
        self.consumer.hash(state);
        self.program.hash(state);
        self.ack_first.hash(state);
        self.crash_points.hash(state);
        self.next_check.hash(state);
        self.orders.hash(state);
        self.jobs.hash(state);
        self.tallies.hash(state);
    }
}

/// The most orders a world takes.
pub const MAX_ORDERS: usize = 100;
/// The most jobs a world takes.
pub(super) const MAX_JOBS: usize = 200;
/// The number of workers a playground starts with.
pub const WORKERS: u8 = 2;
/// The most workers a world may have.
pub const MAX_WORKERS: u8 = 4;

impl World {
    /// The scenario this world plays.
    #[must_use]
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The queue.
    #[must_use]
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The virtual clock.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// The Redis database.
    #[must_use]
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// The outside systems.
    #[must_use]
    pub fn outside(&self) -> &Outside {
        &self.outside
    }

    /// The workers, in order.
    pub fn workers(&self) -> impl Iterator<Item = (WorkerId, &Worker)> {
        (1..).map(WorkerId).zip(&self.workers)
    }

    /// One worker, if there is one of that number.
    #[must_use]
    pub fn worker(&self, id: WorkerId) -> Option<&Worker> {
        self.workers.get(usize::from(id.0).checked_sub(1)?)
    }

    pub(super) fn worker_mut(&mut self, id: WorkerId) -> &mut Worker {
        &mut self.workers[usize::from(id.0) - 1]
    }

    /// Index of the consumer that the next delivery runs, in [`Scenario::consumers`].
    #[must_use]
    pub fn consumer(&self) -> usize {
        usize::from(self.consumer)
    }

    /// The program that the next delivery runs: the consumer's own text, or the learner's edit of it.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether workers acknowledge a job before they run it (at most once).
    #[must_use]
    pub fn ack_first(&self) -> bool {
        self.ack_first
    }

    /// The recipe lines after which the next worker to run them crashes.
    #[must_use]
    pub fn crash_points(&self) -> &OrderedSet<u32> {
        &self.crash_points
    }

    /// When the stalled check is due next.
    #[must_use]
    pub fn next_check(&self) -> Millis {
        self.next_check
    }

    /// The orders so far, with their numbers.
    pub fn orders(&self) -> impl Iterator<Item = (OrderNo, &Order)> {
        (1..).map(OrderNo).zip(self.orders.iter())
    }

    /// One order.
    ///
    /// # Panics
    /// When there is no such order.
    #[must_use]
    pub fn order(&self, no: OrderNo) -> &Order {
        &self.orders[usize::from(no.0) - 1]
    }

    /// The jobs so far, with their numbers.
    pub fn jobs(&self) -> impl Iterator<Item = (JobNo, &Job)> {
        (1..).map(JobNo).zip(self.jobs.iter())
    }

    /// One job, if there is one of that number.
    #[must_use]
    pub fn job(&self, no: JobNo) -> Option<&Job> {
        self.jobs.get(usize::from(no.0).checked_sub(1)?)
    }

    /// The number of the job with this id in the queue: of two, the first of which the queue had removed before it took
    /// the id again, the later one.
    #[must_use]
    pub fn job_no(&self, id: &[u8]) -> Option<JobNo> {
        let place = self.jobs.iter().rposition(|job| *job.id == *id)?;
        Some(JobNo::last_of(place + 1))
    }

    /// Where the queue has a job.
    #[must_use]
    pub fn job_state(&self, no: JobNo) -> JobState {
        self.state_in(&States::of(&self.db, &self.queue), no)
    }

    /// The same, of a queue's collections that were looked up before.
    pub(super) fn state_in(&self, states: &States<'_>, no: JobNo) -> JobState {
        match self.job(no) {
            Some(job) if self.job_no(&job.id) == Some(no) => states.get(&job.id),
            _ => JobState::Gone,
        }
    }

    /// The consumer that an order is judged by: that of its latest delivery, or the chosen one while there is none.
    #[must_use]
    pub fn judged_by(&self, order: OrderNo) -> usize {
        usize::from(self.tally(order).consumer.unwrap_or(self.consumer))
    }

    /// The consumer that is chosen, with its probes and invariants.
    #[must_use]
    pub fn chosen(&self) -> &Consumer {
        &self.scenario.consumers[self.consumer()]
    }

    /// The counters of one order.
    ///
    /// # Panics
    /// When there is no such order.
    #[must_use]
    pub fn tally(&self, order: OrderNo) -> &Tally {
        &self.tallies[usize::from(order.0) - 1]
    }
}
