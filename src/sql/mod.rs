//! A relational store that is a value: tables, constraints and transactions as PostgreSQL 15 has them at READ
//! COMMITTED, its default.
//!
//! [`parse`] reads one statement, [`Database::execute`] runs it for a session. A statement that must wait for another
//! session's transaction answers [`Outcome::Waits`] and is then a part of the database: [`Database::waiting`] says on
//! whom and for what, [`Database::can_resume`] whether the way is free, [`Database::resume`] goes on. The reference
//! is the server itself, asked by `tests/postgres_differential`.
//!
//! Invariants:
//! - a `Database` is `Clone + Eq + Hash`; a clone is a few reference counts, and a table is copied when it is first
//!   written after that;
//! - equal databases answer alike for ever: no transaction number and no dead version is kept, and rows are numbered by
//!   where they stand. The order of the heap is part of the state, since a SELECT without ORDER BY shows it;
//! - every statement outside of BEGIN is a transaction; a failed one has changed nothing (but for the numbers that
//!   serial columns have given out, as in PostgreSQL);
//! - a statement sees what was committed when it began, plus its own transaction's changes. What it wants to change and
//!   finds changed meanwhile, it checks again (PostgreSQL's EvalPlanQual);
//! - of those who wait for one version of a row, the first gets it first; a wait that closes a circle fails at once with 40P01.
//!
//! Where it differs from PostgreSQL: the rows an UPDATE, DELETE or locking SELECT will visit are found when it begins,
//! in the order of the heap; a space that a removed version leaves in the heap is never used again; a session whose
//! wait is over goes on when it is told to; text is ordered by its bytes, as under `COLLATE "C"`.
//!
//! Deliberately absent: savepoints, the stricter isolation levels, joins, subselects (so no EXISTS and no INSERT …
//! SELECT), GROUP BY, DISTINCT, UNION, CASE, casts, views, ALTER, further indexes, foreign keys, schemas, times and
//! clocks, `numeric` and floating point, JSON and arrays, functions beyond the few of `Function` and the aggregates
//! `count`, `sum`, `min` and `max`. `sum` is a `bigint`, whatever it adds up; what does not fit is 22003. CREATE, DROP
//! and TRUNCATE are refused between BEGIN and COMMIT. `lower` and `upper` change ASCII letters only.
//!
//! The page is small because of how this is written: a statement is one struct, whatever its kind; expressions have
//! their operands in a list; and an error is one template with its parts filled in, see `error::error`.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod ast;
mod bind;
mod database;
mod datum;
mod ddl;
mod error;
mod eval;
mod execution;
mod insert;
mod lexer;
mod modify;
mod parser;
mod select;
mod table;
mod typing;
mod wait;

#[cfg(test)]
mod tests;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ast::{Command, Verb};
pub use database::{Database, Outcome, SessionId, TransactionState};
pub use datum::Datum;
pub use error::Report;
pub(crate) use error::SqlError;
pub use parser::parse;
pub use table::{Column, Row};
pub(crate) use table::{RowView, Table};
pub(crate) use wait::Waiting;

/// How many bytes a statement may have.
pub const MAX_STATEMENT_BYTES: usize = 16 * 1024;

/// How many bytes a literal, a parameter or any other value may have.
pub const MAX_VALUE_BYTES: usize = 1024;

/// How many tables there may be.
pub const MAX_TABLES: usize = 32;

/// How many columns a table may have.
pub const MAX_COLUMNS: usize = 32;

/// How many rows a table may have, versions that are not committed included.
pub const MAX_ROWS: usize = 10_000;

/// How many rows of a result are answered; its tag counts all of them.
pub const MAX_RESULT_ROWS: usize = 1_000;

/// How deep an expression may be, a chain of operators included.
pub const MAX_DEPTH: usize = 64;

/// One statement, read but not yet looked up: cheap to clone, and equal when it is written alike.
#[derive(Clone)]
pub struct Statement(Arc<Command>);

impl fmt::Debug for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl PartialEq for Statement {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.text == other.0.text
    }
}

impl Eq for Statement {}

impl Hash for Statement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text.hash(state);
    }
}

impl Statement {
    /// The highest number after a `$` in it.
    #[must_use]
    pub fn parameters(&self) -> u16 {
        self.0.parameters
    }

    /// Whether it is COMMIT or END.
    #[must_use]
    pub fn is_commit(&self) -> bool {
        self.0.verb == Verb::Commit
    }

    /// Whether it may change what others see.
    #[must_use]
    pub fn writes(&self) -> bool {
        self.0.verb > Verb::Select
    }

    /// Whether it is CREATE TABLE.
    #[must_use]
    pub fn creates(&self) -> bool {
        self.0.verb == Verb::Create
    }

    /// Whether it answers rows.
    #[must_use]
    pub fn returns_rows(&self) -> bool {
        !self.0.outputs.is_empty()
    }

    /// The tables it names.
    #[must_use]
    pub fn tables(&self) -> Vec<&str> {
        self.0.tables.iter().map(|table| &*table.name).collect()
    }
}
