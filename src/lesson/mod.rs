//! The catalogue: every scenario the playground ships, as data.
//!
//! A scenario is declared in its own file; the simulation, the page and the tests find it here. The recipes
//! are text files, because the text on the screen is the program that runs.

mod charge;
mod counter;
mod declare;
mod enrollment;
pub mod file;
mod light;

use std::sync::Arc;

use crate::sim::Scenario;

/// The scenario that a first visit opens.
pub const FIRST: &str = "charge";

/// Every shipped scenario, in the order of the picker.
#[must_use]
pub fn catalogue() -> Vec<Arc<Scenario>> {
    [light::scenario(), counter::scenario(), charge::scenario(), enrollment::scenario()]
        .into_iter()
        .map(Arc::new)
        .collect()
}

#[cfg(test)]
mod tests;
