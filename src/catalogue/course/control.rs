//! The controls of the page that a lesson may take out of a learner's reach, as lesson files name them.

use crate::sim::{Action, FaultKind};

/// A control. What belongs to a worker or a job is one control for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The selected worker does its next thing.
    Step,
    /// Any way to an earlier or another moment.
    StepBack,
    /// Playing on.
    Play,
    /// The scenario from its beginning.
    Reset,
    /// A kind of fault.
    Fault(FaultKind),
    /// The way back from a freeze.
    Thaw,
    /// The way back from a crash.
    Restart,
    /// The producer's jobs, new or again.
    Enqueue,
    /// The clock.
    NextTimer,
    /// The choice of a consumer, and when it acknowledges.
    Consumer,
    /// The recipe's text.
    Code,
    /// The store's prompt.
    Console,
    /// The proof.
    Prove,
    /// The comparison.
    Compare,
    /// The batch. No lesson file names it.
    Scale,
}

impl Control {
    /// Every control that a lesson file may name.
    #[must_use]
    pub fn nameable() -> Vec<Self> {
        let before = [Self::Step, Self::StepBack, Self::Play, Self::Reset];
        let after = [
            Self::Thaw,
            Self::Restart,
            Self::Enqueue,
            Self::NextTimer,
            Self::Consumer,
            Self::Code,
            Self::Console,
            Self::Prove,
            Self::Compare,
        ];
        before.into_iter().chain(FaultKind::all().map(Self::Fault)).chain(after).collect()
    }

    /// What lesson files call it, and what stands on its button if it has one.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "Step",
            Self::StepBack => "Step back",
            Self::Play => "Play",
            Self::Reset => "Reset",
            Self::Fault(kind) => kind.row().label,
            Self::Thaw => "Thaw",
            Self::Restart => "Restart",
            Self::Enqueue => "Enqueue",
            Self::NextTimer => "To the next timer",
            Self::Consumer => "Consumer",
            Self::Code => "Code",
            Self::Console => "Console",
            Self::Prove => "Prove",
            Self::Compare => "Compare",
            Self::Scale => "At scale",
        }
    }

    /// The control that does this.
    #[must_use]
    pub const fn of(action: &Action) -> Self {
        match action {
            Action::Step(_) => Self::Step,
            Action::Fault(kind, _) => Self::Fault(*kind),
            Action::CrashAfter { .. } => Self::Fault(FaultKind::Crash),
            Action::Thaw(_) => Self::Thaw,
            Action::Restart(_) => Self::Restart,
            Action::Enqueue(_) | Action::EnqueueAgain(_) => Self::Enqueue,
            Action::NextTimer | Action::Advance(_) => Self::NextTimer,
            Action::SetConsumer(_) | Action::AckFirst(_) => Self::Consumer,
            Action::SetRecipe(_) => Self::Code,
            Action::Command(_) => Self::Console,
        }
    }
}
