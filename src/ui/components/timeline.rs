//! The timeline: the slider, the drawing, the same steps as text, and the branches.

use yew::prelude::*;

use super::diagram::Diagram;
use crate::app::Msg;
use crate::app::view::{Choice, ColumnView, Lost, TimelineView};
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, part, tag};
use crate::ui::slice::Slice;

/// What happened, and what may still happen again.
#[derive(PartialEq)]
pub(super) struct Timeline {
    /// The timeline.
    pub timeline: Slice<TimelineView>,
    /// Whether it is drawn; it is not while something else draws the same steps.
    pub drawn: bool,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Timeline {
    const NAME: &'static str = "timeline";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { timeline, ask, .. } = self;
        let slider = tag("input[type=range][aria-label=Timeline][min=0][step=1]")
            .set("aria-valuetext", &timeline.text)
            .amount("max", timeline.length.into())
            .value(&timeline.position.to_string())
            .on_input(ask, |value| Ask::Do(Msg::Seek(value.parse().unwrap_or_default())));
        let head = tag("div.panel-head")
            .child(tag("h2[id=timeline-title]").says("Timeline"))
            .child(slider)
            .child(tag("span.position").text(&timeline.text))
            .maybe((!timeline.branches.is_empty()).then(|| branches(&timeline.branches, ask)));
        let table = tag("div.steps-scroll[tabindex=0][role=group][aria-label=Table of steps]")
            .child(steps(timeline, ask));
        tag("section.timeline[aria-labelledby=timeline-title]")
            .child(head)
            .maybe(self.drawn.then(|| tag("div.diagram-session").child(part(self.diagram()))))
            .child(tag("details.steps").child(tag("summary").says("Steps as text")).child(table))
            .into()
    }
}

impl Timeline {
    fn diagram(&self) -> Diagram {
        let text = &self.timeline.text;
        Diagram {
            timeline: self.timeline.clone(),
            name: format!("Space-time diagram, {text}. The table of steps says the same in words."),
            scroller: Some("Drawing of the timeline".to_owned()),
            marked: Vec::new(),
            ask: Some(self.ask.clone()),
        }
    }
}

fn steps(timeline: &TimelineView, ask: &Asker) -> Tag {
    let heads =
        tag("tr").each(&["Step", "Clock", "Where", "What happened"], |word| tag("th[scope=col]").says(word));
    let rows = tag("tbody").each(&timeline.columns, |column| {
        step_row(column, timeline.lanes.get(column.lane).map_or("", String::as_str), ask)
    });
    tag("table.steps-table[aria-label=Steps]").child(tag("thead").child(heads)).child(rows)
}

fn step_row(column: &ColumnView, lane: &str, ask: &Asker) -> Tag {
    let go = tag("button.key[type=button]").does(ask, &column.go).counts("Step ", column.step.into(), "");
    let head = tag("th[scope=row]")
        .child(go)
        .maybe((!column.past).then(|| tag("span.detail").says("not yet")))
        .maybe(column.current.then(|| tag("strong.detail").says("here")));
    let mut what = tag("td").text(&column.text);
    if let Some(lost) = column.lost {
        what = what.says(" ").child(tag("em").says(match lost {
            Lost::Request => "The request was lost.",
            Lost::Reply => "The reply was lost.",
        }));
    }
    if column.effect {
        what = what.says(" ").child(tag("strong").says("Effect."));
    }
    if !column.more.is_empty() {
        what = what.child(tag("ul").texts("li", &column.more));
    }
    tag("tr")
        .numbered(column.step)
        .class(!column.past, "future")
        .maybe_set("aria-current", column.current.then_some("step"))
        .child(head)
        .child(tag("td").text(&column.at))
        .child(tag("td").text(lane))
        .child(what)
}

fn branches(branches: &[Choice], ask: &Asker) -> Tag {
    tag("ul.branches[aria-label=Branches]").each(branches, |branch| {
        let button = tag("button.press quiet[type=button]")
            .maybe_set("aria-current", branch.chosen.then_some("true"))
            .set("title", &branch.note)
            .does(ask, &branch.msg)
            .text(&branch.title);
        tag("li").child(button)
    })
}
