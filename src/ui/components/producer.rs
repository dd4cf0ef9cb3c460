//! The producer: what the next job will say, and the button that sends it.

use yew::prelude::*;

use super::button::Look;
use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::ProducerView;
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;

/// The lane before the queue.
#[derive(PartialEq)]
pub(super) struct Producer {
    /// The next job.
    pub producer: Slice<ProducerView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Producer {
    const NAME: &'static str = "producer";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { producer, ask } = self;
        tag("section.lane producer[aria-label=Producer]")
            .child(tag("h3").says("Producer"))
            .button(&producer.enqueue, &const { Look::of(Icon::Add) }, ask)
            .maybe((!producer.fields.is_empty()).then(|| form(producer, ask)))
            .into()
    }
}

fn form(producer: &ProducerView, ask: &Asker) -> Tag {
    let fields = tag("div.fields").each(&producer.fields, |(name, text)| field(name, text, ask));
    tag("details").child(tag("summary").text(&producer.title)).child(fields)
}

/// A field. Its longest text is the page's; the engine has a limit of its own, with a message.
fn field(name: &str, text: &str, ask: &Asker) -> Tag {
    let owned = name.to_owned();
    let input = tag("input[type=text][maxlength=256][autocomplete=off]")
        .value(text)
        .on_input(ask, move |text| Ask::Do(Msg::Field { name: owned.clone(), text }));
    tag("label").key(name).child(tag("span").text(name)).child(input)
}
