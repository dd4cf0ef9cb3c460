//! Elements, put together by calls instead of by `html!`.
//!
//! What the macro writes out anew at each element, more than a hundred bytes of program, is here once, in functions
//! that know no types but text: the page's first load is the shorter by tens of kilobytes. What an element listens for is in
//! `listen`; [`Part`] is what is drawn again by itself.
//!
//! Deliberately absent: a check of names. As in a style sheet, a wrong one is not an error but has no effect.

mod listen;
mod part;

use std::cell::RefCell;
use std::rc::Rc;

use yew::prelude::*;
use yew::virtual_dom::{AttributeOrProperty, Attributes, Key, Listener, VList, VNode, VTag, VText};

pub use listen::Asker;
use listen::{Answer, Kind, On};
pub use part::{Part, part};

use super::Ask;
use crate::app::Msg;

/// An element that is being put together.
pub struct Tag(Box<Draft>);

/// What is known of it so far.
#[derive(Default)]
struct Draft {
    name: &'static str,
    /// An attribute that is not there now, but may be the next time, has its place all the same: as long as the
    /// names stay the same, yew compares values one by one.
    names: Vec<&'static str>,
    values: Vec<Option<AttributeOrProperty>>,
    children: Vec<Html>,
    listeners: Vec<Option<Rc<dyn Listener>>>,
    key: Option<Key>,
    node: NodeRef,
    value: Option<AttrValue>,
    checked: Option<bool>,
}

/// A new element as a style sheet would select it: `button.press quiet[type=button][aria-label=Close it]`. What
/// stands after the dot is the whole class, and a value goes up to its bracket.
pub fn tag(selector: &'static str) -> Tag {
    let (head, mut rest) = cut(selector, b'[');
    let (name, class) = cut(head, b'.');
    let mut tag = Tag(Box::new(Draft { name, ..Draft::default() }));
    if !class.is_empty() {
        tag.put("class", Some(AttrValue::Static(class)));
    }
    while !rest.is_empty() {
        let (pair, more) = cut(rest, b']');
        let (name, value) = cut(pair, b'=');
        tag.put(name, Some(AttrValue::Static(value)));
        rest = more.get(1..).unwrap_or_default();
    }
    tag
}

/// What stands before and after the first `mark`.
fn cut(text: &'static str, mark: u8) -> (&'static str, &'static str) {
    match text.bytes().position(|it| it == mark) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, ""),
    }
}

/// A text that yew can share.
fn shared(text: &str) -> AttrValue {
    AttrValue::from(Rc::<str>::from(text))
}

impl Tag {
    fn put(&mut self, name: &'static str, value: Option<AttrValue>) {
        self.0.names.push(name);
        self.0.values.push(value.map(AttributeOrProperty::Attribute));
    }

    /// The attribute `name`.
    pub fn set(mut self, name: &'static str, value: &str) -> Self {
        self.put(name, Some(shared(value)));
        self
    }

    /// The attribute `name`, if there is a value for it.
    pub fn maybe_set(mut self, name: &'static str, value: Option<&str>) -> Self {
        self.put(name, value.map(shared));
        self
    }

    /// The attribute `name` with a number.
    pub fn number(self, name: &'static str, value: i32) -> Self {
        self.set(name, &value.to_string())
    }

    /// The attribute `name` with a count.
    pub fn amount(self, name: &'static str, value: u64) -> Self {
        self.set(name, &value.to_string())
    }

    /// The attribute `name`, which has no value: there or not.
    pub fn flag(mut self, name: &'static str, on: bool) -> Self {
        self.put(name, on.then_some(AttrValue::Static(name)));
        self
    }

    /// One more class, if `on`.
    pub fn class(mut self, on: bool, class: &'static str) -> Self {
        let class = if on { class } else { "" };
        let Some(place) = self.0.names.iter().position(|name| *name == "class") else {
            self.put("class", (!class.is_empty()).then_some(AttrValue::Static(class)));
            return self;
        };
        if !class.is_empty() {
            let both = match &self.0.values[place] {
                Some(AttributeOrProperty::Attribute(so_far)) => shared(&format!("{so_far} {class}")),
                _ => AttrValue::Static(class),
            };
            self.0.values[place] = Some(AttributeOrProperty::Attribute(both));
        }
        self
    }

    /// What a text field holds.
    pub fn value(mut self, value: &str) -> Self {
        self.0.value = Some(shared(value));
        self
    }

    /// Whether a checkbox or a radio button is on.
    pub fn checked(mut self, on: bool) -> Self {
        self.0.checked = Some(on);
        self
    }

    /// Tells it from its neighbours, so that it keeps its place in the document when they come and go.
    pub fn key(mut self, key: &str) -> Self {
        self.0.key = Some(Key::from(key));
        self
    }

    /// The same with a number.
    pub fn numbered(self, key: u32) -> Self {
        self.key(&key.to_string())
    }

    /// Makes the element known as `node`.
    pub fn node(mut self, node: &NodeRef) -> Self {
        self.0.node = node.clone();
        self
    }

    fn push(mut self, child: Html) -> Self {
        self.0.children.push(child);
        self
    }

    /// A child.
    pub fn child(self, child: impl Child) -> Self {
        child.under(self)
    }

    /// A child that may be missing. Its place is kept, so that its neighbours stay what they are.
    pub fn maybe(self, child: Option<Tag>) -> Self {
        self.push(child.map_or_else(Html::default, Html::from))
    }

    /// A child for each of `items`, in a list of their own.
    pub fn each<T, C: Child>(mut self, items: &[T], mut draw: impl FnMut(&T) -> C) -> Self {
        let from = self.count();
        for item in items {
            self = self.child(draw(item));
        }
        self.gather(from)
    }

    /// A child like `selector` for each of `texts`, in a list of their own.
    pub fn texts(self, selector: &'static str, texts: &[String]) -> Self {
        self.each(texts, |text| tag(selector).text(text))
    }

    /// How many children there are so far, for [`Tag::gather`].
    pub fn count(&self) -> usize {
        self.0.children.len()
    }

    /// Puts the children from the place `from` on into a list of their own.
    pub fn gather(mut self, from: usize) -> Self {
        let own = self.0.children.split_off(from);
        self.push(list(own))
    }

    /// A text that is computed.
    pub fn text(self, text: &str) -> Self {
        self.push(words(text))
    }

    /// A number with what is said before and after it.
    pub fn counts(self, before: &'static str, number: u64, after: &'static str) -> Self {
        self.text(&format!("{before}{number}{after}"))
    }

    /// A text that is always the same.
    pub fn says(self, text: &'static str) -> Self {
        self.push(VNode::VText(VText::new(AttrValue::Static(text))))
    }

    /// A button, or what is pressed like one.
    pub fn press(self, ask: &Asker, asked: Ask) -> Self {
        self.on(Kind::Click, ask, Answer::Always(asked))
    }

    /// A button that does `msg`.
    pub fn does(self, ask: &Asker, msg: &Msg) -> Self {
        self.press(ask, Ask::Do(msg.clone()))
    }

    /// A field that asks for this when something was chosen in it.
    pub fn chosen(self, ask: &Asker, asked: Ask) -> Self {
        self.on(Kind::Change, ask, Answer::Always(asked))
    }

    /// A checkbox that does `msg` when it is turned around, and stays as it was until it is drawn again.
    pub fn turned(self, on: bool, ask: &Asker, msg: &Msg) -> Self {
        self.checked(on).on(Kind::Change, ask, Answer::Turned(on, Ask::Do(msg.clone())))
    }

    /// Whatever is chosen here.
    pub fn on_change(self, ask: &Asker, answer: impl Fn(String) -> Ask + 'static) -> Self {
        self.on_read(Kind::Change, ask, Box::new(answer))
    }

    /// Whatever is typed here.
    pub fn on_input(self, ask: &Asker, answer: impl Fn(String) -> Ask + 'static) -> Self {
        self.on_read(Kind::Input, ask, Box::new(answer))
    }

    /// The keys that mean something here, by their names; what they would do otherwise is prevented.
    pub fn on_key(self, ask: &Asker, answer: impl Fn(&str) -> Option<Ask> + 'static) -> Self {
        self.on(Kind::Key, ask, Answer::Key(Box::new(answer)))
    }

    fn on_read(self, kind: Kind, ask: &Asker, answer: Box<dyn Fn(String) -> Ask>) -> Self {
        self.on(kind, ask, Answer::Read(answer))
    }

    fn on(mut self, kind: Kind, ask: &Asker, answer: Answer) -> Self {
        self.0.listeners.push(Some(Rc::new(On { kind, ask: ask.to(), answer })));
        self
    }
}

impl From<Tag> for Html {
    fn from(tag: Tag) -> Self {
        let draft = *tag.0;
        let mut done = VTag::new(AttrValue::Static(draft.name));
        done.set_attributes(Attributes::Dynamic {
            keys: lasting(draft.names),
            values: draft.values.into_boxed_slice(),
        });
        if let Some(children) = done.children_mut() {
            *children = list(draft.children);
        }
        if !draft.listeners.is_empty() {
            done.set_listeners(draft.listeners.into_boxed_slice());
        }
        if draft.value.is_some() {
            done.set_value(draft.value);
        }
        if let Some(on) = draft.checked {
            done.set_checked(on);
        }
        done.key = draft.key;
        done.node_ref = draft.node;
        VNode::VTag(Rc::new(done))
    }
}

/// What can stand in an element.
pub trait Child {
    /// Puts it there, behind what is there already.
    fn under(self, parent: Tag) -> Tag;
}

impl Child for Tag {
    fn under(self, parent: Tag) -> Tag {
        parent.push(self.into())
    }
}

impl Child for Html {
    fn under(self, parent: Tag) -> Tag {
        parent.push(self)
    }
}

/// Lists of names that have been used, in buckets by their places in memory.
type Lists = [Vec<&'static [&'static str]>; 64];

thread_local! {
    static LISTS: RefCell<Lists> = RefCell::new(std::array::from_fn(|_| Vec::new()));
}

/// The same names for good, as yew wants them. There are as many lists of names as there are kinds of elements
/// in the source, so what is kept has an end.
fn lasting(names: Vec<&'static str>) -> &'static [&'static str] {
    let sum = names.iter().fold(0, |sum: usize, name| sum.wrapping_mul(31) ^ name.as_ptr() as usize >> 2);
    LISTS.with_borrow_mut(|lists| {
        let known = &mut lists[sum % 64];
        for list in known.iter() {
            if **list == *names {
                return *list;
            }
        }
        let list: &'static [&'static str] = names.leak();
        known.push(list);
        list
    })
}

/// A text on its own.
pub fn words(text: &str) -> Html {
    VNode::VText(VText::new(shared(text)))
}

/// Several nodes as one.
pub fn list(children: Vec<Html>) -> Html {
    VNode::VList(Rc::new(VList::from(children)))
}

/// A node with a key of its own, as [`Tag::key`] gives one to an element.
pub fn keyed(key: &str, node: Html) -> Html {
    VNode::VList(Rc::new(VList::with_children(vec![node], Some(Key::from(key)))))
}
