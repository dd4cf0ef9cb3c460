//! The bar over the clock and the timeline.

use yew::prelude::*;

use super::button::Look;
use super::icon::Icon;
use super::radios::radios;
use crate::app::view::ControlsView;
use crate::ui::dom::{Asker, Part, tag};
use crate::ui::slice::Slice;

const STEP: Look = Look { class: "primary", key: "s", ..Look::of(Icon::Step) };
const PLAY: Look = Look { key: "p", ..Look::of(Icon::Play) };
const PAUSE: Look = Look { key: "p", ..Look::of(Icon::Pause) };
const BACK: Look = Look { key: "b", ..Look::of(Icon::Back) };
const FORWARD: Look = Look { key: "f", ..Look::of(Icon::Forward) };

/// The controls: those that every step needs, which stay in reach of a thumb, and the others.
#[derive(PartialEq)]
pub(super) struct Controls {
    /// The controls.
    pub controls: Slice<ControlsView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Controls {
    const NAME: &'static str = "controls";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { controls, ask } = self;
        let play = if controls.playing { &PAUSE } else { &PLAY };
        let clock = tag("span.clock")
            .child(tag("span.unseen").says("Clock: "))
            .child(Icon::Clock.draw())
            .text(&controls.now);
        let timer = tag("span.next-timer").set("title", &controls.next_timer_text);
        let main = tag("div.controls-main")
            .button(&controls.step, &STEP, ask)
            .button(&controls.play, play, ask)
            .child(radios("Worker", &controls.workers, ask));
        let more = tag("div.controls-more")
            .button(&controls.back, &BACK, ask)
            .button(&controls.forward, &FORWARD, ask)
            .child(clock)
            .button(&controls.second, &Look::PLAIN, ask)
            .button(&controls.next_timer, &const { Look::of(Icon::Timer) }, ask)
            .child(timer.text(&controls.next_timer_text))
            .button(&controls.reset, &const { Look::quiet(Icon::Reset) }, ask);
        tag("section.controls[aria-label=Controls]").child(main).child(more).into()
    }
}
