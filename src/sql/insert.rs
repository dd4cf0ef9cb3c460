//! INSERT, with ON CONFLICT.

use std::sync::Arc;

use super::ast::{Command, Expr, Ident, OnConflict};
use super::bind::Binder;
use super::database::{Database, SessionId};
use super::error::{SqlError, error};
use super::eval::{Bound, Context, passes};
use super::execution::{Execution, Phase, Step, check_row};
use super::modify::{ALWAYS, Settings, lock_for, settings, updated};
use super::select::{self, Outputs};
use super::table::{Conflict, Row, Shape, row_of};
use super::wait::Want;

/// An INSERT whose names are looked up.
struct Plan {
    shape: Arc<Shape>,
    /// The columns that are given, in the order in which they are.
    columns: Vec<usize>,
    /// The rows of VALUES; `None` is DEFAULT.
    rows: Vec<Vec<Option<Bound>>>,
    /// The indexes asked before anything is written.
    arbiters: Vec<usize>,
    on_conflict: OnConflict,
    set: Settings,
    filter: Option<Bound>,
    outputs: Outputs,
}

impl Execution {
    pub(super) fn insert(&mut self, database: &mut Database, session: SessionId, insert: &Command) -> Step {
        let plan = self.plan_insert(database, insert)?;
        while self.at < insert.rows.len() {
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
                        if plan.on_conflict == OnConflict::Update {
                            self.touched.push(row);
                        }
                        self.written(database, session, &plan.shape.name, &plan.outputs, row)?;
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

    fn plan_insert(&mut self, database: &Database, insert: &Command) -> Result<Plan, SqlError> {
        let mut scope = select::scope(database, insert)?;
        let shape = Arc::clone(&database.lookup(&insert.tables[0])?.shape);
        let columns = columns(&shape, insert.columns.as_deref())?;
        let parameters = Arc::clone(&self.parameters);
        let mut binder = Binder::new(&parameters, None, "VALUES");
        let mut rows = Vec::new();
        for row in &insert.rows {
            if row.len() != insert.rows[0].len() {
                return Err(error("42601 VALUES lists must all be the same length", &[], row[0].at));
            }
            fits(row, columns.len(), insert.columns.as_deref())?;
            rows.push(bound_row(&mut binder, &shape, &columns, row)?);
        }
        scope.excluded = true;
        binder.scope = Some(scope);
        let arbiters = arbiters(&shape, insert)?;
        let set = settings(&mut binder, &shape, &insert.set)?;
        let filter = binder.filter(insert.filter.as_ref())?;
        scope.excluded = false;
        binder.scope = Some(scope);
        let outputs = self.returning(&mut binder, &insert.outputs)?;
        Ok(Plan { shape, columns, rows, arbiters, on_conflict: insert.on_conflict, set, filter, outputs })
    }

    /// The values of the row at hand, defaults filled in.
    fn values(&self, database: &mut Database, plan: &Plan) -> Result<Row, SqlError> {
        let mut values = Vec::new();
        for at in 0..plan.shape.columns.len() {
            let given = plan.columns.iter().position(|column| *column == at);
            let given = given.and_then(|nth| plan.rows[self.at].get(nth)?.as_ref());
            values.push(match given {
                Some(bound) => bound.eval(&Context::default())?,
                None => database.default_value(&plan.shape, at)?,
            });
        }
        Ok(row_of(values))
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
        if plan.on_conflict == OnConflict::Nothing {
            self.next();
            return Ok(None);
        }
        if self.touched.contains(&row) {
            let what = "21000 ON CONFLICT DO UPDATE command cannot affect row a second time";
            let hint = "Ensure that no rows proposed for insertion within the same command have duplicate constrained values.";
            return Err(error(what, &[], 0).hint(hint));
        }
        let mode = lock_for(&plan.shape, &plan.set);
        if let Some(want) = self.blocked(database, session, name, row, mode) {
            return Ok(Some(want));
        }
        let table = database.table_mut(name);
        table.lock(row, session, mode);
        let Some(place) = table.find(row, session) else { return Ok(None) };
        let current = table.heap[place].values.clone();
        let context = Context { row: &current, excluded: values, aggregates: &[] };
        if passes(plan.filter.as_ref(), &context)? {
            let new = updated(database, &plan.shape, &plan.set, &context)?;
            database.table_mut(name).replace(session, place, Some(new))?;
            self.phase = Phase::Indexing(row);
        } else {
            self.next();
        }
        Ok(None)
    }
}

/// The places of the columns an INSERT gives: those it lists, or all.
fn columns(shape: &Shape, listed: Option<&[Ident]>) -> Result<Vec<usize>, SqlError> {
    let Some(listed) = listed else { return Ok((0..shape.columns.len()).collect()) };
    let mut found = Vec::new();
    for ident in listed {
        let at = shape.listed(ident)?;
        if found.contains(&at) {
            return Err(error("42701 column \"%\" specified more than once", &[&ident.name], ident.at));
        }
        found.push(at);
    }
    Ok(found)
}

/// Whether there are as many values as columns; fewer will do where no column is listed.
fn fits(row: &[Expr], columns: usize, listed: Option<&[Ident]>) -> Result<(), SqlError> {
    if let Some(extra) = row.get(columns) {
        return Err(error("42601 INSERT has more expressions than target columns", &[], extra.at));
    }
    match listed.and_then(|listed| listed.get(row.len())) {
        // DEFAULT VALUES is without values.
        Some(ident) if !row.is_empty() => {
            Err(error("42601 INSERT has more target columns than expressions", &[], ident.at))
        }
        _ => Ok(()),
    }
}

fn bound_row(
    binder: &mut Binder<'_>,
    shape: &Shape,
    columns: &[usize],
    row: &[Expr],
) -> Result<Vec<Option<Bound>>, SqlError> {
    let mut bound = Vec::new();
    for (expr, at) in row.iter().zip(columns) {
        let column = &shape.columns[*at];
        let value = binder.assigned(expr, column)?;
        if column.always && value.is_some() {
            let what = "428C9 cannot insert a non-DEFAULT value into column \"%\"";
            return Err(error(what, &[&column.name], 0).detail(ALWAYS, &[&column.name]));
        }
        bound.push(value);
    }
    Ok(bound)
}

/// The indexes that ON CONFLICT is about.
fn arbiters(shape: &Shape, insert: &Command) -> Result<Vec<usize>, SqlError> {
    let mut found = Vec::new();
    if insert.on_conflict == OnConflict::Fail {
        return Ok(found);
    }
    let mut wanted = Vec::new();
    for ident in &insert.arbiter {
        match shape.position(&ident.name) {
            Some(at) => wanted.push(at),
            None => return Err(error("42703 column \"%\" does not exist", &[&ident.name], ident.at)),
        }
    }
    for (at, index) in shape.indexes.iter().enumerate() {
        let same = match &insert.constraint {
            Some(constraint) => constraint.name == index.name,
            None if wanted.is_empty() => true,
            None => {
                index.columns.iter().all(|column| wanted.contains(column))
                    && wanted.iter().all(|column| index.columns.contains(column))
            }
        };
        if same {
            found.push(at);
        }
    }
    match &insert.constraint {
        Some(Ident { name, at }) if found.is_empty() => {
            let parts = [&**name, &*shape.name];
            Err(error("42704 constraint \"%\" for table \"%\" does not exist", &parts, *at))
        }
        None if found.is_empty() && !wanted.is_empty() => {
            let what =
                "42P10 there is no unique or exclusion constraint matching the ON CONFLICT specification";
            Err(error(what, &[], insert.arbiter_at))
        }
        _ => Ok(found),
    }
}
