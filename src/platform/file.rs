//! Reading a file that the person chose.

use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;

/// Reads the file chosen in `input`, up to `most` bytes and some of what follows, and hands over its name and its
/// text. A file that cannot be read has none.
pub fn read(input: &HtmlInputElement, most: usize, done: impl FnOnce(String, Option<String>) + 'static) {
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    let name = file.name();
    let Ok(beginning) = file.slice_with_f64_and_f64(0.0, (most + 4) as f64) else {
        done(name, None);
        return;
    };
    // Chosen a second time, the same file would be no change.
    input.set_value("");
    spawn_local(async move {
        let text = JsFuture::from(beginning.text()).await;
        done(name, text.ok().and_then(|it| it.as_string()));
    });
}
