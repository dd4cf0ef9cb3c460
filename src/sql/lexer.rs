//! Text into tokens, as PostgreSQL's scanner reads it; comments and white space are left out.
//!
//! It reads bytes: all that are not ASCII are letters, and every token begins and ends between characters.

use super::error::{SqlError, error, over};
use super::{MAX_STATEMENT_BYTES, MAX_VALUE_BYTES};
use crate::base::cast;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// A name in double quotes.
    Quoted,
    /// A string in single quotes.
    Text,
    /// Digits.
    Number,
    /// `$1`
    Parameter,
    /// An operator or a punctuation mark.
    Symbol,
    /// The end of the statement.
    End,
}

/// One token.
#[derive(Clone, Copy)]
pub(super) struct Token {
    pub kind: Kind,
    /// Its bytes in the statement.
    pub start: usize,
    pub end: usize,
    /// Its first character's position, counted from 1.
    pub at: u32,
}

const TWO: &[u8] = b"<=>=<>!=||::";

/// Splits a statement into tokens; the last one is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, SqlError> {
    if text.len() > MAX_STATEMENT_BYTES {
        return Err(over(
            "54000 a statement may have this many bytes: %; nothing was run",
            MAX_STATEMENT_BYTES,
        ));
    }
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut counted, mut at) = (0, 1);
    let mut start = 0;
    loop {
        let mut what = "";
        let length = blank(&bytes[start..]);
        let mut token = Token { kind: Kind::End, start, end: start, at: 0 };
        if length == Some(0) {
            match measure(&bytes[start..]) {
                Ok((kind, length)) => (token.kind, token.end) = (kind, start + length),
                Err(wrong) => what = wrong,
            }
        }
        // A character's first byte is none of those that go on.
        at += cast::count(bytes[counted..start].iter().filter(|byte| **byte & 0xc0 != 0x80).count());
        (counted, token.at) = (start, at);
        if length.is_none() {
            what = "unterminated /* comment";
        }
        if !what.is_empty() {
            let error = error("42601 % at or near \"%\"", &[what, &text[start..]], at);
            return Err(if length.is_none() { error.expecting("*/") } else { error });
        }
        if let Some(length @ 1..) = length {
            start += length;
            continue;
        }
        if token.end - start > MAX_VALUE_BYTES + 2 {
            let what = "54000 a literal or a name may have this many bytes: %; nothing was run";
            return Err(over(what, MAX_VALUE_BYTES).at(at));
        }
        start = token.end;
        found.push(token);
        if token.kind == Kind::End {
            return Ok(found);
        }
    }
}

/// How many bytes of white space or comment `rest` begins with; `None` when a comment does not end.
fn blank(rest: &[u8]) -> Option<usize> {
    match rest {
        [b' ' | b'\t' | b'\n' | b'\r' | 0xb | 0xc, ..] => Some(1),
        [b'-', b'-', ..] => Some(run(rest, 0, |byte| byte != b'\n')),
        [b'/', b'*', ..] => {
            // Comments nest.
            let (mut depth, mut at) = (0, 0);
            while at + 1 < rest.len() {
                let change = match [rest[at], rest[at + 1]] {
                    [b'/', b'*'] => 1,
                    [b'*', b'/'] => -1,
                    _ => 0,
                };
                depth += change;
                at += if change == 0 { 1 } else { 2 };
                if depth == 0 {
                    return Some(at);
                }
            }
            None
        }
        _ => Some(0),
    }
}

/// Where bytes that pass the test end.
fn run(bytes: &[u8], mut at: usize, test: fn(u8) -> bool) -> usize {
    while at < bytes.len() && test(bytes[at]) {
        at += 1;
    }
    at
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_word(byte: u8) -> bool {
    is_letter(byte) || is_digit(byte) || byte == b'$'
}

/// The kind and the length of the token that `rest` begins with.
fn measure(rest: &[u8]) -> Result<(Kind, usize), &'static str> {
    let Some(first) = rest.first().copied() else { return Ok((Kind::End, 0)) };
    let second = rest.get(1).copied().unwrap_or(0);
    Ok(match first {
        b'\'' => (Kind::Text, quoted(rest).ok_or("unterminated quoted string")?),
        b'"' if second == first => return Err("zero-length delimited identifier"),
        b'"' => (Kind::Quoted, quoted(rest).ok_or("unterminated quoted identifier")?),
        b'$' if is_digit(second) => (Kind::Parameter, run(rest, 1, is_digit)),
        _ if is_letter(first) => (Kind::Word, run(rest, 0, is_word)),
        _ if is_digit(first) || (first == b'.' && is_digit(second)) => {
            let length = run(rest, 0, |byte| is_digit(byte) || byte == b'.');
            match rest[length..] {
                [b'e' | b'E', b'0'..=b'9' | b'+' | b'-', ..] => {
                    (Kind::Number, run(rest, length + 2, is_digit))
                }
                [next, ..] if is_letter(next) => return Err("trailing junk after numeric literal"),
                _ => (Kind::Number, length),
            }
        }
        _ => (Kind::Symbol, if TWO.chunks(2).any(|two| two == [first, second]) { 2 } else { 1 }),
    })
}

/// The length of what is quoted, with its quotes; a doubled quote stands for itself.
fn quoted(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    while at < rest.len() {
        if rest[at] == rest[0] {
            if rest.get(at + 1) != Some(&rest[0]) {
                return Some(at + 1);
            }
            at += 1;
        }
        at += 1;
    }
    None
}
