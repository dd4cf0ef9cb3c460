//! A statement in progress: what it has done, what is left, and whether it has to wait.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::ast::{Command, Ident, IfLocked, LockMode, Name, Output, Verb};
use super::bind::Binder;
use super::database::{Database, SessionId};
use super::datum::Datum;
use super::error::{SqlError, error, over};
use super::eval::{Context, passes};
use super::select::{self, Outputs};
use super::table::{Conflict, Row, Shape, row_of, row_text};
use super::wait::Want;
use super::{MAX_VALUE_BYTES, Statement};
use crate::base::cast;

/// How far the item at hand has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    Fresh,
    /// The values to insert are there; nothing has been written.
    Ready(Row),
    /// The new version is written and goes into the unique indexes.
    Indexing(u32),
}

/// A statement in progress. What every step makes anew is no part of its value.
#[derive(Clone, Debug)]
pub(super) struct Execution {
    pub statement: Statement,
    pub parameters: Arc<[Datum]>,
    pub started: bool,
    /// The rows to work on with their values in the statement's snapshot.
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

impl Execution {
    fn value(&self) -> impl Eq + Hash {
        let statement = (&self.statement, &self.parameters, self.started);
        (statement, &self.items, self.at, &self.phase, &self.output, self.count, &self.touched)
    }
}

impl PartialEq for Execution {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl Eq for Execution {}

impl Hash for Execution {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

/// `None` when all is done.
pub(super) type Step = Result<Option<Want>, SqlError>;

impl Execution {
    pub(super) fn new(statement: &Statement, parameters: &[Datum]) -> Self {
        Self {
            statement: statement.clone(),
            parameters: parameters.into(),
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
    pub(super) fn step(&mut self, database: &mut Database, session: SessionId) -> Step {
        for parameter in &*self.parameters {
            if let Datum::Text(text) = parameter
                && text.len() > MAX_VALUE_BYTES
            {
                let what = "54000 a parameter may have this many bytes: %; nothing was run";
                return Err(over(what, MAX_VALUE_BYTES));
            }
        }
        let command = Arc::clone(&self.statement.0);
        if command.verb >= Verb::Create {
            return self.define(database, session, &command);
        }
        if let Some(table) = command.tables.first() {
            let want = self.open(database, session, table)?;
            if want.is_some() {
                return Ok(want);
            }
        }
        match command.verb {
            Verb::Insert => self.insert(database, session, &command),
            Verb::Select => self.select(database, session, &command),
            _ => self.modify(database, session, &command),
        }
    }

    /// The command tag, and how many rows it is about.
    pub(super) fn tag(&self) -> (String, usize) {
        let (word, count) = match self.statement.0.verb {
            Verb::Insert => ("INSERT 0 ", self.count),
            Verb::Update => ("UPDATE ", self.count),
            Verb::Delete => ("DELETE ", self.count),
            Verb::Select => ("SELECT ", self.output.len()),
            Verb::Create => ("CREATE TABLE", 0),
            Verb::Drop => ("DROP TABLE", 0),
            _ => ("TRUNCATE TABLE", 0),
        };
        let mut tag = String::from(word);
        if word.ends_with(' ') {
            tag.push_str(&count.to_string());
        }
        (tag, count)
    }

    /// Goes to the next item.
    pub(super) fn next(&mut self) {
        self.at += 1;
        self.phase = Phase::Fresh;
    }

    /// Forgets what is behind it, before it is kept.
    pub(super) fn park(&mut self) {
        if !self.items.is_empty() {
            self.items.drain(..self.at);
            self.at = 0;
        }
        (self.turn, self.columns) = (None, None);
    }

    pub(super) fn renumber(&mut self, new_of: &[u32]) {
        let new = |row: &mut u32| *row = new_of.get(cast::index(*row)).copied().unwrap_or(u32::MAX);
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

    /// Uses a table from here on, unless someone waits to drop it.
    pub(super) fn open(&self, database: &mut Database, session: SessionId, table: &Ident) -> Step {
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
    pub(super) fn blocked(
        &self,
        database: &Database,
        session: SessionId,
        table: &Name,
        row: u32,
        mode: LockMode,
    ) -> Option<Want> {
        database.table(table)?.lock_holder(row, session, mode)?;
        let (_, seen) = database.current(table, row, session)?;
        Some(Want::Row { table: table.clone(), row, mode, seen })
    }

    /// SELECT, with or without FOR UPDATE and its weaker kin.
    fn select(&mut self, database: &mut Database, session: SessionId, query: &Command) -> Step {
        let parameters = Arc::clone(&self.parameters);
        let mut binder = Binder::new(&parameters, None, "");
        if !query.tables.is_empty() {
            binder.scope = Some(select::scope(database, query)?);
        }
        let mut plan = select::plan(&mut binder, query)?;
        self.columns = Some(std::mem::take(&mut plan.outputs.names));
        if !self.started {
            self.started = true;
            match query.tables.first() {
                Some(table) => self.items = plan.candidates(database.lookup(table)?, session)?,
                None if passes(plan.filter.as_ref(), &Context::default())? => {
                    self.items.push((0, row_of(Vec::new())));
                }
                None => {}
            }
        }
        match (query.tables.first(), query.lock) {
            (Some(table), Some(lock)) => self.lock_rows(database, session, (&plan, &table.name), lock),
            _ => {
                self.output = plan.rows(&self.items)?;
                Ok(None)
            }
        }
    }

    fn lock_rows(
        &mut self,
        database: &mut Database,
        session: SessionId,
        (plan, name): (&select::Plan<'_>, &Name),
        (mode, if_locked): (LockMode, IfLocked),
    ) -> Step {
        while self.at < self.items.len() && self.output.len() < plan.limit {
            let (row, seen) = self.items[self.at].clone();
            self.at += 1;
            let Some((_, current)) = database.current(name, row, session) else { continue };
            if let Some(want) = self.blocked(database, session, name, row, mode) {
                match if_locked {
                    IfLocked::Skip => continue,
                    IfLocked::Fail => {
                        return Err(error(
                            "55P03 could not obtain lock on row in relation \"%\"",
                            &[name],
                            0,
                        ));
                    }
                    IfLocked::Wait => {
                        self.at -= 1;
                        return Ok(Some(want));
                    }
                }
            }
            database.table_mut(name).lock(row, session, mode);
            let context = Context { row: &current, ..Context::default() };
            if current == seen || passes(plan.filter.as_ref(), &context)? {
                self.count += 1;
                if self.count > plan.offset {
                    self.output.push(plan.output(&current, &[])?);
                }
            }
        }
        Ok(None)
    }

    /// Puts the new version of a row into the unique indexes, one after the other, as far as they let it in.
    pub(super) fn index(
        &mut self,
        database: &mut Database,
        session: SessionId,
        name: &Name,
        row: u32,
    ) -> Step {
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
                        let what = "23505 duplicate key value violates unique constraint \"%\"";
                        let key = table.key_text(index, &values);
                        return Err(error(what, &[&unique.name], 0).detail("Key % already exists.", &[&key]));
                    }
                }
            }
            table.heap[place].indexed = u8::MAX;
        }
        Ok(None)
    }

    /// One row for RETURNING.
    pub(super) fn returned(&mut self, outputs: &Outputs, row: &[Datum]) -> Result<(), SqlError> {
        self.count += 1;
        if self.columns.is_some() {
            self.output.push(select::project(&outputs.bound, &Context { row, ..Context::default() })?);
        }
        Ok(())
    }

    /// A row is written and in every index: it is answered, and the next one is at hand.
    pub(super) fn written(
        &mut self,
        database: &Database,
        session: SessionId,
        name: &str,
        outputs: &Outputs,
        row: u32,
    ) -> Result<(), SqlError> {
        self.next();
        match database.current(name, row, session) {
            Some((_, new)) => self.returned(outputs, &new),
            None => Ok(()),
        }
    }

    /// Binds RETURNING; what it can name is the row as it is afterwards.
    pub(super) fn returning(
        &mut self,
        binder: &mut Binder<'_>,
        list: &[Output],
    ) -> Result<Outputs, SqlError> {
        binder.clause = "RETURNING";
        let mut outputs = select::outputs(binder, list)?;
        if !list.is_empty() {
            self.columns = Some(std::mem::take(&mut outputs.names));
        }
        Ok(outputs)
    }
}

/// Checks what a row must satisfy by itself: NOT NULL first, then CHECK in the order of the constraints' names.
pub(super) fn check_row(shape: &Shape, values: &[Datum]) -> Result<(), SqlError> {
    for (column, value) in shape.columns.iter().zip(values) {
        if column.not_null && value.is_null() {
            let what = "23502 null value in column \"%\" of relation \"%\" violates not-null constraint";
            return Err(failing(what, &[&column.name, &shape.name], values));
        }
    }
    for check in &shape.checks {
        let context = Context { row: values, ..Context::default() };
        if matches!(check.condition.eval(&context)?, Datum::Bool(false)) {
            let what = "23514 new row for relation \"%\" violates check constraint \"%\"";
            return Err(failing(what, &[&shape.name, &check.name], values));
        }
    }
    Ok(())
}

#[cold]
fn failing(template: &'static str, parts: &[&str], values: &[Datum]) -> SqlError {
    const LONGEST: usize = 64;
    error(template, parts, 0).detail("Failing row contains %.", &[&row_text(values, LONGEST)])
}
