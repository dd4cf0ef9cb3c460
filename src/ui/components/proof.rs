//! The proof: the bound, the search as it goes on, what it found, and what it says nothing about.

use std::any::Any;

use yew::prelude::*;

use super::button::Look;
use super::checkbox::checkbox;
use super::diagram::Diagram;
use super::icon::Icon;
use super::matrix::Matrix;
use super::opened::turn_to_heading;
use crate::app::view::{CounterexampleView, Finding, NumberChoice, ProofView};
use crate::app::{Msg, ProofMsg};
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, part, tag};
use crate::ui::slice::Slice;

/// The proof, in the stage's place. Takes the focus as it opens and gives it back.
#[derive(PartialEq)]
pub(super) struct Proof {
    /// The proof.
    pub proof: Slice<ProofView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Proof {
    const NAME: &'static str = "proof";

    fn draw(&self, node: &NodeRef) -> Html {
        let Self { proof, ask } = self;
        let head = tag("div.panel-head")
            .child(tag("h2[id=proof-title][tabindex=-1]").node(node).says("Proof"))
            .button(&proof.close, &Look::CLOSE, ask);
        let found = (!proof.counterexamples.is_empty()).then(|| {
            tag("div.counterexamples").each(&proof.counterexamples, |found| counterexample(found, ask))
        });
        let alone = proof.matrices.len() == 1;
        let mut scroll = tag("div.scroll[tabindex=0][role=group][aria-label=The proof in full]")
            .child(result(proof, ask))
            .child(bound(proof, ask))
            .maybe(found)
            .each(&proof.matrices, |matrix| {
                part(Matrix { matrix: Slice::from(matrix), alone, ask: ask.clone() })
            })
            .child(checkbox(
                "Matrices of all scenarios",
                proof.all,
                &Msg::Proof(ProofMsg::All(!proof.all)),
                ask,
            ));
        let from = scroll.count();
        if !proof.not_covered.is_empty() {
            scroll = scroll
                .child(tag("h3").says("Not covered"))
                .child(tag("ul.not-covered").texts("li", &proof.not_covered));
        }
        let scroll = scroll.gather(from);
        tag("section.panel proof[aria-labelledby=proof-title]").child(head).child(scroll).into()
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        if before.is_none() { turn_to_heading(node) } else { None }
    }
}

fn result(proof: &ProofView, ask: &Asker) -> Tag {
    let sentence =
        tag("p.sentence").child(icon(proof.finding).draw()).child(tag("strong").text(&proof.verdict));
    let stale =
        (!proof.stale.is_empty()).then(|| tag("p.stale").child(Icon::Warning.draw()).says(proof.stale));
    let covered = proof.covered.as_ref().map(|covered| tag("p").text(covered));
    let buttons = tag("div.buttons").button(&proof.again, &const { Look::of(Icon::Again) }, ask).button(
        &proof.cancel,
        &const { Look::of(Icon::Close) },
        ask,
    );
    tag("div.result")
        .class(true, tone(proof.finding))
        .child(tag("p.detail").text(&proof.subject))
        .child(sentence)
        .child(tag("p").says("Bound: ").text(&proof.bound))
        .child(tag("p.progress").text(&proof.progress))
        .maybe(covered)
        .maybe(stale)
        .child(buttons)
}

fn bound(proof: &ProofView, ask: &Asker) -> Tag {
    let kinds = tag("fieldset")
        .child(tag("legend").says("Faults that may happen"))
        .each(&proof.kinds, |kind| checkbox(&kind.label, kind.on, &kind.msg, ask));
    tag("details.bound")
        .child(tag("summary").says("Change the bound"))
        .child(tag("div.numbers").each(&proof.numbers, |number| number_choice(number, ask)))
        .child(kinds)
}

fn number_choice(number: &NumberChoice, ask: &Asker) -> Tag {
    let dimension = number.dimension;
    let mut select = tag("select").on_change(ask, move |value| {
        Ask::Do(Msg::Proof(ProofMsg::Number(dimension, value.parse().unwrap_or_default())))
    });
    for value in number.least..=number.most {
        let word = value.to_string();
        select = select
            .child(tag("option").set("value", &word).flag("selected", value == number.value).text(&word));
    }
    tag("label").child(tag("span").text(&number.label)).child(select)
}

pub(super) fn counterexample(found: &CounterexampleView, ask: &Asker) -> Tag {
    let diagram = Diagram {
        timeline: Slice::from(&found.picture),
        name: format!("Space-time diagram. {}. Its steps follow in words.", found.title),
        scroller: Some(format!("Drawing. {}", found.title)),
        marked: Vec::new(),
        ask: None,
    };
    let head = tag("div.panel-head").child(tag("h3").text(&found.title)).button(
        &found.replay,
        &const { Look::of(Icon::Play) },
        ask,
    );
    let steps = tag("ol.numbered").each(&found.picture.columns, |column| tag("li").text(&column.text));
    tag("section.counterexample")
        .key(found.violation.word())
        .set("aria-label", &found.title)
        .child(head)
        .child(tag("p").text(&found.why))
        .child(part(diagram))
        .child(tag("details").child(tag("summary").says("Its steps in words")).child(steps))
}

/// The look of a result; beside it always stand its words.
pub(super) fn tone(finding: Finding) -> &'static str {
    match finding {
        Finding::Once => "tone-once",
        Finding::Duplicates | Finding::DuplicatesAndLoses => "tone-duplicated",
        Finding::Loses | Finding::BreaksATruth | Finding::LeavesUndone | Finding::NeverDone => "tone-lost",
        Finding::Open => "tone-open",
    }
}

/// The pictogram of a result.
pub(super) fn icon(finding: Finding) -> Icon {
    match finding {
        Finding::Once => Icon::Check,
        Finding::Duplicates | Finding::DuplicatesAndLoses => Icon::Double,
        Finding::Loses => Icon::Empty,
        Finding::BreaksATruth | Finding::LeavesUndone | Finding::NeverDone => Icon::Warning,
        Finding::Open => Icon::Dots,
    }
}
