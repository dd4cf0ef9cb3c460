//! Scenario files: somebody's own keys, outside systems and ground truth as JSON (`docs/scenario-file.md`).
//!
//! [`load`] turns a file into a [`Scenario`]. Invariant: a scenario that was loaded is as sound as a shipped one, so
//! that no world made of it can panic. Each limit is one of version 1, and its message names it.
//!
//! Deliberately absent: delays and priorities, and the two ways of deduplication (debounce, keep the last) in which the
//! queue adds a job by itself.

mod fields;
mod options;
mod read;
mod template;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub(super) use read::{MAX_TITLE, recipe};

use super::file::{self, Checker, FileError, MAX_BYTES, Place};
use crate::base::json::Json;
use crate::sim::Scenario;
use read::Whose;

/// The version that is read.
pub const VERSION: u32 = 1;

/// Reads a scenario file.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn load(text: &str) -> Result<Arc<Scenario>, FileError> {
    let (text, json) = file::parse(text, MAX_BYTES)?;
    own(&Place::file(&Checker::new(text), &json))
}

/// Reads the file of a shipped scenario, which alone may have a shipped scenario's id.
pub(super) fn load_shipped(text: &str) -> Result<Arc<Scenario>, FileError> {
    let (text, json) = file::parse(text, MAX_BYTES)?;
    shipped(text, &json)
}

/// The shipped scenario that is a part of a text.
pub(super) fn shipped(text: &str, json: &Json) -> Result<Arc<Scenario>, FileError> {
    read::scenario(&Place::file(&Checker::new(text), json), Whose::Shipped)
}

/// The scenario that an object describes, alone or within a lesson.
pub(super) fn own(it: &Place<'_>) -> Result<Arc<Scenario>, FileError> {
    read::scenario(it, Whose::Own)
}
