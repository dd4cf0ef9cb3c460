//! The database as a value: sharing, equality, what a table shows, the order of fields, scans, the command table.

use super::*;
use crate::base::fingerprint;
use crate::store::value::Score;
use crate::store::{Item, KeyPositions, check_arity, command, commands};

#[test]
fn a_clone_goes_its_own_way() {
    let original = filled(&["RPUSH l a", "HSET h f 1", "SADD s a", "ZADD z 1 a", "SET k v"]);
    let mut copy = original.clone();
    for line in ["RPUSH l b", "HSET h f 2", "SADD s b", "ZADD z 2 a", "SET k w"] {
        run(&mut copy, NOW, line);
    }
    assert_eq!(original, filled(&["RPUSH l a", "HSET h f 1", "SADD s a", "ZADD z 1 a", "SET k v"]));
    assert_eq!(copy, filled(&["RPUSH l a b", "HSET h f 2", "SADD s a b", "ZADD z 2 a", "SET k w"]));
}

#[test]
fn databases_with_the_same_content_are_equal_however_they_came_about() {
    let direct = filled(&["SET k v PX 500", "HSET h b 2", "ZADD z 0 a"]);
    let roundabout = filled(&[
        "SET gone v PX 5",
        "DEL gone",
        "SET k w",
        "SET k v PX 500",
        "HSET h a 1 b 2",
        "HDEL h a",
        "ZADD z -0 a",
    ]);
    assert_eq!(direct, roundabout);
    assert_eq!(fingerprint(&direct), fingerprint(&roundabout));
    let other = filled(&["SET k v PX 501", "HSET h b 2", "ZADD z 0 a"]);
    assert_ne!(direct, other);
    assert_ne!(fingerprint(&direct), fingerprint(&other));
}

#[test]
fn a_table_can_show_every_value_piece_by_piece() {
    let db = filled(&["SET k v", "RPUSH l b a", "SADD s b a", "HSET h y 1 x 2", "ZADD z 2 a 1 b"]);
    let [a, b, v, x, y, one, two] = ["a", "b", "v", "x", "y", "1", "2"].map(Bytes::from);
    let check = |key: &str, type_name, summary, items: &[Item]| {
        let value = &db.get(key.as_bytes()).unwrap().value;
        assert_eq!((value.type_name(), value.summary().as_str()), (type_name, summary));
        assert_eq!(value.items().collect::<Vec<_>>(), items);
    };
    check("k", "string", "v", &[Item::Text(&v)]);
    check("l", "list", "2 elements", &[Item::Element(&b), Item::Element(&a)]);
    check("s", "set", "2 members", &[Item::Member(&a), Item::Member(&b)]);
    let fields = [Item::Field { name: &y, value: &one }, Item::Field { name: &x, value: &two }];
    check("h", "hash", "2 fields", &fields);
    let score = |n| Score::new(n).unwrap();
    let members =
        [Item::Scored { member: &b, score: score(1.0) }, Item::Scored { member: &a, score: score(2.0) }];
    check("z", "zset", "2 members", &members);
    assert_eq!(filled(&["SADD s a"]).get(b"s").unwrap().value.summary(), "1 member");
}

#[test]
fn a_hash_keeps_the_order_of_its_fields_until_it_has_more_than_512() {
    let mut db = Db::default();
    for n in (0..512).rev() {
        db.exec_args(NOW, &["HSET", "h", &format!("f{n:03}"), "v"]);
    }
    let first = |db: &mut Db| run(db, NOW, "HKEYS h").as_array().unwrap()[0].clone();
    assert_eq!(first(&mut db), Reply::bulk("f511"));
    run(&mut db, NOW, "HSET h x v");
    assert_eq!(first(&mut db), Reply::bulk("f000"));
    assert_eq!(run(&mut db, NOW, "HGET h f300"), Reply::bulk("v"));
    assert_eq!(run(&mut db, NOW, "HDEL h f300 f301 nope"), Reply::Int(2));
    assert_eq!(run(&mut db, NOW, "HLEN h"), Reply::Int(511));
}

/// Runs a scan to its end, doing something before each page; what it returned.
fn scan_all(db: &mut Db, command: &[&str], mut before_page: impl FnMut(&mut Db, usize)) -> Vec<Reply> {
    let (mut cursor, mut seen) = ("0".to_owned(), Vec::new());
    let at = command.iter().position(|word| *word == "CURSOR").unwrap();
    for page in 0..10_000 {
        before_page(db, page);
        let mut command = command.to_vec();
        command[at] = &cursor;
        let reply = db.exec_args(NOW, &command);
        let [next, items] = reply.as_array().unwrap() else { panic!("not a page: {reply}") };
        seen.extend_from_slice(items.as_array().unwrap());
        let next = next.as_bulk().unwrap().to_text();
        if next == "0" {
            return seen;
        }
        cursor = next;
    }
    panic!("the scan does not end");
}

#[test]
fn a_scan_returns_once_whatever_was_there_all_the_time() {
    let mut db = Db::default();
    for n in 0..200 {
        db.exec_args(NOW, &["SET", &format!("stays{n}"), "v"]);
        db.exec_args(NOW, &["SET", &format!("goes{n}"), "v"]);
    }
    let seen = scan_all(&mut db, &["SCAN", "CURSOR", "COUNT", "7", "MATCH", "stays*"], |db, page| {
        db.exec_args(NOW, &["DEL", &format!("goes{page}"), &format!("goes{}", 199 - page)]);
        db.exec_args(NOW, &["SET", &format!("comes{page}"), "v"]);
    });
    let mut names: Vec<String> = seen.iter().map(Reply::to_string).collect();
    names.sort();
    names.dedup();
    assert_eq!((seen.len(), names.len()), (200, 200));
}

#[test]
fn every_kind_of_collection_can_be_scanned() {
    let mut db = Db::default();
    for n in 0..600 {
        let n = n.to_string();
        db.exec_args(NOW, &["SADD", "s", &n]);
        db.exec_args(NOW, &["HSET", "h", &n, "v"]);
        db.exec_args(NOW, &["ZADD", "z", "1.5", &n]);
    }
    assert_eq!(scan_all(&mut db, &["SSCAN", "s", "CURSOR"], |_, _| {}).len(), 600);
    assert_eq!(scan_all(&mut db, &["HSCAN", "h", "CURSOR"], |_, _| {}).len(), 1_200);
    let seen = scan_all(&mut db, &["ZSCAN", "z", "CURSOR", "MATCH", "5?"], |_, _| {});
    assert_eq!(seen.len(), 20);
    assert!(seen.contains(&Reply::bulk("1.5")));
}

#[test]
fn spop_takes_the_first_members_in_byte_order() {
    let mut db = filled(&["SADD s c a b"]);
    assert_eq!(run(&mut db, NOW, "SPOP s"), Reply::bulk("a"));
    assert_eq!(run(&mut db, NOW, "SPOP s 9"), Reply::bulks(&argv(&["b", "c"])));
    assert!(db.is_empty());
}

#[test]
fn null_replies_have_the_shapes_of_resp() {
    let mut db = filled(&["RPUSH l a"]);
    assert_eq!(run(&mut db, NOW, "LPOP missing"), Reply::Nil);
    assert_eq!(run(&mut db, NOW, "LPOP missing 0"), Reply::NilArray);
    assert_eq!(run(&mut db, NOW, "LPOP l 0"), Reply::Array(vec![]));
    assert_eq!(run(&mut db, NOW, "SPOP missing 0"), Reply::Array(vec![]));
}

/// A syntax without what is in brackets.
fn required(syntax: &str) -> String {
    let mut depth = 0;
    let outside = |c: &char| {
        depth += i32::from(*c == '[') - i32::from(*c == ']');
        depth == 0 && *c != ']'
    };
    syntax.chars().filter(outside).collect()
}

#[test]
fn the_table_is_sorted_and_found_in_any_case() {
    assert!(commands().windows(2).all(|pair| pair[0].name < pair[1].name));
    for spec in commands() {
        let upper = spec.name.to_uppercase();
        assert_eq!(command(upper.as_bytes()).map(|found| found.name), Some(spec.name));
        assert!(spec.syntax.starts_with(&upper), "{upper}");
        let words = i32::try_from(required(spec.syntax).split_whitespace().count()).unwrap();
        assert_eq!(spec.arity.abs(), words, "{upper}: what must be given is as many words as the arity says");
    }
    assert!(command(b"nope").is_none() && command(b"").is_none() && command(b"GET ").is_none());
}

#[test]
fn a_command_knows_its_keys() {
    let keys = |line: &[&str]| -> Vec<String> {
        let argv = argv(line);
        let positions = command(&argv[0]).unwrap().keys;
        positions.of(&argv).map(Bytes::to_text).collect()
    };
    assert_eq!(keys(&["GET", "a"]), ["a"]);
    assert_eq!(keys(&["MSET", "a", "1", "b", "2"]), ["a", "b"]);
    assert_eq!(keys(&["LMOVE", "a", "b", "LEFT", "LEFT"]), ["a", "b"]);
    assert_eq!(keys(&["DEL", "a", "b", "c"]), ["a", "b", "c"]);
    assert_eq!(keys(&["SINTERCARD", "2", "a", "b", "LIMIT", "1"]), ["a", "b"]);
    assert_eq!(keys(&["SINTERCARD", "x", "a"]), [""; 0]);
    assert_eq!(keys(&["PING"]), [""; 0]);
    assert_eq!(command(b"scan").unwrap().keys, KeyPositions::None);
}

#[test]
fn an_unknown_command_is_named_with_the_beginning_of_its_arguments() {
    let long = "x".repeat(200);
    let text = |parts: &[&str]| check_arity(&argv(parts)).unwrap_err();
    assert_eq!(text(&["FOO", "a", "b"]), "ERR unknown command 'FOO', with args beginning with: 'a' 'b' ");
    let expected = format!("ERR unknown command '{0}', with args beginning with: '{0}' ", &long[..128]);
    assert_eq!(text(&[&long, &long, "b"]), expected);
    assert_eq!(text(&["get"]), "ERR wrong number of arguments for 'get' command");
}
