//! The catalogue: every scenario the playground ships, as data; and lessons, which are files.
//!
//! A scenario is declared in its own file; the simulation, the page and the tests find it here. The recipes
//! are text files, because the text on the screen is the program that runs.

mod charge;
mod counter;
pub mod course;
mod declare;
mod dedup;
mod email;
mod enrollment;
pub mod file;
mod invoice;
mod light;
mod marker_ttl;
mod natural;
mod payment;
mod portal;
mod redelivery;
mod report;

use std::sync::Arc;

use crate::sim::Scenario;

/// The scenario that a first visit opens.
pub const FIRST: &str = "charge";

/// Every shipped scenario, in the order of the picker: those of one group stand together.
#[must_use]
pub fn catalogue() -> Vec<Arc<Scenario>> {
    const ALL: [fn() -> Scenario; 15] = [
        light::scenario,
        natural::status,
        natural::roster,
        natural::profile,
        counter::scenario,
        email::email,
        enrollment::scenario,
        portal::portal,
        charge::scenario,
        payment::payment,
        dedup::dedup,
        marker_ttl::marker_ttl,
        redelivery::redelivery,
        invoice::invoice,
        report::report,
    ];
    ALL.iter().map(|scenario| Arc::new(scenario())).collect()
}

#[cfg(test)]
mod tests;
