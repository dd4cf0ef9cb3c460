//! `redis-cli`'s quoting: one typed line becomes the arguments of one command.

use std::fmt;

use crate::base::Bytes;
use crate::base::cast;

/// Why a line cannot be split into arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineErrorKind {
    /// A quote that is never closed; the column is that of the opening quote.
    UnclosedQuote(char),
    /// Text right after a closing quote; the column is that of the text.
    TextAfterQuote(char),
}

/// Where and why a line cannot be split into arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineError {
    /// The column, in characters, from 1.
    pub column: u32,
    /// What is wrong there.
    pub kind: LineErrorKind,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            LineErrorKind::UnclosedQuote(quote) => {
                write!(f, "column {}: this {quote} is never closed", self.column)
            }
            LineErrorKind::TextAfterQuote(quote) => {
                write!(f, "column {}: put a space after the closing {quote}", self.column)
            }
        }
    }
}

impl std::error::Error for LineError {}

/// Splits a line into arguments as `redis-cli` does.
///
/// White space separates. Between double quotes, `\xHH`, `\n`, `\r`, `\t`, `\b` and `\a` stand for their
/// bytes and a backslash before anything else stands for that thing; between single quotes only `\'`
/// is special. A quote may open in the middle of an argument; after a closing quote the argument is over.
///
/// # Errors
/// A quote that is not closed, or text right after a closing quote.
pub fn split_line(line: &str) -> Result<Vec<Bytes>, LineError> {
    let chars: Vec<char> = line.chars().collect();
    let mut arguments = Vec::new();
    let mut at = 0;
    loop {
        while chars.get(at).is_some_and(|&c| is_space(c)) {
            at += 1;
        }
        if at == chars.len() {
            return Ok(arguments);
        }
        let mut argument = Vec::new();
        while let Some(&c) = chars.get(at) {
            match c {
                c if is_space(c) => break,
                '"' | '\'' => {
                    at = quoted(&chars, at, &mut argument)?;
                    break;
                }
                c => push(&mut argument, c),
            }
            at += 1;
        }
        arguments.push(Bytes::from(argument));
    }
}

/// Reads the quoted part that opens at `open`; returns where the line goes on.
fn quoted(chars: &[char], open: usize, argument: &mut Vec<u8>) -> Result<usize, LineError> {
    let quote = chars[open];
    let mut at = open + 1;
    loop {
        let rest = &chars[at.min(chars.len())..];
        match rest {
            [] => return Err(error(open, LineErrorKind::UnclosedQuote(quote))),
            [c, ..] if *c == quote => {
                return match rest.get(1) {
                    Some(&next) if !is_space(next) => {
                        Err(error(at + 1, LineErrorKind::TextAfterQuote(quote)))
                    }
                    _ => Ok(at + 1),
                };
            }
            ['\\', '\'', ..] if quote == '\'' => {
                argument.push(b'\'');
                at += 2;
            }
            ['\\', 'x', high, low, ..] if quote == '"' && hex(*high, *low).is_some() => {
                argument.extend(hex(*high, *low));
                at += 4;
            }
            ['\\', c, ..] if quote == '"' => {
                match c {
                    'n' => argument.push(b'\n'),
                    'r' => argument.push(b'\r'),
                    't' => argument.push(b'\t'),
                    'b' => argument.push(0x08),
                    'a' => argument.push(0x07),
                    c => push(argument, *c),
                }
                at += 2;
            }
            [c, ..] => {
                push(argument, *c);
                at += 1;
            }
        }
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

fn push(argument: &mut Vec<u8>, c: char) {
    argument.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

fn hex(high: char, low: char) -> Option<u8> {
    let byte = high.to_digit(16)? * 16 + low.to_digit(16)?;
    u8::try_from(byte).ok()
}

fn error(index: usize, kind: LineErrorKind) -> LineError {
    LineError { column: cast::count(index + 1), kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> Vec<Vec<u8>> {
        split_line(line).unwrap().iter().map(|argument| argument.to_vec()).collect()
    }

    #[test]
    fn white_space_separates_and_an_empty_line_has_no_arguments() {
        assert_eq!(split("  SET\tk  v \n"), [&b"SET"[..], b"k", b"v"]);
        assert!(split("").is_empty());
        assert!(split(" \t ").is_empty());
    }

    #[test]
    fn double_quotes_know_escapes() {
        assert_eq!(
            split(r#"a "b c" "\x00\xfF\n\r\t\b\a\\\"\q""#),
            [&b"a"[..], b"b c", b"\x00\xff\n\r\t\x08\x07\\\"q"]
        );
        assert_eq!(split(r#""\xzz" "\x4""#), [&b"xzz"[..], b"x4"]);
    }

    #[test]
    fn single_quotes_know_only_their_own_escape() {
        assert_eq!(split(r#"'it\'s' 'a\n"b"' ''"#), [&b"it's"[..], b"a\\n\"b\"", b""]);
    }

    #[test]
    fn a_quote_may_open_inside_an_argument() {
        assert_eq!(split(r#"ab"c d" e"#), [&b"abc d"[..], b"e"]);
    }

    #[test]
    fn an_error_names_the_column_in_characters() {
        let unclosed = split_line("SET é \"v").unwrap_err();
        assert_eq!(unclosed, LineError { column: 7, kind: LineErrorKind::UnclosedQuote('"') });
        assert_eq!(unclosed.to_string(), "column 7: this \" is never closed");
        let glued = split_line("'a'b").unwrap_err();
        assert_eq!(glued, LineError { column: 4, kind: LineErrorKind::TextAfterQuote('\'') });
        assert!(split_line("\"a\\").is_err());
    }
}
