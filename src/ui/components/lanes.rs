//! The queue as lanes that jobs move along.

use yew::prelude::*;

use crate::app::view::{ChipView, LaneView};
use crate::ui::dom::{Part, Tag, list, tag};
use crate::ui::slice::Slice;

/// The queue's lanes. A job that enters one is marked for a moment.
#[derive(PartialEq)]
pub(super) struct Lanes {
    /// The lanes.
    pub lanes: Slice<[LaneView]>,
}

impl Part for Lanes {
    const NAME: &'static str = "lanes";

    fn draw(&self, _: &NodeRef) -> Html {
        let mut lanes = Vec::new();
        for it in &*self.lanes {
            lanes.push(lane(it));
        }
        list(lanes)
    }
}

fn lane(lane: &LaneView) -> Html {
    let count = tag("span.count").child(tag("span.unseen").says(", jobs: ")).counts(
        "",
        (lane.jobs.len() + lane.more) as u64,
        "",
    );
    tag("section.lane")
        .key(lane.id)
        .set("data-lane", lane.id)
        .set("aria-label", lane.title)
        .child(tag("h3").says(lane.title).child(count))
        .child(tag("ul").each(&lane.jobs, chip))
        .maybe((lane.more > 0).then(|| tag("p.more").counts("", lane.more as u64, " more")))
        .into()
}

fn chip(job: &ChipView) -> Tag {
    tag("li.chip")
        .numbered(job.job.into())
        .number("data-hue", i32::from(job.job % 5))
        .child(tag("b").text(&job.title))
        .child(tag("span.detail").text(&job.detail))
        .maybe(job.note.as_ref().map(|note| tag("span.chip-note").text(note)))
}
