//! The catalogue: every scenario the playground ships, as data; and lessons, which are files.
//!
//! A scenario is declared in its own file; the simulation, the page and the tests find it here. The recipes
//! are text files, because the text on the screen is the program that runs.

mod balance;
mod cart;
mod charge;
mod counter;
pub mod course;
mod declare;
mod dedup;
mod email;
mod enrollment;
pub mod file;
mod inventory;
mod invoice;
mod light;
mod marker_ttl;
mod natural;
mod order_status;
mod outbox;
mod payment;
mod pipeline;
mod portal;
pub mod progress;
mod redelivery;
mod report;
mod row_insert;

use std::sync::Arc;

use crate::sim::Scenario;

/// The scenario that a first visit opens.
pub const FIRST: &str = "charge";

/// Every shipped scenario, in the order of the picker: those of one group stand together.
#[must_use]
pub fn catalogue() -> Vec<Arc<Scenario>> {
    const ALL: [fn() -> Scenario; 22] = [
        light::scenario,
        natural::status,
        natural::roster,
        natural::profile,
        cart::cart,
        counter::scenario,
        email::email,
        row_insert::row_insert,
        inventory::inventory,
        enrollment::scenario,
        portal::portal,
        order_status::order_status,
        pipeline::pipeline,
        charge::scenario,
        payment::payment,
        balance::balance,
        dedup::dedup,
        marker_ttl::marker_ttl,
        redelivery::redelivery,
        invoice::invoice,
        report::report,
        outbox::outbox,
    ];
    ALL.iter().map(|scenario| Arc::new(scenario())).collect()
}

#[cfg(test)]
mod tests;
