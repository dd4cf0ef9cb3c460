//! What is shown when the program stops: what happened, and a link to where it was a moment before.

use std::cell::RefCell;
use std::panic::PanicHookInfo;

use gloo::utils::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Node};

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
    web_sys::console::error_1(&JsValue::from_str(&info.to_string()));
    // The page is broken already; a panel that cannot be built must not hide that.
    let _ = show(info);
}

fn show(info: &PanicHookInfo<'_>) -> Result<(), JsValue> {
    let panel = element("section")?;
    panel.set_class_name("stopped");
    panel.set_attribute("role", "alert")?;
    panel.append_child(&text("h2", "The playground stopped")?)?;
    panel.append_child(&text("p", "This is a mistake in the playground, not in what you did. It was:")?)?;
    panel.append_child(&text("pre", &info.to_string())?)?;
    let fragment = LAST_GOOD.with(|last| last.try_borrow().map(|it| it.clone()).unwrap_or_default());
    if !fragment.is_empty() {
        let paragraph = text("p", "This link leads to the step before it; please put it into the report: ")?;
        let link = element("a")?;
        link.set_text_content(Some("the session so far"));
        link.set_attribute("href", &address::with_fragment(&fragment))?;
        // Following a link that differs only in its fragment does not load a page; a new tab does.
        link.set_attribute("target", "_blank")?;
        paragraph.append_child(&link)?;
        panel.append_child(&paragraph)?;
    }
    panel.append_child(&text("p", "Load the page again to go on.")?)?;
    let body = document().body().ok_or(JsValue::NULL)?;
    body.prepend_with_node_1(&panel)?;
    panel.unchecked_ref::<web_sys::HtmlElement>().set_tab_index(-1);
    panel.unchecked_ref::<web_sys::HtmlElement>().focus()
}

fn element(name: &str) -> Result<Element, JsValue> {
    document().create_element(name)
}

fn text(name: &str, content: &str) -> Result<Node, JsValue> {
    let it = element(name)?;
    it.set_text_content(Some(content));
    Ok(it.into())
}
