//! How far somebody is in the lessons, as the page keeps it and as a file: the format, and putting two together.
//!
//! Version 1 was the list of lessons that are done. Version 2, which is written, has a record of each lesson that was
//! begun. Both are read. Invariant: putting two together never makes a lesson undone.
//!
//! Deliberately absent: moving through a lesson, and where the text is kept (both are the page's).

mod read;

use super::file::{self, FileError, MAX_BYTES};
use crate::base::json::quote;

/// The version that is written.
pub(crate) const VERSION: u32 = 2;

/// The longest file of progress, which may hold a recipe for each lesson, in bytes.
pub const MAX_PROGRESS: usize = 8 * MAX_BYTES;

/// The longest recipe that is kept, in bytes; the language itself allows less.
pub(crate) const MAX_DRAFT: usize = 64 * 1024;

/// How far one is in one lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    /// The lesson's id.
    pub id: String,
    /// The step, from zero. Behind the last one come the goal and the end.
    pub step: u32,
    /// The answers, by the step that asked; counted from one, and zero where there is none.
    pub answers: Vec<u32>,
    /// How many hints were shown; one more than there are when the solution was.
    pub hints: u32,
    /// The recipe as one left it, if one changed it.
    pub draft: Option<String>,
    /// Whether the goal was reached once.
    pub done: bool,
}

/// How far one is in all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The lesson that one was in last; empty when in none.
    pub last: String,
    /// Those that were begun, each once.
    pub lessons: Vec<Record>,
}

impl Progress {
    /// Reads what [`Progress::text`] wrote, now or in version 1.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(crate) fn read(text: &str) -> Result<Self, FileError> {
        let (text, json) = file::parse(text, MAX_PROGRESS)?;
        read::progress(text, &json)
    }

    /// The record of a lesson, if it was begun.
    #[must_use]
    pub(crate) fn find(&self, id: &str) -> Option<&Record> {
        self.lessons.iter().find(|it| it.id == id)
    }

    /// The record of a lesson, new if there was none.
    pub(crate) fn of(&mut self, id: &str) -> &mut Record {
        let known = self.lessons.iter().position(|it| it.id == id);
        let place = known.unwrap_or_else(|| {
            self.lessons.push(Record { id: id.to_owned(), ..Record::default() });
            self.lessons.len() - 1
        });
        &mut self.lessons[place]
    }

    /// Adds another's: of a lesson in both the record that is further along is kept, and done stays done.
    pub(crate) fn merge(&mut self, other: Self) {
        let done = |it: &Self| it.lessons.iter().filter(|record| record.done).count();
        let before = done(self);
        for record in other.lessons {
            let own = self.of(&record.id);
            let done = own.done || record.done;
            if (record.step, record.hints) > (own.step, own.hints)
                || own.draft.is_none() && own.step == record.step
            {
                *own = record;
            }
            own.done = done;
        }
        debug_assert!(before <= done(self), "no lesson is undone");
        if self.last.is_empty() {
            self.last = other.last;
        }
    }

    /// As JSON.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{{\"version\":{VERSION},\"last\":{}", quote(&self.last));
        text.push_str(",\"lessons\":[");
        for (index, record) in self.lessons.iter().enumerate() {
            text.push_str(if index == 0 { "\n" } else { ",\n" });
            record.write(&mut text);
        }
        text.push_str("]}\n");
        text
    }
}

impl Record {
    fn write(&self, text: &mut String) {
        text.push_str("{\"id\":");
        text.push_str(&quote(&self.id));
        text.push_str(",\"step\":");
        text.push_str(&self.step.to_string());
        text.push_str(",\"answers\":[");
        for (index, answer) in self.answers.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { "," });
            text.push_str(&answer.to_string());
        }
        text.push_str("],\"hints\":");
        text.push_str(&self.hints.to_string());
        if let Some(draft) = &self.draft {
            text.push_str(",\"draft\":");
            text.push_str(&quote(draft));
        }
        text.push_str(if self.done { ",\"done\":true}" } else { ",\"done\":false}" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, step: u32, done: bool) -> Record {
        Record { id: id.to_owned(), step, done, ..Record::default() }
    }

    fn some() -> Progress {
        let begun = Record {
            answers: vec![0, 2],
            hints: 1,
            draft: Some("SET a \"é\"\n".to_owned()),
            ..record("roster", 3, false)
        };
        Progress { last: "roster".to_owned(), lessons: vec![begun, record("light-switch", 5, true)] }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for progress in [Progress::default(), some()] {
            assert_eq!(Progress::read(&progress.text()), Ok(progress));
        }
    }

    #[test]
    fn a_list_of_version_1_is_read_and_written_anew() {
        let old = r#"{"version":1,"done":["light-switch","roster"]}"#;
        let read = Progress::read(old).expect("it is version 1");
        assert_eq!(read.lessons, [record("light-switch", 0, true), record("roster", 0, true)]);
        assert!(read.text().starts_with("{\"version\":2,"));
        assert_eq!(Progress::read(&read.text()), Ok(read));
    }

    #[test]
    fn what_is_no_progress_is_told_where() {
        let told = |text: &str| Progress::read(text).expect_err(text).to_string();
        assert_eq!(told("[1"), "line 1, column 3: the file ends before its JSON does");
        assert_eq!(
            told(r#"{"version":3}"#),
            "version: line 1, column 12: this is version 3; versions 1 and 2 are the only ones there are"
        );
        assert_eq!(
            told(r#"{"version":2,"last":"","lessons":[{"id":"a","step":99}]}"#),
            "lessons[0].step: line 1, column 52: 99 is not between 0 and 21"
        );
        assert_eq!(
            told(r#"{"version":1,"done":["A b"]}"#),
            "done[0]: line 1, column 22: an id is 1 to 40 of a-z, 0-9 and -"
        );
        assert!(told(r#"{"version":2,"last":"","lessons":[{"id":"a"},{"id":"a"}]}"#).contains("used twice"));
    }

    #[test]
    fn put_together_done_stays_done_and_the_further_record_is_kept() {
        let mut own = some();
        own.merge(Progress {
            last: "x".to_owned(),
            lessons: vec![record("light-switch", 0, false), record("x", 1, false)],
        });
        assert!(own.of("light-switch").done);
        assert_eq!(own.of("light-switch").step, 5);
        assert_eq!(own.of("x").step, 1);
        assert_eq!(own.last, "roster");
        own.merge(Progress {
            last: String::new(),
            lessons: vec![record("roster", 4, true), record("x", 0, true)],
        });
        assert_eq!((own.of("roster").step, own.of("roster").done), (4, true));
        assert_eq!((own.of("x").step, own.of("x").done), (1, true));
    }
}
