//! Style sheets that not every visit needs.

use gloo::utils::document;

/// Has the page use a style sheet that lies beside it, from now on. The page in one file has them all inside.
pub fn need(name: &'static str) {
    let document = document();
    let known = |selector: &str| document.query_selector(selector).is_ok_and(|it| it.is_some());
    if known("style") || known(&["link[href='", name, "']"].concat()) {
        return;
    }
    if let (Some(head), Ok(link)) = (document.head(), document.create_element("link")) {
        // These fail only for names that are none.
        let _ = link.set_attribute("rel", "stylesheet");
        let _ = link.set_attribute("href", name);
        let _ = head.append_child(&link);
    }
}
