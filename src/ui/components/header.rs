//! The page's head: name, scenario, theme, share, help.

use yew::prelude::*;

use super::button::{Look, press};
use super::icon::Icon;
use super::markup::{Asker, Part, Tag, tag};
use crate::app::view::{Choice, ControlsView, ScenarioView};
use crate::platform::theme::Theme;
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// The page's head.
#[derive(PartialEq)]
pub struct Header {
    /// The scenarios.
    pub scenario: Slice<ScenarioView>,
    /// `Prove`, `Compare` and `Share` are taken from here.
    pub controls: Slice<ControlsView>,
    /// The theme in use.
    pub theme: Theme,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Header {
    const NAME: &'static str = "header";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { scenario, controls, theme, ask } = self;
        let theme = tag("button.press quiet[type=button][title=Theme: the system's, light, or dark]")
            .press(ask, Ask::NextTheme)
            .child(Icon::Theme.draw())
            .child(tag("span.label").text(&["Theme: ", theme.word()].concat()));
        let help = tag("button.press quiet[type=button][title=How to use this page, and its keys]")
            .set("aria-keyshortcuts", "?")
            .press(ask, Ask::Help)
            .child(Icon::Help.draw())
            .child(tag("span.label").says("Help"));
        let buttons = tag("div.head-buttons")
            .child(press(&controls.prove, &Look::quiet(Icon::Prove), ask))
            .child(press(&controls.compare, &Look::quiet(Icon::Compare), ask))
            .child(theme)
            .child(press(&controls.share, &Look::quiet(Icon::Share), ask))
            .child(help);
        tag("header.head")
            .child(tag("h1").says("Redeliver"))
            .child(scenario_picker(scenario, ask))
            .child(tag("p.summary").text(&scenario.summary))
            .child(buttons)
            .into()
    }
}

fn scenario_picker(scenario: &Slice<ScenarioView>, ask: &Asker) -> Tag {
    let scenarios = scenario.clone();
    let select = tag("select").on_change(ask, move |event| {
        let value = event.target_unchecked_into::<web_sys::HtmlSelectElement>().value();
        match scenarios.scenarios.iter().find(|choice| choice.id == value) {
            Some(choice) => Ask::Do(choice.msg.clone()),
            None => Ask::ForgetRefusal,
        }
    });
    tag("label.scenario").child(tag("span").says("Scenario")).child(select.each(&scenario.scenarios, option))
}

fn option(choice: &Choice) -> Tag {
    tag("option").key(&choice.id).set("value", &choice.id).flag("selected", choice.chosen).text(&choice.title)
}
