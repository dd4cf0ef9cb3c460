//! Scenario files: somebody's own keys, outside systems and ground truth as JSON (`docs/scenario-file.md`), and lesson
//! files (`docs/lesson-file.md`), which may hold such a scenario. And what is kept of a learner's progress.
//!
//! [`load`] turns a file into a [`Scenario`]. Invariant: a scenario that was loaded is as sound as a shipped one, so
//! that no world made of it can panic. Each limit is one of version 1, and its message names it.
//!
//! Deliberately absent: reading files (this is text in, scenario out), writing them, delays and priorities, and the two
//! ways of deduplication (debounce, keep the last) in which the queue adds a job by itself.

mod check;
mod lesson;
mod options;
mod place;
mod progress;
#[cfg(test)]
mod tests;
mod value;

use std::fmt;
use std::sync::Arc;

use check::Whose;

use super::course::Lesson;
use super::progress::Progress;
use crate::queue::Json;
use crate::sim::Scenario;

/// The version that is read.
pub const VERSION: u32 = 1;

/// The longest file, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;

/// The longest file of progress, which may hold a recipe for each lesson, in bytes.
pub const MAX_PROGRESS: usize = 8 * MAX_BYTES;

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

/// Reads a scenario file.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn load(text: &str) -> Result<Arc<Scenario>, FileError> {
    let (text, json) = parse(text)?;
    check::scenario(text, &json, Whose::Own)
}

/// Reads the file of a shipped scenario, which alone may have a shipped scenario's id.
pub(super) fn load_shipped(text: &str) -> Result<Arc<Scenario>, FileError> {
    let (text, json) = parse(text)?;
    check::scenario(text, &json, Whose::Shipped)
}

/// Reads a lesson file.
///
/// `known` are the scenarios that it may name.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn load_lesson(text: &str, known: &[Arc<Scenario>]) -> Result<Lesson, FileError> {
    let (text, json) = parse(text)?;
    lesson::lesson(text, &json, known)
}

/// Line and column at which the value of a field stands, both from one; `None` when there is none.
#[must_use]
pub fn position(text: &str, field: &str) -> Option<(u32, u32)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Some(place::line_and_column(text, place::find(text, field)?))
}

/// Reads what is kept of somebody's way through the lessons.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn load_progress(text: &str) -> Result<Progress, FileError> {
    let (text, json) = parse_up_to(text, MAX_PROGRESS)?;
    progress::progress(text, &json)
}

fn parse(text: &str) -> Result<(&str, Json), FileError> {
    parse_up_to(text, MAX_BYTES)
}

fn parse_up_to(text: &str, most: usize) -> Result<(&str, Json), FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > most {
        let message = format!("the file is longer than {most} bytes");
        return Err(FileError { line: 1, column: 1, field: String::new(), message });
    }
    let json = Json::parse_or_where(text).map_err(|position| not_json(text, position))?;
    Ok((text, json))
}

/// The same JSON without the space between its parts.
#[must_use]
pub fn compact(text: &str) -> String {
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

/// A text that is not JSON from `position` on.
fn not_json(text: &str, position: usize) -> FileError {
    let (line, column) = place::line_and_column(text, position);
    let message = match text.as_bytes().get(position) {
        None => "the file ends before its JSON does",
        Some(b'{' | b'[') => "this is out of place, or nested too deeply",
        Some(_) => "this is not JSON: a comma, a quote or a bracket is missing or too many",
    };
    FileError { line, column, field: place::path_at(text, position), message: message.to_owned() }
}
