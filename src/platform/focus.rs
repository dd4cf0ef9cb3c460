//! Where the keyboard is.

use super::screen;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement, HtmlInputElement};

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

/// Puts the focus on an element that has just opened; where the page is one column, scrolls so that it is seen from
/// its beginning. Somebody who is elsewhere, as in the page around a frame, stays there.
pub fn turn_to(element: &HtmlElement) {
    if !document().has_focus().unwrap_or(true) {
        return;
    }
    // An element that takes no focus leaves it where it is.
    let _ = element.focus();
    if screen::narrow() {
        element.scroll_into_view();
    }
}

/// Gives the focus back, when dropped, to the element that had it: for a panel that takes the focus as it opens.
#[derive(Debug)]
pub struct Return(Option<HtmlElement>);

impl Return {
    /// Notes where the focus is.
    #[must_use]
    pub fn here() -> Self {
        Self(document().active_element().and_then(|it| it.dyn_into().ok()))
    }
}

impl Drop for Return {
    fn drop(&mut self) {
        // An element that has gone since takes no focus, which does no harm.
        if let Some(element) = &self.0 {
            let _ = element.focus();
        }
    }
}
