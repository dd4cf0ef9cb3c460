//! What the page has to say: a message that waits to be read, and why something could not be done.

use yew::prelude::*;

use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::NoticeView;
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the messages need.
#[derive(Properties, PartialEq)]
pub struct MessagesProps {
    /// The app's message.
    pub notice: Option<Slice<NoticeView>>,
    /// Why the last press did nothing.
    pub refusal: Option<AttrValue>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The messages, over the lower edge of the page. Screen readers hear them from the page's one live region.
#[component]
pub fn Messages(props: &MessagesProps) -> Html {
    let MessagesProps { notice, refusal, ask } = props;
    html! {
        <div class="messages">
            if let Some(notice) = notice {
                { message(notice.problem, &notice.text, ask.reform(|_| Ask::Do(Msg::DismissNotice))) }
            }
            if let Some(why) = refusal {
                { message(false, why, ask.reform(|_| Ask::ForgetRefusal)) }
            }
        </div>
    }
}

fn message(problem: bool, text: &str, onclose: Callback<MouseEvent>) -> Html {
    let word = if problem { "Problem" } else { "Note" };
    html! {
        <div class={classes!("message", problem.then_some("problem"))}>
            if problem { { Icon::Warning.draw() } }
            <p><strong>{ word }{ ": " }</strong>{ text.to_owned() }</p>
            <button
                type="button"
                class="press quiet"
                aria-label="Dismiss the message"
                onclick={onclose}
            >
                { Icon::Close.draw() }
            </button>
        </div>
    }
}
