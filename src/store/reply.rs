//! What a command answers, and how `redis-cli` writes it.

use std::fmt;

use crate::base::Bytes;
use crate::base::cast;

/// One reply, in the shapes of RESP2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// A simple string, such as `OK`.
    Status(&'static str),
    /// A signed integer.
    Int(i64),
    /// A byte string.
    Bulk(Bytes),
    /// The null bulk string (`$-1`).
    Nil,
    /// The null array (`*-1`).
    NilArray,
    /// An array, possibly empty, possibly nested.
    Array(Vec<Reply>),
    /// An error: its text as Redis sends it, code first, without the leading `-`.
    Error(String),
}

impl Reply {
    /// The reply of a write that only reports success.
    pub const OK: Self = Self::Status("OK");

    /// A byte string.
    pub fn bulk(bytes: impl Into<Bytes>) -> Self {
        Self::Bulk(bytes.into())
    }

    /// An array of byte strings.
    pub fn bulks<'a>(items: impl IntoIterator<Item = &'a Bytes>) -> Self {
        let mut replies = Vec::new();
        items.into_iter().for_each(|item| push_bulk(&mut replies, item));
        Self::Array(replies)
    }

    /// An array with what `answer` says of each argument.
    pub(super) fn each(arguments: &[Bytes], answer: &dyn Fn(&Bytes) -> Self) -> Self {
        Self::Array(arguments.iter().map(answer).collect())
    }

    /// A count. Counts here are bounded by the limits of the store, far below `i64::MAX`.
    #[must_use]
    pub fn count(n: usize) -> Self {
        Self::Int(cast::signed(n))
    }

    /// `1` or `0`.
    #[must_use]
    pub fn flag(yes: bool) -> Self {
        Self::Int(i64::from(yes))
    }

    /// Whether this is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Error(_))
    }

    /// The integer, if this is one.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        if let Self::Int(n) = self { Some(*n) } else { None }
    }

    /// The byte string, if this is one.
    #[must_use]
    pub fn as_bulk(&self) -> Option<&Bytes> {
        if let Self::Bulk(bytes) = self { Some(bytes) } else { None }
    }

    /// The elements, if this is an array that is not null.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    fn write_indented(&self, out: &mut String, indent: usize) {
        match self {
            Self::Status(text) => out.push_str(text),
            Self::Int(n) => {
                out.push_str("(integer) ");
                out.push_str(&n.to_string());
            }
            Self::Bulk(bytes) => write_quoted(out, bytes),
            Self::Nil | Self::NilArray => out.push_str("(nil)"),
            Self::Error(text) => {
                out.push_str("(error) ");
                out.push_str(text);
            }
            Self::Array(items) if items.is_empty() => out.push_str("(empty array)"),
            Self::Array(items) => {
                let width = items.len().to_string().len();
                for (index, item) in items.iter().enumerate() {
                    let number = (index + 1).to_string();
                    let mut spaces = width - number.len();
                    if index > 0 {
                        out.push('\n');
                        spaces += indent;
                    }
                    out.extend(std::iter::repeat_n(' ', spaces));
                    out.push_str(&number);
                    out.push_str(") ");
                    item.write_indented(out, indent + width + 2);
                }
            }
        }
    }
}

fn push_bulk(replies: &mut Vec<Reply>, item: &Bytes) {
    replies.push(Reply::Bulk(item.clone()));
}

/// `redis-cli`'s notation: `(integer) 1`, `"v"`, `(nil)`, `1) "a"`, one element a line, nested arrays
/// indented under their number. No final line break.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_indented(&mut text, 0);
        f.write_str(&text)
    }
}

fn write_quoted(out: &mut String, bytes: &[u8]) {
    const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    out.push('"');
    for &byte in bytes {
        let escape = match byte {
            b'\\' | b'"' => char::from(byte),
            b'\n' => 'n',
            b'\r' => 'r',
            b'\t' => 't',
            0x07 => 'a',
            0x08 => 'b',
            b' '..=b'~' => {
                out.push(char::from(byte));
                continue;
            }
            _ => 'x',
        };
        out.push('\\');
        out.push(escape);
        if escape == 'x' {
            out.push(HEX[usize::from(byte >> 4)]);
            out.push(HEX[usize::from(byte & 15)]);
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_reads_as_redis_cli_writes_it() {
        let check = |reply: Reply, text: &str| assert_eq!(reply.to_string(), text);
        check(Reply::OK, "OK");
        check(Reply::Int(-3), "(integer) -3");
        check(Reply::Nil, "(nil)");
        check(Reply::NilArray, "(nil)");
        check(Reply::Array(vec![]), "(empty array)");
        check(Reply::Error("ERR syntax error".to_owned()), "(error) ERR syntax error");
        check(Reply::bulk(&b"a\"\\\n\r\t\x07\x08\x00\xc3\xa9 ~"[..]), r#""a\"\\\n\r\t\a\b\x00\xc3\xa9 ~""#);
    }

    #[test]
    fn a_nested_array_is_indented_under_its_number() {
        let inner = Reply::Array(vec![Reply::bulk("a"), Reply::bulk("b")]);
        let mut items = vec![inner.clone(), Reply::Int(1), Reply::Array(vec![inner])];
        assert_eq!(
            Reply::Array(items.clone()).to_string(),
            "1) 1) \"a\"\n   2) \"b\"\n2) (integer) 1\n3) 1) 1) \"a\"\n      2) \"b\""
        );
        items.truncate(1);
        items.extend((2..=10).map(Reply::Int));
        let text = Reply::Array(items).to_string();
        assert!(text.starts_with(" 1) 1) \"a\"\n    2) \"b\"\n 2) (integer) 2\n"), "{text}");
        assert!(text.ends_with("\n10) (integer) 10"), "{text}");
    }
}
