//! SELECT: output columns, aggregates, order and limits. Nothing here waits; locking rows is the job's.

use std::cmp::Ordering;

use super::SessionId;
use super::ast::{Expr, ExprKind, OrderBy, Output, Select};
use super::bind::{Aggregate, AggregateKind, Binder, Memo, Scope};
use super::database::Database;
use super::datum::{Datum, Type};
use super::error::SqlError;
use super::eval::{Bound, Context};
use super::table::{Row, Table, Version};
use super::typing::coerced;

/// Rows and the names of their columns.
pub(super) struct Found {
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

/// Output columns: their names, and the expressions they show.
pub(super) struct Outputs {
    pub names: Vec<String>,
    pub bound: Vec<Bound>,
    types: Vec<Type>,
}

/// A SELECT whose names are looked up.
pub(super) struct Plan {
    pub outputs: Outputs,
    pub filter: Option<Bound>,
    order: Vec<(Bound, bool, bool)>,
    aggregates: Vec<Aggregate>,
    pub limit: Option<usize>,
    pub offset: usize,
}

/// What names an expression even through a cast: a column, a function.
fn own_name(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Column { name, .. } | ExprKind::Call { name, .. } => Some(name.to_string()),
        ExprKind::Cast(inner, _) => own_name(inner),
        ExprKind::Case(parts) => own_name(parts.last()?),
        ExprKind::Exists(_) => Some("exists".to_owned()),
        ExprKind::Subselect(query) => {
            let output = query.outputs.first()?;
            let alias = output.alias.as_ref().map(ToString::to_string);
            alias.or_else(|| output.expr.as_ref().map(default_name))
        }
        _ => None,
    }
}

/// What a column is called that nobody named.
fn default_name(expr: &Expr) -> String {
    own_name(expr).unwrap_or_else(|| {
        let name = match &expr.kind {
            ExprKind::Cast(_, to) => to.short_name(),
            ExprKind::Case(_) => "case",
            ExprKind::Bool(_) => "bool",
            _ => "?column?",
        };
        name.to_owned()
    })
}

/// Binds what is put out by SELECT or RETURNING.
pub(super) fn outputs(binder: &mut Binder<'_>, list: &[Output]) -> Result<Outputs, SqlError> {
    let mut found = Outputs { names: Vec::new(), bound: Vec::new(), types: Vec::new() };
    for output in list {
        if let Some(expr) = &output.expr {
            let (bound, data_type) = binder.expr(expr)?;
            let name = output.alias.as_ref().map_or_else(|| default_name(expr), ToString::to_string);
            let data_type = if data_type == Type::Unknown { Type::Text } else { data_type };
            found.names.push(name);
            found.bound.push(bound);
            found.types.push(data_type);
            continue;
        }
        let Some(scope) = binder.scope else {
            return Err(
                SqlError::new("42601", &["SELECT * with no tables specified is not valid"]).at(output.at)
            );
        };
        if let Some(table) = output.alias.as_ref().filter(|table| &***table != scope.name) {
            let parts = ["missing FROM-clause entry for table \"", table, "\""];
            return Err(SqlError::new("42P01", &parts).at(output.at));
        }
        for (at, column) in scope.table.columns().iter().enumerate() {
            found.names.push(column.name.to_string());
            found.bound.push(Bound::Column(at));
            found.types.push(column.data_type);
            let plain = || ([scope.name, ".", &column.name].concat().into(), output.at);
            binder.plain_column.get_or_insert_with(plain);
        }
    }
    Ok(found)
}

/// A count for LIMIT or OFFSET.
fn count(binder: &mut Binder<'_>, expr: &Expr, clause: &str) -> Result<Option<usize>, SqlError> {
    let parts = ["argument of ", clause, " must not contain variables"];
    let scope = binder.scope.take();
    let bound = binder.expr(expr);
    binder.scope = scope;
    let (bound, data_type) = bound.map_err(|error| {
        if error.sqlstate == "42703" { SqlError::new("42P10", &parts).at(expr.at) } else { error }
    })?;
    if data_type != Type::Unknown && data_type.number_rank() == 0 {
        let parts = ["argument of ", clause, " must be type bigint, not type ", data_type.name()];
        return Err(SqlError::new("42804", &parts).at(expr.at));
    }
    let value = coerced(bound, Type::BigInt, expr.at)?.eval(Context::default())?;
    match value {
        Datum::Int(number) if number < 0 => {
            let sqlstate = if clause == "LIMIT" { "2201W" } else { "2201X" };
            Err(SqlError::new(sqlstate, &[clause, " must not be negative"]))
        }
        Datum::Int(number) => Ok(Some(usize::try_from(number).unwrap_or(usize::MAX))),
        _ => Ok(None),
    }
}

/// What one ORDER BY item sorts by: an output by its place or its name, or any expression.
fn order_key(
    binder: &mut Binder<'_>,
    select: &Select,
    outputs: &Outputs,
    item: &OrderBy,
) -> Result<Bound, SqlError> {
    match &item.expr.kind {
        ExprKind::Number(place) => {
            let at = place.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
            at.and_then(|at| outputs.bound.get(at)).cloned().ok_or_else(|| {
                let parts = ["ORDER BY position ", place, " is not in select list"];
                SqlError::new("42P10", &parts).at(item.expr.at)
            })
        }
        ExprKind::Column { table: None, name } => {
            let alias = |output: &&Output| output.alias.as_ref() == Some(name);
            match select.outputs.iter().find(alias).and_then(|output| output.expr.as_ref()) {
                Some(expr) => Ok(binder.expr(expr)?.0),
                None => Ok(binder.expr(&item.expr)?.0),
            }
        }
        _ => Ok(binder.expr(&item.expr)?.0),
    }
}

/// Looks up the names of a SELECT.
pub(super) fn plan(binder: &mut Binder<'_>, select: &Select) -> Result<Plan, SqlError> {
    binder.aggregates = Ok(Vec::new());
    let outputs = outputs(binder, &select.outputs)?;
    let mut order = Vec::new();
    for item in &select.order {
        let key = order_key(binder, select, &outputs, item)?;
        order.push((key, item.descending, item.nulls_first));
    }
    let aggregates = std::mem::replace(&mut binder.aggregates, Err("WHERE")).unwrap_or_default();
    if let (Some((name, at)), false) = (&binder.plain_column, aggregates.is_empty()) {
        let parts =
            ["column \"", name, "\" must appear in the GROUP BY clause or be used in an aggregate function"];
        return Err(SqlError::new("42803", &parts).at(*at));
    }
    if select.lock.is_some() && !aggregates.is_empty() {
        let parts =
            [select.lock.map_or("", |lock| lock.0.name()), " is not allowed with aggregate functions"];
        return Err(SqlError::new("0A000", &parts));
    }
    let filter = match &select.filter {
        Some(filter) => Some(binder.boolean(filter, "WHERE")?),
        None => None,
    };
    binder.aggregates = Err("LIMIT");
    let limit = match &select.limit {
        Some(limit) => count(binder, limit, "LIMIT")?,
        None => None,
    };
    let offset = match &select.offset {
        Some(offset) => count(binder, offset, "OFFSET")?.unwrap_or(0),
        None => 0,
    };
    Ok(Plan { outputs, filter, order, aggregates, limit, offset })
}

impl Plan {
    /// The rows that pass the filter, in order; neither limit nor output has been applied.
    pub fn candidates(&self, table: &Table, session: SessionId) -> Result<Vec<(u32, Row)>, SqlError> {
        let found = matching(table, self.filter.as_ref(), session)?;
        let mut keyed = Vec::new();
        for (row, values) in found {
            let mut keys = Vec::new();
            for (key, ..) in &self.order {
                // With aggregates there is one row, and no order.
                let aggregated = !self.aggregates.is_empty();
                let context = Context { row: &values, ..Context::default() };
                keys.push(if aggregated { Datum::Null } else { key.eval(context)? });
            }
            keyed.push((keys, row, values));
        }
        if !self.order.is_empty() {
            keyed.sort_by(|a, b| self.compare(&a.0, &b.0));
        }
        Ok(keyed.into_iter().map(|(_, row, values)| (row, values)).collect())
    }

    fn compare(&self, left: &[Datum], right: &[Datum]) -> Ordering {
        for (at, (_, descending, nulls_first)) in self.order.iter().enumerate() {
            let (a, b) = (&left[at], &right[at]);
            let order = match (a.is_null(), b.is_null()) {
                (false, false) if *descending => b.compare(a),
                (false, false) => a.compare(b),
                (null, other) if *nulls_first => other.cmp(&null),
                (null, other) => null.cmp(&other),
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// One output row.
    pub fn output(&self, row: &[Datum], aggregates: &[Datum]) -> Result<Row, SqlError> {
        project(&self.outputs.bound, Context { row, excluded: &[], aggregates })
    }
}

pub(super) fn project(outputs: &[Bound], context: Context<'_>) -> Result<Row, SqlError> {
    let mut values = Vec::with_capacity(outputs.len());
    for output in outputs {
        values.push(output.eval(context)?);
    }
    Ok(values.into())
}

/// The rows of a statement's snapshot that pass its filter, in the order of the heap.
pub(super) fn matching(
    table: &Table,
    filter: Option<&Bound>,
    session: SessionId,
) -> Result<Vec<(u32, Row)>, SqlError> {
    let mut found = Vec::new();
    for Version { row, values, .. } in table.visible(session) {
        let context = Context { row: values, ..Context::default() };
        if filter.map_or(Ok(true), |filter| filter.holds(context))? {
            found.push((*row, values.clone()));
        }
    }
    Ok(found)
}

fn aggregated(aggregate: &Aggregate, rows: &[(u32, Row)]) -> Result<Datum, SqlError> {
    let Some(argument) = &aggregate.argument else { return Ok(Datum::Int(rows.len() as i64)) };
    let mut total = if aggregate.kind == AggregateKind::Count { Datum::Int(0) } else { Datum::Null };
    for (_, row) in rows {
        let value = argument.eval(Context { row, ..Context::default() })?;
        if value.is_null() {
            continue;
        }
        let order = value.compare(&total);
        total = match (aggregate.kind, total) {
            (AggregateKind::Count, Datum::Int(count)) => Datum::Int(count + 1),
            (AggregateKind::Sum, Datum::Null) => aggregate.result.convert(value, false)?,
            (AggregateKind::Sum, Datum::Int(sum)) => match value {
                Datum::Int(more) => {
                    Datum::Int(sum.checked_add(more).ok_or_else(|| aggregate.result.out_of_range())?)
                }
                _ => Datum::Null,
            },
            (AggregateKind::Sum, sum) => {
                let sum =
                    sum.numeric().zip(value.numeric()).and_then(|(sum, more)| sum.arithmetic(b'+', more));
                sum.map(Datum::Numeric).ok_or_else(|| aggregate.result.out_of_range())?
            }
            (_, Datum::Null) => value,
            (AggregateKind::Min, _) if order == Ordering::Less => value,
            (AggregateKind::Max, _) if order == Ordering::Greater => value,
            (_, kept) => kept,
        };
    }
    Ok(total)
}

/// The table a SELECT reads and what it is called.
pub(super) fn scope<'a>(database: &'a Database, select: &'a Select) -> Result<Option<Scope<'a>>, SqlError> {
    let Some(target) = &select.from else { return Ok(None) };
    let table = database.lookup(&target.table)?;
    let name = target.alias.as_ref().unwrap_or(&target.table.name);
    Ok(Some(Scope { table, name, excluded: false }))
}

/// The types of the output columns.
pub(super) fn types(
    database: &Database,
    session: SessionId,
    select: &Select,
    parameters: &[Datum],
) -> Result<Vec<Type>, SqlError> {
    let mut memo = Memo::default();
    let mut binder = Binder::new(database, session, parameters, &mut memo);
    binder.scope = scope(database, select)?;
    Ok(plan(&mut binder, select)?.outputs.types)
}

/// Runs a SELECT that locks nothing.
pub(super) fn run(
    database: &Database,
    session: SessionId,
    select: &Select,
    parameters: &[Datum],
) -> Result<Found, SqlError> {
    if select.lock.is_some() && select.from.is_some() {
        return Err(SqlError::unsupported(&["a locking clause in a subselect is"], select.outputs[0].at));
    }
    let mut memo = Memo::default();
    let mut binder = Binder::new(database, session, parameters, &mut memo);
    binder.scope = scope(database, select)?;
    let table = binder.scope.map(|scope| scope.table);
    let plan = plan(&mut binder, select)?;
    let candidates = match table {
        Some(table) => plan.candidates(table, session)?,
        None if plan.filter.as_ref().map_or(Ok(true), |filter| filter.holds(Context::default()))? => {
            vec![(0, Row::from([]))]
        }
        None => Vec::new(),
    };
    let mut rows = Vec::new();
    let limit = plan.limit.unwrap_or(usize::MAX);
    if plan.aggregates.is_empty() {
        for (_, values) in candidates.iter().skip(plan.offset).take(limit) {
            rows.push(plan.output(values, &[])?);
        }
    } else {
        let mut aggregates = Vec::new();
        for aggregate in &plan.aggregates {
            aggregates.push(aggregated(aggregate, &candidates)?);
        }
        if plan.offset == 0 && limit > 0 {
            rows.push(plan.output(&[], &aggregates)?);
        }
    }
    Ok(Found { columns: plan.outputs.names, rows })
}
