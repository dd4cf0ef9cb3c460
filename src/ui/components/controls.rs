//! The bar over the clock and the timeline.

use yew::prelude::*;

use super::button::Press;
use super::icon::Icon;
use super::radios::Radios;
use crate::app::view::ControlsView;
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the bar needs.
#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    /// The controls.
    pub controls: Slice<ControlsView>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The controls: those that every step needs, which stay in reach of a thumb, and the others.
#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let ControlsProps { controls, ask } = props;
    let play = if controls.playing { Icon::Pause } else { Icon::Play };
    html! {
        <section class="controls" aria-label="Controls">
            <div class="controls-main">
                <Press class="primary" icon={Icon::Step} key_hint="s" button={controls.step.clone()} {ask} />
                <Press icon={play} key_hint="p" button={controls.play.clone()} {ask} />
                <Radios name="Worker" shown=true choices={controls.workers.clone()} {ask} />
            </div>
            <div class="controls-more">
                <Press icon={Icon::Back} key_hint="b" button={controls.back.clone()} {ask} />
                <Press icon={Icon::Forward} key_hint="f" button={controls.forward.clone()} {ask} />
                <span class="clock"><span class="unseen">{ "Clock: " }</span>{ Icon::Clock.draw() }{ &controls.now }</span>
                <Press button={controls.second.clone()} {ask} />
                <Press icon={Icon::Timer} button={controls.next_timer.clone()} {ask} />
                <span class="next-timer" title={controls.next_timer_text.clone()}>{ &controls.next_timer_text }</span>
                <Press class="quiet" icon={Icon::Reset} button={controls.reset.clone()} {ask} />
            </div>
        </section>
    }
}
