//! A space-time diagram in its box: the lanes' names beside the drawing, which scrolls.

use yew::prelude::*;

use super::drawing::Drawing;
use crate::app::view::TimelineView;
use crate::ui::Ask;
use crate::ui::geometry::{COLUMN, Geometry};
use crate::ui::slice::Slice;

/// What the diagram needs.
#[derive(Properties, PartialEq)]
pub struct DiagramProps {
    /// What to draw.
    pub timeline: Slice<TimelineView>,
    /// The drawing's accessible name.
    pub name: AttrValue,
    /// The accessible name of the box that scrolls; none where a box around several diagrams does.
    #[prop_or_default]
    pub scroller: Option<AttrValue>,
    /// Steps that stand out.
    #[prop_or_default]
    pub marked: Vec<u32>,
    /// Where the wish to go to a step goes; none for a picture of something else than the session.
    #[prop_or_default]
    pub ask: Option<Callback<Ask>>,
}

/// The drawing with its lanes' names, scrolled to the cursor.
#[component]
pub fn Diagram(props: &DiagramProps) -> Html {
    let DiagramProps { timeline, name, scroller, marked, ask } = props;
    let node = use_node_ref();
    let geometry =
        Geometry { first: timeline.first, steps: timeline.columns.len() as u32, lanes: timeline.lanes.len() };
    {
        let node = node.clone();
        use_effect_with((timeline.position, timeline.length, geometry), move |(position, _, geometry)| {
            if let Some(element) = node.cast::<web_sys::Element>() {
                keep_in_view(&element, geometry.cursor(*position), geometry.width());
            }
        });
    }
    html! {
        <div class="diagram">
            <ol class="lane-names" aria-hidden="true">
                for name in &timeline.lanes { <li>{ name }</li> }
            </ol>
            // Within reach of the arrow keys.
            <div
                class="diagram-scroll"
                ref={node}
                tabindex={scroller.is_some().then_some("0")}
                role={scroller.is_some().then_some("group")}
                aria-label={scroller.clone()}
            >
                <Drawing timeline={timeline.clone()} {geometry} name={name.clone()} marked={marked.clone()} ask={ask.clone()} />
            </div>
        </div>
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
