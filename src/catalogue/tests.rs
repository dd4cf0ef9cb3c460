//! Every shipped scenario is sound.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::sim::{Scenario, WORKERS, World, enabled};

use super::built_in::texts;
use super::{FIRST, IDS, Rest, catalogue, first, listed};

/// All that a file lists, read to its end.
fn read(file: &str) -> Result<Vec<Arc<Scenario>>, String> {
    let mut rest = Rest::of(file.to_owned());
    loop {
        if let Some(all) = rest.read().map_err(|error| error.to_string())? {
            return Ok(all);
        }
    }
}

#[test]
fn the_picker_has_the_scenarios_in_their_order_with_those_of_a_group_together() {
    let all = catalogue();
    assert_eq!(all.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), IDS);
    let mut groups: Vec<&str> = all.iter().map(|it| it.group.as_str()).collect();
    groups.dedup();
    let headings =
        ["Naturally idempotent", "Needs a guard", "State machines", "Money", "The queue itself", "Beyond"];
    assert_eq!(groups, headings);
    assert!(all.iter().all(|it| it.source.starts_with("Source: ")), "each says where it comes from");
}

#[test]
fn the_first_scenario_and_the_rest_are_the_catalogue() {
    let mut all = read(&listed(&[FIRST])).expect("they are sound");
    let place = IDS.iter().position(|id| *id == FIRST).expect("it is one of them");
    all.insert(place, first());
    assert_eq!(all, catalogue());
    // As `scripts/scenarios.sh` puts the files together, before a release takes out the space.
    let rest: Vec<&str> =
        texts().into_iter().zip(IDS).filter(|(_, id)| **id != FIRST).map(|it| it.0).collect();
    all.remove(place);
    assert_eq!(read(&format!("[\n{}]\n", rest.join(",\n"))), Ok(all));
}

#[test]
fn the_rest_of_another_version_is_refused_and_so_is_one_with_a_mistake() {
    for text in ["", "[]", "<!DOCTYPE html>", &listed(&[]), &listed(&[FIRST, "cart"])] {
        let told = read(text).expect_err("it is not all of them");
        assert_eq!(told, "line 1, column 1: this is the list of another version of the page");
    }
    let told = read(&listed(&[FIRST]).replacen("SET lamp", "SIT lamp", 1)).expect_err("it is wrong");
    assert!(told.starts_with("consumers[0].recipe[3]: line 2, column ") && told.contains("SIT"), "{told}");
    assert!(read("[\n{\"version\": 1,\n").is_err_and(|told| told.contains("line 3")));
}

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
