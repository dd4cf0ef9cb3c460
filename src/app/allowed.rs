//! What a lesson keeps out of reach: the controls that it does without, and everything that moves the world while a
//! prediction waits. Whoever makes a button asks here, and so does the page before it does what a message asks for.
//!
//! Deliberately absent: how far one is in the lesson. The lesson says what follows from that.

use std::rc::Rc;

use crate::lesson::course::Lesson;
use crate::sim::Action;

use super::msg::{CompareMsg, ConsoleMsg, Msg, ProofMsg, ScaleMsg};

/// What may be asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Allowed {
    /// Within a lesson: its limits now. Outside, everything is allowed.
    lesson: Option<Limits>,
}

/// The limits of a lesson at the step one is at.
#[derive(Clone, Debug)]
struct Limits {
    lesson: Rc<Lesson>,
    /// A prediction waits that has to be given before anything runs.
    predicts: bool,
    /// The step's schedule is loaded and not at its end.
    plays: bool,
}

impl Allowed {
    /// What this lesson allows.
    pub(super) fn within(lesson: Rc<Lesson>, predicts: bool, plays: bool) -> Self {
        Self { lesson: Some(Limits { lesson, predicts, plays }) }
    }

    /// Whether a prediction waits.
    pub(super) fn predicts(&self) -> bool {
        self.lesson.as_ref().is_some_and(|it| it.predicts)
    }

    /// Why this is not allowed, if it is not.
    pub(super) fn refusal(&self, msg: &Msg) -> Option<&'static str> {
        let limits = self.lesson.as_ref()?;
        let control = Control::of(msg)?;
        if limits.predicts {
            return Some("Go on in the lesson: it asks for a prediction first.");
        }
        if control == Control::Step && !matches!(msg, Msg::Forward) && limits.plays {
            return Some("A schedule is loaded: press Step forward, or Play.");
        }
        let without = limits.lesson.disabled.iter().any(|it| it == control.name());
        without.then_some("This lesson does without it.")
    }
}

/// A control that a lesson can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    Step,
    StepBack,
    Play,
    Reset,
    Enqueue,
    Consumer,
    Code,
    Prove,
    Compare,
    Scale,
    Console,
    LoseRequest,
    LoseReply,
    Crash,
    Freeze,
    Thaw,
    Restart,
    Redeliver,
    NextTimer,
}

impl Control {
    /// The control that a wish belongs to; none when it moves nothing.
    fn of(msg: &Msg) -> Option<Self> {
        Some(match msg {
            Msg::Step | Msg::Forward => Self::Step,
            Msg::Back | Msg::Seek(_) | Msg::Go(_) => Self::StepBack,
            Msg::Play => Self::Play,
            Msg::Reset => Self::Reset,
            Msg::Enqueue => Self::Enqueue,
            Msg::Consumer(_) => Self::Consumer,
            Msg::Edit(_) | Msg::Revert => Self::Code,
            Msg::Proof(ProofMsg::Prove | ProofMsg::ReplayCell(..)) => Self::Prove,
            Msg::Compare(CompareMsg::Open(true)) => Self::Compare,
            Msg::Scale(ScaleMsg::Open(true)) => Self::Scale,
            Msg::Console(ConsoleMsg::Send) => Self::Console,
            Msg::Console(ConsoleMsg::Type(text)) if text.contains('\n') => Self::Console,
            Msg::Act(action) => Self::of_action(action),
            _ => return None,
        })
    }

    fn of_action(action: &Action) -> Self {
        match action {
            Action::Step(_) => Self::Step,
            Action::LoseRequest(_) => Self::LoseRequest,
            Action::LoseReply(_) => Self::LoseReply,
            Action::Crash(_) | Action::CrashAfter { .. } => Self::Crash,
            Action::Freeze(_) => Self::Freeze,
            Action::Thaw(_) => Self::Thaw,
            Action::Restart(_) => Self::Restart,
            Action::Enqueue(_) | Action::EnqueueAgain(_) => Self::Enqueue,
            Action::Redeliver(_) => Self::Redeliver,
            Action::NextTimer | Action::Advance(_) => Self::NextTimer,
            Action::SetConsumer(_) | Action::AckFirst(_) => Self::Consumer,
            Action::SetRecipe(_) => Self::Code,
            Action::Command(_) => Self::Console,
        }
    }

    /// What lesson files call it.
    fn name(self) -> &'static str {
        match self {
            Self::Step => "Step",
            Self::StepBack => "Step back",
            Self::Play => "Play",
            Self::Reset => "Reset",
            Self::Enqueue => "Enqueue",
            Self::Consumer => "Consumer",
            Self::Code => "Code",
            Self::Prove => "Prove",
            Self::Compare => "Compare",
            Self::Scale => "At scale",
            Self::Console => "Console",
            Self::LoseRequest => "Lose request",
            Self::LoseReply => "Lose reply",
            Self::Crash => "Crash",
            Self::Freeze => "Freeze",
            Self::Thaw => "Thaw",
            Self::Restart => "Restart",
            Self::Redeliver => "Redeliver",
            Self::NextTimer => "To the next timer",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::course::CONTROLS;

    #[test]
    fn what_a_lesson_file_can_name_is_a_control_and_only_the_batch_is_none_of_it() {
        let all = [
            Control::Step,
            Control::StepBack,
            Control::Play,
            Control::Reset,
            Control::Enqueue,
            Control::Consumer,
            Control::Code,
            Control::Prove,
            Control::Compare,
            Control::Scale,
            Control::Console,
            Control::LoseRequest,
            Control::LoseReply,
            Control::Crash,
            Control::Freeze,
            Control::Thaw,
            Control::Restart,
            Control::Redeliver,
            Control::NextTimer,
        ];
        let mut names: Vec<&str> = all.iter().map(|it| it.name()).collect();
        let mut known = CONTROLS.to_vec();
        known.push(Control::Scale.name());
        names.sort_unstable();
        known.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn outside_a_lesson_everything_is_allowed() {
        assert_eq!(Allowed::default().refusal(&Msg::Step), None);
    }
}
