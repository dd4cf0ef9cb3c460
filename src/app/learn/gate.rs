//! What is out of reach in a lesson: what it takes away, and everything that moves the world while a prediction waits.

use crate::lesson::course::Step;
use crate::sim::Action;

use super::super::msg::{ConsoleMsg, Msg, ScaleMsg};
use super::super::state::App;
use super::super::view::{Button, View};

use std::borrow::Cow;
use std::rc::Rc;

/// The control that a wish belongs to, as lesson files call it; empty when it moves nothing.
fn control(msg: &Msg) -> &'static str {
    match msg {
        Msg::Step | Msg::Forward => "Step",
        Msg::Back | Msg::Seek(_) | Msg::Go(_) => "Step back",
        Msg::Play => "Play",
        Msg::Reset => "Reset",
        Msg::Enqueue => "Enqueue",
        Msg::Consumer(_) => "Consumer",
        Msg::Edit(_) | Msg::Revert => "Code",
        Msg::Prove | Msg::ReplayCell(..) => "Prove",
        Msg::Compare(true) => "Compare",
        Msg::Scale(ScaleMsg::Open(true)) => "At scale",
        Msg::Console(ConsoleMsg::Send) => "Console",
        Msg::Console(ConsoleMsg::Type(text)) if text.contains('\n') => "Console",
        Msg::Act(action) => control_of(action),
        _ => "",
    }
}

fn control_of(action: &Action) -> &'static str {
    match action {
        Action::Step(_) => "Step",
        Action::LoseRequest(_) => "Lose request",
        Action::LoseReply(_) => "Lose reply",
        Action::Crash(_) | Action::CrashAfter { .. } => "Crash",
        Action::Freeze(_) => "Freeze",
        Action::Thaw(_) => "Thaw",
        Action::Restart(_) => "Restart",
        Action::Enqueue(_) | Action::EnqueueAgain(_) => "Enqueue",
        Action::Redeliver(_) => "Redeliver",
        Action::NextTimer | Action::Advance(_) => "To the next timer",
        Action::SetConsumer(_) | Action::AckFirst(_) => "Consumer",
        Action::SetRecipe(_) => "Code",
        Action::Command(_) => "Console",
    }
}

impl App {
    /// Whether a prediction waits that has to be given before anything runs.
    fn predicts(&self) -> bool {
        let Some(room) = &self.learn.room else { return false };
        let (steps, at) = (&room.lesson.steps, self.place());
        let open = |(index, step): (usize, &Step)| {
            matches!(step, Step::Predict { .. }) && self.answer(index).is_none()
        };
        let Some(waits) = steps.iter().enumerate().position(open) else { return false };
        // What was to be run before it may be run again.
        at >= waits || !steps[..=at.min(waits)].iter().any(|it| matches!(it, Step::Run { .. }))
    }

    /// Whether the step's schedule is loaded and not at its end.
    pub(super) fn plays(&self) -> bool {
        let loaded = self.learn.room.as_ref().is_some_and(|room| room.loaded == Some(self.place()));
        loaded && self.timeline.has_future()
    }

    /// Why the lesson does not let one do this.
    pub(in crate::app) fn barred(&self, msg: &Msg) -> Option<&'static str> {
        let room = self.learn.room.as_ref()?;
        let control = control(msg);
        if control.is_empty() {
            return None;
        }
        if self.predicts() {
            return Some("Go on in the lesson: it asks for a prediction first.");
        }
        if control == "Step" && !matches!(msg, Msg::Forward) && self.plays() {
            return Some("A schedule is loaded: press Step forward, or Play.");
        }
        let without = room.lesson.disabled.iter().any(|it| it == control);
        without.then_some("This lesson does without it.")
    }

    fn bar_button(&self, button: &mut Button) {
        if let Some(why) = self.barred(&button.msg) {
            button.why_not = Some(Cow::Borrowed(why));
        }
    }

    /// Says at every button of a view that was just made why the lesson keeps it out of reach.
    pub(in crate::app) fn bar(&self, view: &mut View) {
        if self.learn.room.is_none() {
            return;
        }
        let predicts = self.predicts();
        if let Some(it) = Rc::get_mut(&mut view.controls) {
            for button in [
                &mut it.step,
                &mut it.back,
                &mut it.forward,
                &mut it.play,
                &mut it.reset,
                &mut it.second,
                &mut it.next_timer,
                &mut it.prove,
                &mut it.compare,
                &mut it.scale,
            ] {
                self.bar_button(button);
            }
        }
        if let Some(it) = Rc::get_mut(&mut view.scenario) {
            it.fixed = self.barred(&Msg::Consumer(0));
            if predicts {
                it.note.clear();
            }
        }
        if let Some(it) = Rc::get_mut(&mut view.editor) {
            it.fixed = self.barred(&Msg::Revert);
            self.bar_button(&mut it.revert);
            for line in &mut it.lines {
                self.bar_button(&mut line.crash);
            }
        }
        if let Some(it) = Rc::get_mut(&mut view.producer) {
            self.bar_button(&mut it.enqueue);
        }
        for it in Rc::get_mut(&mut view.workers).into_iter().flatten() {
            it.buttons.iter_mut().for_each(|button| self.bar_button(button));
        }
        for it in Rc::get_mut(&mut view.jobs).into_iter().flatten() {
            it.buttons.iter_mut().for_each(|button| self.bar_button(button));
        }
    }
}
