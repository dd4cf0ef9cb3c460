//! Comparing consumers: one action list drives each of them, step by step.

use std::rc::Rc;

use crate::base::sort_short_by_key;
use crate::sim::{Action, Event, Judgement, Verdict, World, apply, verdicts};

use super::describe;
use super::drawing::Drawing;
use super::history::{History, Step};
use super::msg::Msg;
use super::state::App;
use super::view::{CompareColumn, CompareView};
use super::words;

/// The least and the most consumers side by side.
const LEAST: usize = 2;
const MOST: usize = 4;

/// The most steps that are compared; of a longer session, the first ones.
const MAX_STEPS: usize = 500;

/// The comparison's choice of consumers, by index; none while it is closed.
pub(super) type Chosen = Option<Vec<usize>>;

/// What one consumer made of the action list.
struct Lane {
    consumer: usize,
    events: Vec<Vec<Event>>,
    world: World,
}

impl App {
    /// Opens the comparison with the consumer in use and its neighbours, or closes it.
    pub(super) fn compare(&mut self, open: bool) {
        let count = self.scenario().consumers.len();
        let current = self.world().consumer();
        let others = (0..count).filter(|index| *index != current).take(LEAST);
        let mut chosen: Vec<usize> = others.chain([current]).collect();
        sort_short_by_key(&mut chosen, |index| *index);
        self.compared = open.then_some(chosen);
    }

    /// Puts a consumer into the comparison or takes it out.
    pub(super) fn toggle_compared(&mut self, consumer: usize) {
        let Some(chosen) = &mut self.compared else { return };
        if let Some(at) = chosen.iter().position(|it| *it == consumer) {
            if chosen.len() > LEAST {
                chosen.remove(at);
            } else {
                self.problem(format!("A comparison takes at least {LEAST} consumers."));
            }
        } else if chosen.len() < MOST {
            chosen.push(consumer);
            sort_short_by_key(chosen, |index| *index);
        } else {
            self.problem(format!("A comparison takes at most {MOST} consumers: take one out first."));
        }
    }

    /// The comparison; none while it is closed.
    pub(super) fn compare_view(&self) -> Option<Rc<CompareView>> {
        let chosen = self.compared.as_ref()?;
        // Which consumer runs is each lane's own; all else is common to them.
        let all = self.timeline.actions();
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
        for consumer in chosen {
            lanes.extend(self.drive(*consumer, &actions));
        }
        let first = lanes.first()?;
        for lane in &lanes {
            columns.push(self.column_of(lane, first, &actions));
        }
        let mut choices = Vec::new();
        for (index, it) in self.scenario().consumers.iter().enumerate() {
            let texts = [it.id.as_str(), &it.title, &it.note];
            choices.push(super::panels::choice(texts, chosen.contains(&index), Msg::ToggleCompared(index)));
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
            text: words::text(&[
                &words::count(actions.len(), "step"),
                ", the same for each consumer: one with more statements is interrupted earlier in its work than if the fault waited for it.",
            ]),
            note: notes.join(" "),
            close: super::panels::button(
                "Close the comparison",
                Msg::Compare(false),
                "Back to one consumer.",
            ),
        }))
    }

    /// Plays the action list under one consumer; what is impossible there is noted and passed over.
    fn drive(&self, consumer: usize, actions: &[Action]) -> Option<Lane> {
        if consumer >= self.scenario().consumers.len() {
            return None;
        }
        let mut world = World::new(self.scenario(), consumer, self.workers);
        self.edited(consumer, &mut world);
        let mut events = Vec::new();
        for action in actions {
            events.push(apply(&mut world, action));
        }
        Some(Lane { consumer, events, world })
    }

    /// The consumer in use runs its edited text, if it was edited: what sets it, done to the world.
    pub(super) fn edited(&self, consumer: usize, world: &mut World) -> Vec<Action> {
        let mut setup = Vec::new();
        if consumer == self.world().consumer() {
            setup.push(Action::SetRecipe(self.world().program().source().into()));
        }
        setup.retain(|action| !matches!(apply(world, action).as_slice(), [Event::Refused(_)]));
        setup
    }

    fn column_of(&self, lane: &Lane, first: &Lane, actions: &[Action]) -> CompareColumn {
        let mut steps = Vec::new();
        for (action, events) in actions.iter().zip(&lane.events) {
            steps.push(Step { action, events });
        }
        let history = History::read(&steps, &lane.world);
        let position = steps.len() as u32;
        let drawing = Drawing { steps: &steps, position, world: &lane.world, history: &history };
        let (mut impossible, mut differs, mut judged) = (Vec::new(), Vec::new(), Vec::new());
        for verdict in &verdicts(&lane.world) {
            judged.push(self.verdict_words(verdict));
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
            consumer: self.title_of(lane.consumer, &lane.world),
            picture: Rc::new(drawing.view(Vec::new())),
            verdicts: judged,
            impossible,
            differs,
        }
    }

    /// The consumer's title, which says if a world runs an edited text.
    pub(super) fn title_of(&self, consumer: usize, world: &World) -> String {
        let consumer = &self.scenario().consumers[consumer];
        let edited = world.program().source() != consumer.recipe;
        format!("{}{}", consumer.title, if edited { ", edited" } else { "" })
    }

    fn verdict_words(&self, verdict: &Verdict) -> (Judgement, String) {
        let line = self.verdict_line(verdict, &History::default());
        (line.judgement, line.text)
    }
}
