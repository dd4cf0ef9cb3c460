//! What is wrong with a statement, in PostgreSQL's words and with its SQLSTATE.

use std::fmt;
use std::ops::Deref;

use crate::base::filled;

/// An error: what a PostgreSQL client gets to see of one. It is a pointer, so that results stay small.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SqlError(Box<Report>);

/// What an error says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Report {
    /// The five characters of Appendix A of PostgreSQL's manual.
    pub sqlstate: &'static str,
    /// The message.
    pub message: String,
    /// The DETAIL line; empty when there is none.
    pub detail: String,
    /// The HINT line; empty when there is none.
    pub hint: &'static str,
    /// Where in the statement, in characters, the first being 1; 0 when the error has no place.
    pub position: u32,
    /// What could have stood there instead; empty when nothing in particular.
    pub expected: &'static str,
}

impl Deref for SqlError {
    type Target = Report;

    fn deref(&self) -> &Report {
        &self.0
    }
}

/// An error at a place, 0 for none. The template is the SQLSTATE, a space and the message.
#[cold]
pub(super) fn error(template: &'static str, parts: &[&str], position: u32) -> SqlError {
    let (sqlstate, message) = template.split_at(5);
    let message = filled(&message[1..], parts);
    SqlError(Box::new(Report { sqlstate, message, detail: String::new(), hint: "", position, expected: "" }))
}

/// A limit of this store.
#[cold]
pub(super) fn over(template: &'static str, limit: usize) -> SqlError {
    error(template, &[&limit.to_string()], 0)
}

impl SqlError {
    #[cold]
    pub(super) fn at(mut self, position: u32) -> Self {
        if self.position == 0 {
            self.0.position = position;
        }
        self
    }

    #[cold]
    pub(super) fn detail(mut self, template: &str, parts: &[&str]) -> Self {
        self.0.detail = filled(template, parts);
        self
    }

    #[cold]
    pub(super) fn hint(mut self, hint: &'static str) -> Self {
        self.0.hint = hint;
        self
    }

    #[cold]
    pub(super) fn expecting(mut self, expected: &'static str) -> Self {
        self.0.expected = expected;
        self
    }
}

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sqlstate)?;
        f.write_str(" ")?;
        f.write_str(&self.message)
    }
}

impl std::error::Error for SqlError {}
