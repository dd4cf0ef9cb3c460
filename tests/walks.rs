//! The accidents the playground exists for, as explicit schedules with the values they must show.

mod schedule;

use redeliver::queue::Refusal;
use redeliver::sim::{Condition, Ending, Event, System, WorkerId};
use redeliver::store::Reply;
use schedule::{outcome, play, world};

/// A crash of worker 1, and the two stalled checks after which the job is back in line.
const CRASH: &str = "crash1 timer timer";

#[test]
fn a_quiet_run_has_the_effect_once_with_every_consumer() {
    for scenario in redeliver::catalogue::catalogue() {
        for consumer in &scenario.consumers {
            let mut quiet = world(&scenario.id, &consumer.id);
            let mut thrown = 0;
            while redeliver::sim::verdicts(&quiet)[0].open {
                let can_step = quiet.why_not(&redeliver::sim::Action::Step(WorkerId(1))).is_none();
                let events = play(&mut quiet, if can_step { "1" } else { "timer" });
                let throws = |it: &&Event| matches!(it, Event::Ended { ending: Ending::Failed(_), .. });
                thrown += events.iter().filter(throws).count();
            }
            let verdict = &redeliver::sim::verdicts(&quiet)[0];
            let told = (verdict.judgement.word(), verdict.effects);
            assert_eq!(told, ("once", 1), "{} / {}", scenario.id, consumer.id);
            // Only a consumer that throws by itself is delivered again.
            let tries = if thrown == 0 { 1 } else { 3 };
            assert_eq!(verdict.deliveries, tries, "{} / {}", scenario.id, consumer.id);
        }
    }
}

#[test]
fn a_crash_after_the_charge_charges_twice_under_naive() {
    assert_eq!(outcome("charge", "naive", &format!("1 1 {CRASH} 2 2 2")), "duplicated 2 2");
}

#[test]
fn a_crash_after_the_charge_charges_once_under_the_marker() {
    // Take, claim, charge, crash; worker 2 takes, finds the claim, skips, acknowledges.
    assert_eq!(outcome("charge", "marker", &format!("1 1 1 {CRASH} 2 2 2 2")), "once 2 1");
}

#[test]
fn a_crash_between_claim_and_charge_loses_the_charge() {
    assert_eq!(outcome("charge", "marker", &format!("1 1 {CRASH} 2 2 2 2")), "lost 2 0");
}

#[test]
fn a_crash_between_charge_and_marker_charges_twice_when_the_marker_comes_last() {
    assert_eq!(outcome("charge", "marker-after", &format!("1 1 1 {CRASH} 2 2 2 2 2")), "duplicated 2 2");
}

#[test]
fn the_provider_key_charges_once_wherever_the_worker_crashes() {
    assert_eq!(outcome("charge", "provider-key", &format!("1 {CRASH} 2 2 2")), "once 2 1");
    assert_eq!(outcome("charge", "provider-key", &format!("1 1 {CRASH} 2 2 2")), "once 2 1");
}

#[test]
fn a_lost_reply_to_the_claim_loses_the_charge() {
    // The claim is set, the worker sees an error and reports it; the retry finds the claim.
    assert_eq!(outcome("charge", "marker", "1 reply1 1 timer 2 2 2 2"), "lost 2 0");
}

#[test]
fn a_lost_request_of_the_claim_loses_nothing() {
    assert_eq!(outcome("charge", "marker", "1 request1 1 timer 2 2 2 2"), "once 2 1");
}

#[test]
fn a_lost_reply_to_the_charge_charges_again_at_the_retry() {
    assert_eq!(outcome("charge", "naive", "1 reply1 1 timer 2 2 2"), "duplicated 2 2");
    assert_eq!(outcome("charge", "provider-key", "1 reply1 1 timer 2 2 2"), "once 2 1");
}

#[test]
fn a_zombie_charges_again_under_naive_and_its_acknowledgement_is_refused() {
    let mut world = world("charge", "naive");
    play(&mut world, "1 freeze1 timer timer 2 2 2");
    assert_eq!(world.outside().ledger(System::Card).len(), 1);
    let events = play(&mut world, "thaw1 1 1");
    assert_eq!(world.outside().ledger(System::Card).len(), 2);
    let refused = events.iter().any(|event| {
        matches!(event, Event::AckRefused { refusal: Refusal::LockMissing, worker: WorkerId(1), .. })
    });
    assert!(refused, "{events:?}");
}

#[test]
fn a_zombie_that_acknowledges_while_another_worker_holds_the_lock_is_told_so() {
    let mut world = world("charge", "naive");
    let events = play(&mut world, "1 1 freeze1 timer timer 2 thaw1 1");
    let refused =
        events.iter().any(|event| matches!(event, Event::AckRefused { refusal: Refusal::LockMismatch, .. }));
    assert!(refused, "{events:?}");
}

#[test]
fn under_the_marker_a_freeze_is_harmless_before_the_claim_and_loses_nothing_after_it() {
    // Frozen before the claim: worker 2 claims and charges, the zombie finds the claim.
    assert_eq!(outcome("charge", "marker", "1 freeze1 timer timer 2 2 2 2 thaw1 1 1 1"), "once 2 1");
    // Frozen between claim and charge: worker 2 skips; until the zombie thaws, nobody has charged.
    assert_eq!(outcome("charge", "marker", "1 1 freeze1 timer timer 2 2 2 2"), "pending 2 0");
    assert_eq!(outcome("charge", "marker", "1 1 freeze1 timer timer 2 2 2 2 thaw1 1 1"), "once 2 1");
    // If it never comes back, the charge is lost.
    assert_eq!(outcome("charge", "marker", "1 1 freeze1 timer timer 2 2 2 2 crash1"), "lost 2 0");
}

#[test]
fn toggling_between_two_deliveries_keeps_everything_and_runs_the_other_consumer_on_the_second() {
    let mut world = world("charge", "naive");
    play(&mut world, "1 1 1");
    let keys = world.db().clone();
    play(&mut world, "use:marker");
    assert_eq!(*world.db(), keys);
    assert_eq!(world.outside().ledger(System::Card).len(), 1);
    // The second delivery claims a marker that the naive one never set, and charges again.
    play(&mut world, "redeliver1 1 1 1 1");
    assert_eq!(world.outside().ledger(System::Card).len(), 2);
    assert!(world.db().get(b"dedup:1").is_some());
}

#[test]
fn a_toggle_in_the_middle_of_a_run_leaves_that_run_alone() {
    let mut world = world("charge", "naive");
    play(&mut world, "1 use:marker 1 1");
    assert_eq!(world.outside().ledger(System::Card).len(), 1);
    assert!(world.db().get(b"dedup:1").is_none());
}

#[test]
fn a_lease_that_is_not_marked_done_lapses_and_charges_again() {
    // The lease ends a millisecond before the second check: one more timer on the way.
    assert_eq!(outcome("charge", "lease", &format!("1 1 {CRASH} timer 2 2 2 2 2")), "once 2 1");
    assert_eq!(outcome("charge", "lease", &format!("1 1 1 {CRASH} timer 2 2 2 2 2")), "duplicated 2 2");
}

#[test]
fn an_atomic_marker_counts_once_whatever_is_lost() {
    assert_eq!(outcome("counter", "atomic", "1 reply1 1 timer 2 2 2"), "once 2 1");
    assert_eq!(outcome("counter", "atomic", "1 request1 1 timer 2 2 2"), "once 2 1");
    assert_eq!(outcome("counter", "natural", "1 reply1 1 timer 2 2 2"), "once 2 1");
    assert_eq!(outcome("counter", "naive", "1 reply1 1 timer 2 2 2"), "duplicated 2 2");
    assert_eq!(outcome("counter", "marker", "1 reply1 1 timer 2 2 2 2"), "lost 2 0");
}

#[test]
fn a_toggle_pressed_twice_is_off_and_an_on_button_is_on() {
    let mut toggled = world("light", "toggle");
    play(&mut toggled, "1 1 1 1 redeliver1 1 1 1 1");
    let lamp = |world: &mut redeliver::sim::World| {
        let mut db = world.db().clone();
        db.exec_args(world.now(), &["GET", "lamp:1"])
    };
    assert_eq!(lamp(&mut toggled), Reply::Bulk("off".into()));
    let mut set = world("light", "set-on");
    play(&mut set, "1 1 1 redeliver1 1 1 1");
    assert_eq!(lamp(&mut set), Reply::Bulk("on".into()));
}

/// Seats left and roster size after S was redelivered after each statement in turn.
fn enrollment(consumer: &str, steps_before: usize) -> (String, usize) {
    let mut it = world("enrollment", consumer);
    play(&mut it, "1");
    for _ in 0..steps_before {
        play(&mut it, "1");
    }
    play(&mut it, "redeliver1");
    // Worker 2 takes the redelivered job and runs it to its end; then worker 1 goes on.
    for worker in [2, 1] {
        while it.worker(WorkerId(worker)).is_some_and(|it| it.run.is_some())
            || it.why_not(&redeliver::sim::Action::Step(WorkerId(worker))).is_none()
        {
            play(&mut it, &worker.to_string());
        }
    }
    let mut db = it.db().clone();
    let seats = match db.exec_args(it.now(), &["GET", "course:7:seats"]) {
        Reply::Bulk(seats) => seats.to_text(),
        other => panic!("{other:?}"),
    };
    let Reply::Int(roster) = db.exec_args(it.now(), &["SCARD", "course:7:roster"]) else {
        panic!("no roster")
    };
    (seats, roster as usize)
}

#[test]
fn an_enrollment_redelivered_after_each_statement_takes_the_seats_its_consumer_deserves() {
    for steps in 0..=3 {
        assert_eq!(enrollment("naive", steps), ("28".to_owned(), 1), "naive after {steps}");
        assert_eq!(enrollment("marker", steps), ("29".to_owned(), 1), "marker after {steps}");
        assert_eq!(enrollment("atomic", steps), ("29".to_owned(), 1), "atomic after {steps}");
        assert_eq!(enrollment("natural", steps), ("29".to_owned(), 1), "natural after {steps}");
    }
    for steps in 0..=2 {
        assert_eq!(enrollment("derived", steps), ("30".to_owned(), 1), "derived after {steps}");
    }
}

#[test]
fn a_crash_in_the_window_loses_the_seat_for_marker_and_natural_but_not_for_the_others() {
    assert_eq!(outcome("enrollment", "marker", &format!("1 1 1 1 {CRASH} 2 2 2 2 2 2")), "lost 2 0");
    assert_eq!(outcome("enrollment", "natural", &format!("1 1 {CRASH} 2 2 2 2")), "lost 2 0");
    assert_eq!(outcome("enrollment", "atomic", &format!("1 1 1 {CRASH} 2 2 2 2 2")), "once 2 1");
    assert_eq!(outcome("enrollment", "derived", &format!("1 1 {CRASH} 2 2 2 2")), "once 2 1");
    assert_eq!(outcome("enrollment", "naive", &format!("1 1 1 1 {CRASH} 2 2 2 2 2")), "duplicated 2 2");
}

#[test]
fn acknowledging_first_loses_the_charge_and_never_repeats_it() {
    assert_eq!(outcome("charge", "naive", &format!("ack-first 1 1 {CRASH}")), "lost 1 0");
    assert_eq!(outcome("charge", "naive", "ack-first 1 1 1"), "once 1 1");
}

#[test]
fn a_lost_acknowledgement_leaves_the_job_to_the_stalled_check() {
    assert_eq!(outcome("charge", "naive", "1 1 request1 timer timer 2 2 2"), "duplicated 2 2");
}

#[test]
fn a_lost_reply_to_the_acknowledgement_does_no_harm() {
    let mut it = world("charge", "naive");
    let events = play(&mut it, "1 1 reply1");
    assert!(events.iter().any(|event| matches!(event, Event::AckRefused { .. })), "{events:?}");
    assert_eq!(outcome("charge", "naive", "1 1 reply1"), "once 1 1");
}

#[test]
fn a_crash_point_crashes_the_worker_right_after_its_line_and_only_once() {
    let mut it = world("charge", "marker");
    let events = play(&mut it, "crash-after:2 1 1");
    assert!(events.iter().any(|event| matches!(event, Event::Crashed { after_line: Some(2), .. })));
    assert_eq!(it.worker(WorkerId(1)).map(|worker| worker.condition), Some(Condition::Crashed));
    assert!(it.crash_points().is_empty());
}

#[test]
fn a_job_that_stalls_too_often_is_failed_without_running_and_waits_for_a_person() {
    let schedule = format!("1 {CRASH} 2 crash2 restart1 timer timer timer timer 1");
    let mut it = world("charge", "naive");
    let events = play(&mut it, &schedule);
    assert!(events.iter().any(|event| matches!(event, Event::TakenToFail { .. })), "{events:?}");
    assert_eq!(outcome("charge", "naive", &format!("{schedule} 1")), "pending 2 0");
    assert_eq!(outcome("charge", "naive", &format!("{schedule} 1 redeliver1 1 1 1")), "once 3 1");
}

#[test]
fn enqueueing_again_gives_the_order_a_second_job_that_a_marker_by_job_id_does_not_know() {
    assert_eq!(outcome("charge", "marker", "1 1 1 1 again1 1 1 1 1"), "duplicated 2 2");
    assert_eq!(outcome("charge", "provider-key", "1 1 1 again1 1 1 1"), "once 2 1");
}

#[test]
fn an_impossible_action_changes_nothing_and_says_why() {
    let mut it = world("charge", "naive");
    let before = it.clone();
    let events = redeliver::sim::apply(&mut it, &redeliver::sim::Action::redeliver(redeliver::sim::JobNo(1)));
    assert_eq!(it, before);
    let [Event::Refused(why)] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(why.to_string(), "Job 1 is in line already: it will be delivered.");
}
