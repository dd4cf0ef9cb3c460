//! What a variable holds, when it counts as true, and how it compares.

use std::cmp::Ordering;
use std::fmt;

use super::limits;
use crate::base::Bytes;
use crate::store::Reply;

/// A reply kept in a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    /// No value: a missing key, or a conditional write that did not happen.
    #[default]
    Nil,
    /// An integer reply.
    Int(i64),
    /// Text or a status such as `OK`.
    Str(Bytes),
    /// An array reply.
    List(Vec<Value>),
    /// A row of several columns, by name.
    Row(Vec<(String, Value)>),
}

impl Value {
    /// Whether `if` takes the value as true: nil, the integer 0 and the empty list are false, all else is true.
    #[must_use]
    pub const fn is_true(&self) -> bool {
        match self {
            Self::Nil | Self::Int(0) => false,
            Self::List(items) => !items.is_empty(),
            Self::Int(_) | Self::Str(_) | Self::Row(_) => true,
        }
    }

    /// The room the value takes, in bytes: 8 for an integer or an element, and a text's own length.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Nil => 0,
            Self::Int(_) => 8,
            Self::Str(text) => text.len(),
            Self::List(items) => items.iter().map(|item| 8 + item.size()).sum(),
            Self::Row(columns) => columns.iter().map(|(name, value)| 8 + name.len() + value.size()).sum(),
        }
    }

    /// The value of a store's reply. An error anywhere in it, or too deep an array, is an error.
    pub(super) fn from_reply(reply: Reply) -> Result<Self, String> {
        Self::from_nested(reply, limits::REPLY_DEPTH)
    }

    fn from_nested(reply: Reply, depth: usize) -> Result<Self, String> {
        Ok(match reply {
            Reply::Nil | Reply::NilArray => Self::Nil,
            Reply::Int(number) => Self::Int(number),
            Reply::Status(text) => Self::Str(Bytes::from(text)),
            Reply::Bulk(text) => Self::Str(text),
            Reply::Error(message) => return Err(message),
            Reply::Array(_) if depth == 0 => {
                return Err(format!("the reply is nested more than {} deep", limits::REPLY_DEPTH));
            }
            Reply::Array(items) => Self::List(
                items.into_iter().map(|item| Self::from_nested(item, depth - 1)).collect::<Result<_, _>>()?,
            ),
        })
    }

    /// How two values compare: as numbers when both read as whole numbers, as bytes otherwise. `None` when
    /// there is no order between them: one of them is nil, a list or a row.
    pub(super) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self.as_integer(), other.as_integer()) {
            (Some(left), Some(right)) => Some(left.cmp(&right)),
            _ => Some(self.as_text()?.cmp(&other.as_text()?)),
        }
    }

    fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Str(text) => integer(text),
            Self::Nil | Self::List(_) | Self::Row(_) => None,
        }
    }

    /// The text that interpolation inserts; `None` for nil, lists and rows, which have none.
    pub(super) fn as_text(&self) -> Option<Bytes> {
        match self {
            Self::Int(number) => Some(Bytes::from(*number)),
            Self::Str(text) => Some(text.clone()),
            Self::Nil | Self::List(_) | Self::Row(_) => None,
        }
    }
}

/// The number that `text` spells, when it is written as Redis writes numbers: no plus sign, no leading
/// zeros, within 64 bits.
pub(super) fn integer(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let canonical = match digits {
        [b'0'] => digits.len() == text.len(),
        [b'1'..=b'9', ..] => true,
        _ => false,
    };
    if canonical { std::str::from_utf8(text).ok()?.parse().ok() } else { None }
}

const SHOWN_BYTES: usize = 64;
const SHOWN_ITEMS: usize = 8;

/// redis-cli's notation on one line; long texts and lists are cut and say how much was left out.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nil => f.write_str("(nil)"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Str(text) if text.len() > SHOWN_BYTES => {
                write_quoted(f, &text[..SHOWN_BYTES])?;
                write!(f, "… ({} bytes)", text.len())
            }
            Self::Str(text) => write_quoted(f, text),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().take(SHOWN_ITEMS).enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { ", " })?;
                }
                if items.len() > SHOWN_ITEMS {
                    write!(f, ", … {} more", items.len() - SHOWN_ITEMS)?;
                }
                f.write_str("]")
            }
            Self::Row(columns) => {
                for (index, (name, value)) in columns.iter().enumerate() {
                    write!(f, "{}{name} {value}", if index == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    }
}

/// Writes a word so that its ends are plain to see: bare when it can be, quoted otherwise.
pub(super) fn write_word(f: &mut fmt::Formatter<'_>, word: &[u8]) -> fmt::Result {
    let bare = |text: &&str| {
        !text.is_empty()
            && !text.starts_with('#')
            && !text.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '\\'))
    };
    match std::str::from_utf8(word).ok().filter(bare) {
        Some(text) => f.write_str(text),
        None => write_quoted(f, word),
    }
}

/// Writes text in double quotes with redis-cli's escapes; valid UTF-8 stays readable.
pub(super) fn write_quoted(f: &mut fmt::Formatter<'_>, text: &[u8]) -> fmt::Result {
    f.write_str("\"")?;
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() => {
                    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                        write!(f, "\\x{byte:02x}")?;
                    }
                }
                c => write!(f, "{c}")?,
            }
        }
        for byte in chunk.invalid() {
            write!(f, "\\x{byte:02x}")?;
        }
    }
    f.write_str("\"")
}
