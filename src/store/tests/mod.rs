//! Tests across families: the recorded transcript, time, sharing, limits, and what must never happen.

mod limits;
mod time;
mod transcript;
mod value;

use super::{Db, Reply, split_line};
use crate::base::{Bytes, Millis};

/// A moment like those on a real server's clock.
const NOW: Millis = Millis(1_700_000_000_000);

/// Runs one line, quoted as for `redis-cli`.
fn run(db: &mut Db, now: Millis, line: &str) -> Reply {
    let argv = split_line(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    db.exec(now, &argv)
}

/// Runs lines one after the other.
fn filled(lines: &[&str]) -> Db {
    let mut db = Db::default();
    for line in lines {
        let reply = run(&mut db, NOW, line);
        assert!(!reply.is_error(), "{line}: {reply}");
    }
    db
}

fn argv(parts: &[&str]) -> Vec<Bytes> {
    parts.iter().map(|&part| Bytes::from(part)).collect()
}
