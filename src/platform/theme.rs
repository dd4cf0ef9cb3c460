//! The theme: the system's, light or dark. Kept in the browser's storage where that is allowed, else until the
//! page is closed.

use gloo::utils::document_element;

use super::storage;

const KEY: &str = "redeliver.theme";

/// The document's attribute that the style sheet goes by.
const ATTRIBUTE: &str = "data-theme";

/// How light the page is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system is.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Its word: in storage, in the style sheet and on the screen.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The one after it; after dark comes the system's again.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }

    /// The theme that the embedding page asked for (static/guest.js notes it in the document), the one chosen on an
    /// earlier visit, or the system's.
    #[must_use]
    pub fn load() -> Self {
        let known = document_element().get_attribute(ATTRIBUTE).or_else(|| storage::get(KEY));
        [Self::Light, Self::Dark]
            .into_iter()
            .find(|it| known.as_deref() == Some(it.word()))
            .unwrap_or_default()
    }

    /// Shows the page in this theme.
    pub fn apply(self) {
        // Fails only for an attribute name that is none.
        let _ = document_element().set_attribute(ATTRIBUTE, self.word());
    }

    /// Remembers it for the next visit, if the browser lets us.
    pub fn store(self) {
        // A full or forbidden storage costs the next visit its theme, no more.
        storage::set(KEY, self.word());
    }
}
