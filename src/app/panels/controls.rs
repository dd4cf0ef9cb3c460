//! Scenario picker, consumer toggle, the bar of controls, and the producer's form.

use std::borrow::Cow;
use std::rc::Rc;

use crate::sim::{Action, MAX_ORDERS, TimerKind, timers, why_not};

use super::super::msg::Msg;
use super::super::state::App;
use super::super::view::{Button, Choice, ControlsView, ProducerView, ScenarioView};
use super::super::words;

impl App {
    pub(super) fn scenario_view(&self) -> Rc<ScenarioView> {
        let world = self.world();
        let current = world.consumer();
        let own = &self.scenario().consumers[current];
        let edited = world.program().source() != own.recipe;
        let (mut scenarios, mut groups, mut consumers) = (Vec::new(), Vec::new(), Vec::new());
        for (index, it) in self.catalogue.iter().enumerate() {
            let texts = [it.id.as_str(), &it.title, &it.summary];
            scenarios.push(choice(texts, index == self.scenario, Msg::Scenario(index)));
            groups.push(it.group.clone());
        }
        for (index, it) in self.scenario().consumers.iter().enumerate() {
            let texts = [it.id.as_str(), &it.title, &it.note];
            consumers.push(choice(texts, index == current, Msg::Consumer(index as u8)));
        }
        Rc::new(ScenarioView {
            scenarios,
            groups,
            picker_note: self.picker_note(),
            summary: self.scenario().summary.clone(),
            source: self.scenario().source.clone(),
            truth: self.scenario().truth.clone(),
            consumers,
            note: own.note.clone(),
            edited,
            fixed: None,
        })
    }

    pub(super) fn controls_view(&self) -> Rc<ControlsView> {
        let at_start = self.timeline.depth() == 0;
        let mut workers = Vec::new();
        for (id, _) in self.world().workers() {
            let title = words::numbered("Worker ", id.0.into());
            workers.push(choice([&id.0.to_string(), &title, ""], id == self.selected, Msg::Select(id)));
        }
        Rc::new(ControlsView {
            step: self.button_for(
                button("Step", Msg::Step, "The selected worker does its next thing."),
                &Action::Step(self.selected),
            ),
            back: button("Step back", Msg::Back, "Go back one step in time.")
                .refused(at_start, "This is the beginning."),
            forward: button("Step forward", Msg::Forward, "Do again what was done next.")
                .refused(!self.timeline.has_future(), "This is the end of the branch."),
            play: self.play_button(),
            playing: self.playing,
            reset: button("Reset", Msg::Reset, "Start the scenario again with one job waiting."),
            second: button("+1 s", Msg::Act(Action::Advance(1_000)), "Move the clock by one second."),
            next_timer: self.action_button(
                "To the next timer",
                "To the next timer".into(),
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
            lessons: self.lessons_button(),
            share: button("Share", Msg::Share, "Make a link that opens this very state."),
            now: words::clock(self.world().now()),
            workers,
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

    pub(super) fn action_button(
        &self,
        label: &'static str,
        name: Cow<'static, str>,
        action: Action,
        hint: &'static str,
    ) -> Button {
        let why_not = self.refusal(&action);
        Button { label, name, msg: Msg::Act(action), why_not, hint }
    }

    /// The button, which can be pressed while the action is possible.
    fn button_for(&self, mut button: Button, action: &Action) -> Button {
        button.why_not = self.refusal(action);
        button
    }

    fn refusal(&self, action: &Action) -> Option<Cow<'static, str>> {
        why_not(self.world(), action).map(|why| why.to_string().into())
    }

    fn next_timer_text(&self) -> String {
        let all = timers(self.world());
        let Some(first) = all.iter().map(|timer| timer.at).min() else {
            return "No timer is set.".to_owned();
        };
        let at = first.max(self.world().now());
        let mut text = words::text(&["in ", &words::span(at.since(self.world().now())), ": "]);
        let mut told = 0_u32;
        for timer in &all {
            if timer.at > at {
                continue;
            }
            told += 1;
            if told == 2 {
                text.push_str(", ");
            }
            if told <= 2 {
                text.push_str(&timer_text(&timer.kind));
            }
        }
        if told > 2 {
            text.push_str(&words::numbered(" and ", told - 2));
            text.push_str(" more");
        }
        text
    }

    pub(super) fn producer_view(&self) -> Rc<ProducerView> {
        let number = self.world().orders().count() as u32 + 1;
        let scenario = self.scenario();
        let mut fields = Vec::new();
        for field in &scenario.fields {
            let text = match self.fields.iter().find(|(name, _)| *name == field.name) {
                Some((_, typed)) => typed.clone(),
                None => field.value(number),
            };
            fields.push((field.name.clone(), text));
        }
        let what = crate::sim::Enqueue { fields: self.fields.clone() };
        Rc::new(ProducerView {
            fields,
            enqueue: self.button_for(
                button("Enqueue", Msg::Enqueue, "The producer adds a job for the next order."),
                &Action::Enqueue(what),
            ),
            title: format!("Order {} of at most {MAX_ORDERS}", number.min(MAX_ORDERS as u32)),
        })
    }
}

/// A button whose name is its label and which can always be pressed.
pub(in crate::app) fn button(label: &'static str, msg: Msg, hint: &'static str) -> Button {
    Button { label, name: Cow::Borrowed(label), msg, why_not: None, hint }
}

impl Button {
    /// The same button; when `refused`, it cannot be pressed, and says why.
    pub(in crate::app) fn refused(mut self, refused: bool, why: &'static str) -> Self {
        self.why_not = if refused { Some(Cow::Borrowed(why)) } else { None };
        self
    }
}

/// An entry of a list: its id, its title, and a note.
pub(in crate::app) fn choice(texts: [&str; 3], chosen: bool, msg: Msg) -> Choice {
    let [id, title, note] = texts;
    Choice { id: id.to_owned(), title: title.to_owned(), note: note.to_owned(), chosen, msg }
}

fn timer_text(kind: &TimerKind) -> String {
    match kind {
        TimerKind::Expiry(key) => words::text(&[&words::shorten(&key.to_text(), 40), " expires"]),
        TimerKind::Renewal(worker) => format!("{worker} renews its lock"),
        TimerKind::StalledCheck => "the stalled check".to_owned(),
        TimerKind::Due => "a delayed job is due".to_owned(),
    }
}
