//! The jobs, with what can go wrong around each.

use yew::prelude::*;

use super::button::Press;
use super::icon::Icon;
use crate::app::view::JobView;
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the jobs need.
#[derive(Properties, PartialEq)]
pub struct JobsProps {
    /// The jobs.
    pub jobs: Slice<[JobView]>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The list of jobs.
#[component]
pub fn Jobs(props: &JobsProps) -> Html {
    html! {
        <section class="jobs" aria-labelledby="jobs-title">
            <h3 id="jobs-title">{ "Jobs" }</h3>
            if props.jobs.is_empty() { <p class="empty">{ "No job yet." }</p> }
            <ul>
                for job in props.jobs.iter() {
                    { one(job, &props.ask) }
                }
            </ul>
        </section>
    }
}

fn one(job: &JobView, ask: &Callback<Ask>) -> Html {
    html! {
        <li key={job.job} class="job">
            <p><b>{ &job.title }</b>{ " " }<span class="detail">{ &job.state }</span></p>
            <div class="buttons">
                for button in &job.buttons {
                    <Press key={button.name.clone()} class="fault" icon={icon(&button.label)}
                        button={button.clone()} {ask} />
                }
            </div>
        </li>
    }
}

fn icon(label: &str) -> Icon {
    if label.starts_with("Enqueue") { Icon::Add } else { Icon::Again }
}
