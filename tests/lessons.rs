//! Every shipped lesson starts broken, is solved by its solution and by nothing that does nothing, and plays what
//! it says it plays.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use redeliver::app;
use redeliver::catalogue::catalogue;
use redeliver::catalogue::course::{self, Lesson, Outcome, Step};
use redeliver::sim::World;

/// The lessons by the names of their files, in order.
fn shipped() -> Vec<(String, Lesson)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    let mut all: Vec<(String, Lesson)> = fs::read_dir(directory)
        .expect("there are lessons")
        .map(|entry| {
            let entry = entry.expect("it can be listed");
            let name = entry.file_name().into_string().expect("the name is text");
            let text = fs::read_to_string(entry.path()).expect("it can be read");
            let lesson = course::load(&text, &catalogue()).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, lesson)
        })
        .collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

#[test]
fn every_lesson_starts_broken_and_is_solved_by_its_solution_only() {
    for (name, lesson) in shipped() {
        let judge = |recipe: &str| lesson.judge(recipe).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        assert_eq!(judge(&lesson.solution), Outcome::Reached, "{name}: the solution");
        for broken in [lesson.start.as_str(), "", "skip \"x\"\n"] {
            let judged = judge(broken);
            assert!(
                matches!(judged, Outcome::Broken(_) | Outcome::NeverDone),
                "{name}: {broken:?} is {judged:?}"
            );
        }
    }
}

#[test]
fn a_recipe_that_writes_once_but_the_wrong_value_does_not_solve_a_lesson() {
    let all = shipped();
    for (lesson, wrong) in [
        (0, "SET lamp:{job.lamp} off\n"),
        (0, "SET lamp:{job.lamp} {job.order}\n"),
        (2, "claimed = SET dedup:{job.id} 1 NX PX 86400000\nif claimed\n  INCRBY page:views 2\nend\n"),
    ] {
        let judged = all[lesson].1.judge(wrong);
        assert!(matches!(judged, Ok(Outcome::Broken(_) | Outcome::NeverDone)), "{wrong:?} is {judged:?}");
    }
}

#[test]
fn the_schedule_that_a_lesson_loads_breaks_its_start() {
    for (name, lesson) in shipped() {
        let fragments = lesson.steps.iter().filter_map(|step| match step {
            Step::Run { actions, .. } => actions.as_ref(),
            _ => None,
        });
        let mut loaded = 0;
        for fragment in fragments {
            let mut known = catalogue();
            known.insert(0, Arc::clone(&lesson.scenario));
            let link = app::decode(fragment, &known).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((&link.scenario, link.consumer), (&lesson.scenario, lesson.consumer), "{name}");
            let world = World::new(&link.scenario, link.consumer, link.workers);
            let trace = app::trace(world, &link.actions).unwrap_or_else(|error| panic!("{name}: {error}"));
            let wrong = |verdict: &str| trace.orders.iter().any(|order| order.judgement.word() == verdict);
            assert!(wrong("duplicated") || wrong("lost") || trace.broken.is_some(), "{name}: nothing breaks");
            loaded += 1;
        }
        assert!(loaded > 0, "{name} loads nothing");
    }
}

#[test]
fn lessons_are_numbered_without_gaps_and_named_once() {
    let all = shipped();
    assert!(all.len() >= 12);
    for (index, (name, lesson)) in all.iter().enumerate() {
        assert_eq!(*name, format!("{:02}-{}.json", index + 1, lesson.id));
    }
    let titles: BTreeSet<&str> = all.iter().map(|(_, lesson)| lesson.title.as_str()).collect();
    assert_eq!(titles.len(), all.len());
}

#[test]
fn every_file_in_scenarios_is_a_shipped_scenario_under_its_id() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let mut names: Vec<String> = fs::read_dir(directory)
        .expect("there is such a directory")
        .map(|entry| entry.expect("it can be read").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    let mut expected: Vec<String> = catalogue().iter().map(|it| format!("{}.json", it.id)).collect();
    expected.sort();
    assert_eq!(names, expected);
}
