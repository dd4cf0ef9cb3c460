//! Messages as they stand in the source: string literals with places for what differs.

use std::path::{Path, PathBuf};

/// What stands in a line that is about a broken invariant, a doc comment or a name, and not a message.
const NO_MESSAGE: [&str; 6] = ["expect(", "unreachable!", "assert", "//", "concat!", "#["];

/// Parts of messages that have places themselves, or are numbers of arguments.
const PARTS: [&str; 6] = [
    "no arguments",
    "1 argument",
    "{count} arguments",
    "the variables here are {}",
    "… {more} more",
    "name = STATEMENT",
];

/// The messages in a source file, or in all files below a folder.
pub(crate) fn messages(path: &str) -> Vec<String> {
    let mut found = Vec::new();
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        // What follows is about tests.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines: Vec<&str> =
            code.lines().filter(|line| !NO_MESSAGE.iter().any(|word| line.contains(word))).collect();
        found.extend(literals(&lines.join("\n")));
    }
    assert!(!found.is_empty(), "{path} has no literals");
    found.retain(|text| is_message(text));
    found
}

fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).expect("the folder can be read") {
        let path = entry.expect("it has a name").path();
        if !path.ends_with("tests") {
            found.extend(files(&path));
        }
    }
    found
}

/// The string literals of some code, escapes resolved.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(['"', '\'']) {
        let quote = rest[at..].chars().next().expect("it was found");
        rest = &rest[at + 1..];
        if quote == '\'' {
            // `'"'` and `'\''` are characters; anything else after a quote is a lifetime or does not matter.
            let skip = if rest.starts_with('\\') { 3 } else { 2 };
            if rest.starts_with(['"', '\\']) {
                rest = rest.get(skip..).unwrap_or_default();
            }
            continue;
        }
        let mut text = String::new();
        let mut chars = rest.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    rest = &rest[at + 1..];
                    break;
                }
                '\\' => match chars.next() {
                    Some((_, '\n')) => while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, c)) => text.push(c),
                    None => return found,
                },
                c => text.push(c),
            }
        }
        found.push(text);
    }
    found
}

/// Whether a literal is what a person reads: words with spaces between them.
fn is_message(text: &str) -> bool {
    let words = text.split(' ').filter(|word| word.chars().any(char::is_alphabetic)).count();
    words > 1 && !PARTS.contains(&text)
}

/// Whether a message can be made from a template: `%`, or braces with a name, stand for anything.
pub(crate) fn fits(template: &str, message: &str) -> bool {
    in_order(template.split('%'), message) || in_order(pieces(template).iter().map(String::as_str), message)
}

/// What stands between the braces of a format string.
fn pieces(template: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        if matches!(c, '{' | '}') && chars.next_if_eq(&c).is_none() {
            for inside in chars.by_ref() {
                if inside == '}' {
                    break;
                }
            }
            found.push(String::new());
        } else if let Some(last) = found.last_mut() {
            last.push(c);
        }
    }
    found
}

/// Whether the pieces follow each other in the text, the first at its start and the last at its end.
fn in_order<'p>(pieces: impl Iterator<Item = &'p str>, text: &str) -> bool {
    let pieces: Vec<&str> = pieces.collect();
    let [first, middle @ ..] = pieces.as_slice() else { return false };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let [middle @ .., last] = middle else { return rest.is_empty() };
    for piece in middle {
        let Some((_, behind)) = rest.split_once(piece) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}
