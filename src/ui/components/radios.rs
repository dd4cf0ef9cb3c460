//! A group of native radio buttons drawn as one control with segments.

use yew::prelude::*;

use crate::app::view::Choice;
use crate::ui::Ask;

/// What a group needs.
#[derive(Properties, PartialEq)]
pub struct RadiosProps {
    /// The group's accessible name, also the form's name for it.
    pub name: AttrValue,
    /// Whether the name stands before the group.
    #[prop_or_default]
    pub shown: bool,
    /// The options.
    pub choices: Vec<Choice>,
    /// Where the chosen option's message goes.
    pub ask: Callback<Ask>,
    /// Its look.
    #[prop_or_default]
    pub class: Classes,
}

/// One choice of several, with arrow keys and all else that the browser gives its own radio buttons.
#[component]
pub fn Radios(props: &RadiosProps) -> Html {
    let label = format!("{}-label", props.name.to_ascii_lowercase());
    html! {
        <div class={classes!("radios", props.class.clone())} role="radiogroup" aria-labelledby={label.clone()}>
            <span id={label} class={if props.shown { "radios-name" } else { "unseen" }}>{ &props.name }</span>
            <div class="segments">
                for choice in &props.choices {
                    { segment(&props.name, choice, &props.ask) }
                }
            </div>
        </div>
    }
}

fn segment(name: &str, choice: &Choice, ask: &Callback<Ask>) -> Html {
    let onchange = {
        let msg = choice.msg.clone();
        ask.reform(move |_: Event| Ask::Do(msg.clone()))
    };
    html! {
        <label key={choice.id.clone()} class="segment" title={(!choice.note.is_empty()).then(|| choice.note.clone())}>
            <input type="radio" name={name.to_ascii_lowercase()} value={choice.id.clone()} checked={choice.chosen} {onchange} />
            <span>{ &choice.title }</span>
        </label>
    }
}
