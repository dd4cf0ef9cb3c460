//! UPDATE and DELETE.

use std::sync::Arc;

use super::ast::{Assignment, ExprKind, LockMode, Modify, Name};
use super::bind::{Binder, Scope};
use super::database::{Database, SessionId};
use super::error::SqlError;
use super::eval::{Bound, Context};
use super::job::{Job, Phase, Step, check_row, holds};
use super::select::{self, Outputs};
use super::table::{Row, Shape, Table};

/// The columns to set and what to; `None` is DEFAULT.
pub(super) type Settings = Vec<(usize, Option<Bound>)>;

/// An UPDATE or DELETE whose names are looked up.
struct Plan {
    name: Name,
    shape: Arc<Shape>,
    set: Option<Settings>,
    filter: Option<Bound>,
    outputs: Outputs,
}

impl Plan {
    /// Whether SET names a column of a unique key.
    fn sets_key(&self) -> bool {
        let keyed = |at: &usize| self.shape.indexes.iter().any(|index| index.columns.contains(at));
        self.set.iter().flatten().any(|(at, _)| keyed(at))
    }
}

/// Looks up the names of a SET clause.
pub(super) fn settings(
    binder: &mut Binder<'_>,
    table: &Table,
    assignments: &[Assignment],
) -> Result<Settings, SqlError> {
    let mut found: Settings = Vec::new();
    binder.aggregates = Err("UPDATE");
    for assignment in assignments {
        let name = &assignment.column.name;
        let Some(at) = table.position(name) else {
            let parts = ["column \"", name, "\" of relation \"", &table.shape.name, "\" does not exist"];
            return Err(SqlError::new("42703", &parts).at(assignment.column.at));
        };
        if found.iter().any(|(other, _)| *other == at) {
            let parts = ["multiple assignments to same column \"", name, "\""];
            return Err(SqlError::new("42601", &parts).at(assignment.column.at));
        }
        let column = &table.shape.columns[at];
        if assignment.value.kind == ExprKind::Default {
            found.push((at, None));
            continue;
        }
        if column.always {
            let parts = ["column \"", name, "\" can only be updated to DEFAULT"];
            let detail = ["Column \"", name, "\" is an identity column defined as GENERATED ALWAYS."];
            return Err(SqlError::new("428C9", &parts).detail(&detail));
        }
        let bound = binder.assigned(&assignment.value, column)?;
        found.push((at, Some(bound)));
    }
    Ok(found)
}

/// A row after SET, which has passed its own checks.
pub(super) fn updated(
    database: &mut Database,
    shape: &Shape,
    set: &Settings,
    context: Context<'_>,
) -> Result<Row, SqlError> {
    let mut values = context.row.to_vec();
    for (at, bound) in set {
        values[*at] = match bound {
            Some(bound) => bound.eval(context)?,
            None => database.table_mut(&shape.name).default_value(*at)?,
        };
    }
    check_row(shape, &values)?;
    Ok(values.into())
}

impl Job {
    pub(super) fn modify(&mut self, database: &mut Database, session: SessionId, modify: &Modify) -> Step {
        if let Some(want) = self.open(database, session, &modify.target.table)? {
            return Ok(Some(want));
        }
        let plan = self.plan(database, session, modify)?;
        if !self.started {
            let table = database.lookup(&modify.target.table)?;
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

    fn plan(&mut self, database: &Database, session: SessionId, modify: &Modify) -> Result<Plan, SqlError> {
        let table = database.lookup(&modify.target.table)?;
        let parameters = Arc::clone(&self.parameters);
        let mut memo = std::mem::take(&mut self.memo);
        let mut binder = Binder::new(database, session, &parameters, &mut memo);
        let name = modify.target.alias.as_ref().unwrap_or(&table.shape.name);
        binder.scope = Some(Scope { table, name, excluded: false });
        let set = match &modify.set {
            Some(assignments) => Some(settings(&mut binder, table, assignments)?),
            None => None,
        };
        binder.aggregates = Err("WHERE");
        let filter = match &modify.filter {
            Some(filter) => Some(binder.boolean(filter, "WHERE")?),
            None => None,
        };
        let outputs = self.returning(&mut binder, &modify.returning)?;
        self.memo = memo;
        let shape = Arc::clone(&table.shape);
        Ok(Plan { name: shape.name.clone(), shape, set, filter, outputs })
    }

    /// Locks the row at hand and changes it, if it is still there and still passes the filter.
    fn change(&mut self, database: &mut Database, session: SessionId, plan: &Plan) -> Step {
        let (row, seen) = self.items[self.at].clone();
        let new_row = |database: &mut Database, old: &Row| match &plan.set {
            Some(set) => {
                let context = Context { row: old, ..Context::default() };
                Ok(Some(updated(database, &plan.shape, set, context)?))
            }
            None => Ok::<_, SqlError>(None),
        };
        let mut new = new_row(database, &seen)?;
        let found = database.table(&plan.name).and_then(|table| Some((table, table.find(row, session)?)));
        let Some((table, place)) = found else {
            self.at += 1;
            return Ok(None);
        };
        let current = table.heap[place].values.clone();
        let changed = current != seen;
        let weak = match &new {
            // What has changed is locked for what SET might do, before it is known what it does.
            Some(_) if changed => !plan.sets_key(),
            Some(new) => !table.key_changed(&seen, new),
            None => false,
        };
        let mode = if weak { LockMode::NoKeyUpdate } else { LockMode::Update };
        if let Some(want) = self.blocked(database, session, &plan.name, row, mode) {
            return Ok(Some(want));
        }
        database.table_mut(&plan.name).lock(row, session, mode);
        if changed {
            // Someone has changed it since the statement began: it counts as it is now.
            if !holds(plan.filter.as_ref(), &current)? {
                self.at += 1;
                return Ok(None);
            }
            new = new_row(database, &current)?;
        }
        let deleted = new.is_none();
        database.table_mut(&plan.name).replace(session, place, new)?;
        if deleted {
            self.at += 1;
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
        self.phase = Phase::Fresh;
        self.at += 1;
        let table = database.table(&plan.name);
        let new = table.and_then(|table| Some(table.heap[table.find(row, session)?].values.clone()));
        if let Some(new) = new {
            self.returned(&plan.outputs, &new)?;
        }
        Ok(None)
    }
}
