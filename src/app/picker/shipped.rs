//! The shipped scenarios that the page does not have built in: it begins with the first one and is given the others
//! later, or told why there are none.

use std::sync::Arc;

use crate::catalogue::{FIRST, IDS, Rest};
use crate::sim::Scenario;

use super::Picker;

/// Where the shipped scenarios besides the first one are.
#[derive(Clone, Debug)]
pub(in crate::app) enum Shipped {
    /// In the picker.
    Here,
    /// On their way.
    Coming,
    /// Being read.
    Reading(Rest),
    /// They did not come, and nobody has asked for them since.
    Missing {
        /// Why, for a person.
        why: String,
        /// The person has read it.
        read: bool,
    },
}

/// How the places of the scenarios changed when the others came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Moved {
    /// Where the first one stands now.
    first: usize,
    /// How far those behind it moved.
    by: usize,
}

impl Moved {
    /// The place of what stood at `index`.
    pub(in crate::app) fn from(self, index: usize) -> usize {
        if index == 0 { self.first } else { index + self.by }
    }
}

impl Picker {
    /// Whether the others are to be fetched.
    pub(in crate::app) fn wants_others(&self) -> bool {
        matches!(self.shipped, Shipped::Coming)
    }

    /// Whether the file with the others is being read.
    pub(in crate::app) fn reads_others(&self) -> bool {
        matches!(self.shipped, Shipped::Reading(_))
    }

    /// Whether the others did not come.
    pub(in crate::app) fn misses_others(&self) -> bool {
        matches!(self.shipped, Shipped::Missing { .. })
    }

    /// Whether the scenario of that id may be among the others and they are not here.
    pub(in crate::app) fn lacks(&self, id: &str) -> bool {
        !matches!(self.shipped, Shipped::Here) && IDS.contains(&id)
    }

    /// They are to be fetched again, if they did not come.
    pub(in crate::app) fn ask_again(&mut self) {
        if self.misses_others() {
            self.shipped = Shipped::Coming;
        }
    }

    /// The file with the others has come.
    pub(in crate::app) fn receive(&mut self, text: String) {
        self.shipped = Shipped::Reading(Rest::of(text));
    }

    /// The others are not to be had.
    pub(in crate::app) fn do_without(&mut self, why: String) {
        self.shipped = Shipped::Missing { why, read: false };
    }

    /// Reads one of the others. Once all are read they stand around the first one, and one's own behind them.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub(in crate::app) fn read(&mut self) -> Result<Option<Moved>, String> {
        let Shipped::Reading(file) = &mut self.shipped else { return Ok(None) };
        let Some(others) = file.read().map_err(|error| error.to_string())? else { return Ok(None) };
        self.shipped = Shipped::Here;
        Ok(Some(self.put_in_order(others)))
    }

    fn put_in_order(&mut self, mut all: Vec<Arc<Scenario>>) -> Moved {
        let first = IDS.iter().position(|id| *id == FIRST).unwrap_or(0);
        let moved = Moved { first, by: all.len() };
        let mut known = std::mem::take(&mut self.scenarios);
        all.insert(first, known.remove(0));
        all.append(&mut known);
        self.scenarios = all;
        self.current = moved.from(self.current);
        moved
    }

    /// What the picker says below the scenarios that there are.
    pub(in crate::app) fn note(&self) -> &'static str {
        match self.shipped {
            Shipped::Here => "",
            Shipped::Coming | Shipped::Reading(_) => "Loading…",
            Shipped::Missing { .. } => "The others could not be loaded",
        }
    }

    /// Why the others are missing, as long as nobody has read it.
    pub(in crate::app) fn unread(&self) -> Option<&str> {
        match &self.shipped {
            Shipped::Missing { why, read: false } => Some(why),
            _ => None,
        }
    }

    /// That was read.
    pub(in crate::app) fn dismiss(&mut self) {
        if let Shipped::Missing { read, .. } = &mut self.shipped {
            *read = true;
        }
    }
}
