//! The prover: every schedule within a bound, by the very `enabled` and `apply` that the playground runs.

mod bound;
mod matrix;
mod report;
mod search;
mod visited;

pub use bound::{Bound, FaultKind};
pub use matrix::{Cell, Column, Matrix};
pub use report::{Counterexample, Report};
pub use search::{MAX_BYTES, MAX_NODES, Search, Violation};
