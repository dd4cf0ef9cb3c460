//! The page's head: name, scenario, theme, share, help.

use yew::prelude::*;

use super::button::Look;
use super::icon::Icon;
use crate::app::view::{Choice, ControlsView, ScenarioView};
use crate::platform::file;
use crate::platform::theme::Theme;
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;
use crate::ui::{Ask, Chosen};

/// The page's head.
#[derive(PartialEq)]
pub(super) struct Header {
    /// The scenarios.
    pub scenario: Slice<ScenarioView>,
    /// `Prove`, `Compare`, `At scale` and `Share` are taken from here.
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
            .child(tag("span.label").text(&format!("Theme: {}", theme.word())));
        let help = tag("button.press quiet[type=button][title=How to use this page, and its keys]")
            .set("aria-keyshortcuts", "?")
            .press(ask, Ask::Help)
            .child(Icon::Help.draw())
            .child(tag("span.label").says("Help"));
        let buttons = tag("div.head-buttons")
            .button(&controls.lessons, &const { Look::quiet(Icon::Lesson) }, ask)
            .button(&controls.prove, &const { Look::quiet(Icon::Prove) }, ask)
            .button(&controls.compare, &const { Look::quiet(Icon::Compare) }, ask)
            .button(&controls.scale, &const { Look::quiet(Icon::Scale) }, ask)
            .child(theme)
            .button(&controls.share, &const { Look::quiet(Icon::Share) }, ask)
            .child(help);
        tag("header.head")
            .child(tag("h1").says("Redeliver"))
            .child(scenario_picker(scenario, ask))
            .child(file_picker(ask))
            .child(buttons)
            .into()
    }
}

fn scenario_picker(scenario: &Slice<ScenarioView>, ask: &Asker) -> Tag {
    let scenarios = scenario.clone();
    let select = tag("select").on_change(ask, move |value| {
        match scenarios.scenarios.iter().find(|choice| choice.id == value) {
            Some(choice) => Ask::Do(choice.msg.clone()),
            None => Ask::ForgetRefusal,
        }
    });
    let select = select.each(&groups(&scenario.groups), |(label, first, last)| {
        tag("optgroup").key(label).set("label", label).each(&scenario.scenarios[*first..*last], option)
    });
    let note = scenario.picker_note;
    let note = (!note.is_empty()).then(|| tag("option").key("").flag("disabled", true).says(note));
    tag("label.scenario").child(tag("span").says("Scenario")).child(select.maybe(note))
}

fn option(choice: &Choice) -> Tag {
    tag("option").key(&choice.id).set("value", &choice.id).flag("selected", choice.chosen).text(&choice.title)
}

/// Runs of equal headings, each with its first place and the one behind its last.
fn groups(headings: &[String]) -> Vec<(String, usize, usize)> {
    let mut runs: Vec<(String, usize, usize)> = Vec::new();
    for (place, heading) in headings.iter().enumerate() {
        match runs.last_mut() {
            Some((label, _, last)) if label == heading => *last = place + 1,
            _ => runs.push((heading.clone(), place, place + 1)),
        }
    }
    runs
}

/// Opens a scenario file. The browser's own file field, whose words nobody chose, stays behind a button.
fn file_picker(ask: &Asker) -> Tag {
    let button = tag("button.press quiet[type=button][aria-label=Open a scenario file]")
        .set("title", "Open a scenario file: your own job, keys and truths as JSON")
        .press(ask, Ask::ChooseFile(Chosen::Scenario))
        .child(Icon::File.draw())
        .child(tag("span.label").says("Open…"));
    let field = tag("input[type=file][accept=.json,application/json]")
        .set("id", file::FIELD)
        .flag("hidden", true)
        .chosen(ask, Ask::ReadFile);
    tag("div.open-file").child(button).child(field)
}
