//! The producer's deduplication: each mode, and when its key is released.

use super::*;

fn by(mode: DedupMode) -> JobOptions {
    JobOptions { dedup: Some(Dedup { id: "abc".to_owned(), mode }), ..JobOptions::default() }
}

fn owned_by(owner: &str) -> Added {
    Added::Deduplicated { owner: owner.to_owned() }
}

#[test]
fn a_simple_id_is_taken_until_its_owner_completes() {
    let mut bench = Bench::new();
    let simple = by(DedupMode::Simple);
    assert_eq!(bench.add_new(0, &simple), "1");
    assert_eq!(bench.redis(0, "GET emq:charges:de:abc"), bulk("1"));
    assert_eq!(bench.record("1").dedup_id.as_deref(), Some("abc"));
    assert_eq!(bench.add_with(0, &simple), owned_by("1"));
    bench.take_job(1, "t");
    assert_eq!(bench.add_with(1, &simple), owned_by("1"));
    bench.complete(2, "1", "t").expect("acknowledged");
    assert_eq!(bench.redis(2, "EXISTS emq:charges:de:abc"), Reply::Int(0));
    assert_eq!(bench.add_new(2, &simple), "4");
}

#[test]
fn a_retry_keeps_a_simple_id_and_the_final_failure_frees_it() {
    let mut bench = Bench::new();
    let simple = JobOptions { attempts: 2, ..by(DedupMode::Simple) };
    bench.add_new(0, &simple);
    bench.take_job(0, "t");
    assert_eq!(bench.fail(1, "1", "t"), Ok(AfterFailure::Retried));
    assert_eq!(bench.add_with(1, &simple), owned_by("1"));
    bench.take_job(2, "t");
    assert_eq!(bench.fail(3, "1", "t"), Ok(AfterFailure::Failed));
    assert_eq!(bench.add_new(3, &simple), "3");
}

#[test]
fn finishing_does_not_free_an_id_that_another_job_owns() {
    let mut bench = Bench::new();
    bench.add_new(0, &by(DedupMode::Simple));
    bench.take_job(0, "t");
    bench.redis(1, "SET emq:charges:de:abc 99");
    bench.complete(2, "1", "t").expect("acknowledged");
    assert_eq!(bench.add_with(2, &by(DedupMode::Simple)), owned_by("99"));
}

#[test]
fn a_stray_owner_swallows_every_add() {
    let mut bench = Bench::new();
    bench.redis(0, "SET emq:charges:de:abc ghost");
    for now in 1..4 {
        assert_eq!(bench.add_with(now, &by(DedupMode::Simple)), owned_by("ghost"));
    }
    assert!(!can_take(&bench.db, Millis(4), &bench.queue));
}

#[test]
fn a_throttled_id_outlives_its_job_and_ends_with_its_ttl() {
    let mut bench = Bench::new();
    let throttle = by(DedupMode::Throttle { ttl: 1000 });
    bench.add_new(0, &throttle);
    bench.take_job(0, "t");
    bench.complete(10, "1", "t").expect("acknowledged");
    assert_eq!(bench.add_with(500, &throttle), owned_by("1"));
    assert_eq!(bench.add_with(1000, &throttle), owned_by("1"));
    assert_eq!(bench.add_new(1001, &throttle), "4");
}

#[test]
fn a_throttle_shorter_than_the_run_lets_two_run_in_parallel() {
    let mut bench = Bench::new();
    let throttle = by(DedupMode::Throttle { ttl: 100 });
    bench.add_new(0, &throttle);
    bench.take_job(0, "a");
    bench.add_new(101, &throttle);
    bench.take_job(101, "b");
    assert_eq!(bench.lanes().active, ["1", "2"]);
}

#[test]
fn extending_starts_the_span_again_with_every_hit() {
    let mut bench = Bench::new();
    let extend = by(DedupMode::Extend { ttl: 1000 });
    bench.add_new(0, &extend);
    assert_eq!(bench.add_with(900, &extend), owned_by("1"));
    assert_eq!(bench.add_with(1900, &extend), owned_by("1"));
    assert_eq!(bench.add_new(2901, &extend), "4");
}

#[test]
fn replacing_deletes_an_owner_that_is_still_delayed() {
    let mut bench = Bench::new();
    let replace = JobOptions { delay: 1000, ..by(DedupMode::Replace) };
    bench.add_new(0, &replace);
    let replaced = bench.add_with(400, &replace);
    assert_eq!(replaced, Added::Replaced { id: "2".to_owned(), removed: "1".to_owned() });
    assert_eq!(job(&bench.db, &bench.queue, "1"), None);
    assert_eq!(bench.lanes().delayed, [("2".to_owned(), Millis(1400))]);
    assert_eq!(bench.redis(400, "GET emq:charges:de:abc"), bulk("2"));
    assert_eq!(bench.redis(400, "PTTL emq:charges:de:abc"), Reply::Int(-1));
}

#[test]
fn replacing_spares_an_owner_that_is_no_longer_delayed() {
    let mut bench = Bench::new();
    let replace = by(DedupMode::Replace);
    bench.add_new(0, &replace);
    assert_eq!(bench.add_with(1, &replace), owned_by("1"));
    bench.take_job(2, "t");
    assert_eq!(bench.add_with(3, &replace), owned_by("1"));
    bench.complete(4, "1", "t").expect("acknowledged");
    assert_eq!(bench.add_new(5, &replace), "4");
}

#[test]
fn replacing_loses_a_job_that_waits_for_its_retry() {
    let mut bench = Bench::new();
    let options = JobOptions { attempts: 2, backoff: Some(Backoff::Fixed(1000)), ..by(DedupMode::Replace) };
    bench.add_new(0, &options);
    bench.take_job(0, "t");
    bench.fail(10, "1", "t").expect("accepted");
    assert_eq!(bench.add_with(20, &options), Added::Replaced { id: "2".to_owned(), removed: "1".to_owned() });
    assert_eq!(bench.state("1"), JobState::Gone);
}

#[test]
fn debouncing_runs_the_last_add_after_the_silence() {
    let mut bench = Bench::new();
    let debounce = by(DedupMode::Debounce { ttl: 1000 });
    bench.add_new(0, &debounce);
    bench.add_with(600, &debounce);
    bench.add_with(1200, &debounce);
    assert_eq!(bench.take_any(2199, "t"), Taken::Nothing { next_delayed: Some(Millis(2200)) });
    assert_eq!(bench.take_job(2200, "t").id, "3");
    assert_eq!(bench.redis(2200, "PTTL emq:charges:de:abc"), Reply::Int(0));
    assert_eq!(bench.add_new(2201, &debounce), "4");
}

fn parked(id: &str, owner: &str) -> Added {
    Added::Parked { id: id.to_owned(), owner: owner.to_owned() }
}

#[test]
fn keeping_the_last_queues_what_came_during_the_run() {
    let mut bench = Bench::new();
    let last = by(DedupMode::KeepLastIfActive);
    bench.add_new(0, &last);
    assert_eq!(bench.add_with(0, &last), owned_by("1"));
    bench.take_job(1, "t");
    assert_eq!(bench.add_with(2, &last), parked("3", "1"));
    let queue = bench.queue.clone();
    let newest = add(&mut bench.db, Millis(3), &queue, "charge", "{\"amount\":7}", &last);
    assert_eq!(newest, Ok(parked("4", "1")));
    assert_eq!(bench.redis(3, "HGET emq:charges:dn:abc jid"), bulk("4"));
    assert_eq!(bench.lanes().wait, [""; 0]);
    bench.complete(4, "1", "t").expect("acknowledged");
    let next = bench.take_job(5, "t");
    assert_eq!((next.id.as_str(), next.data.as_str()), ("4", "{\"amount\":7}"));
    assert_eq!(bench.redis(5, "GET emq:charges:de:abc"), bulk("4"));
    assert_eq!(bench.redis(5, "GET emq:charges:id"), bulk("5"));
    bench.complete(6, "4", "t").expect("acknowledged");
    assert_eq!(bench.redis(6, "EXISTS emq:charges:de:abc emq:charges:dn:abc"), Reply::Int(0));
}

#[test]
fn a_parked_adds_delay_counts_from_the_owners_end() {
    let mut bench = Bench::new();
    let last = by(DedupMode::KeepLastIfActive);
    bench.add_new(0, &last);
    bench.take_job(0, "t");
    bench.add_with(10, &JobOptions { delay: 1000, priority: 4, ..last });
    bench.fail(500, "1", "t").expect("accepted");
    assert_eq!(bench.lanes().delayed, [("2".to_owned(), Millis(1500))]);
    assert_eq!((bench.record("2").priority, bench.record("2").timestamp), (4, Some(Millis(500))));
}

#[test]
fn a_parked_add_takes_the_dedup_id_even_from_another_owner() {
    let mut bench = Bench::new();
    let last = by(DedupMode::KeepLastIfActive);
    bench.add_new(0, &last);
    bench.take_job(0, "t");
    bench.add_with(1, &last);
    bench.redis(2, "DEL emq:charges:de:abc");
    assert_eq!(bench.add_new(2, &last), "3");
    bench.complete(3, "1", "t").expect("acknowledged");
    assert_eq!(bench.lanes().wait, ["3", "2"]);
    assert_eq!(bench.redis(3, "GET emq:charges:de:abc"), bulk("2"));
}

#[test]
fn a_parked_add_overwrites_a_job_that_took_its_custom_id() {
    let mut bench = Bench::new();
    let last = by(DedupMode::KeepLastIfActive);
    bench.add_new(0, &last);
    bench.take_job(0, "t");
    let named = JobOptions { job_id: Some("x".to_owned()), ..last };
    assert_eq!(bench.add_with(1, &named), parked("x", "1"));
    bench.add_new(2, &custom("x"));
    bench.complete(3, "1", "t").expect("acknowledged");
    assert_eq!(bench.lanes().wait, ["x", "x"]);
    assert_eq!(bench.record("x").dedup_id.as_deref(), Some("abc"));
    assert_eq!(bench.redis(3, "GET emq:charges:id"), bulk("4"));
}

#[test]
fn removing_the_owner_loses_the_parked_add() {
    let mut bench = Bench::new();
    let last = by(DedupMode::KeepLastIfActive);
    bench.add_new(0, &last);
    bench.take_job(0, "t");
    bench.add_with(1, &last);
    bench.redis(2, "DEL emq:charges:1:lock");
    assert_eq!(bench.remove(2, "1"), Ok(()));
    let keys: Vec<String> = bench.db.iter().map(|(key, _)| key.to_text()).collect();
    assert_eq!(keys, ["emq:charges:id"]);
}

#[test]
fn a_debounced_add_does_not_start_the_wait_again_once_the_owner_is_ready() {
    let mut bench = Bench::new();
    let debounce = JobOptions { delay: 100, ..by(DedupMode::Debounce { ttl: 1000 }) };
    bench.add_new(0, &debounce);
    bench.take_job(100, "t");
    assert_eq!(bench.add_with(600, &debounce), owned_by("1"));
    assert_eq!(bench.redis(600, "PTTL emq:charges:de:abc"), Reply::Int(400));
}

#[test]
fn removing_a_job_frees_its_dedup_id_despite_a_ttl() {
    let mut bench = Bench::new();
    let throttle = by(DedupMode::Throttle { ttl: 60_000 });
    bench.add_new(0, &throttle);
    assert_eq!(bench.remove(1, "1"), Ok(()));
    assert_eq!(bench.add_new(2, &throttle), "2");
}

#[test]
fn eviction_of_a_finished_job_leaves_its_dedup_id_taken() {
    let mut bench = Bench::new();
    let throttle =
        JobOptions { remove_on_complete: Keep::Newest(0), ..by(DedupMode::Throttle { ttl: 60_000 }) };
    bench.add_new(0, &throttle);
    bench.take_job(0, "t");
    bench.complete(1, "1", "t").expect("acknowledged");
    assert_eq!(job(&bench.db, &bench.queue, "1"), None);
    assert_eq!(bench.add_with(2, &throttle), owned_by("1"));
}

#[test]
fn the_dedup_key_is_removed_only_by_its_owner() {
    let mut bench = Bench::new();
    bench.add_new(0, &by(DedupMode::Simple));
    let queue = bench.queue.clone();
    bench.redis(1, "SET emq:charges:de:abc 99");
    assert_eq!(remove(&mut bench.db, Millis(1), &queue, "1"), Ok(()));
    assert_eq!(bench.add_with(2, &by(DedupMode::Simple)), owned_by("99"));
    bench.redis(3, "DEL emq:charges:de:abc");
    let second = bench.add_new(4, &by(DedupMode::Simple));
    assert_eq!(remove(&mut bench.db, Millis(5), &queue, "nobody"), Err(RemoveError::Unknown));
    assert_eq!(bench.add_with(6, &by(DedupMode::Simple)), owned_by(&second));
    assert_eq!(remove(&mut bench.db, Millis(7), &queue, &second), Ok(()));
    assert!(bench.add_new(8, &by(DedupMode::Simple)) > second);
}

#[test]
fn the_custom_id_is_looked_at_before_the_dedup_id() {
    let mut bench = Bench::new();
    bench.add_new(0, &custom("x"));
    let both = JobOptions { job_id: Some("x".to_owned()), ..by(DedupMode::Simple) };
    assert_eq!(bench.add_with(1, &both), Added::Duplicate { id: "x".to_owned() });
    assert_eq!(bench.redis(1, "EXISTS emq:charges:de:abc"), Reply::Int(0));
}
