//! What all files have in common: a text of limited length that is JSON, whose values are asked for one after the other
//! (`Place`), and the first thing that is wrong with it, told with its line, column and field.
//!
//! Deliberately absent: reading files from anywhere (this is text in), and writing them.

mod place;

use std::fmt;

pub(super) use place::{Checker, MAX_ID, Place};

use crate::base::json::{Json, JsonError, line_and_column};

/// The longest scenario or lesson file, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;

/// Where a scenario or lesson file is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The line, from one.
    pub line: u32,
    /// The column, from one and in characters.
    pub column: u32,
    /// The field, as a path: `consumers[1].recipe`. Empty when it is about the whole file.
    pub field: String,
    /// What is wrong, for a person.
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for FileError {}

impl From<JsonError> for FileError {
    fn from(error: JsonError) -> Self {
        let (line, column) = error.place;
        Self { line, column, field: error.path, message: error.message.to_owned() }
    }
}

/// Line and column at which the value of a field stands, both from one; `None` when there is none.
#[must_use]
pub fn position(text: &str, field: &str) -> Option<(u32, u32)> {
    let text = without_mark(text);
    let json = Json::parse(text).ok()?;
    Some(line_and_column(text, json.find(field)?.start()))
}

/// Reads a text of at most so many bytes as JSON; and the text again, without a byte order mark.
pub(super) fn parse(text: &str, most: usize) -> Result<(&str, Json), FileError> {
    let text = without_mark(text);
    if text.len() > most {
        let message = format!("the file is longer than {most} bytes");
        return Err(FileError { line: 1, column: 1, field: String::new(), message });
    }
    Ok((text, Json::parse(text)?))
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
