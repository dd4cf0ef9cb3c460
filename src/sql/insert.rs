//! INSERT, with ON CONFLICT.

use std::sync::Arc;

use super::ast::{Arbiter, Expr, ExprKind, Ident, Insert, LockMode, OnConflict, Source};
use super::bind::{Binder, Scope};
use super::database::{Database, SessionId};
use super::datum::Datum;
use super::error::SqlError;
use super::eval::{Bound, Context};
use super::job::{Job, Phase, Step, check_row};
use super::modify::{Settings, settings, updated};
use super::select::{self, Outputs};
use super::table::{Conflict, Row, Shape, Table};
use super::wait::Want;

/// What to do about a conflict.
enum Action {
    Fail,
    Nothing,
    Update(Settings, Option<Bound>),
}

/// An INSERT whose names are looked up.
struct Plan {
    shape: Arc<Shape>,
    /// The columns that are given, in the order in which they are.
    columns: Vec<usize>,
    /// The rows of VALUES; `None` is DEFAULT.
    rows: Vec<Vec<Option<Bound>>>,
    /// The indexes asked before anything is written.
    arbiters: Vec<usize>,
    action: Action,
    outputs: Outputs,
}

impl Job {
    pub(super) fn insert(&mut self, database: &mut Database, session: SessionId, insert: &Insert) -> Step {
        if let Some(want) = self.open(database, session, &insert.target.table)? {
            return Ok(Some(want));
        }
        if let Source::Select(query) = &insert.source
            && let Some(from) = &query.from
            && let Some(want) = self.open(database, session, &from.table)?
        {
            return Ok(Some(want));
        }
        let plan = self.plan_insert(database, session, insert)?;
        let total = match insert.source {
            Source::Select(_) => self.items.len(),
            _ => plan.rows.len(),
        };
        while self.at < total {
            let want = match self.phase.clone() {
                Phase::Fresh => {
                    let values = self.values(database, &plan)?;
                    check_row(&plan.shape, &values)?;
                    self.phase = Phase::Ready(values);
                    None
                }
                Phase::Ready(values) => self.write(database, session, &plan, &values)?,
                Phase::Indexing(row) => {
                    let want = self.index(database, session, &plan.shape.name, row)?;
                    if want.is_none() {
                        self.written(database, session, &plan, row)?;
                    }
                    want
                }
            };
            if want.is_some() {
                return Ok(want);
            }
        }
        Ok(None)
    }

    fn plan_insert(
        &mut self,
        database: &Database,
        session: SessionId,
        insert: &Insert,
    ) -> Result<Plan, SqlError> {
        let table = database.lookup(&insert.target.table)?;
        let columns = columns(table, insert.columns.as_deref())?;
        let parameters = Arc::clone(&self.parameters);
        let mut memo = std::mem::take(&mut self.memo);
        let mut binder = Binder::new(database, session, &parameters, &mut memo);
        let explicit = insert.columns.as_deref();
        let mut rows = Vec::new();
        match &insert.source {
            Source::DefaultValues => rows.push(Vec::new()),
            Source::Values(list) => {
                binder.aggregates = Err("VALUES");
                for row in list {
                    if row.len() != list[0].len() {
                        let message = "VALUES lists must all be the same length";
                        return Err(SqlError::new("42601", &[message]).at(row[0].at));
                    }
                    fits(row.len(), columns.len(), explicit, row.get(columns.len()))?;
                    rows.push(bound_row(&mut binder, table, &columns, row)?);
                }
            }
            Source::Select(query) => {
                self.select_source(database, session, table, &columns, (query, explicit))?;
            }
        }
        let name = insert.target.alias.as_ref().unwrap_or(&table.shape.name);
        binder.scope = Some(Scope { table, name, excluded: true });
        let (arbiters, action) = conflict_action(&mut binder, table, insert.on_conflict.as_ref())?;
        binder.scope = Some(Scope { table, name, excluded: false });
        let outputs = self.returning(&mut binder, &insert.returning)?;
        self.memo = memo;
        Ok(Plan { shape: Arc::clone(&table.shape), columns, rows, arbiters, action, outputs })
    }

    /// The rows of INSERT … SELECT, found once.
    fn select_source(
        &mut self,
        database: &Database,
        session: SessionId,
        table: &Table,
        columns: &[usize],
        (query, explicit): (&super::ast::Select, Option<&[Ident]>),
    ) -> Result<(), SqlError> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        let types = select::types(database, session, query, &self.parameters)?;
        let extra = query.outputs.get(columns.len()).and_then(|output| output.expr.as_ref());
        fits(types.len(), columns.len(), explicit, extra)?;
        for (nth, data_type) in types.iter().enumerate() {
            let column = &table.shape.columns[columns[nth]];
            // Literals are text here; whether they fit shows when they are converted.
            let literal =
                query.outputs.get(nth).and_then(|output| output.expr.as_ref()).is_some_and(|expr| {
                    matches!(expr.kind, ExprKind::Text(_) | ExprKind::Parameter(_) | ExprKind::Null)
                });
            if !literal && !data_type.assignable_to(column.data_type) {
                let (is, got) = (column.data_type.name(), data_type.name());
                let parts =
                    ["column \"", &column.name, "\" is of type ", is, " but expression is of type ", got];
                let error = SqlError::new("42804", &parts).at(query.outputs.get(nth).map_or(0, |o| o.at));
                return Err(error.hint("You will need to rewrite or cast the expression."));
            }
        }
        let found = select::run(database, session, query, &self.parameters)?;
        self.items = found.rows.into_iter().map(|row| (u32::MAX, row)).collect();
        Ok(())
    }

    /// The values of the row at hand, defaults filled in.
    fn values(&mut self, database: &mut Database, plan: &Plan) -> Result<Row, SqlError> {
        let shape = &plan.shape;
        let mut values: Vec<Option<Datum>> = vec![None; shape.columns.len()];
        match self.items.get(self.at) {
            Some((_, row)) => {
                for (value, at) in row.iter().zip(&plan.columns) {
                    values[*at] = Some(shape.columns[*at].data_type.convert(value.clone(), false)?);
                }
            }
            None => {
                for (bound, at) in plan.rows[self.at].iter().zip(&plan.columns) {
                    let value = bound.as_ref().map(|bound| bound.eval(Context::default()));
                    values[*at] = value.transpose()?;
                }
            }
        }
        let mut row = Vec::with_capacity(values.len());
        for (at, value) in values.into_iter().enumerate() {
            row.push(match value {
                Some(value) => value,
                None if shape.columns[at].serial => database.table_mut(&shape.name).default_value(at)?,
                None => shape.columns[at].default.clone(),
            });
        }
        Ok(row.into())
    }

    /// Asks the arbiters, then writes the row or does what ON CONFLICT says.
    fn write(&mut self, database: &mut Database, session: SessionId, plan: &Plan, values: &Row) -> Step {
        let name = &plan.shape.name;
        for index in &plan.arbiters {
            match database.table_mut(name).conflict(*index, values, session) {
                Conflict::None => {}
                Conflict::Pending(_) => {
                    let want = Want::Key { table: name.clone(), index: *index, values: values.clone() };
                    return Ok(Some(want));
                }
                Conflict::Row(row) => return self.resolve(database, session, plan, (row, values)),
            }
        }
        let row = database.table_mut(name).insert(session, values.clone())?;
        self.phase = Phase::Indexing(row);
        Ok(None)
    }

    /// The row is there already.
    fn resolve(
        &mut self,
        database: &mut Database,
        session: SessionId,
        plan: &Plan,
        (row, values): (u32, &Row),
    ) -> Step {
        let name = &plan.shape.name;
        let Action::Update(set, filter) = &plan.action else {
            self.at += 1;
            self.phase = Phase::Fresh;
            return Ok(None);
        };
        if self.touched.contains(&row) {
            let message = "ON CONFLICT DO UPDATE command cannot affect row a second time";
            let hint = "Ensure that no rows proposed for insertion within the same command have duplicate constrained values.";
            return Err(SqlError::new("21000", &[message]).hint(hint));
        }
        let keyed = |(at, _): &(usize, Option<Bound>)| {
            plan.shape.indexes.iter().any(|index| index.columns.contains(at))
        };
        let mode = if set.iter().any(keyed) { LockMode::Update } else { LockMode::NoKeyUpdate };
        if let Some(want) = self.blocked(database, session, name, row, mode) {
            return Ok(Some(want));
        }
        let table = database.table_mut(name);
        table.lock(row, session, mode);
        let Some(place) = table.find(row, session) else { return Ok(None) };
        let current = table.heap[place].values.clone();
        let context = Context { row: &current, excluded: values, aggregates: &[] };
        if filter.as_ref().map_or(Ok(true), |filter| filter.holds(context))? {
            let new = updated(database, &plan.shape, set, context)?;
            database.table_mut(name).replace(session, place, Some(new))?;
            self.phase = Phase::Indexing(row);
        } else {
            self.at += 1;
            self.phase = Phase::Fresh;
        }
        Ok(None)
    }

    fn written(
        &mut self,
        database: &Database,
        session: SessionId,
        plan: &Plan,
        row: u32,
    ) -> Result<(), SqlError> {
        self.at += 1;
        self.phase = Phase::Fresh;
        if matches!(plan.action, Action::Update(..)) {
            self.touched.push(row);
        }
        let table = database.table(&plan.shape.name);
        let new = table.and_then(|table| Some(table.heap[table.find(row, session)?].values.clone()));
        match new {
            Some(new) => self.returned(&plan.outputs, &new),
            None => Ok(()),
        }
    }
}

/// The places of the columns an INSERT gives: those it lists, or all.
fn columns(table: &Table, listed: Option<&[Ident]>) -> Result<Vec<usize>, SqlError> {
    let Some(listed) = listed else { return Ok((0..table.shape.columns.len()).collect()) };
    let mut found = Vec::new();
    for ident in listed {
        let Some(at) = table.position(&ident.name) else {
            let parts =
                ["column \"", &ident.name, "\" of relation \"", &table.shape.name, "\" does not exist"];
            return Err(SqlError::new("42703", &parts).at(ident.at));
        };
        if found.contains(&at) {
            let parts = ["column \"", &ident.name, "\" specified more than once"];
            return Err(SqlError::new("42701", &parts).at(ident.at));
        }
        found.push(at);
    }
    Ok(found)
}

/// Whether there are as many values as columns; fewer will do where no column is listed.
fn fits(
    values: usize,
    columns: usize,
    listed: Option<&[Ident]>,
    extra: Option<&Expr>,
) -> Result<(), SqlError> {
    if values > columns {
        let error = SqlError::new("42601", &["INSERT has more expressions than target columns"]);
        return Err(error.at(extra.map_or(0, |expr| expr.at)));
    }
    match listed.and_then(|listed| listed.get(values)) {
        Some(ident) => {
            Err(SqlError::new("42601", &["INSERT has more target columns than expressions"]).at(ident.at))
        }
        None => Ok(()),
    }
}

fn bound_row(
    binder: &mut Binder<'_>,
    table: &Table,
    columns: &[usize],
    row: &[Expr],
) -> Result<Vec<Option<Bound>>, SqlError> {
    let mut bound = Vec::new();
    for (expr, at) in row.iter().zip(columns) {
        let column = &table.shape.columns[*at];
        if expr.kind == ExprKind::Default {
            bound.push(None);
            continue;
        }
        if column.always {
            let parts = ["cannot insert a non-DEFAULT value into column \"", &column.name, "\""];
            let detail = ["Column \"", &column.name, "\" is an identity column defined as GENERATED ALWAYS."];
            return Err(SqlError::new("428C9", &parts).detail(&detail));
        }
        bound.push(Some(binder.assigned(expr, column)?));
    }
    Ok(bound)
}

/// The indexes that ON CONFLICT is about, and what it does.
fn conflict_action(
    binder: &mut Binder<'_>,
    table: &Table,
    clause: Option<&OnConflict>,
) -> Result<(Vec<usize>, Action), SqlError> {
    let Some(clause) = clause else { return Ok((Vec::new(), Action::Fail)) };
    let indexes = &table.shape.indexes;
    let arbiters: Vec<usize> = match &clause.arbiter {
        Arbiter::Any => (0..indexes.len()).collect(),
        Arbiter::Constraint(ident) => {
            let found = indexes.iter().position(|index| index.name == ident.name);
            let parts =
                ["constraint \"", &ident.name, "\" for table \"", &table.shape.name, "\" does not exist"];
            vec![found.ok_or_else(|| SqlError::new("42704", &parts).at(ident.at))?]
        }
        Arbiter::Columns(idents, at) => {
            let mut wanted = Vec::new();
            for ident in idents {
                let parts = ["column \"", &ident.name, "\" does not exist"];
                let found = table.position(&ident.name);
                wanted.push(found.ok_or_else(|| SqlError::new("42703", &parts).at(ident.at))?);
            }
            let same = |index: &[usize]| {
                index.iter().all(|at| wanted.contains(at)) && wanted.iter().all(|at| index.contains(at))
            };
            let found: Vec<usize> =
                (0..indexes.len()).filter(|index| same(&indexes[*index].columns)).collect();
            if found.is_empty() {
                let message =
                    "there is no unique or exclusion constraint matching the ON CONFLICT specification";
                return Err(SqlError::new("42P10", &[message]).at(*at));
            }
            found
        }
    };
    let action = match &clause.update {
        None => Action::Nothing,
        Some((assignments, filter)) => {
            let set = settings(binder, table, assignments)?;
            let filter = match filter {
                Some(filter) => Some(binder.boolean(filter, "WHERE")?),
                None => None,
            };
            Action::Update(set, filter)
        }
    };
    Ok((arbiters, action))
}
