//! JSON, read and written in one place: values that know where they stand, and errors that say what is wrong and where.
//!
//! All of RFC 8259 is read. Numbers are doubles, as in JavaScript; an object keeps its members' order and all of them,
//! also those of one name: whoever minds finds both, and [`Json::get`] finds the first. Half a surrogate pair becomes
//! U+FFFD. Invariant: whatever is read is nested no deeper than [`MAX_DEPTH`], so that neither reading a text nor
//! walking over what it says can exhaust the stack.
//!
//! Deliberately absent: whole numbers beyond 2^53, comments and other extensions, writing anything but a text (what is
//! written is small and of a known form), and looking up a member whose name holds a point or a bracket by its path.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::JsonError;
pub(crate) use write::{compact, quote};

use super::cast;

/// How deeply lists and objects may be nested.
pub(crate) const MAX_DEPTH: u32 = 32;

/// A value, and where it stands in the text that it was read from. Two are equal that say the same, wherever they stand.
#[derive(Clone, Debug)]
pub(crate) struct Json {
    /// What it is.
    pub kind: Kind,
    /// The byte at which it starts.
    start: usize,
    /// The byte behind it.
    end: usize,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Json {
    /// The byte at which it starts.
    pub(crate) const fn start(&self) -> usize {
        self.start
    }

    /// The byte behind it.
    pub(crate) const fn end(&self) -> usize {
        self.end
    }

    /// A member of an object, the first of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match &self.kind {
            Kind::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value at a path such as `consumers[1].recipe`; itself when that is empty.
    pub(crate) fn find(&self, path: &str) -> Option<&Self> {
        let Some(list) = path.strip_prefix('[') else {
            let path = path.strip_prefix('.').unwrap_or(path);
            if path.is_empty() {
                return Some(self);
            }
            let (name, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
            return self.get(name)?.find(rest);
        };
        let (index, rest) = list.split_once(']')?;
        self.as_list()?.get(index.parse::<usize>().ok()?)?.find(rest)
    }

    /// The elements of a list.
    pub(crate) fn as_list(&self) -> Option<&[Self]> {
        match &self.kind {
            Kind::List(elements) => Some(elements),
            _ => None,
        }
    }

    /// A text.
    pub(crate) fn as_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number from 0 to 2^53.
    pub(crate) fn as_u64(&self) -> Option<u64> {
        match self.kind {
            Kind::Number(number) => u64::try_from(cast::whole(number)?).ok(),
            _ => None,
        }
    }

    /// A whole number that fits 32 bits.
    pub(crate) fn as_u32(&self) -> Option<u32> {
        u32::try_from(self.as_u64()?).ok()
    }

    /// Whether it is `true`.
    pub(crate) fn is_true(&self) -> bool {
        self.kind == Kind::Bool(true)
    }
}

/// Line and column of a byte of a text, both from one, the column in characters.
pub(crate) fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let before = &text[..text.floor_char_boundary(at)];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (cast::count(before.matches('\n').count() + 1), cast::count(before[start..].chars().count() + 1))
}

/// The byte of a character inside the JSON text in quotes that starts at `start`, counted from zero as it reads once its
/// escapes are resolved; its last byte when it is shorter.
pub(crate) fn inside(text: &str, start: usize, character: u32) -> usize {
    let mut at = start + 1;
    for _ in 0..character {
        let rest = &text[at..];
        at += match rest.chars().next() {
            None | Some('"') => break,
            // A character beyond U+FFFF is two such escapes.
            Some('\\') if rest[1..].starts_with('u') => {
                let high = rest.get(2..4).is_some_and(|hex| {
                    matches!(hex.to_ascii_lowercase().as_str(), "d8" | "d9" | "da" | "db")
                });
                if high { 12 } else { 6 }
            }
            Some('\\') => 2,
            Some(other) => other.len_utf8(),
        };
    }
    at
}
