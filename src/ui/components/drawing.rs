//! The space-time diagram: lanes downwards, steps to the right, requests between them, deliveries as bars.
//!
//! A drawing for the eye; the table of steps says the same in words, and the slider moves the cursor.

use yew::prelude::*;

use crate::app::view::{ColumnView, DeliveryView, JoinView, Lost, Mark, TimelineView};
use crate::ui::Ask;
use crate::ui::geometry::{self, AXIS, BAR, COLUMN, Geometry, LANE, LEAN, MARK};
use crate::ui::slice::Slice;

/// Wider than any window: lanes go on to the edge of the drawing's box, which cuts them off.
const ENDLESS: &str = "9999";

/// The width of a letter on a delivery's bar, about.
const LETTER: i32 = 6;

/// What the drawing needs.
#[derive(Properties, PartialEq)]
pub struct DrawingProps {
    /// What to draw.
    pub timeline: Slice<TimelineView>,
    /// Where.
    pub geometry: Geometry,
    /// Its accessible name.
    pub name: AttrValue,
    /// Steps that stand out.
    pub marked: Vec<u32>,
    /// Where the wish to go to a step goes; none for a picture of something else than the session.
    pub ask: Option<Callback<Ask>>,
}

/// The drawing.
#[component]
pub fn Drawing(props: &DrawingProps) -> Html {
    let DrawingProps { timeline, geometry, name, marked, ask } = props;
    let (width, height) = (geometry.width(), geometry.height());
    let cursor = geometry.cursor(timeline.position).to_string();
    html! {
        <svg
            class="drawing"
            role="img"
            aria-label={name}
            preserveAspectRatio="xMinYMin meet"
            viewBox={format!("0 0 {width} {height}")}
            width={geometry::rem(width)}
            height={geometry::rem(height)}
        >
            for lane in 0..geometry.lanes {
                <rect class={if lane % 2 == 0 { "band even" } else { "band" }} x="0" width={ENDLESS}
                    y={geometry.top(lane).to_string()} height={LANE.to_string()} />
                <line class="lane-line" x1="0" x2={ENDLESS}
                    y1={geometry.line(lane).to_string()} y2={geometry.line(lane).to_string()} />
            }
            for delivery in &timeline.deliveries { { bar(geometry, delivery) } }
            for join in &timeline.joins { { curve(geometry, join) } }
            for (column, told) in timeline.columns.iter().zip(geometry::axis(&timeline.columns)) {
                { step(column, told, geometry, marked.contains(&column.step), ask.as_ref()) }
            }
            <line class="cursor" x1={cursor.clone()} x2={cursor} y1="0" y2={height.to_string()} />
        </svg>
    }
}

fn bar(geometry: &Geometry, delivery: &DeliveryView) -> Html {
    let left = geometry.left(delivery.from) + if delivery.cut { 0 } else { 4 };
    let right = geometry.left(delivery.to) + COLUMN - 4;
    let width = (right - left).max(4);
    let short = format!("J{} D{}", delivery.job, delivery.delivery);
    let title = if width > LETTER * delivery.title.len() as i32 { delivery.title.clone() } else { short };
    let y = geometry.line(delivery.lane) - BAR / 2;
    html! {
        <g class="delivery" data-hue={(delivery.job % 5).to_string()}>
            <rect x={left.to_string()} y={y.to_string()} width={width.to_string()} height={BAR.to_string()} rx="4">
                <title>{ &delivery.title }</title>
            </rect>
            <text x={(left + 6).to_string()} y={(y - 2).to_string()}>{ title }</text>
        </g>
    }
}

fn curve(geometry: &Geometry, join: &JoinView) -> Html {
    let (x1, y1) = (geometry.middle(join.from.0), geometry.line(join.from.1));
    let (x2, y2) = (geometry.left(join.to.0) + 4, geometry.line(join.to.1));
    let bend = ((x2 - x1) / 2).max(8);
    let path = format!("M{x1} {y1}C{} {y1} {} {y2} {x2} {y2}", x1 + bend, x2 - bend);
    html! { <path class="join" data-hue={(join.job % 5).to_string()} d={path} /> }
}

fn step(
    column: &ColumnView,
    told: Option<String>,
    geometry: &Geometry,
    marked: bool,
    ask: Option<&Callback<Ask>>,
) -> Html {
    let onclick = ask.map(|ask| {
        let msg = column.go.clone();
        ask.reform(move |_: MouseEvent| Ask::Do(msg.clone()))
    });
    let (left, middle) = (geometry.left(column.step), geometry.middle(column.step));
    html! {
        <g key={column.step} class={classes!("step", (!column.past).then_some("future"), column.current.then_some("current"), marked.then_some("marked"), ask.map(|_| "link"))}
            data-mark={column.mark.word()} data-step={column.step.to_string()} {onclick}>
            <title>{ format!("Step {}, {}: {}", column.step, column.at, column.text) }</title>
            <rect class="hit" x={left.to_string()} y="0" width={COLUMN.to_string()} height={geometry.height().to_string()} />
            if column.clock {
                <line class="tick" x1={middle.to_string()} x2={middle.to_string()} y1={AXIS.to_string()}
                    y2={geometry.height().to_string()} />
            }
            if let Some(told) = told {
                <text class={classes!("axis", column.clock.then_some("clocked"))} x={middle.to_string()} y="13">{ told }</text>
            }
            if let Some(to) = column.to { { request(geometry, column, to) } }
            { mark(column, middle, geometry.line(column.lane)) }
        </g>
    }
}

/// The way to another lane and back; broken where it was lost.
fn request(geometry: &Geometry, column: &ColumnView, to: usize) -> Html {
    let middle = geometry.middle(column.step);
    let (start, end) = (geometry.line(column.lane), geometry.line(to));
    let down = (end - start).signum();
    let (near, far) = (start + down * (MARK + 1), end - down * (MARK + 2));
    let (there, back) = (middle - LEAN, middle + LEAN);
    // In the sender's own lane: halfway it would lie on another worker's.
    let lost = near + down * MARK;
    match column.lost {
        Some(Lost::Request) => html! {
            <g class="request lost">{ line(there, near, lost) }{ cross(there, lost) }</g>
        },
        Some(Lost::Reply) => html! {
            <g class="request lost">
                { line(there, near, far) }{ head(there, far, down) }{ target(column, middle, end) }
                { line(back, far, lost) }{ cross(back, lost) }
            </g>
        },
        None => html! {
            <g class="request">
                { line(there, near, far) }{ head(there, far, down) }{ target(column, middle, end) }
                { line(back, far, near) }{ head(back, near, -down) }
            </g>
        },
    }
}

fn line(x: i32, from: i32, to: i32) -> Html {
    html! { <path d={format!("M{x} {from}V{to}")} /> }
}

/// An arrow's head at its tip; `down` is the way it flies, `1` or `-1`.
fn head(x: i32, y: i32, down: i32) -> Html {
    html! { <path d={format!("M{} {}L{x} {y}L{} {}", x - 3, y - 4 * down, x + 3, y - 4 * down)} /> }
}

fn cross(x: i32, y: i32) -> Html {
    html! { <path class="broken" d={format!("M{} {}l8 8m0-8l-8 8", x - 4, y - 4)} /> }
}

/// Where a request arrived: a diamond if something happened there, a dot if not.
fn target(column: &ColumnView, x: i32, y: i32) -> Html {
    if column.effect {
        html! { <path class="effect" d={format!("M{x} {}l6 6-6 6-6-6z", y - 6)} /> }
    } else {
        html! { <circle class="arrived" cx={x.to_string()} cy={y.to_string()} r="2.5" /> }
    }
}

/// A step's own mark: every kind has its own shape.
fn mark(column: &ColumnView, x: i32, y: i32) -> Html {
    let around = |path: &str| html! { <path class="mark" transform={format!("translate({x} {y})")} d={path.to_owned()} /> };
    match column.mark {
        Mark::Statement => {
            html! { <circle class="mark full" cx={x.to_string()} cy={y.to_string()} r={MARK.to_string()} /> }
        }
        Mark::Take => {
            html! { <circle class="mark" cx={x.to_string()} cy={y.to_string()} r={MARK.to_string()} /> }
        }
        Mark::Local => html! { <circle class="mark full" cx={x.to_string()} cy={y.to_string()} r="3" /> },
        Mark::Enqueue => around("M-5-4h10l-5 8z"),
        Mark::Ack => around("M-5 0l3.500 4L5-4"),
        Mark::Refused => around("M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M-3.500-3.500l7 7"),
        Mark::Failure => around("M-5-5h10v10h-10zM-2.500-2.500l5 5m0-5l-5 5"),
        Mark::Crash => around("M-6-6L6 6M6-6L-6 6"),
        Mark::Freeze => around("M0-6v12M-5.200-3l10.400 6M5.200-3l-10.400 6"),
        Mark::Up => around("M-5 4h10L0-5z"),
        Mark::Redeliver => around("M4.500-5v4h-4M4.500-1a5 5 0 1 0 .5 3"),
        Mark::Clock => around("M0-5a5 5 0 1 0 0 10a5 5 0 1 0 0-10M0-3v3l2 1.500"),
        Mark::Setting => around("M0-5l5 5-5 5-5-5z"),
        Mark::Impossible => around("M-5 5L5-5M-5-1a5 5 0 0 1 6-4M5 1a5 5 0 0 1-6 4"),
    }
}
