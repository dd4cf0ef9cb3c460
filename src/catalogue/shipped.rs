//! The shipped scenarios: the files in `scenarios/`, in the format of one's own (`docs/scenario-file.md`), read.
//!
//! The command line and the tests have them all built in ([`catalogue`]). The page has only the first one built in, and
//! reads the others from one file that it fetches later ([`Rest`]); what it has so far is a plain value there, and no
//! code of the page may call [`catalogue`], which would build all the texts into it.

use std::sync::{Arc, OnceLock};

use super::built_in::{self, FIRST, IDS};
use super::file::FileError;
use super::scenario;
use crate::base::json::Json;
use crate::base::sort_short_by_key;
use crate::sim::Scenario;

/// Every shipped scenario, in the order of the picker. They are read once and kept: a constant that takes some
/// milliseconds to make.
///
/// # Panics
/// When one of the files is wrong; the tests read them all.
#[must_use]
pub fn catalogue() -> Vec<Arc<Scenario>> {
    static ALL: OnceLock<Vec<Arc<Scenario>>> = OnceLock::new();
    ALL.get_or_init(|| built_in::texts().into_iter().map(sound).collect()).clone()
}

/// The one scenario that the page has built in.
///
/// # Panics
/// When its file is wrong; the tests read it.
#[must_use]
pub fn first() -> Arc<Scenario> {
    sound(built_in::first())
}

fn sound(text: &str) -> Arc<Scenario> {
    scenario::load_shipped(text).unwrap_or_else(|error| panic!("a shipped scenario: {error}"))
}

/// A file of all shipped scenarios but the first, being read: a list in JSON, in any order (`scripts/scenarios.sh`). It is
/// read one scenario at a time, so that no moment goes to more than one of them.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    text: String,
    /// Where the last scenario that was read ends; 0 before the first.
    behind: usize,
    read: Vec<Arc<Scenario>>,
}

impl Rest {
    /// The file with that text, of which nothing has been read.
    #[must_use]
    pub(crate) const fn of(text: String) -> Self {
        Self { text, behind: 0, read: Vec::new() }
    }

    /// Reads up to one scenario. At the end of the file it has all of them, in the order of [`IDS`].
    ///
    /// # Errors
    /// The first thing that is wrong with the file.
    pub(crate) fn read(&mut self) -> Result<Option<Vec<Arc<Scenario>>>, FileError> {
        if self.text.trim_start().starts_with('[')
            && let Some(element) = Json::element(&self.text, self.behind)?
        {
            self.behind = element.end();
            self.read.push(scenario::shipped(&self.text, &element)?);
            return Ok(None);
        }
        let mut all = std::mem::take(&mut self.read);
        sort_short_by_key(&mut all, |it| IDS.iter().position(|id| *id == it.id));
        let wanted = IDS.iter().filter(|id| **id != FIRST);
        if all.iter().map(|it| it.id.as_str()).eq(wanted.copied()) {
            return Ok(Some(all));
        }
        let message = "this is the list of another version of the page".to_owned();
        Err(FileError { line: 1, column: 1, field: String::new(), message })
    }
}

/// A file as the page fetches it, without some scenarios.
#[cfg(test)]
pub(crate) fn listed(without: &[&str]) -> String {
    let texts = built_in::texts().into_iter().zip(IDS).filter(|(_, id)| !without.contains(id));
    let lines: Vec<String> = texts.map(|(text, _)| crate::base::json::compact(text)).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}
