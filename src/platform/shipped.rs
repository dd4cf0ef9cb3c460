//! The file with the shipped scenarios that the page does not have built in. It lies beside the page; the page in one
//! file has it in an element.

use gloo::utils::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

/// The id of the element that holds the file (`scripts/package.mjs`).
const INLINED: &str = "scenarios";

/// Gets the file and hands over its text, or why there is none. Not before this has returned.
pub fn fetch(done: impl FnOnce(Result<String, String>) + 'static) {
    spawn_local(async move {
        done(text().await.map_err(|error| match error.as_string() {
            Some(why) => why,
            None => error.unchecked_ref::<js_sys::Object>().to_string().into(),
        }));
    });
}

async fn text() -> Result<String, JsValue> {
    if let Some(inlined) = document().get_element_by_id(INLINED) {
        return Ok(inlined.text_content().unwrap_or_default());
    }
    let built = document().query_selector("meta[data-scenarios]")?;
    let address = built.and_then(|it| it.get_attribute("data-scenarios"));
    let address = address.ok_or("this copy of the page does not say where they are")?;
    let response: Response = JsFuture::from(window().fetch_with_str(&address)).await?.unchecked_into();
    if !response.ok() {
        return Err(["the server answered ", &response.status().to_string()].concat().into());
    }
    JsFuture::from(response.text()?).await?.as_string().ok_or_else(|| "it is not text".into())
}
