//! Looking up names and settling types: an [`Expr`] becomes a [`Bound`] one, or an error with its place.

use super::ast::{Expr, ExprKind, Name, Operator};
use super::datum::{Datum, Type};
use super::error::{SqlError, error};
use super::eval::{Bound, Function, Op};
use super::table::{Column, Shape};
use super::typing::{Places, Typed, coerce, made, no_function, no_operator, operation, unify};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(super) enum AggregateKind {
    Count,
    Sum,
    Min,
    Max,
}

const AGGREGATES: &[(&str, AggregateKind)] = &[
    ("count", AggregateKind::Count),
    ("sum", AggregateKind::Sum),
    ("min", AggregateKind::Min),
    ("max", AggregateKind::Max),
];

const FUNCTIONS: &[(&str, Function)] = &[
    ("coalesce", Function::Coalesce),
    ("lower", Function::Lower),
    ("upper", Function::Upper),
    ("length", Function::Length),
    ("char_length", Function::Length),
    ("abs", Function::Abs),
];

pub(super) struct Aggregate {
    pub kind: AggregateKind,
    /// `None` is `*`.
    pub argument: Option<Bound>,
}

/// The table whose columns can be named.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub shape: &'a Shape,
    pub name: &'a str,
    /// Whether `excluded` can be named, too.
    pub excluded: bool,
}

/// Binds the expressions of one statement.
pub(super) struct Binder<'a> {
    pub parameters: &'a [Datum],
    pub scope: Option<Scope<'a>>,
    /// The clause in which aggregates are not allowed; empty where they are.
    pub clause: &'static str,
    pub aggregates: Vec<Aggregate>,
    /// The first column outside of an aggregate.
    pub plain_column: Option<(Name, u32)>,
    inside_aggregate: bool,
}

impl<'a> Binder<'a> {
    pub(super) fn new(parameters: &'a [Datum], scope: Option<Scope<'a>>, clause: &'static str) -> Self {
        let aggregates = Vec::new();
        Self { parameters, scope, clause, aggregates, plain_column: None, inside_aggregate: false }
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Result<Typed, SqlError> {
        let mut kind = None;
        if let ExprKind::Call(name, _) = &expr.kind {
            kind = AGGREGATES.iter().find(|(known, _)| *known == &**name);
        }
        if kind.is_some() {
            self.enter_aggregate(expr.at)?;
        }
        let mut bound = Vec::new();
        let mut types = Vec::new();
        for argument in &expr.arguments {
            let (inner, data_type) = self.expr(argument)?;
            bound.push(inner);
            types.push((data_type, argument.at));
        }
        let (value, data_type) = match &expr.kind {
            ExprKind::Null => (Datum::Null, Type::Unknown),
            ExprKind::Bool(truth) => (Datum::Bool(*truth), Type::Bool),
            ExprKind::Number(number) => {
                (Datum::Int(*number), if i32::try_from(*number).is_ok() { Type::Int } else { Type::BigInt })
            }
            ExprKind::Text(text) => (Datum::Text(text.clone()), Type::Unknown),
            ExprKind::Parameter(number) => (self.parameter(*number, expr.at)?, Type::Unknown),
            ExprKind::Column(table, name) => return self.column(table.as_ref(), name, expr.at),
            ExprKind::Call(name, star) => {
                return match kind {
                    Some((_, kind)) => self.aggregate(*kind, name, bound, &types, *star, expr.at),
                    None => call(name, bound, &types, expr.at),
                };
            }
            ExprKind::Default => {
                return Err(error("42601 DEFAULT is not allowed in this context", &[], expr.at));
            }
            kind => return operator(kind, bound, &types, expr.at),
        };
        Ok((Bound::leaf(Op::Const(value)), data_type))
    }

    fn parameter(&self, number: u16, at: u32) -> Result<Datum, SqlError> {
        match self.parameters.get(usize::from(number) - 1) {
            // Clients send text and leave the type to the server.
            Some(value) if !value.is_null() => Ok(Datum::from(value.to_text().as_str())),
            Some(_) => Ok(Datum::Null),
            None => Err(error("42P02 there is no parameter $%", &[&number.to_string()], at)),
        }
    }

    fn column(&mut self, table: Option<&Name>, name: &Name, at: u32) -> Result<Typed, SqlError> {
        let of = self.scope.map_or("", |scope| scope.name);
        let excluded = self.scope.is_some_and(|scope| scope.excluded);
        let proposed = excluded && table.is_some_and(|table| &**table == "excluded");
        if let Some(table) = table
            && !proposed
            && &**table != of
        {
            return Err(error("42P01 missing FROM-clause entry for table \"%\"", &[table], at));
        }
        let found = self.scope.and_then(|scope| Some((scope.shape, scope.shape.position(name)?)));
        let Some((shape, found)) = found else {
            return Err(match table {
                Some(table) => error("42703 column %.% does not exist", &[table, name], at),
                None => error("42703 column \"%\" does not exist", &[name], at),
            });
        };
        if excluded && table.is_none() {
            return Err(error("42702 column reference \"%\" is ambiguous", &[name], at));
        }
        self.plain(of, name, at);
        let op = if proposed { Op::Excluded(found) } else { Op::Column(found) };
        Ok((Bound::leaf(op), shape.columns[found].data_type))
    }

    /// Notes that a column is named, unless it is inside of an aggregate.
    pub(super) fn plain(&mut self, table: &str, column: &str, at: u32) {
        if !self.inside_aggregate && self.plain_column.is_none() {
            self.plain_column = Some((format!("{table}.{column}").into(), at));
        }
    }

    /// An expression that must be a condition.
    pub(super) fn boolean(&mut self, expr: &Expr, clause: &str) -> Result<Bound, SqlError> {
        let (mut bound, data_type) = self.expr(expr)?;
        condition(&mut bound, data_type, clause, expr.at)?;
        Ok(bound)
    }

    /// The condition after WHERE, if there is one.
    pub(super) fn filter(&mut self, filter: Option<&Expr>) -> Result<Option<Bound>, SqlError> {
        self.clause = "WHERE";
        match filter {
            Some(filter) => Ok(Some(self.boolean(filter, "WHERE")?)),
            None => Ok(None),
        }
    }

    fn enter_aggregate(&mut self, at: u32) -> Result<(), SqlError> {
        if !self.clause.is_empty() {
            return Err(error("42803 aggregate functions are not allowed in %", &[self.clause], at));
        }
        if self.inside_aggregate {
            return Err(error("42803 aggregate function calls cannot be nested", &[], at));
        }
        self.inside_aggregate = true;
        Ok(())
    }

    fn aggregate(
        &mut self,
        kind: AggregateKind,
        name: &str,
        mut bound: Vec<Bound>,
        types: &Places,
        star: bool,
        at: u32,
    ) -> Result<Typed, SqlError> {
        self.inside_aggregate = false;
        let mut data_type = types.first().map_or(Type::Unknown, |first| first.0);
        let text = data_type.is_text() || data_type == Type::Unknown;
        let fits = match kind {
            AggregateKind::Count => bound.len() + usize::from(star) == 1,
            AggregateKind::Sum => bound.len() == 1 && data_type.is_number(),
            _ => bound.len() == 1 && (text || data_type.is_number()),
        };
        if !fits {
            return Err(no_function(name, types, at));
        }
        if kind <= AggregateKind::Sum {
            data_type = Type::BigInt;
        } else if text {
            data_type = Type::Text;
        }
        self.aggregates.push(Aggregate { kind, argument: bound.pop() });
        Ok((Bound::leaf(Op::Aggregate(self.aggregates.len() - 1)), data_type))
    }

    /// An expression for a column: its type must fit, and it is converted. `None` is DEFAULT.
    pub(super) fn assigned(&mut self, expr: &Expr, column: &Column) -> Result<Option<Bound>, SqlError> {
        if matches!(expr.kind, ExprKind::Default) {
            return Ok(None);
        }
        let (mut bound, data_type) = self.expr(expr)?;
        let to = column.data_type;
        if data_type == Type::Unknown {
            coerce(&mut bound, to, expr.at)?;
        } else if !to.is_text() && !data_type.matches(to) {
            let parts = [&*column.name, to.name(), data_type.name()];
            let what = "42804 column \"%\" is of type % but expression is of type %";
            let hint = "You will need to rewrite or cast the expression.";
            return Err(error(what, &parts, expr.at).hint(hint));
        } else {
            bound = made(Op::Convert(to), vec![bound])?;
        }
        Ok(Some(bound))
    }
}

/// Sees to it that an expression is a condition.
fn condition(bound: &mut Bound, data_type: Type, clause: &str, at: u32) -> Result<(), SqlError> {
    match data_type {
        Type::Bool => Ok(()),
        Type::Unknown => coerce(bound, Type::Bool, at),
        other => {
            let parts = [clause, other.name()];
            Err(error("42804 argument of % must be type boolean, not type %", &parts, at))
        }
    }
}

/// What has operands and is no function.
fn operator(kind: &ExprKind, mut bound: Vec<Bound>, types: &Places, at: u32) -> Result<Typed, SqlError> {
    let op = match kind {
        ExprKind::IsNull => Op::IsNull,
        ExprKind::Not => {
            condition(&mut bound[0], types[0].0, "NOT", types[0].1)?;
            Op::Not
        }
        ExprKind::Negate => {
            let data_type = types[0].0;
            if !data_type.is_number() {
                return Err(no_operator("", Operator::Subtract, data_type, at));
            }
            bound.insert(0, Bound::leaf(Op::Const(Datum::Int(0))));
            return operation(Operator::Subtract, bound, [(data_type, at); 2], at);
        }
        ExprKind::Binary(operator @ (Operator::And | Operator::Or)) => {
            for (bound, (data_type, at)) in bound.iter_mut().zip(types) {
                condition(bound, *data_type, operator.symbol(), *at)?;
            }
            Op::Logic(*operator == Operator::Or)
        }
        ExprKind::Binary(operator) => return operation(*operator, bound, [types[0], types[1]], at),
        // IN is equal to one or another, BETWEEN is above one and below the other.
        _ => {
            let among = matches!(kind, ExprKind::In);
            let value = bound.remove(0);
            for (nth, item) in bound.iter_mut().enumerate() {
                let operator = match nth {
                    _ if among => Operator::Equal,
                    0 => Operator::GreaterEqual,
                    _ => Operator::LessEqual,
                };
                let sides = vec![value.clone(), item.clone()];
                *item = operation(operator, sides, [types[0], types[nth + 1]], at)?.0;
            }
            Op::Logic(among)
        }
    };
    Ok((made(op, bound)?, Type::Bool))
}

fn call(name: &str, mut bound: Vec<Bound>, types: &Places, at: u32) -> Result<Typed, SqlError> {
    if ["now", "clock_timestamp", "random", "gen_random_uuid"].contains(&name) {
        return Err(error("0A000 %(), which differs from run to run, is not supported here", &[name], at));
    }
    let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
        return Err(no_function(name, types, at));
    };
    let first = types.first().map_or(Type::Unknown, |first| first.0);
    let data_type = match function {
        Function::Coalesce if !types.is_empty() => unify(&mut bound, types, "COALESCE")?,
        Function::Abs if types.len() == 1 && first.is_number() => first,
        Function::Lower | Function::Upper | Function::Length
            if types.len() == 1 && (first.is_text() || first == Type::Unknown) =>
        {
            if *function == Function::Length { Type::Int } else { Type::Text }
        }
        _ => return Err(no_function(name, types, at)),
    };
    Ok((made(Op::Call(*function), bound)?, data_type))
}
