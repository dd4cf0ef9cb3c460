//! Text into tokens, as PostgreSQL's scanner reads it; comments and white space are left out.

use std::sync::Arc;

use super::error::SqlError;
use super::{MAX_STATEMENT_BYTES, MAX_VALUE_BYTES};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    /// A word in lower case, the content of what is quoted, or the text as it is.
    pub text: Arc<str>,
    /// How it is written.
    pub raw: Arc<str>,
    /// Its first character's position, counted from 1.
    pub at: u32,
}

const TWO: &[&str] = &["<=", ">=", "<>", "!=", "||", "::"];

/// Splits a statement into tokens; the last one is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, SqlError> {
    if text.len() > MAX_STATEMENT_BYTES {
        let what = "a statement may have this many bytes:";
        return Err(SqlError::limit(what, MAX_STATEMENT_BYTES, "nothing was run"));
    }
    let mut found = Vec::new();
    let (mut rest, mut at) = (text, 1_u32);
    loop {
        let skipped = skipped(rest, at)?;
        at += count(&rest[..skipped]);
        rest = &rest[skipped..];
        let Some(first) = rest.chars().next() else {
            let none: Arc<str> = Arc::from("");
            found.push(Token { kind: Kind::End, text: Arc::clone(&none), raw: none, at });
            return Ok(found);
        };
        let (kind, length) = measure(rest, first)
            .map_err(|what| SqlError::new("42601", &[what, " at or near \"", rest, "\""]).at(at))?;
        let raw = &rest[..length];
        let content: Arc<str> = match kind {
            Kind::Word => Arc::from(raw.to_ascii_lowercase()),
            Kind::Text => Arc::from(raw[1..length - 1].replace("''", "'")),
            Kind::Quoted => Arc::from(raw[1..length - 1].replace("\"\"", "\"")),
            _ => Arc::from(raw),
        };
        if content.len() > MAX_VALUE_BYTES {
            let what = "a literal or a name may have this many bytes:";
            return Err(SqlError::limit(what, MAX_VALUE_BYTES, "nothing was run").at(at));
        }
        found.push(Token { kind, text: content, raw: Arc::from(raw), at });
        at += count(raw);
        rest = &rest[length..];
    }
}

fn count(text: &str) -> u32 {
    text.chars().count() as u32
}

/// How many bytes of white space and comments `rest` begins with.
fn skipped(rest: &str, at: u32) -> Result<usize, SqlError> {
    let mut length = 0;
    loop {
        let here = &rest[length..];
        let blank = here.len() - here.trim_start_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']).len();
        if blank > 0 {
            length += blank;
        } else if here.starts_with("--") {
            length += here.find('\n').unwrap_or(here.len());
        } else if here.starts_with("/*") {
            let Some(end) = comment_end(here) else {
                let parts = ["unterminated /* comment at or near \"", here, "\""];
                return Err(SqlError::new("42601", &parts).at(at + count(&rest[..length])).expecting("*/"));
            };
            length += end;
        } else {
            return Ok(length);
        }
    }
}

/// Comments nest.
fn comment_end(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    let bytes = text.as_bytes();
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The kind and the length in bytes of the token that `rest` begins with.
fn measure(rest: &str, first: char) -> Result<(Kind, usize), &'static str> {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let run = |from: usize, test: &dyn Fn(char) -> bool| {
        rest[from..].find(|c| !test(c)).map_or(rest.len(), |length| from + length)
    };
    let digit = |c: char| c.is_ascii_digit();
    Ok(match first {
        '\'' => (Kind::Text, quoted(rest, '\'').ok_or("unterminated quoted string")?),
        '"' => {
            let length = quoted(rest, '"').ok_or("unterminated quoted identifier")?;
            if length == 2 {
                return Err("zero-length delimited identifier");
            }
            (Kind::Quoted, length)
        }
        '$' if rest[1..].starts_with(digit) => (Kind::Parameter, run(1, &digit)),
        _ if first.is_alphabetic() || first == '_' => (Kind::Word, run(0, &word)),
        _ if digit(first) || (first == '.' && rest[1..].starts_with(digit)) => {
            let mut length = run(0, &digit);
            if rest[length..].starts_with('.') {
                length = run(length + 1, &digit);
            }
            if rest[length..].starts_with(['e', 'E']) {
                let signed = usize::from(rest[length + 1..].starts_with(['-', '+']));
                let end = run(length + 1 + signed, &digit);
                length = if end > length + 1 + signed { end } else { length };
            }
            if rest[length..].starts_with(|c: char| c.is_alphabetic() || c == '_') {
                return Err("trailing junk after numeric literal");
            }
            (Kind::Number, length)
        }
        _ => {
            let two = TWO.iter().any(|two| rest.starts_with(two));
            (Kind::Symbol, if two { 2 } else { first.len_utf8() })
        }
    })
}

/// The length of what is quoted, with its quotes; a doubled quote stands for itself.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut chars = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if c == quote {
            if chars.peek().is_some_and(|(_, next)| *next == quote) {
                chars.next();
            } else {
                return Some(at + 1);
            }
        }
    }
    None
}
