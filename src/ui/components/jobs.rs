//! The jobs, with what can go wrong around each.

use yew::prelude::*;

use super::button::{Look, row};
use super::icon::Icon;
use super::markup::{Asker, Part, Tag, tag};
use crate::app::view::JobView;
use crate::ui::slice::Slice;

/// The list of jobs.
#[derive(PartialEq)]
pub struct Jobs {
    /// The jobs.
    pub jobs: Slice<[JobView]>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Jobs {
    const NAME: &'static str = "jobs";

    fn draw(&self, _: &NodeRef) -> Html {
        tag("section.jobs[aria-labelledby=jobs-title]")
            .child(tag("h3[id=jobs-title]").says("Jobs"))
            .maybe(self.jobs.is_empty().then(|| tag("p.empty").says("No job yet.")))
            .child(tag("ul").each(&self.jobs, |job| one(job, &self.ask)))
            .into()
    }
}

fn one(job: &JobView, ask: &Asker) -> Tag {
    let title =
        tag("p").child(tag("b").text(&job.title)).says(" ").child(tag("span.detail").text(&job.state));
    tag("li.job").numbered(job.job.into()).child(title).child(row(&job.buttons, look, ask))
}

fn look(label: &str) -> Look {
    let icon = if label.starts_with("Enqueue") { Icon::Add } else { Icon::Again };
    Look { class: "fault", ..Look::of(icon) }
}
