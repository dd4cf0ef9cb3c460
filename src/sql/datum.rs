//! Values and their types: how a value is written, read, compared and put into a column.

use std::cmp::Ordering;
use std::sync::Arc;

use super::MAX_VALUE_BYTES;
use super::error::SqlError;
use super::numeric::Numeric;

/// One value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Datum {
    /// No value.
    Null,
    /// `boolean`
    Bool(bool),
    /// `smallint`, `integer` or `bigint`
    Int(i64),
    /// `numeric`
    Numeric(Numeric),
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
            Self::Null => "null".to_owned(),
            Self::Bool(truth) => if *truth { "t" } else { "f" }.to_owned(),
            Self::Int(number) => number.to_string(),
            Self::Numeric(number) => number.to_text(),
            Self::Text(text) => text.to_string(),
        }
    }

    /// Whether it is NULL.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    pub(super) fn numeric(&self) -> Option<Numeric> {
        match self {
            Self::Int(number) => Some(Numeric::from(*number)),
            Self::Numeric(number) => Some(*number),
            _ => None,
        }
    }

    /// The order of two values of one type; whole and decimal numbers are one type. NULL comes last.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (a, b) => match (a.numeric(), b.numeric()) {
                (Some(a), Some(b)) => a.compare(b),
                _ => a.is_null().cmp(&b.is_null()),
            },
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
    /// `numeric(precision, scale)`; a precision of 0 is no limit
    Numeric(u8, u8),
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
            Self::Numeric(..) => "numeric",
            Self::Text => "text",
            Self::VarChar(_) => "character varying",
        }
    }

    /// What a cast to it names its column.
    pub(super) fn short_name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::SmallInt => "int2",
            Self::Int => "int4",
            Self::BigInt => "int8",
            Self::VarChar(_) => "varchar",
            other => other.name(),
        }
    }

    /// The name with its limits, as in `character varying(20)`.
    #[must_use]
    pub fn full_name(self) -> String {
        let mut name = self.name().to_owned();
        let limits = match self {
            Self::VarChar(limit) if limit > 0 => [limit.to_string(), String::new()],
            Self::Numeric(precision, scale) if precision > 0 => [precision.to_string(), scale.to_string()],
            _ => return name,
        };
        name.push('(');
        name.push_str(&limits[0]);
        if !limits[1].is_empty() {
            name.push(',');
            name.push_str(&limits[1]);
        }
        name.push(')');
        name
    }

    /// 1 to 3 for whole numbers, 4 for `numeric`, 0 for anything else: what meets a higher rank becomes it.
    pub(super) fn number_rank(self) -> u8 {
        match self {
            Self::SmallInt => 1,
            Self::Int => 2,
            Self::BigInt => 3,
            Self::Numeric(..) => 4,
            _ => 0,
        }
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::VarChar(_))
    }

    /// Whether an expression of this type may be stored in a column of type `column`.
    pub(super) fn assignable_to(self, column: Self) -> bool {
        let numbers = self.number_rank() > 0 && column.number_rank() > 0;
        self == Self::Unknown || column.is_text() || numbers || self == column
    }

    /// Checks that a whole number is within this type.
    pub(super) fn in_range(self, number: i64) -> Result<Datum, SqlError> {
        let fits = match self {
            Self::SmallInt => i16::try_from(number).is_ok(),
            Self::Int => i32::try_from(number).is_ok(),
            _ => true,
        };
        if fits { Ok(Datum::Int(number)) } else { Err(self.out_of_range()) }
    }

    pub(super) fn out_of_range(self) -> SqlError {
        match self {
            Self::Numeric(..) => {
                SqlError::limit("a numeric may have this many digits:", 34, "nothing changed")
            }
            _ => SqlError::new("22003", &[self.name(), " out of range"]),
        }
    }

    /// Reads a value of this type from text, as a quoted literal is read.
    pub(super) fn parse(self, text: &Arc<str>) -> Result<Datum, SqlError> {
        let trimmed = text.trim_matches([' ', '\t', '\n', '\r']);
        let read = match self {
            Self::Unknown | Self::Text | Self::VarChar(_) => Some(Datum::Text(Arc::clone(text))),
            Self::Bool => parse_bool(trimmed).map(Datum::Bool),
            Self::Numeric(..) => Numeric::parse(trimmed).map(Datum::Numeric),
            _ => return self.parse_int(trimmed, text),
        };
        read.ok_or_else(|| self.invalid(text))
    }

    fn invalid(self, text: &str) -> SqlError {
        SqlError::new("22P02", &["invalid input syntax for type ", self.name(), ": \"", text, "\""])
    }

    fn parse_int(self, trimmed: &str, text: &str) -> Result<Datum, SqlError> {
        let digits = trimmed.strip_prefix(['-', '+']).unwrap_or(trimmed);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.invalid(text));
        }
        let number = trimmed.parse().ok().and_then(|number| self.in_range(number).ok());
        number.ok_or_else(|| {
            SqlError::new("22003", &["value \"", text, "\" is out of range for type ", self.name()])
        })
    }

    /// A value as this type: what an assignment and a cast do. The types fit, see [`Type::assignable_to`].
    pub(super) fn convert(self, value: Datum, cast: bool) -> Result<Datum, SqlError> {
        Ok(match (self, value) {
            (_, Datum::Null) => Datum::Null,
            (Self::Text, Datum::Text(text)) => sized(text)?,
            (Self::VarChar(limit), Datum::Text(text)) => shortened(text, limit, cast)?,
            (Self::Text | Self::VarChar(_), Datum::Bool(truth)) => {
                self.convert(Datum::from(if truth { "true" } else { "false" }), cast)?
            }
            (Self::Text | Self::VarChar(_), other) => {
                self.convert(Datum::from(other.to_text().as_str()), cast)?
            }
            (Self::SmallInt | Self::Int | Self::BigInt, Datum::Int(number)) => self.in_range(number)?,
            (Self::SmallInt | Self::Int | Self::BigInt, Datum::Numeric(number)) => {
                self.in_range(number.to_i64().ok_or_else(|| self.out_of_range())?)?
            }
            (Self::SmallInt | Self::Int | Self::BigInt, Datum::Bool(truth)) => Datum::Int(i64::from(truth)),
            (Self::Bool, Datum::Int(number)) => Datum::Bool(number != 0),
            (Self::Numeric(..), Datum::Int(number)) => self.limited(Numeric::from(number))?,
            (Self::Numeric(..), Datum::Numeric(number)) => self.limited(number)?,
            (_, Datum::Text(text)) => {
                let read = self.parse(&text)?;
                self.convert(read, cast)?
            }
            (_, other) => other,
        })
    }

    fn limited(self, number: Numeric) -> Result<Datum, SqlError> {
        let Self::Numeric(precision @ 1.., scale) = self else { return Ok(Datum::Numeric(number)) };
        let rounded = number.rescaled(scale).filter(|rounded| rounded.fits(precision - scale));
        rounded.map(Datum::Numeric).ok_or_else(|| {
            let (precision, digits) = (precision.to_string(), (precision - scale).to_string());
            let bound = if digits == "0" { "1".to_owned() } else { ["10^", &digits].concat() };
            SqlError::new("22003", &["numeric field overflow"]).detail(&[
                "A field with precision ",
                &precision,
                ", scale ",
                &scale.to_string(),
                " must round to an absolute value less than ",
                &bound,
                ".",
            ])
        })
    }
}

/// Text that is short enough to be kept.
pub(super) fn sized(text: Arc<str>) -> Result<Datum, SqlError> {
    if text.len() > MAX_VALUE_BYTES {
        return Err(SqlError::limit("a value may have this many bytes:", MAX_VALUE_BYTES, "nothing changed"));
    }
    Ok(Datum::Text(text))
}

/// Text for a `varchar(limit)`: only spaces may be cut off, unless a cast asks for it.
fn shortened(text: Arc<str>, limit: u16, cast: bool) -> Result<Datum, SqlError> {
    match text.char_indices().nth(usize::from(limit)) {
        Some((at, _)) if limit > 0 => {
            if !cast && text[at..].bytes().any(|byte| byte != b' ') {
                let limit = limit.to_string();
                let parts = ["value too long for type character varying(", &limit, ")"];
                return Err(SqlError::new("22001", &parts));
            }
            Ok(Datum::from(&text[..at]))
        }
        _ => sized(text),
    }
}

fn parse_bool(text: &str) -> Option<bool> {
    let text = text.to_ascii_lowercase();
    let begins = |word: &str, least: usize| text.len() >= least && word.starts_with(text.as_str());
    if begins("true", 1) || begins("yes", 1) || text == "on" || text == "1" {
        return Some(true);
    }
    (begins("false", 1) || begins("no", 1) || begins("off", 2) || text == "0").then_some(false)
}
