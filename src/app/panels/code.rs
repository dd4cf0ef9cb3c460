//! The consumer's code.

use std::rc::Rc;

use crate::recipe::{Diagnostic, highlight};
use crate::sim::{Action, WorkerId};

use super::super::state::{App, Msg};
use super::super::view::{Button, EditorView, ErrorView, LineView};
use super::controls::button;

/// How many mistakes are listed.
const MAX_ERRORS: usize = 5;

/// The longest text that is coloured, in bytes; the parser refuses longer ones anyway.
const MAX_COLOURED: usize = 64 * 1024;

impl App {
    pub(super) fn editor_view(&self) -> Rc<EditorView> {
        let program = self.world().program();
        let own = &self.scenario().consumers[self.world().consumer()].recipe;
        let text = self.draft.as_ref().map_or(program.source(), |draft| draft.text.as_str());
        let found = self.draft.as_ref().map_or(&[][..], |draft| draft.errors.as_slice());
        let errors: Vec<ErrorView> = found
            .iter()
            .take(MAX_ERRORS)
            .map(|it| ErrorView {
                line: it.line,
                column: it.column,
                length: it.length.max(1),
                message: error_text(it),
            })
            .collect();
        let status = if errors.is_empty() {
            String::new()
        } else {
            "This text is not in use: the last good program stays.".to_owned()
        };
        let same = text == own;
        Rc::new(EditorView {
            text: text.to_owned(),
            spans: if text.len() > MAX_COLOURED { Vec::new() } else { highlight(text) },
            errors,
            status,
            lines: self.line_views(text),
            revert: Button {
                why_not: same.then(|| "This is the consumer's own text.".to_owned()),
                ..button("Revert", Msg::Revert, "Back to the consumer's own text.")
            },
        })
    }

    fn line_views(&self, text: &str) -> Vec<LineView> {
        let world = self.world();
        let in_use = self.draft.is_none();
        let statements: Vec<u32> =
            if in_use { world.program().statements().map(|info| info.line).collect() } else { Vec::new() };
        let lines = text.split('\n').count().min(crate::recipe::limits::LINES + 1) as u32;
        (1..=lines)
            .map(|number| {
                let crash_point = world.crash_points().contains(&number);
                let action = Action::CrashAfter { line: number, on: !crash_point };
                LineView {
                    number,
                    workers: self.workers_at(number, text),
                    statement: statements.contains(&number),
                    crash_point,
                    crash: self.action_button(
                        "Crash after",
                        &format!("Crash after line {number}"),
                        action,
                        "The next worker that has run this line crashes right after it.",
                    ),
                }
            })
            .collect()
    }

    /// The workers that are about to run this line of this very text.
    fn workers_at(&self, line: u32, text: &str) -> Vec<WorkerId> {
        let world = self.world();
        let here = world.workers().filter(|(id, worker)| {
            worker.run.as_ref().is_some_and(|run| {
                run.program.source() == text
                    && run.at(*id, world.now()).is_some()
                    && run.frame.line(&run.program) == Some(line)
            })
        });
        here.map(|(id, _)| id).collect()
    }
}

/// What is wrong, and what was expected unless the message has said so already.
fn error_text(found: &Diagnostic) -> String {
    // A message may begin with a word of the text: it keeps its spelling.
    let stop = if found.message.ends_with(['.', '?', '!']) { "" } else { "." };
    let message = format!("{}{stop}", found.message);
    match &found.expected {
        Some(expected) if !found.message.contains(expected.as_str()) => {
            format!("{message} Expected: {expected}")
        }
        _ => message,
    }
}
