//! How much room there is.

use gloo::utils::window;

/// Below this width, in CSS pixels, the page is one column; as in the style sheet.
const ONE_COLUMN: f64 = 960.0;

/// Whether the page is one column now. A screen that does not tell its width is wide.
#[must_use]
pub fn narrow() -> bool {
    window().inner_width().ok().and_then(|it| it.as_f64()).is_some_and(|width| width <= ONE_COLUMN)
}
