//! Where the keyboard is.

use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlInputElement};

/// Kinds of `<input>` that take no text: letters typed there are free for other uses.
const WITHOUT_TEXT: &[&str] = &["radio", "checkbox", "range", "button", "submit", "reset"];

/// Whether a key pressed at `target` is part of writing or choosing there: a text field, a list, an editable
/// element, or anything inside a dialog.
#[must_use]
pub fn takes_keys(target: Option<EventTarget>) -> bool {
    let Some(element) = target.and_then(|it| it.dyn_into::<Element>().ok()) else { return false };
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        return !WITHOUT_TEXT.contains(&input.type_().as_str()) || inside(&element, "dialog");
    }
    inside(&element, "textarea, select, dialog, [contenteditable]:not([contenteditable=false])")
}

fn inside(element: &Element, selector: &str) -> bool {
    element.closest(selector).is_ok_and(|found| found.is_some())
}
