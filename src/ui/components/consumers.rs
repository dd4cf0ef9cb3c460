//! The guide's sentence and the consumer toggle.

use yew::prelude::*;

use super::checkbox::checkbox;
use super::icon::Icon;
use super::radios::radios;
use crate::app::Msg;
use crate::app::view::{GuideView, ScenarioView};
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, tag};
use crate::ui::slice::Slice;

/// Which consumer the next delivery runs.
#[derive(PartialEq)]
pub(super) struct Consumers {
    /// The consumers.
    pub scenario: Slice<ScenarioView>,
    /// Whether workers acknowledge before running.
    pub ack_first: bool,
    /// What toggling that does.
    pub ack_first_msg: Msg,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Consumers {
    const NAME: &'static str = "consumers";

    fn draw(&self, _: &NodeRef) -> Html {
        let (scenario, ask) = (&self.scenario, &self.ask);
        let ack_first = checkbox("Acknowledge before running", self.ack_first, &self.ack_first_msg, ask);
        // A field set that is disabled takes everything in it out of reach.
        let row = match scenario.fixed {
            Some(why) => tag("fieldset.consumer-row[disabled=disabled]").set("title", why),
            None => tag("div.consumer-row"),
        };
        let row = row.child(radios("Consumer", &scenario.consumers, ask)).child(
            tag("span[title=At most once: a job leaves the queue before its handler runs]").child(ack_first),
        );
        let truth = tag("span.truth").child(tag("b").says("Must hold: ")).text(&scenario.truth);
        let note = tag("p.note")
            .maybe(scenario.edited.then(|| tag("strong.edited").says("Edited. The original: ")))
            .text(&scenario.note)
            .says(" ")
            .child(truth);
        let source = tag("small").text(&scenario.source);
        tag("section.consumers[aria-label=Which consumer]")
            .child(tag("p.summary").text(&scenario.summary).says(" ").child(source))
            .child(row)
            .maybe(scenario.fixed.map(|why| tag("p.note").says(why)))
            .child(note)
            .into()
    }
}

/// The one sentence that says what to press next.
#[derive(PartialEq)]
pub(super) struct Guide {
    /// The sentence.
    pub guide: Slice<GuideView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Guide {
    const NAME: &'static str = "guide";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { guide, ask } = self;
        let icon = if guide.done { Icon::Check } else { Icon::Forward };
        tag("section.guide[aria-label=What to do next]")
            .class(guide.done, "done")
            .child(icon.draw())
            .child(tag("p").text(&guide.text))
            .child(
                tag("button.press quiet[type=button][aria-label=Dismiss the guide]")
                    .press(ask, Ask::Do(Msg::DismissGuide))
                    .child(Icon::Close.draw()),
            )
            .into()
    }
}
