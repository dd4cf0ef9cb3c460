//! Ending a run: lock check, codes, retries and backoff.

use super::*;

/// A bench on which job 1 was taken at 0 under the token `a`.
fn running(options: &JobOptions) -> Bench {
    let mut bench = Bench::new();
    bench.add_new(0, options);
    bench.take_job(0, "a");
    bench
}

#[test]
fn a_completed_job_has_a_result_and_no_lock() {
    let mut bench = running(&JobOptions::default());
    assert_eq!(bench.complete(250, "1", "a"), Ok(()));
    assert_eq!(bench.state("1"), JobState::Completed);
    assert_eq!(bench.token_of(250, "1"), None);
    let record = bench.record("1");
    assert_eq!(record.return_value.as_deref(), Some("\"ok\""));
    assert_eq!(record.finished_on, Some(Millis(250)));
    assert_eq!((record.attempts_started, record.attempts_made), (1, 1));
    assert_eq!(bench.redis(250, "ZSCORE emq:charges:completed 1"), bulk("250"));
}

#[test]
fn the_end_of_a_job_without_a_hash_is_refused_with_minus_1() {
    let mut bench = running(&JobOptions::default());
    bench.redis(1, "DEL emq:charges:1");
    assert_eq!(bench.complete(2, "1", "a"), Err(Refusal::JobMissing));
    assert_eq!(bench.fail(2, "1", "a"), Err(Refusal::JobMissing));
    assert_eq!(Refusal::JobMissing.code(), Some(-1));
    assert_eq!(bench.state("1"), JobState::Active);
}

#[test]
fn the_end_of_a_run_without_a_lock_is_refused_with_minus_2() {
    let mut bench = running(&JobOptions::default());
    bench.redis(1, "DEL emq:charges:1:lock");
    let before = bench.db.clone();
    assert_eq!(bench.complete(2, "1", "a"), Err(Refusal::LockMissing));
    assert_eq!(bench.fail(2, "1", "a"), Err(Refusal::LockMissing));
    assert_eq!(Refusal::LockMissing.code(), Some(-2));
    assert_eq!(bench.db, before);
}

#[test]
fn the_end_of_a_run_that_is_not_active_is_refused_with_minus_3_and_unlocked() {
    let mut bench = running(&JobOptions::default());
    bench.redis(1, "LREM emq:charges:active 1 1");
    assert_eq!(bench.complete(2, "1", "a"), Err(Refusal::WrongState));
    assert_eq!(Refusal::WrongState.code(), Some(-3));
    assert_eq!(bench.token_of(2, "1"), None);
    assert_eq!(bench.complete(3, "1", "a"), Err(Refusal::LockMissing));
}

#[test]
fn the_end_of_a_run_under_anothers_lock_is_refused_with_minus_6() {
    let mut bench = running(&JobOptions::default());
    let before = bench.db.clone();
    assert_eq!(bench.complete(1, "1", "b"), Err(Refusal::LockMismatch));
    assert_eq!(bench.fail(1, "1", "b"), Err(Refusal::LockMismatch));
    assert_eq!(Refusal::LockMismatch.code(), Some(-6));
    assert_eq!(bench.db, before);
}

#[test]
fn a_refusal_says_the_code_and_bullmqs_words() {
    assert_eq!(
        Refusal::LockMissing.to_string(),
        "nobody holds the job's lock any more (code -2; BullMQ says: Missing lock for job)"
    );
    let script = Refusal::Script(ScriptError("WRONGTYPE x".to_owned()));
    assert_eq!(script.to_string(), "the store refused one of the queue's commands: WRONGTYPE x");
    assert_eq!(script.code(), None);
}

#[test]
fn the_token_0_skips_the_lock_and_leaves_it() {
    let mut bench = running(&JobOptions::default());
    assert_eq!(bench.complete(1, "1", "0"), Ok(()));
    assert_eq!(bench.state("1"), JobState::Completed);
    assert_eq!(bench.token_of(1, "1").as_deref(), Some("a"));
}

#[test]
fn without_attempts_the_first_failure_is_final() {
    for attempts in [0, 1] {
        let mut bench = running(&retries(attempts, None));
        assert_eq!(bench.fail(9, "1", "a"), Ok(AfterFailure::Failed));
        assert_eq!(bench.state("1"), JobState::Failed);
        let record = bench.record("1");
        assert_eq!(record.failed_reason.as_deref(), Some("card declined"));
        assert_eq!((record.finished_on, record.attempts_made), (Some(Millis(9)), 1));
    }
}

#[test]
fn a_retry_without_backoff_waits_behind_the_others() {
    let mut bench = running(&retries(2, None));
    bench.add_plain(1);
    assert_eq!(bench.fail(1, "1", "a"), Ok(AfterFailure::Retried));
    assert_eq!(bench.lanes().wait, ["2", "1"]);
    assert_eq!(bench.token_of(1, "1"), None);
    assert_eq!(bench.record("1").failed_reason.as_deref(), Some("card declined"));
    bench.take_job(2, "b");
    let second = bench.take_job(2, "c");
    assert_eq!((second.attempts_started, second.attempts_made), (2, 1));
    assert_eq!(bench.fail(3, "1", "c"), Ok(AfterFailure::Failed));
    assert_eq!(bench.record("1").attempts_made, 2);
}

#[test]
fn a_retry_at_once_goes_behind_delayed_jobs_that_are_due() {
    let mut bench = running(&retries(2, None));
    bench.add_new(1, &JobOptions { delay: 2, ..JobOptions::default() });
    assert_eq!(bench.fail(9, "1", "b"), Err(Refusal::LockMismatch));
    assert_eq!(bench.lanes().wait, ["2"]);
    assert_eq!(bench.fail(10, "1", "a"), Ok(AfterFailure::Retried));
    assert_eq!(bench.lanes().wait, ["2", "1"]);
}

#[test]
fn a_fixed_backoff_is_the_same_every_time() {
    let mut bench = running(&retries(3, Some(Backoff::Fixed(500))));
    assert_eq!(bench.fail(100, "1", "a"), Ok(AfterFailure::Delayed { until: Millis(600) }));
    assert_eq!((bench.state("1"), bench.record("1").delay), (JobState::Delayed, 500));
    bench.take_job(600, "b");
    assert_eq!(bench.fail(700, "1", "b"), Ok(AfterFailure::Delayed { until: Millis(1200) }));
    bench.take_job(1200, "c");
    assert_eq!(bench.fail(1300, "1", "c"), Ok(AfterFailure::Failed));
}

#[test]
fn an_exponential_backoff_doubles() {
    let mut bench = running(&retries(4, Some(Backoff::Exponential(1000))));
    let mut token = "a";
    for (now, until) in [(0, 1000), (1000, 3000), (3000, 7000)] {
        assert_eq!(bench.fail(now, "1", token), Ok(AfterFailure::Delayed { until: Millis(until) }));
        token = "b";
        bench.take_job(until, token);
    }
    assert_eq!(bench.fail(7000, "1", token), Ok(AfterFailure::Failed));
    assert_eq!(bench.record("1").attempts_made, 4);
}

#[test]
fn an_exponential_backoff_ends_at_ten_years() {
    let mut bench = running(&retries(u32::MAX, Some(Backoff::Exponential(1000))));
    bench.redis(0, "HSET emq:charges:1 atm 4000000000");
    assert_eq!(bench.fail(0, "1", "a"), Ok(AfterFailure::Delayed { until: Millis(MAX_SPAN) }));
    assert_eq!(next_due(&bench.db, &bench.queue), Some(Millis(MAX_SPAN)));
}

#[test]
fn an_unrecoverable_failure_ignores_the_attempts_left() {
    let mut bench = running(&retries(5, None));
    let ended = fail(&mut bench.db, Millis(1), &bench.queue, "1", "a", "no such card", true);
    assert_eq!(ended, Ok(AfterFailure::Failed));
}

#[test]
fn a_prioritized_job_is_retried_among_the_prioritized() {
    let mut bench = running(&JobOptions { priority: 4, ..retries(2, None) });
    assert_eq!(bench.fail(1, "1", "a"), Ok(AfterFailure::Retried));
    assert_eq!(bench.state("1"), JobState::Prioritized);
}

#[test]
fn only_the_newest_finished_jobs_are_kept() {
    let mut bench = Bench::new();
    let newest = JobOptions { remove_on_complete: Keep::Newest(2), ..JobOptions::default() };
    for now in 0..4 {
        let id = bench.add_new(now, &newest);
        bench.take_job(now, "t");
        bench.complete(now, &id, "t").expect("acknowledged");
    }
    assert_eq!(bench.lanes().completed, ["3", "4"]);
    assert_eq!(job(&bench.db, &bench.queue, "2"), None);
    assert!(job(&bench.db, &bench.queue, "3").is_some());
}

#[test]
fn keeping_none_leaves_nothing_of_a_finished_job() {
    let mut bench = running(&JobOptions { remove_on_fail: Keep::Newest(0), ..JobOptions::default() });
    assert_eq!(bench.fail(1, "1", "a"), Ok(AfterFailure::Failed));
    let keys: Vec<String> = bench.db.iter().map(|(key, _)| key.to_text()).collect();
    assert_eq!(keys, ["emq:charges:id"]);
}
