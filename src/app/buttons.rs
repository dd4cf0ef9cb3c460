//! Making what there is to press and to choose from. A control that the lesson keeps out of reach says so before
//! anything else; then comes why the world does not allow it.

use std::borrow::Cow;

use crate::sim::{Action, World, why_not};

use super::allowed::Allowed;
use super::msg::Msg;
use super::view::{Button, Choice};

/// A button whose name is its label and which can always be pressed.
pub(super) fn button(label: &'static str, msg: Msg, hint: &'static str) -> Button {
    Button { label, name: Cow::Borrowed(label), msg, why_not: None, hint }
}

/// An entry of a list: its id, its title, and a note.
pub(super) fn choice(texts: [&str; 3], chosen: bool, msg: Msg) -> Choice {
    let [id, title, note] = texts;
    Choice { id: id.to_owned(), title: title.to_owned(), note: note.to_owned(), chosen, msg }
}

impl Button {
    /// The same button; when `refused` and nothing else keeps it from being pressed, it says why.
    pub(super) fn refused(mut self, refused: bool, why: &'static str) -> Self {
        if refused && self.why_not.is_none() {
            self.why_not = Some(Cow::Borrowed(why));
        }
        self
    }
}

/// Makes the buttons of a playground: in that world, within what is allowed.
#[derive(Clone, Copy)]
pub(super) struct Buttons<'a> {
    pub world: &'a World,
    pub allowed: &'a Allowed,
}

impl Buttons<'_> {
    /// A button whose name is its label.
    pub(super) fn button(self, label: &'static str, msg: Msg, hint: &'static str) -> Button {
        let why_not = self.allowed.refusal(&msg).map(Cow::Borrowed);
        Button { why_not, ..button(label, msg, hint) }
    }

    /// A button that does something to the world.
    pub(super) fn action_button(
        self,
        label: &'static str,
        name: Cow<'static, str>,
        action: Action,
        hint: &'static str,
    ) -> Button {
        let button = self.button(label, Msg::Act(action.clone()), hint);
        Button { name, ..self.button_for(button, &action) }
    }

    /// The button, which can be pressed while the action is possible.
    pub(super) fn button_for(self, mut button: Button, action: &Action) -> Button {
        if button.why_not.is_none() {
            button.why_not = why_not(self.world, action).map(|why| why.to_string().into());
        }
        button
    }
}
