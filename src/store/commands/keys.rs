//! Commands about keys of any type, and about the whole database.

use super::{CommandSpec, Family, KeyPositions, Tells};
use crate::base::{Bytes, Millis};
use crate::store::arguments::{int, is};
use crate::store::db::Db;
use crate::store::error::{CommandError, Outcome};
use crate::store::glob::Pattern;
use crate::store::reply::Reply;
use crate::store::scan::{self, Visited};

const FAMILY: Family = Family::Keys;
const NONE: KeyPositions = KeyPositions::NONE;
const ONE: KeyPositions = KeyPositions::ONE;
const TWO: KeyPositions = KeyPositions::TWO;
const ALL: KeyPositions = KeyPositions::ALL;
const KEY_COUNT: Tells = Tells::KeyCount;
const KEY_NAMES: Tells = Tells::KeyNames;
const VALUES: Tells = Tells::Values;

/// Why a recipe may not empty the database.
const ERASES: &str = "this would erase the queue itself; delete the keys you mean with DEL";

pub(super) const COMMANDS: &[CommandSpec] = &[
    FAMILY.write(TWO, VALUES, "copy", -3, copy, "COPY source destination [DB 0] [REPLACE]"),
    FAMILY.read(NONE, KEY_COUNT, "dbsize", 1, dbsize, "DBSIZE"),
    FAMILY.write(ALL, VALUES, "del", -2, del, "DEL key [key ...]"),
    FAMILY.read(ALL, VALUES, "exists", -2, exists, "EXISTS key [key ...]"),
    FAMILY.write(NONE, VALUES, "flushall", -1, flush, "FLUSHALL [ASYNC|SYNC]").refused_in_recipes(ERASES),
    FAMILY.write(NONE, VALUES, "flushdb", -1, flush, "FLUSHDB [ASYNC|SYNC]").refused_in_recipes(ERASES),
    FAMILY.read(NONE, KEY_NAMES, "keys", 2, keys, "KEYS pattern"),
    FAMILY.write(TWO, VALUES, "rename", 3, rename, "RENAME key newkey"),
    FAMILY.write(TWO, VALUES, "renamenx", 3, renamenx, "RENAMENX key newkey"),
    FAMILY.read(NONE, KEY_NAMES, "scan", -2, scan, "SCAN cursor [MATCH pattern] [COUNT count] [TYPE type]"),
    FAMILY.read(ALL, VALUES, "touch", -2, exists, "TOUCH key [key ...]"),
    FAMILY.read(ONE, VALUES, "type", 2, type_name, "TYPE key"),
    FAMILY.write(ALL, VALUES, "unlink", -2, del, "UNLINK key [key ...]"),
];

fn del(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let removed = argv[1..].iter().filter(|key| db.remove(key).is_some()).count();
    Ok(Reply::count(removed))
}

fn exists(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::count(argv[1..].iter().filter(|key| db.get(key).is_some()).count()))
}

fn type_name(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::Status(db.get(&argv[1]).map_or("none", |entry| entry.value.type_name())))
}

fn dbsize(db: &mut Db, _: Millis, _: &[Bytes]) -> Outcome {
    Ok(Reply::count(db.len()))
}

fn flush(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    match argv {
        [_] => {}
        [_, mode] if is(mode, "ASYNC") || is(mode, "SYNC") => {}
        _ => return Err(CommandError::SYNTAX),
    }
    db.clear();
    Ok(Reply::OK)
}

fn keys(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let pattern = Pattern::new(&argv[1])?;
    Ok(Reply::bulks(db.iter().map(|(key, _)| key).filter(|key| pattern.matches(key))))
}

fn scan(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let cursor = scan::cursor(&argv[1])?;
    let options = scan::Options::parse(&argv[2..], true)?;
    Ok(scan::page(&mut db.iter().map(|(key, entry)| Visited::Key(key, &entry.value)), cursor, &options))
}

fn rename(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    move_key(db, &argv[1], &argv[2])?;
    Ok(Reply::OK)
}

fn renamenx(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    if db.get(&argv[1]).is_none() {
        return Err(CommandError::NO_SUCH_KEY);
    }
    if db.get(&argv[2]).is_some() {
        return Ok(Reply::Int(0));
    }
    move_key(db, &argv[1], &argv[2])?;
    Ok(Reply::Int(1))
}

fn move_key(db: &mut Db, from: &Bytes, to: &Bytes) -> Result<(), CommandError> {
    if from == to {
        return db.get(from).map(|_| ()).ok_or(CommandError::NO_SUCH_KEY);
    }
    let entry = db.remove(from).ok_or(CommandError::NO_SUCH_KEY)?;
    db.put(to, entry.value, entry.expires_at)
}

fn copy(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (from, to) = (&argv[1], &argv[2]);
    let (mut replace, mut options) = (false, &argv[3..]);
    while let [option, rest @ ..] = options {
        match rest {
            _ if is(option, "REPLACE") => {
                replace = true;
                options = rest;
            }
            [number, rest @ ..] if is(option, "DB") => {
                if int(number)? != 0 {
                    return Err(CommandError::fixed("ERR DB index is out of range"));
                }
                options = rest;
            }
            _ => return Err(CommandError::SYNTAX),
        }
    }
    if from == to {
        return Err(CommandError::fixed("ERR source and destination objects are the same"));
    }
    let Some(entry) = db.get(from).cloned() else { return Ok(Reply::Int(0)) };
    if db.get(to).is_some() && !replace {
        return Ok(Reply::Int(0));
    }
    db.put(to, entry.value, entry.expires_at)?;
    Ok(Reply::Int(1))
}
