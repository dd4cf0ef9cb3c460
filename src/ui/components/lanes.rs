//! The queue as lanes that jobs move along.

use yew::prelude::*;

use crate::app::view::{ChipView, LaneView};
use crate::ui::slice::Slice;

/// What the lanes need.
#[derive(Properties, PartialEq)]
pub struct LanesProps {
    /// The lanes.
    pub lanes: Slice<[LaneView]>,
}

/// The queue's lanes. A job that enters one is marked for a moment.
#[component]
pub fn Lanes(props: &LanesProps) -> Html {
    html! {
        for lane in props.lanes.iter() {
            <section key={lane.id} class="lane" data-lane={lane.id} aria-label={lane.title}>
                <h3>
                    { lane.title }
                    <span class="count">
                        <span class="unseen">{ ", jobs: " }</span>{ lane.jobs.len() + lane.more }
                    </span>
                </h3>
                <ul>
                    for job in &lane.jobs { { chip(job) } }
                </ul>
                if lane.more > 0 { <p class="more">{ format!("{} more", lane.more) }</p> }
            </section>
        }
    }
}

fn chip(job: &ChipView) -> Html {
    html! {
        <li key={job.job} class="chip" data-hue={(job.job % 5).to_string()}>
            <b>{ &job.title }</b>
            <span class="detail">{ &job.detail }</span>
            if let Some(note) = &job.note { <span class="chip-note">{ note }</span> }
        </li>
    }
}
