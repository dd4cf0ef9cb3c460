//! The workers as cards: what each does, what it knows, and what can happen to it.

use yew::prelude::*;

use super::button::{Look, row};
use super::icon::Icon;
use crate::app::Msg;
use crate::app::terms::{Action, FaultKind};
use crate::app::view::{Button, LockView, WorkerState, WorkerView};
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;

/// All workers.
#[derive(PartialEq)]
pub(super) struct Workers {
    /// The workers.
    pub workers: Slice<[WorkerView]>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Workers {
    const NAME: &'static str = "workers";

    fn draw(&self, _: &NodeRef) -> Html {
        tag("div.workers").each(&self.workers, |worker| card(worker, &self.ask)).into()
    }
}

fn card(worker: &WorkerView, ask: &Asker) -> Tag {
    let head = tag("h3")
        .text(&worker.title)
        .maybe(worker.selected.then(|| tag("span.picked").says("Step moves it")))
        .child(tag("span.worker-state").child(state_icon(worker.state).draw()).says(worker.state.word()));
    let next = tag("p.next")
        .child(tag("span.term").says("Next"))
        .child(tag("code").text(&worker.next))
        .maybe(worker.line.map(|line| tag("span.detail").counts("line ", line.into(), "")))
        .maybe(worker.other_text.then(|| tag("span.detail").says("of an earlier text")));
    let last = worker
        .last
        .as_ref()
        .map(|last| tag("p.last").child(tag("span.term").says("Last")).child(tag("code").text(last)));
    tag("section.worker")
        .numbered(worker.id.0.into())
        .class(worker.selected, "selected")
        .set("data-state", worker.state.word())
        .set("aria-label", &worker.title)
        .child(head)
        // Above the texts, whose height changes with every step: a button stays where the pointer is.
        .child(row(&worker.buttons, look, ask))
        .maybe(worker.status.as_ref().map(|status| tag("p.status").text(status)))
        .child(next)
        .maybe(last)
        .maybe((!worker.variables.is_empty()).then(|| variables(&worker.variables)))
        .maybe(worker.lock.as_ref().map(lock_line))
}

fn variables(variables: &[(String, String)]) -> Tag {
    tag("dl.variables[aria-label=Variables]").each(variables, |(name, value)| {
        tag("div")
            .key(name)
            .child(tag("dt").child(tag("code").text(name)))
            .child(tag("dd").child(tag("code").text(value)))
    })
}

fn lock_line(lock: &LockView) -> Tag {
    let icon = if lock.held { Icon::Lock } else { Icon::Warning };
    // The words beside it say the same in seconds.
    let left = tag("progress[aria-hidden=true]").amount("max", lock.whole.max(1)).amount("value", lock.left);
    tag("p.lock")
        .class(!lock.held, "lapsed")
        .child(icon.draw())
        .child(tag("span").text(&lock.text))
        .child(left)
}

fn state_icon(state: WorkerState) -> Icon {
    match state {
        WorkerState::Running => Icon::Play,
        WorkerState::Frozen => Icon::Freeze,
        WorkerState::Crashed => Icon::Crash,
        WorkerState::Zombie => Icon::Zombie,
        WorkerState::Idle | WorkerState::Waiting => Icon::Idle,
    }
}

fn look(button: &Button) -> Look {
    let icon = match &button.msg {
        Msg::Act(Action::Fault(FaultKind::Crash, _)) => Some(Icon::Crash),
        Msg::Act(Action::Fault(FaultKind::Freeze, _)) => Some(Icon::Freeze),
        Msg::Act(Action::Thaw(_) | Action::Restart(_)) => Some(Icon::Up),
        _ => None,
    };
    Look { class: "fault", icon, ..Look::PLAIN }
}
