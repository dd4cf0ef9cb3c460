//! Adding jobs: ids, custom ids and placement.

use super::*;

#[test]
fn a_key_is_the_prefix_the_queue_and_a_suffix() {
    let queue = Queue::new("charges").expect("a good name");
    assert_eq!(queue.name(), "charges");
    assert_eq!(queue.key("wait"), "emq:charges:wait");
    assert_eq!(queue.key("7"), "emq:charges:7");
    assert_eq!(queue.lock_key("7"), "emq:charges:7:lock");
    assert_eq!(queue.dedup(b"abc").to_text(), "emq:charges:de:abc");
}

#[test]
fn every_key_of_the_protocol_is_where_it_should_be() {
    let mut bench = Bench::new();
    let dedup = |id: &str, mode| Some(Dedup { id: id.to_owned(), mode });
    let last = JobOptions { dedup: dedup("abc", DedupMode::KeepLastIfActive), ..JobOptions::default() };
    // 1 to 4 are taken in turn and end completed, failed, active and active; 5 is parked, 6 waits.
    for _ in 0..3 {
        bench.add_plain(0);
    }
    bench.add_new(0, &last);
    for id in ["1", "2", "3", "4"] {
        assert_eq!(bench.take_job(0, "t").id, id);
    }
    bench.complete(1, "1", "t").expect("acknowledged");
    bench.fail(1, "2", "t").expect("accepted");
    bench.add_with(1, &last);
    bench.add_plain(1);
    bench.add_new(1, &JobOptions { delay: 10, ..JobOptions::default() });
    bench.add_new(1, &JobOptions { priority: 3, ..JobOptions::default() });
    bench.check(1);
    bench.redis(1, "HSET emq:charges:meta paused 1");
    let keys: Vec<String> = bench.db.iter().map(|(key, _)| key.to_text()).collect();
    assert_eq!(
        keys,
        [
            "emq:charges:1",
            "emq:charges:2",
            "emq:charges:3",
            "emq:charges:3:lock",
            "emq:charges:4",
            "emq:charges:4:lock",
            "emq:charges:6",
            "emq:charges:7",
            "emq:charges:8",
            "emq:charges:active",
            "emq:charges:completed",
            "emq:charges:de:abc",
            "emq:charges:delayed",
            "emq:charges:dn:abc",
            "emq:charges:failed",
            "emq:charges:id",
            "emq:charges:meta",
            "emq:charges:pc",
            "emq:charges:prioritized",
            "emq:charges:stalled",
            "emq:charges:stalled-check",
            "emq:charges:wait",
        ]
    );
}

#[test]
fn a_queue_name_is_short_and_has_no_colon() {
    assert_eq!(Queue::new(""), Err(NameError::Empty));
    assert_eq!(Queue::new("a:b"), Err(NameError::Colon));
    assert_eq!(Queue::new(&"q".repeat(65)), Err(NameError::TooLong));
    assert_eq!(Queue::new(&"q".repeat(64)).map(|queue| queue.name().len()), Ok(64));
}

#[test]
fn queues_are_equal_when_their_names_are() {
    use crate::base::fingerprint;
    let (one, same, other) = (Queue::new("a"), Queue::new("a"), Queue::new("b"));
    assert_eq!(one, same);
    assert_ne!(one, other);
    assert_eq!(fingerprint(&one.expect("good")), fingerprint(&same.expect("good")));
}

#[test]
fn an_added_job_has_a_hash_and_waits() {
    let mut bench = Bench::new();
    let id = bench.add_new(7, &retries(3, Some(Backoff::Fixed(500))));
    assert_eq!(id, "1");
    assert_eq!(bench.state("1"), JobState::Wait);
    let record = bench.record("1");
    assert_eq!((record.name.as_str(), record.data.as_str()), ("charge", "{\"amount\":100}"));
    assert_eq!(record.opts, "{\"attempts\":3,\"backoff\":{\"type\":\"fixed\",\"delay\":500}}");
    assert_eq!((record.timestamp, record.delay, record.priority), (Some(Millis(7)), 0, 0));
    assert_eq!((record.attempts_started, record.attempts_made, record.stalled), (0, 0, 0));
    assert_eq!(bench.redis(7, "HGET emq:charges:1 name"), bulk("charge"));
    assert_eq!(bench.redis(7, "LRANGE emq:charges:wait 0 -1"), Reply::Array(vec![bulk("1")]));
}

#[test]
fn a_custom_id_that_exists_in_any_state_stores_nothing() {
    let mut bench = Bench::new();
    let again = Added::Duplicate { id: "order-7".to_owned() };
    bench.add_new(0, &custom("order-7"));
    assert_eq!(bench.add_with(1, &custom("order-7")), again);
    bench.take_job(2, "t");
    assert_eq!(bench.add_with(3, &custom("order-7")), again);
    bench.complete(4, "order-7", "t").expect("acknowledged");
    assert_eq!(bench.state("order-7"), JobState::Completed);
    assert_eq!(bench.add_with(5, &custom("order-7")), again);
    assert_eq!(bench.record("order-7").timestamp, Some(Millis(0)));
    assert!(!can_take(&bench.db, Millis(5), &bench.queue));
}

#[test]
fn a_failed_job_blocks_its_custom_id_too() {
    let mut bench = Bench::new();
    bench.add_new(0, &custom("order-7"));
    bench.take_job(0, "t");
    assert_eq!(bench.fail(1, "order-7", "t"), Ok(AfterFailure::Failed));
    assert_eq!(bench.add_with(2, &custom("order-7")), Added::Duplicate { id: "order-7".to_owned() });
}

#[test]
fn removing_a_job_frees_its_custom_id() {
    let mut bench = Bench::new();
    bench.add_new(0, &custom("order-7"));
    assert_eq!(bench.remove(1, "order-7"), Ok(()));
    assert_eq!(bench.state("order-7"), JobState::Gone);
    assert_eq!(bench.add_new(2, &custom("order-7")), "order-7");
}

#[test]
fn an_add_that_is_turned_away_uses_up_a_number() {
    let mut bench = Bench::new();
    bench.add_new(0, &custom("order-7"));
    bench.add_with(0, &custom("order-7"));
    assert_eq!(bench.add_plain(0), "3");
}

#[test]
fn ids_that_the_queue_could_confuse_with_its_own_are_rejected() {
    let mut bench = Bench::new();
    for (id, error) in [
        ("", AddError::EmptyId),
        ("0", AddError::NumericId),
        ("17", AddError::NumericId),
        ("0:a:b", AddError::NumericId),
        ("a:b", AddError::ColonInId),
        ("a:b:c:d", AddError::ColonInId),
        ("wait", AddError::ReservedId),
        ("stalled-check", AddError::ReservedId),
        ("de:a:b", AddError::ReservedId),
    ] {
        assert_eq!(bench.try_add(0, &custom(id)), Err(error), "{id}");
    }
    assert_eq!(bench.try_add(0, &custom(&"x".repeat(257))), Err(AddError::TooLong));
    assert!(bench.db.is_empty());
    assert_eq!(bench.add_new(0, &custom("a:b:c")), "a:b:c");
    assert_eq!(bench.add_new(0, &custom("waiting")), "waiting");
    assert_eq!(bench.add_new(0, &custom("7a")), "7a");
}

#[test]
fn what_a_producer_may_ask_has_limits() {
    let mut bench = Bench::new();
    let plain = JobOptions::default;
    let too_far = MAX_SPAN + 1;
    let dedup = Some(Dedup { id: "a".to_owned(), mode: DedupMode::Throttle { ttl: too_far } });
    for (options, error) in [
        (JobOptions { priority: MAX_PRIORITY + 1, ..plain() }, AddError::PriorityTooHigh),
        (JobOptions { delay: too_far, ..plain() }, AddError::TooFarAhead),
        (retries(2, Some(Backoff::Exponential(too_far))), AddError::TooFarAhead),
        (JobOptions { dedup, ..plain() }, AddError::TooFarAhead),
    ] {
        assert_eq!(bench.try_add(0, &options), Err(error));
    }
    let (db, queue) = (&mut bench.db, &bench.queue);
    let long = format!("\"{}\"", "x".repeat(MAX_DATA_LEN));
    assert_eq!(add(db, Millis(0), queue, "n", "{amount}", &plain()), Err(AddError::DataNotJson));
    assert_eq!(add(db, Millis(0), queue, "n", &long, &plain()), Err(AddError::DataTooLong));
    assert_eq!(add(db, Millis(0), queue, &"n".repeat(257), "{}", &plain()), Err(AddError::TooLong));
    assert!(bench.db.is_empty());
}

#[test]
fn a_key_of_another_type_is_an_error_and_not_a_panic() {
    let mut bench = Bench::new();
    bench.redis(0, "SET emq:charges:wait oops");
    let error = bench.try_add(0, &JobOptions::default()).expect_err("refused");
    let AddError::Script(script) = &error else { panic!("{error:?}") };
    assert!(script.0.starts_with("WRONGTYPE"), "{script}");
    let taken = take(&mut bench.db, Millis(0), &bench.queue, "t", "w", &bench.settings);
    assert_eq!(taken, Taken::Broken(script.clone()));
    // As a script does, the add left behind what it had written.
    assert_eq!(bench.state("1"), JobState::Gone);
    assert_eq!(bench.record("1").name, "charge");
}

#[test]
fn messages_say_what_to_do_differently() {
    assert_eq!(
        AddError::ColonInId.to_string(),
        "a custom job id can contain ':' only when it has exactly three parts"
    );
    assert_eq!(NameError::TooLong.to_string(), "a queue's name can be at most 64 bytes long");
}
