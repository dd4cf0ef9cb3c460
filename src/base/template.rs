//! Texts with holes. There is one language of them, and what braces mean is known here only: `{name}` stands for a
//! value, and `{{` and `}}` for braces.
//!
//! It is read in two ways, which differ in what is no hole:
//! - recipes, and SQL in scenario files, take [`brace`] at its word: a brace that opens or closes nothing is an error,
//!   told where it stands. Their words are taken apart once and filled in often, with values that may be missing.
//! - keys, members, ids and texts of scenario files are [`fill`]ed: what is no hole with a known name stands for itself,
//!   two closing braces as well, and `{{` is refused when a file is read. Version 1 of the files said so: read as recipes
//!   are, a key with a `}` in it would be refused, and one with `}}` would be another key.
//!
//! Not in this language, since a person who writes files never meets it: a message of the program's own is [`filled`]
//! with parts that have an order and no names. It has a sign of its own, `%`, because messages are often about braces.
//! And `#` in the values of a field is no hole with a name either: it is the order's number, put in before anything else.

/// What is wrong with a brace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BraceError {
    /// It opens a hole that does not end before the next brace or quote.
    Unclosed,
    /// It closes nothing.
    Lone,
}

/// What the brace at the start of `rest` opens: a hole with this inside, or nothing, as it is doubled and stands for
/// itself.
pub(crate) fn brace(rest: &str) -> Result<Option<&str>, BraceError> {
    debug_assert!(rest.starts_with(['{', '}']), "{rest:?} starts with a brace");
    let behind = &rest[1..];
    if behind.starts_with(&rest[..1]) {
        return Ok(None);
    }
    if rest.starts_with('}') {
        return Err(BraceError::Lone);
    }
    let close = behind.find(['}', '{', '"', '\'']).filter(|&close| behind[close..].starts_with('}'));
    close.map(|close| Some(&behind[..close])).ok_or(BraceError::Unclosed)
}

/// A text with the value of each hole whose name has one. Everything else stays as it is, and what was filled in is not
/// looked into again.
pub(crate) fn fill(template: &str, value: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let (mut text, mut rest) = (String::new(), template);
    while let Some(at) = rest.find('{') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let hole = brace(rest).ok().flatten();
        let width = match hole.and_then(|name| Some((name.len() + 2, value(name)?))) {
            Some((width, value)) => {
                text.push_str(&value);
                width
            }
            None => {
                text.push('{');
                1
            }
        };
        rest = &rest[width..];
    }
    text.push_str(rest);
    text
}

/// A message with the next of `parts` for each `%`: one function for all, where each `format!` brings code of its own.
#[must_use]
pub fn filled(template: &str, parts: &[&str]) -> String {
    let mut text = String::new();
    let mut parts = parts.iter();
    let mut rest = template;
    while let Some(at) = rest.bytes().position(|byte| byte == b'%') {
        text.push_str(&rest[..at]);
        text.push_str(parts.next().unwrap_or(&""));
        rest = &rest[at + 1..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brace_opens_a_hole_is_doubled_or_is_wrong() {
        for (text, inside) in [("{a}", "a"), ("{}", ""), ("{ a b }}", " a b "), ("{é.x}{b}", "é.x")] {
            assert_eq!(brace(text), Ok(Some(inside)), "{text}");
        }
        for text in ["{{", "}}", "{{a}", "}}}"] {
            assert_eq!(brace(text), Ok(None), "{text}");
        }
        for text in ["{", "{a", "{a{b}", "{\"a\"}", "{a'}"] {
            assert_eq!(brace(text), Err(BraceError::Unclosed), "{text}");
        }
        for text in ["}", "}a}", "}{"] {
            assert_eq!(brace(text), Err(BraceError::Lone), "{text}");
        }
    }

    #[test]
    fn holes_with_a_value_are_filled_and_all_else_stays() {
        let fill = |template: &str| {
            fill(template, &mut |name| match name {
                "a" => Some("1".to_owned()),
                "b" => Some("{a}".to_owned()),
                "none" => Some(String::new()),
                _ => None,
            })
        };
        for (template, text) in [
            ("x{a}y{b}", "x1y{a}"),
            ("{a}{none}{a}", "11"),
            ("é{a}", "é1"),
            ("{{a}", "{1"),
            ("{c{a}", "{c1"),
            ("{a}}", "1}"),
            ("{\"n\":{a}}", "{\"n\":1}"),
        ] {
            assert_eq!(fill(template), text, "{template}");
        }
        for text in ["", "{", "}", "}}", "{c}", "{ a }", "{{}", "a", "{a", "x}}y", "{'a'}"] {
            assert_eq!(fill(text), text);
        }
    }

    #[test]
    fn each_gap_of_a_message_takes_the_next_part_as_it_is() {
        assert_eq!(filled("% of %", &["1%", "2"]), "1% of 2");
        assert_eq!(filled("nothing", &["x"]), "nothing");
        assert_eq!(filled("a % and %.", &["b"]), "a b and .");
        assert_eq!(filled("{%}", &["{}"]), "{{}}");
    }
}
