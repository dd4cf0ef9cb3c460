//! From text to a value, with what is wrong and where.

use std::fmt;

use super::{Json, Kind, MAX_DEPTH, line_and_column};
use crate::base::parse_double;

/// Where a text stops being JSON, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonError {
    /// Line and column, both from one, the column in characters.
    pub place: (u32, u32),
    /// The innermost value around it, as a path: `consumers[1].recipe`; empty for the whole.
    pub path: String,
    /// What is wrong, for a person.
    pub message: &'static str,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place;
        write!(f, "line {line}, column {column}: {}", self.message)
    }
}

impl std::error::Error for JsonError {}

impl Json {
    /// The value that is the whole of `text`.
    ///
    /// # Errors
    /// Where it stops being JSON, or is nested deeper than [`MAX_DEPTH`].
    pub(crate) fn parse(text: &str) -> Result<Self, JsonError> {
        let mut reader = Reader::new(text, 0);
        let value = reader.value(MAX_DEPTH);
        reader.last(value)
    }

    /// One element of the list that is the whole of `text`: the first when `behind` is 0, otherwise the one that
    /// follows the element that ends at byte `behind`. None when there is no other. So a long list can be read in parts,
    /// each of whose paths begins at its element.
    ///
    /// # Errors
    /// Where the text stops being a list in JSON, as far as it was read.
    pub(crate) fn element(text: &str, behind: usize) -> Result<Option<Self>, JsonError> {
        debug_assert!(text.is_char_boundary(behind), "an element ends at the end of a character");
        let mut reader = Reader::new(text, behind);
        let begun = behind > 0 || reader.take(b'[');
        if begun && reader.take(b']') {
            return reader.last(Some(None));
        }
        let follows = begun && (behind == 0 || reader.take(b','));
        let value = if follows { reader.value(MAX_DEPTH) } else { None };
        value.map(Some).ok_or_else(|| reader.error())
    }
}

/// A position in a text. A method that answers `None` has met what is not JSON, and leaves the position there.
struct Reader<'a> {
    text: &'a str,
    /// Always at a character's start.
    at: usize,
    /// The way to the value that is not JSON, known from its end once it was met.
    path: String,
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, path: String::new() }
    }

    /// A value behind which nothing may follow.
    fn last<T>(mut self, value: Option<T>) -> Result<T, JsonError> {
        if let Some(value) = value {
            self.skip_space();
            if self.at == self.text.len() {
                return Ok(value);
            }
        }
        Err(self.error())
    }

    fn error(self) -> JsonError {
        let message = match self.peek() {
            None => "the file ends before its JSON does",
            Some(b'{' | b'[') => "this is out of place, or nested too deeply",
            Some(_) => "this is not JSON: a comma, a quote or a bracket is missing or too many",
        };
        JsonError { place: line_and_column(self.text, self.at), path: self.path, message }
    }

    /// Notes that what is not JSON is the member or element to which `step` leads from here.
    fn led_by(&mut self, step: &str) {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = [step, dot, &self.path].concat();
    }

    fn led_to(&mut self, element: usize) {
        self.led_by(&format!("[{element}]"));
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes `byte` if it is next, after space.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        self.next_is(byte)
    }

    fn value(&mut self, depth: u32) -> Option<Json> {
        debug_assert!(depth <= MAX_DEPTH && self.text.is_char_boundary(self.at), "{} of {depth}", self.at);
        self.skip_space();
        let start = self.at;
        let kind = match self.peek()? {
            b'{' => self.members(depth.checked_sub(1)?)?,
            b'[' => self.elements(depth.checked_sub(1)?)?,
            b'"' => Kind::Text(self.string()?),
            b't' => self.word("true", Kind::Bool(true))?,
            b'f' => self.word("false", Kind::Bool(false))?,
            b'n' => self.word("null", Kind::Null)?,
            _ => self.number()?,
        };
        Some(Json { kind, start, end: self.at })
    }

    fn word(&mut self, word: &str, kind: Kind) -> Option<Kind> {
        word.bytes().try_for_each(|byte| self.next_is(byte).then_some(()))?;
        Some(kind)
    }

    /// Takes `byte` if it is next.
    fn next_is(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn members(&mut self, depth: u32) -> Option<Kind> {
        let mut members = Vec::new();
        self.at += 1;
        if self.take(b'}') {
            return Some(Kind::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            if !self.take(b':') {
                return None;
            }
            self.skip_space();
            let begun = self.peek().is_some();
            let Some(value) = self.value(depth) else {
                if begun {
                    self.led_by(&name);
                }
                return None;
            };
            members.push((name, value));
            if self.take(b'}') {
                return Some(Kind::Object(members));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn elements(&mut self, depth: u32) -> Option<Kind> {
        let mut elements = Vec::new();
        self.at += 1;
        if self.take(b']') {
            return Some(Kind::List(elements));
        }
        loop {
            self.skip_space();
            let begun = !matches!(self.peek(), None | Some(b']'));
            let Some(value) = self.value(depth) else {
                if begun {
                    self.led_to(elements.len());
                }
                return None;
            };
            elements.push(value);
            if self.take(b']') {
                return Some(Kind::List(elements));
            }
            if !self.take(b',') {
                // Where a comma is missing, what stands there is the next element.
                if self.peek().is_some() {
                    self.led_to(elements.len());
                }
                return None;
            }
        }
    }

    /// A text in quotes. Of one that does not end in its line the position is where the line ends.
    fn string(&mut self) -> Option<String> {
        if self.peek() != Some(b'"') {
            return None;
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | ..b' '));
            let plain = plain.unwrap_or(rest.len());
            text.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(text);
                }
                b'\\' => text.push(self.escape()?),
                _ => return None,
            }
        }
    }

    /// The character that a backslash and what follows it stand for. Half a surrogate pair becomes U+FFFD.
    fn escape(&mut self) -> Option<char> {
        self.at += 1;
        let character = match self.peek()? {
            kind @ (b'"' | b'\\' | b'/') => char::from(kind),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.surrogates();
            }
            _ => return None,
        };
        self.at += 1;
        Some(character)
    }

    /// The character of four hexadecimal digits, or of eight when these are a pair of surrogates.
    fn surrogates(&mut self) -> Option<char> {
        let first = self.unit()?;
        if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            let before = self.at;
            self.at += 2;
            let second = self.unit()?;
            if (0xdc00..0xe000).contains(&second) {
                return char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            }
            // Not the other half: a character of its own, or half of another pair.
            self.at = before;
        }
        Some(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// The code unit that four hexadecimal digits stand for.
    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit << 4 | char::from(self.peek()?).to_digit(16)?;
            self.at += 1;
        }
        Some(unit)
    }

    fn number(&mut self) -> Option<Kind> {
        let start = self.at;
        self.next_is(b'-');
        // A zero in front is the only digit before the point.
        if !self.next_is(b'0') {
            self.digits()?;
        } else if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if self.next_is(b'.') {
            self.digits()?;
        }
        if self.next_is(b'e') || self.next_is(b'E') {
            let _ = self.next_is(b'+') || self.next_is(b'-');
            self.digits()?;
        }
        parse_double(&self.text.as_bytes()[start..self.at]).map(Kind::Number)
    }

    /// Goes past digits, of which there must be one.
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }
}
