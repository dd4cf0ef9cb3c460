//! What a search does not follow: each cut is one function, with the argument why no verdict can change by it.
//!
//! Invariants: a cut leaves every verdict and the length of every shortest counterexample as they are; none is made in
//! a search in which everything in a world counts, or whose worlds are kept. Any of them can be taken out of a search
//! ([`super::Search::without`]), and the tests search with and without each. Deliberately absent: a clock that runs on
//! from the mere renewal of a lock. What a worker does between two renewals starts markers that end at other moments.

use crate::queue::Keep;
use crate::sim::{Judgement, MAX_WORKERS, Order, Verdict, World};

use super::violation::Violation;

/// A kind of thing that a search does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// See [`twins`].
    Twins,
    /// See [`can_come_about`].
    Impossible,
    /// The search ends once it has found whatever it looks for, and a schedule that ends well: a violation is reported
    /// with its first schedule, which is a shortest one as schedules come shortest first, and nothing else is reported.
    AllFound,
    /// See [`all_are_duplicated`].
    AllDuplicated,
    /// See [`all_have_happened`].
    AllHappened,
    /// See [`only_the_clock_is_left`].
    Settled,
}

impl Cut {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Twins,
        Self::Impossible,
        Self::AllFound,
        Self::AllDuplicated,
        Self::AllHappened,
        Self::Settled,
    ];
}

/// The workers, by their places, that need not be tried: one with a lower number is in the same situation.
///
/// Two workers are in the same situation when their conditions, their runs and their locks are alike but for their
/// names, and no transaction is open by which the database knows them. Exchanging the two names turns any schedule that
/// begins with the higher number into one that begins with the lower, as long, which the search follows; no name is
/// part of a verdict. A recipe that reads the worker's number or its token has these counted in the situation.
pub(super) fn twins(world: &World) -> [bool; MAX_WORKERS as usize] {
    let mut twins = [false; MAX_WORKERS as usize];
    for (id, _) in world.workers() {
        twins[usize::from(id.0) - 1] = world.is_twin(id);
    }
    twins
}

/// Whether a schedule from this world may end so at all.
///
/// Without an effect that is counted nothing can happen twice, and no job in the failed list lacks anything. An order
/// of which nothing is counted is done once its job has ended; it is lost only when the job vanishes before, and the
/// queue lets a job vanish only where it is told to forget it or to put another in its place. A truth that nobody
/// states cannot break. No recipe touches the queue's own keys here, or everything would count and nothing be cut.
pub(super) fn can_come_about(world: &World, violation: Violation) -> bool {
    let scenario = world.scenario();
    let counts = |(order, _)| !scenario.consumers[world.judged_by(order)].probes.is_empty();
    let forgets = |(_, order): (_, &Order)| {
        let options = scenario.options_of(world.consumer(), &order.fields);
        options.dedup.is_some()
            || options.remove_on_complete != Keep::All
            || options.remove_on_fail != Keep::All
    };
    match violation {
        Violation::Duplicate | Violation::Stuck => world.orders().any(counts),
        Violation::Loss => world.orders().any(counts) || world.orders().any(forgets),
        Violation::Invariant => !world.chosen().invariants.is_empty(),
    }
}

/// Whether every order's effect has happened too often already.
///
/// How often an effect happened is counted up and never down, so that each of these orders is called duplicated for
/// ever: none can be lost, left undone or end well later. All that could still be news is a broken truth; where one is
/// looked for and not yet found, the caller goes on.
pub(super) fn all_are_duplicated(verdicts: &[Verdict]) -> bool {
    verdicts.iter().all(|it| it.judgement == Judgement::Duplicated)
}

/// Whether everything by which each order is judged has changed at least once.
///
/// As changes are counted up and never down, no such order can be lost or left undone any more: each ends once or
/// duplicated. The caller stops here when a shorter schedule to a duplicate and one that ends well are known, and no
/// truth that might break is still looked for. An order that was judged by another consumer is left out: who delivers
/// next may judge it by other changes.
pub(super) fn all_have_happened(world: &World, verdicts: &[Verdict]) -> bool {
    let probes = &world.chosen().probes;
    let happened = |it: &Verdict| {
        let changes = &world.tally(it.order).changes;
        world.judged_by(it.order) == world.consumer() && probes.iter().all(|probe| changes[*probe] > 0)
    };
    !probes.is_empty() && verdicts.iter().all(happened)
}

/// Whether every order is settled, so that only the clock can still move. The caller knows that no fault is left to be
/// spent and no order to be added again.
///
/// An order is settled when the queue took its job, none of its jobs is in line, delayed or active, and no worker is in
/// the middle of it. Then nobody has anything to take or to go on with, and a job comes back only by a fault. What the
/// clock can still change is what lapses. That matters where something is judged by what is there rather than by how
/// often it changed (a second thing that has to come with the effect, a truth about the whole): there every key outside
/// the queue must be one without an end. What an outside system remembers is read by calls alone, and none comes.
pub(super) fn only_the_clock_is_left(world: &World, verdicts: &[Verdict], sees_truths: bool) -> bool {
    let over = |it: &Verdict| !it.open && it.accepted;
    let may_lapse = sees_truths || world.chosen().probes.len() > 1;
    let prefix = world.queue().prefix().as_bytes();
    let lasts =
        || world.db().iter().all(|(key, entry)| entry.expires_at.is_none() || key.starts_with(prefix));
    verdicts.iter().all(over) && (!may_lapse || lasts())
}
