//! The shipped scenarios: the files in `scenarios/`, in the format of one's own (`docs/scenario-file.md`).
//!
//! The command line and the tests have them all built in ([`catalogue`]). The page has only the first one built in, and
//! reads the others from one file that it fetches later ([`Rest`]); what it has so far is a plain value there, and no
//! code of the page may call [`catalogue`], which would build all the texts into it.

use std::sync::{Arc, OnceLock};

use super::file::{self, FileError};
use crate::base::sort_short_by_key;
use crate::sim::Scenario;

/// The scenario that a first visit opens.
pub const FIRST: &str = "charge";

macro_rules! shipped {
    ($($id:literal)*) => {
        /// The ids of the shipped scenarios, in the order of the picker: those of one group stand together.
        pub const IDS: &[&str] = &[$($id),*];

        /// Their files.
        fn texts() -> Vec<&'static str> {
            vec![$(include_str!(concat!("../../scenarios/", $id, ".json"))),*]
        }
    };
}

shipped! {
    "light" "status" "roster" "profile" "cart"
    "counter" "email" "row-insert" "inventory" "enrollment"
    "portal" "order-status" "pipeline"
    "charge" "payment" "balance"
    "dedup" "marker-ttl" "redelivery"
    "invoice" "report" "outbox"
}

/// Every shipped scenario, in the order of [`IDS`]. They are read once and kept: a constant that takes some
/// milliseconds to make.
///
/// # Panics
/// When one of the files is wrong; the tests read them all.
#[must_use]
pub fn catalogue() -> Vec<Arc<Scenario>> {
    static ALL: OnceLock<Vec<Arc<Scenario>>> = OnceLock::new();
    ALL.get_or_init(|| texts().into_iter().map(built_in).collect()).clone()
}

/// The one scenario that the page has built in.
///
/// # Panics
/// When its file is wrong; the tests read it.
#[must_use]
pub fn first() -> Arc<Scenario> {
    built_in(include_str!("../../scenarios/charge.json"))
}

fn built_in(text: &str) -> Arc<Scenario> {
    file::load_shipped(text).unwrap_or_else(|error| panic!("a shipped scenario: {error}"))
}

/// A file of all shipped scenarios but the first, being read: a list in JSON, in any order but each in a line of its own
/// (`scripts/scenarios.sh`), so that no moment goes to more than one of them.
#[derive(Clone, Debug)]
pub struct Rest {
    text: String,
    /// Where the next line begins, and its number.
    at: usize,
    line: u32,
    read: Vec<Arc<Scenario>>,
}

impl Rest {
    /// The file with that text, of which nothing has been read.
    #[must_use]
    pub fn of(text: String) -> Self {
        Self { text, at: 0, line: 0, read: Vec::new() }
    }

    /// Reads up to one scenario. At the end of the file it has all of them, in the order of [`IDS`].
    ///
    /// # Errors
    /// The first thing that is wrong with the file.
    pub fn read(&mut self) -> Result<Option<Vec<Arc<Scenario>>>, FileError> {
        let rest = &self.text[self.at..];
        let line = rest.split('\n').next().unwrap_or_default();
        if line.starts_with('{') {
            let scenario = file::load_shipped(line.trim_end_matches(','));
            self.read.push(scenario.map_err(|error| FileError { line: error.line + self.line, ..error })?);
        }
        self.line += 1;
        self.at += line.len() + 1;
        if self.at < self.text.len() {
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
    let texts = texts().into_iter().zip(IDS).filter(|(_, id)| !without.contains(id));
    let lines: Vec<String> = texts.map(|(text, _)| file::compact(text)).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}
