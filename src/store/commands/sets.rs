//! Sets. Members come in byte order, where Redis promises none.

use std::sync::Arc;

use super::{CommandSpec, Family, KeyPositions, Tells};
use crate::base::{Bytes, Millis, OrderedSet};
use crate::store::arguments::{self, int, is};
use crate::store::db::{Db, check_elements};
use crate::store::error::{CommandError, Outcome};
use crate::store::reply::Reply;
use crate::store::scan::{self, Visited};
use crate::store::value::Value;

type Set = OrderedSet<Bytes>;

const FAMILY: Family = Family::Sets;
const ONE: KeyPositions = KeyPositions::ONE;
const TWO: KeyPositions = KeyPositions::TWO;
const ALL: KeyPositions = KeyPositions::ALL;
const COUNTED: KeyPositions = KeyPositions::Counted { count: 1 };
const VALUES: Tells = Tells::Values;

pub(super) const COMMANDS: &[CommandSpec] = &[
    FAMILY.write(ONE, VALUES, "sadd", -3, sadd, "SADD key member [member ...]"),
    FAMILY.read(ONE, VALUES, "scard", 2, scard, "SCARD key"),
    FAMILY.read(
        ALL,
        VALUES,
        "sdiff",
        -2,
        |db, _, argv| Ok(Reply::bulks(&combine(db, &argv[1..], Operation::Difference)?)),
        "SDIFF key [key ...]",
    ),
    FAMILY.write(
        ALL,
        VALUES,
        "sdiffstore",
        -3,
        |db, _, argv| store(db, argv, Operation::Difference),
        "SDIFFSTORE destination key [key ...]",
    ),
    FAMILY.read(
        ALL,
        VALUES,
        "sinter",
        -2,
        |db, _, argv| Ok(Reply::bulks(&combine(db, &argv[1..], Operation::Intersection)?)),
        "SINTER key [key ...]",
    ),
    FAMILY.read(
        COUNTED,
        VALUES,
        "sintercard",
        -3,
        sintercard,
        "SINTERCARD numkeys key [key ...] [LIMIT limit]",
    ),
    FAMILY.write(
        ALL,
        VALUES,
        "sinterstore",
        -3,
        |db, _, argv| store(db, argv, Operation::Intersection),
        "SINTERSTORE destination key [key ...]",
    ),
    FAMILY.read(ONE, VALUES, "sismember", 3, sismember, "SISMEMBER key member"),
    FAMILY.read(ONE, VALUES, "smembers", 2, smembers, "SMEMBERS key"),
    FAMILY.read(ONE, VALUES, "smismember", -3, smismember, "SMISMEMBER key member [member ...]"),
    FAMILY.write(TWO, VALUES, "smove", 4, smove, "SMOVE source destination member"),
    FAMILY.write(ONE, VALUES, "spop", -2, spop, "SPOP key [count]"),
    FAMILY.write(ONE, VALUES, "srem", -3, srem, "SREM key member [member ...]"),
    FAMILY.read(ONE, VALUES, "sscan", -3, sscan, "SSCAN key cursor [MATCH pattern] [COUNT count]"),
    FAMILY.read(
        ALL,
        VALUES,
        "sunion",
        -2,
        |db, _, argv| Ok(Reply::bulks(&combine(db, &argv[1..], Operation::Union)?)),
        "SUNION key [key ...]",
    ),
    FAMILY.write(
        ALL,
        VALUES,
        "sunionstore",
        -3,
        |db, _, argv| store(db, argv, Operation::Union),
        "SUNIONSTORE destination key [key ...]",
    ),
];

fn contains(db: &Db, key: &[u8], member: &[u8]) -> Result<bool, CommandError> {
    Ok(db.read::<Set>(key)?.is_some_and(|set| set.contains(member)))
}

fn sadd(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (key, members) = (&argv[1], &argv[2..]);
    let set = db.read::<Set>(key)?;
    let is_new = |member: &&Bytes| set.is_none_or(|set| !set.contains(*member));
    let new = members.iter().filter(is_new).count();
    if new == 0 {
        return Ok(Reply::Int(0));
    }
    check_elements(set.map_or(0, Set::len), new)?;
    db.change(key, |set: &mut Set| {
        Reply::count(members.iter().filter(|member| set.insert((*member).clone())).count())
    })
}

fn srem(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (key, members) = (&argv[1], &argv[2..]);
    let Some(set) = db.read::<Set>(key)? else { return Ok(Reply::Int(0)) };
    if !members.iter().any(|member| set.contains(member)) {
        return Ok(Reply::Int(0));
    }
    db.change(key, |set: &mut Set| Reply::count(members.iter().filter(|member| set.remove(*member)).count()))
}

fn scard(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::count(db.read::<Set>(&argv[1])?.map_or(0, Set::len)))
}

fn sismember(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::flag(contains(db, &argv[1], &argv[2])?))
}

fn smismember(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let set = db.read::<Set>(&argv[1])?;
    let is_member = |member: &Bytes| Reply::flag(set.is_some_and(|set| set.contains(member)));
    Ok(Reply::each(&argv[2..], &is_member))
}

fn smembers(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(db.read::<Set>(&argv[1])?.map_or(Reply::Array(Vec::new()), Reply::bulks))
}

/// Takes the first members in byte order: a value has no dice.
fn spop(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let count = match argv {
        [_, _] => None,
        [_, _, count] => Some(arguments::count(count)?),
        _ => return Err(CommandError::SYNTAX),
    };
    let len = db.read::<Set>(&argv[1])?.map_or(0, Set::len);
    match count {
        None if len == 0 => return Ok(Reply::Nil),
        Some(count) if len == 0 || count == 0 => return Ok(Reply::Array(Vec::new())),
        _ => {}
    }
    let mut taken = db.change(&argv[1], |set: &mut Set| set.pop_front(count.unwrap_or(1)))?;
    Ok(match count {
        None => taken.pop().map_or(Reply::Nil, Reply::Bulk),
        Some(_) => Reply::Array(taken.into_iter().map(Reply::Bulk).collect()),
    })
}

fn smove(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (source, destination, member) = (&argv[1], &argv[2], &argv[3]);
    if db.get(source).is_none() {
        return Ok(Reply::Int(0));
    }
    let moves = contains(db, source, member)?;
    let is_new = !contains(db, destination, member)?;
    if source == destination || !moves {
        return Ok(Reply::flag(moves));
    }
    if is_new {
        check_elements(db.read::<Set>(destination)?.map_or(0, Set::len), 1)?;
    }
    if db.read::<Set>(source)?.map_or(0, Set::len) > 1 {
        db.check_room(destination)?;
    }
    db.change(source, |set: &mut Set| set.remove(member))?;
    if is_new {
        db.change(destination, |set: &mut Set| set.insert(member.clone()))?;
    }
    Ok(Reply::Int(1))
}

#[derive(Clone, Copy)]
enum Operation {
    Difference,
    Intersection,
    Union,
}

/// Combines the sets at `keys`, a missing one being empty.
fn combine(db: &Db, keys: &[Bytes], operation: Operation) -> Result<Set, CommandError> {
    let empty = Set::new();
    let at = |key: &Bytes| db.read::<Set>(key).map(|set| set.unwrap_or(&empty));
    let Some((first, others)) = keys.split_first() else { return Ok(empty) };
    let first = at(first)?;
    // A set named again changes nothing: thousands of repetitions must not cost anything.
    let others: Set = others.iter().cloned().collect();
    let mut sets = Vec::with_capacity(others.len());
    for other in &others {
        sets.push(at(other)?);
    }
    let mut members = first.clone();
    match operation {
        Operation::Difference => members.retain(|member| !sets.iter().any(|other| other.contains(member))),
        Operation::Intersection => members.retain(|member| sets.iter().all(|other| other.contains(member))),
        Operation::Union => {
            for member in sets.into_iter().flatten() {
                members.insert(member.clone());
            }
        }
    }
    Ok(members)
}

fn store(db: &mut Db, argv: &[Bytes], operation: Operation) -> Outcome {
    let destination = &argv[1];
    let set = combine(db, &argv[2..], operation)?;
    check_elements(0, set.len())?;
    let len = set.len();
    if set.is_empty() {
        db.remove(destination);
    } else {
        db.put(destination, Value::Set(Arc::new(set)), None)?;
    }
    Ok(Reply::count(len))
}

fn sintercard(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let too_few = CommandError::fixed("ERR numkeys should be greater than 0");
    let keys = arguments::count(&argv[1]).ok().filter(|&n| n > 0).ok_or(too_few)?;
    let too_many = CommandError::fixed("ERR Number of keys can't be greater than number of args");
    let (keys, mut options) = argv[2..].split_at_checked(keys).ok_or(too_many)?;
    let mut limit = 0;
    while let [name, rest @ ..] = options {
        let [value, rest @ ..] = rest else { return Err(CommandError::SYNTAX) };
        if !is(name, "LIMIT") {
            return Err(CommandError::SYNTAX);
        }
        let negative = CommandError::fixed("ERR LIMIT can't be negative");
        limit = arguments::clamped(int(value).map_err(|_| negative.clone())?).map_err(|_| negative)?;
        options = rest;
    }
    let len = combine(db, keys, Operation::Intersection)?.len();
    Ok(Reply::count(if limit == 0 { len } else { len.min(limit) }))
}

fn sscan(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let cursor = scan::cursor(&argv[2])?;
    let Some(set) = db.read::<Set>(&argv[1])? else { return Ok(scan::empty()) };
    let options = scan::Options::parse(&argv[3..], false)?;
    Ok(scan::page(&mut set.iter().map(Visited::Member), cursor, &options))
}
