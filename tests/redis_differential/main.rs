//! The store against the real thing: the same commands to redis-server and to [`Db`], the same replies.
//!
//! Needs `redis-server` 7.0 in the path (`apt-get install redis-server`, macOS: `brew install redis`). The last
//! digits of INCRBYFLOAT are those of an x86-64 server.

mod generator;
mod server;

use std::time::{SystemTime, UNIX_EPOCH};

use generator::Generator;
use redeliver::base::{Bytes, Millis, SplitMix64};
use redeliver::store::{Db, Reply, split_line};
use server::Server;

const TRANSCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/redis-7.0.txt");

fn now() -> Millis {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
    Millis(u64::try_from(elapsed.as_millis()).expect("a moment"))
}

fn argv(line: &str) -> Vec<Bytes> {
    split_line(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn show(argv: &[Bytes]) -> String {
    argv.iter().map(|argument| format!("{argument:?}")).collect::<Vec<_>>().join(" ")
}

/// The recorded replies are the server's. With `BLESS=1`, they are rewritten to be so.
#[test]
fn the_transcript_is_what_the_server_answers() {
    let recorded = std::fs::read_to_string(TRANSCRIPT).expect("the transcript");
    let mut server = Server::start("transcript");
    let mut observed = String::new();
    for line in recorded.lines() {
        if line.starts_with("### ") {
            server.exec(&argv("FLUSHALL"));
        }
        match line.split_once("  =>") {
            Some((command, _)) => {
                let reply = server.exec(&argv(command)).to_string().replace('\n', " | ");
                observed += &format!("{command}  =>  {}\n", reply.trim_end());
            }
            None => observed += &format!("{line}\n"),
        }
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(TRANSCRIPT, &observed).expect("the transcript can be written");
        return;
    }
    for (recorded, observed) in recorded.lines().zip(observed.lines()) {
        assert_eq!(recorded, observed, "the recorded line and what the server answers now");
    }
}

#[test]
fn random_commands_are_answered_as_the_server_answers_them() {
    const ROUNDS: u64 = 10;
    const BATCHES: usize = 30;
    const BATCH: usize = 100;
    let mut server = Server::start("random");
    for seed in 0..ROUNDS {
        let mut generator = Generator::new(seed, now().0 / 1000);
        let mut db = Db::default();
        server.exec(&argv("FLUSHALL"));
        for batch in 0..BATCHES {
            let commands: Vec<Vec<Bytes>> = (0..BATCH).map(|_| generator.command()).collect();
            let started = now();
            let expected = server.exec_all(&commands);
            for (at, (command, expected)) in commands.iter().zip(expected).enumerate() {
                let reply = db.exec(started, command);
                let place = format!("seed {seed}, command {}: {}", batch * BATCH + at, show(command));
                assert_same(command, &reply, &expected, &place);
            }
            assert_same_content(&mut db, &mut server, seed);
        }
    }
}

/// A decimal number with up to twenty digits, a point somewhere, and sometimes an exponent.
fn decimal(random: &mut SplitMix64, exponents: u64) -> String {
    let mut text = if random.below(3) == 0 { "-" } else { "" }.to_owned();
    let digits = 1 + random.below(20);
    let point = random.below(digits + 1);
    for at in 0..digits {
        text += if at == point { "." } else { "" };
        text += &random.below(10).to_string();
    }
    if random.below(4) == 0 {
        text += &format!("e{}{}", if random.below(2) == 0 { "-" } else { "" }, random.below(exponents));
    }
    text
}

#[test]
fn sums_of_decimal_numbers_have_the_digits_the_server_prints() {
    let mut server = Server::start("decimals");
    let mut random = SplitMix64::new(1);
    let mut commands = Vec::new();
    for _ in 0..3_000 {
        let (left, right) = (decimal(&mut random, 60), decimal(&mut random, 60));
        commands.push(argv(&format!("SET f {left}")));
        commands.push(argv(&format!("INCRBYFLOAT f {right}")));
    }
    assert_all_same(&mut server, &commands);
}

#[test]
fn scores_have_the_digits_the_server_prints() {
    let mut server = Server::start("scores");
    let mut random = SplitMix64::new(2);
    let mut commands = Vec::new();
    for _ in 0..3_000 {
        let (score, increment) = (decimal(&mut random, 310), decimal(&mut random, 30));
        commands.push(argv(&format!("ZADD z {score} a")));
        commands.push(argv("ZSCORE z a"));
        commands.push(argv(&format!("ZINCRBY z {increment} a")));
    }
    assert_all_same(&mut server, &commands);
}

fn assert_all_same(server: &mut Server, commands: &[Vec<Bytes>]) {
    let mut db = Db::default();
    for (command, expected) in commands.iter().zip(server.exec_all(commands)) {
        let reply = db.exec(now(), command);
        assert_same(command, &reply, &expected, &show(command));
    }
}

/// Compares all keys, with their types, values and expiries.
fn assert_same_content(db: &mut Db, server: &mut Server, seed: u64) {
    let list = argv("KEYS *");
    let keys = db.exec(now(), &list);
    assert_same(&list, &keys, &server.exec(&list), &format!("seed {seed}, the keys"));
    for key in keys.as_array().expect("a list of keys").iter().filter_map(Reply::as_bulk) {
        let read = match db.get(key).expect("a listed key").value.type_name() {
            "string" => "GET",
            "list" => "LRANGE",
            "set" => "SMEMBERS",
            "hash" => "HGETALL",
            _ => "ZRANGE",
        };
        let mut read = vec![Bytes::from(read), key.clone()];
        match &*read[0] {
            b"LRANGE" => read.extend(argv("0 -1")),
            b"ZRANGE" => read.extend(argv("0 -1 WITHSCORES")),
            _ => {}
        }
        for command in [read, vec![Bytes::from("PTTL"), key.clone()]] {
            let (reply, expected) = (db.exec(now(), &command), server.exec(&command));
            assert_same(
                &command,
                &reply,
                &expected,
                &format!("seed {seed}, the content: {}", show(&command)),
            );
        }
    }
}

/// Fails unless two replies say the same: in any order where the server promises none, and within a
/// second where they tell the time.
fn assert_same(command: &[Bytes], reply: &Reply, expected: &Reply, place: &str) {
    let name = command[0].to_text().to_uppercase();
    let slack = match name.as_str() {
        "TTL" | "EXPIRETIME" => 1,
        "PTTL" | "PEXPIRETIME" => 1_000,
        _ => 0,
    };
    if let (Some(ours), Some(theirs)) = (reply.as_int(), expected.as_int()) {
        // Negative answers are not times.
        let same = if ours < 0 || theirs < 0 { ours == theirs } else { ours.abs_diff(theirs) <= slack };
        assert!(same, "{place}\n  ours:   {reply}\n  server: {expected}");
        return;
    }
    let same = match name.as_str() {
        "KEYS" | "SMEMBERS" | "SINTER" | "SUNION" | "SDIFF" => sorted(reply) == sorted(expected),
        "SCAN" | "SSCAN" => same_pages(reply, expected),
        _ => reply == expected,
    };
    assert!(same, "{place}\n  ours:   {reply}\n  server: {expected}");
}

fn sorted(reply: &Reply) -> Result<Vec<String>, &Reply> {
    let items = reply.as_array().ok_or(reply)?;
    let mut items: Vec<String> = items.iter().map(Reply::to_string).collect();
    items.sort();
    Ok(items)
}

/// Whether two replies of SCAN are the same error, or whole collections with the same elements. Cursors and
/// the size of pages are the server's own affair.
fn same_pages(reply: &Reply, expected: &Reply) -> bool {
    match (reply.as_array(), expected.as_array()) {
        (Some([our_cursor, ours]), Some([cursor, theirs])) => {
            let whole = Reply::bulk("0");
            *our_cursor != whole || *cursor != whole || sorted(ours) == sorted(theirs)
        }
        _ => reply == expected,
    }
}
