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
    /// Moves of the clock to the next timer.
    pub jumps: u8,
}

impl Default for Bound {
    /// Two workers, one order, two faults of any kind.
    fn default() -> Self {
        Self { workers: WORKERS, orders: 1, faults: 2, of_kind: [u8::MAX; 5], jumps: 8 }
    }
}

impl Bound {
    /// This bound with faults of one kind only.
    #[must_use]
    pub fn only(&self, kind: FaultKind) -> Self {
        let mut of_kind = [0; FaultKind::ALL.len()];
        of_kind[kind as usize] = u8::MAX;
        Self { of_kind, ..self.clone() }
    }
}

/// What of a bound a schedule has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Spent {
    of_kind: [u8; FaultKind::ALL.len()],
    jumps: u8,
}

impl Spent {
    /// What is spent after `action`, or `None` when the bound does not allow it.
    pub(super) fn after(mut self, action: &Action, bound: &Bound) -> Option<Self> {
        if let Some(kind) = FaultKind::of(action) {
            let total: u8 = self.of_kind.iter().sum();
            let of_kind = &mut self.of_kind[kind as usize];
            if total >= bound.faults || *of_kind >= bound.of_kind[kind as usize] {
                return None;
            }
            *of_kind += 1;
        } else if *action == Action::NextTimer {
            if self.jumps >= bound.jumps {
                return None;
            }
            self.jumps += 1;
        }
        Some(self)
    }
}
