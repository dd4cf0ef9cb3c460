//! Strings and counters.

use super::expiry::{Unit, expire_at};
use super::set_options::{Lifetime, Owner, SetOptions, moment};
use super::{CommandSpec, Family, KeyPositions, Tells, wrong_arity};
use crate::base::cast;
use crate::base::{Bytes, Millis};
use crate::store::arguments::{int, signed};
use crate::store::db::{Db, check_string_len};
use crate::store::error::{CommandError, Outcome};
use crate::store::long_double::LongDouble;
use crate::store::reply::Reply;
use crate::store::value::Value;
use crate::store::{MAX_KEYS, arguments};

const FAMILY: Family = Family::Strings;
const ONE: KeyPositions = KeyPositions::ONE;
const ALL: KeyPositions = KeyPositions::ALL;
const PAIRS: KeyPositions = KeyPositions::PAIRS;
const VALUES: Tells = Tells::Values;

pub(super) const COMMANDS: &[CommandSpec] = &[
    FAMILY.write(ONE, VALUES, "append", 3, append, "APPEND key value"),
    FAMILY.write(ONE, VALUES, "decr", 2, |db, _, argv| add(db, &argv[1], -1), "DECR key"),
    FAMILY.write(ONE, VALUES, "decrby", 3, decrby, "DECRBY key decrement"),
    FAMILY.read(ONE, VALUES, "get", 2, get, "GET key"),
    FAMILY.write(ONE, VALUES, "getdel", 2, getdel, "GETDEL key"),
    FAMILY.write(
        ONE,
        Tells::Moments { from: 2 },
        "getex",
        -2,
        getex,
        "GETEX key [EX seconds|PX milliseconds|EXAT unix-time-seconds|PXAT unix-time-milliseconds|PERSIST]",
    ),
    FAMILY.read(ONE, VALUES, "getrange", 4, getrange, "GETRANGE key start end"),
    FAMILY.write(ONE, VALUES, "getset", 3, getset, "GETSET key value"),
    FAMILY.write(ONE, VALUES, "incr", 2, |db, _, argv| add(db, &argv[1], 1), "INCR key"),
    FAMILY.write(ONE, VALUES, "incrby", 3, incrby, "INCRBY key increment"),
    FAMILY.write(ONE, VALUES, "incrbyfloat", 3, incrbyfloat, "INCRBYFLOAT key increment"),
    FAMILY.read(ALL, VALUES, "mget", -2, mget, "MGET key [key ...]"),
    FAMILY.write(PAIRS, VALUES, "mset", -3, mset, "MSET key value [key value ...]"),
    FAMILY.write(PAIRS, VALUES, "msetnx", -3, msetnx, "MSETNX key value [key value ...]"),
    FAMILY.write(
        ONE,
        VALUES,
        "psetex",
        4,
        |db, now, argv| set_until(db, now, argv, "psetex", Unit::Millis),
        "PSETEX key milliseconds value",
    ),
    FAMILY.write(
        ONE,
        Tells::Moments { from: 3 },
        "set",
        -3,
        set,
        "SET key value [NX|XX] [GET] \
         [EX seconds|PX milliseconds|EXAT unix-time-seconds|PXAT unix-time-milliseconds|KEEPTTL]",
    ),
    FAMILY.write(
        ONE,
        VALUES,
        "setex",
        4,
        |db, now, argv| set_until(db, now, argv, "setex", Unit::Seconds),
        "SETEX key seconds value",
    ),
    FAMILY.write(ONE, VALUES, "setnx", 3, setnx, "SETNX key value"),
    FAMILY.write(ONE, VALUES, "setrange", 4, setrange, "SETRANGE key offset value"),
    FAMILY.read(ONE, VALUES, "strlen", 2, strlen, "STRLEN key"),
];

pub(super) fn bulk_or_nil(bytes: Option<&Bytes>) -> Reply {
    bytes.map_or(Reply::Nil, |bytes| Reply::Bulk(bytes.clone()))
}

fn get(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(bulk_or_nil(db.string(&argv[1])?))
}

fn set(db: &mut Db, now: Millis, argv: &[Bytes]) -> Outcome {
    let (key, value) = (&argv[1], &argv[2]);
    let options = SetOptions::parse(&argv[3..], Owner::Set)?;
    let when = match options.lifetime {
        Lifetime::Until { unit, absolute, amount } => {
            Some(moment("set", signed(now), unit, absolute, amount)?)
        }
        _ => None,
    };
    let before = if options.get { Some(bulk_or_nil(db.string(key)?)) } else { None };
    let exists = db.get(key).is_some();
    if (options.nx && exists) || (options.xx && !exists) {
        return Ok(before.unwrap_or(Reply::Nil));
    }
    if options.lifetime == Lifetime::Keep {
        db.put_string_keep_expiry(key, value.clone())?;
    } else {
        db.put(key, Value::Str(value.clone()), None)?;
    }
    if let Some(when) = when {
        live_until(db, now, key, when);
    }
    Ok(before.unwrap_or(Reply::OK))
}

/// Unlike EXPIRE, a SET whose moment is exactly now leaves the key to be read until the clock moves.
fn live_until(db: &mut Db, now: Millis, key: &Bytes, when: i64) {
    if when == signed(now) {
        db.set_expiry(key, Some(now));
    } else {
        expire_at(db, now, key, when);
    }
}

fn set_until(db: &mut Db, now: Millis, argv: &[Bytes], name: &str, unit: Unit) -> Outcome {
    let when = moment(name, signed(now), unit, false, &argv[2])?;
    db.put(&argv[1], Value::Str(argv[3].clone()), None)?;
    live_until(db, now, &argv[1], when);
    Ok(Reply::OK)
}

fn setnx(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let is_new = db.get(&argv[1]).is_none();
    if is_new {
        db.put(&argv[1], Value::Str(argv[2].clone()), None)?;
    }
    Ok(Reply::flag(is_new))
}

fn getset(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let before = bulk_or_nil(db.string(&argv[1])?);
    db.put(&argv[1], Value::Str(argv[2].clone()), None)?;
    Ok(before)
}

fn getdel(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let before = bulk_or_nil(db.string(&argv[1])?);
    db.remove(&argv[1]);
    Ok(before)
}

fn getex(db: &mut Db, now: Millis, argv: &[Bytes]) -> Outcome {
    let key = &argv[1];
    let options = SetOptions::parse(&argv[2..], Owner::GetEx)?;
    let Some(value) = db.string(key)?.cloned() else { return Ok(Reply::Nil) };
    match options.lifetime {
        Lifetime::Until { unit, absolute, amount } => {
            let when = moment("getex", signed(now), unit, absolute, amount)?;
            expire_at(db, now, key, when);
        }
        Lifetime::Persist => db.set_expiry(key, None),
        Lifetime::Unsaid | Lifetime::Keep => {}
    }
    Ok(Reply::Bulk(value))
}

fn mget(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    // A key of another type reads as missing here.
    Ok(Reply::each(&argv[1..], &|key| bulk_or_nil(db.string(key).ok().flatten())))
}

/// The keys and values of MSET, once it is certain that all of them fit.
fn pairs<'a>(
    db: &Db,
    argv: &'a [Bytes],
    name: &str,
) -> Result<std::slice::ChunksExact<'a, Bytes>, CommandError> {
    let pairs = argv[1..].chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(wrong_arity(name));
    }
    let new = pairs.clone().filter(|pair| db.get(&pair[0]).is_none()).count();
    if db.len() + new > MAX_KEYS {
        return Err(CommandError::limit("too many keys", MAX_KEYS));
    }
    Ok(pairs)
}

fn mset(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    for pair in pairs(db, argv, "mset")? {
        db.put(&pair[0], Value::Str(pair[1].clone()), None)?;
    }
    Ok(Reply::OK)
}

fn msetnx(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let pairs = pairs(db, argv, "msetnx")?;
    if pairs.clone().any(|pair| db.get(&pair[0]).is_some()) {
        return Ok(Reply::Int(0));
    }
    for pair in pairs {
        db.put(&pair[0], Value::Str(pair[1].clone()), None)?;
    }
    Ok(Reply::Int(1))
}

fn incrby(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let increment = int(&argv[2])?;
    add(db, &argv[1], increment)
}

fn decrby(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let decrement = int(&argv[2])?;
    let increment = decrement.checked_neg().ok_or(CommandError::fixed("ERR decrement would overflow"))?;
    add(db, &argv[1], increment)
}

fn add(db: &mut Db, key: &Bytes, increment: i64) -> Outcome {
    let before = db.string(key)?.map_or(Ok(0), |bytes| int(bytes))?;
    let sum = before.checked_add(increment).ok_or(CommandError::OVERFLOW)?;
    db.put_string_keep_expiry(key, Bytes::from(sum))?;
    Ok(Reply::Int(sum))
}

fn incrbyfloat(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let read = |bytes: &Bytes| LongDouble::parse(bytes).ok_or(CommandError::NOT_A_FLOAT);
    let before = db.string(&argv[1])?.map_or(Ok(LongDouble::ZERO), read)?;
    let sum = before.plus(read(&argv[2])?).ok_or(CommandError::NOT_FINITE)?;
    let text = Bytes::from(sum.text());
    db.put_string_keep_expiry(&argv[1], text.clone())?;
    Ok(Reply::Bulk(text))
}

fn append(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let mut bytes = db.string(&argv[1])?.map_or_else(Vec::new, |bytes| bytes.to_vec());
    check_string_len(bytes.len() + argv[2].len())?;
    bytes.extend_from_slice(&argv[2]);
    let len = bytes.len();
    db.put_string_keep_expiry(&argv[1], Bytes::from(bytes))?;
    Ok(Reply::count(len))
}

fn strlen(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::count(db.string(&argv[1])?.map_or(0, |bytes| bytes.len())))
}

fn setrange(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (key, value) = (&argv[1], &argv[3]);
    let offset = int(&argv[2])?;
    let offset = arguments::clamped(offset).map_err(|_| CommandError::fixed("ERR offset is out of range"))?;
    let before = db.string(key)?;
    if value.is_empty() {
        return Ok(Reply::count(before.map_or(0, |bytes| bytes.len())));
    }
    let end = offset.saturating_add(value.len());
    check_string_len(end)?;
    let mut bytes = before.map_or_else(Vec::new, |bytes| bytes.to_vec());
    bytes.resize(bytes.len().max(end), 0);
    bytes[offset..end].copy_from_slice(value);
    let len = bytes.len();
    db.put_string_keep_expiry(key, Bytes::from(bytes))?;
    Ok(Reply::count(len))
}

fn getrange(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (start, end) = (int(&argv[2])?, int(&argv[3])?);
    let Some(bytes) = db.string(&argv[1])? else { return Ok(Reply::bulk("")) };
    let backwards = start < 0 && end < 0 && start > end;
    // Unlike a list's, a string's end is moved up to its first byte.
    let end = if end < 0 { end.saturating_add(len_signed(bytes)).max(0) } else { end };
    let range = if backwards { 0..0 } else { arguments::index_range(start, end, bytes.len()) };
    Ok(Reply::bulk(&bytes[range]))
}

fn len_signed(bytes: &[u8]) -> i64 {
    cast::signed(bytes.len())
}
