//! A schedule that breaks a recipe, as it is shown: its drawing, its steps, and the button that loads it.

use std::rc::Rc;
use std::sync::Arc;

use crate::explore::{Counterexample, Violation};
use crate::sim::{Judgement, Scenario, Timeline, World, verdicts};

use super::buttons::button;
use super::drawing::Drawing;
use super::history::{History, Step};
use super::msg::Msg;
use super::story;
use super::view::CounterexampleView;
use super::words;

/// The schedule under that consumer of the scenario; `msg` loads it.
pub(super) fn drawn(
    scenario: &Arc<Scenario>,
    consumer: usize,
    workers: u8,
    it: &Counterexample,
    msg: Msg,
) -> CounterexampleView {
    let mut timeline = Timeline::new(World::new(scenario, consumer, workers));
    for action in &it.setup {
        let _ = timeline.act(action.clone());
    }
    let mut line = Vec::new();
    for action in &it.actions {
        let _ = timeline.act(action.clone());
        line.push(timeline.cursor());
    }
    let steps = Step::along(&timeline, &line);
    let history = History::read(&steps, timeline.world());
    let position = steps.len() as u32;
    let drawing = Drawing { steps: &steps, position, world: timeline.world(), history: &history };
    let (replay, name) = (replay_label(it.violation), noun(it.violation));
    CounterexampleView {
        title: format!("The shortest {name}: {}", words::count(it.actions.len(), "step")),
        why: why(it.violation, timeline.world(), &history),
        violation: it.violation,
        picture: Rc::new(drawing.view(Vec::new())),
        replay: button(replay, msg, "Load this schedule into the playground."),
    }
}

/// What the schedule leaves behind that must not be.
fn why(violation: Violation, world: &World, history: &History) -> String {
    let all = verdicts(world);
    if let Some(broken) = world.broken_invariant(&all).filter(|_| violation == Violation::Invariant) {
        return format!("Does not hold: {}", broken.text);
    }
    let scenario = world.scenario();
    let wrong = match violation {
        Violation::Duplicate => Some(Judgement::Duplicated),
        Violation::Loss => Some(Judgement::Lost),
        Violation::Stuck | Violation::Invariant => None,
    };
    let order = all.iter().find(|it| Some(it.judgement) == wrong);
    if let Some(why) = order.and_then(|it| story::why(history, it, scenario)) {
        return why;
    }
    format!(
        "The job is in the failed list and the {} has not happened: only a person can go on.",
        scenario.effect_noun
    )
}

/// The violation as a noun: `duplicate`.
pub(super) fn noun(violation: Violation) -> &'static str {
    match violation {
        Violation::Duplicate => "duplicate",
        Violation::Loss => "loss",
        Violation::Stuck => "job left in the failed list",
        Violation::Invariant => "schedule that breaks what must hold",
    }
}

/// What the button says that loads the violation's schedule.
fn replay_label(violation: Violation) -> &'static str {
    match violation {
        Violation::Duplicate => "Replay the duplicate",
        Violation::Loss => "Replay the loss",
        Violation::Stuck => "Replay the job left in the failed list",
        Violation::Invariant => "Replay the schedule that breaks what must hold",
    }
}
