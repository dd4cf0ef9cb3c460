//! What a panel does with the keyboard as it opens and closes.

use yew::prelude::*;

use crate::platform::focus;

/// The heading of a panel that opens in the place of others: it takes the focus, and gives it back when the panel
/// closes.
#[hook]
pub fn use_opened_heading() -> NodeRef {
    let heading = use_node_ref();
    {
        let heading = heading.clone();
        use_effect_with((), move |()| {
            let back = focus::Return::here();
            if let Some(heading) = heading.cast::<web_sys::HtmlElement>() {
                focus::turn_to(&heading);
            }
            move || drop(back)
        });
    }
    heading
}
