//! Lists. The left end is the head.

use std::collections::VecDeque;

use super::{CommandSpec, Family, KeyPositions, Tells, wrong_arity};
use crate::base::{Bytes, Millis};
use crate::store::arguments::{self, index, index_range, int, is};
use crate::store::db::{Db, check_elements};
use crate::store::error::{CommandError, Outcome};
use crate::store::reply::Reply;

type List = VecDeque<Bytes>;

const FAMILY: Family = Family::Lists;
const ONE: KeyPositions = KeyPositions::ONE;
const TWO: KeyPositions = KeyPositions::TWO;
const VALUES: Tells = Tells::Values;

pub(super) const COMMANDS: &[CommandSpec] = &[
    FAMILY.read(ONE, VALUES, "lindex", 3, lindex, "LINDEX key index"),
    FAMILY.write(ONE, VALUES, "linsert", 5, linsert, "LINSERT key BEFORE|AFTER pivot element"),
    FAMILY.read(ONE, VALUES, "llen", 2, llen, "LLEN key"),
    FAMILY.write(TWO, VALUES, "lmove", 5, lmove, "LMOVE source destination LEFT|RIGHT LEFT|RIGHT"),
    FAMILY.write(
        ONE,
        VALUES,
        "lpop",
        -2,
        |db, _, argv| pop(db, argv, "lpop", Side::Left),
        "LPOP key [count]",
    ),
    FAMILY.read(
        ONE,
        VALUES,
        "lpos",
        -3,
        lpos,
        "LPOS key element [RANK rank] [COUNT matches] [MAXLEN length]",
    ),
    FAMILY.write(
        ONE,
        VALUES,
        "lpush",
        -3,
        |db, _, argv| push(db, argv, Side::Left, true),
        "LPUSH key element [element ...]",
    ),
    FAMILY.write(
        ONE,
        VALUES,
        "lpushx",
        -3,
        |db, _, argv| push(db, argv, Side::Left, false),
        "LPUSHX key element [element ...]",
    ),
    FAMILY.read(ONE, VALUES, "lrange", 4, lrange, "LRANGE key start stop"),
    FAMILY.write(ONE, VALUES, "lrem", 4, lrem, "LREM key count element"),
    FAMILY.write(ONE, VALUES, "lset", 4, lset, "LSET key index element"),
    FAMILY.write(ONE, VALUES, "ltrim", 4, ltrim, "LTRIM key start stop"),
    FAMILY.write(
        ONE,
        VALUES,
        "rpop",
        -2,
        |db, _, argv| pop(db, argv, "rpop", Side::Right),
        "RPOP key [count]",
    ),
    FAMILY.write(
        TWO,
        VALUES,
        "rpoplpush",
        3,
        |db, _, argv| transfer(db, &argv[1], &argv[2], Side::Right, Side::Left),
        "RPOPLPUSH source destination",
    ),
    FAMILY.write(
        ONE,
        VALUES,
        "rpush",
        -3,
        |db, _, argv| push(db, argv, Side::Right, true),
        "RPUSH key element [element ...]",
    ),
    FAMILY.write(
        ONE,
        VALUES,
        "rpushx",
        -3,
        |db, _, argv| push(db, argv, Side::Right, false),
        "RPUSHX key element [element ...]",
    ),
];

/// An end of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn parse(argument: &[u8]) -> Result<Self, CommandError> {
        if is(argument, "LEFT") {
            Ok(Self::Left)
        } else if is(argument, "RIGHT") {
            Ok(Self::Right)
        } else {
            Err(CommandError::SYNTAX)
        }
    }

    fn push(self, list: &mut List, element: Bytes) {
        match self {
            Self::Left => list.push_front(element),
            Self::Right => list.push_back(element),
        }
    }

    fn pop(self, list: &mut List) -> Option<Bytes> {
        match self {
            Self::Left => list.pop_front(),
            Self::Right => list.pop_back(),
        }
    }
}

fn len_at(db: &Db, key: &[u8]) -> Result<usize, CommandError> {
    Ok(db.read::<List>(key)?.map_or(0, VecDeque::len))
}

fn push(db: &mut Db, argv: &[Bytes], side: Side, create: bool) -> Outcome {
    let len = len_at(db, &argv[1])?;
    if len == 0 && !create {
        return Ok(Reply::Int(0));
    }
    check_elements(len, argv.len() - 2)?;
    db.change(&argv[1], |list: &mut List| {
        for element in &argv[2..] {
            side.push(list, element.clone());
        }
        Reply::count(list.len())
    })
}

fn pop(db: &mut Db, argv: &[Bytes], name: &str, side: Side) -> Outcome {
    let count = match argv {
        [_, _] => None,
        [_, _, count] => Some(arguments::count(count)?),
        _ => return Err(wrong_arity(name)),
    };
    let len = len_at(db, &argv[1])?;
    match count {
        None if len == 0 => return Ok(Reply::Nil),
        Some(_) if len == 0 => return Ok(Reply::NilArray),
        Some(0) => return Ok(Reply::Array(Vec::new())),
        _ => {}
    }
    db.change(&argv[1], |list: &mut List| match count {
        None => side.pop(list).map_or(Reply::Nil, Reply::Bulk),
        Some(count) => {
            let mut taken = Vec::with_capacity(count.min(len));
            while taken.len() < count
                && let Some(element) = side.pop(list)
            {
                taken.push(Reply::Bulk(element));
            }
            Reply::Array(taken)
        }
    })
}

fn llen(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::count(len_at(db, &argv[1])?))
}

fn lindex(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let Some(list) = db.read::<List>(&argv[1])? else { return Ok(Reply::Nil) };
    let at = index(int(&argv[2])?, list.len());
    Ok(at.map_or(Reply::Nil, |at| Reply::Bulk(list[at].clone())))
}

fn lrange(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (start, stop) = (int(&argv[2])?, int(&argv[3])?);
    let Some(list) = db.read::<List>(&argv[1])? else { return Ok(Reply::Array(Vec::new())) };
    Ok(Reply::bulks(list.range(index_range(start, stop, list.len()))))
}

fn ltrim(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (start, stop) = (int(&argv[2])?, int(&argv[3])?);
    let len = len_at(db, &argv[1])?;
    if len == 0 {
        return Ok(Reply::OK);
    }
    let kept = index_range(start, stop, len);
    db.change(&argv[1], |list: &mut List| {
        list.truncate(kept.end);
        list.drain(..kept.start);
    })?;
    Ok(Reply::OK)
}

fn lset(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let len = len_at(db, &argv[1])?;
    if len == 0 {
        return Err(CommandError::NO_SUCH_KEY);
    }
    let at = index(int(&argv[2])?, len).ok_or(CommandError::fixed("ERR index out of range"))?;
    db.change(&argv[1], |list: &mut List| list[at] = argv[3].clone())?;
    Ok(Reply::OK)
}

fn linsert(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let after = if is(&argv[2], "AFTER") {
        1
    } else if is(&argv[2], "BEFORE") {
        0
    } else {
        return Err(CommandError::SYNTAX);
    };
    let Some(list) = db.read::<List>(&argv[1])? else { return Ok(Reply::Int(0)) };
    let Some(at) = list.iter().position(|element| *element == argv[3]) else { return Ok(Reply::Int(-1)) };
    check_elements(list.len(), 1)?;
    db.change(&argv[1], |list: &mut List| {
        list.insert(at + after, argv[4].clone());
        Reply::count(list.len())
    })
}

fn lrem(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let count = int(&argv[2])?;
    let Some(list) = db.read::<List>(&argv[1])? else { return Ok(Reply::Int(0)) };
    let equal = list.iter().filter(|element| **element == argv[3]).count();
    let most = if count == 0 { equal } else { count.unsigned_abs().try_into().unwrap_or(usize::MAX) };
    let removed = equal.min(most);
    if removed == 0 {
        return Ok(Reply::Int(0));
    }
    // Counted from the head, these are the first of the equal elements, or the last of them.
    let first = if count < 0 { equal - removed } else { 0 };
    let mut seen = 0;
    db.change(&argv[1], |list: &mut List| {
        list.retain(|element| {
            let matches = *element == argv[3];
            let goes = matches && (first..first + removed).contains(&seen);
            seen += usize::from(matches);
            !goes
        });
    })?;
    Ok(Reply::count(removed))
}

fn lmove(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (from, to) = (Side::parse(&argv[3])?, Side::parse(&argv[4])?);
    transfer(db, &argv[1], &argv[2], from, to)
}

fn transfer(db: &mut Db, source: &Bytes, destination: &Bytes, from: Side, to: Side) -> Outcome {
    let rotate = |list: &mut List| {
        let element = from.pop(list);
        if let Some(element) = &element {
            to.push(list, element.clone());
        }
        element.map_or(Reply::Nil, Reply::Bulk)
    };
    let source_len = len_at(db, source)?;
    if source_len == 0 {
        return Ok(Reply::Nil);
    }
    if source == destination {
        return db.change(source, rotate);
    }
    check_elements(len_at(db, destination)?, 1)?;
    // The source's key makes room when its only element leaves.
    if source_len > 1 {
        db.check_room(destination)?;
    }
    let Some(element) = db.change(source, |list: &mut List| from.pop(list))? else { return Ok(Reply::Nil) };
    db.change(destination, |list: &mut List| to.push(list, element.clone()))?;
    Ok(Reply::Bulk(element))
}

/// The options of LPOS.
struct Search {
    /// Which match comes first, from 1.
    rank: usize,
    /// Whether the search goes from the tail to the head.
    backwards: bool,
    /// How many matches to answer; `None` for a single one that is not in an array.
    count: Option<usize>,
    /// How many elements to look at.
    most: usize,
}

impl Search {
    fn parse(mut options: &[Bytes]) -> Result<Self, CommandError> {
        let mut search = Self { rank: 1, backwards: false, count: None, most: usize::MAX };
        let all_if_zero = |n: usize| if n == 0 { usize::MAX } else { n };
        while let [name, rest @ ..] = options {
            let [value, rest @ ..] = rest else { return Err(CommandError::SYNTAX) };
            if is(name, "RANK") {
                search.set_rank(int(value)?)?;
            } else if is(name, "COUNT") {
                let negative = CommandError::fixed("ERR COUNT can't be negative");
                search.count = Some(all_if_zero(arguments::count(value).map_err(|_| negative)?));
            } else if is(name, "MAXLEN") {
                let negative = CommandError::fixed("ERR MAXLEN can't be negative");
                search.most = all_if_zero(arguments::count(value).map_err(|_| negative)?);
            } else {
                return Err(CommandError::SYNTAX);
            }
            options = rest;
        }
        Ok(search)
    }

    fn set_rank(&mut self, rank: i64) -> Result<(), CommandError> {
        if rank == 0 {
            return Err(CommandError::fixed(
                "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or use \
                 negative to start from the end of the list",
            ));
        }
        self.backwards = rank < 0;
        // The least integer has no opposite; Redis 7.0 then takes the first match it meets.
        let rank = rank.checked_abs().unwrap_or(1).unsigned_abs();
        self.rank = usize::try_from(rank).unwrap_or(usize::MAX);
        Ok(())
    }
}

fn lpos(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let search = Search::parse(&argv[3..])?;
    let empty = List::new();
    let list = db.read::<List>(&argv[1])?.unwrap_or(&empty);
    let len = list.len();
    let found = (0..len.min(search.most))
        .map(|step| if search.backwards { len - 1 - step } else { step })
        .filter(|&at| list[at] == argv[2])
        .skip(search.rank - 1)
        .map(Reply::count);
    Ok(match search.count {
        None => found.take(1).next().unwrap_or(Reply::Nil),
        Some(count) => Reply::Array(found.take(count).collect()),
    })
}
