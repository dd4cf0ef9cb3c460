//! At scale: what a batch is of, how far it is, what it counted, and duplicates plotted against the redelivery rate.

use std::any::Any;

use yew::prelude::*;

use super::button::{Look, press};
use super::checkbox::checkbox;
use super::icon::Icon;
use super::opened::turn_to_heading;
use super::radios::radios;
use crate::app::view::{PlotView, ScaleRow, ScaleView};
use crate::app::{Msg, ScaleMsg};
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::plot;
use crate::ui::slice::Slice;

/// What the figures rest on.
const NOTES: &[&str] = &[
    "Each job, the scenario's first order, has a queue, two workers and all stores to itself, and is played by the engine of the stage. Its world depends only on the consumer and its faults: jobs with the same faults are played once and counted each, which is exact.",
    "At the redelivery rate a job meets a fault that makes the queue deliver it again: a crash, a freeze past the lock, a lost request or reply, a redelivery by hand, at any step, all equally likely. The same rate then decides about another fault, up to three. Under each consumer the same jobs are struck.",
];

/// The batch, in the stage's place. Takes the focus as it opens and gives it back.
#[derive(PartialEq)]
pub(super) struct Scale {
    /// The batch.
    pub scale: Slice<ScaleView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Scale {
    const NAME: &'static str = "scale";

    fn draw(&self, node: &NodeRef) -> Html {
        let Self { scale, ask } = self;
        let head = tag("div.panel-head")
            .child(tag("h2[id=scale-title][tabindex=-1]").node(node).says("At scale"))
            .button(&scale.close, &Look::CLOSE, ask);
        let arithmetic = tag("ul.arithmetic").each(&scale.rows, |row| {
            tag("li").child(tag("b").text(&row.consumer)).says(": ").text(&row.arithmetic)
        });
        let scroll = tag("div.scroll[tabindex=0][role=group][aria-label=The batch in full]")
            .child(choices(scale, ask))
            .child(progress(scale, ask))
            .child(table(scale, ask))
            .child(tag("h3").says("A day of 250 million requests"))
            .child(
                tag("p.detail")
                    .says("requests × redelivery rate × extra or missing effects / jobs delivered again"),
            )
            .child(arithmetic)
            .child(tag("h3").text(&scale.plot.title))
            .child(drawing(&scale.plot))
            .child(values(&scale.plot))
            .child(tag("h3").says("What the figures rest on"))
            .child(tag("ul.not-covered").each(NOTES, |it| tag("li").says(it)));
        tag("section.panel proof scale[aria-labelledby=scale-title]").child(head).child(scroll).into()
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        if before.is_none() { turn_to_heading(node) } else { None }
    }
}

fn choices(scale: &ScaleView, ask: &Asker) -> Tag {
    let seed = tag("input[type=text][inputmode=numeric][size=8]")
        .value(&scale.seed)
        .on_change(ask, |text| Ask::Do(Msg::Scale(ScaleMsg::Seed(text))));
    let consumers = tag("fieldset")
        .child(tag("legend").says("One to four consumers"))
        .each(&scale.consumers, |it| checkbox(&it.title, it.chosen, &it.msg, ask));
    tag("div.batch")
        .child(tag("p.detail").text(&scale.subject))
        .child(radios("Jobs in the batch", &scale.jobs, ask))
        .child(radios("Redelivery rate", &scale.rates, ask))
        .child(tag("label").child(tag("span").says("Seed")).child(seed))
        .child(consumers)
}

fn progress(scale: &ScaleView, ask: &Asker) -> Tag {
    let (done, all) = scale.progress;
    let bar = tag("progress[aria-label=Jobs run]").amount("value", done).amount("max", all);
    let buttons = tag("div.buttons").button(&scale.again, &const { Look::of(Icon::Again) }, ask).button(
        &scale.cancel,
        &const { Look::of(Icon::Close) },
        ask,
    );
    tag("div.batch").child(bar).child(tag("p.detail").text(&scale.said)).child(buttons)
}

fn table(scale: &ScaleView, ask: &Asker) -> Tag {
    let heads = tag("tr").texts("th[scope=col]", &scale.columns).child(tag("td"));
    figures("At the chosen rate", heads).child(tag("tbody").each(&scale.rows, |row| figures_of(row, ask)))
}

fn figures(caption: &'static str, heads: Tag) -> Tag {
    tag("table.figures").child(tag("caption").says(caption)).child(tag("thead").child(heads))
}

fn figures_of(row: &ScaleRow, ask: &Asker) -> Tag {
    let replay = match &row.replay {
        Some(replay) => press(replay, &const { Look::quiet(Icon::Play) }, ask),
        None => Html::default(),
    };
    tag("tr")
        .key(&row.consumer)
        .child(tag("th[scope=row]").text(&row.consumer))
        .texts("td", &row.cells)
        .child(tag("td").child(replay))
}

/// The plot's twin in words.
fn values(plot: &PlotView) -> Tag {
    let heads = tag("tr").child(tag("td")).texts("th[scope=col]", &plot.rates);
    let rows = tag("tbody").each(&plot.lines, |line| {
        tag("tr")
            .key(&line.consumer)
            .child(tag("th[scope=row]").text(&line.consumer))
            .texts("td", &line.values)
    });
    tag("div").child(figures("The plot as a table", heads).child(rows))
}

/// A number for each line stands at its end and before its consumer's title in the legend: no hue stands alone.
fn drawing(plot: &PlotView) -> Tag {
    let label = format!("{}. The table below says the same.", plot.title);
    let mut number = 0;
    let mut numbered = || {
        number += 1;
        number.to_string()
    };
    let mut svg = tag("svg.plot[role=img]").set("aria-label", &label).set("viewBox", plot::BOX);
    for (label, height) in &plot.ticks {
        let y = plot::y(*height);
        let line = tag("line.lane-line")
            .number("x1", plot::LEFT)
            .number("x2", plot::RIGHT)
            .number("y1", y)
            .number("y2", y);
        svg = svg.child(line).child(text("end", plot::LEFT - 8, y + 4, label));
    }
    for (place, rate) in plot.rates.iter().enumerate() {
        svg = svg.child(text("middle", plot::x(place), plot::BOTTOM + 20, rate));
    }
    let lines = tag("g").each(&plot.lines, |line| {
        let number = numbered();
        let (path, last) = plot::path(&line.heights);
        let end = text("start", plot::RIGHT + 12 * plot::digit(&number), plot::y(last) + 4, &number);
        tag("g.plot-line").set("data-line", &number).child(tag("path").set("d", &path)).child(end)
    });
    let svg = svg.gather(0).child(lines);
    let legend = tag("ol.numbered").each(&plot.lines, |line| tag("li").text(&line.consumer));
    tag("div.plot-box").child(svg).child(legend)
}

fn text(anchor: &'static str, x: i32, y: i32, label: &str) -> Tag {
    tag("text.axis").set("text-anchor", anchor).number("x", x).number("y", y).text(label)
}
