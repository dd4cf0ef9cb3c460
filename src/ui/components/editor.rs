//! The consumer's code: a text field over its coloured copy, a margin with the workers and the crash points, and
//! what is wrong with the text.

use yew::prelude::*;

use super::button::{Look, toggle};
use super::icon::Icon;
use crate::app::Msg;
use crate::app::terms::Span;
use crate::app::view::{EditorView, LineView};
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;
use crate::ui::{Ask, mirror};

const CRASH_POINT: Look = Look { class: "crash-point", bare: true, ..Look::of(Icon::Crash) };

/// The consumer's code.
///
/// The text field lies over the lines in the same cell of a grid, with the same font, width and rules for breaking
/// lines, so that one scroll box holds both and they cannot come apart.
#[derive(PartialEq)]
pub(super) struct Editor {
    /// The code.
    pub editor: Slice<EditorView>,
    /// What a small search says about it.
    pub quick: Option<AttrValue>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Editor {
    const NAME: &'static str = "editor";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { editor, quick, ask } = self;
        let mut lines = tag("ol.lines[aria-label=Lines]");
        for (index, text) in mirror::rows(&editor.text).enumerate() {
            lines = lines.child(line(editor, index, text, ask));
        }
        let sheet = tag("div.sheet[role=group][aria-label=Recipe and margin]")
            .child(lines.gather(0))
            .child(field(editor, ask));
        let head = tag("div.panel-head").child(tag("h2[id=code-title]").says("Code")).button(
            &editor.revert,
            &const { Look::quiet(Icon::Reset) },
            ask,
        );
        tag("section.panel code[aria-labelledby=code-title]")
            .child(head)
            .child(sheet)
            .maybe(editor.fixed.map(|why| tag("p.quick").says(why)))
            .maybe(quick.as_ref().map(|quick| tag("p.quick").text(quick)))
            .child(errors(editor))
            .into()
    }
}

/// The text field. Its longest text, in UTF-16 units, is a little over the language's own limit, which has a message.
fn field(editor: &EditorView, ask: &Asker) -> Tag {
    tag("textarea[aria-label=Recipe][aria-describedby=recipe-errors][spellcheck=false][autocomplete=off]\
         [autocapitalize=off][autocorrect=off][rows=1][maxlength=20000]")
    .flag("readonly", editor.fixed.is_some())
    .maybe_set("aria-invalid", (!editor.errors.is_empty()).then_some("true"))
    .value(&editor.text)
    .on_input(ask, |text| Ask::Do(Msg::Edit(text)))
}

fn errors(editor: &EditorView) -> Tag {
    let drawn = tag("div.errors[id=recipe-errors][aria-live=polite]");
    if editor.errors.is_empty() {
        return drawn;
    }
    drawn.child(tag("p.errors-status").child(Icon::Warning.draw()).text(&editor.status)).child(
        tag("ul").each(&editor.errors, |error| {
            let (line, column) = (error.line.to_string(), error.column.to_string());
            tag("li").text(&format!("Line {line}, column {column}: {}", error.message))
        }),
    )
}

/// A line with its margin. Its text is a coloured copy for the eye, under the text field's own. Behind the last row all
/// that is left stands in one, without margin and colours.
fn line(editor: &EditorView, index: usize, text: &str, ask: &Asker) -> Tag {
    let nothing: &[Span] = &[];
    let number = index as u32 + 1;
    let rest = index == mirror::ROWS;
    let spans = editor.spans.get(index).filter(|_| !rest).map_or(nothing, Vec::as_slice);
    let about = editor.lines.get(index);
    let here = about.is_some_and(|it| !it.workers.is_empty());
    let wrong = editor.errors.iter().any(|it| it.line == number);
    let pieces = mirror::pieces(text, number, spans, &editor.errors);
    let copy = tag("code.mirror[aria-hidden=true]").each(&pieces, |piece| {
        tag("span").class(true, mirror::class(piece.kind)).class(piece.wrong, "squiggle").text(piece.text)
    });
    // The line break that ends a block is not drawn: the text's own last one would be missing.
    let copy = if rest { copy.says("\n") } else { copy };
    tag("li.row")
        .numbered(number)
        .class(here, "here")
        .class(wrong, "wrong")
        .maybe(about.map(|about| margin(about, wrong, ask)))
        .child(copy)
}

/// What stands before a line: a place for a crash point, the workers that run it next, its number.
fn margin(line: &LineView, wrong: bool, ask: &Asker) -> Tag {
    let mut at_line = tag("span.at-line").each(&line.workers, |worker| {
        let worker = worker.0.to_string();
        tag("span.pin")
            .set("title", &format!("Worker {worker} runs this line next"))
            .child(tag("span.unseen").says("Worker "))
            .text(&worker)
            .child(tag("span.unseen").says(" is about to run line "))
    });
    if wrong {
        let icon = Icon::Warning.draw();
        at_line =
            at_line.child(tag("span.error").child(icon).child(tag("span.unseen").says("Error in line ")));
    }
    let at_line = at_line.child(tag("span.number").counts("", line.number.into(), ""));
    let crash = match line.statement {
        true => toggle(&line.crash, &CRASH_POINT, Some(line.crash_point), ask),
        false => Html::default(),
    };
    tag("span.margin").child(crash).child(at_line)
}
