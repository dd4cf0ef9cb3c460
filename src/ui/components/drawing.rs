//! The space-time diagram: lanes downwards, steps to the right, requests between them, deliveries as bars.
//!
//! A drawing for the eye; the table of steps says the same in words, and the slider moves the cursor.

use yew::prelude::*;

use crate::app::view::{ColumnView, DeliveryView, JoinView, Lost, Mark, TimelineView};
use crate::ui::Ask;
use crate::ui::geometry::{AXIS, BAR, COLUMN, Geometry, LANE, LEAN, MARK, UNITS_PER_REM};
use crate::ui::slice::Slice;

/// Wider than any window: lanes go on to the edge of the drawing's box, which cuts them off.
const ENDLESS: &str = "9999";

/// What the drawing needs.
#[derive(Properties, PartialEq)]
pub struct DrawingProps {
    /// What to draw.
    pub timeline: Slice<TimelineView>,
    /// Where.
    pub geometry: Geometry,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The drawing.
#[component]
pub fn Drawing(props: &DrawingProps) -> Html {
    let DrawingProps { timeline, geometry, ask } = props;
    let (width, height) = (geometry.width(), geometry.height());
    let cursor = geometry.cursor(timeline.position).to_string();
    html! {
        <svg
            class="drawing"
            role="img"
            aria-label={format!("Space-time diagram, {}. The table of steps says the same in words.", timeline.text)}
            preserveAspectRatio="xMinYMin meet"
            viewBox={format!("0 0 {width} {height}")}
            width={format!("{}rem", width / UNITS_PER_REM)}
            height={format!("{}rem", height / UNITS_PER_REM)}
        >
            for lane in 0..geometry.lanes {
                <rect class={if lane % 2 == 0 { "band even" } else { "band" }} x="0" width={ENDLESS}
                    y={geometry.top(lane).to_string()} height={LANE.to_string()} />
                <line class="lane-line" x1="0" x2={ENDLESS}
                    y1={geometry.line(lane).to_string()} y2={geometry.line(lane).to_string()} />
            }
            for delivery in &timeline.deliveries { { bar(geometry, delivery) } }
            for join in &timeline.joins { { curve(geometry, join) } }
            for column in &timeline.columns {
                { step(column, geometry, ask) }
            }
            <line class="cursor" x1={cursor.clone()} x2={cursor} y1="0" y2={height.to_string()} />
        </svg>
    }
}

fn bar(geometry: &Geometry, delivery: &DeliveryView) -> Html {
    let left = geometry.left(delivery.from) + if delivery.cut { 0.0 } else { 4.0 };
    let right = geometry.left(delivery.to) + COLUMN - 4.0;
    let width = (right - left).max(4.0);
    let short = format!("J{} D{}", delivery.job, delivery.delivery);
    let title = if width > 5.6 * delivery.title.len() as f64 { delivery.title.clone() } else { short };
    let y = geometry.line(delivery.lane) - BAR / 2.0;
    html! {
        <g class="delivery" data-hue={(delivery.job % 5).to_string()}>
            <rect x={left.to_string()} y={y.to_string()} width={width.to_string()} height={BAR.to_string()} rx="4">
                <title>{ &delivery.title }</title>
            </rect>
            <text x={(left + 6.0).to_string()} y={(y - 2.0).to_string()}>{ title }</text>
        </g>
    }
}

fn curve(geometry: &Geometry, join: &JoinView) -> Html {
    let (x1, y1) = (geometry.middle(join.from.0), geometry.line(join.from.1));
    let (x2, y2) = (geometry.left(join.to.0) + 4.0, geometry.line(join.to.1));
    let bend = ((x2 - x1) / 2.0).max(8.0);
    let path = format!("M{x1} {y1}C{} {y1} {} {y2} {x2} {y2}", x1 + bend, x2 - bend);
    html! { <path class="join" data-hue={(join.job % 5).to_string()} d={path} /> }
}

fn step(column: &ColumnView, geometry: &Geometry, ask: &Callback<Ask>) -> Html {
    let onclick = {
        let msg = column.go.clone();
        ask.reform(move |_: MouseEvent| Ask::Do(msg.clone()))
    };
    let (left, middle) = (geometry.left(column.step), geometry.middle(column.step));
    let numbered = column.step.is_multiple_of(5) && !column.clock;
    html! {
        <g key={column.step} class={classes!("step", (!column.past).then_some("future"), column.current.then_some("current"))}
            data-mark={column.mark.word()} data-step={column.step.to_string()} {onclick}>
            <title>{ format!("Step {}, {}: {}", column.step, column.at, column.text) }</title>
            <rect class="hit" x={left.to_string()} y="0" width={COLUMN.to_string()} height={geometry.height().to_string()} />
            if column.clock {
                <line class="tick" x1={middle.to_string()} x2={middle.to_string()} y1={AXIS.to_string()}
                    y2={geometry.height().to_string()} />
                <text class="axis clocked" x={middle.to_string()} y="13">{ &column.at }</text>
            }
            if numbered { <text class="axis" x={middle.to_string()} y="13">{ column.step }</text> }
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
    let (near, far) = (start + down * (MARK + 1.0), end - down * (MARK + 2.0));
    let (there, back) = (middle - LEAN, middle + LEAN);
    let lost = near + (far - near) * 0.5;
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

fn line(x: f64, from: f64, to: f64) -> Html {
    html! { <path d={format!("M{x} {from}V{to}")} /> }
}

/// An arrow's head at its tip; `down` is the way it flies, `1` or `-1`.
fn head(x: f64, y: f64, down: f64) -> Html {
    html! { <path d={format!("M{} {}L{x} {y}L{} {}", x - 2.5, y - 4.0 * down, x + 2.5, y - 4.0 * down)} /> }
}

fn cross(x: f64, y: f64) -> Html {
    html! { <path class="broken" d={format!("M{} {}l8 8m0-8l-8 8", x - 4.0, y - 4.0)} /> }
}

/// Where a request arrived: a diamond if something happened there, a dot if not.
fn target(column: &ColumnView, x: f64, y: f64) -> Html {
    if column.effect {
        html! { <path class="effect" d={format!("M{x} {}l6 6-6 6-6-6z", y - 6.0)} /> }
    } else {
        html! { <circle class="arrived" cx={x.to_string()} cy={y.to_string()} r="2.5" /> }
    }
}

/// A step's own mark: every kind has its own shape.
fn mark(column: &ColumnView, x: f64, y: f64) -> Html {
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
    }
}
