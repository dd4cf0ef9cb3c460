//! The consumer's code.

use std::rc::Rc;

use crate::recipe::{Diagnostic, highlight};
use crate::sim::{Action, WorkerId, World};

use super::super::buttons::Buttons;
use super::super::msg::Msg;
use super::super::session::Session;
use super::super::view::{EditorView, ErrorView, LineView};

/// How many mistakes are listed.
const MAX_ERRORS: usize = 5;

/// The longest text that is coloured, in bytes; the parser refuses longer ones anyway.
const MAX_COLOURED: usize = 64 * 1024;

/// The editor.
pub(in crate::app) fn editor(session: &Session, buttons: Buttons<'_>) -> Rc<EditorView> {
    let own = &session.scenario().consumers[session.world().consumer()].recipe;
    let text = session.typed();
    let found = session.draft().map_or(&[][..], |draft| draft.errors.as_slice());
    let mut errors = Vec::new();
    for it in &found[..found.len().min(MAX_ERRORS)] {
        errors.push(ErrorView {
            line: it.line,
            column: it.column,
            length: it.length.max(1),
            message: error_text(it),
        });
    }
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
        fixed: buttons.allowed.refusal(&Msg::Revert),
        lines: line_views(session, buttons),
        revert: buttons
            .button("Revert", Msg::Revert, "Back to the consumer's own text.")
            .refused(same, "This is the consumer's own text."),
    })
}

fn line_views(session: &Session, buttons: Buttons<'_>) -> Vec<LineView> {
    let (world, text) = (session.world(), session.typed());
    let in_use = session.draft().is_none();
    let lines = text.split('\n').count().min(crate::recipe::limits::LINES + 1) as u32;
    let mut views = Vec::new();
    for number in 1..=lines {
        let crash_point = world.crash_points().contains(&number);
        let action = Action::CrashAfter { line: number, on: !crash_point };
        views.push(LineView {
            number,
            workers: workers_at(world, number, text),
            statement: in_use && world.program().statements().any(|info| info.line == number),
            crash_point,
            crash: buttons.action_button(
                "Crash after",
                format!("Crash after line {number}").into(),
                action,
                "The next worker that has run this line crashes right after it.",
            ),
        });
    }
    views
}

/// The workers that are about to run this line of this very text.
fn workers_at(world: &World, line: u32, text: &str) -> Vec<WorkerId> {
    let mut here = Vec::new();
    for (id, worker) in world.workers() {
        if let Some(run) = &worker.run
            && run.frame.line(&run.program) == Some(line)
            && run.program.source() == text
            && run.at(id, world.now()).is_some()
        {
            here.push(id);
        }
    }
    here
}

/// What is wrong, and what was expected unless the message has said so already.
fn error_text(found: &Diagnostic) -> String {
    // A message may begin with a word of the text: it keeps its spelling.
    let stop = if found.message.ends_with(['.', '?', '!']) { "" } else { "." };
    match &found.expected {
        Some(expected) if !found.message.contains(expected.as_str()) => {
            format!("{}{stop} Expected: {expected}", found.message)
        }
        _ => format!("{}{stop}", found.message),
    }
}
