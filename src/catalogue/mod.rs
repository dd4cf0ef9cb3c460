//! What one can learn from: the scenarios that the playground ships and lessons, both as data that is read from files;
//! and how far one is in the lessons.
//!
//! The simulation, the page and the tests find the scenarios here. The recipes in them are text, because the text on
//! the screen is the program that runs.
//!
//! The rooms, lowest first; each may name only those before it in this list:
//!
//! - `built_in`: the ids of the shipped scenarios, and their files as text
//! - [`mod@file`]: what all files have in common: how they are read, and how it is told what is wrong with one and where
//! - [`scenario`]: scenario files, shipped ones and one's own
//! - `shipped`: the shipped scenarios
//! - [`course`]: lessons and their files
//! - `progress`: how far somebody is in the lessons, and its file
//!
//! Deliberately absent: reading from a disk or the network (text comes in), and writing scenarios and lessons.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod built_in;
pub mod course;
pub mod file;
pub(crate) mod progress;
pub mod scenario;
mod shipped;

pub use built_in::FIRST;
pub(crate) use built_in::IDS;
pub(crate) use shipped::Rest;
pub use shipped::{catalogue, first};

#[cfg(test)]
pub(crate) use shipped::listed;

#[cfg(test)]
mod tests;
