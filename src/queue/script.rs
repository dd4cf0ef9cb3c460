//! Store commands as typed calls, and typed reads that change nothing.
//!
//! Whatever changes the store goes through [`Db::exec`]. A reply of an unexpected shape is an error like any
//! other, so that a key which a learner overwrote by hand cannot bring the queue down.

use std::collections::VecDeque;
use std::fmt;
use std::ops::Deref;
use std::sync::LazyLock;

use super::inspect::parse;
use crate::base::{Bytes, Millis};
use crate::store::{Db, Fields, Reply, SortedSet, Value};

/// The store refused a command inside an operation: a key holds another type, or a limit was reached. What the
/// operation had written before stays, as with a Lua script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScriptError(pub String);

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store refused one of the queue's commands: {}", self.0)
    }
}

impl std::error::Error for ScriptError {}

/// Names made when the first of them is needed. Looking one up is one call, for the whole program to share.
pub(super) struct Names<T: 'static>(LazyLock<T>);

impl<T> Deref for Names<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Declares byte strings, each allocated once.
macro_rules! names {
    ($(#[$doc:meta])* $constant:ident: $type:ident { $($name:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        pub(super) struct $type { $(pub(super) $name: Bytes),* }
        $(#[$doc])*
        pub(super) static $constant: Names<$type> = Names(LazyLock::new(|| {
            let [$($name),*] = [$($text),*].map(Bytes::from);
            $type { $($name),* }
        }));
    };
}

names! {
    /// The words that commands are made of.
    WORDS: Words {
        del = "DEL", exists = "EXISTS", get = "GET", hdel = "HDEL", hget = "HGET", hincrby = "HINCRBY",
        hset = "HSET", incr = "INCR", lpush = "LPUSH", lrem = "LREM", pexpire = "PEXPIRE", pttl = "PTTL",
        rpoplpush = "RPOPLPUSH", rpush = "RPUSH", sadd = "SADD", set = "SET", smembers = "SMEMBERS", srem = "SREM",
        zadd = "ZADD", zpopmin = "ZPOPMIN", zrangebyscore = "ZRANGEBYSCORE", zrem = "ZREM",
        zremrangebyrank = "ZREMRANGEBYRANK", zrange = "ZRANGE", zrevrangebyscore = "ZREVRANGEBYSCORE",
        keepttl = "KEEPTTL", limit = "LIMIT", nx = "NX", px = "PX", withscores = "WITHSCORES",
        minus_one = "-1", zero = "0", one = "1", thousand = "1000",
    }
}

names! {
    /// The fields of a job's hash, of a parked add and of `meta`, as BullMQ spells them.
    FIELD: FieldNames {
        name = "name", data = "data", opts = "opts", timestamp = "timestamp", delay = "delay",
        priority = "priority", processed_on = "processedOn", finished_on = "finishedOn", attempts_started = "ats",
        attempts_made = "atm", stalled = "stc", deferred_failure = "defa", failed_reason = "failedReason",
        return_value = "returnvalue", processed_by = "pb", dedup_id = "deid", parked_id = "jid",
        paused = "paused", concurrency = "concurrency",
    }
}

/// One operation: the store and the moment at which all of its commands run.
pub(super) struct Script<'a> {
    pub(super) db: &'a mut Db,
    pub(super) now: Millis,
}

/// What a call answers unless the store refuses it.
type Call<T> = Result<T, ScriptError>;

impl<'a> Script<'a> {
    pub(super) fn new(db: &'a mut Db, now: Millis) -> Self {
        Self { db, now }
    }

    fn run(&mut self, argv: &[&Bytes]) -> Call<Reply> {
        let argv: Vec<Bytes> = argv.iter().copied().cloned().collect();
        checked(self.db.exec(self.now, &argv))
    }

    fn int(&mut self, argv: &[&Bytes]) -> Call<i64> {
        match self.run(argv)? {
            Reply::Int(number) => Ok(number),
            other => Err(unexpected(&other)),
        }
    }

    fn bulk(&mut self, argv: &[&Bytes]) -> Call<Option<Bytes>> {
        match self.run(argv)? {
            Reply::Bulk(bytes) => Ok(Some(bytes)),
            Reply::Nil => Ok(None),
            other => Err(unexpected(&other)),
        }
    }

    fn list(&mut self, argv: &[&Bytes]) -> Call<Vec<Bytes>> {
        let Reply::Array(items) = self.run(argv)? else { return Ok(Vec::new()) };
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Reply::Bulk(bytes) => list.push(bytes),
                other => return Err(unexpected(&other)),
            }
        }
        Ok(list)
    }

    /// A `SET` whose condition may not hold: whether it did.
    fn set_if(&mut self, argv: &[&Bytes]) -> Call<bool> {
        Ok(!matches!(self.run(argv)?, Reply::Nil))
    }

    pub(super) fn incr(&mut self, key: &Bytes) -> Call<i64> {
        self.int(&[&WORDS.incr, key])
    }

    pub(super) fn exists(&mut self, key: &Bytes) -> Call<bool> {
        Ok(self.int(&[&WORDS.exists, key])? == 1)
    }

    pub(super) fn del(&mut self, key: &Bytes) -> Call<bool> {
        Ok(self.int(&[&WORDS.del, key])? == 1)
    }

    pub(super) fn get(&mut self, key: &Bytes) -> Call<Option<Bytes>> {
        self.bulk(&[&WORDS.get, key])
    }

    pub(super) fn set(&mut self, key: &Bytes, value: &Bytes) -> Call<()> {
        self.run(&[&WORDS.set, key, value]).map(drop)
    }

    pub(super) fn set_keeping_ttl(&mut self, key: &Bytes, value: &Bytes) -> Call<()> {
        self.run(&[&WORDS.set, key, value, &WORDS.keepttl]).map(drop)
    }

    /// `SET … PX`; a span of zero, which the store refuses, counts as one.
    pub(super) fn set_px(&mut self, key: &Bytes, value: &Bytes, span: u64) -> Call<()> {
        self.run(&[&WORDS.set, key, value, &WORDS.px, &number(span.max(1))]).map(drop)
    }

    pub(super) fn set_nx(&mut self, key: &Bytes, value: &Bytes) -> Call<bool> {
        self.set_if(&[&WORDS.set, key, value, &WORDS.nx])
    }

    /// `SET … PX … NX`; a span of zero counts as one.
    pub(super) fn set_nx_px(&mut self, key: &Bytes, value: &Bytes, span: u64) -> Call<bool> {
        self.set_if(&[&WORDS.set, key, value, &WORDS.px, &number(span.max(1)), &WORDS.nx])
    }

    pub(super) fn pexpire(&mut self, key: &Bytes, span: u64) -> Call<()> {
        self.int(&[&WORDS.pexpire, key, &number(span)]).map(drop)
    }

    /// Whether the key exists and never expires.
    pub(super) fn is_permanent(&mut self, key: &Bytes) -> Call<bool> {
        Ok(self.int(&[&WORDS.pttl, key])? == -1)
    }

    pub(super) fn lpush(&mut self, key: &Bytes, element: &Bytes) -> Call<()> {
        self.int(&[&WORDS.lpush, key, element]).map(drop)
    }

    pub(super) fn rpush(&mut self, key: &Bytes, element: &Bytes) -> Call<()> {
        self.int(&[&WORDS.rpush, key, element]).map(drop)
    }

    pub(super) fn rpoplpush(&mut self, source: &Bytes, destination: &Bytes) -> Call<Option<Bytes>> {
        self.bulk(&[&WORDS.rpoplpush, source, destination])
    }

    /// Removes one element, the nearest to the tail; whether there was one.
    pub(super) fn lrem(&mut self, key: &Bytes, element: &Bytes) -> Call<bool> {
        Ok(self.int(&[&WORDS.lrem, key, &WORDS.minus_one, element])? == 1)
    }

    pub(super) fn sadd(&mut self, key: &Bytes, members: &[Bytes]) -> Call<()> {
        let mut argv = vec![WORDS.sadd.clone(), key.clone()];
        argv.extend_from_slice(members);
        checked(self.db.exec(self.now, &argv)).map(drop)
    }

    pub(super) fn srem(&mut self, key: &Bytes, member: &Bytes) -> Call<()> {
        self.int(&[&WORDS.srem, key, member]).map(drop)
    }

    pub(super) fn smembers(&mut self, key: &Bytes) -> Call<Vec<Bytes>> {
        self.list(&[&WORDS.smembers, key])
    }

    pub(super) fn hget(&mut self, key: &Bytes, field: &Bytes) -> Call<Option<Bytes>> {
        self.bulk(&[&WORDS.hget, key, field])
    }

    pub(super) fn hset(&mut self, key: &Bytes, pairs: &[(&Bytes, &Bytes)]) -> Call<()> {
        let mut argv = Vec::with_capacity(2 + 2 * pairs.len());
        argv.extend([WORDS.hset.clone(), key.clone()]);
        for &(field, value) in pairs {
            argv.extend([field.clone(), value.clone()]);
        }
        checked(self.db.exec(self.now, &argv)).map(drop)
    }

    pub(super) fn hdel(&mut self, key: &Bytes, fields: &[&Bytes]) -> Call<()> {
        let mut argv = vec![WORDS.hdel.clone(), key.clone()];
        argv.extend(fields.iter().copied().cloned());
        checked(self.db.exec(self.now, &argv)).map(drop)
    }

    /// Adds one to a field; the sum.
    pub(super) fn hincr(&mut self, key: &Bytes, field: &Bytes) -> Call<i64> {
        self.int(&[&WORDS.hincrby, key, field, &WORDS.one])
    }

    pub(super) fn zadd(&mut self, key: &Bytes, score: u64, member: &Bytes) -> Call<()> {
        self.int(&[&WORDS.zadd, key, &number(score), member]).map(drop)
    }

    pub(super) fn zrem(&mut self, key: &Bytes, member: &Bytes) -> Call<bool> {
        Ok(self.int(&[&WORDS.zrem, key, member])? == 1)
    }

    pub(super) fn zpopmin(&mut self, key: &Bytes) -> Call<Option<Bytes>> {
        Ok(self.list(&[&WORDS.zpopmin, key])?.into_iter().next())
    }

    /// At most a thousand members with a score up to `max`, lowest first.
    pub(super) fn first_up_to(&mut self, key: &Bytes, max: u64) -> Call<Vec<Bytes>> {
        let max = number(max);
        let words = &*WORDS;
        self.list(&[&words.zrangebyscore, key, &words.zero, &max, &words.limit, &words.zero, &words.thousand])
    }

    /// The highest score between `min` and `max`.
    pub(super) fn highest_between(&mut self, key: &Bytes, min: u64, max: u64) -> Call<Option<u64>> {
        let (min, max) = (number(min), number(max));
        let words = &*WORDS;
        let command = &words.zrevrangebyscore;
        let argv = [command, key, &max, &min, &words.withscores, &words.limit, &words.zero, &words.one];
        Ok(self.list(&argv)?.get(1).and_then(|score| parse(score)))
    }

    /// The members beyond the `keep` with the highest scores, lowest first.
    pub(super) fn all_but_highest(&mut self, key: &Bytes, keep: u32) -> Call<Vec<Bytes>> {
        let last = Bytes::from(-1 - i64::from(keep));
        self.list(&[&WORDS.zrange, key, &WORDS.zero, &last])
    }

    /// Removes the members beyond the `keep` with the highest scores.
    pub(super) fn drop_all_but_highest(&mut self, key: &Bytes, keep: u32) -> Call<()> {
        let last = Bytes::from(-1 - i64::from(keep));
        self.int(&[&WORDS.zremrangebyrank, key, &WORDS.zero, &last]).map(drop)
    }
}

fn checked(reply: Reply) -> Call<Reply> {
    match reply {
        Reply::Error(text) => Err(ScriptError(text)),
        reply => Ok(reply),
    }
}

#[cold]
fn unexpected(reply: &Reply) -> ScriptError {
    ScriptError(format!("ERR unexpected reply {reply}"))
}

/// A number as the store takes it.
pub(super) fn number(value: u64) -> Bytes {
    Bytes::from(value.to_string())
}

/// The list under `key`, if it is one.
pub(super) fn list_at<'a>(db: &'a Db, key: &[u8]) -> Option<&'a VecDeque<Bytes>> {
    match &db.get(key)?.value {
        Value::List(list) => Some(list),
        _ => None,
    }
}

/// The hash under `key`, if it is one.
pub(super) fn hash_at<'a>(db: &'a Db, key: &[u8]) -> Option<&'a Fields> {
    match &db.get(key)?.value {
        Value::Hash(fields) => Some(fields),
        _ => None,
    }
}

/// The sorted set under `key`, if it is one.
pub(super) fn zset_at<'a>(db: &'a Db, key: &[u8]) -> Option<&'a SortedSet> {
    match &db.get(key)?.value {
        Value::ZSet(zset) => Some(zset),
        _ => None,
    }
}
