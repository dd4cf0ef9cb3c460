//! Elements, put together by calls instead of by `html!`.
//!
//! What the macro writes out anew at each element, more than a hundred bytes of program, is here once, in functions
//! that know no types but text: the page's first load is the shorter by tens of kilobytes.
//!
//! Deliberately absent: a check of names. As in a style sheet, a wrong one is not an error but has no effect.

use std::any::Any;
use std::rc::Rc;

use web_sys::Event;
use yew::prelude::*;
use yew::virtual_dom::{Key, Listener, ListenerKind, VComp, VList, VNode, VTag, VText};

use crate::ui::Ask;

/// An element that is being put together; nobody else holds it yet.
pub struct Tag(Rc<VTag>);

/// A new element as a style sheet would select it: `button.press quiet[type=button][aria-label=Close it]`. What
/// stands after the dot is the whole class, and a value goes up to its bracket.
pub fn tag(selector: &'static str) -> Tag {
    let (head, mut rest) = cut(selector, b'[');
    let (name, class) = cut(head, b'.');
    let mut tag = Tag(Rc::new(VTag::new(AttrValue::Static(name))));
    if !class.is_empty() {
        tag.put("class", AttrValue::Static(class));
    }
    while !rest.is_empty() {
        let (pair, more) = cut(rest, b']');
        let (name, value) = cut(pair, b'=');
        tag.put(name, AttrValue::Static(value));
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

impl Tag {
    #[inline(never)]
    fn open(&mut self) -> &mut VTag {
        Rc::get_mut(&mut self.0).expect("nobody else holds it yet")
    }

    #[inline(never)]
    fn put(&mut self, name: &'static str, value: AttrValue) {
        self.open().add_attribute(name, value);
    }

    /// The attribute `name`.
    #[inline(never)]
    pub fn set(mut self, name: &'static str, value: &str) -> Self {
        self.put(name, AttrValue::from(Rc::<str>::from(value)));
        self
    }

    /// The attribute `name`, if there is a value for it.
    #[inline(never)]
    pub fn maybe_set(self, name: &'static str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.set(name, value),
            None => self,
        }
    }

    /// The attribute `name` with a number.
    #[inline(never)]
    pub fn number(self, name: &'static str, value: i32) -> Self {
        self.set(name, &value.to_string())
    }

    /// The attribute `name`, which has no value: there or not.
    #[inline(never)]
    pub fn flag(mut self, name: &'static str, on: bool) -> Self {
        if on {
            self.put(name, AttrValue::Static(name));
        }
        self
    }

    /// One more class, if `on`.
    #[inline(never)]
    pub fn class(mut self, on: bool, class: &'static str) -> Self {
        if on && !class.is_empty() {
            let classes = self.open().attributes.iter().find(|(name, _)| *name == "class");
            let value = match classes.map(|(_, so_far)| [so_far, " ", class].concat()) {
                Some(both) => AttrValue::from(both),
                None => AttrValue::Static(class),
            };
            self.put("class", value);
        }
        self
    }

    /// What a text field holds.
    #[inline(never)]
    pub fn value(mut self, value: &str) -> Self {
        self.open().set_value(AttrValue::from(Rc::<str>::from(value)));
        self
    }

    /// Whether a checkbox or a radio button is on.
    #[inline(never)]
    pub fn checked(mut self, on: bool) -> Self {
        self.open().set_checked(on);
        self
    }

    /// Tells it from its neighbours, so that it keeps its place in the document when they come and go.
    #[inline(never)]
    pub fn key(mut self, key: &str) -> Self {
        self.open().key = Some(Key::from(key));
        self
    }

    /// Makes the element known as `node`.
    #[inline(never)]
    pub fn node(mut self, node: &NodeRef) -> Self {
        self.open().node_ref = node.clone();
        self
    }

    #[inline(never)]
    fn push(&mut self, child: Html) {
        self.open().add_child(child);
    }

    /// A child.
    pub fn child(mut self, child: impl Into<Html>) -> Self {
        self.push(child.into());
        self
    }

    /// A child that may be missing. Its place is kept, so that those after it stay what they are.
    pub fn maybe(mut self, child: Option<Tag>) -> Self {
        self.push(child.map_or_else(Html::default, Html::from));
        self
    }

    /// A child for each of `items`.
    pub fn each<T, H: Into<Html>>(self, items: &[T], mut draw: impl FnMut(&T) -> H) -> Self {
        let mut children = Vec::new();
        for item in items {
            children.push(draw(item).into());
        }
        self.children(children)
    }

    /// Children in a list of their own.
    #[inline(never)]
    pub fn children(mut self, children: Vec<Html>) -> Self {
        self.push(list(children));
        self
    }

    /// A text that is computed.
    #[inline(never)]
    pub fn text(mut self, text: &str) -> Self {
        self.push(words(text));
        self
    }

    /// A text that is always the same.
    #[inline(never)]
    pub fn says(mut self, text: &'static str) -> Self {
        self.push(VNode::VText(VText::new(AttrValue::Static(text))));
        self
    }

    /// A button, or what is pressed like one.
    #[inline(never)]
    pub fn press(self, ask: &Asker, asked: Ask) -> Self {
        self.on(ListenerKind::onclick, ask, Answer::Always(asked))
    }

    /// Whatever is chosen here.
    pub fn on_change(self, ask: &Asker, answer: impl Fn(Event) -> Ask + 'static) -> Self {
        self.on(ListenerKind::onchange, ask, Answer::Made(Box::new(answer)))
    }

    /// Whatever is typed here.
    pub fn on_input(self, ask: &Asker, answer: impl Fn(Event) -> Ask + 'static) -> Self {
        self.on(ListenerKind::oninput, ask, Answer::Made(Box::new(answer)))
    }

    #[inline(never)]
    fn on(mut self, kind: ListenerKind, ask: &Asker, answer: Answer) -> Self {
        self.open().add_listener(Rc::new(On { kind, ask: ask.to.clone(), answer }));
        self
    }
}

impl From<Tag> for Html {
    fn from(tag: Tag) -> Self {
        VNode::VTag(tag.0)
    }
}

/// A text on its own.
#[inline(never)]
pub fn words(text: &str) -> Html {
    VNode::VText(VText::new(AttrValue::from(Rc::<str>::from(text))))
}

/// Several nodes as one.
#[inline(never)]
pub fn list(children: Vec<Html>) -> Html {
    VNode::VList(Rc::new(VList::from(children)))
}

/// A node with a key of its own, as [`Tag::key`] gives one to an element.
#[inline(never)]
pub fn keyed(key: &str, node: Html) -> Html {
    VNode::VList(Rc::new(VList::with_children(vec![node], Some(Key::from(key)))))
}

/// Where wishes go.
#[derive(Clone, PartialEq)]
pub struct Asker {
    /// There.
    pub to: Callback<Ask>,
    /// The accessible name of the button that the guide speaks of.
    pub suggested: Option<AttrValue>,
}

/// What an event is answered with.
enum Answer {
    Always(Ask),
    Made(Box<dyn Fn(Event) -> Ask>),
}

/// A listener of any kind.
struct On {
    kind: ListenerKind,
    ask: Callback<Ask>,
    answer: Answer,
}

impl Listener for On {
    fn kind(&self) -> ListenerKind {
        self.kind.clone()
    }

    fn handle(&self, event: Event) {
        self.ask.emit(match &self.answer {
            Answer::Always(asked) => asked.clone(),
            Answer::Made(answer) => answer(event),
        });
    }

    fn passive(&self) -> bool {
        false
    }
}

/// A part of the page that is drawn again only when it has changed.
pub trait Part: PartialEq + 'static {
    /// Tells it from what else may stand in its place.
    const NAME: &'static str;

    /// What it looks like. `node` is for the element that [`Part::drawn`] has to do with.
    fn draw(&self, node: &NodeRef) -> Html;

    /// Called after it was drawn, `before` being what was drawn the last time; what it returns is kept until the
    /// part leaves the page.
    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        let _ = (node, before);
        None
    }
}

/// The part as a node.
pub fn part<P: Part>(part: P) -> Html {
    place(P::NAME, Rc::new(part))
}

#[inline(never)]
fn place(name: &'static str, part: Rc<dyn AnyPart>) -> Html {
    VComp::new::<Placed>(Rc::new(PlacedProps { part }), Some(Key::from(name))).into()
}

/// A part without its type, so that all share one component: what yew adds to each kind of component is long.
trait AnyPart {
    fn any(&self) -> &dyn Any;
    fn same(&self, other: &dyn Any) -> bool;
    fn draw_any(&self, node: &NodeRef) -> Html;
    fn drawn_any(&self, node: &NodeRef, before: Option<&dyn Any>) -> Option<Box<dyn Any>>;
}

impl<P: Part> AnyPart for P {
    fn any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>().is_some_and(|other| self == other)
    }

    fn draw_any(&self, node: &NodeRef) -> Html {
        self.draw(node)
    }

    fn drawn_any(&self, node: &NodeRef, before: Option<&dyn Any>) -> Option<Box<dyn Any>> {
        self.drawn(node, before.and_then(|it| it.downcast_ref::<P>()))
    }
}

#[derive(Properties)]
struct PlacedProps {
    part: Rc<dyn AnyPart>,
}

impl PartialEq for PlacedProps {
    fn eq(&self, other: &Self) -> bool {
        self.part.same(other.part.any())
    }
}

/// The one component for all parts.
struct Placed {
    node: NodeRef,
    before: Option<Rc<dyn AnyPart>>,
    kept: Vec<Box<dyn Any>>,
}

impl Component for Placed {
    type Message = ();
    type Properties = PlacedProps;

    fn create(_: &Context<Self>) -> Self {
        Self { node: NodeRef::default(), before: None, kept: Vec::new() }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        ctx.props().part.draw_any(&self.node)
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        let part = Rc::clone(&ctx.props().part);
        let before = self.before.as_deref().map(AnyPart::any);
        let kept = part.drawn_any(&self.node, before);
        self.kept.extend(kept);
        self.before = Some(part);
    }

    fn destroy(&mut self, _: &Context<Self>) {
        self.kept.clear();
    }
}
