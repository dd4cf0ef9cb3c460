//! What is wrong with a statement, in PostgreSQL's words and with its SQLSTATE.

use std::fmt;

/// An error: what a PostgreSQL client gets to see of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SqlError {
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

impl SqlError {
    /// An error whose message is made of `parts`.
    pub(super) fn new(sqlstate: &'static str, parts: &[&str]) -> Self {
        Self { sqlstate, message: parts.concat(), detail: String::new(), hint: "", position: 0, expected: "" }
    }

    /// What this store does not do; PostgreSQL may.
    pub(super) fn unsupported(parts: &[&str], position: u32) -> Self {
        let mut error = Self::new("0A000", parts).at(position);
        error.message.push_str(" not supported here");
        error
    }

    /// A limit of this store.
    pub(super) fn limit(what: &str, limit: usize, kept: &str) -> Self {
        Self::new("54000", &[what, " ", &limit.to_string(), "; ", kept])
    }

    pub(super) fn at(mut self, position: u32) -> Self {
        if self.position == 0 {
            self.position = position;
        }
        self
    }

    pub(super) fn detail(mut self, parts: &[&str]) -> Self {
        self.detail = parts.concat();
        self
    }

    pub(super) fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    pub(super) fn expecting(mut self, expected: &'static str) -> Self {
        self.expected = expected;
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
