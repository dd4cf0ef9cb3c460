//! What a search covers: how many workers and orders, which faults and how many, how far the clock moves.

use crate::sim::{Action, WORKERS};

/// The kinds of faults a search may inject, in the order of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// A worker's process dies.
    Crash,
    /// A worker is frozen, for as long as the search likes.
    Freeze,
    /// A request never arrives.
    LostRequest,
    /// A reply never arrives.
    LostReply,
    /// A job is put back in line by hand.
    Redelivery,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [Self; 5] =
        [Self::Crash, Self::Freeze, Self::LostRequest, Self::LostReply, Self::Redelivery];

    /// The kind of fault that an action is, if it is one.
    #[must_use]
    pub fn of(action: &Action) -> Option<Self> {
        match action {
            Action::Crash(_) => Some(Self::Crash),
            Action::Freeze(_) => Some(Self::Freeze),
            Action::LoseRequest(_) => Some(Self::LostRequest),
            Action::LoseReply(_) => Some(Self::LostReply),
            Action::Redeliver(_) => Some(Self::Redelivery),
            _ => None,
        }
    }

    /// Its name in files and arguments: `lost-request`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Freeze => "freeze",
            Self::LostRequest => "lost-request",
            Self::LostReply => "lost-reply",
            Self::Redelivery => "redelivery",
        }
    }

    /// One and many of it: `crash`, `crashes`.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Crash => ("crash", "crashes"),
            Self::Freeze => ("freeze", "freezes"),
            Self::LostRequest => ("lost request", "lost requests"),
            Self::LostReply => ("lost reply", "lost replies"),
            Self::Redelivery => ("manual redelivery", "manual redeliveries"),
        }
    }
}

/// The schedules that a search covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// Workers, 1 to 4.
    pub workers: u8,
    /// Orders, each with one job in line from the start.
    pub orders: u8,
    /// Faults in all.
    pub faults: u8,
    /// Faults of each kind, in the order of [`FaultKind::ALL`]; the total holds besides.
    pub of_kind: [u8; FaultKind::ALL.len()],
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
        Self { workers: WORKERS, orders: 1, faults: 2, of_kind: [u8::MAX; 5], again: 0, horizon: HORIZON }
    }
}

impl Bound {
    /// This bound with faults of one kind only, of as many as it allows.
    #[must_use]
    pub fn with_only(&self, kind: FaultKind) -> Self {
        let mut of_kind = [0; FaultKind::ALL.len()];
        of_kind[kind as usize] = self.of_kind[kind as usize];
        Self { of_kind, ..self.clone() }
    }
}

/// The faults that a schedule has used, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Spent([u8; FaultKind::ALL.len()]);

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
