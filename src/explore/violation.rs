//! What a search looks for.

/// How a schedule can end badly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Violation {
    /// An effect happened more than once.
    Duplicate,
    /// An effect never happened, and the queue counts the job as done.
    Loss,
    /// An effect has not happened and the job ended in the failed list: only a person can go on.
    Stuck,
    /// Every order is settled, and a truth about the whole does not hold.
    Invariant,
}

impl Violation {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Duplicate, Self::Loss, Self::Stuck, Self::Invariant];

    /// The word for it: `duplicate`, `loss`, `stuck`, `invariant`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::Loss => "loss",
            Self::Stuck => "stuck",
            Self::Invariant => "invariant",
        }
    }
}
