//! When keys expire. A key is there while `now <= expires_at`; a moment that is not after now deletes at once.

use super::{CommandSpec, Family, KeyPositions, Tells};
use crate::base::{Bytes, Millis};
use crate::store::arguments::{int, is, signed};
use crate::store::db::Db;
use crate::store::error::{CommandError, Outcome};
use crate::store::reply::Reply;

const FAMILY: Family = Family::Expiry;
const ONE: KeyPositions = KeyPositions::ONE;
const TIMES: Tells = Tells::Times;
const VALUES: Tells = Tells::Values;

pub(super) const COMMANDS: &[CommandSpec] = &[
    FAMILY.write(
        ONE,
        TIMES,
        "expire",
        -3,
        |db, now, argv| expire(db, now, argv, "expire", Unit::Seconds, signed(now)),
        "EXPIRE key seconds [NX|XX|GT|LT]",
    ),
    FAMILY.write(
        ONE,
        TIMES,
        "expireat",
        -3,
        |db, now, argv| expire(db, now, argv, "expireat", Unit::Seconds, 0),
        "EXPIREAT key unix-time-seconds [NX|XX|GT|LT]",
    ),
    FAMILY.read(
        ONE,
        TIMES,
        "expiretime",
        2,
        |db, _, argv| Ok(remaining(db, argv, Unit::Seconds, 0)),
        "EXPIRETIME key",
    ),
    FAMILY.write(ONE, VALUES, "persist", 2, persist, "PERSIST key"),
    FAMILY.write(
        ONE,
        TIMES,
        "pexpire",
        -3,
        |db, now, argv| expire(db, now, argv, "pexpire", Unit::Millis, signed(now)),
        "PEXPIRE key milliseconds [NX|XX|GT|LT]",
    ),
    FAMILY.write(
        ONE,
        TIMES,
        "pexpireat",
        -3,
        |db, now, argv| expire(db, now, argv, "pexpireat", Unit::Millis, 0),
        "PEXPIREAT key unix-time-milliseconds [NX|XX|GT|LT]",
    ),
    FAMILY.read(
        ONE,
        TIMES,
        "pexpiretime",
        2,
        |db, _, argv| Ok(remaining(db, argv, Unit::Millis, 0)),
        "PEXPIRETIME key",
    ),
    FAMILY.read(
        ONE,
        TIMES,
        "pttl",
        2,
        |db, now, argv| Ok(remaining(db, argv, Unit::Millis, signed(now))),
        "PTTL key",
    ),
    FAMILY.read(
        ONE,
        TIMES,
        "ttl",
        2,
        |db, now, argv| Ok(remaining(db, argv, Unit::Seconds, signed(now))),
        "TTL key",
    ),
];

/// The unit in which a command counts time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Seconds,
    Millis,
}

impl Unit {
    /// So many of this unit in milliseconds.
    pub(super) fn millis(self, n: i64) -> Option<i64> {
        match self {
            Self::Seconds => n.checked_mul(1000),
            Self::Millis => Some(n),
        }
    }
}

/// The conditions under which EXPIRE and its kin take effect.
#[derive(Default)]
struct Conditions {
    nx: bool,
    xx: bool,
    gt: bool,
    lt: bool,
}

impl Conditions {
    fn parse(options: &[Bytes]) -> Result<Self, CommandError> {
        let mut conditions = Self::default();
        for option in options {
            let flag = match () {
                () if is(option, "NX") => &mut conditions.nx,
                () if is(option, "XX") => &mut conditions.xx,
                () if is(option, "GT") => &mut conditions.gt,
                () if is(option, "LT") => &mut conditions.lt,
                () => return Err(CommandError::text(format!("ERR Unsupported option {}", option.to_text()))),
            };
            *flag = true;
        }
        if conditions.nx && (conditions.xx || conditions.gt || conditions.lt) {
            return Err(CommandError::fixed(
                "ERR NX and XX, GT or LT options at the same time are not compatible",
            ));
        }
        if conditions.gt && conditions.lt {
            return Err(CommandError::fixed("ERR GT and LT options at the same time are not compatible"));
        }
        Ok(conditions)
    }

    /// Whether a key that expires at `current` may be given the expiry `when`. A key without one
    /// counts as expiring infinitely late.
    fn allow(&self, current: Option<i64>, when: i64) -> bool {
        match current {
            None => !self.xx && !self.gt,
            Some(_) if self.nx => false,
            Some(at) if self.gt => when > at,
            Some(at) if self.lt => when < at,
            Some(_) => true,
        }
    }
}

fn expire(db: &mut Db, now: Millis, argv: &[Bytes], name: &str, unit: Unit, since: i64) -> Outcome {
    let key = &argv[1];
    let conditions = Conditions::parse(&argv[3..])?;
    let amount = int(&argv[2])?;
    let when = unit.millis(amount).and_then(|millis| millis.checked_add(since));
    let when = when.ok_or_else(|| CommandError::invalid_expiry(name))?;
    let Some(entry) = db.get(key) else { return Ok(Reply::Int(0)) };
    if !conditions.allow(entry.expires_at.map(signed), when) {
        return Ok(Reply::Int(0));
    }
    expire_at(db, now, key, when);
    Ok(Reply::Int(1))
}

/// Sets the expiry of a key that is there, or removes the key when the moment is not after now.
pub(super) fn expire_at(db: &mut Db, now: Millis, key: &Bytes, when: i64) {
    match u64::try_from(when) {
        Ok(when) if when > now.0 => db.set_expiry(key, Some(Millis(when))),
        _ => {
            db.remove(key);
        }
    }
}

fn persist(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let expires = db.get(&argv[1]).is_some_and(|entry| entry.expires_at.is_some());
    if expires {
        db.set_expiry(&argv[1], None);
    }
    Ok(Reply::flag(expires))
}

/// The time from `since` to the expiry, seconds rounded to the nearest.
fn remaining(db: &Db, argv: &[Bytes], unit: Unit, since: i64) -> Reply {
    let Some(entry) = db.get(&argv[1]) else { return Reply::Int(-2) };
    let Some(at) = entry.expires_at else { return Reply::Int(-1) };
    let millis = signed(at).saturating_sub(since).max(0);
    Reply::Int(match unit {
        Unit::Seconds => millis.saturating_add(500) / 1000,
        Unit::Millis => millis,
    })
}
