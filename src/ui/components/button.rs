//! A button of the view.

use yew::prelude::*;

use super::icon::Icon;
use crate::app::view::Button;
use crate::ui::dom::{Asker, Tag, keyed, list, tag};
use crate::ui::shortcut;

/// How a button looks.
#[derive(Clone, Copy)]
pub struct Look {
    /// Its class beside `press`.
    pub class: &'static str,
    /// Its pictogram.
    pub icon: Option<Icon>,
    /// The key that does the same; none when empty.
    pub key: &'static str,
    /// Whether its label is only for screen readers.
    pub bare: bool,
}

impl Look {
    /// A button like any other, with this pictogram.
    pub const fn of(icon: Icon) -> Self {
        Self { class: "", icon: Some(icon), key: "", bare: false }
    }

    /// One that does not push itself forward.
    pub const fn quiet(icon: Icon) -> Self {
        Self { class: "quiet", ..Self::of(icon) }
    }

    /// The cross that closes a panel.
    pub const CLOSE: Self = Self { bare: true, ..Self::quiet(Icon::Close) };

    /// Nothing but its label.
    pub const PLAIN: Self = Self { class: "", icon: None, key: "", bare: false };
}

/// A button that can always be reached: when it cannot be used now, it says why, to the eye and to a screen
/// reader, instead of disappearing from the keyboard's way.
pub(super) fn press(button: &Button, look: &Look, ask: &Asker) -> Html {
    toggle(button, look, None, ask)
}

impl Tag {
    /// A child that is such a button.
    pub fn button(self, button: &Button, look: &Look, ask: &Asker) -> Self {
        self.child(press(button, look, ask))
    }
}

/// The same for a button that is up or down.
pub(super) fn toggle(button: &Button, look: &Look, pressed: Option<bool>, ask: &Asker) -> Html {
    let why_not = button.why_not.as_deref();
    let reason = why_not.map(|_| reason_id(&button.name));
    let title = why_not.unwrap_or(button.hint);
    let suggested = ask.suggests(&button.msg);
    let named = look.bare || button.name != button.label;
    let drawn = tag("button.press[type=button]")
        .class(true, look.class)
        .class(suggested, "suggested")
        .maybe_set("aria-label", named.then_some(&*button.name))
        .maybe_set("aria-disabled", why_not.map(|_| "true"))
        .maybe_set("aria-describedby", reason.as_deref())
        .maybe_set("aria-pressed", pressed.map(|down| if down { "true" } else { "false" }))
        .maybe_set("aria-keyshortcuts", (!look.key.is_empty()).then_some(look.key))
        .maybe_set("title", (!title.is_empty()).then_some(title))
        .press(ask, shortcut::press(button))
        .maybe(look.icon.map(Icon::draw))
        .maybe((!look.bare).then(|| tag("span.label").text(button.label)))
        .maybe((!look.key.is_empty()).then(|| tag("kbd[aria-hidden=true]").says(look.key)));
    // Its place is kept when there is no reason: the button before it stays what it is, with the focus on it.
    let reason = match (reason, why_not) {
        (Some(id), Some(why)) => tag("span[hidden=hidden]").set("id", &id).text(why).into(),
        _ => Html::default(),
    };
    list(vec![drawn.into(), reason])
}

/// Buttons in a row, each with the look that `look` finds for it.
pub(super) fn row(buttons: &[Button], look: fn(&Button) -> Look, ask: &Asker) -> Html {
    tag("div.buttons").each(buttons, |it| keyed(&it.name, press(it, &look(it), ask))).into()
}

/// The id of the text that says why the button called `name` cannot be used.
fn reason_id(name: &str) -> String {
    let mut id = "why-not-".to_owned();
    for c in name.bytes() {
        id.push(if c.is_ascii_alphanumeric() { char::from(c.to_ascii_lowercase()) } else { '-' });
    }
    id
}
