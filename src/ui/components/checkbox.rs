//! A checkbox with its label.

use yew::prelude::*;

use super::markup::{Asker, Tag, tag};
use crate::app::Msg;
use crate::ui::Ask;

/// A checkbox that asks for `msg` when it is turned around, and shows what the app made of that.
pub fn checkbox(label: &str, on: bool, msg: &Msg, ask: &Asker) -> Tag {
    let msg = msg.clone();
    let input = tag("input[type=checkbox]").checked(on).on_change(ask, move |event| {
        // The browser has turned it around already. Whether it stays so is the app's to say.
        event.target_unchecked_into::<web_sys::HtmlInputElement>().set_checked(on);
        Ask::Do(msg.clone())
    });
    tag("label.check").child(input).child(tag("span").text(label))
}
