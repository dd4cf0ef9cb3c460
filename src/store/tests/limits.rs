//! Sizes, hostile input, and the promise that an error changes nothing.

use super::*;
use crate::base::SplitMix64;
use crate::store::{MAX_ELEMENTS, MAX_KEYS, MAX_PATTERN_BYTES, MAX_STRING_BYTES, commands};

fn error(reply: &Reply) -> &str {
    if let Reply::Error(text) = reply { text } else { panic!("not an error: {reply}") }
}

/// `words` and then `first..first + count`, each followed by `value` if there is one.
fn many(words: &[&str], numbers: std::ops::Range<usize>, value: Option<&str>) -> Vec<Bytes> {
    let mut command = argv(words);
    for number in numbers {
        command.push(Bytes::from(number.to_string()));
        command.extend(value.map(Bytes::from));
    }
    command
}

#[test]
fn a_full_database_takes_no_new_key_but_still_changes_the_old() {
    let mut db = Db::default();
    assert_eq!(db.exec(NOW, &many(&["MSET"], 0..MAX_KEYS, Some("1"))), Reply::OK);
    for line in [
        "SET new v",
        "MSET 0 2 new 2",
        "INCR new",
        "RPUSH new a",
        "COPY 0 new",
        "HSET new a 1",
        "ZADD new 1 a",
    ] {
        let before = db.clone();
        let reply = run(&mut db, NOW, line);
        assert_eq!(error(&reply), "ERR too many keys: the playground's limit is 10000", "{line}");
        assert_eq!(db, before, "{line}");
    }
    for line in
        ["INCR 0", "RENAME 0 new", "SET new v", "DEL new", "RPUSH list a", "LMOVE list other LEFT LEFT"]
    {
        let reply = run(&mut db, NOW, line);
        assert!(!reply.is_error(), "{line}: {reply}");
    }
    assert_eq!(db.len(), MAX_KEYS);
}

#[test]
fn a_full_collection_takes_no_new_element_but_still_changes_the_old() {
    let text = "ERR too many elements in one key: the playground's limit is 20000";
    for (name, value, old, new) in [
        ("RPUSH", None, "LSET c 0 x", "LPUSH c x"),
        ("SADD", None, "SADD c 5", "SADD c x"),
        ("HSET", Some("1"), "HINCRBY c 5 1", "HINCRBYFLOAT c x 1"),
        ("ZADD", None, "ZINCRBY c 2 member", "ZADD c XX 1 no 2 x 3 y"),
    ] {
        let mut db = filled(if name == "ZADD" { &["ZADD c 1 member"] } else { &[] });
        for start in (0..MAX_ELEMENTS).step_by(5_000) {
            let command = if name == "ZADD" {
                let mut command = argv(&["ZADD", "c"]);
                let from = start.max(1);
                command.extend((from..start + 5_000).flat_map(|n| argv(&["1", &n.to_string()])));
                command
            } else {
                many(&[name, "c"], start..start + 5_000, value)
            };
            assert!(!db.exec(NOW, &command).is_error());
        }
        assert_eq!(db.get(b"c").unwrap().value.len(), MAX_ELEMENTS, "{name}");
        let reply = run(&mut db, NOW, old);
        assert!(!reply.is_error(), "{old}: {reply}");
        let before = db.clone();
        let new = if name == "ZADD" { "ZADD c 1 x" } else { new };
        assert_eq!(error(&run(&mut db, NOW, new)), text, "{new}");
        assert_eq!(db, before);
    }
}

#[test]
fn a_long_string_is_refused_wherever_it_comes_from() {
    let mut db = filled(&["SET k v"]);
    let long = "x".repeat(MAX_STRING_BYTES + 1);
    let refused = "an argument has too many bytes: the playground's limit is 524288";
    assert!(error(&db.exec_args(NOW, &["SET", "k", &long])).ends_with(refused));
    assert_eq!(db.exec_args(NOW, &["SETRANGE", "k", "524287", "x"]), Reply::Int(524_288));
    let refused = "ERR string has too many bytes: the playground's limit is 524288";
    assert_eq!(error(&db.exec_args(NOW, &["APPEND", "k", "x"])), refused);
    assert_eq!(error(&db.exec_args(NOW, &["SETRANGE", "k", "9223372036854775807", "x"])), refused);
    let pattern = "*".repeat(MAX_PATTERN_BYTES + 1);
    let refused = "ERR a pattern has too many bytes: the playground's limit is 256";
    assert_eq!(error(&db.exec_args(NOW, &["KEYS", &pattern])), refused);
    assert_eq!(error(&db.exec_args(NOW, &["SCAN", "0", "MATCH", &pattern])), refused);
}

#[test]
fn thousands_of_arguments_are_answered() {
    let mut db = Db::default();
    assert_eq!(db.exec(NOW, &many(&["SADD", "s"], 0..19_998, None)), Reply::Int(19_998));
    for name in ["SINTER", "SUNION", "SDIFF"] {
        let mut command = argv(&[name]);
        command.resize(20_000, Bytes::from("s"));
        let len = if name == "SDIFF" { 0 } else { 19_998 };
        assert_eq!(db.exec(NOW, &command).as_array().unwrap().len(), len, "{name}");
    }
    assert_eq!(db.exec(NOW, &many(&["HSET", "h"], 0..9_999, Some("v"))), Reply::Int(9_999));
    assert_eq!(db.exec(NOW, &many(&["HDEL", "h"], 0..9_999, None)), Reply::Int(9_999));
    assert!(db.get(b"h").is_none());
}

/// Random words in random order after every command's name: no panic, and an error leaves everything as it was.
#[test]
fn whatever_is_typed_is_answered_and_an_error_changes_nothing() {
    const WORDS: [&str; 34] = [
        "str",
        "list",
        "set",
        "hash",
        "zset",
        "none",
        "a",
        "b",
        "0",
        "1",
        "-1",
        "2",
        "9223372036854775807",
        "-9223372036854775808",
        "1.5",
        "inf",
        "-inf",
        "1e4000",
        "",
        "(1",
        "[a",
        "-",
        "+",
        "*",
        "LEFT",
        "BEFORE",
        "NX",
        "GET",
        "EX",
        "WITHSCORES",
        "LIMIT",
        "BYSCORE",
        "COUNT",
        "\u{fffd}\n",
    ];
    let seed = filled(&[
        "SET str 5",
        "RPUSH list a b a",
        "SADD set a b",
        "HSET hash a 1 b x",
        "ZADD zset 1 a inf b",
    ]);
    let mut random = SplitMix64::new(7);
    let mut errors = 0;
    for spec in commands() {
        let mut db = seed.clone();
        for _ in 0..300 {
            let len = random.below(7);
            let mut command = vec![Bytes::from(spec.name)];
            for _ in 0..len {
                let at = usize::try_from(random.below(WORDS.len() as u64)).unwrap();
                command.push(Bytes::from(WORDS[at]));
            }
            let before = db.clone();
            if db.exec(NOW, &command).is_error() {
                assert_eq!(db, before, "{command:?}");
                errors += 1;
            } else if !spec.writes {
                assert_eq!(db, before, "{command:?} is said not to write");
            }
            let empty =
                db.iter().find(|(_, entry)| entry.value.type_name() != "string" && entry.value.is_empty());
            assert_eq!(empty, None, "{command:?}");
        }
    }
    assert!(errors > 1_000);
    assert_eq!(error(&Db::default().exec(NOW, &[])), "ERR unknown command '', with args beginning with: ");
}
