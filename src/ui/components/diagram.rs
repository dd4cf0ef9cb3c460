//! A space-time diagram in its box: the lanes' names beside the drawing, which scrolls.

use std::any::Any;

use yew::prelude::*;

use super::drawing::drawing;
use crate::app::view::TimelineView;
use crate::ui::dom::{Asker, Part, tag};
use crate::ui::geometry::{COLUMN, Geometry};
use crate::ui::slice::Slice;

/// The drawing with its lanes' names, scrolled to the cursor.
#[derive(PartialEq)]
pub(super) struct Diagram {
    /// What to draw.
    pub timeline: Slice<TimelineView>,
    /// The drawing's accessible name.
    pub name: String,
    /// The accessible name of the box that scrolls; none where a box around several diagrams does.
    pub scroller: Option<String>,
    /// Steps that stand out.
    pub marked: Vec<u32>,
    /// Where the wish to go to a step goes; none for a picture of something else than the session.
    pub ask: Option<Asker>,
}

impl Diagram {
    fn geometry(&self) -> Geometry {
        let timeline = &self.timeline;
        Geometry { first: timeline.first, steps: timeline.columns.len() as u32, lanes: timeline.lanes.len() }
    }
}

impl Part for Diagram {
    const NAME: &'static str = "diagram";

    fn draw(&self, node: &NodeRef) -> Html {
        let names = tag("ol.lane-names[aria-hidden=true]").texts("li", &self.timeline.lanes);
        // Within reach of the arrow keys.
        let scrolls = self.scroller.as_deref();
        let scroll = tag("div.diagram-scroll")
            .node(node)
            .maybe_set("tabindex", scrolls.map(|_| "0"))
            .maybe_set("role", scrolls.map(|_| "group"))
            .maybe_set("aria-label", scrolls)
            .child(drawing(&self.timeline, &self.geometry(), &self.name, &self.marked, self.ask.as_ref()));
        tag("div.diagram").child(names).child(scroll).into()
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        let place = |it: &Self| (it.timeline.position, it.timeline.length, it.geometry());
        if before.is_none_or(|before| place(before) != place(self))
            && let Some(element) = node.cast::<web_sys::Element>()
        {
            let geometry = self.geometry();
            keep_in_view(&element, geometry.cursor(self.timeline.position), geometry.width());
        }
        None
    }
}

/// Scrolls so that the place `x` of a drawing `width` wide is seen. Nothing but this box moves.
fn keep_in_view(scroller: &web_sys::Element, x: i32, width: i32) {
    let (whole, shown, left) = (scroller.scroll_width(), scroller.client_width(), scroller.scroll_left());
    let place = (i64::from(whole) * i64::from(x) / i64::from(width)) as i32;
    if place - COLUMN < left || place + COLUMN > left + shown {
        scroller.set_scroll_left((place - shown / 4 * 3).max(0));
    }
}
