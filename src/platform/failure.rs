//! What is shown when the program stops: what happened, and a link to where it was a moment before.

use std::cell::RefCell;
use std::panic::PanicHookInfo;

use gloo::utils::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use super::address;

thread_local! {
    static LAST_GOOD: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Remembers the fragment of the session as it stands, for [`report`].
pub fn remember(fragment: String) {
    LAST_GOOD.with(|last| *last.borrow_mut() = fragment);
}

/// The panic hook: puts a panel into the page instead of leaving a page that no longer answers.
pub fn report(info: &PanicHookInfo<'_>) {
    let said = info.to_string();
    web_sys::console::error_1(&JsValue::from_str(&said));
    // The page is broken already; a panel that cannot be built must not hide that.
    let _ = show(&said);
}

fn show(said: &str) -> Result<(), JsValue> {
    let panel = element("section")?;
    panel.set_class_name("stopped");
    panel.set_attribute("role", "alert")?;
    add(&panel, "h2", "The playground stopped")?;
    add(&panel, "p", "This is a mistake in the playground, not in what you did. It was:")?;
    add(&panel, "pre", said)?;
    let fragment = LAST_GOOD.with(|last| last.try_borrow().map(|it| it.clone()).unwrap_or_default());
    if !fragment.is_empty() {
        let told = "This link leads to the step before it; please put it into the report: ";
        let link = add(&add(&panel, "p", told)?, "a", "the session so far")?;
        link.set_attribute("href", &address::with_fragment(&fragment))?;
        // Following a link that differs only in its fragment does not load a page; a new tab does.
        link.set_attribute("target", "_blank")?;
    }
    add(&panel, "p", "Load the page again to go on.")?;
    let body = document().body().ok_or(JsValue::NULL)?;
    body.prepend_with_node_1(&panel)?;
    panel.unchecked_ref::<web_sys::HtmlElement>().set_tab_index(-1);
    panel.unchecked_ref::<web_sys::HtmlElement>().focus()
}

fn element(name: &str) -> Result<Element, JsValue> {
    document().create_element(name)
}

/// One more element in `parent`, with a text.
fn add(parent: &Element, name: &str, content: &str) -> Result<Element, JsValue> {
    let it = element(name)?;
    it.set_text_content(Some(content));
    parent.append_child(&it)?;
    Ok(it)
}
