//! Every shipped scenario is sound.

use std::collections::BTreeSet;

use crate::sim::{WORKERS, World, enabled};

use super::catalogue;

#[test]
fn every_consumer_of_every_scenario_starts_with_a_job_that_can_be_taken() {
    for scenario in catalogue() {
        for index in 0..scenario.consumers.len() {
            let world = World::new(&scenario, index, WORKERS);
            let step = crate::sim::Action::Step(crate::sim::WorkerId(1));
            assert!(enabled(&world).contains(&step), "{} {index}", scenario.id);
        }
    }
}

#[test]
fn ids_and_titles_are_each_used_once() {
    let all = catalogue();
    let ids: BTreeSet<&str> = all.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids.len(), all.len());
    for scenario in &all {
        let ids: BTreeSet<&str> = scenario.consumers.iter().map(|it| it.id.as_str()).collect();
        let titles: BTreeSet<&str> = scenario.consumers.iter().map(|it| it.title.as_str()).collect();
        assert_eq!((ids.len(), titles.len()), (scenario.consumers.len(), scenario.consumers.len()));
        assert!(scenario.consumers.iter().all(|it| it.probes.iter().all(|p| *p < scenario.probes.len())));
    }
}

#[test]
fn the_last_value_of_a_field_serves_all_further_orders() {
    let field = crate::sim::Field { name: "x".into(), values: vec!["a".into(), "b-#".into()] };
    assert_eq!([1, 2, 3].map(|n| field.value(n)), ["a", "b-2", "b-3"]);
}
