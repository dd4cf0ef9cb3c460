//! Glob patterns: `*`, `?`, `[abc]`, `[a-z]`, `[^a]` and `\` before a character taken as it is.

use super::MAX_PATTERN_BYTES;
use super::error::CommandError;

/// A pattern, short enough that matching it takes no noticeable time.
#[derive(Clone, Copy)]
pub(super) struct Pattern<'a>(&'a [u8]);

impl<'a> Pattern<'a> {
    /// Takes a pattern as it is; every sequence of bytes is one.
    ///
    /// # Errors
    /// It is longer than the playground's limit.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, CommandError> {
        if bytes.len() > MAX_PATTERN_BYTES {
            return Err(CommandError::limit("a pattern has too many bytes", MAX_PATTERN_BYTES));
        }
        Ok(Self(bytes))
    }

    /// Whether the whole text matches.
    pub(super) fn matches(self, text: &[u8]) -> bool {
        matches(self.0, text)
    }
}

/// Whether the whole text matches the pattern, as Redis matches (an unclosed `[` reaches to the end of the pattern).
///
/// Takes at most `pattern.len() * text.len()` steps: only the last `*` seen is ever retried, which is
/// enough because everything else matches exactly one byte.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at + 1, read));
                at += 1;
                continue;
            }
            Some(_) if read < text.len() => {
                let (matched, next) = one(&pattern[at..], text[read]);
                if matched {
                    at += next;
                    read += 1;
                    continue;
                }
            }
            None if read == text.len() => return true,
            _ => {}
        }
        match retry {
            Some((after_star, from)) if from < text.len() => {
                retry = Some((after_star, from + 1));
                (at, read) = (after_star, from + 1);
            }
            _ => return false,
        }
    }
}

/// Whether the element the pattern starts with matches a byte, and how long that element is.
fn one(pattern: &[u8], byte: u8) -> (bool, usize) {
    match pattern {
        [b'?', ..] => (true, 1),
        [b'\\', escaped, ..] => (*escaped == byte, 2),
        [b'[', class @ ..] => {
            let (matched, len) = class_matches(class, byte);
            (matched, len + 1)
        }
        [literal, ..] => (*literal == byte, 1),
        [] => (false, 0),
    }
}

/// The same for a class, from behind its `[`; the length includes the `]`.
fn class_matches(class: &[u8], byte: u8) -> (bool, usize) {
    let (negated, mut at) = if class.first() == Some(&b'^') { (true, 1) } else { (false, 0) };
    let mut found = false;
    loop {
        match &class[at..] {
            [] => return (found != negated, at),
            [b'\\', escaped, ..] => {
                found |= *escaped == byte;
                at += 2;
            }
            [b']', ..] => return (found != negated, at + 1),
            [low, b'-', high, ..] => {
                found |= (*low.min(high)..=*low.max(high)).contains(&byte);
                at += 3;
            }
            [literal, ..] => {
                found |= *literal == byte;
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_the_whole_text() {
        for (pattern, text) in [
            ("*", ""),
            ("h?llo", "hello"),
            ("h*llo", "heeeello"),
            ("h[ae]llo", "hallo"),
            ("h[^e]llo", "hbllo"),
            ("h[a-c]llo", "hbllo"),
            ("h[c-a]llo", "hbllo"),
            ("\\*a", "*a"),
            ("[\\]]", "]"),
            ("[a", "a"),
            ("a\\", "a\\"),
            ("*a*b*", "xxaxxbxx"),
            ("a**", "a"),
        ] {
            assert!(matches(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("", "a"),
            ("a", ""),
            ("[", "["),
            ("h[^e]llo", "hello"),
            ("*a", "ab"),
            ("?", ""),
            ("\\*", "a"),
            ("[]a", "a"),
        ] {
            assert!(!matches(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
        }
    }

    #[test]
    fn a_hostile_pattern_ends_soon() {
        let (pattern, text) = ("*a".repeat(2_000), "a".repeat(1_999) + "b");
        assert!(!matches(pattern.as_bytes(), text.as_bytes()));
    }
}
