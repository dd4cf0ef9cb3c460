//! UPDATE and DELETE.

use std::sync::Arc;

use super::ast::{Assignment, Command, Ident, LockMode, Name, Verb};
use super::bind::Binder;
use super::database::{Database, SessionId};
use super::error::{SqlError, error};
use super::eval::{Bound, Context, passes};
use super::execution::{Execution, Phase, Step, check_row};
use super::select::{self, Outputs};
use super::table::{Row, Shape, row_of};

/// The columns to set and what to; `None` is DEFAULT.
pub(super) type Settings = Vec<(usize, Option<Bound>)>;

/// An UPDATE or DELETE whose names are looked up.
struct Plan {
    name: Name,
    shape: Arc<Shape>,
    /// `None` is DELETE.
    set: Option<Settings>,
    filter: Option<Bound>,
    outputs: Outputs,
}

/// How strongly a row is locked for what SET might do.
pub(super) fn lock_for(shape: &Shape, set: &Settings) -> LockMode {
    for index in &shape.indexes {
        if set.iter().any(|(at, _)| index.columns.contains(at)) {
            return LockMode::Update;
        }
    }
    LockMode::NoKeyUpdate
}

pub(super) const ALWAYS: &str = "Column \"%\" is an identity column defined as GENERATED ALWAYS.";

/// Looks up the names of a SET clause.
pub(super) fn settings(
    binder: &mut Binder<'_>,
    shape: &Shape,
    assignments: &[Assignment],
) -> Result<Settings, SqlError> {
    let mut found: Settings = Vec::new();
    binder.clause = "UPDATE";
    for assignment in assignments {
        let Ident { name, at: place } = &assignment.column;
        let at = shape.listed(&assignment.column)?;
        if found.iter().any(|(other, _)| *other == at) {
            return Err(error("42601 multiple assignments to same column \"%\"", &[name], *place));
        }
        let column = &shape.columns[at];
        let bound = binder.assigned(&assignment.value, column)?;
        if column.always && bound.is_some() {
            let error = error("428C9 column \"%\" can only be updated to DEFAULT", &[name], 0);
            return Err(error.detail(ALWAYS, &[name]));
        }
        found.push((at, bound));
    }
    Ok(found)
}

/// A row after SET, which has passed its own checks.
pub(super) fn updated(
    database: &mut Database,
    shape: &Shape,
    set: &Settings,
    context: &Context<'_>,
) -> Result<Row, SqlError> {
    let mut values = context.row.to_vec();
    for (at, bound) in set {
        values[*at] = match bound {
            Some(bound) => bound.eval(context)?,
            None => database.default_value(shape, *at)?,
        };
    }
    check_row(shape, &values)?;
    Ok(row_of(values))
}

impl Execution {
    pub(super) fn modify(&mut self, database: &mut Database, session: SessionId, modify: &Command) -> Step {
        let plan = self.plan(database, modify)?;
        if !self.started {
            let table = database.lookup(&modify.tables[0])?;
            self.items = select::matching(table, plan.filter.as_ref(), session)?;
            self.started = true;
        }
        while self.at < self.items.len() {
            let want = match self.phase {
                Phase::Indexing(row) => self.index_changed(database, session, &plan, row)?,
                _ => self.change(database, session, &plan)?,
            };
            if want.is_some() {
                return Ok(want);
            }
        }
        Ok(None)
    }

    fn plan(&mut self, database: &Database, modify: &Command) -> Result<Plan, SqlError> {
        let scope = select::scope(database, modify)?;
        let parameters = Arc::clone(&self.parameters);
        let mut binder = Binder::new(&parameters, Some(scope), "UPDATE");
        let set = match modify.verb {
            Verb::Update => Some(settings(&mut binder, scope.shape, &modify.set)?),
            _ => None,
        };
        let filter = binder.filter(modify.filter.as_ref())?;
        let outputs = self.returning(&mut binder, &modify.outputs)?;
        let shape = Arc::clone(&database.lookup(&modify.tables[0])?.shape);
        Ok(Plan { name: shape.name.clone(), shape, set, filter, outputs })
    }

    /// Locks the row at hand and changes it, if it is still there and still passes the filter.
    fn change(&mut self, database: &mut Database, session: SessionId, plan: &Plan) -> Step {
        let (row, seen) = self.items[self.at].clone();
        let mut new = new_row(database, plan, &seen)?;
        let Some((place, current)) = database.current(&plan.name, row, session) else {
            self.next();
            return Ok(None);
        };
        let changed = current != seen;
        let mode = match (&plan.set, &new) {
            // What has changed is locked for what SET might do, before it is known what it does.
            (Some(set), _) if changed => lock_for(&plan.shape, set),
            (_, Some(new)) if !plan.shape.key_changed(&seen, new) => LockMode::NoKeyUpdate,
            _ => LockMode::Update,
        };
        if let Some(want) = self.blocked(database, session, &plan.name, row, mode) {
            return Ok(Some(want));
        }
        database.table_mut(&plan.name).lock(row, session, mode);
        if changed {
            // Someone has changed it since the statement began: it counts as it is now.
            if !passes(plan.filter.as_ref(), &Context { row: &current, ..Context::default() })? {
                self.next();
                return Ok(None);
            }
            new = new_row(database, plan, &current)?;
        }
        let deleted = new.is_none();
        database.table_mut(&plan.name).replace(session, place, new)?;
        if deleted {
            self.next();
            self.returned(&plan.outputs, &current)?;
        } else {
            self.phase = Phase::Indexing(row);
        }
        Ok(None)
    }

    fn index_changed(&mut self, database: &mut Database, session: SessionId, plan: &Plan, row: u32) -> Step {
        if let Some(want) = self.index(database, session, &plan.name, row)? {
            return Ok(Some(want));
        }
        self.written(database, session, &plan.name, &plan.outputs, row)?;
        Ok(None)
    }
}

/// What a row is to become; `None` when it is deleted.
fn new_row(database: &mut Database, plan: &Plan, old: &Row) -> Result<Option<Row>, SqlError> {
    let Some(set) = &plan.set else { return Ok(None) };
    let context = Context { row: old, ..Context::default() };
    Ok(Some(updated(database, &plan.shape, set, &context)?))
}
