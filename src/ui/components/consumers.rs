//! The guide's sentence and the consumer toggle.

use yew::prelude::*;

use super::checkbox::checkbox;
use super::icon::Icon;
use super::radios::Radios;
use crate::app::Msg;
use crate::app::view::{GuideView, ScenarioView};
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the toggle needs.
#[derive(Properties, PartialEq)]
pub struct ConsumersProps {
    /// The consumers.
    pub scenario: Slice<ScenarioView>,
    /// Whether workers acknowledge before running.
    pub ack_first: bool,
    /// What toggling that does.
    pub ack_first_msg: Msg,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// Which consumer the next delivery runs.
#[component]
pub fn Consumers(props: &ConsumersProps) -> Html {
    let scenario = &props.scenario;
    html! {
        <section class="consumers" aria-label="Which consumer">
            <div class="consumer-row">
                <Radios name="Consumer" shown=true choices={scenario.consumers.clone()} ask={&props.ask} />
                <span title="At most once: a job leaves the queue before its handler runs">
                    { checkbox("Acknowledge before running", props.ack_first, &props.ack_first_msg, &props.ask) }
                </span>
            </div>
            <p class="note">
                if scenario.edited { <strong class="edited">{ "Edited. " }</strong> }
                { &scenario.note }
                { " " }
                <span class="truth"><b>{ "Must hold: " }</b>{ &scenario.truth }</span>
            </p>
        </section>
    }
}

/// What the guide needs.
#[derive(Properties, PartialEq)]
pub struct GuideProps {
    /// The sentence.
    pub guide: Slice<GuideView>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The one sentence that says what to press next.
#[component]
pub fn Guide(props: &GuideProps) -> Html {
    let GuideProps { guide, ask } = props;
    html! {
        <section class={classes!("guide", guide.done.then_some("done"))} aria-label="What to do next">
            { if guide.done { Icon::Check.draw() } else { Icon::Forward.draw() } }
            <p>{ &guide.text }</p>
            <button
                type="button"
                class="press quiet"
                aria-label="Dismiss the guide"
                onclick={ask.reform(|_: MouseEvent| Ask::Do(Msg::DismissGuide))}
            >
                { Icon::Close.draw() }
            </button>
        </section>
    }
}
