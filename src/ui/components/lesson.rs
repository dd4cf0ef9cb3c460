//! The lesson that is open: one step at a time, beside the playground.

use std::any::Any;

use yew::prelude::*;

use super::button::{Look, toggle};
use super::icon::Icon;
use super::opened::turn_to_heading;
use super::proof::{counterexample, icon, tone};
use crate::app::terms::{Mark, Step, spans};
use crate::app::view::{Choice, GoalView, LessonView};
use crate::platform::focus;
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;

/// The lesson. Its heading takes the focus at each step, and gives it back in the end.
#[derive(PartialEq)]
pub(super) struct Lesson {
    /// The lesson.
    pub lesson: Slice<LessonView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Lesson {
    const NAME: &'static str = "lesson";

    fn draw(&self, node: &NodeRef) -> Html {
        let Self { lesson, ask } = self;
        let head = tag("div.panel-head")
            .child(tag("p.lesson-place").text(&lesson.place))
            .child(toggle(
                &lesson.presenter,
                &Look { class: "quiet", ..Look::PLAIN },
                Some(lesson.presenting),
                ask,
            ))
            .button(&lesson.leave, &Look::CLOSE, ask);
        let title = tag("h2[id=lesson-title][tabindex=-1]")
            .node(node)
            .text(&lesson.lesson.title)
            .child(tag("span.lesson-kind").says(": ").says(lesson.kind));
        let presenting = lesson.presenting.then(|| {
            tag("div.buttons")
                .child(tag("button.press[type=button][data-presenter=notes]").says("Notes"))
                .child(tag("button.press[type=button][data-presenter=print]").says("Print handout"))
                .child(tag("p.presenter-said[role=status]"))
        });
        tag("section.panel lesson[aria-labelledby=lesson-title]")
            .child(head)
            .child(title)
            .child(step(lesson, ask))
            .child(way(lesson, ask))
            .maybe(presenting)
            .into()
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) -> Option<Box<dyn Any>> {
        let Some(before) = before else { return turn_to_heading(node) };
        let (now, then) = (&self.lesson, &before.lesson);
        if (now.at != then.at || now.lesson.id != then.lesson.id)
            && let Some(heading) = node.cast::<web_sys::HtmlElement>()
        {
            focus::turn_to(&heading);
        }
        None
    }
}

/// A paragraph with its code and what stands out.
pub(super) fn prose(paragraph: &str) -> Tag {
    marked(tag("p"), paragraph)
}

/// Each of these paragraphs.
pub(super) fn paragraphs(mut parent: Tag, all: &[String]) -> Tag {
    let from = parent.count();
    for it in all {
        parent = parent.child(prose(it));
    }
    parent.gather(from)
}

/// Each of these as an item of the list.
pub(super) fn items(mut list: Tag, all: &[String]) -> Tag {
    for it in all {
        list = list.child(marked(tag("li"), it));
    }
    list
}

pub(super) fn marked(mut parent: Tag, paragraph: &str) -> Tag {
    for (mark, text) in spans(paragraph).unwrap_or_default() {
        parent = match mark {
            Mark::Plain => parent.text(text),
            Mark::Code => parent.child(tag("code").text(text)),
            Mark::Strong => parent.child(tag("strong").text(text)),
        };
    }
    parent
}

/// What there is to read and to do at the step one is at.
fn step(lesson: &LessonView, ask: &Asker) -> Tag {
    let drawn = tag("div.lesson-step").numbered(lesson.at as u32);
    match lesson.lesson.steps.get(lesson.at) {
        Some(Step::Predict { question, right, why, .. }) => {
            let given = lesson.answered.is_some();
            let said = given.then(|| {
                let icon = if lesson.answered == Some(*right) { Icon::Check } else { Icon::Close };
                tag("p.sentence").child(icon.draw()).child(tag("strong").says(lesson.said))
            });
            let asked =
                drawn.child(options(lesson, question, *right, ask)).child(act(lesson, ask)).maybe(said);
            paragraphs(asked, if given { why } else { &[] })
        }
        Some(Step::Run { text, .. }) => {
            let loaded = (!lesson.said.is_empty()).then(|| tag("p.sentence").says(lesson.said));
            paragraphs(drawn, text).child(act(lesson, ask)).maybe(loaded)
        }
        Some(Step::Explain(text)) => paragraphs(drawn, text),
        None => match &lesson.goal {
            Some(goal) => drawn.child(reach(lesson, goal, ask)),
            None => finished(drawn, lesson, ask),
        },
    }
}

fn act(lesson: &LessonView, ask: &Asker) -> Tag {
    let mut buttons = tag("div.buttons");
    if let Some(act) = &lesson.act {
        let look = if lesson.acted { Look::PLAIN } else { Look { class: "primary", ..Look::PLAIN } };
        buttons = buttons.button(act, &look, ask);
    }
    buttons
}

/// The answers. Once one was given it stays, and the right one is named.
fn options(lesson: &LessonView, question: &str, right: usize, ask: &Asker) -> Tag {
    let given = lesson.answered;
    let mut group =
        tag("fieldset.answers").flag("disabled", given.is_some()).child(marked(tag("legend"), question));
    let from = group.count();
    for (index, choice) in lesson.options.iter().enumerate() {
        let note = match given {
            Some(_) if index == right => " (this is so)",
            Some(picked) if index == picked => " (your answer)",
            _ => "",
        };
        group = group.child(option(choice, note, ask));
    }
    group.gather(from)
}

fn option(choice: &Choice, note: &'static str, ask: &Asker) -> Tag {
    let input = tag("input[type=radio][name=answer]")
        .value(&choice.id)
        .checked(choice.chosen)
        .chosen(ask, Ask::Do(choice.msg.clone()));
    let text = marked(tag("span"), &choice.title).child(tag("b").says(note));
    tag("label.answer").key(&choice.id).child(input).child(text)
}

/// The goal, what the prover says, and help.
fn reach(lesson: &LessonView, goal: &GoalView, ask: &Asker) -> Tag {
    let buttons = tag("div.buttons")
        .button(&goal.check, &Look { class: "primary", icon: Some(Icon::Prove), ..Look::PLAIN }, ask)
        .button(&goal.cancel, &Look::PLAIN, ask);
    let said = (!goal.said.is_empty() || !goal.progress.is_empty()).then(|| {
        let stale = goal.stale.then(|| {
            tag("p.stale").child(Icon::Warning.draw()).says("The recipe has changed since: check again.")
        });
        tag("div.result")
            .class(true, tone(goal.finding))
            .child(tag("p.sentence").child(icon(goal.finding).draw()).child(tag("strong").text(&goal.said)))
            .child(tag("p.progress").text(&goal.progress))
            .maybe(stale)
    });
    let hints = &lesson.lesson.hints[..goal.hints];
    tag("div.lesson-step")
        .child(marked(tag("p.goal"), &lesson.lesson.goal.text))
        .child(
            tag("p")
                .says("Edit the recipe until it holds. Every schedule within this bound is tried: ")
                .text(&lesson.lesson.goal.bound.words())
                .says("."),
        )
        .child(buttons)
        .maybe(said)
        .maybe(goal.broken.as_ref().map(|it| counterexample(it, ask)))
        .child(items(tag("ol.hints[aria-label=Hints]"), hints))
        .child(tag("div.buttons").button(&goal.help, &const { Look::quiet(Icon::Help) }, ask))
}

fn finished(drawn: Tag, lesson: &LessonView, ask: &Asker) -> Tag {
    let mut buttons = tag("div.buttons");
    if let Some(next) = &lesson.following {
        buttons = buttons.button(next, &Look { class: "primary", ..Look::PLAIN }, ask);
    }
    drawn
        .child(tag("p.sentence").child(Icon::Check.draw()).child(tag("strong").text(&lesson.summary)))
        .child(marked(tag("p.goal"), &lesson.lesson.goal.text))
        .child(buttons)
}

/// From step to step.
fn way(lesson: &LessonView, ask: &Asker) -> Tag {
    let end = lesson.at > lesson.lesson.steps.len();
    let mut buttons =
        tag("div.buttons lesson-way").button(&lesson.back, &const { Look::of(Icon::Back) }, ask);
    if !end {
        let open = lesson.next.why_not.is_none() && (lesson.acted || lesson.act.is_none());
        let look =
            if open { Look { class: "primary", ..Look::of(Icon::Forward) } } else { Look::of(Icon::Forward) };
        buttons = buttons.button(&lesson.next, &look, ask);
    }
    buttons.button(&lesson.again, &const { Look::quiet(Icon::Reset) }, ask)
}
