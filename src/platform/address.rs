//! The page's own address: its fragment holds a shared session.

use gloo::events::EventListener;
use gloo::utils::{document, window};

/// The fragment of the page's address, without `#`; empty when there is none.
#[must_use]
pub fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// The page's address with another fragment.
#[must_use]
pub fn with_fragment(fragment: &str) -> String {
    let address = window().location().href().unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    format!("{page}#{fragment}")
}

/// Calls `changed` with each new fragment while the listener lives.
pub fn on_change(changed: impl Fn(String) + 'static) -> EventListener {
    EventListener::new(&window(), "hashchange", move |_| changed(fragment()))
}

/// Sets the title of the browser's tab.
pub fn set_title(title: &str) {
    document().set_title(title);
}
