//! Two worlds of one fingerprint have the same future: over random walks, in shipped and in random consumers, they allow
//! the same actions, and these lead to worlds of one fingerprint again, two levels deep.
//!
//! At the same clock that is so at the search's own horizon. Of two clocks the earlier world is compared at a horizon
//! that is as far off as the later one's: it can do all that the later one can, and the search keeps to the earlier one.

mod random;

use std::collections::BTreeMap;
use std::sync::Arc;

use redeliver::base::{Millis, SplitMix64};
use redeliver::sim::{Action, Detail, Scenario, Worker, WorkerId, World, apply_quietly, enabled, next_timer};

/// Until when a search may move the clock.
const HORIZON: Millis = Millis(65_000);

/// How many steps of a walk are worth keeping.
const STEPS: usize = 60;

/// What a search, a producer or a lesson may do in a world: neither the text, nor what it is judged by, changes.
fn choices(world: &World, horizon: Millis) -> Vec<Action> {
    let in_scope = |action: &Action| match action {
        Action::NextTimer => next_timer(world).is_some_and(|at| at <= horizon),
        Action::SetConsumer(_) | Action::CrashAfter { .. } => false,
        Action::Enqueue(_) => world.orders().count() < 3,
        Action::EnqueueAgain(_) => world.jobs().count() < 5,
        _ => true,
    };
    enabled(world).into_iter().filter(in_scope).collect()
}

/// An action without the number of its worker: two workers in the same situation are interchangeable.
fn kind(action: &Action) -> String {
    match action.worker() {
        Some(_) => format!("{action:?}").split('(').next().unwrap_or_default().to_owned(),
        None => format!("{action:?}"),
    }
}

/// All that can follow, so many levels deep: what was done and the fingerprint after it.
fn future(world: &World, horizon: Millis, levels: u8) -> Vec<(String, u64, u64)> {
    let mut all: Vec<_> = choices(world, horizon)
        .into_iter()
        .map(|action| {
            let mut next = world.clone();
            apply_quietly(&mut next, &action);
            let deeper = if levels > 1 { hash(&future(&next, horizon, levels - 1)) } else { 0 };
            (kind(&action), next.digest(Detail::Relevant, horizon), deeper)
        })
        .collect();
    all.sort();
    all
}

fn hash(value: &impl std::hash::Hash) -> u64 {
    use std::hash::Hasher;
    let mut hasher = std::hash::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Whether what follows in two worlds has the same fingerprints even where their workers have changed places. With
/// tables it has not: there a transaction carries its worker's number, so that such futures are the same but for names.
fn comparable(one: &World, other: &World) -> bool {
    let situations = |world: &World| -> Vec<_> {
        let worker =
            |it: &Worker| (it.condition, it.run.as_ref().map(|run| (run.no, run.at(WorkerId(1), Millis(0)))));
        world.workers().map(|(_, it)| worker(it)).collect()
    };
    one.sql().tables().len() == 0 || situations(one) == situations(other)
}

/// Pairs compared, and what was wrong with them.
#[derive(Default)]
struct Tally {
    at_one_clock: usize,
    at_two_clocks: usize,
    wrong: Vec<String>,
}

impl Tally {
    /// Compares two different worlds of one fingerprint.
    fn compare(&mut self, one: &World, other: &World, what: &str) {
        let (early, late) = if one.now() <= other.now() { (one, other) } else { (other, one) };
        let ahead = late.now().since(early.now());
        *(if ahead == 0 { &mut self.at_one_clock } else { &mut self.at_two_clocks }) += 1;
        let left = Millis(HORIZON.0 - ahead);
        let [first, second] = [future(early, left, 2), future(late, HORIZON, 2)];
        if first != second {
            let differ: Vec<_> = first.iter().filter(|it| !second.contains(it)).collect();
            let other: Vec<_> = second.iter().filter(|it| !first.contains(it)).collect();
            self.wrong.push(format!(
                "{what} at {:?} and {:?}: {differ:?} or {other:?}",
                early.now(),
                late.now()
            ));
        }
    }

    /// Walks at random, meeting worlds of fingerprints known before.
    fn walk(&mut self, scenario: &Arc<Scenario>, consumer: usize, rng: &mut SplitMix64, walks: usize) {
        let name = format!("{} / {}", scenario.id, scenario.consumers[consumer].recipe);
        let mut known: BTreeMap<u64, Vec<World>> = BTreeMap::new();
        for _ in 0..walks {
            let mut world = World::new(scenario, consumer, 2);
            if Detail::safe_for(&world) == Detail::Everything {
                return;
            }
            for _ in 0..STEPS {
                let all = choices(&world, HORIZON);
                let Some(action) = (!all.is_empty()).then(|| random::pick(rng, &all)) else { break };
                apply_quietly(&mut world, &action);
                let met = known.entry(world.digest(Detail::Relevant, HORIZON)).or_default();
                let whole = |it: &World| it.digest(Detail::Everything, HORIZON);
                if met.len() < 4 && met.iter().all(|it| whole(it) != whole(&world)) {
                    for other in met.iter().filter(|other| comparable(other, &world)) {
                        self.compare(other, &world, &name);
                    }
                    met.push(world.clone());
                }
            }
        }
    }

    fn done(self, least: usize) {
        println!("{} pairs at one clock, {} at two", self.at_one_clock, self.at_two_clocks);
        assert!(self.wrong.is_empty(), "{} differ, the first: {}", self.wrong.len(), self.wrong[0]);
        assert!(self.at_one_clock >= least && self.at_two_clocks >= least, "too few were compared");
    }
}

#[test]
fn worlds_of_one_fingerprint_have_one_future_in_every_shipped_consumer() {
    let mut tally = Tally::default();
    let mut rng = SplitMix64::new(11);
    for scenario in redeliver::catalogue::catalogue() {
        for consumer in 0..scenario.consumers.len() {
            tally.walk(&scenario, consumer, &mut rng, 24);
        }
    }
    tally.done(1_000);
}

#[test]
fn worlds_of_one_fingerprint_have_one_future_in_random_consumers() {
    let mut tally = Tally::default();
    let mut rng = SplitMix64::new(12);
    for _ in 0..400 {
        let scenario = random::scenario(&mut rng);
        tally.walk(&scenario, 0, &mut rng, 24);
    }
    tally.done(1_000);
}
