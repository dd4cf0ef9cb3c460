//! The stalled check: two passes, its guard, and the limit.

use super::*;

#[test]
fn it_takes_two_checks_to_recover_a_job() {
    let mut bench = Bench::quick(2000);
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert_eq!(bench.check(10), found(&[], &[], &["1"]));
    assert_eq!(bench.check(2011), found(&["1"], &[], &[]));
    assert_eq!(bench.lanes().wait, ["1"]);
    assert_eq!(bench.record("1").stalled, 1);
    let again = bench.take_job(2012, "b");
    assert_eq!((again.attempts_started, again.stalled, again.deferred_failure), (2, 1, None));
}

#[test]
fn a_lapsed_lock_alone_is_not_recovered_by_the_first_check() {
    let mut bench = Bench::quick(2000);
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert_eq!(bench.check(5000), found(&[], &[], &["1"]));
    assert_eq!(bench.state("1"), JobState::Active);
}

#[test]
fn a_second_check_within_the_interval_does_nothing() {
    let mut bench = Bench::new();
    assert!(bench.check(0).ran);
    assert_eq!(bench.redis(0, "PTTL emq:charges:stalled-check"), Reply::Int(30_000));
    assert_eq!(bench.check(30_000), Stalled::default());
    assert!(bench.check(30_001).ran);
}

#[test]
fn renewing_clears_a_job_of_suspicion() {
    let mut bench = Bench::quick(2000);
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.check(10);
    assert_eq!(bench.redis(10, "SISMEMBER emq:charges:stalled 1"), Reply::Int(1));
    assert!(bench.extend(500, "1", "a"));
    assert_eq!(bench.redis(500, "SISMEMBER emq:charges:stalled 1"), Reply::Int(0));
    // The lock has lapsed by the next check, yet that one can only mark it anew.
    assert_eq!(bench.check(2011), found(&[], &[], &["1"]));
}

#[test]
fn a_suspect_with_a_lock_stays_active() {
    let mut bench = Bench::quick(500);
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.check(10);
    assert_eq!(bench.check(511), found(&[], &[], &["1"]));
    assert_eq!(bench.state("1"), JobState::Active);
}

#[test]
fn a_suspect_that_finished_is_left_alone() {
    let mut bench = Bench::quick(2000);
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.check(10);
    bench.complete(20, "1", "a").expect("acknowledged");
    assert_eq!(bench.redis(20, "EXISTS emq:charges:stalled"), Reply::Int(0));
    assert_eq!(bench.check(2011), found(&[], &[], &[]));
    assert_eq!(bench.record("1").stalled, 0);
}

#[test]
fn a_recovered_job_goes_out_next_even_if_it_was_prioritized() {
    let mut bench = Bench::quick(2000);
    bench.add_new(0, &JobOptions { priority: 9, ..JobOptions::default() });
    bench.take_job(0, "a");
    bench.add_plain(5);
    bench.check(10);
    bench.check(2011);
    assert_eq!(bench.lanes().wait, ["1", "2"]);
}

#[test]
fn a_job_that_stalls_too_often_fails_without_running() {
    let mut bench = Bench::quick(2000);
    bench.add_new(0, &retries(5, None));
    bench.take_job(0, "a");
    bench.check(10);
    assert_eq!(bench.check(2011), found(&["1"], &[], &[]));
    bench.take_job(2012, "b");
    assert_eq!(bench.check(4012), found(&[], &[], &["1"]));
    assert_eq!(bench.check(6013), found(&[], &["1"], &[]));
    let doomed = bench.take_job(6014, "c");
    assert_eq!(doomed.deferred_failure.as_deref(), Some("job stalled more than allowable limit"));
    assert_eq!((doomed.attempts_started, doomed.stalled), (3, 2));
    let reason = doomed.deferred_failure.unwrap_or_default();
    let ended = fail(&mut bench.db, Millis(6015), &bench.queue, "1", "c", &reason, true);
    assert_eq!(ended, Ok(AfterFailure::Failed));
    let record = bench.record("1");
    assert_eq!(record.failed_reason.as_deref(), Some("job stalled more than allowable limit"));
    assert_eq!((record.deferred_failure, record.attempts_made), (None, 1));
}

#[test]
fn with_no_stalls_allowed_a_job_that_never_ran_fails() {
    let mut bench = Bench::quick(2000);
    bench.settings.max_stalled_count = 0;
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.check(10);
    assert_eq!(bench.check(2011), found(&[], &["1"], &[]));
    assert!(bench.take_job(2012, "b").deferred_failure.is_some());
}

#[test]
fn a_retry_keeps_the_deferred_failure() {
    let mut bench = Bench::quick(2000);
    bench.add_new(0, &retries(3, None));
    bench.take_job(0, "a");
    bench.redis(1, "HSET emq:charges:1 defa why");
    assert_eq!(bench.fail(2, "1", "a"), Ok(AfterFailure::Retried));
    assert_eq!(bench.take_job(3, "b").deferred_failure.as_deref(), Some("why"));
}

#[test]
fn the_stall_count_outlives_a_retry_by_hand() {
    let mut bench = Bench::quick(2000);
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.check(10);
    bench.check(2011);
    bench.take_job(2012, "b");
    bench.fail(2013, "1", "b").expect("accepted");
    bench.redeliver(2014, "1").expect("redelivered");
    bench.take_job(2015, "c");
    bench.check(4012);
    assert_eq!(bench.check(6013), found(&[], &["1"], &[]));
}

#[test]
fn every_active_job_is_marked_in_the_order_they_were_taken() {
    let mut bench = Bench::new();
    for _ in 0..3 {
        bench.add_plain(0);
        bench.take_job(0, "t");
    }
    assert_eq!(bench.check(1), found(&[], &[], &["1", "2", "3"]));
}

#[test]
fn a_check_that_the_store_refuses_says_so() {
    let mut bench = Bench::new();
    bench.redis(0, "SET emq:charges:stalled oops");
    let checked = bench.check(1);
    assert!(checked.ran);
    assert!(checked.error.is_some_and(|error| error.0.starts_with("WRONGTYPE")));
}
