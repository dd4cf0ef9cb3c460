//! The prover: every schedule within a bound, by the very `why_not` and `apply` that the playground runs; and the batch:
//! many jobs under faults that a seed draws, by the same `apply`.

mod batch;
mod bound;
mod cuts;
mod matrix;
mod report;
mod search;
mod violation;
mod visited;

pub use batch::{Batch, Counts, MAX_RATE, MAX_STRIKES, REQUESTS, cents, extra_a_day, lost_a_day};
pub use bound::Bound;
pub use cuts::Cut;
pub use matrix::{Cell, Column, Matrix};
pub use report::{Counterexample, Report};
pub use search::{MAX_BYTES, MAX_NODES, Search};
pub use violation::Violation;
