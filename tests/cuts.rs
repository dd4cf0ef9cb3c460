//! A search finds the same, in as few actions, with and without each of its cuts.

mod random;

use std::sync::Arc;

use redeliver::base::SplitMix64;
use redeliver::explore::{Bound, Cut, Search, Violation};
use redeliver::sim::Scenario;

/// What a search found: the length of the first schedule to each violation, whether one ends well, and its transitions.
type Found = ([Option<usize>; 4], bool, u64);

fn searched(mut search: Search) -> Option<Found> {
    search.run(60_000);
    let lengths = Violation::ALL.map(|it| search.counterexample(it).map(|actions| actions.len()));
    search.over().then(|| (lengths, search.succeeds(), search.transitions()))
}

/// How often a cut has spared anything, by cut.
type Spared = [usize; Cut::ALL.len()];

fn compare(scenario: &Arc<Scenario>, consumer: usize, bound: &Bound, spared: &mut Spared) {
    let search = || Search::new(scenario, consumer, bound.clone());
    let name = || format!("{} / {}", scenario.id, scenario.consumers[consumer].recipe);
    let Some((lengths, succeeds, transitions)) = searched(search()) else { return };
    for (place, cut) in Cut::ALL.into_iter().enumerate() {
        let Some(whole) = searched(search().without(cut)) else { continue };
        assert_eq!((lengths, succeeds), (whole.0, whole.1), "{cut:?}: {}", name());
        assert!(transitions <= whole.2, "{cut:?}: {}", name());
        spared[place] += usize::from(transitions < whole.2);
    }
}

#[test]
fn no_cut_changes_what_is_found_in_a_shipped_consumer() {
    let mut spared = Spared::default();
    for scenario in redeliver::catalogue::catalogue() {
        for consumer in 0..scenario.consumers.len() {
            let bound = Bound { faults: 1, horizon: 31_000, ..Bound::default() };
            compare(&scenario, consumer, &bound, &mut spared);
        }
    }
    assert!(
        spared.iter().all(|count| *count > 0),
        "a cut that spares nothing is not worth its argument: {spared:?}"
    );
}

#[test]
fn no_cut_changes_what_is_found_in_a_random_consumer() {
    let mut spared = Spared::default();
    let mut rng = SplitMix64::new(13);
    for no in 0..60 {
        let scenario = random::scenario(&mut rng);
        let bound = Bound { orders: 1 + no % 2, faults: 1, horizon: 5_000, ..Bound::default() };
        compare(&scenario, 0, &bound, &mut spared);
    }
    println!("{spared:?}");
}
