//! A group of native radio buttons drawn as one control with segments.

use crate::app::view::Choice;
use crate::ui::Ask;
use crate::ui::dom::{Asker, Tag, tag};

/// One choice of several, with arrow keys and all else that the browser gives its own radio buttons. `name` is the
/// group's accessible name, also the form's name for it, and stands before the group.
pub(super) fn radios(name: &'static str, choices: &[Choice], ask: &Asker) -> Tag {
    let id = name.to_ascii_lowercase().replace(' ', "-");
    let label = format!("{id}-label");
    tag("div.radios[role=radiogroup]")
        .set("aria-labelledby", &label)
        .child(tag("span.radios-name").set("id", &label).says(name))
        .child(tag("div.segments").each(choices, |choice| segment(&id, choice, ask)))
}

fn segment(name: &str, choice: &Choice, ask: &Asker) -> Tag {
    let input = tag("input[type=radio]")
        .set("name", name)
        .value(&choice.id)
        .checked(choice.chosen)
        .chosen(ask, Ask::Do(choice.msg.clone()));
    tag("label.segment")
        .key(&choice.id)
        .maybe_set("title", (!choice.note.is_empty()).then_some(&choice.note))
        .child(input)
        .child(tag("span").text(&choice.title))
}
