//! The timeline: the slider, the drawing, the same steps as text, and the branches.

use yew::prelude::*;

use super::drawing::Drawing;
use crate::app::Msg;
use crate::app::view::{Choice, ColumnView, Lost, TimelineView};
use crate::ui::Ask;
use crate::ui::geometry::{COLUMN, Geometry};
use crate::ui::slice::Slice;

/// What the timeline needs.
#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// The timeline.
    pub timeline: Slice<TimelineView>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// What happened, and what may still happen again.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let TimelineProps { timeline, ask } = props;
    let oninput = ask.reform(|event: InputEvent| {
        let value = event.target_unchecked_into::<web_sys::HtmlInputElement>().value();
        Ask::Do(Msg::Seek(value.parse().unwrap_or_default()))
    });
    html! {
        <section class="timeline" aria-labelledby="timeline-title">
            <div class="panel-head">
                <h2 id="timeline-title">{ "Timeline" }</h2>
                <input
                    type="range"
                    aria-label="Timeline"
                    aria-valuetext={timeline.text.clone()}
                    min="0"
                    max={timeline.length.to_string()}
                    step="1"
                    value={timeline.position.to_string()}
                    {oninput}
                />
                <span class="position">{ &timeline.text }</span>
                if !timeline.branches.is_empty() { { branches(&timeline.branches, ask) } }
            </div>
            <Diagram timeline={timeline.clone()} {ask} />
            <details class="steps">
                <summary>{ "Steps as text" }</summary>
                <div class="steps-scroll" tabindex="0" role="group" aria-label="Table of steps">
                    { steps(timeline, ask) }
                </div>
            </details>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct PartProps {
    timeline: Slice<TimelineView>,
    ask: Callback<Ask>,
}

/// The drawing in its scroll box, which follows the cursor.
#[component]
fn Diagram(props: &PartProps) -> Html {
    let PartProps { timeline, ask } = props;
    let scroller = use_node_ref();
    let geometry =
        Geometry { first: timeline.first, steps: timeline.columns.len() as u32, lanes: timeline.lanes.len() };
    {
        let scroller = scroller.clone();
        use_effect_with((timeline.position, timeline.length, geometry), move |(position, _, geometry)| {
            if let Some(element) = scroller.cast::<web_sys::Element>() {
                keep_in_view(&element, geometry.cursor(*position), geometry.width());
            }
        });
    }
    html! {
        <div class="diagram">
            <ol class="lane-names" aria-hidden="true">
                for name in &timeline.lanes { <li>{ name }</li> }
            </ol>
            <div class="diagram-scroll" ref={scroller} tabindex="0" role="group" aria-label="Drawing of the timeline">
                <Drawing timeline={timeline.clone()} {geometry} {ask} />
            </div>
        </div>
    }
}

/// Scrolls so that the place `x` of a drawing `width` wide is seen. Nothing but this box moves.
fn keep_in_view(scroller: &web_sys::Element, x: i32, width: i32) {
    let (whole, shown, left) = (scroller.scroll_width(), scroller.client_width(), scroller.scroll_left());
    let place = (i64::from(whole) * i64::from(x) / i64::from(width)) as i32;
    if place - COLUMN < left || place + COLUMN > left + shown {
        scroller.set_scroll_left((place - shown / 4 * 3).max(0));
    }
}

fn steps(timeline: &TimelineView, ask: &Callback<Ask>) -> Html {
    html! {
        <table aria-label="Steps" class="steps-table">
            <thead>
                <tr>
                    <th scope="col">{ "Step" }</th>
                    <th scope="col">{ "Clock" }</th>
                    <th scope="col">{ "Where" }</th>
                    <th scope="col">{ "What happened" }</th>
                </tr>
            </thead>
            <tbody>
                for column in &timeline.columns {
                    { step_row(column, timeline.lanes.get(column.lane).map_or("", String::as_str), ask) }
                }
            </tbody>
        </table>
    }
}

fn step_row(column: &ColumnView, lane: &str, ask: &Callback<Ask>) -> Html {
    let onclick = {
        let msg = column.go.clone();
        ask.reform(move |_: MouseEvent| Ask::Do(msg.clone()))
    };
    let lost = column.lost.map(|lost| match lost {
        Lost::Request => "The request was lost.",
        Lost::Reply => "The reply was lost.",
    });
    html! {
        <tr key={column.step} class={classes!((!column.past).then_some("future"))} aria-current={column.current.then_some("step")}>
            <th scope="row">
                <button type="button" class="key" {onclick}>{ format!("Step {}", column.step) }</button>
                if !column.past { <span class="detail">{ "not yet" }</span> }
                if column.current { <strong class="detail">{ "here" }</strong> }
            </th>
            <td>{ &column.at }</td>
            <td>{ lane.to_owned() }</td>
            <td>
                { &column.text }
                if let Some(lost) = lost { { " " }<em>{ lost }</em> }
                if column.effect { { " " }<strong>{ "Effect." }</strong> }
                if !column.more.is_empty() {
                    <ul>
                        for sentence in &column.more { <li>{ sentence }</li> }
                    </ul>
                }
            </td>
        </tr>
    }
}

fn branches(branches: &[Choice], ask: &Callback<Ask>) -> Html {
    html! {
        <ul class="branches" aria-label="Branches">
            for branch in branches {
                {{
                    let msg = branch.msg.clone();
                    let onclick = ask.reform(move |_: MouseEvent| Ask::Do(msg.clone()));
                    html! {
                        <li>
                            <button type="button" class="press quiet" aria-current={branch.chosen.then_some("true")}
                                title={branch.note.clone()} {onclick}>
                                { &branch.title }
                            </button>
                        </li>
                    }
                }}
            }
        </ul>
    }
}
