//! What an operator does: redeliver, remove, pause.

use super::*;

#[test]
fn redelivering_an_active_job_makes_its_worker_a_zombie() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert_eq!(bench.redeliver(1, "1"), Ok(RedeliveredFrom::Active));
    assert_eq!(bench.lanes().wait, ["1", "2"]);
    assert_eq!(bench.token_of(1, "1").as_deref(), Some("a"));
    assert_eq!(bench.record("1").stalled, 0);
    assert_eq!(bench.take_job(2, "b").attempts_started, 2);
    assert_eq!(bench.complete(3, "1", "a"), Err(Refusal::LockMismatch));
    assert_eq!(bench.complete(4, "1", "b"), Ok(()));
    assert_eq!(bench.complete(5, "1", "a"), Err(Refusal::LockMissing));
    let record = bench.record("1");
    assert_eq!((record.attempts_started, record.attempts_made), (2, 1));
}

#[test]
fn a_zombie_that_acknowledges_before_the_next_take_is_told_the_state_is_wrong() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.redeliver(1, "1").expect("redelivered");
    assert_eq!(bench.complete(2, "1", "a"), Err(Refusal::WrongState));
    assert_eq!(bench.take_job(3, "b").id, "1");
}

#[test]
fn redelivering_a_marked_job_clears_the_suspicion() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.check(1);
    bench.redeliver(2, "1").expect("redelivered");
    assert_eq!(bench.redis(2, "EXISTS emq:charges:stalled"), Reply::Int(0));
}

#[test]
fn redelivering_a_finished_job_clears_the_traces_of_its_end() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.complete(1, "1", "a").expect("acknowledged");
    bench.add_plain(1);
    assert_eq!(bench.redeliver(2, "1"), Ok(RedeliveredFrom::Completed));
    assert_eq!(bench.lanes().wait, ["2", "1"]);
    let record = bench.record("1");
    assert_eq!((record.return_value, record.finished_on, record.processed_on), (None, None, None));
    assert_eq!((record.attempts_started, record.attempts_made), (1, 1));
    bench.take_job(3, "b");
    bench.complete(3, "2", "b").expect("acknowledged");
    assert_eq!(bench.take_job(4, "c").attempts_started, 2);
    assert_eq!(bench.fail(5, "1", "c"), Ok(AfterFailure::Failed));
    assert_eq!(bench.redeliver(6, "1"), Ok(RedeliveredFrom::Failed));
    assert_eq!(bench.record("1").failed_reason, None);
}

#[test]
fn a_finished_lifo_job_is_redelivered_next() {
    let mut bench = Bench::new();
    bench.add_new(0, &JobOptions { lifo: true, ..JobOptions::default() });
    bench.take_job(0, "a");
    bench.complete(1, "1", "a").expect("acknowledged");
    bench.add_plain(1);
    bench.redeliver(2, "1").expect("redelivered");
    assert_eq!(bench.lanes().wait, ["1", "2"]);
}

#[test]
fn a_job_that_still_waits_is_not_redelivered() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.add_new(0, &JobOptions { priority: 1, ..JobOptions::default() });
    bench.add_new(0, &JobOptions { delay: 5, ..JobOptions::default() });
    let before = bench.db.clone();
    assert_eq!(bench.redeliver(1, "1"), Err(RedeliverError::AlreadyWaiting));
    assert_eq!(bench.redeliver(1, "2"), Err(RedeliverError::AlreadyWaiting));
    assert_eq!(bench.redeliver(1, "3"), Err(RedeliverError::Delayed));
    assert_eq!(bench.redeliver(1, "4"), Err(RedeliverError::Unknown));
    assert_eq!(bench.db, before);
    assert_eq!(RedeliverError::Unknown.to_string(), "the queue has no such job");
}

#[test]
fn a_finished_job_without_a_hash_cannot_be_redelivered() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.complete(1, "1", "a").expect("acknowledged");
    bench.redis(2, "DEL emq:charges:1");
    assert_eq!(bench.redeliver(3, "1"), Err(RedeliverError::Unknown));
    assert_eq!(bench.state("1"), JobState::Completed);
}

#[test]
fn a_job_is_removed_from_wherever_it_is() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.complete(0, "1", "a").expect("acknowledged");
    bench.take_job(0, "b");
    bench.fail(0, "2", "b").expect("accepted");
    bench.add_plain(1);
    bench.add_new(1, &JobOptions { priority: 1, ..JobOptions::default() });
    bench.add_new(1, &JobOptions { delay: 5, ..JobOptions::default() });
    for id in ["1", "2", "3", "4", "5"] {
        assert_eq!(bench.remove(2, id), Ok(()), "{id}");
        assert_eq!(bench.remove(2, id), Err(RemoveError::Unknown), "{id}");
    }
    assert_eq!(bench.lanes(), Lanes::default());
}

#[test]
fn a_locked_job_cannot_be_removed_until_its_lock_lapses() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert_eq!(bench.remove(30_000, "1"), Err(RemoveError::Locked));
    assert_eq!(bench.state("1"), JobState::Active);
    assert_eq!(bench.remove(30_001, "1"), Ok(()));
    assert_eq!(bench.state("1"), JobState::Gone);
}

#[test]
fn the_lanes_show_everything_in_order() {
    let mut bench = Bench::new();
    for _ in 0..3 {
        bench.add_plain(0);
    }
    bench.take_job(0, "a");
    bench.add_new(0, &JobOptions { delay: 20, ..JobOptions::default() });
    bench.add_new(0, &JobOptions { delay: 10, ..JobOptions::default() });
    let lanes = bench.lanes();
    assert_eq!(lanes.wait, ["2", "3"]);
    assert_eq!(lanes.active, ["1"]);
    assert_eq!(lanes.delayed, [("5".to_owned(), Millis(10)), ("4".to_owned(), Millis(20))]);
    assert_eq!(job(&bench.db, &bench.queue, "nobody"), None);
}
