//! The page's head: name, scenario, theme, share, help.

use yew::prelude::*;

use super::button::Press;
use super::icon::Icon;
use crate::app::view::{Button, ScenarioView};
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
            <p class="summary">{ &scenario.summary }{ " " }<small>{ &scenario.source }</small></p>
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
