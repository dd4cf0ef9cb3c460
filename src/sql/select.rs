//! SELECT: output columns, aggregates, order and limits. Nothing here waits; locking rows is the execution's.

use std::cmp::Ordering;

use super::SessionId;
use super::ast::{Command, Expr, ExprKind, OrderBy, Output};
use super::bind::{Aggregate, AggregateKind, Binder, Scope};
use super::database::Database;
use super::datum::{Datum, Type};
use super::error::{SqlError, error};
use super::eval::{Bound, Context, Op, passes};
use super::table::{Row, Table, row_of};
use super::typing::coerce;
use crate::base::cast;
use crate::base::sort_long;

/// Output columns: their names, and the expressions they show.
pub(super) struct Outputs {
    pub names: Vec<String>,
    pub bound: Vec<Bound>,
}

/// A SELECT whose names are looked up.
pub(super) struct Plan<'a> {
    pub outputs: Outputs,
    pub filter: Option<Bound>,
    /// What to sort by, in the order of `items`.
    order: Vec<Bound>,
    items: &'a [OrderBy],
    pub aggregates: Vec<Aggregate>,
    pub limit: usize,
    pub offset: usize,
}

/// What a column is called that nobody named.
fn default_name(expr: &Expr) -> &str {
    match &expr.kind {
        ExprKind::Column(_, name) | ExprKind::Call(name, _) => name,
        ExprKind::Bool(_) => "bool",
        _ => "?column?",
    }
}

/// Binds what is put out by SELECT or RETURNING.
pub(super) fn outputs(binder: &mut Binder<'_>, list: &[Output]) -> Result<Outputs, SqlError> {
    let mut found = Outputs { names: Vec::new(), bound: Vec::new() };
    for output in list {
        if let Some(expr) = &output.expr {
            found.bound.push(binder.expr(expr)?.0);
            let name = output.alias.as_deref().unwrap_or_else(|| default_name(expr));
            found.names.push(String::from(name));
            continue;
        }
        let Some(scope) = binder.scope else {
            return Err(error("42601 SELECT * with no tables specified is not valid", &[], output.at));
        };
        for (at, column) in scope.shape.columns.iter().enumerate() {
            found.names.push(String::from(&*column.name));
            found.bound.push(Bound::leaf(Op::Column(at)));
            binder.plain(scope.name, &column.name, output.at);
        }
    }
    Ok(found)
}

/// A count for LIMIT or OFFSET; NULL is none.
fn count(
    binder: &mut Binder<'_>,
    expr: Option<&Expr>,
    clause: &'static str,
) -> Result<Option<usize>, SqlError> {
    let Some(expr) = expr else { return Ok(None) };
    binder.clause = clause;
    let (mut bound, data_type) = binder.expr(expr)?;
    if data_type != Type::Unknown && !data_type.is_number() {
        let parts = [clause, data_type.name()];
        return Err(error("42804 argument of % must be type bigint, not type %", &parts, expr.at));
    }
    coerce(&mut bound, Type::BigInt, expr.at)?;
    match bound.op {
        Op::Const(Datum::Int(number)) if number < 0 => Err(match clause {
            "LIMIT" => error("2201W LIMIT must not be negative", &[], 0),
            _ => error("2201X OFFSET must not be negative", &[], 0),
        }),
        Op::Const(Datum::Int(number)) => Ok(Some(usize::try_from(number).unwrap_or(usize::MAX))),
        Op::Const(_) => Ok(None),
        _ => Err(error("42P10 argument of % must not contain variables", &[clause], expr.at)),
    }
}

/// What one ORDER BY item sorts by: an output by its place or its name, or any expression.
fn order_key(
    binder: &mut Binder<'_>,
    list: &[Output],
    outputs: &Outputs,
    expr: &Expr,
) -> Result<Bound, SqlError> {
    match &expr.kind {
        // What does not fit in an integer is a numeric to PostgreSQL.
        ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::Number(2_147_483_648.. | ..-2_147_483_648) => {
            return Err(error("42601 non-integer constant in ORDER BY", &[], expr.at));
        }
        ExprKind::Number(place) => {
            let at = usize::try_from(*place - 1).unwrap_or(usize::MAX);
            if let Some(output) = outputs.bound.get(at) {
                return Ok(output.clone());
            }
            let place = place.to_string();
            return Err(error("42P10 ORDER BY position % is not in select list", &[&place], expr.at));
        }
        ExprKind::Column(None, name) => {
            for output in list {
                if let (Some(alias), Some(expr)) = (&output.alias, &output.expr)
                    && alias == name
                {
                    return Ok(binder.expr(expr)?.0);
                }
            }
        }
        _ => {}
    }
    Ok(binder.expr(expr)?.0)
}

/// Looks up the names of a SELECT.
pub(super) fn plan<'a>(binder: &mut Binder<'_>, select: &'a Command) -> Result<Plan<'a>, SqlError> {
    binder.clause = "";
    let outputs = outputs(binder, &select.outputs)?;
    let mut order = Vec::new();
    for item in &select.order {
        order.push(order_key(binder, &select.outputs, &outputs, &item.expr)?);
    }
    let aggregates = std::mem::take(&mut binder.aggregates);
    if !aggregates.is_empty() {
        if let Some((name, at)) = &binder.plain_column {
            let what =
                "42803 column \"%\" must appear in the GROUP BY clause or be used in an aggregate function";
            return Err(error(what, &[name], *at));
        }
        if let Some((mode, _)) = select.lock {
            return Err(error("0A000 % is not allowed with aggregate functions", &[mode.name()], 0));
        }
    }
    let filter = binder.filter(select.filter.as_ref())?;
    let limit = count(binder, select.limit.as_ref(), "LIMIT")?.unwrap_or(usize::MAX);
    let offset = count(binder, select.offset.as_ref(), "OFFSET")?.unwrap_or(0);
    Ok(Plan { outputs, filter, order, items: &select.order, aggregates, limit, offset })
}

/// A row found and what it is sorted by.
struct Keyed {
    keys: Row,
    found: (u32, Row),
}

impl Plan<'_> {
    /// The rows that pass the filter, in order; neither limit nor output has been applied.
    pub(super) fn candidates(&self, table: &Table, session: SessionId) -> Result<Vec<(u32, Row)>, SqlError> {
        let mut found = matching(table, self.filter.as_ref(), session)?;
        // With aggregates there is one row, and no order.
        if self.order.is_empty() || !self.aggregates.is_empty() {
            return Ok(found);
        }
        let mut keyed = Vec::new();
        for found in found.drain(..) {
            let keys = project(&self.order, &Context { row: &found.1, ..Context::default() })?;
            keyed.push(Keyed { keys, found });
        }
        let mut places: Vec<u32> = (0..cast::count(keyed.len())).collect();
        sort_long(&mut places, |a, b| {
            let order = self.compare(&keyed[cast::index(*a)].keys, &keyed[cast::index(*b)].keys);
            order.then(a.cmp(b)).is_lt()
        });
        for place in places {
            found.push(keyed[cast::index(place)].found.clone());
        }
        Ok(found)
    }

    fn compare(&self, left: &[Datum], right: &[Datum]) -> Ordering {
        for (at, item) in self.items.iter().enumerate() {
            let (a, b) = (&left[at], &right[at]);
            // NULL compares as larger than anything.
            let null = a.is_null() || b.is_null();
            let backwards = if null { item.nulls_first } else { item.descending };
            let order = if backwards { b.compare(a) } else { a.compare(b) };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// One output row.
    pub(super) fn output(&self, row: &[Datum], aggregates: &[Datum]) -> Result<Row, SqlError> {
        project(&self.outputs.bound, &Context { row, excluded: &[], aggregates })
    }

    /// The output rows where nothing is locked.
    pub(super) fn rows(&self, candidates: &[(u32, Row)]) -> Result<Vec<Row>, SqlError> {
        let mut rows = Vec::new();
        if self.aggregates.is_empty() {
            for (_, values) in candidates.iter().skip(self.offset).take(self.limit) {
                rows.push(self.output(values, &[])?);
            }
            return Ok(rows);
        }
        let mut aggregates = Vec::new();
        for aggregate in &self.aggregates {
            aggregates.push(aggregated(aggregate, candidates)?);
        }
        if self.offset == 0 && self.limit > 0 {
            rows.push(self.output(&[], &aggregates)?);
        }
        Ok(rows)
    }
}

pub(super) fn project(outputs: &[Bound], context: &Context<'_>) -> Result<Row, SqlError> {
    let mut values = Vec::new();
    for output in outputs {
        values.push(output.eval(context)?);
    }
    Ok(row_of(values))
}

/// The rows of a statement's snapshot that pass its filter, in the order of the heap.
pub(super) fn matching(
    table: &Table,
    filter: Option<&Bound>,
    session: SessionId,
) -> Result<Vec<(u32, Row)>, SqlError> {
    let mut found = Vec::new();
    for version in &table.heap {
        let context = Context { row: &version.values, ..Context::default() };
        if version.visible_to(session) && passes(filter, &context)? {
            found.push((version.row, version.values.clone()));
        }
    }
    Ok(found)
}

fn aggregated(aggregate: &Aggregate, rows: &[(u32, Row)]) -> Result<Datum, SqlError> {
    let Some(argument) = &aggregate.argument else { return Ok(Datum::Int(cast::signed(rows.len()))) };
    let mut total = if aggregate.kind == AggregateKind::Count { Datum::Int(0) } else { Datum::Null };
    for (_, row) in rows {
        let value = argument.eval(&Context { row, ..Context::default() })?;
        if value.is_null() {
            continue;
        }
        let order = value.compare(&total);
        let more = match (aggregate.kind, &value) {
            (AggregateKind::Count, _) => 1,
            (AggregateKind::Sum, Datum::Int(more)) => *more,
            (kind, _) => {
                let wanted = if kind == AggregateKind::Min { Ordering::Less } else { Ordering::Greater };
                if total.is_null() || order == wanted {
                    total = value;
                }
                continue;
            }
        };
        let sum = if let Datum::Int(sum) = total { sum } else { 0 };
        total = Datum::Int(sum.checked_add(more).ok_or_else(|| Type::BigInt.out_of_range())?);
    }
    Ok(total)
}

/// The table a statement is about and what it is called.
pub(super) fn scope<'a>(database: &'a Database, command: &'a Command) -> Result<Scope<'a>, SqlError> {
    let target = &command.tables[0];
    let table = database.lookup(target)?;
    let name = command.alias.as_ref().unwrap_or(&target.name);
    Ok(Scope { shape: &table.shape, name, excluded: false })
}
