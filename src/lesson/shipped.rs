//! The shipped scenarios: the files in `scenarios/`, in the format of one's own (`docs/scenario-file.md`).
//!
//! The command line and the tests have them all built in ([`catalogue`]). The page has only the first one built in, and
//! reads the others from one file that it fetches later ([`rest`]); what it has so far is a plain value there, and no
//! code of the page may call [`catalogue`], which would build all the texts into it.

use std::sync::{Arc, OnceLock};

use super::file::{self, FileError};
use crate::sim::Scenario;

/// The scenario that a first visit opens.
pub const FIRST: &str = "charge";

macro_rules! shipped {
    ($($id:literal)*) => {
        /// The ids of the shipped scenarios, in the order of the picker: those of one group stand together.
        pub const IDS: &[&str] = &[$($id),*];

        /// Their files.
        pub(super) fn texts() -> Vec<&'static str> {
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

/// All shipped scenarios but the first, of a file that lists theirs in any order; in the order of [`IDS`].
///
/// # Errors
/// The first thing that is wrong with it.
pub fn rest(text: &str) -> Result<Vec<Arc<Scenario>>, FileError> {
    let mut all = file::load_list(text)?;
    let place = |it: &Arc<Scenario>| IDS.iter().position(|id| *id == it.id);
    all.sort_by_key(place);
    let wanted = IDS.iter().filter(|id| **id != FIRST);
    if !all.iter().map(|it| it.id.as_str()).eq(wanted.copied()) {
        let message = "this is the list of another version of the page".to_owned();
        return Err(FileError { line: 1, column: 1, field: String::new(), message });
    }
    Ok(all)
}
