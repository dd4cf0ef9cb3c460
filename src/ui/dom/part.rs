//! Parts of the page, and the one component that draws them all.
//!
//! Deliberately absent: state of a part's own. What a part shows is what it is given.

use std::any::Any;
use std::rc::Rc;

use yew::prelude::*;
use yew::virtual_dom::{Key, VComp};

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
