//! What the page has to say: a message that waits to be read, and why something could not be done.

use yew::prelude::*;

use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::NoticeView;
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;

/// The messages, over the lower edge of the page. Screen readers hear them from the page's one live region.
#[derive(PartialEq)]
pub(super) struct Messages {
    /// The app's message.
    pub notice: Option<Slice<NoticeView>>,
    /// Why the last press did nothing.
    pub refusal: Option<AttrValue>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Messages {
    const NAME: &'static str = "messages";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { notice, refusal, ask } = self;
        let notice = notice.as_ref();
        tag("div.messages")
            .maybe(
                notice.map(|it| {
                    message(it.problem, &it.text, it.retry.as_ref(), ask, Ask::Do(Msg::DismissNotice))
                }),
            )
            .maybe(refusal.as_ref().map(|why| message(false, why, None, ask, Ask::ForgetRefusal)))
            .into()
    }
}

fn message(problem: bool, text: &str, retry: Option<&Msg>, ask: &Asker, close: Ask) -> Tag {
    tag("div.message")
        .class(problem, "problem")
        .maybe(problem.then(|| Icon::Warning.draw()))
        .child(tag("p").child(tag("strong").says(if problem { "Problem: " } else { "Note: " })).text(text))
        .maybe(retry.map(|it| tag("button.press[type=button]").press(ask, Ask::Do(it.clone())).says("Retry")))
        .child(
            tag("button.press quiet[type=button][aria-label=Dismiss the message]")
                .press(ask, close)
                .child(Icon::Close.draw()),
        )
}
