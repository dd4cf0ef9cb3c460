//! Taking jobs: order, lock, promotion of delayed jobs.

use super::*;

#[test]
fn jobs_go_out_in_the_order_they_came() {
    let mut bench = Bench::new();
    for _ in 0..3 {
        bench.add_plain(0);
    }
    assert_eq!(bench.lanes().wait, ["1", "2", "3"]);
    assert_eq!(["a", "b", "c"].map(|token| bench.take_job(1, token).id), ["1", "2", "3"]);
    assert_eq!(bench.lanes().active, ["1", "2", "3"]);
    assert_eq!(bench.take_any(1, "d"), Taken::Nothing { next_delayed: None });
}

#[test]
fn a_lifo_job_goes_out_next() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.add_new(0, &JobOptions { lifo: true, ..JobOptions::default() });
    assert_eq!(bench.take_job(0, "a").id, "2");
}

#[test]
fn a_taken_job_is_active_and_locked_and_has_started_once() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    let taken = bench.take_job(40, "token-a");
    let expected = TakenJob {
        id: "1".to_owned(),
        name: "charge".to_owned(),
        data: "{\"amount\":100}".to_owned(),
        attempts_started: 1,
        attempts_made: 0,
        stalled: 0,
        deferred_failure: None,
    };
    assert_eq!(taken, expected);
    assert_eq!(bench.state("1"), JobState::Active);
    assert_eq!(bench.redis(40, "GET emq:charges:1:lock"), bulk("token-a"));
    assert_eq!(bench.redis(40, "PTTL emq:charges:1:lock"), Reply::Int(30_000));
    let lock = lock_of(&bench.db, Millis(40), &bench.queue, "1");
    assert_eq!(lock, Some(("token-a".to_owned(), Some(Millis(30_040)))));
    let record = bench.record("1");
    assert_eq!(record.processed_on, Some(Millis(40)));
    assert_eq!(record.processed_by.as_deref(), Some("worker"));
    assert_eq!(record.attempts_started, 1);
}

#[test]
fn a_lock_is_gone_one_millisecond_after_its_duration() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert_eq!(bench.token_of(30_000, "1").as_deref(), Some("a"));
    assert_eq!(bench.token_of(30_001, "1"), None);
    let mut later = Bench { db: bench.db.clone(), queue: bench.queue.clone(), settings: bench.settings };
    assert_eq!(bench.complete(30_000, "1", "a"), Ok(()));
    assert_eq!(later.complete(30_001, "1", "a"), Err(Refusal::LockMissing));
}

#[test]
fn renewing_starts_the_lock_again() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert!(bench.extend(15_000, "1", "a"));
    assert_eq!(bench.token_of(45_000, "1").as_deref(), Some("a"));
    assert_eq!(bench.token_of(45_001, "1"), None);
}

#[test]
fn an_expired_lock_cannot_be_renewed_nor_can_anothers() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert!(!bench.extend(1, "1", "b"));
    assert!(!bench.extend(30_001, "1", "a"));
    assert_eq!(bench.token_of(30_001, "1"), None);
    assert!(!bench.extend(0, "nobody", "a"));
}

#[test]
fn a_lock_without_duration_lasts_a_millisecond() {
    let mut bench = Bench::new();
    bench.settings.lock_duration = 0;
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert_eq!(bench.token_of(1, "1").as_deref(), Some("a"));
    assert_eq!(bench.token_of(2, "1"), None);
}

#[test]
fn lower_priorities_go_first_and_behind_those_that_have_none() {
    let mut bench = Bench::new();
    for priority in [5, 1, 5, 0] {
        bench.add_new(0, &JobOptions { priority, ..JobOptions::default() });
    }
    assert_eq!(bench.state("1"), JobState::Prioritized);
    assert_eq!(bench.lanes().prioritized, ["2", "1", "3"]);
    assert_eq!(["a", "b", "c", "d"].map(|token| bench.take_job(1, token).id), ["4", "2", "1", "3"]);
    assert_eq!(bench.redis(1, "GET emq:charges:pc"), bulk("3"));
    bench.take_any(1, "e");
    assert_eq!(bench.redis(1, "EXISTS emq:charges:pc"), Reply::Int(0));
}

#[test]
fn a_delayed_job_is_taken_when_it_is_due_and_not_before() {
    let mut bench = Bench::new();
    bench.add_new(100, &JobOptions { delay: 400, ..JobOptions::default() });
    assert_eq!(bench.state("1"), JobState::Delayed);
    assert_eq!(next_due(&bench.db, &bench.queue), Some(Millis(500)));
    assert_eq!(bench.take_any(499, "a"), Taken::Nothing { next_delayed: Some(Millis(500)) });
    assert_eq!(bench.take_job(500, "a").id, "1");
    assert_eq!(next_due(&bench.db, &bench.queue), None);
    assert_eq!(bench.record("1").delay, 0);
}

#[test]
fn jobs_due_in_the_same_millisecond_keep_their_order() {
    let mut bench = Bench::new();
    for _ in 0..11 {
        bench.add_new(0, &JobOptions { delay: 9, ..JobOptions::default() });
    }
    let order: Vec<String> = (0..11).map(|_| bench.take_job(9, "t").id).collect();
    assert_eq!(order, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
}

#[test]
fn a_delayed_job_with_a_priority_moves_up_among_the_prioritized() {
    let mut bench = Bench::new();
    bench.add_new(0, &JobOptions { delay: 10, priority: 2, ..JobOptions::default() });
    assert_eq!(bench.state("1"), JobState::Delayed);
    bench.add_plain(0);
    assert_eq!(bench.take_job(10, "a").id, "2");
    assert_eq!(bench.state("1"), JobState::Prioritized);
    assert_eq!(bench.take_job(10, "b").id, "1");
}

#[test]
fn a_paused_queue_hands_out_nothing_and_gathers_jobs() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.redis(0, "HSET emq:charges:meta paused 1");
    assert_eq!(bench.redis(0, "HGET emq:charges:meta paused"), bulk("1"));
    bench.add_plain(1);
    assert_eq!(bench.take_any(1, "a"), Taken::Paused);
    assert_eq!(bench.state("2"), JobState::Paused);
    assert!(bench.lanes().paused);
    bench.redis(2, "HDEL emq:charges:meta paused");
    assert_eq!(bench.state("2"), JobState::Wait);
    assert_eq!(bench.take_job(2, "a").id, "1");
}

#[test]
fn a_job_that_runs_when_the_queue_is_paused_may_finish() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.redis(1, "HSET emq:charges:meta paused 1");
    assert_eq!(bench.complete(2, "1", "a"), Ok(()));
}

#[test]
fn the_queues_concurrency_bounds_how_many_are_active() {
    let mut bench = Bench::new();
    let queue = bench.queue.clone();
    bench.redis(0, "HSET emq:charges:meta concurrency 1");
    assert_eq!(concurrency(&bench.db, &queue), Some(1));
    bench.add_plain(0);
    bench.add_plain(0);
    bench.take_job(0, "a");
    assert_eq!(bench.take_any(0, "b"), Taken::Nothing { next_delayed: None });
    bench.complete(1, "1", "a").expect("acknowledged");
    assert_eq!(bench.take_job(1, "b").id, "2");
    bench.redis(2, "HDEL emq:charges:meta concurrency");
    assert_eq!(concurrency(&bench.db, &queue), None);
}

#[test]
fn an_id_whose_hash_is_gone_is_handed_out_empty() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.redis(1, "DEL emq:charges:1");
    let taken = bench.take_job(2, "a");
    assert_eq!((taken.id.as_str(), taken.name.as_str(), taken.data.as_str()), ("1", "", ""));
    assert_eq!(taken.attempts_started, 1);
    assert_eq!(bench.complete(3, "1", "a"), Ok(()));
}

#[test]
fn the_new_runs_token_replaces_an_older_one() {
    let mut bench = Bench::new();
    bench.add_plain(0);
    bench.take_job(0, "a");
    bench.redeliver(1, "1").expect("redelivered");
    assert_eq!(bench.token_of(1, "1").as_deref(), Some("a"));
    bench.take_job(2, "b");
    assert_eq!(bench.token_of(2, "1").as_deref(), Some("b"));
}
