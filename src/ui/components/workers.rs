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
                <Card key={worker.id.0} worker={worker.clone()} ask={&props.ask} />
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct CardProps {
    worker: WorkerView,
    ask: Callback<Ask>,
}

#[component]
fn Card(props: &CardProps) -> Html {
    let CardProps { worker, ask } = props;
    html! {
        <section
            class={classes!("worker", worker.selected.then_some("selected"))}
            data-state={worker.state}
            aria-label={worker.title.clone()}
        >
            <h3>
                { &worker.title }
                if worker.selected { <span class="picked">{ "Step moves it" }</span> }
                <span class="worker-state">{ state_icon(worker.state).draw() }{ worker.state }</span>
            </h3>
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
            if !worker.variables.is_empty() { <Variables variables={worker.variables.clone()} /> }
            if let Some(lock) = &worker.lock { <Lock lock={lock.clone()} /> }
            <div class="buttons">
                for button in &worker.buttons {
                    <Press key={button.name.clone()} class="fault" icon={icon(&button.label)}
                        button={button.clone()} {ask} />
                }
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct VariablesProps {
    variables: Vec<(String, String)>,
}

#[component]
fn Variables(props: &VariablesProps) -> Html {
    html! {
        <dl class="variables" aria-label="Variables">
            for (name, value) in &props.variables {
                <div key={name.clone()}>
                    <dt><code>{ name }</code></dt>
                    <dd><code>{ value }</code></dd>
                </div>
            }
        </dl>
    }
}

#[derive(Properties, PartialEq)]
struct LockProps {
    lock: LockView,
}

#[component]
fn Lock(props: &LockProps) -> Html {
    let lock = &props.lock;
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
