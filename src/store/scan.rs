//! The SCAN family: pages over a collection that may change between two calls.
//!
//! Elements are visited in the order of a hash of their names, and a cursor is the hash at which the next
//! page starts. What comes or goes elsewhere therefore moves no boundary: an element that is there from the first
//! call to the last is returned, exactly once.

use super::arguments::{int, is};
use super::error::CommandError;
use super::glob::Pattern;
use super::reply::Reply;
use super::value::{Score, Value};
use crate::base::{Bytes, double_text, fingerprint, sort_long};

const INVALID_CURSOR: CommandError = CommandError::fixed("ERR invalid cursor");

/// How many elements a page visits when COUNT is not given.
const DEFAULT_COUNT: usize = 10;

/// What follows the cursor.
pub(super) struct Options<'a> {
    count: usize,
    pattern: Option<Pattern<'a>>,
    type_name: Option<&'a [u8]>,
}

impl<'a> Options<'a> {
    /// Reads `MATCH`, `COUNT` and, where `with_type`, `TYPE`.
    pub(super) fn parse(mut arguments: &'a [Bytes], with_type: bool) -> Result<Self, CommandError> {
        let mut options = Self { count: DEFAULT_COUNT, pattern: None, type_name: None };
        while let [name, rest @ ..] = arguments {
            let [value, rest @ ..] = rest else { return Err(CommandError::SYNTAX) };
            if is(name, "COUNT") {
                let count = int(value)?;
                options.count = usize::try_from(count).ok().filter(|&n| n > 0).ok_or(CommandError::SYNTAX)?;
            } else if is(name, "MATCH") {
                options.pattern = Some(Pattern::new(value)?);
            } else if with_type && is(name, "TYPE") {
                options.type_name = Some(value);
            } else {
                return Err(CommandError::SYNTAX);
            }
            arguments = rest;
        }
        Ok(options)
    }

    fn keeps(&self, visited: Visited<'_>) -> bool {
        let type_fits = match visited {
            Visited::Key(_, value) => self.type_name.is_none_or(|name| is(name, value.type_name())),
            _ => true,
        };
        type_fits && self.pattern.is_none_or(|pattern| pattern.matches(visited.name()))
    }
}

/// What a scan comes by.
#[derive(Clone, Copy)]
pub(super) enum Visited<'a> {
    /// A key with its value.
    Key(&'a Bytes, &'a Value),
    /// A member of a set.
    Member(&'a Bytes),
    /// A field of a hash with its value.
    Field(&'a Bytes, &'a Bytes),
    /// A member of a sorted set with its score.
    Scored(&'a Bytes, Score),
}

impl<'a> Visited<'a> {
    /// What is hashed and matched.
    fn name(self) -> &'a Bytes {
        match self {
            Self::Key(name, _) | Self::Member(name) | Self::Field(name, _) | Self::Scored(name, _) => name,
        }
    }

    fn show(self, shown: &mut Vec<Reply>) {
        shown.push(Reply::Bulk(self.name().clone()));
        match self {
            Self::Key(..) | Self::Member(_) => {}
            Self::Field(_, value) => shown.push(Reply::Bulk(value.clone())),
            Self::Scored(_, score) => shown.push(Reply::bulk(double_text(score.get()))),
        }
    }
}

/// Reads a cursor as C's `strtoul` does.
pub(super) fn cursor(argument: &[u8]) -> Result<u64, CommandError> {
    let (negative, digits) = match argument {
        [] => return Ok(0),
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, argument),
    };
    if !digits.first().is_some_and(u8::is_ascii_digit) {
        return Err(INVALID_CURSOR);
    }
    let text = std::str::from_utf8(digits).map_err(|_| INVALID_CURSOR)?;
    let n: u64 = text.parse().map_err(|_| INVALID_CURSOR)?;
    Ok(if negative { n.wrapping_neg() } else { n })
}

/// The place of a name in the order of a scan: never 0, which is the cursor of the beginning and the end.
fn place(name: &[u8]) -> u64 {
    (fingerprint(name) >> 32).max(1)
}

/// One page of `items`, from `cursor`: the next cursor and the elements.
pub(super) fn page<'a>(
    items: &mut dyn Iterator<Item = Visited<'a>>,
    cursor: u64,
    options: &Options<'_>,
) -> Reply {
    let mut ahead = Vec::new();
    for item in items {
        let place = place(item.name());
        if place >= cursor {
            ahead.push((place, item));
        }
    }
    page_of(ahead, options)
}

/// [`page`] from the elements that are still ahead: one sort for all kinds of collections.
fn page_of(mut ahead: Vec<(u64, Visited<'_>)>, options: &Options<'_>) -> Reply {
    // Names are distinct, so this order is total; names with the same hash are never parted.
    sort_long(&mut ahead, |(a, x), (b, y)| a < b || a == b && x.name() < y.name());
    let next = match ahead.get(options.count.saturating_sub(1)) {
        Some(&(last, _)) => ahead.iter().map(|(place, _)| *place).find(|&place| place > last).unwrap_or(0),
        None => 0,
    };
    let mut here = ahead.iter().take_while(|(place, _)| next == 0 || *place < next).map(|(_, item)| *item);
    reply(next, &mut here, options)
}

fn reply<'a>(next: u64, items: &mut dyn Iterator<Item = Visited<'a>>, options: &Options<'_>) -> Reply {
    let mut shown = Vec::new();
    for item in items {
        if options.keeps(item) {
            item.show(&mut shown);
        }
    }
    Reply::Array(vec![Reply::bulk(next.to_string()), Reply::Array(shown)])
}

/// A small collection, which is one page in its own order whatever the cursor and the count.
pub(super) fn whole<'a>(items: &mut dyn Iterator<Item = Visited<'a>>, options: &Options<'_>) -> Reply {
    reply(0, items, options)
}

/// The only page of what is not there.
pub(super) fn empty() -> Reply {
    Reply::Array(vec![Reply::bulk("0"), Reply::Array(Vec::new())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_strtoul_reads_it() {
        assert_eq!(cursor(b"0"), Ok(0));
        assert_eq!(cursor(b""), Ok(0));
        assert_eq!(cursor(b"-1"), Ok(u64::MAX));
        assert_eq!(cursor(b"18446744073709551615"), Ok(u64::MAX));
        for text in [&b"abc"[..], b"-", b"1a", b" 1", b"18446744073709551616", b"+-1"] {
            assert_eq!(cursor(text), Err(INVALID_CURSOR));
        }
    }
}
