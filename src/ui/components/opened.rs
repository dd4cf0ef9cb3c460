//! What a panel does with the keyboard as it opens and closes.

use std::any::Any;

use yew::prelude::*;

use crate::platform::focus;

/// For the heading of a panel that has just opened in the place of others: it takes the focus, and gives it back
/// when what this returns is dropped.
pub(super) fn turn_to_heading(heading: &NodeRef) -> Option<Box<dyn Any>> {
    let back = focus::Return::here();
    if let Some(heading) = heading.cast::<web_sys::HtmlElement>() {
        focus::turn_to(&heading);
    }
    Some(Box::new(back))
}
