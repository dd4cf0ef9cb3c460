//! The page's head: name, scenario, theme, share, help.

use yew::prelude::*;

use super::button::Press;
use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::{Button, ScenarioView};
use crate::lesson::file::MAX_BYTES;
use crate::platform::file;
use crate::platform::theme::Theme;
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the head needs.
#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    /// The scenarios.
    pub scenario: Slice<ScenarioView>,
    /// `Prove`.
    pub prove: Button,
    /// `Compare`.
    pub compare: Button,
    /// `Share`.
    pub share: Button,
    /// The theme in use.
    pub theme: Theme,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The page's head.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let HeaderProps { scenario, prove, compare, share, theme, ask } = props;
    html! {
        <header class="head">
            <h1>{ "Redeliver" }</h1>
            { scenario_picker(scenario, ask) }
            <FilePicker {ask} />
            <p class="summary" title={scenario.source.clone()}>{ &scenario.summary }</p>
            <div class="head-buttons">
                <Press class="quiet" icon={Icon::Prove} button={prove.clone()} {ask} />
                <Press class="quiet" icon={Icon::Compare} button={compare.clone()} {ask} />
                <button
                    type="button"
                    class="press quiet"
                    title="Theme: the system's, light, or dark"
                    onclick={ask.reform(|_: MouseEvent| Ask::NextTheme)}
                >
                    { Icon::Theme.draw() }
                    <span class="label">{ format!("Theme: {}", theme.word()) }</span>
                </button>
                <Press class="quiet" icon={Icon::Share} button={share.clone()} {ask} />
                <button
                    type="button"
                    class="press quiet"
                    aria-keyshortcuts="?"
                    title="How to use this page, and its keys"
                    onclick={ask.reform(|_: MouseEvent| Ask::Help)}
                >
                    { Icon::Help.draw() }
                    <span class="label">{ "Help" }</span>
                </button>
            </div>
        </header>
    }
}

fn scenario_picker(scenario: &Slice<ScenarioView>, ask: &Callback<Ask>) -> Html {
    let onchange = {
        let scenarios = scenario.clone();
        let ask = ask.clone();
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<web_sys::HtmlSelectElement>().value();
            if let Some(choice) = scenarios.scenarios.iter().find(|choice| choice.id == value) {
                ask.emit(Ask::Do(choice.msg.clone()));
            }
        })
    };
    html! {
        <label class="scenario">
            <span>{ "Scenario" }</span>
            <select {onchange}>
                for (label, first, last) in groups(&scenario.groups) {
                    <optgroup key={first} {label}>
                        for choice in &scenario.scenarios[first..last] {
                            <option key={choice.id.clone()} value={choice.id.clone()} selected={choice.chosen}>
                                { &choice.title }
                            </option>
                        }
                    </optgroup>
                }
            </select>
        </label>
    }
}

/// Runs of equal headings, each with its first place and the one behind its last.
fn groups(headings: &[String]) -> Vec<(String, usize, usize)> {
    let mut runs: Vec<(String, usize, usize)> = Vec::new();
    for (place, heading) in headings.iter().enumerate() {
        match runs.last_mut() {
            Some((label, _, last)) if label == heading => *last = place + 1,
            _ => runs.push((heading.clone(), place, place + 1)),
        }
    }
    runs
}

#[derive(Properties, PartialEq)]
struct FilePickerProps {
    ask: Callback<Ask>,
}

/// Opens a scenario file. The browser's own file field, whose words nobody chose, stays behind a button.
#[component]
fn FilePicker(props: &FilePickerProps) -> Html {
    let field = use_node_ref();
    let onclick = {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<web_sys::HtmlInputElement>() {
                field.click();
            }
        })
    };
    let onchange = {
        let ask = props.ask.clone();
        Callback::from(move |event: Event| {
            let ask = ask.clone();
            file::read(&event.target_unchecked_into(), MAX_BYTES, move |name, text| {
                ask.emit(match text {
                    Some(text) => Ask::Do(Msg::OpenFile { name, text }),
                    None => Ask::Refuse(name + " cannot be read."),
                });
            });
        })
    };
    html! {
        <div class="open-file">
            <button type="button" class="press quiet" aria-label="Open a scenario file"
                title="Open a scenario file: your own job, keys and truths as JSON" {onclick}>
                { Icon::File.draw() }
                <span class="label">{ "Open…" }</span>
            </button>
            <input ref={field} type="file" hidden=true accept=".json,application/json" {onchange} />
        </div>
    }
}
