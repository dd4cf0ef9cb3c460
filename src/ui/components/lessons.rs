//! The list of lessons, and what is done with one's progress.

use std::any::Any;

use yew::prelude::*;

use super::button::Look;
use super::icon::Icon;
use super::opened::turn_to_heading;
use crate::app::view::{LessonRow, LessonsView, Progress};
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;
use crate::ui::{Ask, Chosen};

/// The list, in the stage's place. Takes the focus as it opens and gives it back.
#[derive(PartialEq)]
pub(super) struct Lessons {
    /// The list.
    pub lessons: Slice<LessonsView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Lessons {
    const NAME: &'static str = "lessons";

    fn draw(&self, node: &NodeRef) -> Html {
        let Self { lessons, ask } = self;
        let head = tag("div.panel-head")
            .child(tag("h2[id=lessons-title][tabindex=-1]").node(node).says("Lessons"))
            .button(&lessons.close, &Look::CLOSE, ask);
        let about = tag("p").says(
            "Predict what will happen, run it, read why, then mend the recipe: the prover says whether it holds. \
             Take them in any order.",
        );
        let scroll = tag("div.scroll[tabindex=0][role=group][aria-label=The list of lessons]")
            .child(about)
            .child(tag("p.detail").text(&lessons.said))
            .child(tag("ol.lesson-list").each(&lessons.rows, |it| row(it, ask)))
            .child(own(ask))
            .child(progress(lessons, ask));
        tag("section.panel proof lessons[aria-labelledby=lessons-title]").child(head).child(scroll).into()
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        if before.is_none() { turn_to_heading(node) } else { None }
    }
}

fn row(row: &LessonRow, ask: &Asker) -> Tag {
    let state = (row.state != Progress::New).then(|| {
        let done = row.state == Progress::Done;
        let icon = if done { Icon::Check } else { Icon::Dots };
        tag("span.lesson-state").class(done, "done").child(icon.draw()).says(row.state.word())
    });
    tag("li")
        .numbered(row.number)
        .child(tag("span.lesson-number").counts("", row.number.into(), ""))
        .child(tag("span.lesson-title").text(&row.title))
        .maybe(state)
        .child(tag("span.detail").text(&row.minutes))
        .button(&row.start, &Look::PLAIN, ask)
}

/// A button that asks the page for something.
fn wish(label: &'static str, icon: Icon, asked: Ask, ask: &Asker) -> Tag {
    tag("button.press quiet[type=button]")
        .press(ask, asked)
        .child(icon.draw())
        .child(tag("span.label").says(label))
}

fn own(ask: &Asker) -> Tag {
    tag("div.buttons").child(wish("Open lesson…", Icon::File, Ask::ChooseFile(Chosen::Lesson), ask))
}

fn progress(lessons: &LessonsView, ask: &Asker) -> Tag {
    let buttons = tag("div.buttons")
        .child(wish("Export progress", Icon::Share, Ask::ExportProgress, ask))
        .child(wish("Import progress", Icon::File, Ask::ChooseFile(Chosen::Progress), ask))
        .button(&lessons.reset, &const { Look::quiet(Icon::Reset) }, ask);
    let sure = lessons.sure.as_ref().map(|[yes, no]| {
        tag("div.sure[role=group][aria-label=Reset everything]")
            .child(tag("p[role=alert]").says(
                "This forgets the progress in all lessons, the recipes in them, the scenario file and the theme that \
                 the browser keeps for this page. There is no way back.",
            ))
            .child(
                tag("div.buttons")
                    .button(yes, &const { Look::of(Icon::Warning) }, ask)
                    .button(no, &Look::PLAIN, ask),
            )
    });
    tag("div.lesson-progress").child(tag("h3").says("Your progress")).child(buttons).maybe(sure)
}
