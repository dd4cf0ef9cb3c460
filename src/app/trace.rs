//! A schedule told from its beginning: each action as a person reads it, what came of it, and the verdict.
//!
//! Deliberately absent: the page. The command line tells schedules too.

use std::fmt;
use std::sync::Arc;

use crate::sim::{Action, Refused, Scenario, Timeline, World, verdicts};

use super::describe;
use super::history::{History, Step};
use super::verdict::verdict;
use super::view::VerdictLine;
use super::words;

/// A schedule in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Its steps, in order.
    pub steps: Vec<TraceStep>,
    /// The verdict on each order at the end (the last dozen of them), with the story of its deliveries.
    pub orders: Vec<VerdictLine>,
    /// What must hold and does not, at the end.
    pub broken: Option<String>,
}

/// One action and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// What was done: `Crash worker 1`.
    pub action: String,
    /// The clock afterwards: `30.001 s`.
    pub at: String,
    /// What happened, a sentence each, the one that matters most first.
    pub happened: Vec<String>,
}

/// A schedule cannot be told to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// The action that is not possible, counted from one.
    pub step: usize,
    /// How many actions the schedule has.
    pub of: usize,
    /// Why it is not possible.
    pub why: String,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action {} of {} is not possible. {}", self.step, self.of, self.why)
    }
}

impl std::error::Error for TraceError {}

/// Tells a schedule that begins in `world`.
///
/// # Errors
/// The first action that is not possible.
pub fn trace(world: World, actions: &[Action]) -> Result<Trace, TraceError> {
    let scenario = Arc::clone(world.scenario());
    let mut timeline = Timeline::new(world);
    let mut steps = Vec::with_capacity(actions.len());
    for (index, action) in actions.iter().enumerate() {
        let failed = |why: String| TraceError { step: index + 1, of: actions.len(), why };
        let name = action_name(action, &scenario);
        let events = timeline
            .act(action.clone())
            .map_err(|full| failed(full.to_string()))?
            .map_err(|refused: Refused| failed(refused.to_string()))?;
        let (first, more) = describe::step(events, &scenario);
        let happened = std::iter::once(first).chain(more).collect();
        steps.push(TraceStep { action: name, at: words::clock(timeline.world().now()), happened });
    }
    let broken = timeline.world().broken_invariant(&verdicts(timeline.world())).map(|it| it.text.clone());
    let line = timeline.line();
    let history = History::read(&Step::along(&timeline, &line), timeline.world());
    let orders = verdict(timeline.world(), &history).lines.clone();
    Ok(Trace { steps, orders, broken })
}

/// What an action is called on the page's buttons.
#[must_use]
pub fn action_name(action: &Action, scenario: &Scenario) -> String {
    match action {
        Action::Step(id) => format!("Step {id}"),
        Action::Fault(kind, _) => match (action.worker(), action.job()) {
            (Some(worker), _) => format!("{} {worker}", kind.row().label),
            (None, Some(job)) => format!("{} {job}", kind.row().label),
            (None, None) => kind.row().label.to_owned(),
        },
        Action::Thaw(id) => format!("Thaw {id}"),
        Action::Restart(id) => format!("Restart {id}"),
        Action::Enqueue(_) => "Enqueue".to_owned(),
        Action::EnqueueAgain(job) => format!("Enqueue again {job}"),
        Action::NextTimer => "To the next timer".to_owned(),
        Action::Advance(span) => format!("Move the clock by {}", words::span(u64::from(*span))),
        Action::SetConsumer(index) => match scenario.consumers.get(usize::from(*index)) {
            Some(consumer) => format!("Choose {}", consumer.title),
            None => format!("Choose consumer {}", u32::from(*index) + 1),
        },
        Action::SetRecipe(_) => "Edit the code".to_owned(),
        Action::CrashAfter { line, on: true } => format!("Crash after line {line}"),
        Action::CrashAfter { line, on: false } => format!("No crash after line {line}"),
        Action::AckFirst(true) => "Acknowledge first".to_owned(),
        Action::AckFirst(false) => "Acknowledge last".to_owned(),
        Action::Command(line) => format!("Type {line}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::catalogue;
    use crate::sim::{JobNo, WORKERS, WorkerId};

    fn charge() -> Arc<Scenario> {
        catalogue().into_iter().find(|it| it.id == "charge").expect("it is shipped")
    }

    #[test]
    fn a_schedule_is_told_action_by_action_with_what_came_of_it() {
        let step = Action::Step(WorkerId(1));
        let told = trace(World::new(&charge(), 0, WORKERS), &[step.clone(), step.clone(), step]).unwrap();
        let first = &told.steps[0];
        assert_eq!((first.action.as_str(), first.at.as_str()), ("Step worker 1", "0.000 s"));
        assert_eq!(first.happened, ["Worker 1 takes job 1: delivery 1."]);
        assert_eq!(told.orders[0].text, "Order 1: delivered 1×, charged 1×. Once.");
        assert_eq!(told.broken, None);
    }

    #[test]
    fn an_impossible_action_is_named_by_its_place_and_told_why() {
        let actions = [Action::Step(WorkerId(1)), Action::redeliver(JobNo(9))];
        let error = trace(World::new(&charge(), 0, WORKERS), &actions).unwrap_err();
        assert_eq!(error.to_string(), "Action 2 of 2 is not possible. There is no job 9.");
    }
}
