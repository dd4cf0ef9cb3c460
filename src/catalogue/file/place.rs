//! Where things stand in a JSON text: from a position to a value's path, and back.
//!
//! The reader of JSON says where a text stops making sense but not inside which field; a check says which field is
//! wrong but not where it stands. Both walks read as far as they need to and stop at the first thing that is not
//! JSON: whether the text is JSON at all is the reader's to say.

/// How deeply the walk follows lists and objects; the reader of JSON goes less deep.
const MAX_DEPTH: u32 = 128;

/// Line and column of a byte position, both from one, the column in characters.
pub(super) fn line_and_column(text: &str, position: usize) -> (u32, u32) {
    let mut position = position.min(text.len());
    while !text.is_char_boundary(position) {
        position -= 1;
    }
    let before = &text[..position];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() as u32 + 1, before[start..].chars().count() as u32 + 1)
}

/// The path of the innermost value around a position: `consumers[1].recipe`; empty for the whole.
pub(super) fn path_at(text: &str, position: usize) -> String {
    let mut walk = Walk { text, at: 0, path: String::new(), goal: Goal::Position(position) };
    walk.value(MAX_DEPTH);
    walk.path
}

/// Where the value with that path starts.
pub(super) fn find(text: &str, path: &str) -> Option<usize> {
    let mut walk = Walk { text, at: 0, path: String::new(), goal: Goal::Path(path) };
    walk.value(MAX_DEPTH);
    (walk.path == path).then_some(walk.at)
}

/// The text of the value with that path.
pub(super) fn value_of<'a>(text: &'a str, path: &str) -> Option<&'a str> {
    let text = &text[find(text, path)?..];
    let mut walk = Walk { text, at: 0, path: String::new(), goal: Goal::Position(usize::MAX) };
    walk.value(MAX_DEPTH)?;
    text.get(..walk.at)
}

/// The byte position of a character inside the JSON string that starts at `start`, counted from zero as it reads
/// once its escapes are resolved.
pub(super) fn inside(text: &str, start: usize, character: u32) -> usize {
    let mut at = start + 1;
    for _ in 0..character {
        let rest = &text[at..];
        at += match rest.chars().next() {
            None | Some('"') => break,
            // A character beyond U+FFFF is two such escapes.
            Some('\\') if rest[1..].starts_with(['u']) => {
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

/// What a walk looks for.
enum Goal<'a> {
    Position(usize),
    Path(&'a str),
}

/// A walk over a JSON text. A method answers `None` once the walk is over: the goal is reached, or what follows
/// is not JSON.
struct Walk<'a> {
    text: &'a str,
    at: usize,
    /// The path of the value that the walk is in.
    path: String,
    goal: Goal<'a>,
}

impl Walk<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) -> Option<u8> {
        while self.peek()?.is_ascii_whitespace() {
            self.at += 1;
        }
        self.peek()
    }

    /// Goes past `byte`, which must come next.
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.space()? == byte).then(|| self.at += 1)
    }

    fn value(&mut self, depth: u32) -> Option<()> {
        let first = self.space()?;
        if let Goal::Path(path) = self.goal
            && self.path == path
        {
            return None;
        }
        match first {
            b'{' => self.members(depth.checked_sub(1)?),
            b'[' => self.elements(depth.checked_sub(1)?),
            b'"' => self.string().map(|_| ()),
            _ => {
                while self.peek().is_some_and(|byte| !b",]} \t\r\n".contains(&byte)) {
                    self.at += 1;
                }
                Some(())
            }
        }
    }

    fn members(&mut self, depth: u32) -> Option<()> {
        self.take(b'{')?;
        while self.space()? != b'}' {
            let name = self.string()?;
            self.take(b':')?;
            let dot = if self.path.is_empty() { "" } else { "." };
            self.inner(&format!("{dot}{name}"), depth)?;
            if self.space()? == b',' {
                self.at += 1;
            }
        }
        self.take(b'}')
    }

    fn elements(&mut self, depth: u32) -> Option<()> {
        self.take(b'[')?;
        for index in 0.. {
            if self.space()? == b']' {
                break;
            }
            self.inner(&format!("[{index}]"), depth)?;
            if self.space()? == b',' {
                self.at += 1;
            }
        }
        self.take(b']')
    }

    /// A value one step down the path.
    fn inner(&mut self, step: &str, depth: u32) -> Option<()> {
        self.space()?;
        if self.passed() {
            return None;
        }
        let outer = self.path.len();
        self.path.push_str(step);
        let before = self.at;
        self.value(depth)?;
        if self.passed() || self.at == before {
            return None;
        }
        self.path.truncate(outer);
        Some(())
    }

    /// Whether the position looked for lies behind.
    fn passed(&self) -> bool {
        matches!(self.goal, Goal::Position(position) if position < self.at)
    }

    /// A string as it is written, without its quotes.
    fn string(&mut self) -> Option<String> {
        self.take(b'"')?;
        let start = self.at;
        while self.peek()? != b'"' {
            self.at += if self.peek()? == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        self.text.get(start..self.at - 1).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"a\": 1,\n  \"list\": [ {\"x\": \"ä\\\"b\"}, {\"x\": [true]} ]\n}";

    #[test]
    fn a_path_leads_to_its_value_and_back() {
        for (path, start) in
            [("a", "1,"), ("list[0].x", "\"ä"), ("list[1]", "{\"x\": ["), ("list[1].x[0]", "true")]
        {
            let at = TEXT.find(start).unwrap();
            assert_eq!(find(TEXT, path), Some(at), "{path}");
            assert_eq!(path_at(TEXT, at), path);
        }
        assert_eq!(value_of(TEXT, "a"), Some("1"));
        assert_eq!(value_of(TEXT, "list[1]"), Some("{\"x\": [true]}"));
        assert_eq!(value_of(TEXT, ""), Some(TEXT));
        assert_eq!((value_of(TEXT, "b"), find(TEXT, "list[2]")), (None, None));
        assert_eq!(find(TEXT, ""), Some(0));
    }

    #[test]
    fn between_two_values_one_is_in_what_holds_them() {
        assert_eq!(path_at(TEXT, TEXT.find("\"list\"").unwrap()), "");
        assert_eq!(path_at(TEXT, TEXT.find(", {").unwrap()), "list");
        assert_eq!(path_at(TEXT, TEXT.len()), "");
    }

    #[test]
    fn a_text_that_stops_making_sense_is_followed_as_far_as_it_goes() {
        assert_eq!(path_at("{\"a\": [1, {\"b\": \"open", 16), "a[1].b");
        for text in ["", "{", "[", "{\"a\"", "[1 2", "{]", "[}", "\"\\", "{\"a\": }", &"[".repeat(1_000)] {
            path_at(text, text.len());
            find(text, "a");
        }
    }

    #[test]
    fn columns_count_characters_and_escapes_count_as_what_they_stand_for() {
        let start = find(TEXT, "list[0].x").unwrap();
        assert_eq!(line_and_column(TEXT, start), (3, 19));
        // `ä"b`: the b is character 2, after a quote that is written as two.
        assert_eq!(&TEXT[inside(TEXT, start, 2)..][..1], "b");
        assert_eq!(line_and_column(TEXT, inside(TEXT, start, 2)), (3, 23));
        assert_eq!(inside("\"\\ud83d\\ude00x\"", 0, 1), 13);
        assert_eq!(inside("\"ab\"", 0, 9), 3);
    }
}
