//! The verdict: always in view, in words, with the two counters side by side.

use yew::prelude::*;

use super::icon::Icon;
use crate::app::view::{VerdictLine, VerdictView};
use crate::ui::slice::Slice;

/// What the verdict needs.
#[derive(Properties, PartialEq)]
pub struct VerdictProps {
    /// The verdict.
    pub verdict: Slice<VerdictView>,
}

/// The verdict on every order.
#[component]
pub fn Verdict(props: &VerdictProps) -> Html {
    let verdict = &props.verdict;
    let alone = verdict.lines.len() == 1;
    html! {
        <section
            class={classes!("verdict", if alone { "alone" } else { "several" })}
            role="status"
            aria-label="Verdict"
            tabindex="0"
        >
            if !alone {
                <div class="several-head">
                    <p class="total">{ &verdict.total }</p>
                    // Column heads for the eye; each number has these words beside it for a screen reader.
                    <span aria-hidden="true">{ "handler ran" }</span>
                    <span aria-hidden="true">{ "effect happened" }</span>
                </div>
            }
            <ul class="orders">
                for line in &verdict.lines {
                    { order(line) }
                }
            </ul>
            if verdict.more > 0 {
                <p class="more">{ format!("and {} older orders", verdict.more) }</p>
            }
            if !verdict.figure.is_empty() { <p class="figure">{ &verdict.figure }</p> }
        </section>
    }
}

fn order(line: &VerdictLine) -> Html {
    html! {
        <li
            key={line.order}
            class="order"
            data-verdict={line.verdict}
            data-deliveries={line.deliveries.to_string()}
            data-effects={line.effects.to_string()}
        >
            <p class="badge">{ icon(line.verdict).draw() }<span>{ &line.label }</span></p>
            <p class="sentence">{ &line.text }</p>
            <div class="counters">
                <p class="counter">
                    <b>{ format!("{}×", line.deliveries) }</b>
                    <span>{ "times the handler ran" }</span>
                </p>
                <p class="counter effects">
                    <b>{ format!("{}×", line.effects) }</b>
                    <span>{ "times the effect happened" }</span>
                </p>
            </div>
            if let Some(why) = &line.why { <p class="why">{ why }</p> }
            if !line.story.is_empty() {
                <details class="story">
                    <summary>{ format!("How order {} came to this", line.order) }</summary>
                    // A phone has no room for it outside.
                    if let Some(why) = &line.why { <p class="why-inside">{ why }</p> }
                    <ol>
                        for sentence in &line.story { <li>{ sentence }</li> }
                    </ol>
                </details>
            }
        </li>
    }
}

/// The look of a verdict's word, as for a proof's result.
pub(super) fn tone(verdict: &str) -> &'static str {
    match verdict {
        "once" => "tone-once",
        "duplicated" => "tone-duplicated",
        "lost" => "tone-lost",
        _ => "tone-open",
    }
}

/// The pictogram of a verdict's word.
pub(super) fn icon(verdict: &str) -> Icon {
    match verdict {
        "once" => Icon::Check,
        "duplicated" => Icon::Double,
        "lost" => Icon::Empty,
        _ => Icon::Dots,
    }
}
