//! How the page begins: from what, to what it listens, and what it shows while its scenario is on the way.

use gloo::events::EventListener;
use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::school;
use crate::app::{App, Msg};
use crate::platform::{address, focus, storage};
use crate::ui::dom::tag;
use crate::ui::shortcut::Shortcut;

/// Under which name the browser keeps the last scenario file.
pub(super) const OWN_SCENARIO: &str = "redeliver.scenario";

/// The session of the address, with the scenario file of an earlier visit in the picker.
pub(super) fn begin() -> App {
    let mut app = App::first();
    if let Some(text) = storage::get(OWN_SCENARIO) {
        app.update(Msg::KeptFile(text));
    }
    let fragment = address::fragment();
    if !fragment.is_empty() {
        app.update(Msg::Open(fragment));
    }
    school::begin(&mut app);
    app
}

/// The page while what was asked for waits for its scenario: nothing in it that could be done to another one.
pub(super) fn waiting() -> Html {
    let text = tag("p[role=status]").says("Loading the scenario…");
    tag("main").child(tag("h1").says("Redeliver")).child(text).into()
}

/// Keys pressed anywhere on the page, except where they are text and except with a modifier.
pub(super) fn listen_to_keys(pressed: Callback<Shortcut>) -> EventListener {
    EventListener::new(&window(), "keydown", move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if modified || event.is_composing() || focus::takes_keys(event.target()) {
            return;
        }
        if let Some(shortcut) = Shortcut::of(&event.key()) {
            pressed.emit(shortcut);
        }
    })
}
