//! What one can learn from: the scenarios that the playground ships and lessons, both as data that is read from files;
//! and how far one is in the lessons.
//!
//! The simulation, the page and the tests find the scenarios here. The recipes in them are text, because the text on
//! the screen is the program that runs.

pub mod course;
pub mod file;
pub mod progress;
mod shipped;

pub use shipped::{FIRST, IDS, Rest, catalogue, first};

#[cfg(test)]
pub(crate) use shipped::listed;

#[cfg(test)]
mod tests;
