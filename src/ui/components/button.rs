//! A button of the view.

use yew::prelude::*;

use super::icon::Icon;
use crate::app::view::Button;
use crate::ui::{Ask, shortcut};

/// The accessible name of the button that the guide speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggested(pub Option<AttrValue>);

/// What a button needs.
#[derive(Properties, PartialEq)]
pub struct PressProps {
    /// The button.
    pub button: Button,
    /// Where its message goes.
    pub ask: Callback<Ask>,
    /// Its pictogram.
    #[prop_or_default]
    pub icon: Option<Icon>,
    /// Its look.
    #[prop_or_default]
    pub class: Classes,
    /// For a toggle: whether it is down.
    #[prop_or_default]
    pub pressed: Option<bool>,
    /// The key that does the same.
    #[prop_or_default]
    pub key_hint: Option<AttrValue>,
    /// Whether its label is only for screen readers.
    #[prop_or_default]
    pub bare: bool,
}

/// A button that can always be reached: when it cannot be used now, it says why, to the eye and to a screen
/// reader, instead of disappearing from the keyboard's way.
#[component]
pub fn Press(props: &PressProps) -> Html {
    let PressProps { button, ask, .. } = props;
    let onclick = {
        let asked = shortcut::press(button);
        ask.reform(move |_: MouseEvent| asked.clone())
    };
    let reason = button.why_not.as_ref().map(|_| reason_id(&button.name));
    let title = button.why_not.clone().unwrap_or_else(|| button.hint.clone());
    let suggested = use_context::<Suggested>().and_then(|it| it.0).is_some_and(|name| name == button.name);
    let named = props.bare || button.name != button.label;
    html! {
        <>
            <button
                type="button"
                class={classes!("press", props.class.clone(), suggested.then_some("suggested"))}
                aria-label={named.then(|| button.name.clone())}
                aria-disabled={reason.as_ref().map(|_| "true")}
                aria-describedby={reason.clone()}
                aria-pressed={props.pressed.map(|down| down.to_string())}
                aria-keyshortcuts={props.key_hint.clone()}
                title={(!title.is_empty()).then_some(title)}
                {onclick}
            >
                if let Some(icon) = props.icon { { icon.draw() } }
                if !props.bare { <span class="label">{ &button.label }</span> }
                if let Some(key) = &props.key_hint { <kbd aria-hidden="true">{ key }</kbd> }
            </button>
            if let (Some(id), Some(why)) = (reason, &button.why_not) {
                <span {id} hidden=true>{ why }</span>
            }
        </>
    }
}

/// The id of the text that says why the button called `name` cannot be used.
fn reason_id(name: &str) -> String {
    let slug: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    format!("why-not-{slug}")
}
