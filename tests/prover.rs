//! The prover: right on what can be enumerated, agreeing with the project's table, and honest about its limits.

mod schedule;

use std::collections::BTreeSet;
use std::sync::Arc;

use redeliver::base::Millis;
use redeliver::explore::{Bound, Column, Matrix, Report, Search, Violation};
use redeliver::queue::{JobOptions, Keep, Settings};
use redeliver::sim::{
    Action, Detail, FaultKind, JobNo, Judgement, Scenario, WorkerId, World, apply, enabled, next_timer,
    verdicts,
};
use schedule::{scenario, world};

fn proven(search: Search) -> Report {
    let mut search = search;
    while !search.run(10_000) {}
    search.report()
}

fn index(id: &str, consumer: &str) -> usize {
    scenario(id).consumer(consumer).unwrap_or_else(|| panic!("{id} has no consumer {consumer}"))
}

fn length(report: &Report, violation: Violation) -> Option<usize> {
    report.counterexamples.iter().find(|it| it.violation == violation).map(|it| it.actions.len())
}

/// A bound small enough for the debug build to search everything without leaving anything out.
fn small() -> Bound {
    Bound { faults: 1, horizon: 95_000, ..Bound::default() }
}

#[test]
fn every_cell_of_the_table_is_what_the_search_finds_and_every_counterexample_replays() {
    // Where a letter is not the one that the list of systems asks for, the reason stands beside it.
    let table = [
        ("light", "toggle", "D"),
        ("light", "set-on", "E"),
        ("counter", "naive", "D"),
        ("counter", "marker", "L"),
        ("counter", "marker-after", "D"),
        ("counter", "atomic", "E"),
        ("counter", "natural", "E"),
        ("charge", "naive", "D"),
        ("charge", "marker", "L"),
        ("charge", "marker-after", "D"),
        ("charge", "lease", "D"),
        ("charge", "provider-key", "E"),
        ("enrollment", "naive", "D"),
        ("enrollment", "marker", "L"),
        ("enrollment", "atomic", "E"),
        ("enrollment", "natural", "L"),
        ("enrollment", "derived", "E"),
        ("status", "natural", "E"),
        ("roster", "natural", "E"),
        ("profile", "post", "D"),
        ("profile", "put", "E"),
        ("email", "naive", "D"),
        ("email", "marker", "L"),
        ("email", "dedup-id", "E"),
        ("portal", "blind", "D"),
        ("portal", "check", "D"),
        ("portal", "expect", "E"),
        // Not asked for: the marker in front of the engine, as the chapter has it for the seat.
        ("portal", "marker-first", "L"),
        ("portal", "two-layers", "E"),
        ("payment", "naive", "D"),
        ("payment", "fresh-key", "D"),
        ("payment", "key", "E"),
        ("dedup", "naive", "D"),
        ("dedup", "simple", "D"),
        ("dedup", "throttle", "D"),
        ("dedup", "extend", "D"),
        ("dedup", "replace", "D"),
        // Asked for: that it absorbs redelivery. It does; but here the producer may add the order again, which is
        // another job with another id. `tests/systems.rs` has the two schedules.
        ("dedup", "marker", "D"),
        ("dedup", "both-simple", "D"),
        ("dedup", "both-throttle", "E"),
        ("dedup", "order-marker", "E"),
        // The list says D. The marker is claimed before the effect, and a lost reply to the claim is retried after
        // a second, while even a marker of 20 seconds still stands: that delivery skips, and the order is lost.
        ("marker-ttl", "short", "DL"),
        ("marker-ttl", "long", "L"),
        ("marker-ttl", "endless", "L"),
        // E: no job disappears, and each ends completed or failed; `tests/systems.rs` lets the faults stop.
        ("redelivery", "steady", "E"),
        ("redelivery", "flaky", "E"),
        ("redelivery", "hopeless", "E"),
        ("invoice", "naive", "D"),
        ("invoice", "claim", "L"),
        ("invoice", "replay", "E"),
        // A report may be written again, so there is no D; a torn one breaks the invariant.
        ("report", "naive", "I"),
        // Both: a worker that is frozen past its lease still writes. What the owner's check prevents takes a third
        // delivery; `tests/systems.rs` has the schedule.
        ("report", "lease", "I"),
        ("report", "lease-owner", "I"),
        ("report", "fenced", "E"),
        ("row-insert", "blind", "D"),
        ("row-insert", "do-nothing", "E"),
        ("row-insert", "upsert", "E"),
        ("cart", "natural", "E"),
        ("inventory", "naive", "D"),
        ("inventory", "job-version", "E"),
        ("inventory", "read-version", "D"),
        ("order-status", "unconditional", "D"),
        ("order-status", "conditional", "L"),
        ("order-status", "keyed", "E"),
        ("pipeline", "keys", "D"),
        ("pipeline", "conditions", "D"),
        ("pipeline", "both", "E"),
        ("balance", "naive", "D"),
        ("balance", "key", "E"),
        ("balance", "claim", "E"),
        ("balance", "no-unique", "D"),
        ("balance", "key-first", "L"),
        ("outbox", "insert-send", "D"),
        ("outbox", "once-send", "L"),
        ("outbox", "outbox", "D"),
        ("outbox", "outbox-key", "E"),
    ];
    let bound = Bound { horizon: 130_000, ..Bound::default() };
    // Two halves of about the same work, for two processors.
    std::thread::scope(|scope| {
        for half in 0..2 {
            let (table, bound) = (&table, &bound);
            scope.spawn(move || {
                for (id, consumer, expected) in table.iter().skip(half).step_by(2) {
                    let report = proven(Search::new(&scenario(id), index(id, consumer), bound.clone()));
                    assert_eq!(report.letters(), *expected, "{id} / {consumer}");
                    replay(id, consumer, &report);
                }
            });
        }
    });
    let consumers: usize = redeliver::catalogue::catalogue().iter().map(|it| it.consumers.len()).sum();
    assert_eq!(table.len(), consumers, "a consumer is missing from the table");
}

/// Plays each counterexample from a fresh world: it ends in what it says.
fn replay(id: &str, consumer: &str, report: &Report) {
    for found in &report.counterexamples {
        let mut world = world(id, consumer);
        for action in found.setup.iter().chain(&found.actions) {
            assert_eq!(world.why_not(action), None, "{id} / {consumer}: {action:?}");
            apply(&mut world, action);
        }
        let all = verdicts(&world);
        let verdict = &all[0];
        let right = match found.violation {
            Violation::Duplicate => verdict.judgement == Judgement::Duplicated,
            Violation::Loss => verdict.judgement == Judgement::Lost,
            Violation::Stuck => verdict.failed && verdict.judgement == Judgement::Pending,
            Violation::Invariant => world.broken_invariant(&all).is_some(),
        };
        assert!(right, "{id} / {consumer}: {found:?}");
    }
}

/// What a search may do in a world, spelled out once more and without any of its shortcuts.
fn choices(world: &World, faults_left: u8, horizon: Millis) -> Vec<(Action, bool)> {
    let in_scope = enabled(world).into_iter().filter(|action| match action {
        Action::Step(_) | Action::Thaw(_) | Action::Restart(_) => true,
        Action::NextTimer => next_timer(world).is_some_and(|at| at <= horizon),
        other => other.fault().is_some() && faults_left > 0,
    });
    in_scope.map(|action| (action.clone(), action.fault().is_some())).collect()
}

/// Tries every list of actions there is, one after the other.
fn enumerate(world: &World, faults_left: u8, horizon: Millis, seen: &mut BTreeSet<u64>) {
    seen.insert(world.digest(Detail::Everything, horizon));
    for (action, fault) in choices(world, faults_left, horizon) {
        let mut next = world.clone();
        apply(&mut next, &action);
        enumerate(&next, faults_left - u8::from(fault), horizon, seen);
    }
}

#[test]
fn the_search_reaches_exactly_the_worlds_that_all_action_lists_reach() {
    for (id, consumer) in [("charge", "naive"), ("charge", "marker"), ("light", "toggle")] {
        let start = world(id, consumer);
        let bound = Bound { faults: 1, horizon: 0, ..Bound::default() };
        let mut by_hand = BTreeSet::new();
        enumerate(&start, bound.faults, Millis(0), &mut by_hand);
        let mut search = Search::from(start, bound, Detail::Everything).keeping_worlds();
        while !search.run(1_000) {}
        let found: BTreeSet<u64> = search.worlds().iter().copied().collect();
        assert_eq!(found, by_hand, "{id} / {consumer}");
        assert!(by_hand.len() > 50, "{} worlds", by_hand.len());
    }
}

#[test]
fn leaving_out_what_cannot_matter_changes_no_verdict_and_no_length() {
    let all: Vec<_> = redeliver::catalogue::catalogue()
        .into_iter()
        .flat_map(|it| (0..it.consumers.len()).map(move |index| (std::sync::Arc::clone(&it), index)))
        .collect();
    std::thread::scope(|scope| {
        for half in 0..2 {
            let all = &all;
            scope.spawn(move || all.iter().skip(half).step_by(2).for_each(|(it, index)| compare(it, *index)));
        }
    });
}

/// Searches a shipped consumer once with what matters and once with everything.
fn compare(it: &std::sync::Arc<redeliver::sim::Scenario>, index: usize) {
    // Where the producer adds again, everything is many times as much: until the first check has to do.
    let horizon = if it.adds_again > 0 { 5_000 } else { 65_000 };
    let name = format!("{} / {}", it.id, it.consumers[index].id);
    compare_from(&World::new(it, index, 2), &Bound { horizon, ..small() }, &name);
}

fn compare_from(start: &World, bound: &Bound, name: &str) {
    let reduced = proven(Search::from(start.clone(), bound.clone(), Detail::Relevant));
    let whole = proven(Search::from(start.clone(), bound.clone(), Detail::Everything));
    for violation in Violation::ALL {
        assert_eq!(length(&reduced, violation), length(&whole, violation), "{name}: {violation:?}");
    }
    assert_eq!(reduced.succeeds, whole.succeeds, "{name}");
    assert!(reduced.states < whole.states, "{name}");
}

#[test]
fn nor_does_it_in_recipes_whose_variables_come_and_go_or_whose_attempts_run_out() {
    let texts = [
        "a = GET x\nSET x 1\na = GET x\ncharge {job.card} {job.amount} key {a}",
        "seen = GET done:{job.id}\nif seen\n  skip \"done\"\nend\nn = INCR tries\ncharge {job.card} {job.amount}\nif n < 3\n  fail \"try {n}\"\nend\nSET done:{job.id} {n}",
        "n = INCR tries\nif n == 1\n  fail \"not yet\"\nelse\n  b = GET tries\nend\nif b == n\n  charge {job.card} {job.amount}\nend",
        "atomic\n  a = GET x\n  if a == nil\n    b = INCR x\n  end\nend\nif b\n  charge {job.card} {job.amount}\nend",
        "n = INCR tries\nif n > 2\n  charge {job.card} {job.amount}\nelse\n  fail \"once more\"\nend",
        "a = GET x\nfail \"never\"",
    ];
    for (faults, horizon) in [(1, 35_000), (2, 4_000)] {
        for text in texts {
            let mut start = world("charge", "naive");
            apply(&mut start, &Action::SetRecipe(text.into()));
            compare_from(&start, &Bound { faults, horizon, ..Bound::default() }, text);
        }
    }
}

fn planted(recipe: &str, bound: Bound) -> Report {
    let it = scenario("charge");
    proven(Search::of_text(&it, 0, recipe, bound))
}

#[test]
fn a_marker_that_is_checked_but_never_claimed_is_found_in_the_shortest_way() {
    let recipe =
        "seen = EXISTS dedup:{job.id}\nif seen\n  skip \"done\"\nend\ncharge {job.card} {job.amount}";
    let report = planted(recipe, small());
    assert_eq!(report.letters(), "D");
    // Take, look, charge; redeliver; take, look, charge.
    assert_eq!(length(&report, Violation::Duplicate), Some(7));
}

#[test]
fn a_marker_that_lives_shorter_than_the_lock_is_found() {
    let recipe =
        "claimed = SET dedup:{job.id} 1 NX PX 20000\nif claimed\n  charge {job.card} {job.amount}\nend";
    let report = planted(recipe, small());
    let shortest =
        length(&report, Violation::Duplicate).expect("the marker lapses before the job comes back");
    // Take, claim, charge, crash (or freeze); the marker lapses, the job comes back; take, claim, charge.
    assert!(shortest <= 10, "{shortest} steps");
    let long = recipe.replace("20000", "86400000");
    assert_eq!(length(&planted(&long, small()), Violation::Duplicate), None);
}

/// What a key has left tells how late it is, even where the key itself outlives the search.
#[test]
fn a_recipe_that_reads_how_long_its_marker_has_left_is_searched_to_the_end() {
    let recipe = "claimed = SET dedup:{job.id} 1 NX PX 86400000\nif not claimed\n  left = PTTL dedup:{job.id}\n  \
                  if left > 86330000\n    skip \"just done\"\n  end\nend\ncharge {job.card} {job.amount}";
    let bound = Bound { workers: 1, faults: 1, horizon: 95_000, ..Bound::default() };
    assert_eq!(planted(recipe, bound.with_only(FaultKind::Redelivery)).letters(), "D");
}

#[test]
fn acknowledging_before_the_effect_is_found_to_lose_it() {
    let mut start = world("charge", "naive");
    apply(&mut start, &Action::AckFirst(true));
    let report = proven(Search::from(start, small(), Detail::Relevant));
    // Take; the acknowledgement arrives, its reply does not, and the worker gives up before it has run anything.
    assert_eq!(length(&report, Violation::Loss), Some(2));
}

#[test]
fn the_shortest_duplicate_under_naive_is_a_redelivery() {
    let it = scenario("charge");
    let report = proven(Search::new(&it, 0, small()));
    let found = &report.counterexamples[0];
    let step = |n| Action::Step(WorkerId(n));
    assert_eq!(found.actions, [step(1), step(1), Action::redeliver(JobNo(1)), step(2), step(2)]);
}

#[test]
fn a_search_that_does_not_fit_says_so_and_keeps_what_it_found() {
    let it = scenario("charge");
    let bound = Bound { orders: 3, faults: 4, ..Bound::default() };
    let report = proven(Search::new(&it, 0, bound).with_max_nodes(20_000));
    assert!(report.full && !report.complete);
    assert_eq!(report.verdict(), "This consumer can duplicate the effect.");
    let e = it.consumer("provider-key").expect("it is shipped");
    let bound = Bound { orders: 6, faults: 4, ..Bound::default() };
    let report = proven(Search::new(&it, e, bound).with_max_nodes(5_000));
    assert_eq!(report.letters(), "?");
    assert!(report.verdict().starts_with("Not decided: the search reached its memory limit."));
}

#[test]
fn a_search_in_slices_finds_what_a_search_in_one_go_finds() {
    let it = scenario("charge");
    let mut sliced = Search::new(&it, 1, small());
    let mut slices = 0;
    while !sliced.run(7) {
        slices += 1;
    }
    assert!(slices > 10);
    assert_eq!(sliced.report(), proven(Search::new(&it, 1, small())));
}

#[test]
fn the_matrix_has_a_cell_for_each_consumer_and_kind_of_fault() {
    let it = scenario("light");
    let mut matrix = Matrix::new(&it, small());
    while !matrix.run(10_000) {}
    let told: Vec<&str> =
        matrix.cells().iter().map(|cell| cell.report.as_ref().expect("done").letters()).collect();
    assert_eq!(told.len(), it.consumers.len() * Column::all().count());
    // Toggle: whatever brings the job back flips the lamp again, a lost acknowledgement too.
    assert_eq!(told[..6], ["D", "D", "D", "D", "D", "D"]);
    assert_eq!(told[6..], ["E", "E", "E", "E", "E", "E"]);
}

#[test]
fn a_consumer_that_never_does_it_is_not_called_exactly_once() {
    for recipe in ["DEL emq:charges:1", "DEL emq:charges:{job.id}:lock", "fail \"never\""] {
        let report = planted(recipe, Bound { faults: 0, horizon: 65_000, ..Bound::default() });
        assert_eq!(report.letters(), "N", "{recipe}: {}", report.verdict());
        assert!(report.broken());
    }
}

#[test]
fn recipes_that_spoil_the_queues_keys_are_searched_without_a_panic() {
    for recipe in
        ["SET emq:charges:stalled x", "SET emq:charges:wait x", "RENAME emq:charges:1:lock emq:charges:wait"]
    {
        let report = planted(recipe, Bound { horizon: 0, ..small() });
        assert_ne!(report.letters(), "E", "{recipe}");
    }
}

#[test]
fn the_bound_is_told_in_words() {
    let words = Bound::default().words();
    assert_eq!(
        words,
        "2 workers, 1 job, at most 2 faults (crashes, freezes, lost requests, lost replies, manual redeliveries), the clock up to 180 s"
    );
    let only = Bound::default().with_only(FaultKind::Crash);
    assert!(only.words().contains("(crashes)"));
    assert!(only.not_covered().iter().any(|it| it.contains("lost replies")));
}

#[test]
fn a_cell_that_the_last_column_speaks_for_is_what_its_own_search_finds() {
    for id in ["charge", "balance", "report"] {
        let it = scenario(id);
        let bound = Bound { horizon: 65_000, ..Bound::default() };
        let mut matrix = Matrix::new(&it, bound.clone());
        while !matrix.run(10_000) {}
        for cell in matrix.cells() {
            let Column::Only(kind) = cell.column else { continue };
            let alone = proven(Search::new(&it, cell.consumer, bound.with_only(kind)));
            let told = cell.report.as_ref().expect("done");
            let name = &it.consumers[cell.consumer].id;
            assert_eq!(told.letters(), alone.letters(), "{id} / {name}, {kind:?}");
            assert_eq!(told.counterexamples, alone.counterexamples, "{id} / {name}, {kind:?}");
        }
    }
}

#[test]
fn a_search_ends_when_nothing_else_can_come_about() {
    // Nothing is counted, and the queue keeps every job: a broken truth is all there is to find.
    let mut it = scenario("report");
    let lease = it.consumer("lease").expect("shipped");
    let ended = proven(Search::new(&it, lease, Bound::default()));
    // A queue that may forget jobs has to be searched to the end, though it never comes to the hundredth.
    Arc::make_mut(&mut it).consumers[lease].options =
        Some(JobOptions { remove_on_complete: Keep::Newest(100), ..JobOptions::default() });
    let whole = proven(Search::new(&it, lease, Bound::default()));
    assert_eq!([ended.letters(), whole.letters()], ["I", "I"]);
    assert!(ended.transitions * 2 < whole.transitions, "{} {}", ended.transitions, whole.transitions);
}

/// The card charge with other keys at the start, other timings, and one attempt a job.
fn prepared(setup: &[&str], settings: Settings) -> Arc<Scenario> {
    let mut it = (*scenario("charge")).clone();
    it.setup = setup.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    it.settings = settings;
    it.options = JobOptions { attempts: 1, ..it.options };
    Arc::new(it)
}

#[test]
fn what_depends_on_when_a_lock_was_taken_is_not_overlooked() {
    let once = "charge {job.card} {job.amount} key k{job.order}";
    let again = "charge {job.card} {job.amount}";
    // Dies with its lock: only a worker that began late leaves one that is still there when the key lapses.
    let crashed = format!(
        "g = GET gate\nif not g\n  seen = GET seen\n  m = GET m\n  if seen\n    if m\n      {again}\n    end\n  end\n  SET seen 1\nend\n{once}"
    );
    let often = Settings { stalled_interval: 5_000, max_stalled_count: 1_000, ..Settings::default() };
    let it = prepared(&["SET gate 1 PX 15499", "SET m 1 PX 38000"], often);
    let bound =
        Bound { workers: 1, faults: 1, horizon: 50_000, ..Bound::default() }.with_only(FaultKind::Crash);
    let report = proven(Search::of_text(&it, 0, &crashed, bound));
    assert_eq!((report.letters(), length(&report, Violation::Duplicate).is_some()), ("D", true));

    // A lock that runs out before its worker would renew it.
    let lapsed = format!(
        "seen = GET seen\nif seen\n  {once}\n  skip \"second\"\nend\ne = GET early\ng = GET gate\nif e\n  if not g\n    SET seen 1\n    skip \"lost\"\n  end\nend\n{once}"
    );
    let late = Settings { lock_duration: 20_000, lock_renew_time: 86_400_000, ..Settings::default() };
    let it = prepared(&["SET x 1 PX 10000", "SET early 1 PX 12000", "SET gate 1 PX 20500"], late);
    let bound = Bound { workers: 1, faults: 0, horizon: 100_000, ..Bound::default() };
    for detail in [Detail::Relevant, Detail::Everything] {
        let mut start = World::new(&it, 0, 1);
        apply(&mut start, &Action::SetRecipe(lapsed.as_str().into()));
        let report = proven(Search::from(start, bound.clone(), detail));
        assert_eq!(report.letters(), "L", "{detail:?}");
    }
}

#[test]
fn a_recipe_that_can_tell_more_is_searched_in_full_detail() {
    let detail = |text: &str| {
        let mut start = world("charge", "naive");
        apply(&mut start, &Action::SetRecipe(text.into()));
        assert_eq!(start.program().source(), text);
        Detail::safe_for(&start)
    };
    let telling = [
        "t = PTTL m",
        "t = ttl m",
        "KEYS *",
        "SET a 1 PXAT 5",
        "SET a {now}",
        r#"n = HGET "\x65mq:charges:{job.id}" ats"#,
        "e = GET l\nn = HGET {e}mq:charges:1 ats",
        "p = GET l\nn = GET e{p}",
        "DEL a b emq:charges:wait",
        "MSET a 1 emq:x 2",
    ];
    for text in telling {
        assert_eq!(detail(text), Detail::Everything, "{text}");
    }
    let others = [
        "e = GET l\nSET report:head {e}",
        "SET lock:{job.order} {token} NX PX 30000",
        "MSET a emq:1 b {job.card}",
        "if token < worker\n  skip \"x\"\nend",
        "SET {job.card} emq",
    ];
    for text in others {
        assert_eq!(detail(text), Detail::Relevant, "{text}");
    }
}

#[test]
fn an_expiry_past_the_horizon_counts_when_the_recipe_reads_it() {
    let recipe = "SET m 1 PX 86400000\ng = GET gate\nl = GET late\nt = PTTL m\ncharge {job.card} {job.amount}\nif not g\n  if l\n    if t > 86395000\n      charge {job.card} {job.amount}\n    end\n  end\nend";
    let it = prepared(&["SET gate 1 PX 10000", "SET late 1 PX 12000"], Settings::default());
    let report =
        proven(Search::of_text(&it, 0, recipe, Bound { faults: 0, horizon: 60_000, ..Bound::default() }));
    assert_eq!((report.letters(), length(&report, Violation::Duplicate)), ("D", Some(8)));
}

#[test]
fn a_lock_with_a_token_of_its_own_is_searched_like_one_without() {
    let recipe = "got = SET lock:{job.order} {token} NX PX 30000\nif not got\n  fail \"somebody works on it\"\nend\ncharge {job.card} {job.amount} key order-{job.order}\natomic\n  owner = GET lock:{job.order}\n  if owner == token\n    DEL lock:{job.order}\n  end\nend";
    let report = planted(recipe, small());
    assert_eq!(report.letters(), "E");
    assert!(report.states < 40_000, "{} states", report.states);
    let mut start = world("charge", "naive");
    apply(&mut start, &Action::SetRecipe(recipe.into()));
    compare_from(&start, &Bound { horizon: 35_000, ..small() }, recipe);
}
