//! What a recipe can tell apart, the prover tells apart, too: whether a key ends, which token it holds, and what a job's
//! fields name. Each search is compared with one in which everything counts.

mod schedule;

use std::sync::Arc;

use redeliver::explore::{Bound, Report, Search, Violation};
use redeliver::queue::JobOptions;
use redeliver::sim::{Detail, Invariant, Measure, Probe, Scenario, World};
use schedule::scenario;

/// The card charge with one consumer of this text, whose jobs have three attempts.
fn charge(recipe: &str) -> Scenario {
    let mut it = (*scenario("charge")).clone();
    it.consumers.truncate(1);
    recipe.clone_into(&mut it.consumers[0].recipe);
    it.options = JobOptions { attempts: 3, ..JobOptions::default() };
    it
}

fn found(mut search: Search) -> (String, Vec<(Violation, usize)>, bool) {
    while !search.run(10_000) {}
    let Report { counterexamples, succeeds, .. } = &search.report();
    let lengths = counterexamples.iter().map(|it| (it.violation, it.actions.len())).collect();
    (search.report().letters().to_owned(), lengths, *succeeds)
}

/// What the usual search finds, which has to be what a search of everything finds.
fn letters(it: Scenario, workers: u8, faults: u8) -> String {
    let it = Arc::new(it);
    let bound = Bound { workers, faults, horizon: 2_000, ..Bound::default() };
    let usual = found(Search::new(&it, 0, bound.clone()));
    let whole = found(Search::from(World::new(&it, 0, workers), bound, Detail::Everything));
    assert_eq!(usual, whole, "{}", it.consumers[0].recipe);
    usual.0
}

const FOR_GOOD: &str = "SET k 1";
const FOR_A_DAY: &str = "SET k 1 PX 86400000";

#[test]
fn that_a_key_ends_counts_however_late_it_does() {
    for (first, second) in [(FOR_GOOD, FOR_A_DAY), (FOR_A_DAY, FOR_GOOD)] {
        let by_worker = format!("if worker == 1\n  {first}\nelse\n  {second}\nend\n");
        let mut counted = charge(&(by_worker.clone() + "charge {job.card} 5 key k"));
        counted.consumers[0].invariants = vec![Invariant {
            text: "No key stays for good.".into(),
            left: Measure::Endless("k".into()),
            right: Measure::Number(0),
        }];
        assert_eq!(letters(counted, 2, 0), "I", "{first} {second}");

        let asked = format!(
            "second = GET second\nif not second\n  {by_worker}  SET second 1\n  fail \"again\"\nend\n\
             ended = PERSIST k\ncharge {{job.card}} 5\nif ended == 1\n  charge {{job.card}} 5\nend"
        );
        assert_eq!(letters(charge(&asked), 2, 0), "D", "{first} {second}");
    }
}

#[test]
fn a_job_whose_fields_name_the_queues_keys_is_searched_in_full_detail() {
    let recipe = "n = INCR tries\nif n > 1\n  DEL {job.card}\nend";
    for (card, expected) in [("emq:charges:completed", "L"), ("card-#", "E")] {
        let mut it = charge(recipe);
        it.consumers[0].probes.clear();
        it.fields[1].values = vec![card.to_owned()];
        assert_eq!(letters(it, 2, 1), expected, "{card}");
    }
    let spelled_out = |card: &str| {
        let mut it = charge("DEL {job.card}mq:charges:completed");
        it.fields[1].values = vec![card.to_owned()];
        Detail::safe_for(&World::new(&Arc::new(it), 0, 1))
    };
    assert_eq!(spelled_out("e"), Detail::Everything);
    assert_eq!(spelled_out("card-#"), Detail::Relevant);
}

#[test]
fn which_token_a_worker_will_have_counts_where_the_recipe_reads_it() {
    // Each worker's first two tokens fail the job; the third of the first worker charges twice.
    let early: String = ["worker-1:1", "worker-2:1", "worker-1:2", "worker-2:2"]
        .map(|token| format!("if token == \"{token}\"\n  fail \"early\"\nend\n"))
        .concat();
    let third = early + "if token == \"worker-1:3\"\n  charge {job.card} 5\nend\ncharge {job.card} 5 key k";
    // A key that the producer left there tells a token as well as the recipe's own text does.
    let known =
        "e = EXISTS known:{token}\nif e\n  charge {job.card} 5\n  charge {job.card} 5\nend\nfail \"again\"";
    // Which of the tokens comes first in the alphabet.
    let least = "ZINCRBY z 0 {token}\nleast = ZRANGE z 0 0\nif least == token\n  fail \"again\"\nend\ncharge {job.card} 5";
    for (workers, faults) in [(1, 0), (1, 2), (2, 0), (2, 1)] {
        assert_eq!(letters(charge(&third), workers, faults), "D", "{workers} workers, {faults} faults");
        let mut it = charge(known);
        it.setup = vec![["SET", "known:worker-2:2", "1"].map(str::to_owned).to_vec()];
        assert_eq!(letters(it, workers, faults), if workers > 1 { "D" } else { "N" }, "{faults} faults");
        letters(charge(least), workers, faults);
    }
}

#[test]
fn what_was_there_before_the_effect_may_lapse_after_everything_is_settled() {
    // The mark has to come with the charge. While the old one stands, none is left; and who is still at it when that
    // lapses has no lock any more, so the job runs again and leaves one.
    let mut it = charge("charge {job.card} 5 key k\nSET mark 1 NX");
    it.setup = vec![["SET", "mark", "1", "PX", "1500"].map(str::to_owned).to_vec()];
    it.probes.push(Probe::Key("mark".into()));
    it.consumers[0].probes = vec![0, 1];
    it.settings.lock_duration = 1_000;
    it.settings.lock_renew_time = 86_400_000;
    assert_eq!(letters(it, 1, 0), "L");
}
