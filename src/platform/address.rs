//! The page's own address: its fragment holds a shared session. And the browser's history: each of its entries notes
//! the session that was last seen there, so that going back brings it back.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use wasm_bindgen::JsValue;

/// The fragment of the page's address, without `#`; empty when there is none.
#[must_use]
pub fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// The page's address with another fragment. Without a query: what is embedded in another page is the whole page to
/// whoever follows the link.
#[must_use]
pub fn with_fragment(fragment: &str) -> String {
    let mut address = page();
    address.push('#');
    address.push_str(fragment);
    address
}

/// The address of a file beside the page; none where the page itself is a file.
#[must_use]
pub fn beside(name: &str) -> Option<String> {
    let mut address = page();
    address.truncate(address.rfind('/')? + 1);
    address.push_str(name);
    address.starts_with("http").then_some(address)
}

/// The page's address without query and fragment.
fn page() -> String {
    let mut address = window().location().href().unwrap_or_default();
    let end = address.find(['?', '#']).unwrap_or(address.len());
    address.truncate(end);
    address
}

/// What the page's address says about `name` behind its `?`.
#[must_use]
pub fn asked(name: &str) -> Option<String> {
    let query = window().location().search().ok()?;
    let pairs = query.trim_start_matches('?').split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.into_iter().find(|(known, _)| *known == name)?;
    // What is not written as it should be is taken as it stands.
    Some(js_sys::decode_uri_component(value).map_or_else(|_| value.to_owned(), String::from))
}

/// Has the address name a lesson, or none, so that loading the page again opens it again. The address of a page inside
/// another one is the other's, and stays.
pub fn name_lesson(lesson: Option<&str>) {
    let location = window().location();
    let Ok(history) = window().history() else { return };
    if location.search().is_ok_and(|query| query.contains("embed")) {
        return;
    }
    let mut address = page();
    if let Some(lesson) = lesson.filter(|it| !it.is_empty()) {
        address.push_str("?lesson=");
        address.push_str(&String::from(js_sys::encode_uri_component(lesson)));
    }
    address.push_str(&location.hash().unwrap_or_default());
    let state = history.state().unwrap_or(JsValue::NULL);
    // A browser that refuses opens the playground the next time, where the lesson is in the list.
    let _ = history.replace_state_with_url(&state, "", Some(&address));
}

/// Notes the fragment of the session as it stands in the current entry of the history.
pub fn note(session: &str) {
    if let Ok(history) = window().history() {
        // A browser that refuses (too often, a sandboxed frame) goes back to what the address says.
        let _ = history.replace_state(&JsValue::from_str(session), "");
    }
}

/// What the current entry of the history noted; none for one that is new.
fn noted() -> Option<String> {
    window().history().ok()?.state().ok()?.as_string()
}

/// Calls `changed` while the listener lives: with each new fragment, and with the noted session when the person
/// goes back or forward to it.
pub fn on_change(changed: impl Fn(String) + 'static) -> EventListener {
    EventListener::new(&window(), "hashchange", move |_| changed(noted().unwrap_or_else(fragment)))
}

/// Sets the title of the browser's tab.
pub fn set_title(title: &str) {
    document().set_title(title);
}
