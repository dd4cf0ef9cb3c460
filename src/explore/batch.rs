//! A batch: many jobs, each in a world of its own, struck by faults that a seed draws.
//!
//! Each job is struck with the redelivery rate's probability by a fault that makes the queue hand it out again. After
//! a fault the same rate decides whether another one follows, up to [`MAX_STRIKES`]. Which fault it is, and at which of
//! the worker's steps, is drawn evenly among all that have that consequence (`tree`).
//!
//! Worlds are played by the simulation's own `apply_quietly`. What a world comes to depends on nothing but the consumer
//! and the faults drawn, so equal faults are played once and counted as often as they are drawn: that is exact, not an
//! estimate. The generator of a job's faults starts from the job's own draw, so that the same jobs are struck under
//! every consumer, and those of a low rate are among those of a high one. Counts are whole numbers, the same natively
//! and in wasm.
//!
//! Deliberately absent: jobs that get into each other's way. Each order has a world with two workers to itself.

mod tree;

use std::sync::Arc;

use crate::base::SplitMix64;
use crate::sim::{Action, Judgement, Scenario, WORKERS, World};

use tree::Tree;

/// The most faults that strike one job. At the highest rate one job in sixteen would be struck again.
pub const MAX_STRIKES: usize = 3;

/// The highest redelivery rate, in parts per million: every other job.
pub const MAX_RATE: u32 = 500_000;

/// What a schedule that was not met before costs beside a job, in jobs: about what it takes to play it.
const NEW: u32 = 500;

/// A batch under way. Run it in slices until it is over.
#[derive(Clone, Debug)]
pub struct Batch {
    tree: Tree,
    draws: SplitMix64,
    rate: u32,
    /// Draws below this are struck.
    threshold: u64,
    jobs: u32,
    done: u32,
}

/// What came of the jobs so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Jobs run.
    pub jobs: u32,
    /// Deliveries of all of them.
    pub deliveries: u64,
    /// Jobs that were delivered more than once, or would have been but for the queue's limit.
    pub redelivered: u32,
    /// Jobs whose effect happened more than once.
    pub duplicated: u32,
    /// Jobs whose effect never happened although the queue counts them as done.
    pub lost: u32,
    /// Jobs that ended in the failed list with their effect not done.
    pub stuck: u32,
    /// Effects beyond the first of each job.
    pub extra: u64,
}

impl Batch {
    /// A batch of a shipped consumer. `rate` is in parts per million, at most [`MAX_RATE`].
    #[must_use]
    pub fn new(scenario: &Arc<Scenario>, consumer: usize, seed: u64, jobs: u32, rate: u32) -> Self {
        Self::from(World::new(scenario, consumer, WORKERS), seed, jobs, rate)
    }

    /// A batch whose jobs begin in worlds like this one, which has one job in line.
    #[must_use]
    pub fn from(world: World, seed: u64, jobs: u32, rate: u32) -> Self {
        let rate = rate.min(MAX_RATE);
        let threshold = u64::from(rate) * (u64::MAX / 1_000_000);
        Self { tree: Tree::new(world), draws: SplitMix64::new(seed), rate, threshold, jobs, done: 0 }
    }

    /// Runs up to `count` jobs, fewer where schedules come up that were not played before. Whether the batch is over.
    pub fn run(&mut self, count: u32) -> bool {
        let mut left = count;
        while left > 0 && self.done < self.jobs {
            let known = self.tree.played();
            self.job();
            left = left.saturating_sub(1 + NEW * (self.tree.played() - known));
        }
        if self.over() {
            self.tree.close();
        }
        self.over()
    }

    /// The next job: its faults are drawn, and what they come to is counted.
    fn job(&mut self) {
        let drawn = self.draws.next_u64();
        self.done += 1;
        let mut at = Tree::ROOT;
        if drawn < self.threshold {
            let mut rng = SplitMix64::new(drawn);
            for _ in 0..MAX_STRIKES {
                at = self.tree.strike(at, &mut rng);
                if rng.next_u64() >= self.threshold {
                    break;
                }
            }
        }
        self.tree.count(at);
    }

    /// Whether every job has run.
    #[must_use]
    pub fn over(&self) -> bool {
        self.done == self.jobs
    }

    /// How many jobs have run.
    #[must_use]
    pub fn done(&self) -> u32 {
        self.done
    }

    /// How many jobs it is of.
    #[must_use]
    pub fn jobs(&self) -> u32 {
        self.jobs
    }

    /// The redelivery rate, in parts per million.
    #[must_use]
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// How many different schedules the jobs so far had: each was played once.
    #[must_use]
    pub fn schedules(&self) -> u32 {
        self.tree.met()
    }

    /// The actions of the first schedule that came to this, from the world the batch began with.
    #[must_use]
    pub fn example(&self, judgement: Judgement) -> Option<Vec<Action>> {
        Some(self.tree.schedule(self.tree.first(judgement)?)?.1)
    }

    /// One of the schedules met, by its place among them: how many jobs had it, and its actions.
    #[must_use]
    pub fn schedule(&self, index: usize) -> Option<(u32, Vec<Action>)> {
        self.tree.schedule(index)
    }

    /// What came of the jobs so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.tree.counts()
    }
}

/// Requests a day at the scale that the arithmetic is shown for.
pub const REQUESTS: u64 = 250_000_000;

/// Effects too many on a day of [`REQUESTS`]: requests × rate × extra effects / jobs redelivered, rounded down.
#[must_use]
pub fn extra_a_day(rate: u32, counts: &Counts) -> u64 {
    a_day(rate, counts.extra, counts)
}

/// Effects that nobody will cause any more on such a day, by the same arithmetic.
#[must_use]
pub fn lost_a_day(rate: u32, counts: &Counts) -> u64 {
    a_day(rate, counts.lost.into(), counts)
}

fn a_day(rate: u32, found: u64, counts: &Counts) -> u64 {
    // Parts per million of 250 million: the product stays below 2⁶⁴ for any batch.
    let redeliveries = REQUESTS / 1_000_000 * u64::from(rate);
    redeliveries * found / u64::from(counts.redelivered.max(1))
}

/// What one effect is worth in the scenario's first job: its field `amount` in cents, if it has one.
#[must_use]
pub fn cents(scenario: &Scenario) -> Option<u64> {
    scenario.fields.iter().find(|field| field.name == "amount")?.value(1).parse().ok()
}
