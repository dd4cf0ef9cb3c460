//! A checkbox with its label.

use super::markup::{Asker, Tag, tag};
use crate::app::Msg;

/// A checkbox that asks for `msg` when it is turned around, and shows what the app made of that.
pub fn checkbox(label: &str, on: bool, msg: &Msg, ask: &Asker) -> Tag {
    tag("label.check").child(tag("input[type=checkbox]").turned(on, ask, msg)).child(tag("span").text(label))
}
