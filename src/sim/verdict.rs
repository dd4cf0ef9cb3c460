//! Judging orders: was the effect caused exactly once?

use crate::queue::{JobState, States};

use super::ids::OrderNo;
use super::query::number_of;
use super::scenario::Reading;
use super::world::World;

/// What became of an order's effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// Each thing that must change has changed once.
    Once,
    /// Something has changed more often.
    Duplicated,
    /// Something has not changed, the queue counts the job as done and nobody works on it any more.
    Lost,
    /// Something has not changed yet: a delivery may still come, or the failed list holds the job for a person.
    Pending,
}

impl Judgement {
    /// The word in the page's `data-verdict`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Duplicated => "duplicated",
            Self::Lost => "lost",
            Self::Pending => "pending",
        }
    }
}

/// The judgement on one order, with its two counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Which.
    pub order: OrderNo,
    /// Once, duplicated, lost or not yet.
    pub judgement: Judgement,
    /// How many times the handler ran.
    pub deliveries: u16,
    /// How many times the effect happened.
    pub effects: u16,
    /// One of its jobs is in the failed list.
    pub failed: bool,
    /// Something may still happen for it: a job in line or active, or a live worker in the middle of it.
    pub open: bool,
    /// The queue took a job for it.
    pub accepted: bool,
    /// The first probe, by its place in the scenario, of what has to come with the effect and did not.
    pub missing: Option<usize>,
}

/// The verdict on every order, in order.
#[must_use]
pub fn verdicts(world: &World) -> Vec<Verdict> {
    let states = States::of(&world.db, &world.queue);
    world.orders().map(|(order, _)| verdict(world, &states, order)).collect()
}

fn verdict(world: &World, states: &States<'_>, order: OrderNo) -> Verdict {
    let tally = world.tally(order);
    let probes = &world.scenario.consumers[world.judged_by(order)].probes;
    let mut open =
        world.workers.iter().any(|worker| worker.run.as_ref().is_some_and(|run| run.order == order));
    let (mut failed, mut completed, mut accepted) = (false, false, false);
    for (no, _) in world.jobs().filter(|(_, job)| job.order == order) {
        accepted = true;
        match world.state_in(states, no) {
            JobState::Completed => completed = true,
            JobState::Gone => {}
            JobState::Failed => failed = true,
            _ => open = true,
        }
    }
    let ended = !open && (completed || failed);
    let effects = probes.first().map_or(u16::from(ended), |first| tally.changes[*first]);
    let most = probes.iter().map(|probe| tally.changes[*probe]).max().unwrap_or_default();
    // What accompanies the effect may have been there before: a member that another order had added.
    let absent = |probe: &&usize| tally.changes[**probe] == 0 && !world.shows(order, **probe);
    let missing = if effects > 0 { probes.iter().skip(1).find(absent).copied() } else { None };
    let done = effects > 0 && missing.is_none();
    let judgement = if most > 1 {
        Judgement::Duplicated
    } else if done {
        Judgement::Once
    } else if open || failed || !accepted {
        Judgement::Pending
    } else {
        Judgement::Lost
    };
    Verdict { order, judgement, deliveries: tally.deliveries, effects, failed, open, accepted, missing }
}

impl World {
    /// Whether a probe shows something now, whoever caused it.
    fn shows(&self, order: OrderNo, probe: usize) -> bool {
        match self.order(order).probes[probe].read(&self.db, &self.sql, &self.outside) {
            Reading::Count(count) => count > 0,
            Reading::Value(value) => value.is_some(),
            Reading::Rows(rows) => !rows.is_empty() && number_of(&rows) != Some(0),
        }
    }
}
