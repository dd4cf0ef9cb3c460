//! Writing JSON: a text in quotes, and a text in JSON without the space that says nothing.

use std::fmt::Write as _;

/// `text` as a JSON string, with its quotes, as `JSON.stringify` writes it.
#[must_use]
pub(crate) fn quote(text: &str) -> String {
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

/// The same JSON without the space between its parts, and without a byte order mark. It looks for quotes only, and does
/// not read and write anew: links keep what it answers, and each part of it has to stay as somebody wrote it. A text that
/// is no JSON stays none.
#[must_use]
pub(crate) fn compact(text: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let mut kept = String::with_capacity(text.len());
    for character in text.chars() {
        if !quoted && (character.is_ascii_whitespace() || character == '\u{feff}') {
            continue;
        }
        quoted ^= character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        kept.push(character);
    }
    kept
}
