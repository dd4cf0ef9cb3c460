//! When keys go: lazily, eagerly, at once.

use super::*;

#[test]
fn a_key_is_there_up_to_and_including_its_last_moment() {
    let mut db = Db::default();
    db.exec_args(Millis(1_000), &["SET", "k", "v", "PX", "50"]);
    assert_eq!(db.next_expiry(), Some(Millis(1_051)));
    assert_eq!(db.exec_args(Millis(1_050), &["GET", "k"]), Reply::bulk("v"));
    assert_eq!(db.exec_args(Millis(1_050), &["PTTL", "k"]), Reply::Int(0));
    assert_eq!(db.exec_args(Millis(1_051), &["GET", "k"]), Reply::Nil);
    assert_eq!(db.len(), 0);
}

#[test]
fn expire_names_what_went_in_key_order() {
    let mut db = filled(&["SET b 1 PX 5", "SET a 1 PX 9", "SET c 1 PX 10", "SET d 1"]);
    assert_eq!(db.next_expiry(), Some(NOW.plus(6)));
    assert_eq!(db.expire(NOW.plus(5)), []);
    assert_eq!(db.expire(NOW.plus(10)), argv(&["a", "b"]));
    assert_eq!(db.next_expiry(), Some(NOW.plus(11)));
    assert_eq!(db.expire(NOW.plus(11)), argv(&["c"]));
    assert_eq!(db.next_expiry(), None);
    assert_eq!(db.len(), 1);
}

#[test]
fn an_expired_key_is_missing_for_every_command() {
    let expired = filled(&["SET k 5 PX 1", "RPUSH l a", "PEXPIRE l 1"]);
    for (line, reply) in [
        ("DBSIZE", "(integer) 0"),
        ("KEYS *", "(empty array)"),
        ("SCAN 0", "1) \"0\" | 2) (empty array)"),
        ("EXISTS k l", "(integer) 0"),
        ("INCR k", "(integer) 1"),
        ("SETNX k 9", "(integer) 1"),
        ("SADD l a", "(integer) 1"),
        ("RENAME k x", "(error) ERR no such key"),
        ("TTL k", "(integer) -2"),
    ] {
        let mut db = expired.clone();
        let answer = run(&mut db, NOW.plus(2), line).to_string().replace('\n', " | ");
        assert_eq!(answer, reply, "{line}");
    }
}

#[test]
fn a_moment_that_is_not_after_now_deletes_at_once() {
    for line in ["EXPIRE k 0", "PEXPIREAT k 1700000000000", "GETEX k PXAT 1700000000000", "SET k v PXAT 1"] {
        let mut db = filled(&["SET k v", line]);
        assert_eq!(db.get(b"k"), None, "{line}");
        assert_eq!(db.next_expiry(), None, "{line}");
        assert_eq!(run(&mut db, NOW, "GET k"), Reply::Nil, "{line}");
    }
}

#[test]
fn a_set_that_ends_now_can_be_read_until_the_clock_moves() {
    let mut db = filled(&["SET k v PXAT 1700000000000"]);
    assert_eq!(run(&mut db, NOW, "GET k"), Reply::bulk("v"));
    assert_eq!(run(&mut db, NOW.plus(1), "GET k"), Reply::Nil);
}

#[test]
fn a_failed_setnx_keeps_the_ttl() {
    let mut db = filled(&["SET k v PX 500", "SETNX k w", "SET k w NX PX 9000"]);
    assert_eq!(run(&mut db, NOW, "PTTL k"), Reply::Int(500));
}

#[test]
fn a_collection_keeps_its_ttl_while_it_has_elements_and_loses_it_with_the_last() {
    let mut db = filled(&["RPUSH l a b", "EXPIRE l 100", "LPOP l"]);
    assert_eq!(run(&mut db, NOW, "TTL l"), Reply::Int(100));
    run(&mut db, NOW, "LPOP l");
    run(&mut db, NOW, "RPUSH l c");
    assert_eq!(run(&mut db, NOW, "TTL l"), Reply::Int(-1));
}

#[test]
fn time_may_start_at_zero_and_may_end() {
    let mut db = Db::default();
    assert_eq!(db.exec_args(Millis(0), &["SET", "k", "v", "PX", "1"]), Reply::OK);
    assert_eq!(db.exec_args(Millis(1), &["GET", "k"]), Reply::bulk("v"));
    let end = Millis(u64::MAX);
    let refused = db.exec_args(end, &["SET", "k", "v", "PX", "1"]);
    assert_eq!(refused, Reply::Error("ERR invalid expire time in 'set' command".to_owned()));
    assert_eq!(db.exec_args(end, &["GET", "k"]), Reply::Nil);
}
