//! Scenario files: somebody's own keys, outside systems and ground truth as JSON (`docs/scenario-file.md`).
//!
//! The types here are the file's and belong to its version; [`load`] turns them into a [`Scenario`]. Invariant: a
//! scenario that was loaded is as sound as a shipped one, so that no world made of it can panic. Each limit below
//! is one of version 1, and its message names it.
//!
//! Deliberately absent: reading files (this is text in, scenario out), writing them, and options by which the queue
//! itself would turn jobs away (custom ids, deduplication), since then an order might have no job.

mod check;
mod place;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::Deserialize;

use crate::sim::Scenario;

/// The version that is read.
pub const VERSION: u32 = 1;

/// The longest file, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;

/// Where a scenario file is wrong, and how.
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
pub fn load(text: &str) -> Result<Scenario, FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MAX_BYTES {
        let message = format!("the file is {} bytes long; at most {MAX_BYTES} are read", text.len());
        return Err(FileError { line: 1, column: 1, field: String::new(), message });
    }
    // The version first: a later one may have fields that this one does not know.
    let Versioned { version } = read(text)?;
    if version != VERSION {
        let message = format!("this is version {version}; version {VERSION} is the only one there is");
        return Err(check::Checker::new(text).wrong("version", message));
    }
    check::scenario(text, read(text)?)
}

/// Reads JSON, and says in which field it is wrong.
fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FileError> {
    serde_json::from_str(text).map_err(|error| {
        let position = place::position(text, error.line(), error.column());
        let (line, column) = place::line_and_column(text, position);
        let told = error.to_string();
        let message = told.rsplit_once(" at line ").map_or(told.as_str(), |(message, _)| message).to_owned();
        FileError { line, column, field: place::path_at(text, position), message }
    })
}

#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct File {
    #[serde(rename = "version")]
    _version: u32,
    id: String,
    title: String,
    #[serde(default)]
    group: Option<String>,
    #[serde(default)]
    source: Option<String>,
    summary: String,
    queue: String,
    job_name: String,
    fields: Vec<Field>,
    #[serde(default)]
    setup: Vec<String>,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    settings: Settings,
    probes: Vec<Probe>,
    effect: String,
    effect_noun: String,
    truth: String,
    consumers: Vec<Consumer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Field {
    name: String,
    values: Vec<String>,
}

/// How the producer adds jobs; what is left out is as in the shipped scenarios.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    attempts: Option<u32>,
    backoff: Option<Backoff>,
    remove_on_complete: Option<u32>,
    remove_on_fail: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Backoff {
    Fixed(u64),
    Exponential(u64),
}

/// The queue's timings, in milliseconds; what is left out is BullMQ's default.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Settings {
    lock_duration: Option<u64>,
    lock_renew_time: Option<u64>,
    stalled_interval: Option<u64>,
    max_stalled_count: Option<u32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum System {
    Card,
    Mail,
    Http,
    Events,
    Parcel,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Probe {
    Ledger(System),
    Key(String),
    SetSize(String),
    Member(String, String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Consumer {
    id: String,
    title: String,
    note: String,
    recipe: Vec<String>,
    probes: Option<Vec<u32>>,
    #[serde(default)]
    invariants: Vec<Invariant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Invariant {
    text: String,
    left: Measure,
    right: Measure,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Measure {
    Number(i64),
    Orders,
    Ledger(System),
    Key(String),
    SetSize(String),
    Difference(Box<Measure>, Box<Measure>),
}
