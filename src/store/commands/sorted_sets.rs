//! Sorted sets: writing, and reading single members. Ranges are in `sorted_range`.

use super::sorted_range::{Measure, Query, Span, part};
use super::{CommandSpec, Family, KeyPositions, Tells};
use crate::base::{Bytes, Millis, double_text};
use crate::store::arguments::{self, float, is};
use crate::store::db::{Db, check_elements};
use crate::store::error::{CommandError, Outcome};
use crate::store::reply::Reply;
use crate::store::scan::{self, Visited};
use crate::store::value::{Score, SortedSet};

const FAMILY: Family = Family::SortedSets;
const ONE: KeyPositions = KeyPositions::ONE;
const VALUES: Tells = Tells::Values;

pub(super) const COMMANDS: &[CommandSpec] = &[
    FAMILY.write(
        ONE,
        VALUES,
        "zadd",
        -4,
        zadd,
        "ZADD key [NX|XX] [GT|LT] [CH] [INCR] score member [score member ...]",
    ),
    FAMILY.read(ONE, VALUES, "zcard", 2, zcard, "ZCARD key"),
    FAMILY.read(
        ONE,
        VALUES,
        "zcount",
        4,
        |db, _, argv| count_span(db, argv, Span::scores(&argv[2], &argv[3])?),
        "ZCOUNT key min max",
    ),
    FAMILY.write(ONE, VALUES, "zincrby", 4, zincrby, "ZINCRBY key increment member"),
    FAMILY.read(
        ONE,
        VALUES,
        "zlexcount",
        4,
        |db, _, argv| count_span(db, argv, Span::lex(&argv[2], &argv[3])?),
        "ZLEXCOUNT key min max",
    ),
    FAMILY.read(ONE, VALUES, "zmscore", -3, zmscore, "ZMSCORE key member [member ...]"),
    FAMILY.write(ONE, VALUES, "zpopmax", -2, |db, _, argv| pop(db, argv, true), "ZPOPMAX key [count]"),
    FAMILY.write(ONE, VALUES, "zpopmin", -2, |db, _, argv| pop(db, argv, false), "ZPOPMIN key [count]"),
    FAMILY.read(
        ONE,
        VALUES,
        "zrange",
        -4,
        |db, _, argv| range(db, argv, None, None),
        "ZRANGE key start stop [BYSCORE|BYLEX] [REV] [LIMIT offset count] [WITHSCORES]",
    ),
    FAMILY.read(
        ONE,
        VALUES,
        "zrangebylex",
        -4,
        |db, _, argv| range(db, argv, Some(Measure::Lex), Some(false)),
        "ZRANGEBYLEX key min max [LIMIT offset count]",
    ),
    FAMILY.read(
        ONE,
        VALUES,
        "zrangebyscore",
        -4,
        |db, _, argv| range(db, argv, Some(Measure::Score), Some(false)),
        "ZRANGEBYSCORE key min max [WITHSCORES] [LIMIT offset count]",
    ),
    FAMILY.read(ONE, VALUES, "zrank", 3, |db, _, argv| rank(db, argv, false), "ZRANK key member"),
    FAMILY.write(ONE, VALUES, "zrem", -3, zrem, "ZREM key member [member ...]"),
    FAMILY.write(
        ONE,
        VALUES,
        "zremrangebylex",
        4,
        |db, _, argv| remove_span(db, argv, Span::lex(&argv[2], &argv[3])?),
        "ZREMRANGEBYLEX key min max",
    ),
    FAMILY.write(
        ONE,
        VALUES,
        "zremrangebyrank",
        4,
        |db, _, argv| remove_span(db, argv, Span::ranks(&argv[2], &argv[3])?),
        "ZREMRANGEBYRANK key start stop",
    ),
    FAMILY.write(
        ONE,
        VALUES,
        "zremrangebyscore",
        4,
        |db, _, argv| remove_span(db, argv, Span::scores(&argv[2], &argv[3])?),
        "ZREMRANGEBYSCORE key min max",
    ),
    FAMILY.read(
        ONE,
        VALUES,
        "zrevrange",
        -4,
        |db, _, argv| range(db, argv, Some(Measure::Rank), Some(true)),
        "ZREVRANGE key start stop [WITHSCORES]",
    ),
    FAMILY.read(
        ONE,
        VALUES,
        "zrevrangebylex",
        -4,
        |db, _, argv| range(db, argv, Some(Measure::Lex), Some(true)),
        "ZREVRANGEBYLEX key max min [LIMIT offset count]",
    ),
    FAMILY.read(
        ONE,
        VALUES,
        "zrevrangebyscore",
        -4,
        |db, _, argv| range(db, argv, Some(Measure::Score), Some(true)),
        "ZREVRANGEBYSCORE key max min [WITHSCORES] [LIMIT offset count]",
    ),
    FAMILY.read(ONE, VALUES, "zrevrank", 3, |db, _, argv| rank(db, argv, true), "ZREVRANK key member"),
    FAMILY.read(ONE, VALUES, "zscan", -3, zscan, "ZSCAN key cursor [MATCH pattern] [COUNT count]"),
    FAMILY.read(ONE, VALUES, "zscore", 3, zscore, "ZSCORE key member"),
];

fn score_reply(score: Option<Score>) -> Reply {
    score.map_or(Reply::Nil, |score| Reply::bulk(double_text(score.get())))
}

/// Members with their scores, flat, as RESP2 has them.
fn flat(members: Vec<(Score, Bytes)>) -> Reply {
    let mut replies = Vec::with_capacity(2 * members.len());
    for (score, member) in members {
        replies.extend([Reply::Bulk(member), score_reply(Some(score))]);
    }
    Reply::Array(replies)
}

/// The flags of ZADD.
#[derive(Clone, Copy, Default)]
struct Flags {
    nx: bool,
    xx: bool,
    gt: bool,
    lt: bool,
    ch: bool,
    incr: bool,
}

impl Flags {
    /// Reads the flags; what follows them.
    fn parse(mut arguments: &[Bytes]) -> (Self, &[Bytes]) {
        let mut flags = Self::default();
        while let [argument, rest @ ..] = arguments {
            let flag = match () {
                () if is(argument, "NX") => &mut flags.nx,
                () if is(argument, "XX") => &mut flags.xx,
                () if is(argument, "GT") => &mut flags.gt,
                () if is(argument, "LT") => &mut flags.lt,
                () if is(argument, "CH") => &mut flags.ch,
                () if is(argument, "INCR") => &mut flags.incr,
                () => break,
            };
            *flag = true;
            arguments = rest;
        }
        (flags, arguments)
    }

    fn check(self, pairs: usize) -> Result<(), CommandError> {
        if self.nx && self.xx {
            return Err(CommandError::fixed("ERR XX and NX options at the same time are not compatible"));
        }
        if [self.gt, self.lt, self.nx].into_iter().filter(|&flag| flag).count() > 1 {
            return Err(CommandError::fixed(
                "ERR GT, LT, and/or NX options at the same time are not compatible",
            ));
        }
        if self.incr && pairs > 1 {
            return Err(CommandError::fixed("ERR INCR option supports a single increment-element pair"));
        }
        Ok(())
    }

    /// The score a member gets from `given`, as the double that is answered: a negative zero is
    /// answered, but not stored. `None` if the flags leave the member as it is.
    fn resolve(self, before: Option<Score>, given: f64) -> Result<Option<f64>, CommandError> {
        let Some(before) = before else { return Ok((!self.xx).then_some(given)) };
        if self.nx {
            return Ok(None);
        }
        let score = if self.incr { before.get() + given } else { given };
        if score.is_nan() {
            return Err(CommandError::fixed("ERR resulting score is not a number (NaN)"));
        }
        let refused = (self.gt && score <= before.get()) || (self.lt && score >= before.get());
        Ok((!refused).then_some(score))
    }
}

fn zadd(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (flags, arguments) = Flags::parse(&argv[2..]);
    let pairs = arguments.chunks_exact(2);
    if pairs.len() == 0 || !pairs.remainder().is_empty() {
        return Err(CommandError::SYNTAX);
    }
    flags.check(pairs.len())?;
    let mut scored = Vec::with_capacity(pairs.len());
    for pair in pairs {
        scored.push((float(&pair[0])?, &pair[1]));
    }
    if let ([(increment, member)], true) = (&scored[..], flags.incr) {
        return increment_score(db, &argv[1], flags, *increment, member);
    }
    let zset = db.read::<SortedSet>(&argv[1])?;
    if zset.is_none() && flags.xx {
        return Ok(Reply::Int(0));
    }
    let is_new = |member: &[u8]| zset.is_none_or(|zset| zset.score(member).is_none());
    if !flags.xx {
        let new = scored.iter().filter(|(_, member)| is_new(member)).count();
        check_elements(zset.map_or(0, SortedSet::len), new)?;
    }
    let (added, updated) = add_all(db, &argv[1], flags, &scored)?;
    Ok(Reply::count(if flags.ch { added + updated } else { added }))
}

/// Gives every member its score, one after the other; how many were added and how many were changed.
fn add_all(
    db: &mut Db,
    key: &Bytes,
    flags: Flags,
    scored: &[(f64, &Bytes)],
) -> Result<(usize, usize), CommandError> {
    let changes = match db.read::<SortedSet>(key)? {
        None => true,
        Some(zset) => scored.iter().any(|&(given, member)| {
            let before = zset.score(member);
            let after = flags.resolve(before, given).ok().flatten().and_then(Score::new);
            after.is_some() && after != before
        }),
    };
    if !changes {
        return Ok((0, 0));
    }
    db.change(key, |zset: &mut SortedSet| {
        let (mut added, mut updated) = (0, 0);
        for &(given, member) in scored {
            let before = zset.score(member);
            // Without INCR no score can become NaN.
            let after = flags.resolve(before, given).ok().flatten().and_then(Score::new);
            if let Some(score) = after.filter(|_| after != before) {
                zset.insert(member.clone(), score);
                added += usize::from(before.is_none());
                updated += usize::from(before.is_some());
            }
        }
        (added, updated)
    })
}

fn zincrby(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let flags = Flags { incr: true, ..Flags::default() };
    increment_score(db, &argv[1], flags, float(&argv[2])?, &argv[3])
}

fn increment_score(db: &mut Db, key: &Bytes, flags: Flags, increment: f64, member: &Bytes) -> Outcome {
    let zset = db.read::<SortedSet>(key)?;
    let before = zset.and_then(|zset| zset.score(member));
    let Some(sum) = flags.resolve(before, increment)? else { return Ok(Reply::Nil) };
    check_elements(zset.map_or(0, SortedSet::len), usize::from(before.is_none()))?;
    if let Some(score) = Score::new(sum).filter(|&score| Some(score) != before) {
        db.change(key, |zset: &mut SortedSet| zset.insert(member.clone(), score))?;
    }
    Ok(Reply::bulk(double_text(sum)))
}

fn zrem(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let (key, members) = (&argv[1], &argv[2..]);
    let Some(zset) = db.read::<SortedSet>(key)? else { return Ok(Reply::Int(0)) };
    if !members.iter().any(|member| zset.score(member).is_some()) {
        return Ok(Reply::Int(0));
    }
    db.change(key, |zset: &mut SortedSet| {
        Reply::count(members.iter().filter(|member| zset.remove(member).is_some()).count())
    })
}

fn zcard(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(Reply::count(db.read::<SortedSet>(&argv[1])?.map_or(0, SortedSet::len)))
}

fn zscore(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    Ok(score_reply(db.read::<SortedSet>(&argv[1])?.and_then(|zset| zset.score(&argv[2]))))
}

fn zmscore(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let zset = db.read::<SortedSet>(&argv[1])?;
    let score = |member: &Bytes| score_reply(zset.and_then(|zset| zset.score(member)));
    Ok(Reply::each(&argv[2..], &score))
}

fn rank(db: &mut Db, argv: &[Bytes], reverse: bool) -> Outcome {
    let Some(zset) = db.read::<SortedSet>(&argv[1])? else { return Ok(Reply::Nil) };
    let rank = zset.ranked().iter().position(|(_, member)| *member == argv[2]);
    Ok(rank.map_or(Reply::Nil, |rank| Reply::count(if reverse { zset.len() - 1 - rank } else { rank })))
}

fn pop(db: &mut Db, argv: &[Bytes], highest: bool) -> Outcome {
    let count = match argv {
        [_, _] => 1,
        [_, _, count] => arguments::count(count)?,
        _ => return Err(CommandError::SYNTAX),
    };
    let Some(zset) = db.read::<SortedSet>(&argv[1])? else { return Ok(Reply::Array(Vec::new())) };
    let taken = part(zset, 0..count.min(zset.len()), highest);
    remove_all(db, &argv[1], &taken)?;
    Ok(flat(taken))
}

fn remove_all(db: &mut Db, key: &Bytes, members: &[(Score, Bytes)]) -> Result<(), CommandError> {
    if members.is_empty() {
        return Ok(());
    }
    db.change(key, |zset: &mut SortedSet| {
        for (_, member) in members {
            zset.remove(member);
        }
    })
}

fn range(db: &mut Db, argv: &[Bytes], measure: Option<Measure>, reverse: Option<bool>) -> Outcome {
    let query = Query::parse(argv, measure, reverse)?;
    let members = db.read::<SortedSet>(&argv[1])?.map_or_else(Vec::new, |zset| query.select(zset));
    if query.with_scores {
        return Ok(flat(members));
    }
    Ok(Reply::Array(members.into_iter().map(|(_, member)| Reply::Bulk(member)).collect()))
}

fn count_span(db: &Db, argv: &[Bytes], span: Span) -> Outcome {
    let count = db.read::<SortedSet>(&argv[1])?.map_or(0, |zset| span.select(zset, false).len());
    Ok(Reply::count(count))
}

fn remove_span(db: &mut Db, argv: &[Bytes], span: Span) -> Outcome {
    let members = db.read::<SortedSet>(&argv[1])?.map_or_else(Vec::new, |zset| span.select(zset, false));
    remove_all(db, &argv[1], &members)?;
    Ok(Reply::count(members.len()))
}

/// Up to how many members a sorted set is scanned in one page, in its order (`zset-max-listpack-entries`).
const COMPACT_MEMBERS: usize = 128;

fn zscan(db: &mut Db, _: Millis, argv: &[Bytes]) -> Outcome {
    let cursor = scan::cursor(&argv[2])?;
    let Some(zset) = db.read::<SortedSet>(&argv[1])? else { return Ok(scan::empty()) };
    let options = scan::Options::parse(&argv[3..], false)?;
    let members = &mut zset.ranked().iter().map(|(score, member)| Visited::Scored(member, *score));
    Ok(if zset.len() <= COMPACT_MEMBERS {
        scan::whole(members, &options)
    } else {
        scan::page(members, cursor, &options)
    })
}
