//! Choosing a file and reading it, and handing one to the person.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;

/// The id of the page's file field.
pub const FIELD: &str = "scenario-file";

/// Hands the person a file with this text.
pub fn save(name: &str, text: &str) {
    let Ok(link) = gloo::utils::document().create_element("a") else { return };
    let text = String::from(js_sys::encode_uri_component(text));
    // Fails only for names of attributes that are none.
    let _ = link.set_attribute("href", &format!("data:application/json,{text}"));
    let _ = link.set_attribute("download", name);
    link.unchecked_into::<web_sys::HtmlElement>().click();
}

fn field() -> Option<HtmlInputElement> {
    web_sys::window()?.document()?.get_element_by_id(FIELD)?.dyn_into().ok()
}

/// Lets the person choose a file.
pub fn choose() {
    if let Some(field) = field() {
        field.click();
    }
}

/// Reads the file that was chosen, up to `most` bytes and some of what follows, and hands over its name and its
/// text. A file that cannot be read has none.
pub fn read(most: usize, done: impl FnOnce(String, Option<String>) + 'static) {
    let Some(input) = field() else { return };
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
