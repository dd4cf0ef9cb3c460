//! The jobs, with what can go wrong around each.

use yew::prelude::*;

use super::button::{Look, row};
use super::icon::Icon;
use crate::app::Msg;
use crate::app::terms::Action;
use crate::app::view::{Button, JobView};
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;

/// The list of jobs.
#[derive(PartialEq)]
pub(super) struct Jobs {
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

fn look(button: &Button) -> Look {
    let adds = matches!(button.msg, Msg::Act(Action::EnqueueAgain(_)));
    Look { class: "fault", ..Look::of(if adds { Icon::Add } else { Icon::Again }) }
}
