//! A checkbox with its label.

use yew::prelude::*;

use crate::app::Msg;
use crate::ui::Ask;

/// A checkbox that asks for `msg` when it is turned around, and shows what the app made of that.
pub fn checkbox(label: &str, on: bool, msg: &Msg, ask: &Callback<Ask>) -> Html {
    let onchange = {
        let msg = msg.clone();
        ask.reform(move |event: Event| {
            // The browser has turned it around already. Whether it stays so is the app's to say.
            event.target_unchecked_into::<web_sys::HtmlInputElement>().set_checked(on);
            Ask::Do(msg.clone())
        })
    };
    html! {
        <label class="check">
            <input type="checkbox" checked={on} {onchange} />
            <span>{ label.to_owned() }</span>
        </label>
    }
}
