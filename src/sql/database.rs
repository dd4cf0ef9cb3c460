//! The database: its tables, its sessions and their transactions.

use std::sync::Arc;

use super::ast::{Ident, Name, Verb};
use super::datum::Datum;
use super::error::{SqlError, error};
use super::execution::Execution;
use super::table::{Row, Shape, Table};
use super::wait::Want;
use super::{MAX_RESULT_ROWS, Statement, parse};
use crate::base::OrderedMap;

/// One connection to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub u8);

/// How a session's BEGIN block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransactionState {
    /// It goes on.
    Open,
    /// A statement in it has failed; only ROLLBACK and COMMIT are answered, and both undo everything.
    Aborted,
}

/// A session that is in a transaction or waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Session {
    pub id: SessionId,
    /// Whether BEGIN opened the transaction; else it ends with its statement.
    pub explicit: bool,
    pub aborted: bool,
    /// The tables it has used in this transaction: none of them can be dropped.
    pub touched: Vec<Name>,
    /// The statement that waits, and for what.
    pub waiting: Option<Arc<(Execution, Want)>>,
}

/// What a statement came to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It answered rows, if only none.
    Rows {
        /// The columns' names.
        columns: Vec<String>,
        /// The first [`MAX_RESULT_ROWS`] rows.
        rows: Vec<Row>,
        /// The command tag, as in `SELECT 2`; it counts all rows.
        tag: String,
    },
    /// It was done.
    Done {
        /// The command tag, as in `UPDATE 1`.
        tag: String,
        /// How many rows it inserted, changed or deleted.
        count: usize,
        /// What the server remarks; empty when nothing.
        warning: &'static str,
    },
    /// It waits for another session's transaction to end.
    Waits {
        /// That session.
        on: SessionId,
    },
    /// It failed.
    Failed(SqlError),
}

/// A database: a value that statements read and change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Database {
    pub(super) tables: Arc<OrderedMap<Name, Arc<Table>>>,
    /// In the order of their ids.
    pub(super) sessions: Arc<Vec<Session>>,
    /// Who waits, the longest wait first.
    pub(super) queue: Vec<SessionId>,
}

fn done(tag: &str, warning: &'static str) -> Outcome {
    Outcome::Done { tag: tag.to_owned(), count: 0, warning }
}

impl Database {
    /// Runs a statement for a session. Parameters take the type of what they meet, as a quoted literal would.
    ///
    /// A session that waits goes on waiting; its new statement is not run.
    pub fn execute(&mut self, session: SessionId, statement: &Statement, parameters: &[Datum]) -> Outcome {
        if let Some(waiting) = self.waiting(session) {
            return Outcome::Waits { on: waiting.on.unwrap_or(session) };
        }
        let state = self.in_transaction(session);
        let verb = statement.0.verb;
        let outcome = match (verb, state) {
            (Verb::Commit | Verb::Rollback, _) => {
                let tag = match (verb, state) {
                    (Verb::Commit, None | Some(TransactionState::Open)) => "COMMIT",
                    _ => "ROLLBACK",
                };
                if state.is_some() {
                    self.finish(session, tag == "COMMIT");
                    done(tag, "")
                } else {
                    done(tag, "there is no transaction in progress")
                }
            }
            (_, Some(TransactionState::Aborted)) => {
                let what =
                    "25P02 current transaction is aborted, commands ignored until end of transaction block";
                Outcome::Failed(error(what, &[], 0))
            }
            (Verb::Begin, Some(_)) => done("BEGIN", "there is already a transaction in progress"),
            (Verb::Begin, None) => {
                self.session_mut(session).explicit = true;
                done("BEGIN", "")
            }
            _ => self.run(session, Execution::new(statement, parameters)),
        };
        self.settle();
        outcome
    }

    /// What a SELECT answers of what a session sees; nothing when it fails or is no SELECT. Locks no rows.
    #[must_use]
    pub fn look(&self, session: SessionId, statement: &Statement, parameters: &[Datum]) -> Vec<Row> {
        if statement.writes() {
            return Vec::new();
        }
        match self.clone().execute(session, statement, parameters) {
            Outcome::Rows { rows, .. } => rows,
            _ => Vec::new(),
        }
    }

    /// [`parse`] and [`Database::execute`]; text that is no statement aborts the transaction like any other error.
    pub fn execute_text(&mut self, session: SessionId, text: &str, parameters: &[Datum]) -> Outcome {
        match parse(text) {
            Ok(statement) => self.execute(session, &statement, parameters),
            Err(error) if self.waiting(session).is_none() => {
                let outcome = self.fail(session, error);
                self.settle();
                outcome
            }
            Err(error) => Outcome::Failed(error),
        }
    }

    /// Goes on with the statement in which a session waits. Without one, nothing happens.
    pub fn resume(&mut self, session: SessionId) -> Outcome {
        let waiting = self.session(session).and_then(|found| found.waiting.clone());
        let Some(waiting) = waiting else { return done("", "") };
        if let Some(on) = self.blockers(session, &waiting.1).first() {
            return Outcome::Waits { on: *on };
        }
        self.queue.retain(|queued| *queued != session);
        self.session_mut(session).waiting = None;
        let mut execution = waiting.0.clone();
        execution.turn = Some(waiting.1.clone());
        let outcome = self.run(session, execution);
        self.settle();
        outcome
    }

    /// The connection is gone: its transaction is rolled back, its waiting statement dropped.
    pub fn disconnect(&mut self, session: SessionId) {
        self.finish(session, false);
        self.settle();
    }

    /// Whether no session is in a transaction or waits.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.sessions.is_empty()
    }

    /// How a session's BEGIN block stands; `None` outside of one.
    #[must_use]
    pub fn in_transaction(&self, session: SessionId) -> Option<TransactionState> {
        let found = self.session(session).filter(|found| found.explicit)?;
        Some(if found.aborted { TransactionState::Aborted } else { TransactionState::Open })
    }

    /// Every table, by name.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = &Table> {
        self.tables.values().map(|table| &**table)
    }

    /// The table of that name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(name).map(|table| &**table)
    }

    pub(super) fn lookup(&self, table: &Ident) -> Result<&Table, SqlError> {
        let found = self.table(&table.name);
        found.ok_or_else(|| error("42P01 relation \"%\" does not exist", &[&table.name], table.at))
    }

    /// The version of a row that a session sees: where in the heap it is, and its values.
    pub(super) fn current(&self, table: &str, row: u32, session: SessionId) -> Option<(usize, Row)> {
        let table = self.table(table)?;
        let at = table.find(row, session)?;
        Some((at, table.heap[at].values.clone()))
    }

    /// A table that exists, to be changed.
    pub(super) fn table_mut(&mut self, name: &str) -> &mut Table {
        let tables = Arc::make_mut(&mut self.tables);
        let table = tables.get_mut(name).expect("the statement's table is there until it ends");
        let table = Arc::make_mut(table);
        table.memo.forget();
        table
    }

    /// What a column holds when nobody says; a serial column counts on.
    pub(super) fn default_value(&mut self, shape: &Shape, at: usize) -> Result<Datum, SqlError> {
        let column = &shape.columns[at];
        if !column.serial {
            return Ok(column.default.clone());
        }
        let last = &mut self.table_mut(&shape.name).sequences[at];
        *last += 1;
        column.data_type.in_range(*last)
    }

    pub(super) fn session(&self, id: SessionId) -> Option<&Session> {
        self.sessions.iter().find(|session| session.id == id)
    }

    /// The session, which is in a transaction from here on.
    pub(super) fn session_mut(&mut self, id: SessionId) -> &mut Session {
        let sessions = Arc::make_mut(&mut self.sessions);
        let at = match sessions.binary_search_by_key(&id, |session| session.id) {
            Ok(at) => at,
            Err(at) => {
                let new = Session { id, explicit: false, aborted: false, touched: Vec::new(), waiting: None };
                sessions.insert(at, new);
                at
            }
        };
        &mut sessions[at]
    }

    fn run(&mut self, session: SessionId, mut execution: Execution) -> Outcome {
        self.session_mut(session);
        match execution.step(self, session) {
            Ok(None) => {
                if self.in_transaction(session).is_none() {
                    self.finish(session, true);
                }
                outcome_of(&mut execution)
            }
            Ok(Some(want)) => match self.deadlock(session, &want) {
                Some(error) => self.fail(session, error),
                None => {
                    let on = self.blockers(session, &want).first().copied().unwrap_or(session);
                    execution.park();
                    self.session_mut(session).waiting = Some(Arc::new((execution, want)));
                    self.queue.push(session);
                    Outcome::Waits { on }
                }
            },
            Err(error) => self.fail(session, error),
        }
    }

    /// A statement has failed: everything its transaction did is undone and its locks are free.
    fn fail(&mut self, session: SessionId, error: SqlError) -> Outcome {
        let explicit = self.in_transaction(session).is_some();
        self.finish(session, false);
        if explicit {
            let found = self.session_mut(session);
            (found.explicit, found.aborted) = (true, true);
        }
        Outcome::Failed(error)
    }

    fn finish(&mut self, session: SessionId, commit: bool) {
        for table in self.named(&|table| table.touched_by(session)) {
            self.table_mut(&table).finish(session, commit);
        }
        if self.session(session).is_some() {
            Arc::make_mut(&mut self.sessions).retain(|found| found.id != session);
        }
        self.queue.retain(|queued| *queued != session);
    }

    /// The names of some tables.
    fn named(&self, which: &dyn Fn(&Table) -> bool) -> Vec<Name> {
        let mut found = Vec::new();
        for table in self.tables.values() {
            if which(table) {
                found.push(table.shape.name.clone());
            }
        }
        found
    }

    /// Numbers the rows of every table by where they stand, so that equal futures are equal values.
    fn settle(&mut self) {
        for name in self.named(&|table| !table.is_numbered()) {
            let new_of = self.table_mut(&name).renumber();
            for session in Arc::make_mut(&mut self.sessions) {
                if let Some(waiting) = &mut session.waiting
                    && waiting.1.table() == &name
                {
                    let (execution, want) = Arc::make_mut(waiting);
                    execution.renumber(&new_of);
                    want.renumber(&new_of);
                }
            }
        }
    }
}

fn outcome_of(execution: &mut Execution) -> Outcome {
    let (tag, count) = execution.tag();
    match execution.columns.take() {
        Some(columns) => {
            let mut rows = std::mem::take(&mut execution.output);
            rows.truncate(MAX_RESULT_ROWS);
            Outcome::Rows { columns, rows, tag }
        }
        None => Outcome::Done { tag, count, warning: execution.warning },
    }
}
