//! Scenario picker, consumer toggle, the bar of controls, and the producer's form.

use std::rc::Rc;

use crate::sim::{Action, MAX_ORDERS, TimerKind, World, timers};

use super::super::allowed::Allowed;
use super::super::buttons::{Buttons, button, choice};
use super::super::effects::Open;
use super::super::msg::{CompareMsg, Msg, ProofMsg};
use super::super::picker::Picker;
use super::super::session::Session;
use super::super::view::{Button, ControlsView, ProducerView, ScenarioView};
use super::super::words;
use super::super::{learn, scale};

/// The scenario picker and the consumers.
pub(in crate::app) fn scenario(session: &Session, picker: &Picker, allowed: &Allowed) -> Rc<ScenarioView> {
    let (world, scenario) = (session.world(), session.scenario());
    let current = world.consumer();
    let own = &scenario.consumers[current];
    let edited = world.program().source() != own.recipe;
    let (mut scenarios, mut groups, mut consumers) = (Vec::new(), Vec::new(), Vec::new());
    for (index, it) in picker.scenarios().iter().enumerate() {
        let texts = [it.id.as_str(), &it.title, &it.summary];
        scenarios.push(choice(texts, index == picker.current(), Msg::Scenario(index)));
        groups.push(it.group.clone());
    }
    for (index, it) in scenario.consumers.iter().enumerate() {
        let texts = [it.id.as_str(), &it.title, &it.note];
        consumers.push(choice(texts, index == current, Msg::Consumer(index as u8)));
    }
    Rc::new(ScenarioView {
        scenarios,
        groups,
        picker_note: picker.note(),
        summary: scenario.summary.clone(),
        source: scenario.source.clone(),
        truth: scenario.truth.clone(),
        consumers,
        note: if allowed.predicts() { String::new() } else { own.note.clone() },
        edited,
        fixed: allowed.refusal(&Msg::Consumer(0)),
    })
}

/// The bar of controls; `open` is the panel that is open.
pub(in crate::app) fn controls(session: &Session, open: Open, buttons: Buttons<'_>) -> Rc<ControlsView> {
    let (world, timeline) = (session.world(), session.timeline());
    let mut workers = Vec::new();
    for (id, _) in world.workers() {
        let title = format!("Worker {}", id.0);
        workers.push(choice([&id.0.to_string(), &title, ""], id == session.selected(), Msg::Select(id)));
    }
    Rc::new(ControlsView {
        step: buttons.button_for(
            buttons.button("Step", Msg::Step, "The selected worker does its next thing."),
            &Action::Step(session.selected()),
        ),
        back: buttons
            .button("Step back", Msg::Back, "Go back one step in time.")
            .refused(timeline.depth() == 0, "This is the beginning."),
        forward: buttons
            .button("Step forward", Msg::Forward, "Do again what was done next.")
            .refused(!timeline.has_future(), "This is the end of the branch."),
        play: play_button(session, buttons),
        playing: session.playing(),
        reset: buttons.button("Reset", Msg::Reset, "Start the scenario again with one job waiting."),
        second: buttons.button("+1 s", Msg::Act(Action::Advance(1_000)), "Move the clock by one second."),
        next_timer: buttons.action_button(
            "To the next timer",
            "To the next timer".into(),
            Action::NextTimer,
            "Move the clock to the next moment at which something happens by itself.",
        ),
        next_timer_text: next_timer_text(world),
        prove: buttons.button(
            "Prove",
            Msg::Proof(ProofMsg::Prove),
            "Search every schedule of faults within a bound.",
        ),
        compare: buttons.button(
            "Compare",
            Msg::Compare(CompareMsg::Open(open != Open::Compare)),
            "Put consumers side by side under the same steps.",
        ),
        scale: scale::opener(session.scenario(), open, buttons),
        lessons: learn::opener(open),
        share: button("Share", Msg::Share, "Make a link that opens this very state."),
        now: words::clock(world.now()),
        workers,
        ack_first: world.ack_first(),
        ack_first_msg: Msg::Act(Action::AckFirst(!world.ack_first())),
    })
}

fn play_button(session: &Session, buttons: Buttons<'_>) -> Button {
    if session.playing() {
        buttons.button("Pause", Msg::Pause, "Stop playing.")
    } else {
        buttons.button("Play", Msg::Play, "Let the workers go on by themselves, without faults.")
    }
}

fn next_timer_text(world: &World) -> String {
    let all = timers(world);
    let Some(first) = all.iter().map(|timer| timer.at).min() else {
        return "No timer is set.".to_owned();
    };
    let at = first.max(world.now());
    let mut text = format!("in {}: ", words::span(at.since(world.now())));
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
        text.push_str(&format!(" and {}", told - 2));
        text.push_str(" more");
    }
    text
}

/// The form for the next job.
pub(in crate::app) fn producer(session: &Session, buttons: Buttons<'_>) -> Rc<ProducerView> {
    let number = session.world().orders().count() as u32 + 1;
    let scenario = session.scenario();
    let mut fields = Vec::new();
    for field in &scenario.fields {
        let text = match session.fields().iter().find(|(name, _)| *name == field.name) {
            Some((_, typed)) => typed.clone(),
            None => field.value(number),
        };
        fields.push((field.name.clone(), text));
    }
    let what = crate::sim::Enqueue { fields: session.fields().to_vec() };
    Rc::new(ProducerView {
        fields,
        enqueue: buttons.button_for(
            buttons.button("Enqueue", Msg::Enqueue, "The producer adds a job for the next order."),
            &Action::Enqueue(what),
        ),
        title: format!("Order {} of at most {MAX_ORDERS}", number.min(MAX_ORDERS as u32)),
    })
}

fn timer_text(kind: &TimerKind) -> String {
    match kind {
        TimerKind::Expiry(key) => format!("{} expires", words::shorten(&key.to_text(), 40)),
        TimerKind::Renewal(worker) => format!("{worker} renews its lock"),
        TimerKind::StalledCheck => "the stalled check".to_owned(),
        TimerKind::Due => "a delayed job is due".to_owned(),
    }
}
