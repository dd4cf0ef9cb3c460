//! Values and their types: how a value is written, read, compared and put into a column.

use std::cmp::Ordering;
use std::sync::Arc;

use super::MAX_VALUE_BYTES;
use super::error::{SqlError, error, over};

/// One value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Datum {
    /// No value.
    Null,
    /// `boolean`
    Bool(bool),
    /// `smallint`, `integer` or `bigint`
    Int(i64),
    /// `text` or `varchar`
    Text(Arc<str>),
}

impl From<&str> for Datum {
    fn from(text: &str) -> Self {
        Self::Text(Arc::from(text))
    }
}

impl From<i64> for Datum {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<bool> for Datum {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl Datum {
    /// As a client sees it: booleans are `t` and `f`, NULL is `null`.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Text(text) => String::from(&**text),
            Self::Bool(truth) => String::from(if *truth { "t" } else { "f" }),
            Self::Null => String::from("null"),
        }
    }

    /// As `text`: unlike what a client sees, a boolean is `true` or `false`.
    pub(super) fn written(&self) -> String {
        match self {
            Self::Bool(truth) => String::from(if *truth { "true" } else { "false" }),
            other => other.to_text(),
        }
    }

    /// Whether it is NULL.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The order of two values of one type. NULL comes last.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (a, b) => a.is_null().cmp(&b.is_null()),
        }
    }
}

/// The type of a column or an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A quoted literal, a parameter or NULL, before it has met anything that has a type.
    Unknown,
    /// `boolean`
    Bool,
    /// `smallint`, two bytes
    SmallInt,
    /// `integer`, four bytes
    Int,
    /// `bigint`, eight bytes
    BigInt,
    /// `text`
    Text,
    /// `varchar(characters)`; 0 is no limit
    VarChar(u16),
}

impl Type {
    /// PostgreSQL's name for it, without its limits.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Bool => "boolean",
            Self::SmallInt => "smallint",
            Self::Int => "integer",
            Self::BigInt => "bigint",
            Self::Text => "text",
            Self::VarChar(_) => "character varying",
        }
    }

    /// The name with its limit, as in `character varying(20)`.
    #[must_use]
    pub fn full_name(self) -> String {
        let mut name = String::from(self.name());
        if let Self::VarChar(limit @ 1..) = self {
            name.push('(');
            name.push_str(&limit.to_string());
            name.push(')');
        }
        name
    }

    /// 1 to 3 for numbers, 0 for anything else: what meets a higher rank becomes it.
    pub(super) fn number_rank(self) -> u8 {
        match self {
            Self::SmallInt => 1,
            Self::Int => 2,
            Self::BigInt => 3,
            _ => 0,
        }
    }

    pub(super) fn is_number(self) -> bool {
        self.number_rank() > 0
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::VarChar(_))
    }

    /// Whether these are two numbers, two texts or the same.
    pub(super) fn matches(self, other: Self) -> bool {
        (self.is_number() && other.is_number()) || (self.is_text() && other.is_text()) || self == other
    }

    /// Checks that a number is within this type.
    pub(super) fn in_range(self, number: i64) -> Result<Datum, SqlError> {
        let bits = match self {
            Self::SmallInt => 48,
            Self::Int => 32,
            _ => 0,
        };
        if number << bits >> bits == number { Ok(Datum::Int(number)) } else { Err(self.out_of_range()) }
    }

    #[cold]
    pub(super) fn out_of_range(self) -> SqlError {
        error("22003 % out of range", &[self.name()], 0)
    }

    /// Reads a value of this type from text, as a quoted literal is read.
    fn parse(self, text: &str) -> Result<Datum, SqlError> {
        let trimmed = text.trim_ascii();
        let mut what = "22P02 invalid input syntax for type %: \"%\"";
        if self == Self::Bool {
            if let Some(truth) = parse_bool(trimmed) {
                return Ok(Datum::Bool(truth));
            }
        } else if let Ok(number) = trimmed.parse() {
            if let Ok(number) = self.in_range(number) {
                return Ok(number);
            }
            what = "";
        } else {
            let digits = match trimmed.as_bytes() {
                [b'-' | b'+', digits @ ..] | digits => digits,
            };
            if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) {
                what = "";
            }
        }
        Err(if what.is_empty() {
            error("22003 value \"%\" is out of range for type %", &[text, self.name()], 0)
        } else {
            error(what, &[self.name(), text], 0)
        })
    }

    /// A value as this type: what an assignment does. The types fit.
    pub(super) fn convert(self, value: Datum) -> Result<Datum, SqlError> {
        match (self, &value) {
            (_, Datum::Null) | (Self::Unknown, _) => Ok(value),
            (Self::Text, Datum::Text(text)) => sized(text),
            (Self::VarChar(limit), Datum::Text(text)) => shortened(text, limit),
            (Self::Text | Self::VarChar(_), other) => self.convert(Datum::from(other.written().as_str())),
            (_, Datum::Text(text)) => self.parse(text),
            (Self::SmallInt | Self::Int, Datum::Int(number)) => self.in_range(*number),
            _ => Ok(value),
        }
    }
}

/// Text that is short enough to be kept.
pub(super) fn sized(text: &str) -> Result<Datum, SqlError> {
    if text.len() > MAX_VALUE_BYTES {
        return Err(over("54000 a value may have this many bytes: %; nothing changed", MAX_VALUE_BYTES));
    }
    Ok(Datum::from(text))
}

/// Text for a `varchar(limit)`: only spaces may be cut off.
fn shortened(text: &str, limit: u16) -> Result<Datum, SqlError> {
    match text.char_indices().nth(usize::from(limit)) {
        Some((at, _)) if limit > 0 => {
            if text[at..].bytes().any(|byte| byte != b' ') {
                return Err(over("22001 value too long for type character varying(%)", usize::from(limit)));
            }
            sized(&text[..at])
        }
        _ => sized(text),
    }
}

/// Words for true and false: how many letters will do, and whether it is true.
const TRUTHS: &[(&str, usize, bool)] = &[
    ("true", 1, true),
    ("yes", 1, true),
    ("on", 2, true),
    ("1", 1, true),
    ("false", 1, false),
    ("no", 1, false),
    ("off", 2, false),
    ("0", 1, false),
];

fn parse_bool(text: &str) -> Option<bool> {
    for (word, least, truth) in TRUTHS {
        let begins = word.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text));
        if begins && text.len() >= *least {
            return Some(*truth);
        }
    }
    None
}
