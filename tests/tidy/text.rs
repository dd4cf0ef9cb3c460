//! Reading Rust source as text: words, paths, function bodies, and blanking out what is not code.

use std::collections::BTreeSet;

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of `code` with the position of each.
pub(crate) fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.split(|c| !is_word(c))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}

pub(crate) fn line_of(code: &str, position: usize) -> usize {
    code[..position].matches('\n').count() + 1
}

/// The first segment of a path, or of each path in a group: `a` of `a::b`, `a` and `c` of `{a::{b}, c}`.
pub(crate) fn first_segments(rest: &str) -> Vec<&str> {
    let Some(group) = rest.strip_prefix('{') else {
        return words(rest).next().map(|(_, word)| word).into_iter().collect();
    };
    let mut segments = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (position, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                segments.extend(words(&group[start..position]).next().map(|(_, word)| word));
                start = position + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    segments
}

/// From a function's name to its closing brace; none for a function without a body.
pub(crate) fn function_text(rest: &str) -> Option<&str> {
    let (mut braces, mut brackets) = (0, 0);
    for (position, c) in rest.char_indices() {
        match c {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets -= 1,
            '{' => braces += 1,
            '}' if braces == 1 => return Some(&rest[..=position]),
            '}' => braces -= 1,
            ';' if braces == 0 && brackets == 0 => return None,
            _ => {}
        }
    }
    None
}

/// `text` with the content of comments, strings and character literals replaced by spaces, line by line.
pub(crate) fn blank(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after_word = out.chars().next_back().is_some_and(is_word);
        let length = match c {
            '/' => comment_length(rest),
            '"' => string_length(rest),
            'r' if !after_word => raw_string_length(rest),
            '\'' => char_length(rest),
            _ => 0,
        };
        if length == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            out.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        }
    }
    out
}

fn comment_length(rest: &str) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if !rest.starts_with("/*") {
        return 0;
    }
    let mut depth = 0;
    let mut position = 0;
    while position < rest.len() {
        let here = &rest.as_bytes()[position..];
        if here.starts_with(b"/*") {
            depth += 1;
            position += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            position += 2;
            if depth == 0 {
                return position;
            }
        } else {
            position += 1;
        }
    }
    rest.len()
}

fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (position, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return position + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

fn raw_string_length(rest: &str) -> usize {
    let hashes = rest[1..].chars().take_while(|c| *c == '#').count();
    if !rest[1 + hashes..].starts_with('"') {
        return 0;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    let content = 2 + hashes;
    rest[content..].find(&close).map_or(rest.len(), |end| content + end + close.len())
}

/// A character literal is `'x'` or `'\…'`; anything else after a quote is a lifetime.
fn char_length(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((escape, c))) => {
            let content = escape + c.len_utf8();
            rest[content..].find('\'').map_or(0, |end| content + end + 1)
        }
        (Some(_), Some((close, '\''))) => close + 1,
        _ => 0,
    }
}

/// Absolute paths that exist only where somebody worked.
pub(crate) fn machine_paths(text: &str) -> Vec<&str> {
    let roots = [concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/wo", "rk/"), concat!("/Us", "ers/")];
    let mut found = Vec::new();
    for root in roots {
        for (position, _) in text.match_indices(root) {
            let before = text[..position].chars().next_back();
            if !before.is_some_and(|c| is_word(c) || ".-}*".contains(c)) {
                found.push(&text[position..position + root.len()]);
            }
        }
    }
    found
}

/// Every path below `src` that a text names.
pub(crate) fn source_paths(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(is_word(c) || "/.-".contains(c)))
        .filter(|word| word.starts_with("src/"))
        .map(|word| word.trim_end_matches(['/', '.']).to_owned())
        .collect()
}
