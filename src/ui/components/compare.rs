//! The comparison: what one list of actions does to several consumers, step under step.

use std::any::Any;

use yew::prelude::*;

use super::button::Look;
use super::checkbox::checkbox;
use super::diagram::Diagram;
use super::icon::Icon;
use super::opened::turn_to_heading;
use super::verdict;
use crate::app::view::{CompareColumn, CompareView};
use crate::ui::dom::{Asker, Part, Tag, part, tag};
use crate::ui::slice::Slice;

/// The comparison, in the place of the code and the stores. Takes the focus as it opens and gives it back.
#[derive(PartialEq)]
pub(super) struct Compare {
    /// The comparison.
    pub compare: Slice<CompareView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Compare {
    const NAME: &'static str = "compare";

    fn draw(&self, node: &NodeRef) -> Html {
        let Self { compare, ask } = self;
        let about = tag("p.detail")
            .text(&compare.text)
            .says(" ")
            .text(&compare.note)
            .says(" Framed: something else happened than under the first consumer.");
        let head = tag("div.panel-head")
            .child(tag("h2[id=compare-title][tabindex=-1]").node(node).says("Comparison"))
            .child(about)
            .button(&compare.close, &Look::CLOSE, ask);
        let choices = tag("fieldset.choices")
            .child(tag("legend").says("Two to four consumers"))
            .each(&compare.choices, |choice| checkbox(&choice.title, choice.chosen, &choice.msg, ask));
        let mut first = true;
        // One box for all, so that the same step stays under the same step.
        let columns =
            tag("div.scroll lanes-side[tabindex=0][role=group][aria-label=The consumers, step under step]")
                .each(&compare.columns, |column| one(column, std::mem::take(&mut first)));
        tag("section.panel compare[aria-labelledby=compare-title]")
            .child(head)
            .child(choices)
            .child(columns)
            .into()
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        if before.is_none() { turn_to_heading(node) } else { None }
    }
}

fn one(column: &CompareColumn, first: bool) -> Tag {
    let verdicts = tag("ul").each(&column.verdicts, |(judgement, text)| {
        tag("li.compared-verdict")
            .class(true, verdict::tone(*judgement))
            .set("data-verdict", judgement.word())
            .child(verdict::icon(*judgement).draw())
            .child(tag("span").text(text))
    });
    let name = format!("Space-time diagram of {}. Where it differs stands below in words.", column.consumer);
    let diagram = Diagram {
        timeline: Slice::from(&column.picture),
        name,
        scroller: None,
        marked: column.differs.iter().map(|(step, _)| *step).collect(),
        ask: None,
    };
    let head = tag("div.compared-head").child(tag("h3").text(&column.consumer)).child(verdicts);
    tag("section.compared")
        .key(&column.consumer)
        .set("aria-label", &column.consumer)
        .child(head)
        .child(part(diagram))
        .child(differences(column, first))
}

fn differences(column: &CompareColumn, first: bool) -> Tag {
    let impossible = (!column.impossible.is_empty()).then(|| {
        tag("ul.impossible").each(&column.impossible, |it| tag("li").child(Icon::Warning.draw()).text(it))
    });
    let differs = if !column.differs.is_empty() {
        let steps =
            tag("ul").each(&column.differs, |(step, text)| tag("li").text(&format!("Step {step}: {text}")));
        let summary = format!("Different at {}", counted(column.differs.len()));
        Some(tag("details").child(tag("summary").text(&summary)).child(steps))
    } else if !first {
        Some(tag("p.detail").says("The same as the first, step by step."))
    } else {
        None
    };
    tag("div.differences").maybe(impossible).maybe(differs)
}

fn counted(steps: usize) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}
