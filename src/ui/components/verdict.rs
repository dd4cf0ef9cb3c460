//! The verdict: always in view, in words, with the two counters side by side.

use yew::prelude::*;

use super::icon::Icon;
use crate::app::terms::Judgement;
use crate::app::view::{VerdictLine, VerdictView};
use crate::ui::dom::{Part, Tag, tag};
use crate::ui::slice::Slice;

/// The verdict on every order.
#[derive(PartialEq)]
pub(super) struct Verdict {
    /// The verdict.
    pub verdict: Slice<VerdictView>,
}

impl Part for Verdict {
    const NAME: &'static str = "verdict";

    fn draw(&self, _: &NodeRef) -> Html {
        let verdict = &self.verdict;
        let alone = verdict.lines.len() == 1;
        // Column heads for the eye; each number has these words beside it for a screen reader.
        let head = (!alone).then(|| {
            tag("div.several-head")
                .child(tag("p.total").text(&verdict.total))
                .child(tag("span[aria-hidden=true]").says("handler ran"))
                .child(tag("span[aria-hidden=true]").says("effect happened"))
        });
        let more =
            (verdict.more > 0).then(|| tag("p.more").counts("and ", verdict.more as u64, " older orders"));
        tag("section.verdict[role=status][aria-label=Verdict][tabindex=0]")
            .class(true, if alone { "alone" } else { "several" })
            .maybe(head)
            .child(tag("ul.orders").each(&verdict.lines, order))
            .maybe(more)
            .maybe((!verdict.broken.is_empty()).then(|| {
                tag("p.broken").child(Icon::Warning.draw()).child(tag("strong").text(&verdict.broken))
            }))
            .maybe((!verdict.figure.is_empty()).then(|| tag("p.figure").text(&verdict.figure)))
            .into()
    }
}

fn order(line: &VerdictLine) -> Tag {
    let why = line.why.as_deref();
    let badge = tag("p.badge").child(icon(line.judgement).draw()).child(tag("span").text(&line.label));
    let counters = tag("div.counters")
        .child(counter("", line.deliveries, "times the handler ran"))
        .child(counter("effects", line.effects, "times the effect happened"));
    tag("li.order")
        .numbered(line.order.into())
        .set("data-verdict", line.judgement.word())
        .number("data-deliveries", i32::from(line.deliveries))
        .number("data-effects", i32::from(line.effects))
        .child(badge)
        .child(tag("p.sentence").text(&line.text))
        .child(counters)
        .maybe(why.map(|why| tag("p.why").text(why)))
        .maybe((!line.story.is_empty()).then(|| story(line, why)))
}

fn counter(class: &'static str, times: u16, what: &'static str) -> Tag {
    tag("p.counter")
        .class(true, class)
        .child(tag("b").counts("", times.into(), "×"))
        .child(tag("span").says(what))
}

fn story(line: &VerdictLine, why: Option<&str>) -> Tag {
    tag("details.story")
        .child(tag("summary").counts("How order ", line.order.into(), " came to this"))
        // Of several orders, and in a low window, there is no room for it outside.
        .maybe(why.map(|why| tag("p.why-inside").text(why)))
        .child(tag("ol").texts("li", &line.story))
}

/// The look of a judgement, as for a proof's result.
pub(super) fn tone(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Once => "tone-once",
        Judgement::Duplicated => "tone-duplicated",
        Judgement::Lost => "tone-lost",
        Judgement::Pending => "tone-open",
    }
}

/// The pictogram of a judgement.
pub(super) fn icon(judgement: Judgement) -> Icon {
    match judgement {
        Judgement::Once => Icon::Check,
        Judgement::Duplicated => Icon::Double,
        Judgement::Lost => Icon::Empty,
        Judgement::Pending => Icon::Dots,
    }
}
