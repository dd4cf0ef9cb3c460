//! Copying a text for the person to paste elsewhere.

use gloo::utils::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Copies `text`, then says whether that worked. Browsers refuse outside HTTPS, in a sandboxed frame, and when the
/// person forbade it.
pub fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let clipboard = js_sys::Reflect::get(&window().navigator(), &JsValue::from_str("clipboard"));
    let Some(clipboard) = clipboard.ok().and_then(|it| it.dyn_into::<web_sys::Clipboard>().ok()) else {
        done(false);
        return;
    };
    let written = clipboard.write_text(text);
    spawn_local(async move { done(JsFuture::from(written).await.is_ok()) });
}
