//! Hashes.

use super::strings::bulk_or_nil;
use super::{CommandSpec, Family, KeyPositions, Tells, wrong_arity};
use crate::base::{Bytes, Millis};
use crate::store::arguments::int;
use crate::store::db::{Db, check_elements};
use crate::store::error::{CommandError, Outcome};
use crate::store::long_double::LongDouble;
use crate::store::number::strict_i64;
use crate::store::reply::Reply;
use crate::store::scan::{self, Visited};
use crate::store::value::Fields;

const FAMILY: Family = Family::Hashes;
const ONE: KeyPositions = KeyPositions::ONE;
const VALUES: Tells = Tells::Values;

pub(super) const COMMANDS: &[CommandSpec] = &[
    FAMILY.write(ONE, VALUES, "hdel", -3, hdel, "HDEL key field [field ...]"),
    FAMILY.read(ONE, VALUES, "hexists", 3, hexists, "HEXISTS key field"),
    FAMILY.read(ONE, VALUES, "hget", 3, hget, "HGET key field"),
    FAMILY.read(ONE, VALUES, "hgetall", 2, hgetall, "HGETALL key"),
    FAMILY.write(ONE, VALUES, "hincrby", 4, hincrby, "HINCRBY key field increment"),
    FAMILY.write(ONE, VALUES, "hincrbyfloat", 4, hincrbyfloat, "HINCRBYFLOAT key field increment"),
    FAMILY.read(ONE, VALUES, "hkeys", 2, hkeys, "HKEYS key"),
    FAMILY.read(ONE, VALUES, "hlen", 2, hlen, "HLEN key"),
    FAMILY.read(ONE, VALUES, "hmget", -3, hmget, "HMGET key field [field ...]"),
    FAMILY.write(
        ONE,
        VALUES,
        "hmset",
        -4,
        |db, _, argv| set_fields(db, argv, "hmset").map(|_| Reply::OK),
        "HMSET key field value [field value ...]",
    ),
    FAMILY.read(ONE, VALUES, "hscan", -3, hscan, "HSCAN key cursor [MATCH pattern] [COUNT count]"),
    FAMILY.write(
        ONE,
        VALUES,
        "hset",
        -4,
        |db, _, argv| set_fields(db, argv, "hset").map(Reply::count),
        "HSET key field value [field value ...]",
    ),
    FAMILY.write(ONE, VALUES, "hsetnx", 4, hsetnx, "HSETNX key field value"),
    FAMILY.read(ONE, VALUES, "hstrlen", 3, hstrlen, "HSTRLEN key field"),
    FAMILY.read(ONE, VALUES, "hvals", 2, hvals, "HVALS key"),
];

fn field<'a>(db: &'a Db, argv: &[Bytes]) -> Result<Option<&'a Bytes>, CommandError> {
    Ok(db.read::<Fields>(&argv[1])?.and_then(|fields| fields.get(&argv[2])))
}

/// Sets the fields that follow the key; how many of them are new.
fn set_fields(db: &mut Db, argv: &[Bytes], name: &str) -> Result<usize, CommandError> {
    let pairs = argv[2..].chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(wrong_arity(name));
    }
    if let Some(fields) = db.read::<Fields>(&argv[1])? {
        let new = pairs.clone().filter(|pair| fields.get(&pair[0]).is_none()).count();
        check_elements(fields.len(), new)?;
    } else {
        check_elements(0, pairs.len())?;
    }
    db.change(&argv[1], |fields: &mut Fields| {
        pairs.filter(|pair| fields.insert(pair[0].clone(), pair[1].clone())).count()
    })
}

fn set_field(db: &mut Db, key: &Bytes, name: &Bytes, value: Bytes) -> Result<(), CommandError> {
    let fields = db.read::<Fields>(key)?;
    let is_new = fields.is_none_or(|fields| fields.get(name).is_none());
    check_elements(fields.map_or(0, Fields::len), usize::from(is_new))?;
    db.change(key, |fields: &mut Fields| fields.insert(name.clone(), value))?;
    Ok(())
}

fn hsetnx(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let is_new = field(db, argv)?.is_none();
    if is_new {
        set_field(db, &argv[1], &argv[2], argv[3].clone())?;
    }
    Ok(Reply::flag(is_new))
}

fn hget(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(bulk_or_nil(field(db, argv)?))
}

fn hmget(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let fields = db.read::<Fields>(&argv[1])?;
    let value = |name: &Bytes| fields.and_then(|fields| fields.get(name));
    Ok(Reply::each(&argv[2..], &|name| bulk_or_nil(value(name))))
}

fn hgetall(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let fields = db.read::<Fields>(&argv[1])?.map_or(&[][..], Fields::entries);
    Ok(Reply::bulks(fields.iter().flat_map(|(name, value)| [name, value])))
}

fn hkeys(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let fields = db.read::<Fields>(&argv[1])?.map_or(&[][..], Fields::entries);
    Ok(Reply::bulks(fields.iter().map(|(name, _)| name)))
}

fn hvals(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let fields = db.read::<Fields>(&argv[1])?.map_or(&[][..], Fields::entries);
    Ok(Reply::bulks(fields.iter().map(|(_, value)| value)))
}

fn hlen(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::count(db.read::<Fields>(&argv[1])?.map_or(0, Fields::len)))
}

fn hexists(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::flag(field(db, argv)?.is_some()))
}

fn hstrlen(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::count(field(db, argv)?.map_or(0, |value| value.len())))
}

fn hdel(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (key, names) = (&argv[1], &argv[2..]);
    let Some(fields) = db.read::<Fields>(key)? else { return Ok(Reply::Int(0)) };
    if !names.iter().any(|name| fields.get(name).is_some()) {
        return Ok(Reply::Int(0));
    }
    db.change(key, |fields: &mut Fields| {
        Reply::count(names.iter().filter(|name| fields.remove(name)).count())
    })
}

fn hincrby(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    const NOT_AN_INTEGER: CommandError = CommandError::fixed("ERR hash value is not an integer");
    let increment = int(&argv[3])?;
    let before = field(db, argv)?.map_or(Ok(0), |value| strict_i64(value).ok_or(NOT_AN_INTEGER))?;
    let sum = before.checked_add(increment).ok_or(CommandError::OVERFLOW)?;
    set_field(db, &argv[1], &argv[2], Bytes::from(sum))?;
    Ok(Reply::Int(sum))
}

fn hincrbyfloat(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    const NOT_A_FLOAT: CommandError = CommandError::fixed("ERR hash value is not a float");
    let increment = LongDouble::parse(&argv[3]).ok_or(CommandError::NOT_A_FLOAT)?;
    if matches!(increment, LongDouble::Infinite { .. }) {
        return Err(CommandError::fixed("ERR value is NaN or Infinity"));
    }
    let read = |value: &Bytes| LongDouble::parse(value).ok_or(NOT_A_FLOAT);
    let before = field(db, argv)?.map_or(Ok(LongDouble::ZERO), read)?;
    let sum = before.plus(increment).ok_or(CommandError::NOT_FINITE)?;
    let text = Bytes::from(sum.text());
    set_field(db, &argv[1], &argv[2], text.clone())?;
    Ok(Reply::Bulk(text))
}

fn hscan(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let cursor = scan::cursor(&argv[2])?;
    let Some(fields) = db.read::<Fields>(&argv[1])? else { return Ok(scan::empty()) };
    let options = scan::Options::parse(&argv[3..], false)?;
    let visited = &mut fields.entries().iter().map(|(name, value)| Visited::Field(name, value));
    Ok(match fields {
        Fields::Ordered(_) => scan::whole(visited, &options),
        Fields::Indexed(_) => scan::page(visited, cursor, &options),
    })
}
