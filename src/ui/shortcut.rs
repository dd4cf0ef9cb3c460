//! What single keys do on the page, away from any text field.

use crate::app::terms::{Action, FaultKind};
use crate::app::{Msg, View, view::Button};

use super::Ask;

/// What a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    /// Step the selected worker.
    Step,
    /// One action back.
    Back,
    /// One action forward.
    Forward,
    /// Play, or pause.
    PlayOrPause,
    /// Crash the selected worker.
    Crash,
    /// Redeliver the newest job that can be.
    Redeliver,
    /// The consumer at this place, counted from zero.
    Consumer(usize),
    /// How to use the page.
    Help,
}

/// The keys with what they do, as the help lists them.
pub const KEYS: &[(&str, &str)] = &[
    ("s", "Step: the selected worker does its next thing"),
    ("b", "Step back"),
    ("f", "Step forward"),
    ("p", "Play or pause"),
    ("c", "Crash the selected worker"),
    ("r", "Redeliver the newest job that can be redelivered"),
    ("1 … 9", "Switch to the first … ninth consumer"),
    ("?", "Open this help"),
];

impl Shortcut {
    /// The shortcut of a key as the browser names it, e.g. `s`.
    #[must_use]
    pub fn of(key: &str) -> Option<Self> {
        match key {
            "s" | "S" => Some(Self::Step),
            "b" | "B" => Some(Self::Back),
            "f" | "F" => Some(Self::Forward),
            "p" | "P" => Some(Self::PlayOrPause),
            "c" | "C" => Some(Self::Crash),
            "r" | "R" => Some(Self::Redeliver),
            "?" => Some(Self::Help),
            _ => match key.as_bytes() {
                [digit @ b'1'..=b'9'] => Some(Self::Consumer(usize::from(digit - b'1'))),
                _ => None,
            },
        }
    }

    /// What the shortcut asks for on a page that shows `view`. The same as pressing the button it stands for,
    /// with the same reason when that is not possible.
    #[must_use]
    pub fn ask(self, view: &View) -> Ask {
        match self {
            Self::Step => press(&view.controls.step),
            Self::Back => press(&view.controls.back),
            Self::Forward => press(&view.controls.forward),
            Self::PlayOrPause => press(&view.controls.play),
            Self::Crash => crash(view),
            Self::Redeliver => redeliver(view),
            Self::Consumer(index) => consumer(view, index),
            Self::Help => Ask::Help,
        }
    }
}

/// What pressing `button` asks for.
#[must_use]
pub fn press(button: &Button) -> Ask {
    match &button.why_not {
        None => Ask::Do(button.msg.clone()),
        Some(why) => Ask::Refuse(why.to_string()),
    }
}

fn crash(view: &View) -> Ask {
    let selected = view.workers.iter().find(|worker| worker.selected);
    let crashes = |it: &&Button| matches!(it.msg, Msg::Act(Action::Fault(FaultKind::Crash, _)));
    let button = selected.and_then(|worker| worker.buttons.iter().find(crashes));
    match button {
        Some(button) => press(button),
        None => Ask::Refuse("The selected worker is already down.".to_owned()),
    }
}

fn redeliver(view: &View) -> Ask {
    let newest = |only_possible: bool| {
        let buttons =
            view.jobs.iter().flat_map(|job| job.buttons.iter().map(move |button| (job.job, button)));
        buttons
            .filter(|(_, button)| matches!(button.msg, Msg::Act(Action::Fault(FaultKind::Redelivery, _))))
            .filter(|(_, button)| !only_possible || button.why_not.is_none())
            .max_by_key(|(job, _)| *job)
    };
    match newest(true).or_else(|| newest(false)) {
        Some((_, button)) => press(button),
        None => Ask::Refuse("There is no job to redeliver.".to_owned()),
    }
}

fn consumer(view: &View, index: usize) -> Ask {
    match view.scenario.consumers.get(index) {
        Some(choice) => Ask::Do(choice.msg.clone()),
        None => {
            let most = view.scenario.consumers.len().to_string();
            Ask::Refuse(format!("This scenario has {most} consumers."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::app::terms::JobNo;

    #[test]
    fn letters_work_with_and_without_capital_lock() {
        assert_eq!(Shortcut::of("s"), Some(Shortcut::Step));
        assert_eq!(Shortcut::of("S"), Some(Shortcut::Step));
        assert_eq!(Shortcut::of("9"), Some(Shortcut::Consumer(8)));
    }

    #[test]
    fn other_keys_mean_nothing() {
        for key in ["", "0", "10", "x", "Enter", " ", "Shift", "é"] {
            assert_eq!(Shortcut::of(key), None, "{key}");
        }
    }

    #[test]
    fn step_presses_the_step_button() {
        let view = App::new().view();
        assert_eq!(Shortcut::Step.ask(&view), Ask::Do(view.controls.step.msg.clone()));
    }

    #[test]
    fn crash_hits_the_selected_worker() {
        let view = App::new().view();
        let worker = view.workers.iter().find(|it| it.selected).expect("one is selected");
        let Ask::Do(Msg::Act(action)) = Shortcut::Crash.ask(&view) else { panic!("it is up") };
        assert_eq!(action.worker(), Some(worker.id));
    }

    #[test]
    fn what_cannot_be_done_is_answered_with_its_reason() {
        let view = App::new().view();
        let Ask::Refuse(why) = Shortcut::Back.ask(&view) else {
            panic!("there is nothing before the beginning")
        };
        assert_eq!(Some(why.as_str()), view.controls.back.why_not.as_deref());
        assert!(
            matches!(Shortcut::Consumer(8).ask(&view), Ask::Refuse(_)) == (view.scenario.consumers.len() < 9)
        );
    }

    #[test]
    fn redeliver_takes_the_newest_job_that_can_be() {
        let mut app = App::new();
        assert!(matches!(Shortcut::Redeliver.ask(&app.view()), Ask::Refuse(_)), "it waits already");
        app.update(Msg::Step);
        let Ask::Do(Msg::Act(action)) = Shortcut::Redeliver.ask(&app.view()) else { panic!("it is active") };
        assert_eq!(action, Action::redeliver(JobNo(1)));
    }
}
