//! The workers as cards: what each does, what it knows, and what can happen to it.

use yew::prelude::*;

use super::button::Press;
use super::icon::Icon;
use crate::app::view::{LockView, WorkerView};
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the workers need.
#[derive(Properties, PartialEq)]
pub struct WorkersProps {
    /// The workers.
    pub workers: Slice<[WorkerView]>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// All workers.
#[component]
pub fn Workers(props: &WorkersProps) -> Html {
    html! {
        <div class="workers">
            for worker in props.workers.iter() {
                { card(worker, &props.ask) }
            }
        </div>
    }
}

fn card(worker: &WorkerView, ask: &Callback<Ask>) -> Html {
    html! {
        <section
            key={worker.id.0}
            class={classes!("worker", worker.selected.then_some("selected"))}
            data-state={worker.state}
            aria-label={worker.title.clone()}
        >
            <h3>
                { &worker.title }
                if worker.selected { <span class="picked">{ "Step moves it" }</span> }
                <span class="worker-state">{ state_icon(worker.state).draw() }{ worker.state }</span>
            </h3>
            // Above the texts, whose height changes with every step: a button stays where the pointer is.
            <div class="buttons">
                for button in &worker.buttons {
                    <Press key={button.name.clone()} class="fault" icon={icon(&button.label)}
                        button={button.clone()} {ask} />
                }
            </div>
            if worker.status != worker.state { <p class="status">{ &worker.status }</p> }
            <p class="next">
                <span class="term">{ "Next" }</span>
                <code>{ &worker.next }</code>
                if let Some(line) = worker.line { <span class="detail">{ format!("line {line}") }</span> }
                if worker.other_text { <span class="detail">{ "of an earlier text" }</span> }
            </p>
            if let Some(last) = &worker.last {
                <p class="last"><span class="term">{ "Last" }</span><code>{ last }</code></p>
            }
            if !worker.variables.is_empty() { { variables(&worker.variables) } }
            if let Some(lock) = &worker.lock { { lock_line(lock) } }
        </section>
    }
}

fn variables(variables: &[(String, String)]) -> Html {
    html! {
        <dl class="variables" aria-label="Variables">
            for (name, value) in variables {
                <div key={name.clone()}>
                    <dt><code>{ name }</code></dt>
                    <dd><code>{ value }</code></dd>
                </div>
            }
        </dl>
    }
}

fn lock_line(lock: &LockView) -> Html {
    html! {
        <p class={classes!("lock", (!lock.held).then_some("lapsed"))}>
            { if lock.held { Icon::Lock.draw() } else { Icon::Warning.draw() } }
            <span>{ &lock.text }</span>
            // The words beside it say the same in seconds.
            <progress aria-hidden="true" max={lock.whole.max(1).to_string()} value={lock.left.to_string()} />
        </p>
    }
}

fn state_icon(state: &str) -> Icon {
    match state {
        "running" => Icon::Play,
        "frozen" => Icon::Freeze,
        "crashed" => Icon::Crash,
        "zombie" => Icon::Zombie,
        _ => Icon::Idle,
    }
}

fn icon(label: &str) -> Option<Icon> {
    match label.split(' ').next() {
        Some("Crash") => Some(Icon::Crash),
        Some("Freeze") => Some(Icon::Freeze),
        Some("Thaw" | "Restart") => Some(Icon::Up),
        _ => None,
    }
}
