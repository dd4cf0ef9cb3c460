//! One schedule for each way in which the shipped systems fail, and for what withstands it.

mod schedule;

use redeliver::base::SplitMix64;
use redeliver::queue::{JobState, state};
use redeliver::sim::{
    Action, DECLINED_CARD, Ending, Enqueue, Event, Judgement, System, WORKERS, WorkerId, World, apply,
    autoplay, enabled, verdicts,
};
use redeliver::store::Reply;
use schedule::{outcome, play, scenario, world};

/// A crash of worker 1, and the two stalled checks after which the job is back in line.
const CRASH: &str = "crash1 timer timer";

fn get(world: &World, key: &str) -> String {
    match world.db().clone().exec_args(world.now(), &["GET", key]) {
        Reply::Bulk(text) => text.to_text(),
        other => other.to_string(),
    }
}

fn failures(events: &[Event]) -> Vec<&str> {
    let why = |event| match event {
        &Event::Ended { ending: Ending::Failed(ref why), .. } => Some(why.as_str()),
        _ => None,
    };
    events.iter().filter_map(why).collect()
}

/// Whether some truth about the whole does not hold.
fn torn(id: &str, consumer: &str, schedule: &str) -> bool {
    let mut it = world(id, consumer);
    play(&mut it, schedule);
    let all = verdicts(&it);
    assert!(all.iter().all(|verdict| !verdict.open), "something is still under way");
    it.broken_invariant(&all).is_some()
}

#[test]
fn a_crash_after_a_naturally_idempotent_effect_changes_nothing() {
    let schedule = format!("1 1 {CRASH} 2 2 2");
    for (id, consumer) in [("status", "natural"), ("roster", "natural"), ("profile", "put")] {
        assert_eq!(outcome(id, consumer, &schedule), "once 2 1", "{id}");
    }
    assert_eq!(outcome("profile", "post", &schedule), "duplicated 2 2");
}

#[test]
fn a_mail_is_sent_twice_lost_or_recognised() {
    let after = format!("1 1 {CRASH} 2 2 2");
    assert_eq!(outcome("email", "naive", &after), "duplicated 2 2");
    assert_eq!(outcome("email", "dedup-id", &after), "once 2 1");
    assert_eq!(outcome("email", "marker", &format!("1 1 {CRASH} 2 2 2 2")), "lost 2 0");
}

#[test]
fn two_workers_that_are_both_authorized_record_the_enrollment_twice_unless_a_version_is_expected() {
    assert_eq!(outcome("portal", "blind", &format!("1 1 {CRASH} 2 2 2")), "duplicated 2 2");
    // Both ask, worker 2 appends, then worker 1.
    let both = "1 1 redeliver1 2 2 2 1";
    assert_eq!(outcome("portal", "check", both), "duplicated 2 2");
    assert_eq!(outcome("portal", "expect", both), "once 2 1");
    let mut it = world("portal", "expect");
    let events = play(&mut it, both);
    assert_eq!(failures(&events), ["conflict: version 0 was expected, the stream is at 1"]);
}

#[test]
fn the_engine_refuses_a_second_enrollment_that_comes_after_the_first() {
    let after = format!("1 1 1 {CRASH} 2 2 2 2");
    assert_eq!(outcome("portal", "check", &after), "once 2 1");
    assert_eq!(outcome("portal", "expect", &after), "once 2 1");
    let mut it = world("portal", "expect");
    let events = play(&mut it, &after);
    let skipped = |event: &Event| matches!(event, Event::Ended { ending: Ending::Skipped(why), .. } if why == "already enrolled");
    assert!(events.iter().any(skipped), "{events:?}");
}

#[test]
fn a_marker_before_the_engine_swallows_the_retry_and_one_behind_it_does_not() {
    assert_eq!(outcome("portal", "marker-first", &format!("1 1 {CRASH} 2 2 2 2")), "lost 2 0");
    assert_eq!(outcome("portal", "two-layers", &format!("1 1 1 {CRASH} 2 2 2 2 2 2")), "once 2 1");
    assert_eq!(outcome("portal", "two-layers", &format!("1 1 1 1 {CRASH} 2 2 2 2 2")), "once 2 1");
    assert_eq!(outcome("portal", "two-layers", &format!("1 1 1 1 1 {CRASH} 2 2 2 2")), "once 2 1");
}

#[test]
fn a_payment_whose_worker_dies_before_the_answer_is_made_again_unless_the_key_is_the_same() {
    let crash = format!("1 1 {CRASH} 2 2 2 2 2");
    assert_eq!(outcome("payment", "naive", &crash), "duplicated 2 2");
    assert_eq!(outcome("payment", "key", &crash), "once 2 1");
    assert_eq!(outcome("payment", "fresh-key", &format!("1 1 1 {CRASH} 2 2 2 2 2 2")), "duplicated 2 2");
}

#[test]
fn a_key_in_use_is_a_conflict_and_the_retry_gets_the_first_receipt() {
    let mut it = world("payment", "key");
    let events = play(&mut it, "1 1 redeliver1 2 2 2");
    assert_eq!(failures(&events), ["conflict: another request with this key is still being worked on"]);
    // Worker 1 reads its answer; worker 2 reports the conflict and tries again.
    let events = play(&mut it, "1 1 2 timer 2 2 2 2 2");
    assert!(events.iter().any(|event| matches!(event, Event::Replayed { .. })), "{events:?}");
    assert_eq!(get(&it, "payment:1:receipt"), "ch_1");
    assert_eq!(it.outside().ledger(System::Card).len(), 1);
    let verdict = &verdicts(&it)[0];
    assert_eq!((verdict.judgement, verdict.deliveries), (Judgement::Once, 3));
}

#[test]
fn a_frozen_workers_call_keeps_its_key_in_use_no_longer() {
    let mut it = world("payment", "key");
    let events = play(&mut it, "1 1 freeze1 redeliver1 2 2 2 2 2 thaw1 1 1");
    assert_eq!(failures(&events), [""; 0]);
    assert_eq!(get(&it, "payment:1:receipt"), "ch_1");
    assert_eq!(it.outside().ledger(System::Card).len(), 1);
}

#[test]
fn the_answer_on_its_way_can_be_lost_and_the_request_cannot_be_any_more() {
    let mut it = world("payment", "key");
    play(&mut it, "1 1");
    assert!(it.why_not(&Action::lose_request(WorkerId(1))).is_some());
    assert_eq!(outcome("payment", "key", "1 1 reply1 1 timer 1 1 1 1 1"), "once 2 1");
    assert_eq!(outcome("payment", "naive", "1 1 reply1 1 timer 1 1 1 1 1"), "duplicated 2 2");
    // Lost on its first step, the request is carried out all the same, and nothing is in flight.
    assert_eq!(outcome("payment", "key", "1 reply1 1 timer 2 2 2 2 2"), "once 2 1");
    assert_eq!(outcome("payment", "key", "1 request1 1 timer 2 2 2 2 2"), "once 2 1");
}

#[test]
fn a_declined_card_is_declined_from_memory_at_every_retry_and_never_charged() {
    let mut it = world("payment", "key");
    play(&mut it, "1 1 1 1 1");
    let card = ("card".to_owned(), DECLINED_CARD.to_owned());
    apply(&mut it, &Action::Enqueue(Enqueue { fields: vec![card] }));
    let events = play(&mut it, "1 1 1 1 timer 1 1 1 1 timer 1 1 1 1");
    assert_eq!(failures(&events), ["card_declined: the bank refuses this card"; 3]);
    let replayed = events.iter().filter(|event| matches!(event, Event::Replayed { .. })).count();
    assert_eq!((replayed, it.outside().ledger(System::Card).len()), (2, 1));
    let verdict = &verdicts(&it)[1];
    assert!(verdict.failed && verdict.judgement == Judgement::Pending, "{verdict:?}");
}

#[test]
fn a_dedup_id_drops_a_second_add_and_not_a_second_delivery() {
    for consumer in ["simple", "throttle", "extend", "replace"] {
        let mut it = world("dedup", consumer);
        let events = play(&mut it, "again1");
        assert!(matches!(events.as_slice(), [Event::NotEnqueued { .. }]), "{consumer}: {events:?}");
        assert_eq!(outcome("dedup", consumer, "1 1 redeliver1 2 2 2"), "duplicated 2 2", "{consumer}");
        assert!(it.db().get(b"emq:points:de:order-1").is_some());
    }
    assert_eq!(outcome("dedup", "naive", "again1 1 1 1 1 1 1"), "duplicated 2 2");
}

#[test]
fn a_dedup_id_is_free_when_its_job_ends_or_when_its_time_is_over() {
    let hour = "+600000 +600000 +600000 +600000 +600000 +600000 +1";
    let late = "1 1 1 again1";
    assert_eq!(outcome("dedup", "simple", &format!("{late} 1 1 1")), "duplicated 2 2");
    assert_eq!(outcome("dedup", "throttle", late), "once 1 1");
    assert_eq!(outcome("dedup", "throttle", &format!("1 1 1 {hour} again1 1 1 1")), "duplicated 2 2");
    // The dropped add after half an hour starts the hour again.
    let half = "+600000 +600000 +600000";
    let twice = format!("1 1 1 {half} again1 {half} +1 again1");
    assert_eq!(outcome("dedup", "extend", &twice), "once 1 1");
    assert_eq!(outcome("dedup", "throttle", &format!("{twice} 1 1 1")), "duplicated 2 2");
}

#[test]
fn a_replacing_add_takes_the_place_of_a_job_that_waits_for_its_retry() {
    let mut it = world("dedup", "replace");
    play(&mut it, "1 request1 1 again1");
    let states = ["1", "2"].map(|id| state(it.db(), it.queue(), id));
    assert_eq!(states, [JobState::Gone, JobState::Wait]);
    play(&mut it, "1 1 1");
    assert_eq!(get(&it, "points:1"), "10");
}

#[test]
fn a_jobs_marker_absorbs_redeliveries_and_not_second_adds() {
    let redelivered = "1 1 redeliver1 2 2 2";
    let added_late = "1 1 1 again1 1 1 1";
    for consumer in ["marker", "both-simple", "both-throttle", "order-marker"] {
        assert_eq!(outcome("dedup", consumer, redelivered), "once 2 1", "{consumer}");
    }
    assert_eq!(outcome("dedup", "marker", added_late), "duplicated 2 2");
    assert_eq!(outcome("dedup", "both-simple", added_late), "duplicated 2 2");
    assert_eq!(outcome("dedup", "both-throttle", "1 1 1 again1"), "once 1 1");
    assert_eq!(outcome("dedup", "order-marker", added_late), "once 2 1");
}

#[test]
fn a_marker_that_lapses_before_the_job_comes_back_lets_it_happen_again() {
    // The marker's end, then the two checks.
    assert_eq!(outcome("marker-ttl", "short", &format!("1 1 1 {CRASH} timer 2 2 2 2")), "duplicated 2 2");
    assert_eq!(outcome("marker-ttl", "long", &format!("1 1 1 {CRASH} 2 2 2 2")), "once 2 1");
    for consumer in ["long", "endless"] {
        assert_eq!(
            outcome("marker-ttl", consumer, &format!("1 1 {CRASH} 2 2 2 2")),
            "lost 2 0",
            "{consumer}"
        );
    }
    // Where the crash leaves time for the marker to lapse, the retry after a second does not.
    assert_eq!(outcome("marker-ttl", "short", &format!("1 1 {CRASH} timer 2 2 2 2")), "once 2 1");
    assert_eq!(outcome("marker-ttl", "short", "1 reply1 1 timer 2 2 2 2"), "lost 2 0");
}

#[test]
fn markers_without_an_end_pile_up_and_those_with_one_go() {
    for (consumer, left) in [("short", 0), ("long", 3), ("endless", 3)] {
        let mut it = world("marker-ttl", consumer);
        play(&mut it, "enqueue enqueue 1 1 1 1 1 1 1 1 1 1 1 1 +21000");
        let markers = it.db().iter().filter(|(key, _)| key.starts_with(b"dedup:")).count();
        assert_eq!(markers, left, "{consumer}");
        let broken = it.broken_invariant(&verdicts(&it)).is_some();
        assert_eq!(broken, consumer == "endless", "{consumer}");
    }
}

#[test]
fn a_failing_job_is_tried_three_times_with_a_doubling_pause_and_ends_completed_or_failed() {
    let (fail, work) = ("1 1 1 1", "1 1 1 1");
    let mut it = world("redelivery", "flaky");
    play(&mut it, &format!("{fail} timer {fail} timer {work}"));
    assert_eq!((state(it.db(), it.queue(), "1"), it.now().0), (JobState::Completed, 3_000));
    assert_eq!(outcome("redelivery", "flaky", &format!("{fail} timer {fail} timer {work}")), "once 3 1");
    let mut it = world("redelivery", "hopeless");
    play(&mut it, &format!("{fail} timer {fail} timer {fail}"));
    assert_eq!(state(it.db(), it.queue(), "1"), JobState::Failed);
    assert_eq!(verdicts(&it)[0].judgement, Judgement::Once);
    assert_eq!(outcome("redelivery", "steady", &format!("1 {CRASH}")), "pending 1 0");
}

#[test]
fn a_recipe_that_deletes_its_own_job_is_told_to_have_lost_it() {
    let mut it = world("redelivery", "steady");
    let text = "DEL emq:work:active\nDEL emq:work:1".into();
    apply(&mut it, &Action::SetRecipe(text));
    play(&mut it, "1 1 1 1");
    assert_eq!(verdicts(&it)[0].judgement, Judgement::Lost);
}

/// Whatever went wrong before: every worker up, and the workers and the clock go on.
fn recover(world: &mut World) {
    for id in (1..=WORKERS).map(WorkerId) {
        for action in [Action::Thaw(id), Action::Restart(id)] {
            if world.why_not(&action).is_none() {
                apply(world, &action);
            }
        }
    }
    let mut rng = SplitMix64::new(7);
    for _ in 0..400 {
        if verdicts(world).iter().all(|verdict| !verdict.open) {
            return;
        }
        let action = autoplay(world, &mut rng).unwrap_or(Action::NextTimer);
        apply(world, &action);
    }
}

#[test]
fn once_the_faults_stop_every_job_ends_completed_or_failed() {
    for consumer in ["steady", "flaky", "hopeless"] {
        for seed in 0..100 {
            let mut rng = SplitMix64::new(seed);
            let mut it = world("redelivery", consumer);
            for _ in 0..25 {
                let mut possible = enabled(&it);
                possible.retain(|action| {
                    action.fault().is_some()
                        || action.worker().is_some()
                        || matches!(action, Action::NextTimer | Action::EnqueueAgain(_))
                });
                let action = possible[rng.below(possible.len() as u64) as usize].clone();
                apply(&mut it, &action);
            }
            recover(&mut it);
            for (_, job) in it.jobs() {
                let end = state(it.db(), it.queue(), &job.id.to_text());
                let ended = matches!(end, JobState::Completed | JobState::Failed);
                assert!(ended, "{consumer}, seed {seed}: job {} is {end:?}", job.id);
            }
        }
    }
}

#[test]
fn a_claim_that_keeps_its_result_lets_the_second_run_go_on_with_it() {
    let crash = format!("1 1 {CRASH} 2 2 2 2");
    assert_eq!(outcome("invoice", "naive", &crash), "duplicated 2 2");
    assert_eq!(outcome("invoice", "claim", &format!("1 1 {CRASH} 2 2 2 2")), "lost 2 1");
    assert_eq!(outcome("invoice", "replay", &crash), "once 2 1");
    let mut it = world("invoice", "replay");
    play(&mut it, &crash);
    assert_eq!((get(&it, "invoice:last"), get(&it, "invoice:1")), ("1".to_owned(), "1".to_owned()));
}

#[test]
fn a_zombies_late_write_tears_the_report_unless_it_is_fenced() {
    // Frozen between head and body; worker 2 writes a whole report; the zombie goes on.
    let frozen = "1 1 1 freeze1 timer timer 2 2 2 2 2 thaw1 1";
    assert!(torn("report", "naive", &format!("{frozen} 1")));
    assert!(!torn("report", "fenced", &format!("{frozen} 1 1")));
    let mut it = world("report", "fenced");
    let events = play(&mut it, &format!("{frozen} 1 1"));
    assert_eq!(failures(&events), ["fenced: a newer delivery has begun"]);
    assert_eq!((get(&it, "report:head"), get(&it, "report:body")), ("2".to_owned(), "2".to_owned()));
}

#[test]
fn a_lease_deleted_by_somebody_else_lets_a_third_delivery_in_too_early() {
    // Worker 1 is through with both halves when it freezes; its lease lapses, worker 2 gets one and writes the
    // head. Worker 1 wakes up, lets go of the lease, takes the redelivered job and wants a lease.
    let until = "1 1 1 1 freeze1 timer timer timer 2 2 2 thaw1 1 1 redeliver1 1";
    for (consumer, held) in [("lease", "3"), ("lease-owner", "2")] {
        let mut it = world("report", consumer);
        play(&mut it, until);
        play(&mut it, "1");
        assert_eq!(get(&it, "report:lease"), held, "{consumer}");
    }
    // Let in, it writes its report between worker 2's head and body.
    assert!(torn("report", "lease", &format!("{until} 1 1 1 1 1 2 2 2")));
    // Kept out, it fails; worker 2's report is whole, and the failed job waits for a person.
    let mut it = world("report", "lease-owner");
    play(&mut it, &format!("{until} 1 1 1 2 2 2"));
    assert_eq!((get(&it, "report:head"), get(&it, "report:body")), ("2".to_owned(), "2".to_owned()));
}

#[test]
fn a_lease_does_not_stop_the_zombie_in_the_middle() {
    let frozen = "1 1 1 freeze1 timer timer timer 2 2 2 2 2 2 thaw1 1 1 1";
    assert!(torn("report", "lease-owner", frozen));
}

#[test]
fn every_scenario_names_its_group_and_those_of_one_group_stand_together() {
    let mut groups: Vec<String> = Vec::new();
    for it in redeliver::catalogue::catalogue() {
        assert!(!it.group.is_empty() && !it.source.is_empty(), "{}", it.id);
        if groups.last() != Some(&it.group) {
            assert!(!groups.contains(&it.group), "{} stands apart from its group", it.id);
            groups.push(it.group.clone());
        }
    }
    let expected =
        ["Naturally idempotent", "Needs a guard", "State machines", "Money", "The queue itself", "Beyond"];
    assert_eq!(groups, expected);
    assert!(scenario("dedup").adds_again > 0);
}
