//! The timeline: the slider, the drawing, the same steps as text, and the branches.

use yew::prelude::*;

use super::diagram::Diagram;
use crate::app::Msg;
use crate::app::view::{Choice, ColumnView, Lost, TimelineView};
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the timeline needs.
#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// The timeline.
    pub timeline: Slice<TimelineView>,
    /// Whether it is drawn; it is not while something else draws the same steps.
    pub drawn: bool,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// What happened, and what may still happen again.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let TimelineProps { timeline, ask, .. } = props;
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
            if props.drawn {
                <div class="diagram-session">
                <Diagram
                    timeline={timeline.clone()}
                    name={format!("Space-time diagram, {}. The table of steps says the same in words.", timeline.text)}
                    scroller="Drawing of the timeline"
                    ask={ask.clone()}
                />
                </div>
            }
            <details class="steps">
                <summary>{ "Steps as text" }</summary>
                <div class="steps-scroll" tabindex="0" role="group" aria-label="Table of steps">
                    { steps(timeline, ask) }
                </div>
            </details>
        </section>
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
