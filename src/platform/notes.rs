//! A second window, for notes: a blank page that this one fills.

use gloo::utils::{document, document_element, window};
use web_sys::{Document, Element, Window};

/// The second window.
pub struct Notes {
    window: Window,
    document: Document,
}

impl Notes {
    /// Opens it, or empties the one that is open. None when the browser does not let it open.
    #[must_use]
    pub fn open() -> Option<Self> {
        let features = "popup,width=640,height=720";
        let opened =
            window().open_with_url_and_target_and_features("", "redeliver-notes", features).ok()??;
        let notes = Self { document: opened.document()?, window: opened };
        let head = notes.document.head()?;
        head.set_text_content(None);
        notes.body()?.set_text_content(None);
        notes.document.set_title("Notes · Redeliver");
        let sheets = document().query_selector_all("link[rel=stylesheet], style").ok()?;
        for index in 0..sheets.length() {
            let copy = sheets.item(index)?.clone_node_with_deep(true).ok()?;
            head.append_child(&copy).ok()?;
        }
        notes.follow();
        Some(notes)
    }

    /// Where the notes go; none once the window is closed.
    #[must_use]
    pub fn body(&self) -> Option<Element> {
        if self.window.closed().unwrap_or(true) { None } else { self.document.body().map(Element::from) }
    }

    /// Takes over the page's language and theme.
    pub fn follow(&self) {
        for name in ["lang", "data-theme"] {
            if let (Some(root), Some(value)) =
                (self.document.document_element(), document_element().get_attribute(name))
            {
                // Fails only for a name that is none.
                let _ = root.set_attribute(name, &value);
            }
        }
    }
}
