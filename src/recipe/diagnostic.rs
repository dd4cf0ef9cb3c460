//! An error found while typing: where it is and what would be right there.

use std::fmt;

/// One error in a recipe's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The line, from 1.
    pub line: u32,
    /// The first character at fault, from 1 and in characters; one past the line's text when something is missing there.
    pub column: u32,
    /// How many characters are at fault, at least 1.
    pub length: u32,
    /// What is wrong, for a person.
    pub message: String,
    /// The form that would be right, when there is one.
    pub expected: Option<String>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Diagnostic {}
