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
                            <Field key={name.clone()} name={name.clone()} text={text.clone()} {ask} />
                        }
                    </div>
                </details>
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct FieldProps {
    name: AttrValue,
    text: AttrValue,
    ask: Callback<Ask>,
}

#[component]
fn Field(props: &FieldProps) -> Html {
    let oninput = {
        let name = props.name.clone();
        props.ask.reform(move |event: InputEvent| {
            let text = event.target_unchecked_into::<web_sys::HtmlInputElement>().value();
            Ask::Do(Msg::Field { name: name.to_string(), text })
        })
    };
    html! {
        <label>
            <span>{ &props.name }</span>
            <input type="text" maxlength={MAX_FIELD} autocomplete="off" value={props.text.clone()} {oninput} />
        </label>
    }
}
