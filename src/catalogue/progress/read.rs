//! From JSON to somebody's progress, of version 1 or 2.

use super::super::file::{Checker, FileError, Place};
use super::{MAX_DRAFT, Progress, Record};
use crate::base::json::Json;

/// The most lessons.
const MAX_LESSONS: usize = 500;
/// The last step: as many as a lesson may have, then the goal and the end.
const MAX_STEP: i64 = 21;
/// The most answers, and the last one.
const MAX_ANSWERS: usize = 20;
const MAX_ANSWER: i64 = 4;
/// The most hints, and the solution.
const MAX_HINTS: i64 = 6;

/// Checks a text and makes the progress that it describes.
pub(super) fn progress(text: &str, json: &Json) -> Result<Progress, FileError> {
    let check = Checker::new(text);
    let file = Place::file(&check, json);
    let version = file.at("version");
    let mut read = Progress::default();
    match version.number() {
        1 => {
            file.holds_only(&["version", "done"]);
            let done = file.at("done").each(0, MAX_LESSONS, &mut |it| it.id());
            for id in done {
                read.of(&id).done = true;
            }
        }
        2 => {
            file.holds_only(&["version", "last", "lessons"]);
            read.last = file.at("last").text();
            let lessons = file.at("lessons");
            lessons.unique("id");
            read.lessons = lessons.each(0, MAX_LESSONS, &mut record);
        }
        other => {
            version.wrong(&format!("this is version {other}; versions 1 and 2 are the only ones there are"));
        }
    }
    check.result()?;
    Ok(read)
}

fn record(it: &Place<'_>) -> Record {
    it.holds_only(&["id", "step", "answers", "hints", "draft", "done"]);
    let draft = it.may("draft");
    let draft = draft.is_there().then(|| draft.text());
    if draft.as_ref().is_some_and(|it| it.len() > MAX_DRAFT) {
        it.may("draft").wrong("this recipe is too long");
    }
    let done = it.may("done");
    Record {
        id: it.at("id").id(),
        step: it.may("step").whole(0, MAX_STEP, 0),
        answers: it.may("answers").each(0, MAX_ANSWERS, &mut |it| it.whole(0, MAX_ANSWER, 0)),
        hints: it.may("hints").whole(0, MAX_HINTS, 0),
        draft,
        done: done.flag(),
    }
}
