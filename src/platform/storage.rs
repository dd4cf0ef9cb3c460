//! What the browser keeps from one visit to the next, where that is allowed.

use gloo::utils::window;
use web_sys::Storage;

/// What was kept under `key`.
#[must_use]
pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps `text` under `key`. Whether the browser did: a full or forbidden storage does not.
pub fn set(key: &str, text: &str) -> bool {
    storage().is_some_and(|it| it.set_item(key, text).is_ok())
}

/// The browser's storage; none in a sandboxed frame or when the person forbade it.
fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
