//! Style sheets and scripts that not every visit needs.

use gloo::utils::document;

/// Has the page use a style sheet that lies beside it, from now on. The page in one file has them all inside.
pub fn need(name: &'static str) {
    add("link", "href", name);
}

/// The same for a script.
pub fn need_script(name: &'static str) {
    add("script", "src", name);
}

fn add(kind: &str, attribute: &str, name: &str) {
    let document = document();
    let known = |selector: &str| document.query_selector(selector).is_ok_and(|it| it.is_some());
    if known("style") || known(&format!("{kind}[{attribute}='{name}']")) {
        return;
    }
    if let (Some(head), Ok(element)) = (document.head(), document.create_element(kind)) {
        // These fail only for names that are none.
        let _ = element.set_attribute("rel", "stylesheet");
        let _ = element.set_attribute(attribute, name);
        let _ = head.append_child(&element);
    }
}
