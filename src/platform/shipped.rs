//! The file with the shipped scenarios that the page does not have built in. It lies beside the page; the page in one
//! file has it in an element.

use gloo::utils::document;

use super::fetch;

/// The id of the element that holds the file (`scripts/package.mjs`).
const INLINED: &str = "scenarios";

/// Gets the file and hands over its text, or why there is none.
pub fn fetch(done: impl FnOnce(Result<String, String>) + 'static) {
    let built = document().query_selector("meta[data-scenarios]").ok().flatten();
    let address = built.and_then(|it| it.get_attribute("data-scenarios"));
    fetch::read(address.as_deref().unwrap_or(INLINED), done);
}
