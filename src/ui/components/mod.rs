//! The components, one file per region of the screen.

mod button;
mod checkbox;
mod compare;
mod console;
mod consumers;
mod controls;
mod diagram;
mod dialogs;
mod drawing;
mod editor;
mod handout;
mod header;
mod icon;
mod jobs;
mod keys;
mod lanes;
mod ledger;
mod lesson;
mod lessons;
mod matrix;
mod messages;
mod opened;
mod page;
mod producer;
mod proof;
mod radios;
mod scale;
mod school;
mod start;
mod tables;
mod timeline;
mod verdict;
mod workers;

use crate::platform::failure;

/// The id of the element in `index.html` that the page takes over.
const ROOT: &str = "app";

/// Puts the page into its root element, or into the body of a document that has none.
pub fn mount() {
    yew::set_custom_panic_hook(Box::new(failure::report));
    match gloo::utils::document().get_element_by_id(ROOT) {
        Some(root) => yew::Renderer::<page::Page>::with_root(root).render(),
        None => yew::Renderer::<page::Page>::new().render(),
    };
}
