//! A batch counts what its jobs, played one by one, come to.

use std::sync::Arc;

use redeliver::catalogue;
use redeliver::explore::{Batch, Counts, MAX_RATE, cents, extra_a_day};
use redeliver::sim::{Event, Judgement, Scenario, System, WORKERS, World, apply, verdicts};

const SEED: u64 = 7;

/// By how much the generator's state grows with each draw (SplitMix64's constant).
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

fn scenario(id: &str) -> Arc<Scenario> {
    catalogue::catalogue().into_iter().find(|it| it.id == id).expect("it is shipped")
}

fn finished(scenario: &Arc<Scenario>, consumer: &str, seed: u64, jobs: u32, rate: u32) -> Batch {
    let consumer = scenario.consumer(consumer).expect("it is shipped");
    let mut batch = Batch::new(scenario, consumer, seed, jobs, rate);
    while !batch.run(1_000) {}
    batch
}

fn add(sum: &mut Counts, it: &Counts) {
    sum.jobs += it.jobs;
    sum.deliveries += it.deliveries;
    sum.redelivered += it.redelivered;
    sum.duplicated += it.duplicated;
    sum.lost += it.lost;
    sum.stuck += it.stuck;
    sum.extra += it.extra;
}

#[test]
fn the_same_seed_gives_the_same_counts_in_slices_of_any_length() {
    let charge = scenario("charge");
    let whole = finished(&charge, "naive", SEED, 20_000, 10_000);
    let mut sliced = Batch::new(&charge, 0, SEED, 20_000, 10_000);
    while !sliced.run(7) {}
    assert_eq!(sliced.counts(), whole.counts());
    assert_ne!(finished(&charge, "naive", SEED + 1, 20_000, 10_000).counts(), whole.counts());
}

#[test]
fn a_batch_counts_what_each_of_its_jobs_alone_comes_to() {
    for (scenario, consumer) in
        [("charge", "naive"), ("charge", "lease"), ("payment", "key"), ("enrollment", "natural")]
    {
        let scenario = self::scenario(scenario);
        let batch = finished(&scenario, consumer, SEED, 2_000, 200_000);
        let mut alone = Counts::default();
        for job in 0..2_000_u64 {
            // A batch of one job plays its schedule anew: nothing is remembered from the jobs before it.
            let seed = SEED.wrapping_add(job.wrapping_mul(STRIDE));
            add(&mut alone, &finished(&scenario, consumer, seed, 1, 200_000).counts());
        }
        assert_eq!(batch.counts(), alone, "{} {consumer}", scenario.id);
    }
}

#[test]
fn every_schedule_is_a_session_of_the_playground_with_the_same_verdict() {
    for (id, consumer) in [("charge", "naive"), ("charge", "marker"), ("payment", "fresh-key")] {
        let scenario = scenario(id);
        let batch = finished(&scenario, consumer, SEED, 5_000, 100_000);
        let mut told = Counts::default();
        let mut money = 0;
        let mut index = 0;
        while let Some((jobs, actions)) = batch.schedule(index) {
            let mut world = World::new(&scenario, scenario.consumer(consumer).unwrap(), WORKERS);
            for action in &actions {
                let events = apply(&mut world, action);
                assert!(!matches!(events[..], [Event::Refused(_)]), "{action:?}: {events:?}");
            }
            let verdict = &verdicts(&world)[0];
            let charges = world.outside().ledger(System::Card).len().saturating_sub(1) as u64;
            money += u64::from(jobs) * charges * cents(&scenario).unwrap();
            told.jobs += jobs;
            told.deliveries += u64::from(jobs) * u64::from(verdict.deliveries);
            match verdict.judgement {
                Judgement::Once => {}
                Judgement::Duplicated => told.duplicated += jobs,
                Judgement::Lost => told.lost += jobs,
                Judgement::Pending => told.stuck += jobs,
            }
            index += 1;
        }
        let counts = batch.counts();
        let (extra, redelivered) = (counts.extra, counts.redelivered);
        assert_eq!(counts, Counts { extra, redelivered, ..told }, "{id} {consumer}");
        assert_eq!(money, extra * 4_200, "{id} {consumer}");
    }
}

#[test]
fn the_redelivery_rate_is_the_share_of_jobs_delivered_more_than_once() {
    let charge = scenario("charge");
    let counts = finished(&charge, "naive", SEED, 1_000_000, 1_000).counts();
    // A thousand of a million, give or take four standard deviations of 32.
    assert!((872..=1_128).contains(&counts.redelivered), "{counts:?}");
    let more_often = finished(&charge, "naive", SEED, 1_000_000, 10_000).counts();
    assert!((9_600..=10_400).contains(&more_often.redelivered), "{more_often:?}");
    assert_eq!(finished(&charge, "naive", SEED, 1_000, 0).counts().redelivered, 0);
    let half = finished(&charge, "naive", SEED, 10_000, u32::MAX).counts();
    assert!((4_800..=5_200).contains(&half.redelivered), "at most {MAX_RATE}: {half:?}");
}

#[test]
fn of_the_ten_faults_that_redeliver_a_naive_charge_eight_charge_twice() {
    // Before the charge: a crash and a lost request charge once, a freeze, a lost reply and a redelivery twice.
    // Before the acknowledgement: a crash, a freeze, a lost request and a redelivery; afterwards a redelivery: twice.
    let counts = finished(&scenario("charge"), "naive", SEED, 1_000_000, 10_000).counts();
    let expected = f64::from(counts.redelivered) * 0.8;
    assert!((f64::from(counts.duplicated) - expected).abs() < expected * 0.02, "{counts:?}");
    assert_eq!(counts.lost, 0);
}

#[test]
fn the_provider_key_charges_nobody_twice_and_the_marker_loses() {
    let charge = scenario("charge");
    let key = finished(&charge, "provider-key", SEED, 1_000_000, 10_000).counts();
    assert_eq!((key.duplicated, key.lost, key.extra), (0, 0, 0));
    let marker = finished(&charge, "marker", SEED, 1_000_000, 10_000).counts();
    assert_eq!((marker.duplicated, marker.redelivered), (0, key.redelivered), "the same jobs are struck");
    assert!(marker.lost > 1_000, "{marker:?}");
}

#[test]
fn a_million_jobs_have_few_different_schedules() {
    let batch = finished(&scenario("charge"), "naive", SEED, 1_000_000, 1_000);
    assert!((11..200).contains(&batch.schedules()), "{}", batch.schedules());
    assert_eq!(batch.counts().jobs, 1_000_000);
}

#[test]
fn a_day_is_requests_times_rate_times_effects_too_many_by_jobs_redelivered() {
    let counts = Counts { redelivered: 100, extra: 18, ..Counts::default() };
    assert_eq!(extra_a_day(1_000, &counts), 45_000, "250,000,000 × 0.1 % × 18 / 100");
    assert_eq!(extra_a_day(1_000, &Counts::default()), 0);
    let most = Counts { redelivered: 10_000_000, extra: 30_000_000, ..Counts::default() };
    assert_eq!(extra_a_day(MAX_RATE, &most), 375_000_000);
    assert_eq!((cents(&scenario("charge")), cents(&scenario("counter"))), (Some(4_200), None));
}

#[test]
fn an_example_is_a_job_that_went_that_way() {
    let charge = scenario("charge");
    let batch = finished(&charge, "marker", SEED, 10_000, 10_000);
    let mut world = World::new(&charge, charge.consumer("marker").unwrap(), WORKERS);
    for action in batch.example(Judgement::Lost).expect("some are lost") {
        apply(&mut world, &action);
    }
    assert_eq!(verdicts(&world)[0].judgement, Judgement::Lost);
    assert_eq!(batch.example(Judgement::Duplicated), None);
}
