//! The prover: every schedule within a bound, by the very `enabled` and `apply` that the playground runs.

mod bound;
mod search;
mod visited;

pub use bound::{Bound, FaultKind};
pub use search::{Search, Violation};
