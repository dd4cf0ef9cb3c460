//! The panel `Compare`: consumers side by side. One action list drives each of them, step by step.

use std::rc::Rc;

use crate::base::sort_short_by_key;
use crate::sim::{Action, Event, World, apply, verdicts};

use super::buttons::{button, choice};
use super::describe;
use super::drawing::Drawing;
use super::effects::{Effect, Effects, Open};
use super::history::{History, Step};
use super::msg::{CompareMsg, Msg};
use super::session::Session;
use super::verdict;
use super::view::{CompareColumn, CompareView};
use super::words;

/// The least and the most consumers side by side.
const LEAST: usize = 2;
const MOST: usize = 4;

/// The most steps that are compared; of a longer session, the first ones.
const MAX_STEPS: usize = 500;

/// The comparison.
#[derive(Clone, Debug, Default)]
pub(super) struct Compare {
    /// The consumers in it, by index, in order.
    chosen: Vec<usize>,
}

/// What one consumer made of the action list.
struct Lane {
    consumer: usize,
    events: Vec<Vec<Event>>,
    world: World,
}

impl Compare {
    /// Does what was asked for; `open` when the panel is.
    pub(super) fn update(&mut self, session: &Session, open: bool, msg: CompareMsg) -> Effects {
        match msg {
            CompareMsg::Open(true) => {
                self.choose(session);
                Effect::Open(Open::Compare).into()
            }
            CompareMsg::Open(false) => Effect::Open(Open::Nothing).into(),
            CompareMsg::Toggle(consumer) if open => self.toggle(consumer),
            CompareMsg::Toggle(_) => Effects::none(),
        }
    }

    /// Chooses the consumer in use and its neighbours.
    pub(super) fn choose(&mut self, session: &Session) {
        let count = session.scenario().consumers.len();
        let current = session.world().consumer();
        let others = (0..count).filter(|index| *index != current).take(LEAST);
        self.chosen = others.chain([current]).collect();
        sort_short_by_key(&mut self.chosen, |index| *index);
    }

    /// Puts a consumer into the comparison or takes it out.
    fn toggle(&mut self, consumer: usize) -> Effects {
        let chosen = &mut self.chosen;
        if let Some(at) = chosen.iter().position(|it| *it == consumer) {
            if chosen.len() > LEAST {
                chosen.remove(at);
            } else {
                return Effects::problem(&format!("A comparison takes at least {LEAST} consumers."));
            }
        } else if chosen.len() < MOST {
            chosen.push(consumer);
            sort_short_by_key(chosen, |index| *index);
        } else {
            return Effects::problem(&format!(
                "A comparison takes at most {MOST} consumers: take one out first."
            ));
        }
        Effects::none()
    }

    /// The panel; none without a consumer that can be driven.
    pub(super) fn view(&self, session: &Session) -> Option<Rc<CompareView>> {
        // Which consumer runs is each lane's own; all else is common to them.
        let all = session.timeline().actions();
        let (mut actions, mut lanes, mut columns) = (Vec::new(), Vec::new(), Vec::new());
        let (mut changes, mut cut) = (0, 0);
        for action in &all {
            if matches!(action, Action::SetConsumer(_) | Action::SetRecipe(_)) {
                changes += 1;
            } else if actions.len() < MAX_STEPS {
                actions.push(action.clone());
            } else {
                cut += 1;
            }
        }
        for consumer in &self.chosen {
            lanes.extend(drive(session, *consumer, &actions));
        }
        let first = lanes.first()?;
        for lane in &lanes {
            columns.push(column_of(session, lane, first, &actions));
        }
        let mut choices = Vec::new();
        for (index, it) in session.scenario().consumers.iter().enumerate() {
            let texts = [it.id.as_str(), &it.title, &it.note];
            choices.push(choice(
                texts,
                self.chosen.contains(&index),
                Msg::Compare(CompareMsg::Toggle(index)),
            ));
        }
        let mut notes = Vec::new();
        if changes > 0 {
            let steps = words::count(changes, "step");
            notes
                .push(format!("Left out: {steps} that changed the consumer, since each column has its own."));
        }
        if cut > 0 {
            notes.push(format!("Only the first {MAX_STEPS} steps are compared; {cut} more follow."));
        }
        Some(Rc::new(CompareView {
            choices,
            columns,
            text: format!(
                "{}, the same for each consumer: one with more statements is interrupted earlier in its work than if the fault waited for it.",
                words::count(actions.len(), "step")
            ),
            note: notes.join(" "),
            close: button(
                "Close the comparison",
                Msg::Compare(CompareMsg::Open(false)),
                "Back to one consumer.",
            ),
        }))
    }
}

/// Plays the action list under one consumer; what is impossible there is noted and passed over.
fn drive(session: &Session, consumer: usize, actions: &[Action]) -> Option<Lane> {
    if consumer >= session.scenario().consumers.len() {
        return None;
    }
    let mut world = World::new(session.scenario(), consumer, session.workers());
    session.edited(consumer, &mut world);
    let mut events = Vec::new();
    for action in actions {
        events.push(apply(&mut world, action));
    }
    Some(Lane { consumer, events, world })
}

fn column_of(session: &Session, lane: &Lane, first: &Lane, actions: &[Action]) -> CompareColumn {
    let mut steps = Vec::new();
    for (action, events) in actions.iter().zip(&lane.events) {
        steps.push(Step { action, events });
    }
    let history = History::read(&steps, &lane.world);
    let position = steps.len() as u32;
    let drawing = Drawing { steps: &steps, position, world: &lane.world, history: &history };
    let (mut impossible, mut differs, mut judged) = (Vec::new(), Vec::new(), Vec::new());
    for verdict in &verdicts(&lane.world) {
        let line = verdict::line(&lane.world, verdict, &History::default());
        judged.push((line.judgement, line.text));
    }
    for (index, events) in lane.events.iter().enumerate() {
        let number = index as u32 + 1;
        if let [Event::Refused(why)] = events.as_slice() {
            impossible.push(format!("Step {number} was not possible here. {why}"));
        }
        if *events != first.events[index] {
            differs.push((number, describe::step(events, lane.world.scenario()).0));
        }
    }
    CompareColumn {
        consumer: session.title_of(lane.consumer, &lane.world),
        picture: Rc::new(drawing.view(Vec::new())),
        verdicts: judged,
        impossible,
        differs,
    }
}
