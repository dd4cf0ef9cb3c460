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

/// Forgets all that was kept under keys that begin like this.
pub fn forget(beginning: &str) {
    let Some(storage) = storage() else { return };
    for index in (0..storage.length().unwrap_or(0)).rev() {
        if let Ok(Some(key)) = storage.key(index)
            && key.starts_with(beginning)
        {
            // What is not there any more is forgotten.
            let _ = storage.remove_item(&key);
        }
    }
}

/// The browser's storage; none in a sandboxed frame or when the person forbade it.
fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
