//! What an element listens for, and what it asks for then.
//!
//! A component hears of an event as an [`Ask`], never as the browser's event. Invariant: a field that is drawn from the
//! page's state is put back to it before anything is asked, so that what shows is what is so.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};
use yew::prelude::*;
use yew::virtual_dom::{Listener, ListenerKind};

use crate::app::Msg;
use crate::ui::Ask;

/// Where wishes go.
#[derive(Clone)]
pub struct Asker(Rc<Whom>);

struct Whom {
    to: Callback<Ask>,
    suggested: Option<Msg>,
}

impl Asker {
    /// They go to `to`. `suggested` is what the button asks for that the guide speaks of.
    pub fn new(to: Callback<Ask>, suggested: Option<Msg>) -> Self {
        Self(Rc::new(Whom { to, suggested }))
    }

    /// There.
    pub fn to(&self) -> Callback<Ask> {
        self.0.to.clone()
    }

    /// Whether the guide speaks of the button that asks for this.
    pub fn suggests(&self, msg: &Msg) -> bool {
        self.0.suggested.as_ref() == Some(msg)
    }
}

impl PartialEq for Asker {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (&*self.0, &*other.0);
        std::ptr::eq(one, other) || one.to == other.to && one.suggested == other.suggested
    }
}

/// What a key asks for, by its name.
type KeyAnswer = Box<dyn Fn(&str) -> Option<Ask>>;

/// What an event is answered with.
pub(super) enum Answer {
    Always(Ask),
    /// By a checkbox, after it was put back to this.
    Turned(bool, Ask),
    /// By what the field holds.
    Read(Box<dyn Fn(String) -> Ask>),
    /// By which key was pressed alone, if it means something.
    Key(KeyAnswer),
}

/// The events that are listened for. To copy yew's own word for one, which knows all events there are, takes longer.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Click,
    Change,
    Input,
    Key,
}

/// A listener of any kind.
pub(super) struct On {
    pub kind: Kind,
    pub ask: Callback<Ask>,
    pub answer: Answer,
}

impl Listener for On {
    fn kind(&self) -> ListenerKind {
        match self.kind {
            Kind::Click => ListenerKind::onclick,
            Kind::Change => ListenerKind::onchange,
            Kind::Input => ListenerKind::oninput,
            Kind::Key => ListenerKind::onkeydown,
        }
    }

    fn handle(&self, event: Event) {
        // Lists and text areas are not this, but have their value under the same name.
        let field = || event.target_unchecked_into::<web_sys::HtmlInputElement>();
        self.ask.emit(match &self.answer {
            Answer::Always(asked) => asked.clone(),
            Answer::Turned(on, asked) => {
                // The browser has turned it around already. Whether it stays so is the app's to say.
                field().set_checked(*on);
                asked.clone()
            }
            Answer::Read(answer) => answer(field().value()),
            Answer::Key(answer) => {
                let key = event.unchecked_ref::<KeyboardEvent>();
                let alone = !(key.shift_key() || key.ctrl_key() || key.alt_key() || key.meta_key());
                match answer(&key.key()).filter(|_| alone && !key.is_composing()) {
                    Some(asked) => {
                        event.prevent_default();
                        asked
                    }
                    None => return,
                }
            }
        });
    }

    fn passive(&self) -> bool {
        false
    }
}
