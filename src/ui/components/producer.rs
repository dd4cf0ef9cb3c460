//! The producer: what the next job will say, and the button that sends it.

use yew::prelude::*;

use super::button::Press;
use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::ProducerView;
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// Longest text of a field, in characters; the engine has a limit of its own, with a message.
const MAX_FIELD: &str = "256";

/// What the producer needs.
#[derive(Properties, PartialEq)]
pub struct ProducerProps {
    /// The next job.
    pub producer: Slice<ProducerView>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The lane before the queue.
#[component]
pub fn Producer(props: &ProducerProps) -> Html {
    let ProducerProps { producer, ask } = props;
    html! {
        <section class="lane producer" aria-label="Producer">
            <h3>{ "Producer" }</h3>
            <Press icon={Icon::Add} button={producer.enqueue.clone()} {ask} />
            if !producer.fields.is_empty() {
                <details>
                    <summary>{ &producer.title }</summary>
                    <div class="fields">
                        for (name, text) in &producer.fields {
                            { field(name, text, ask) }
                        }
                    </div>
                </details>
            }
        </section>
    }
}

fn field(name: &str, text: &str, ask: &Callback<Ask>) -> Html {
    let oninput = {
        let name = name.to_owned();
        ask.reform(move |event: InputEvent| {
            let text = event.target_unchecked_into::<web_sys::HtmlInputElement>().value();
            Ask::Do(Msg::Field { name: name.clone(), text })
        })
    };
    html! {
        <label key={name.to_owned()}>
            <span>{ name.to_owned() }</span>
            <input type="text" maxlength={MAX_FIELD} autocomplete="off" value={text.to_owned()} {oninput} />
        </label>
    }
}
