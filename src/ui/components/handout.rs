//! What of a lesson goes on paper, and what into the second window.

use yew::prelude::*;

use super::lesson::{items, paragraphs, prose};
use crate::app::terms::{Lesson, Step};
use crate::app::view::LessonView;
use crate::ui::dom::{Part, Tag, list, tag};
use crate::ui::slice::Slice;

/// The lesson as a handout: unseen on the screen, and all there is on paper. Without the solution.
#[derive(PartialEq)]
pub(super) struct Handout {
    /// The lesson.
    pub lesson: Slice<LessonView>,
}

impl Part for Handout {
    const NAME: &'static str = "handout";

    fn draw(&self, _: &NodeRef) -> Html {
        let lesson = &self.lesson.lesson;
        let paper = tag("section.handout[hidden=hidden]")
            .child(tag("h1").text(&lesson.title))
            .child(tag("p").counts("Redeliver · ", lesson.minutes.into(), " minutes"))
            .each(&lesson.steps, step)
            .child(tag("h2").says("Goal"))
            .child(prose(&lesson.goal.text))
            .child(tag("h2").says("The recipe to begin with"))
            .child(tag("pre").text(&lesson.start))
            .child(tag("h2").says("Hints"))
            .child(items(tag("ol"), &lesson.hints))
            .child(tag("h2").says("Notes"))
            .child(tag("div.space"));
        list(vec![paper.into(), notes(&self.lesson).into()])
    }
}

fn step(step: &Step) -> Tag {
    let drawn = tag("div");
    match step {
        Step::Predict { question, options, .. } => drawn
            .child(tag("h2").says("Predict"))
            .child(prose(question))
            .child(items(tag("ul.boxes"), options)),
        Step::Run { text, .. } => paragraphs(drawn.child(tag("h2").says("Run")), text),
        Step::Explain(text) => paragraphs(drawn, text),
    }
}

/// The notes at the step one is at; static/presenter.js shows them in a second window.
fn notes(lesson: &LessonView) -> Tag {
    let Lesson { title, notes, steps, .. } = &*lesson.lesson.0;
    let text: &[String] = match steps.get(lesson.at) {
        Some(Step::Run { text, .. } | Step::Explain(text)) => text,
        Some(Step::Predict { question, .. }) => std::slice::from_ref(question),
        None => std::slice::from_ref(&lesson.lesson.goal.text),
    };
    let drawn = tag("section.notes[hidden=hidden]")
        .child(tag("h1").text(title))
        .child(tag("p.lesson-place").text(&lesson.place).says(": ").says(lesson.kind));
    paragraphs(paragraphs(drawn, text).child(tag("h2").says("Notes")), notes)
}
