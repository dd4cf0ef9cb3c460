//! A checkbox with its label.

use crate::app::Msg;
use crate::ui::dom::{Asker, Tag, tag};

/// A checkbox that asks for `msg` when it is turned around, and shows what the app made of that.
pub(super) fn checkbox(label: &str, on: bool, msg: &Msg, ask: &Asker) -> Tag {
    tag("label.check").child(tag("input[type=checkbox]").turned(on, ask, msg)).child(tag("span").text(label))
}
