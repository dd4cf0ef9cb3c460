//! Reading what lies beside the page, or anywhere else.

use gloo::utils::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Reads the text at an address and hands it over, or why there is none. The page in one file has what lies beside it
/// inside, each in a `<script>` whose id is the address.
pub fn read(address: &str, done: impl FnOnce(Result<String, String>) + 'static) {
    if let Some(inside) = document().get_element_by_id(address).filter(|it| it.tag_name() == "SCRIPT") {
        done(Ok(inside.text_content().unwrap_or_default()));
        return;
    }
    let response = JsFuture::from(window().fetch_with_str(address));
    spawn_local(async move { done(text(response).await) });
}

async fn text(response: JsFuture) -> Result<String, String> {
    let failed = |_: JsValue| {
        "It cannot be reached: there is no network, or its server does not let other pages read it".to_owned()
    };
    let response: web_sys::Response = response.await.map_err(failed)?.unchecked_into();
    if !response.ok() {
        let status = response.status().to_string();
        let what =
            if status == "404" { "There is nothing at this address (" } else { "Its server refuses (" };
        return Err(format!("{what}{status})"));
    }
    let text = JsFuture::from(response.text().map_err(failed)?).await.map_err(failed)?;
    Ok(text.as_string().unwrap_or_default())
}
