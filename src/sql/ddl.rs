//! CREATE TABLE, DROP TABLE and TRUNCATE.

use std::sync::Arc;

use super::ast::{Command, ConstraintDef, ConstraintKind, CreateTable, Ident, Name};
use super::bind::{Binder, Memo, Scope};
use super::database::{Database, SessionId};
use super::datum::Datum;
use super::error::SqlError;
use super::eval::Context;
use super::job::{Job, Step};
use super::parser::constraint_name;
use super::table::{Check, Column, Index, Shape, Table};
use super::wait::Want;
use super::{MAX_COLUMNS, MAX_TABLES};

impl Job {
    pub(super) fn define(&mut self, database: &mut Database, session: SessionId, command: &Command) -> Step {
        if database.in_transaction(session).is_some() {
            let (tag, _) = self.tag();
            return Err(SqlError::unsupported(&[&tag, " between BEGIN and COMMIT is"], 0));
        }
        match command {
            Command::Create(create) => self.create(database, session, create),
            Command::Drop { tables, if_exists } => self.drop(database, session, tables, *if_exists),
            Command::Truncate { tables, restart } => self.truncate(database, session, tables, *restart),
            _ => Ok(None),
        }
    }

    fn create(&mut self, database: &mut Database, session: SessionId, create: &CreateTable) -> Step {
        let name = &create.name.name;
        if database.table(name).is_some() {
            if create.if_not_exists {
                self.warning = "a relation of this name already exists, skipping";
                return Ok(None);
            }
            let parts = ["relation \"", name, "\" already exists"];
            return Err(SqlError::new("42P07", &parts).at(create.name.at));
        }
        if database.tables.len() >= MAX_TABLES {
            return Err(SqlError::limit("there may be this many tables:", MAX_TABLES, "no table was added"));
        }
        let shape = shape(database, session, create)?;
        Arc::make_mut(&mut database.tables).insert(name.clone(), Arc::new(Table::new(shape)));
        Ok(None)
    }

    fn drop(
        &mut self,
        database: &mut Database,
        session: SessionId,
        tables: &[Ident],
        if_exists: bool,
    ) -> Step {
        for table in tables {
            if database.table(&table.name).is_none() && !if_exists {
                let parts = ["table \"", &table.name, "\" does not exist"];
                return Err(SqlError::new("42P01", &parts));
            }
        }
        if let Some(want) = self.exclusively(database, session, tables) {
            return Ok(Some(want));
        }
        for table in tables {
            if Arc::make_mut(&mut database.tables).remove(&*table.name).is_none() {
                self.warning = "a table of this name does not exist, skipping";
            }
        }
        Ok(None)
    }

    fn truncate(
        &mut self,
        database: &mut Database,
        session: SessionId,
        tables: &[Ident],
        restart: bool,
    ) -> Step {
        for table in tables {
            database.lookup(table)?;
        }
        if let Some(want) = self.exclusively(database, session, tables) {
            return Ok(Some(want));
        }
        for table in tables {
            let table = database.table_mut(&table.name);
            let mut empty = Table::new((*table.shape).clone());
            if !restart {
                empty.sequences.clone_from(&table.sequences);
            }
            *table = empty;
        }
        Ok(None)
    }

    /// What stands in the way of having tables for oneself.
    fn exclusively(&self, database: &Database, session: SessionId, tables: &[Ident]) -> Option<Want> {
        for table in tables {
            let want = Want::Table { table: table.name.clone(), exclusive: true };
            if self.turn.as_ref() != Some(&want) && !database.blockers(session, &want).is_empty() {
                return Some(want);
            }
        }
        None
    }
}

/// What CREATE TABLE says, with names for what has none.
fn shape(database: &Database, session: SessionId, create: &CreateTable) -> Result<Shape, SqlError> {
    let name = &create.name.name;
    if create.columns.len() > MAX_COLUMNS {
        let what = "a table may have this many columns:";
        return Err(SqlError::limit(what, MAX_COLUMNS, "no table was added"));
    }
    let mut shape =
        Shape { name: name.clone(), columns: Vec::new(), indexes: Vec::new(), checks: Vec::new() };
    for definition in &create.columns {
        let column = &definition.name.name;
        if shape.columns.iter().any(|other| other.name == *column) {
            return Err(SqlError::new("42701", &["column \"", column, "\" specified more than once"]));
        }
        let default = default(database, session, definition)?;
        shape.columns.push(Column {
            name: column.clone(),
            data_type: definition.data_type,
            not_null: definition.not_null,
            default,
            serial: definition.serial,
            always: definition.always,
        });
    }
    let table = Table::new(shape.clone());
    let mut taken: Vec<Name> = Vec::new();
    // The primary key's index comes first, wherever it stands.
    for primary in [true, false] {
        for constraint in &create.constraints {
            if matches!(constraint.kind, ConstraintKind::PrimaryKey(_)) == primary {
                add_constraint(database, session, (&table, &mut shape), constraint, &mut taken)?;
            }
        }
    }
    shape.checks.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(shape)
}

fn default(
    database: &Database,
    session: SessionId,
    definition: &super::ast::ColumnDef,
) -> Result<Datum, SqlError> {
    let Some(expr) = &definition.default else { return Ok(Datum::Null) };
    let column = &definition.name.name;
    if definition.serial {
        let parts = ["multiple default values specified for column \"", column, "\""];
        return Err(SqlError::new("42601", &parts).at(expr.at));
    }
    let mut memo = Memo::default();
    let mut binder = Binder::new(database, session, &[], &mut memo);
    binder.aggregates = Err("DEFAULT expressions");
    let like = Column {
        name: column.clone(),
        data_type: definition.data_type,
        not_null: false,
        default: Datum::Null,
        serial: false,
        always: false,
    };
    let bound = binder.assigned(expr, &like).map_err(|error| {
        if error.sqlstate == "42703" {
            SqlError::new("0A000", &["cannot use column reference in DEFAULT expression"]).at(expr.at)
        } else if error.sqlstate == "42804" {
            let got = error.message.rsplit(' ').next().unwrap_or("unknown");
            let is = definition.data_type.name();
            let parts =
                ["column \"", column, "\" is of type ", is, " but default expression is of type ", got];
            SqlError::new("42804", &parts).hint("You will need to rewrite or cast the expression.")
        } else {
            error
        }
    })?;
    bound.eval(Context::default())
}

fn places(table: &Table, idents: &[Ident], at: u32) -> Result<Vec<usize>, SqlError> {
    let mut found = Vec::new();
    for ident in idents {
        let Some(place) = table.position(&ident.name) else {
            let parts = ["column \"", &ident.name, "\" named in key does not exist"];
            return Err(SqlError::new("42703", &parts).at(at));
        };
        found.push(place);
    }
    Ok(found)
}

/// A name that is not taken yet: with a number behind it, if need be.
fn free_name(taken: &mut Vec<Name>, given: Option<&Name>, made: String) -> Name {
    let mut name: Name = given.cloned().unwrap_or_else(|| made.as_str().into());
    let mut number = 0;
    while given.is_none() && taken.contains(&name) {
        number += 1;
        name = [made.as_str(), &number.to_string()].concat().into();
    }
    taken.push(name.clone());
    name
}

fn add_constraint(
    database: &Database,
    session: SessionId,
    (table, shape): (&Table, &mut Shape),
    constraint: &ConstraintDef,
    taken: &mut Vec<Name>,
) -> Result<(), SqlError> {
    let given = constraint.name.as_ref();
    let primary = matches!(constraint.kind, ConstraintKind::PrimaryKey(_));
    match &constraint.kind {
        ConstraintKind::PrimaryKey(idents) | ConstraintKind::Unique(idents) => {
            let columns = places(table, idents, constraint.at)?;
            if primary {
                if shape.indexes.iter().any(|index| index.primary) {
                    let parts = ["multiple primary keys for table \"", &shape.name, "\" are not allowed"];
                    return Err(SqlError::new("42P16", &parts).at(constraint.at));
                }
                for at in &columns {
                    shape.columns[*at].not_null = true;
                }
            }
            let names: Vec<Name> = idents.iter().map(|ident| ident.name.clone()).collect();
            let (named, suffix) = if primary { (&[][..], "pkey") } else { (&names[..], "key") };
            let name = free_name(taken, given, constraint_name(&shape.name, named, suffix));
            // One index will do for two equal constraints.
            if !shape.indexes.iter().any(|index| index.columns == columns) {
                shape.indexes.push(Index { name, columns, primary });
            }
        }
        ConstraintKind::Check(condition) => {
            let mut memo = Memo::default();
            let mut binder = Binder::new(database, session, &[], &mut memo);
            binder.aggregates = Err("check constraints");
            binder.scope = Some(Scope { table, name: &shape.name, excluded: false });
            let bound = binder.boolean(condition, "CHECK")?;
            if binder.bound_subselects > 0 {
                return Err(
                    SqlError::new("0A000", &["cannot use subquery in check constraint"]).at(condition.at)
                );
            }
            let mut used = Vec::new();
            bound.columns(&mut used);
            let column = match (&constraint.column, used.as_slice()) {
                (Some(column), _) => vec![column.clone()],
                (None, [only]) => vec![table.shape.columns[*only].name.clone()],
                _ => Vec::new(),
            };
            let name = free_name(taken, given, constraint_name(&shape.name, &column, "check"));
            shape.checks.push(Check { name, condition: bound });
        }
    }
    Ok(())
}
