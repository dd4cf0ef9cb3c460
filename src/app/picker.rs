//! The scenarios there are to choose from, and which one is open: the shipped ones as far as they are here, then those
//! of one's own, from a file or brought along by a link.
//!
//! Invariants: one's own stand behind the shipped ones, in the order of their texts; an id is there once. Deliberately
//! absent: the session. Choosing here begins nothing.

mod shipped;

use std::sync::Arc;

use crate::catalogue;
use crate::sim::Scenario;

pub(super) use shipped::{Moved, Shipped};

/// The most scenarios of one's own in the picker; a further one takes the last one's place.
const MAX_OWN: usize = 8;

/// The scenarios.
#[derive(Clone, Debug)]
pub(super) struct Picker {
    scenarios: Vec<Arc<Scenario>>,
    /// The texts of one's own, in their order.
    own: Vec<String>,
    /// The open one, by its index.
    current: usize,
    shipped: Shipped,
}

/// Where a scenario of one's own was put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// Its index.
    pub index: usize,
    /// Another one stood there before.
    pub replaced: bool,
    /// The title of one with another id that had to go.
    pub gone: Option<String>,
}

impl Picker {
    /// These scenarios, none of them one's own; the one for a first visit is open.
    pub(super) fn of(scenarios: Vec<Arc<Scenario>>, shipped: Shipped) -> Self {
        let current = scenarios.iter().position(|it| it.id == catalogue::FIRST).unwrap_or(0);
        Self { scenarios, own: Vec::new(), current, shipped }
    }

    /// The same without one's own.
    pub(super) fn without_own(mut self) -> Self {
        self.scenarios.truncate(self.first_own());
        Self::of(self.scenarios, self.shipped)
    }

    pub(super) fn scenarios(&self) -> &[Arc<Scenario>] {
        &self.scenarios
    }

    /// The index of the open one.
    pub(super) fn current(&self) -> usize {
        self.current
    }

    /// The index of a scenario that is here, or else of the first.
    pub(super) fn index_of(&self, id: &str) -> usize {
        self.scenarios.iter().position(|it| it.id == id).unwrap_or(0)
    }

    /// Opens the scenario of that index, if there is one.
    pub(super) fn choose(&mut self, index: usize) -> Option<&Arc<Scenario>> {
        let scenario = self.scenarios.get(index)?;
        self.current = index;
        Some(scenario)
    }

    fn first_own(&self) -> usize {
        self.scenarios.len() - self.own.len()
    }

    /// The text of the open scenario's file, if it came from one.
    pub(super) fn file(&self) -> Option<&str> {
        let index = self.current.checked_sub(self.first_own())?;
        self.own.get(index).map(String::as_str)
    }

    /// Puts a scenario among one's own, in the place of an earlier one with its id.
    pub(super) fn take_in(&mut self, scenario: Arc<Scenario>, text: String) -> Taken {
        let first_own = self.first_own();
        let known = self.scenarios.iter().position(|it| it.id == scenario.id);
        let full = (self.own.len() == MAX_OWN).then(|| self.scenarios.len() - 1);
        let gone = if known.is_none() { full.map(|last| self.scenarios[last].title.clone()) } else { None };
        let Some(index) = known.or(full) else {
            self.scenarios.push(scenario);
            self.own.push(text);
            return Taken { index: self.scenarios.len() - 1, replaced: false, gone: None };
        };
        self.scenarios[index] = scenario;
        self.own[index - first_own] = text;
        Taken { index, replaced: true, gone }
    }
}
