//! What a search covers: how many workers and orders, which faults and how many, how far the clock moves.

use crate::sim::{FaultKind, WORKERS};

/// The schedules that a search covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// Workers, 1 to 4.
    pub workers: u8,
    /// Orders, each with one job in line from the start.
    pub orders: u8,
    /// Faults in all.
    pub faults: u8,
    /// Faults of each kind, in the order of [`FaultKind::all`]; the total holds besides.
    pub of_kind: [u8; FaultKind::COUNT],
    /// How many more times the producer may add each order; a search allows at least what its scenario says.
    pub again: u8,
    /// How far the clock may move in all, in milliseconds from the start.
    pub horizon: u32,
}

/// Three minutes: two stalls with their checks, retries and a lease of a minute fit in; a day's marker does not
/// run out.
const HORIZON: u32 = 3 * 60 * 1_000;

impl Default for Bound {
    /// Two workers, one order, two faults of any kind.
    fn default() -> Self {
        Self {
            workers: WORKERS,
            orders: 1,
            faults: 2,
            of_kind: [u8::MAX; FaultKind::COUNT],
            again: 0,
            horizon: HORIZON,
        }
    }
}

impl Bound {
    /// This bound with faults of one kind only, of as many as it allows.
    #[must_use]
    pub fn with_only(&self, kind: FaultKind) -> Self {
        let mut of_kind = [0; FaultKind::COUNT];
        of_kind[kind as usize] = self.of_kind[kind as usize];
        Self { of_kind, ..self.clone() }
    }
}

/// The faults that a schedule has used, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Spent([u8; FaultKind::COUNT]);

impl Spent {
    /// Faults in all.
    pub(super) fn total(self) -> u8 {
        self.0.iter().sum()
    }

    /// What is spent after a fault of this kind, or `None` when the bound does not allow it.
    pub(super) fn with(mut self, kind: FaultKind, bound: &Bound) -> Option<Self> {
        let allowed = self.total() < bound.faults && self.0[kind as usize] < bound.of_kind[kind as usize];
        self.0[kind as usize] += 1;
        allowed.then_some(self)
    }
}

impl Bound {
    /// Whether the kinds of the faults spent matter for what is still allowed, and not only their number.
    pub(super) fn counts_kinds(&self) -> bool {
        self.of_kind.iter().any(|most| *most > 0 && *most < self.faults)
    }
}
