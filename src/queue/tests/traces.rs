//! What was seen on BullMQ 6.2.0 and a real Redis, on virtual time: the lock lasts one second.

use super::*;

#[test]
fn a_slow_worker_is_overtaken_and_refused() {
    let mut bench = Bench::quick(500);
    bench.check(30);
    bench.add_plain(310);
    assert_eq!(bench.take_job(320, "a").attempts_started, 1);
    // A renews nothing. The lock holds until 1320; the first check that finds it gone is at 1533.
    assert_eq!(bench.check(531), found(&[], &[], &["1"]));
    assert_eq!(bench.check(1032), found(&[], &[], &["1"]));
    assert_eq!(bench.check(1533), found(&["1"], &[], &[]));
    assert_eq!(bench.take_job(1540, "b").attempts_started, 2);
    for now in [2040, 2541, 3042, 3543, 4044] {
        assert!(bench.extend(now, "1", "b"));
        assert_eq!(bench.check(now + 1), found(&[], &[], &["1"]));
    }
    assert_eq!(bench.complete(4100, "1", "a"), Err(Refusal::LockMismatch));
    assert_eq!(bench.complete(4140, "1", "b"), Ok(()));
    // A's effect has happened, too. Its acknowledgement is refused, and so is the failure it falls back to.
    let before = bench.db.clone();
    assert_eq!(bench.complete(4520, "1", "a"), Err(Refusal::LockMissing));
    assert_eq!(bench.fail(4520, "1", "a"), Err(Refusal::LockMissing));
    let (_, mut after) = (bench.db.expire(Millis(4520)), before);
    after.expire(Millis(4520));
    assert_eq!(bench.db, after);
    let record = bench.record("1");
    assert_eq!(bench.state("1"), JobState::Completed);
    assert_eq!((record.attempts_made, record.attempts_started, record.stalled), (1, 2, 1));
}

#[test]
fn a_late_finish_is_refused_although_nobody_else_ran() {
    let mut bench = Bench::quick(1000);
    bench.check(10);
    bench.add_plain(15);
    bench.take_job(20, "a");
    assert_eq!(bench.check(1015), found(&[], &[], &["1"]));
    assert_eq!(bench.complete(1320, "1", "a"), Err(Refusal::LockMissing));
    assert_eq!((bench.state("1"), bench.token_of(1470, "1")), (JobState::Active, None));
    assert_eq!(bench.check(2030), found(&["1"], &[], &[]));
    bench.take_job(2030, "b");
    assert_eq!(bench.complete(2130, "1", "b"), Ok(()));
    let record = bench.record("1");
    assert_eq!((record.attempts_made, record.attempts_started, record.stalled), (1, 2, 1));
}

#[test]
fn a_job_whose_hash_was_deleted_while_it_ran_runs_again_empty() {
    let mut bench = Bench::quick(1000);
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.check(10);
    bench.redis(20, "DEL emq:charges:1");
    assert_eq!(bench.complete(30, "1", "a"), Err(Refusal::JobMissing));
    assert_eq!(bench.lanes().active, ["1"]);
    assert_eq!(bench.check(1011), found(&["1"], &[], &[]));
    let again = bench.take_job(1012, "b");
    assert_eq!((again.name.as_str(), again.data.as_str(), again.stalled), ("", "", 1));
}

#[test]
fn a_lone_workers_check_in_the_guards_last_millisecond_is_skipped() {
    let mut bench = Bench::quick(1000);
    assert!(bench.check(0).ran);
    bench.add_plain(0);
    bench.take_job(1, "a");
    // Each check comes exactly an interval after the one before, and every second one finds the guard.
    assert!(!bench.check(1000).ran);
    assert_eq!(bench.check(2000), found(&[], &[], &["1"]));
    assert!(!bench.check(3000).ran);
    assert_eq!(bench.check(4000), found(&["1"], &[], &[]));
}

#[test]
fn two_runs_under_one_token_cannot_be_told_apart_by_the_lock() {
    let mut bench = Bench::quick(1000);
    bench.add_plain(0);
    bench.take_job(0, "worker-a");
    bench.redeliver(1, "1").expect("redelivered");
    bench.take_job(2, "worker-a");
    // The first run's acknowledgement passes for the second's, and the second run then has no lock.
    assert_eq!(bench.complete(3, "1", "worker-a"), Ok(()));
    assert_eq!(bench.complete(4, "1", "worker-a"), Err(Refusal::LockMissing));
}

#[test]
fn an_acknowledgement_that_is_sent_again_after_a_lost_reply_is_refused() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert_eq!(bench.complete(1, "1", "a"), Ok(()));
    assert_eq!(bench.complete(2, "1", "a"), Err(Refusal::LockMissing));
    assert_eq!(bench.state("1"), JobState::Completed);
}

#[test]
fn the_same_steps_leave_the_same_store() {
    use crate::base::fingerprint;
    let run = || {
        let mut bench = Bench::quick(1000);
        bench.add_new(0, &retries(3, Some(Backoff::Exponential(100))));
        bench.take_job(0, "a");
        bench.fail(5, "1", "a").expect("accepted");
        bench.take_job(105, "b");
        bench.check(110);
        bench.check(1200);
        bench
    };
    assert_eq!(run().db, run().db);
    assert_eq!(fingerprint(&run().db), fingerprint(&run().db));
}
