//! Which part of a sorted set a command means: by rank, by score, or by bytes.

use std::ops::Range;

use crate::base::Bytes;
use crate::store::arguments::{index_range, int, is};
use crate::store::error::CommandError;
use crate::store::number::lenient_f64;
use crate::store::value::{Score, SortedSet};

/// A part of a sorted set, from its lower to its upper end.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Span {
    /// By rank, negative ones from the end.
    Ranks { start: i64, stop: i64 },
    /// By score.
    Scores { min: Bound<f64>, max: Bound<f64> },
    /// By bytes, which makes sense where all scores are equal.
    Lex { min: LexBound, max: LexBound },
}

/// One end of a range of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound<T> {
    value: T,
    /// Written with a `(`: the end itself is outside.
    exclusive: bool,
}

/// One end of a range of members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LexBound {
    /// `-`
    Lowest,
    /// `+`
    Highest,
    /// `[member`
    Including(Bytes),
    /// `(member`
    Excluding(Bytes),
}

impl Span {
    pub(super) fn ranks(start: &[u8], stop: &[u8]) -> Result<Self, CommandError> {
        Ok(Self::Ranks { start: int(start)?, stop: int(stop)? })
    }

    pub(super) fn scores(min: &[u8], max: &[u8]) -> Result<Self, CommandError> {
        Ok(Self::Scores { min: score_bound(min)?, max: score_bound(max)? })
    }

    pub(super) fn lex(min: &[u8], max: &[u8]) -> Result<Self, CommandError> {
        Ok(Self::Lex { min: lex_bound(min)?, max: lex_bound(max)? })
    }

    /// The members that lie in this part, in ascending order, or descending if `reverse`, which is
    /// also the end from which ranks count.
    pub(super) fn select(&self, zset: &SortedSet, reverse: bool) -> Vec<(Score, Bytes)> {
        if let Self::Ranks { start, stop } = *self {
            return part(zset, index_range(start, stop, zset.len()), reverse);
        }
        let mut selected = Vec::new();
        for (score, member) in zset.ranked() {
            if !selected.is_empty() || self.is_above_min(*score, member) {
                if !self.is_below_max(*score, member) {
                    break;
                }
                selected.push((*score, member.clone()));
            }
        }
        if reverse {
            selected.reverse();
        }
        selected
    }

    fn is_above_min(&self, score: Score, member: &[u8]) -> bool {
        match self {
            Self::Ranks { .. } => true,
            Self::Scores { min, .. } => {
                if min.exclusive {
                    score.get() > min.value
                } else {
                    score.get() >= min.value
                }
            }
            Self::Lex { min, .. } => match min {
                LexBound::Lowest => true,
                LexBound::Highest => false,
                LexBound::Including(bound) => *member >= **bound,
                LexBound::Excluding(bound) => *member > **bound,
            },
        }
    }

    fn is_below_max(&self, score: Score, member: &[u8]) -> bool {
        match self {
            Self::Ranks { .. } => true,
            Self::Scores { max, .. } => {
                if max.exclusive {
                    score.get() < max.value
                } else {
                    score.get() <= max.value
                }
            }
            Self::Lex { max, .. } => match max {
                LexBound::Lowest => false,
                LexBound::Highest => true,
                LexBound::Including(bound) => *member <= **bound,
                LexBound::Excluding(bound) => *member < **bound,
            },
        }
    }
}

/// The members at these ranks, which count from the end, and come in descending order, if `reverse`.
pub(super) fn part(zset: &SortedSet, ranks: Range<usize>, reverse: bool) -> Vec<(Score, Bytes)> {
    let members = zset.ranked();
    if !reverse {
        return members[ranks].to_vec();
    }
    let mut part = members[members.len() - ranks.end..members.len() - ranks.start].to_vec();
    part.reverse();
    part
}

fn score_bound(argument: &[u8]) -> Result<Bound<f64>, CommandError> {
    let (exclusive, number) = match argument {
        [b'(', rest @ ..] => (true, rest),
        _ => (false, argument),
    };
    let value = lenient_f64(number).ok_or(CommandError::fixed("ERR min or max is not a float"))?;
    Ok(Bound { value, exclusive })
}

fn lex_bound(argument: &[u8]) -> Result<LexBound, CommandError> {
    match argument {
        [b'-'] => Ok(LexBound::Lowest),
        [b'+'] => Ok(LexBound::Highest),
        [b'[', member @ ..] => Ok(LexBound::Including(Bytes::from(member))),
        [b'(', member @ ..] => Ok(LexBound::Excluding(Bytes::from(member))),
        _ => Err(CommandError::fixed("ERR min or max not valid string range item")),
    }
}

/// By what a range command measures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Rank,
    Score,
    Lex,
}

/// Everything a range command asks for, once its options are read.
pub(super) struct Query {
    pub(super) span: Span,
    pub(super) reverse: bool,
    pub(super) with_scores: bool,
    offset: i64,
    limit: i64,
}

impl Query {
    /// Reads a range command. `measure` and `reverse` are `None` where options may say them (ZRANGE).
    pub(super) fn parse(
        argv: &[Bytes],
        measure: Option<Measure>,
        reverse: Option<bool>,
    ) -> Result<Self, CommandError> {
        let (fixed_measure, fixed_direction) = (measure.is_some(), reverse.is_some());
        let (mut measure, mut reverse) = (measure, reverse);
        let (mut with_scores, mut offset, mut limit) = (false, 0, -1);
        let mut options = &argv[4..];
        while let [option, rest @ ..] = options {
            options = rest;
            if is(option, "WITHSCORES") {
                with_scores = true;
            } else if let ([first, second, rest @ ..], true) = (rest, is(option, "LIMIT")) {
                (offset, limit) = (int(first)?, int(second)?);
                options = rest;
            } else if is(option, "REV") && !fixed_direction && reverse.is_none() {
                reverse = Some(true);
            } else if is(option, "BYLEX") && !fixed_measure && measure.is_none() {
                measure = Some(Measure::Lex);
            } else if is(option, "BYSCORE") && !fixed_measure && measure.is_none() {
                measure = Some(Measure::Score);
            } else {
                return Err(CommandError::SYNTAX);
            }
        }
        let (measure, reverse) = (measure.unwrap_or(Measure::Rank), reverse.unwrap_or(false));
        if limit != -1 && measure == Measure::Rank {
            return Err(CommandError::fixed(
                "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX",
            ));
        }
        if with_scores && measure == Measure::Lex {
            return Err(CommandError::fixed(
                "ERR syntax error, WITHSCORES not supported in combination with BYLEX",
            ));
        }
        // A descending range is written from its upper end.
        let (low, high) =
            if reverse && measure != Measure::Rank { (&argv[3], &argv[2]) } else { (&argv[2], &argv[3]) };
        let span = match measure {
            Measure::Rank => Span::ranks(low, high)?,
            Measure::Score => Span::scores(low, high)?,
            Measure::Lex => Span::lex(low, high)?,
        };
        if measure == Measure::Rank {
            offset = 0;
        }
        Ok(Self { span, reverse, with_scores, offset, limit })
    }

    /// The members asked for, in the order asked for.
    pub(super) fn select(&self, zset: &SortedSet) -> Vec<(Score, Bytes)> {
        let Ok(offset) = usize::try_from(self.offset) else { return Vec::new() };
        // A negative limit is none.
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let mut selected = self.span.select(zset, self.reverse);
        selected.drain(..offset.min(selected.len()));
        selected.truncate(limit);
        selected
    }
}
