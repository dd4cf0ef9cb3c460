//! CREATE TABLE, DROP TABLE and TRUNCATE.

use std::sync::Arc;

use super::ast::{ColumnDef, Command, ConstraintDef, Ident, Name, Verb};
use super::bind::{Binder, Scope};
use super::database::{Database, SessionId};
use super::datum::Datum;
use super::error::{SqlError, error, over};
use super::eval::Context;
use super::execution::{Execution, Step};
use super::table::{Check, Column, Index, Shape, Table};
use super::wait::Want;
use super::{MAX_COLUMNS, MAX_TABLES};
use crate::base::sort_short_by_key;

impl Execution {
    pub(super) fn define(&mut self, database: &mut Database, session: SessionId, command: &Command) -> Step {
        if database.in_transaction(session).is_some() {
            let (tag, _) = self.tag();
            return Err(error("0A000 % between BEGIN and COMMIT is not supported here", &[&tag], 0));
        }
        if command.verb == Verb::Create {
            self.create(database, command)?;
            return Ok(None);
        }
        for table in &command.tables {
            if database.table(&table.name).is_some() || (command.verb == Verb::Drop && command.option) {
                continue;
            }
            return Err(match command.verb {
                Verb::Drop => error("42P01 table \"%\" does not exist", &[&table.name], 0),
                _ => error("42P01 relation \"%\" does not exist", &[&table.name], table.at),
            });
        }
        for table in &command.tables {
            let want = Want::Table { table: table.name.clone(), exclusive: true };
            if self.turn.as_ref() != Some(&want) && !database.blockers(session, &want).is_empty() {
                return Ok(Some(want));
            }
        }
        for table in &command.tables {
            self.empty(database, command, table);
        }
        Ok(None)
    }

    /// DROP and TRUNCATE, when nothing is in the way.
    fn empty(&mut self, database: &mut Database, command: &Command, table: &Ident) {
        if command.verb == Verb::Drop {
            if Arc::make_mut(&mut database.tables).remove(&*table.name).is_none() {
                self.warning = "a table of this name does not exist, skipping";
            }
            return;
        }
        let table = database.table_mut(&table.name);
        let mut empty = Table::new(Arc::clone(&table.shape));
        if !command.option {
            std::mem::swap(&mut empty.sequences, &mut table.sequences);
        }
        *table = empty;
    }

    fn create(&mut self, database: &mut Database, create: &Command) -> Result<(), SqlError> {
        let Ident { name, at } = &create.tables[0];
        if database.table(name).is_some() {
            if !create.option {
                return Err(error("42P07 relation \"%\" already exists", &[name], *at));
            }
            self.warning = "a relation of this name already exists, skipping";
            return Ok(());
        }
        if database.tables.len() >= MAX_TABLES {
            return Err(over("54000 there may be this many tables: %; no table was added", MAX_TABLES));
        }
        let table = Table::new(Arc::new(shape(name, create)?));
        Arc::make_mut(&mut database.tables).insert(name.clone(), Arc::new(table));
        Ok(())
    }
}

/// What CREATE TABLE says, with names for what has none.
fn shape(name: &Name, create: &Command) -> Result<Shape, SqlError> {
    if create.definitions.len() > MAX_COLUMNS {
        return Err(over("54000 a table may have this many columns: %; no table was added", MAX_COLUMNS));
    }
    let mut columns: Vec<Column> = Vec::new();
    for definition in &create.definitions {
        let column = column(definition)?;
        if columns.iter().any(|other| other.name == column.name) {
            return Err(error("42701 column \"%\" specified more than once", &[&column.name], 0));
        }
        columns.push(column);
    }
    let text = create.text.as_str().into();
    let mut shape = Shape { text, name: name.clone(), columns, indexes: Vec::new(), checks: Vec::new() };
    let mut taken: Vec<Name> = Vec::new();
    // The primary key's index comes first, wherever it stands.
    for primary in [true, false] {
        for constraint in &create.constraints {
            if constraint.primary == primary {
                match &constraint.condition {
                    None => add_key(&mut shape, constraint, &mut taken)?,
                    Some(_) => add_check(&mut shape, constraint, &mut taken)?,
                }
            }
        }
    }
    sort_short_by_key(&mut shape.checks, |check| check.name.clone());
    Ok(shape)
}

fn column(definition: &ColumnDef) -> Result<Column, SqlError> {
    let mut column = Column {
        name: definition.name.name.clone(),
        data_type: definition.data_type,
        not_null: definition.not_null,
        default: Datum::Null,
        serial: definition.serial,
        always: definition.always,
    };
    let Some(expr) = &definition.default else { return Ok(column) };
    if definition.serial {
        let what = "42601 multiple default values specified for column \"%\"";
        return Err(error(what, &[&column.name], expr.at));
    }
    // Without a table no column can be named, and all that is left is constant.
    let bound = Binder::new(&[], None, "DEFAULT expressions").assigned(expr, &column)?;
    if let Some(bound) = bound {
        column.default = bound.eval(&Context::default())?;
    }
    Ok(column)
}

/// A name that is not taken yet: with a number behind it, if need be.
fn free_name(taken: &mut Vec<Name>, given: Option<&Name>, mut made: String, suffix: &str) -> Name {
    // As PostgreSQL makes it: `orders_email_key`.
    extend(&mut made, suffix);
    let length = made.len();
    let mut name: Name = given.cloned().unwrap_or_else(|| made.as_str().into());
    let mut number = 0;
    while given.is_none() && taken.contains(&name) {
        number += 1;
        made.truncate(length);
        made.push_str(&number.to_string());
        name = made.as_str().into();
    }
    taken.push(name.clone());
    name
}

fn extend(name: &mut String, part: &str) {
    name.push('_');
    name.push_str(part);
}

fn add_key(shape: &mut Shape, constraint: &ConstraintDef, taken: &mut Vec<Name>) -> Result<(), SqlError> {
    let mut columns = Vec::new();
    let primary = constraint.primary;
    let mut made = String::from(&*shape.name);
    for ident in &constraint.columns {
        let Some(place) = shape.position(&ident.name) else {
            let what = "42703 column \"%\" named in key does not exist";
            return Err(error(what, &[&ident.name], constraint.at));
        };
        columns.push(place);
        shape.columns[place].not_null |= primary;
        if !primary {
            extend(&mut made, &ident.name);
        }
    }
    if primary && !shape.indexes.is_empty() {
        let what = "42P16 multiple primary keys for table \"%\" are not allowed";
        return Err(error(what, &[&shape.name], constraint.at));
    }
    let suffix = if primary { "pkey" } else { "key" };
    let name = free_name(taken, constraint.name.as_ref(), made, suffix);
    // One index will do for two equal constraints.
    if !shape.indexes.iter().any(|index| index.columns == columns) {
        shape.indexes.push(Index { name, columns, primary });
    }
    Ok(())
}

fn add_check(shape: &mut Shape, constraint: &ConstraintDef, taken: &mut Vec<Name>) -> Result<(), SqlError> {
    let Some(condition) = &constraint.condition else { return Ok(()) };
    let scope = Scope { shape, name: &shape.name, excluded: false };
    let condition = Binder::new(&[], Some(scope), "check constraints").boolean(condition, "CHECK")?;
    let mut used = Vec::new();
    condition.columns(&mut used);
    let mut made = String::from(&*shape.name);
    match (&constraint.behind, used.as_slice()) {
        (Some(column), _) => extend(&mut made, column),
        (None, [only]) => extend(&mut made, &shape.columns[*only].name),
        _ => {}
    }
    let name = free_name(taken, constraint.name.as_ref(), made, "check");
    shape.checks.push(Check { name, condition });
    Ok(())
}
