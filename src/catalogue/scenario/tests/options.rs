//! What a file may say about the queue: ids that the producer chooses, deduplication, adding again; and that no order
//! and no job is mistaken for another because of it.

use std::sync::Arc;

use super::{changed, told};
use crate::base::SplitMix64;
use crate::explore::{Bound, Search};
use crate::queue::{Backoff, Dedup, DedupMode, JobOptions, JobState, Keep};
use crate::sim::{
    Action, Enqueue, Event, JobNo, Judgement, Measure, Probe, Scenario, WORKERS, WorkerId, World, apply,
    enabled, verdicts,
};

const OPTIONS: &str =
    "\"attempts\": 5, \"backoff\": { \"exponential\": 250 }, \"removeOnComplete\": 0, \"removeOnFail\": 10";

/// The whole file with these job options.
fn with(options: &str) -> Arc<Scenario> {
    changed(OPTIONS, options).unwrap_or_else(|error| panic!("{options}: {error}"))
}

/// Runs one worker until nothing is left to take.
fn work(world: &mut World) {
    while crate::sim::why_not(world, &Action::Step(WorkerId(1))).is_none() {
        apply(world, &Action::Step(WorkerId(1)));
    }
}

fn judgements(world: &World) -> Vec<(Judgement, bool)> {
    verdicts(world).iter().map(|it| (it.judgement, it.accepted)).collect()
}

#[test]
fn ids_and_deduplication_arrive_in_the_options() {
    let it = with("\"jobId\": \"order-{job.order}\"");
    assert_eq!(it.options.job_id.as_deref(), Some("order-{job.order}"));
    for (text, mode) in [
        ("", DedupMode::Simple),
        (", \"mode\": \"simple\"", DedupMode::Simple),
        (", \"mode\": \"replace\"", DedupMode::Replace),
        (", \"mode\": { \"throttle\": 5000 }", DedupMode::Throttle { ttl: 5_000 }),
        (", \"mode\": { \"extend\": 5000 }", DedupMode::Extend { ttl: 5_000 }),
    ] {
        let it = with(&format!("\"deduplication\": {{ \"id\": \"o-{{job.order}}\"{text} }}"));
        assert_eq!(it.options.dedup, Some(Dedup { id: "o-{job.order}".into(), mode }));
    }
}

#[test]
fn a_consumers_options_are_the_scenarios_where_they_say_nothing_else() {
    let it = changed("\"probes\": [1],", "\"probes\": [], \"options\": { \"attempts\": 1 },")
        .expect("it is sound");
    let own = it.consumers[1].options.as_ref().expect("it has some");
    assert_eq!((own.attempts, own.backoff), (1, Some(Backoff::Exponential(250))));
    assert_eq!(own, &JobOptions { attempts: 1, ..it.options.clone() });
    assert_eq!((own.remove_on_complete, it.consumers[0].options.as_ref()), (Keep::Newest(0), None));
    assert!(it.consumers[1].probes.is_empty(), "then the queue is what is judged");
}

#[test]
fn adding_again_calls_in_two_steps_and_counted_keys_arrive() {
    let from = "\"effect\": \"credited\",";
    let it = changed(from, &format!("{from} \"addsAgain\": 2, \"outsideInTwoSteps\": true,"))
        .expect("it is sound");
    assert_eq!((it.adds_again, it.outside_in_two_steps), (2, true));
    let it = changed("{ \"key\": \"points:{job.user}\" }", "{ \"keys\": \"points:\" }").expect("it is sound");
    assert_eq!(it.probes[0], Probe::Keys("points:".into()));
    let it = changed("{ \"number\": 0 }", "{ \"endless\": \"points:\" }").expect("it is sound");
    let right = Measure::Difference(Box::new(Measure::Orders), Box::new(Measure::Endless("points:".into())));
    assert_eq!(it.consumers[1].invariants[0].right, right);
}

#[test]
fn truths_of_the_scenario_hold_for_each_consumer_besides_its_own() {
    let shared = "\"invariants\": [{ \"text\": \"All.\", \"left\": \"orders\", \"right\": \"orders\" }],";
    let it = changed("\"effect\": \"credited\",", &format!("\"effect\": \"credited\", {shared}"));
    let it = it.expect("it is sound");
    let texts = |consumer: usize| it.consumers[consumer].invariants.iter().map(|it| it.text.as_str());
    assert_eq!(texts(0).collect::<Vec<_>>(), ["All."]);
    assert_eq!(texts(1).collect::<Vec<_>>(), ["All.", "As many orders as members."]);
}

#[test]
fn what_the_queue_would_not_take_is_told_where_it_stands() {
    let cases = [
        (
            "\"jobId\": \"{job.order}\"",
            "options.jobId: line 16, column 25: a custom job id cannot be a whole number or start with '0:': the queue counts its own ids",
        ),
        (
            "\"jobId\": \"wait\"",
            "options.jobId: line 16, column 25: a custom job id cannot start with the name of one of the queue's own keys",
        ),
        ("\"jobId\": \"\"", "options.jobId: line 16, column 25: this is empty"),
        (
            "\"jobId\": \"{job.id}\"",
            "options.jobId: line 16, column 25: {job.id} is not known here; what can be filled in is {job.order}, {job.user}",
        ),
        (
            "\"deduplication\": { \"mode\": \"simple\" }",
            "options.deduplication: line 16, column 33: a field is missing here: id",
        ),
        (
            "\"deduplication\": { \"id\": \"x\", \"mode\": \"debounce\" }",
            "options.deduplication.mode: line 16, column 54: this should be \"simple\", \"replace\", { \"throttle\": MS } or { \"extend\": MS }",
        ),
        (
            "\"deduplication\": { \"id\": \"x\", \"mode\": { \"throttle\": 0 } }",
            "options.deduplication.mode.throttle: line 16, column 68: 0 is not between 1 and 86400000",
        ),
    ];
    for (options, expected) in cases {
        assert_eq!(told(OPTIONS, options), expected);
    }
    let effect = "\"effect\": \"credited\",";
    let many = told(effect, "\"effect\": \"credited\", \"addsAgain\": 4,");
    assert_eq!(many, "addsAgain: line 24, column 38: 4 is not between 0 and 3");
    let word = told(effect, "\"effect\": \"credited\", \"outsideInTwoSteps\": \"yes\",");
    assert_eq!(word, "outsideInTwoSteps: line 24, column 46: this should be true or false");
}

#[test]
fn an_order_whose_job_the_queue_took_for_anothers_waits_and_is_never_called_done() {
    for options in ["\"jobId\": \"the-only-one\"", "\"deduplication\": { \"id\": \"the-only-one\" }"] {
        let scenario = with(options);
        let mut world = World::new(&scenario, 0, WORKERS);
        let events = apply(&mut world, &Action::Enqueue(Enqueue::default()));
        let Some(Event::NotEnqueued { order, why }) = events.first() else { panic!("{events:?}") };
        assert_eq!((order.0, why.as_str()), (2, "the queue holds this job already"));
        work(&mut world);
        assert_eq!(judgements(&world), [(Judgement::Once, true), (Judgement::Pending, false)], "{options}");
        let mut search = Search::new(&scenario, 0, Bound { orders: 2, faults: 0, ..Bound::default() });
        while !search.run(1_000) {}
        assert!(!search.succeeds(), "no schedule does the second order with {options}");
    }
}

#[test]
fn an_id_that_the_producer_may_use_again_belongs_to_the_later_order() {
    let scenario = with("\"jobId\": \"the-only-one\", \"removeOnComplete\": 0");
    let mut world = World::new(&scenario, 0, WORKERS);
    work(&mut world);
    assert_eq!(world.job_state(JobNo(1)), JobState::Gone);
    apply(&mut world, &Action::Enqueue(Enqueue::default()));
    // The queue has one job, and it is the second order's.
    assert_eq!([1, 2].map(|no| world.job_state(JobNo(no))), [JobState::Gone, JobState::Wait]);
    assert_eq!(world.job_no(b"the-only-one"), Some(JobNo(2)));
    let redeliver = apply(&mut world, &Action::redeliver(JobNo(1)));
    assert!(matches!(redeliver.as_slice(), [Event::Refused(_)]), "{redeliver:?}");
    work(&mut world);
    assert_eq!(judgements(&world), [(Judgement::Once, true); 2]);
}

#[test]
fn an_id_that_becomes_impossible_by_what_a_person_types_is_refused_with_the_queues_reason() {
    let scenario = with("\"jobId\": \"{job.user}\"");
    let mut world = World::new(&scenario, 0, WORKERS);
    let fields = vec![("user".to_owned(), "77".to_owned())];
    let events = apply(&mut world, &Action::Enqueue(Enqueue { fields }));
    let Some(Event::NotEnqueued { why, .. }) = events.first() else { panic!("{events:?}") };
    assert!(why.starts_with("a custom job id cannot be a whole number"), "{why}");
    work(&mut world);
    assert_eq!(judgements(&world), [(Judgement::Once, true), (Judgement::Pending, false)]);
}

#[test]
fn no_walk_through_ids_that_are_shared_and_used_again_makes_a_world_panic() {
    let mut refused = 0;
    for options in [
        "\"jobId\": \"one\", \"removeOnComplete\": 0, \"removeOnFail\": 0",
        "\"jobId\": \"x:{job.user}:y\", \"attempts\": 1",
        "\"deduplication\": { \"id\": \"one\", \"mode\": \"replace\" }",
        "\"deduplication\": { \"id\": \"{job.user}\", \"mode\": { \"extend\": 1000 } }, \"jobId\": \"two\"",
    ] {
        let scenario = with(options);
        for seed in 0..20 {
            let (mut world, mut rng) = (World::new(&scenario, 0, WORKERS), SplitMix64::new(seed));
            for _ in 0..150 {
                let possible = enabled(&world);
                let action = &possible[rng.below(possible.len() as u64) as usize];
                let events = apply(&mut world, action);
                refused += usize::from(matches!(events.as_slice(), [Event::NotEnqueued { .. }]));
                assert_eq!(verdicts(&world).len(), world.orders().count());
            }
        }
    }
    assert!(refused > 1_000, "the walks come across adds that the queue turns away: {refused}");
}
