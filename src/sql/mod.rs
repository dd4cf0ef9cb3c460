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
//! Deliberately absent: savepoints, the stricter isolation levels, joins, subselects after FROM or IN or naming the
//! outer row, GROUP BY, DISTINCT, UNION, views, ALTER, further indexes, foreign keys, schemas, times and clocks,
//! floating point, JSON and arrays, functions beyond the few of `Function` and the aggregates `count`, `sum`, `min` and
//! `max`. CREATE, DROP and TRUNCATE are refused between BEGIN and COMMIT. `numeric` ends at 34 digits.

mod ast;
mod bind;
mod database;
mod datum;
mod ddl;
mod error;
mod eval;
mod insert;
mod job;
mod lexer;
mod modify;
mod numeric;
mod parser;
mod select;
mod table;
mod typing;
mod wait;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use ast::LockMode;
use ast::{Command, Source};
pub use database::{Database, Outcome, SessionId, TransactionState};
pub use datum::{Datum, Type};
pub use error::SqlError;
pub use numeric::Numeric;
pub use parser::parse;
pub use table::{Column, Index, Row, RowView, Table};
pub use wait::{Waiting, WaitsFor};

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

/// One statement, read but not yet looked up: cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    command: Arc<Command>,
    parameters: u16,
}

impl Statement {
    /// The highest number after a `$` in it.
    #[must_use]
    pub fn parameters(&self) -> u16 {
        self.parameters
    }

    /// Whether it is BEGIN or START TRANSACTION.
    #[must_use]
    pub fn is_begin(&self) -> bool {
        matches!(*self.command, Command::Begin)
    }

    /// Whether it is COMMIT or END.
    #[must_use]
    pub fn is_commit(&self) -> bool {
        matches!(*self.command, Command::Commit)
    }

    /// Whether it is ROLLBACK or ABORT.
    #[must_use]
    pub fn is_rollback(&self) -> bool {
        matches!(*self.command, Command::Rollback)
    }

    /// Whether it may change what others see.
    #[must_use]
    pub fn writes(&self) -> bool {
        !matches!(*self.command, Command::Select(_) | Command::Begin | Command::Commit | Command::Rollback)
    }

    /// Whether it answers rows.
    #[must_use]
    pub fn returns_rows(&self) -> bool {
        match &*self.command {
            Command::Select(_) => true,
            Command::Insert(insert) => !insert.returning.is_empty(),
            Command::Modify(modify) => !modify.returning.is_empty(),
            _ => false,
        }
    }

    /// The tables it names, subselects in expressions aside.
    #[must_use]
    pub fn tables(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        match &*self.command {
            Command::Create(create) => found.push(&create.name.name),
            Command::Drop { tables, .. } | Command::Truncate { tables, .. } => {
                found.extend(tables.iter().map(|table| &*table.name));
            }
            Command::Insert(insert) => {
                found.push(&insert.target.table.name);
                if let Source::Select(query) = &insert.source {
                    found.extend(query.from.as_ref().map(|from| &*from.table.name));
                }
            }
            Command::Modify(modify) => found.push(&modify.target.table.name),
            Command::Select(query) => found.extend(query.from.as_ref().map(|from| &*from.table.name)),
            Command::Begin | Command::Commit | Command::Rollback => {}
        }
        found
    }
}
