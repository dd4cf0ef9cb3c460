//! Scenario picker, consumer toggle, the bar of controls, and the producer's form.

use std::rc::Rc;

use crate::sim::{Action, MAX_ORDERS, TimerKind, timers, why_not};

use super::super::state::{App, Msg};
use super::super::view::{Button, Choice, ControlsView, ProducerView, ScenarioView};
use super::super::words;

impl App {
    pub(super) fn scenario_view(&self) -> Rc<ScenarioView> {
        let world = self.world();
        let current = world.consumer();
        let own = &self.scenario().consumers[current];
        let edited = world.program().source() != own.recipe;
        let scenarios = self.catalogue.iter().enumerate().map(|(index, it)| Choice {
            id: it.id.clone(),
            title: it.title.clone(),
            note: it.summary.clone(),
            chosen: index == self.scenario,
            msg: Msg::Scenario(index),
        });
        let consumers = self.scenario().consumers.iter().enumerate().map(|(index, it)| Choice {
            id: it.id.clone(),
            title: it.title.clone(),
            note: it.note.clone(),
            chosen: index == current,
            msg: Msg::Consumer(index as u8),
        });
        Rc::new(ScenarioView {
            scenarios: scenarios.collect(),
            groups: self.catalogue.iter().map(|it| it.group.clone()).collect(),
            summary: self.scenario().summary.clone(),
            source: self.scenario().source.clone(),
            truth: self.scenario().truth.clone(),
            consumers: consumers.collect(),
            note: own.note.clone(),
            edited,
        })
    }

    pub(super) fn controls_view(&self) -> Rc<ControlsView> {
        let at_start = self.timeline.depth() == 0;
        let back = at_start.then(|| "This is the beginning.".to_owned());
        let forward = (!self.timeline.has_future()).then(|| "This is the end of the branch.".to_owned());
        let workers = self.world().workers().map(|(id, _)| Choice {
            id: id.0.to_string(),
            title: format!("Worker {}", id.0),
            note: String::new(),
            chosen: id == self.selected,
            msg: Msg::Select(id),
        });
        let step = Action::Step(self.selected);
        Rc::new(ControlsView {
            step: Button {
                why_not: why_not(self.world(), &step).map(|why| why.to_string()),
                ..button("Step", Msg::Step, "The selected worker does its next thing.")
            },
            back: Button { why_not: back, ..button("Step back", Msg::Back, "Go back one step in time.") },
            forward: Button {
                why_not: forward,
                ..button("Step forward", Msg::Forward, "Do again what was done next.")
            },
            play: self.play_button(),
            playing: self.playing,
            reset: button("Reset", Msg::Reset, "Start the scenario again with one job waiting."),
            second: button("+1 s", Msg::Act(Action::Advance(1_000)), "Move the clock by one second."),
            next_timer: self.action_button(
                "To the next timer",
                "To the next timer",
                Action::NextTimer,
                "Move the clock to the next moment at which something happens by itself.",
            ),
            next_timer_text: self.next_timer_text(),
            prove: button("Prove", Msg::Prove, "Search every schedule of faults within a bound."),
            compare: button(
                "Compare",
                Msg::Compare(self.compared.is_none()),
                "Put consumers side by side under the same steps.",
            ),
            scale: self.scale_button(),
            share: button("Share", Msg::Share, "Make a link that opens this very state."),
            now: words::clock(self.world().now()),
            workers: workers.collect(),
            ack_first: self.world().ack_first(),
            ack_first_msg: Msg::Act(Action::AckFirst(!self.world().ack_first())),
        })
    }

    fn play_button(&self) -> Button {
        if self.playing {
            button("Pause", Msg::Pause, "Stop playing.")
        } else {
            button("Play", Msg::Play, "Let the workers go on by themselves, without faults.")
        }
    }

    pub(super) fn action_button(&self, label: &str, name: &str, action: Action, hint: &str) -> Button {
        Button {
            label: label.to_owned(),
            name: name.to_owned(),
            why_not: why_not(self.world(), &action).map(|why| why.to_string()),
            msg: Msg::Act(action),
            hint: hint.to_owned(),
        }
    }

    fn next_timer_text(&self) -> String {
        let all = timers(self.world());
        let Some(first) = all.iter().map(|timer| timer.at).min() else {
            return "No timer is set.".to_owned();
        };
        let at = first.max(self.world().now());
        let here: Vec<String> =
            all.iter().filter(|timer| timer.at <= at).map(|timer| timer_text(&timer.kind)).collect();
        let more = here.len().saturating_sub(2);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let shown: Vec<&str> = here.iter().take(2).map(String::as_str).collect();
        format!("in {}: {}{more}", words::span(at.since(self.world().now())), shown.join(", "))
    }

    pub(super) fn producer_view(&self) -> Rc<ProducerView> {
        let number = self.world().orders().count() as u32 + 1;
        let scenario = self.scenario();
        let fields = scenario.fields.iter().map(|field| {
            let typed =
                self.fields.iter().find(|(name, _)| *name == field.name).map(|(_, text)| text.clone());
            (field.name.clone(), typed.unwrap_or_else(|| field.value(number)))
        });
        let what = crate::sim::Enqueue { fields: self.fields.clone() };
        Rc::new(ProducerView {
            fields: fields.collect(),
            enqueue: Button {
                why_not: why_not(self.world(), &Action::Enqueue(what)).map(|why| why.to_string()),
                ..button("Enqueue", Msg::Enqueue, "The producer adds a job for the next order.")
            },
            title: format!("Order {} of at most {MAX_ORDERS}", number.min(MAX_ORDERS as u32)),
        })
    }
}

/// A button whose name is its label and which can always be pressed.
pub(in crate::app) fn button(label: &str, msg: Msg, hint: &str) -> Button {
    Button { label: label.to_owned(), name: label.to_owned(), msg, why_not: None, hint: hint.to_owned() }
}

fn timer_text(kind: &TimerKind) -> String {
    match kind {
        TimerKind::Expiry(key) => format!("{} expires", words::shorten(&key.to_text(), 40)),
        TimerKind::Renewal(worker) => format!("{worker} renews its lock"),
        TimerKind::StalledCheck => "the stalled check".to_owned(),
        TimerKind::Due => "a delayed job is due".to_owned(),
    }
}
