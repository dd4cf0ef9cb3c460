//! A statement in progress: what it has done, what is left, and whether it has to wait.

use std::sync::Arc;

use super::ast::{Command, Ident, IfLocked, LockMode, Name, Output};
use super::bind::{Binder, Memo, Scope};
use super::database::{Database, SessionId};
use super::datum::Datum;
use super::error::SqlError;
use super::eval::{Bound, Context};
use super::select::{self, Outputs};
use super::table::{Conflict, Row, Shape, row_text};
use super::wait::Want;
use super::{MAX_VALUE_BYTES, Statement};

/// How far the item at hand has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    Fresh,
    /// The values to insert are there; nothing has been written.
    Ready(Row),
    /// The new version is written and goes into the unique indexes.
    Indexing(u32),
}

/// A statement in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Job {
    pub statement: Statement,
    pub parameters: Arc<[Datum]>,
    pub memo: Memo,
    pub started: bool,
    /// The rows to work on with their values in the statement's snapshot; for INSERT … SELECT, the rows to insert.
    pub items: Vec<(u32, Row)>,
    /// The item, or the row of VALUES, at hand.
    pub at: usize,
    pub phase: Phase,
    /// What it has just waited for: a table is its own in front of everyone else.
    pub turn: Option<Want>,
    pub columns: Option<Vec<String>>,
    pub output: Vec<Row>,
    pub count: usize,
    /// The rows that INSERT has inserted or changed.
    pub touched: Vec<u32>,
    pub warning: &'static str,
}

/// `None` when all is done.
pub(super) type Step = Result<Option<Want>, SqlError>;

impl Job {
    pub fn new(statement: &Statement, parameters: &[Datum]) -> Self {
        Self {
            statement: statement.clone(),
            parameters: parameters.into(),
            memo: Memo::default(),
            started: false,
            items: Vec::new(),
            at: 0,
            phase: Phase::Fresh,
            turn: None,
            columns: None,
            output: Vec::new(),
            count: 0,
            touched: Vec::new(),
            warning: "",
        }
    }

    /// Works until it is done or has to wait.
    pub fn step(&mut self, database: &mut Database, session: SessionId) -> Step {
        let long = |datum: &Datum| matches!(datum, Datum::Text(text) if text.len() > MAX_VALUE_BYTES);
        if self.parameters.iter().any(long) {
            let what = "a parameter may have this many bytes:";
            return Err(SqlError::limit(what, MAX_VALUE_BYTES, "nothing was run"));
        }
        let command = Arc::clone(&self.statement.command);
        match &*command {
            Command::Insert(insert) => self.insert(database, session, insert),
            Command::Modify(modify) => self.modify(database, session, modify),
            Command::Select(query) => match (&query.from, query.lock) {
                (Some(from), lock) => {
                    if let Some(want) = self.open(database, session, &from.table)? {
                        return Ok(Some(want));
                    }
                    match lock {
                        Some(lock) => self.lock_rows(database, session, query, lock),
                        None => self.read(database, session, query),
                    }
                }
                (None, _) => self.read(database, session, query),
            },
            other => self.define(database, session, other),
        }
    }

    /// The command tag, and how many rows it is about.
    pub fn tag(&self) -> (String, usize) {
        let (word, count) = match &*self.statement.command {
            Command::Insert(_) => ("INSERT 0 ", self.count),
            Command::Modify(modify) if modify.set.is_some() => ("UPDATE ", self.count),
            Command::Modify(_) => ("DELETE ", self.count),
            Command::Select(_) => ("SELECT ", self.output.len()),
            Command::Create(_) => return ("CREATE TABLE".to_owned(), 0),
            Command::Drop { .. } => return ("DROP TABLE".to_owned(), 0),
            _ => return ("TRUNCATE TABLE".to_owned(), 0),
        };
        ([word, &count.to_string()].concat(), count)
    }

    /// Forgets what is behind it, before it is kept.
    pub fn park(&mut self) {
        if !self.items.is_empty() {
            self.items.drain(..self.at);
            self.at = 0;
        }
        self.turn = None;
    }

    pub fn renumber(&mut self, new_of: &[u32]) {
        let new = |row: &mut u32| *row = new_of.get(*row as usize).copied().unwrap_or(u32::MAX);
        for (row, _) in &mut self.items {
            new(row);
        }
        for row in &mut self.touched {
            new(row);
        }
        if let Phase::Indexing(row) = &mut self.phase {
            new(row);
        }
    }

    /// A SELECT that locks nothing, if only because it has no table.
    fn read(&mut self, database: &Database, session: SessionId, query: &super::ast::Select) -> Step {
        let found = select::run(database, session, query, &self.parameters)?;
        (self.columns, self.output) = (Some(found.columns), found.rows);
        Ok(None)
    }

    /// Uses a table from here on, unless someone waits to drop it.
    pub fn open(&self, database: &mut Database, session: SessionId, table: &Ident) -> Step {
        database.lookup(table)?;
        let name = &table.name;
        if database.session(session).is_some_and(|found| found.touched.contains(name)) {
            return Ok(None);
        }
        let want = Want::Table { table: name.clone(), exclusive: false };
        if !database.blockers(session, &want).is_empty() {
            return Ok(Some(want));
        }
        let touched = &mut database.session_mut(session).touched;
        let at = touched.partition_point(|other| other < name);
        touched.insert(at, name.clone());
        Ok(None)
    }

    /// What a session must wait for before it can lock a row. Who finds the row free takes it, as in PostgreSQL, even
    /// if another session has waited for it and has yet to go on.
    pub fn blocked(
        &self,
        database: &Database,
        session: SessionId,
        table: &Name,
        row: u32,
        mode: LockMode,
    ) -> Option<Want> {
        let found = database.table(table)?;
        found.lock_holder(row, session, mode)?;
        let seen = found.heap[found.find(row, session)?].values.clone();
        Some(Want::Row { table: table.clone(), row, mode, seen })
    }

    /// SELECT … FOR UPDATE and its weaker kin.
    fn lock_rows(
        &mut self,
        database: &mut Database,
        session: SessionId,
        query: &super::ast::Select,
        (mode, if_locked): (LockMode, IfLocked),
    ) -> Step {
        let mut memo = std::mem::take(&mut self.memo);
        let mut binder = Binder::new(database, session, &self.parameters, &mut memo);
        binder.scope = select::scope(database, query)?;
        let plan = select::plan(&mut binder, query)?;
        let Some(Scope { table, .. }) = binder.scope else { return Ok(None) };
        let name = table.shape.name.clone();
        if !self.started {
            self.items = plan.candidates(table, session)?;
            self.started = true;
        }
        self.memo = memo;
        self.columns = Some(plan.outputs.names.clone());
        let limit = plan.limit.unwrap_or(usize::MAX);
        while self.at < self.items.len() && self.output.len() < limit {
            let (row, seen) = self.items[self.at].clone();
            let Some(place) = database.table(&name).and_then(|table| table.find(row, session)) else {
                self.at += 1;
                continue;
            };
            if let Some(want) = self.blocked(database, session, &name, row, mode) {
                match if_locked {
                    IfLocked::Wait => return Ok(Some(want)),
                    IfLocked::Skip => {
                        self.at += 1;
                        continue;
                    }
                    IfLocked::Fail => {
                        let parts = ["could not obtain lock on row in relation \"", &name, "\""];
                        return Err(SqlError::new("55P03", &parts));
                    }
                }
            }
            let table = database.table_mut(&name);
            table.lock(row, session, mode);
            let current = table.heap[place].values.clone();
            self.at += 1;
            if current == seen || holds(plan.filter.as_ref(), &current)? {
                self.count += 1;
                if self.count > plan.offset {
                    self.output.push(plan.output(&current, &[])?);
                }
            }
        }
        Ok(None)
    }

    /// Puts the new version of a row into the unique indexes, one after the other, as far as they let it in.
    pub fn index(&mut self, database: &mut Database, session: SessionId, name: &Name, row: u32) -> Step {
        let table = database.table_mut(name);
        let Some(place) = table.find(row, session) else { return Ok(None) };
        let shape = Arc::clone(&table.shape);
        let values = table.heap[place].values.clone();
        if table.heap[place].indexed != u8::MAX {
            for (index, unique) in shape.indexes.iter().enumerate() {
                if usize::from(table.heap[place].indexed) > index {
                    continue;
                }
                match table.conflict(index, &values, session) {
                    Conflict::None => table.heap[place].indexed += 1,
                    Conflict::Pending(_) => {
                        return Ok(Some(Want::Key { table: name.clone(), index, values }));
                    }
                    Conflict::Row(_) => {
                        let parts = ["duplicate key value violates unique constraint \"", &unique.name, "\""];
                        let key = table.key_text(index, &values);
                        return Err(SqlError::new("23505", &parts).detail(&[
                            "Key ",
                            &key,
                            " already exists.",
                        ]));
                    }
                }
            }
            table.heap[place].indexed = u8::MAX;
        }
        Ok(None)
    }

    /// One row for RETURNING.
    pub fn returned(&mut self, outputs: &Outputs, row: &[Datum]) -> Result<(), SqlError> {
        self.count += 1;
        if self.columns.is_some() {
            self.output.push(select::project(&outputs.bound, Context { row, ..Context::default() })?);
        }
        Ok(())
    }

    /// Binds RETURNING; what it can name is the row as it is afterwards.
    pub fn returning(&mut self, binder: &mut Binder<'_>, list: &[Output]) -> Result<Outputs, SqlError> {
        binder.aggregates = Err("RETURNING");
        let outputs = select::outputs(binder, list)?;
        self.columns = (!list.is_empty()).then(|| outputs.names.clone());
        Ok(outputs)
    }
}

/// Whether a row passes a filter; none lets every row pass.
pub(super) fn holds(filter: Option<&Bound>, row: &[Datum]) -> Result<bool, SqlError> {
    filter.map_or(Ok(true), |filter| filter.holds(Context { row, ..Context::default() }))
}

/// Checks what a row must satisfy by itself: NOT NULL first, then CHECK in the order of the constraints' names.
pub(super) fn check_row(shape: &Shape, values: &[Datum]) -> Result<(), SqlError> {
    const LONGEST: usize = 64;
    let failing = |error: SqlError| {
        let row = row_text(values, LONGEST);
        error.detail(&["Failing row contains ", &row, "."])
    };
    for (column, value) in shape.columns.iter().zip(values) {
        if column.not_null && value.is_null() {
            let parts = [
                "null value in column \"",
                &column.name,
                "\" of relation \"",
                &shape.name,
                "\" violates not-null constraint",
            ];
            return Err(failing(SqlError::new("23502", &parts)));
        }
    }
    for check in &shape.checks {
        let context = Context { row: values, ..Context::default() };
        if check.condition.eval(context)? == Datum::Bool(false) {
            let parts = [
                "new row for relation \"",
                &shape.name,
                "\" violates check constraint \"",
                &check.name,
                "\"",
            ];
            return Err(failing(SqlError::new("23514", &parts)));
        }
    }
    Ok(())
}
