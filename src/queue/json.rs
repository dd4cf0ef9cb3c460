//! As much JSON as the protocol needs: whether a text is JSON, and the `opts` field of a job's hash.

use std::fmt::Write as _;

use crate::base::parse_double;

/// How deeply lists and objects may be nested.
pub(super) const MAX_DEPTH: u32 = 32;

/// A JSON value. Numbers are doubles, as in BullMQ's JavaScript; an object keeps its members' order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The value that is the whole of `text`; `None` when it is not JSON or nested deeper than [`MAX_DEPTH`].
    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::parse_or_where(text).ok()
    }

    /// The value that is the whole of `text`, or the byte position at which it stops being one.
    pub(crate) fn parse_or_where(text: &str) -> Result<Self, usize> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(MAX_DEPTH);
        parser.skip_space();
        match value {
            Some(value) if parser.at == text.len() => Ok(value),
            _ => Err(parser.at),
        }
    }

    /// A member of an object.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// A whole number from 0 to 2^53.
    pub(super) fn as_u64(&self) -> Option<u64> {
        match *self {
            Self::Number(n) if (0.0..=9_007_199_254_740_992.0).contains(&n) && n.fract() == 0.0 => {
                Some(n as u64)
            }
            _ => None,
        }
    }

    /// A whole number that fits 32 bits.
    pub(super) fn as_u32(&self) -> Option<u32> {
        u32::try_from(self.as_u64()?).ok()
    }

    /// A text.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is `true`.
    pub(super) fn is_true(&self) -> bool {
        *self == Self::Bool(true)
    }
}

/// `text` as a JSON string, with its quotes, as `JSON.stringify` writes it.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            control if control < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// A position in the text; `at` is always at a character's start.
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
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
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: u32) -> Option<Json> {
        self.skip_space();
        match self.peek()? {
            b'{' => self.object(depth.checked_sub(1)?),
            b'[' => self.list(depth.checked_sub(1)?),
            b'"' => self.string().map(Json::Text),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        let found = self.text[self.at..].starts_with(word);
        self.at += word.len();
        found.then_some(value)
    }

    fn object(&mut self, depth: u32) -> Option<Json> {
        let mut members = Vec::new();
        self.at += 1;
        if self.take(b'}') {
            return Some(Json::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            if !self.take(b':') {
                return None;
            }
            members.push((name, self.value(depth)?));
            if self.take(b'}') {
                return Some(Json::Object(members));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn list(&mut self, depth: u32) -> Option<Json> {
        let mut items = Vec::new();
        self.at += 1;
        if self.take(b']') {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value(depth)?);
            if self.take(b']') {
                return Some(Json::List(items));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        if self.peek() != Some(b'"') {
            return None;
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            let character = self.text[self.at..].chars().next()?;
            self.at += character.len_utf8();
            match character {
                '"' => return Some(text),
                '\\' => text.push(self.escape()?),
                control if control < ' ' => return None,
                other => text.push(other),
            }
        }
    }

    /// The character behind a backslash. A surrogate without its partner becomes U+FFFD.
    fn escape(&mut self) -> Option<char> {
        let kind = self.peek()?;
        if !kind.is_ascii() {
            return None;
        }
        self.at += 1;
        Some(match kind {
            b'"' | b'\\' | b'/' => char::from(kind),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                let mut code = first;
                if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
                    let before = self.at;
                    self.at += 2;
                    let second = self.hex()?;
                    if (0xdc00..0xe000).contains(&second) {
                        code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                    } else {
                        self.at = before;
                    }
                }
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return None,
        })
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        let leading_zero = self.peek() == Some(b'0');
        let whole = self.digits();
        if whole == 0 || (leading_zero && whole > 1) {
            return None;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return None;
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            if self.digits() == 0 {
                return None;
            }
        }
        parse_double(&self.text.as_bytes()[start..self.at]).map(Json::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_told_from_what_only_looks_like_it() {
        for good in
            ["{}", " [1, -2.5e3, null] ", "\"a\\u00e9\\ud83d\\ude00\"", "0", "{\"a\":{\"b\":[true,false]}}"]
        {
            assert!(Json::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "{",
            "01",
            "1.",
            "[1,]",
            "{\"a\":}",
            "{a:1}",
            "'a'",
            "\"a",
            "tru",
            "é",
            "1 2",
            "\"\\é\"",
            "\"\\u00é\"",
        ] {
            assert_eq!(Json::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn escapes_are_read_and_written() {
        let text = "a\"b\\c\nd\te\u{1}é😀";
        assert_eq!(Json::parse(&quote(text)), Some(Json::Text(text.to_owned())));
        assert_eq!(quote("a\u{1}"), "\"a\\u0001\"");
        for text in ["", "\u{0}\u{7}\u{8}\t\n\u{b}\u{c}\r\u{1f} \u{7f}\u{2028}/é😀", text] {
            assert_eq!(quote(text), serde_json::to_string(text).unwrap());
        }
        assert_eq!(Json::parse("\"\\ud83d\\ude00\\ud83d\""), Some(Json::Text("😀\u{fffd}".to_owned())));
    }

    #[test]
    fn nesting_ends_at_the_limit() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Json::parse(&nested(32)).is_some());
        assert_eq!(Json::parse(&nested(33)), None);
        assert_eq!(Json::parse(&"[".repeat(100_000)), None);
    }
}
