//! Redeliver: a playground in which an at-least-once job queue, its workers, the stores they write to
//! and the outside world they touch are one value that a person breaks on purpose.
//!
//! The layers, lowest first; each may name only those above it in this list (`tests/tidy.rs` checks it):
//!
//! - [`base`]: identifiers, virtual time, the seeded generator, the fingerprint hasher
//! - [`store`]: Redis semantics
//! - [`sql`]: relational semantics: tables, constraints, transactions
//! - [`queue`]: the EchoMQ/BullMQ protocol, through store commands only
//! - [`recipe`]: the consumer language
//! - [`sim`]: the world, its actions, `why_not` and `apply`, verdicts, the timeline
//! - [`explore`]: the prover
//! - [`catalogue`]: the shipped scenarios, scenario files, lessons and how far one is in them
//! - [`app`]: headless UI state, view models, share links
//! - [`ui`], `platform`: yew components and the browser (wasm only, but for what tests reach without one)

pub mod app;
pub mod base;
pub mod catalogue;
pub mod explore;
pub mod queue;
pub mod recipe;
pub mod sim;
pub mod sql;
pub mod store;

#[cfg(target_arch = "wasm32")]
pub mod platform;
pub mod ui;
