//! SQL statements in a recipe: the text as written, with what stands in braces passed beside it as parameters.
//!
//! A value never becomes part of the statement's text: `{job.id}` is `$1` to the database, and so is the whole of
//! `'order-{job.id}'`. Braces are read as elsewhere in a recipe: `{{` and `}}` stand for one. A statement takes the rest
//! of its line.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::value::{Value, integer};
use crate::base::Bytes;
use crate::base::cast;
use crate::sql::{Datum, Outcome, Statement};

/// A SQL statement with the places of its parameters. Cheap to clone; equal when the texts are.
#[derive(Clone, Debug)]
pub struct SqlText(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    statement: Statement,
    /// The text around the parameters: one piece more than there are parameters.
    around: Vec<String>,
}

impl SqlText {
    pub(super) fn new(statement: Statement, around: Vec<String>) -> Self {
        Self(Arc::new(Inner { statement, around }))
    }

    /// The statement, with `$1`, `$2`, … for its parameters.
    #[must_use]
    pub fn statement(&self) -> &Statement {
        &self.0.statement
    }

    /// Writes the statement with its parameters in place: numbers bare, all else quoted.
    ///
    /// # Errors
    /// Those of the formatter.
    pub fn write(&self, parameters: &[Datum], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, text) in self.0.around.iter().enumerate() {
            f.write_str(text)?;
            match parameters.get(index) {
                Some(Datum::Text(value)) if integer(value.as_bytes()).is_none() => {
                    f.write_str("'")?;
                    f.write_str(&value.replace('\'', "''"))?;
                    f.write_str("'")?;
                }
                Some(value) => f.write_str(&value.to_text())?,
                None => {}
            }
        }
        Ok(())
    }
}

impl PartialEq for SqlText {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.around == other.0.around
    }
}

impl Eq for SqlText {}

impl Hash for SqlText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.around.hash(state);
    }
}

/// The value a word becomes as a parameter.
pub(super) fn parameter(word: &Bytes) -> Datum {
    Datum::from(&*word.to_text())
}

fn value_of(datum: &Datum) -> Value {
    match datum {
        Datum::Null => Value::Nil,
        Datum::Int(number) => Value::Int(*number),
        Datum::Bool(truth) => Value::Int(i64::from(*truth)),
        other => Value::Str(Bytes::from(other.to_text())),
    }
}

/// What a variable keeps of an outcome: of rows the first one (nil when there is none), its value alone when it has one
/// column; else how many rows were changed.
pub(super) fn value_of_outcome(outcome: Outcome) -> Result<Value, String> {
    Ok(match outcome {
        Outcome::Rows { columns, rows, .. } => match (rows.first(), columns.len()) {
            (None, _) => Value::Nil,
            (Some(row), 1) => value_of(&row[0]),
            (Some(row), _) => Value::Row(columns.into_iter().zip(row.iter().map(value_of)).collect()),
        },
        Outcome::Done { tag, count, .. } => {
            let rows = ["INSERT", "UPDATE", "DELETE"].iter().any(|verb| tag.starts_with(verb));
            if rows { Value::Int(cast::signed(count)) } else { Value::Str(Bytes::from(tag)) }
        }
        Outcome::Failed(error) => {
            let mut message = format!("SQLSTATE {error}");
            if !error.detail.is_empty() {
                message.push_str(": ");
                message.push_str(&error.detail);
            }
            return Err(message);
        }
        Outcome::Waits { .. } => return Err("the statement waits".to_owned()),
    })
}
