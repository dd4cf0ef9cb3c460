//! What a lesson keeps out of reach: the controls that it does without, and everything that moves the world while a
//! prediction waits. Whoever makes a button asks here, and so does the page before it does what a message asks for.
//!
//! Deliberately absent: how far one is in the lesson. The lesson says what follows from that.

use std::rc::Rc;

use crate::catalogue::course::{Control, Lesson};

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
        let control = control_of(msg)?;
        if limits.predicts {
            return Some("Go on in the lesson: it asks for a prediction first.");
        }
        if control == Control::Step && !matches!(msg, Msg::Forward) && limits.plays {
            return Some("A schedule is loaded: press Step forward, or Play.");
        }
        let without = limits.lesson.disabled.contains(&control);
        without.then_some("This lesson does without it.")
    }
}

/// The control that a wish belongs to; none when it moves nothing.
fn control_of(msg: &Msg) -> Option<Control> {
    Some(match msg {
        Msg::Step | Msg::Forward => Control::Step,
        Msg::Back | Msg::Seek(_) | Msg::Go(_) => Control::StepBack,
        Msg::Play => Control::Play,
        Msg::Reset => Control::Reset,
        Msg::Enqueue => Control::Enqueue,
        Msg::Consumer(_) => Control::Consumer,
        Msg::Edit(_) | Msg::Revert => Control::Code,
        Msg::Proof(ProofMsg::Prove | ProofMsg::ReplayCell(..)) => Control::Prove,
        Msg::Compare(CompareMsg::Open(true)) => Control::Compare,
        Msg::Scale(ScaleMsg::Open(true)) => Control::Scale,
        Msg::Console(ConsoleMsg::Send) => Control::Console,
        Msg::Console(ConsoleMsg::Type(text)) if text.contains('\n') => Control::Console,
        Msg::Act(action) => Control::of(action),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_a_lesson_everything_is_allowed() {
        assert_eq!(Allowed::default().refusal(&Msg::Step), None);
    }
}
