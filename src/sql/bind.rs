//! Looking up names and settling types: an [`Expr`] becomes a [`Bound`] one, or an error with its place.
//!
//! A subselect cannot name the outer row, so it has one value for the whole statement: it is run here and becomes
//! a constant. A statement that waits keeps these values, see [`Memo`].

use super::ast::{Expr, ExprKind, Name, Operator};
use super::database::Database;
use super::datum::{Datum, Type};
use super::error::SqlError;
use super::eval::{Bound, Function};
use super::table::Table;
use super::typing::{
    NO_OPERATOR, Typed, coerced, converted, folded, no_function, number, operation, symbol, unify,
};
use super::{SessionId, select};

/// What the subselects of a statement have come to, in the order in which they are bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Memo {
    values: Vec<Datum>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AggregateKind {
    Count,
    Sum,
    Min,
    Max,
}

pub(super) struct Aggregate {
    pub kind: AggregateKind,
    /// `None` is `*`.
    pub argument: Option<Bound>,
    pub result: Type,
}

/// The table whose columns can be named.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub table: &'a Table,
    pub name: &'a str,
    /// Whether `excluded` can be named, too.
    pub excluded: bool,
}

/// Binds the expressions of one statement.
pub(super) struct Binder<'a> {
    pub database: &'a Database,
    pub session: SessionId,
    pub parameters: &'a [Datum],
    pub scope: Option<Scope<'a>>,
    pub memo: &'a mut Memo,
    /// How many subselects have been bound.
    pub bound_subselects: usize,
    /// `Err` with the clause's name where aggregates are not allowed.
    pub aggregates: Result<Vec<Aggregate>, &'static str>,
    /// The first column outside of an aggregate.
    pub plain_column: Option<(Name, u32)>,
    pub inside_aggregate: bool,
}

impl<'a> Binder<'a> {
    pub fn new(
        database: &'a Database,
        session: SessionId,
        parameters: &'a [Datum],
        memo: &'a mut Memo,
    ) -> Self {
        Self {
            database,
            session,
            parameters,
            scope: None,
            memo,
            bound_subselects: 0,
            aggregates: Err("WHERE"),
            plain_column: None,
            inside_aggregate: false,
        }
    }

    pub fn expr(&mut self, expr: &Expr) -> Result<Typed, SqlError> {
        Ok(match &expr.kind {
            ExprKind::Null => (Bound::Const(Datum::Null), Type::Unknown),
            ExprKind::Bool(truth) => (Bound::Const(Datum::Bool(*truth)), Type::Bool),
            ExprKind::Number(text) => number(text)?,
            ExprKind::Text(text) => (Bound::Const(Datum::Text(text.clone())), Type::Unknown),
            ExprKind::Parameter(number) => (Bound::Const(self.parameter(*number, expr.at)?), Type::Unknown),
            ExprKind::Column { table, name } => self.column(table.as_ref(), name, expr.at)?,
            ExprKind::Not(inner) => {
                let inner = self.boolean(inner, "NOT")?;
                let constant = inner.is_const();
                (folded(Bound::Not(Box::new(inner)), constant)?, Type::Bool)
            }
            ExprKind::Negate(inner) => self.negated(inner, expr.at)?,
            ExprKind::IsNull(inner) => {
                let (inner, _) = self.expr(inner)?;
                (Bound::IsNull(Box::new(inner)), Type::Bool)
            }
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), sides) => {
                let clause = symbol(*operator);
                let sides = [self.boolean(&sides[0], clause)?, self.boolean(&sides[1], clause)?];
                (Bound::Binary(*operator, Type::Bool, Box::new(sides)), Type::Bool)
            }
            ExprKind::Binary(operator, sides) => {
                let left = self.expr(&sides[0])?;
                let right = self.expr(&sides[1])?;
                operation(*operator, left, right, [expr.at, sides[0].at, sides[1].at])?
            }
            ExprKind::In(value, list) => {
                let left = self.expr(value)?;
                let mut found = Vec::new();
                for item in list {
                    let right = self.expr(item)?;
                    let places = [expr.at, value.at, item.at];
                    found.push(operation(Operator::Equal, left.clone(), right, places)?.0);
                }
                (Bound::Call(Function::In, found), Type::Bool)
            }
            ExprKind::Cast(inner, to) => self.cast(inner, *to, expr.at)?,
            ExprKind::Case(parts) => self.case(parts)?,
            ExprKind::Call { name, arguments, star } => self.call(name, arguments, *star, expr.at)?,
            ExprKind::Exists(query) => {
                let value = self.memoised(|binder| {
                    let found = select::run(binder.database, binder.session, query, binder.parameters)?;
                    Ok(Datum::Bool(!found.rows.is_empty()))
                })?;
                (Bound::Const(value), Type::Bool)
            }
            ExprKind::Subselect(query) => self.subselect(query, expr.at)?,
            ExprKind::Default => {
                return Err(SqlError::new("42601", &["DEFAULT is not allowed in this context"]).at(expr.at));
            }
        })
    }

    fn memoised(
        &mut self,
        compute: impl FnOnce(&mut Self) -> Result<Datum, SqlError>,
    ) -> Result<Datum, SqlError> {
        let at = self.bound_subselects;
        self.bound_subselects += 1;
        if let Some(known) = self.memo.values.get(at) {
            return Ok(known.clone());
        }
        let value = compute(self)?;
        self.memo.values.push(value.clone());
        Ok(value)
    }

    fn subselect(&mut self, query: &super::ast::Select, at: u32) -> Result<Typed, SqlError> {
        let mut result = select::types(self.database, self.session, query, self.parameters)?;
        let (Some(data_type), true) = (result.pop(), result.is_empty()) else {
            return Err(SqlError::new("42601", &["subquery must return only one column"]).at(at));
        };
        let value = self.memoised(|binder| {
            let mut found = select::run(binder.database, binder.session, query, binder.parameters)?.rows;
            if found.len() > 1 {
                let message = "more than one row returned by a subquery used as an expression";
                return Err(SqlError::new("21000", &[message]));
            }
            Ok(found.pop().map_or(Datum::Null, |row| row[0].clone()))
        })?;
        Ok((Bound::Const(value), data_type))
    }

    fn parameter(&self, number: u16, at: u32) -> Result<Datum, SqlError> {
        let Some(value) = self.parameters.get(usize::from(number) - 1) else {
            let parts = ["there is no parameter $", &number.to_string()];
            return Err(SqlError::new("42P02", &parts).at(at));
        };
        // Clients send text and leave the type to the server.
        Ok(if value.is_null() { Datum::Null } else { Datum::from(value.to_text().as_str()) })
    }

    fn column(&mut self, table: Option<&Name>, name: &Name, at: u32) -> Result<Typed, SqlError> {
        let missing = |table: Option<&Name>| match table {
            Some(table) => SqlError::new("42703", &["column ", table, ".", name, " does not exist"]).at(at),
            None => SqlError::new("42703", &["column \"", name, "\" does not exist"]).at(at),
        };
        let no_entry = |table: &str| {
            let parts = ["missing FROM-clause entry for table \"", table, "\""];
            SqlError::new("42P01", &parts).at(at)
        };
        let Some(scope) = self.scope else {
            return Err(table.map_or_else(|| missing(None), |t| no_entry(t)));
        };
        let excluded = scope.excluded && table.is_some_and(|table| &**table == "excluded");
        if let Some(table) = table.filter(|table| !excluded && &***table != scope.name) {
            return Err(no_entry(table));
        }
        let Some(found) = scope.table.position(name) else { return Err(missing(table)) };
        if scope.excluded && table.is_none() {
            let parts = ["column reference \"", name, "\" is ambiguous"];
            return Err(SqlError::new("42702", &parts).at(at));
        }
        if !self.inside_aggregate && self.plain_column.is_none() {
            self.plain_column = Some(([scope.name, ".", name].concat().into(), at));
        }
        let data_type = scope.table.shape.columns[found].data_type;
        Ok((if excluded { Bound::Excluded(found) } else { Bound::Column(found) }, data_type))
    }

    fn negated(&mut self, inner: &Expr, at: u32) -> Result<Typed, SqlError> {
        let (bound, data_type) = self.expr(inner)?;
        match data_type {
            Type::Unknown => {
                let error = SqlError::new("42725", &["operator is not unique: - unknown"]);
                Err(error.at(at).hint(
                    "Could not choose a best candidate operator. You might need to add explicit type casts.",
                ))
            }
            _ if data_type.number_rank() == 0 => {
                let parts = ["operator does not exist: - ", data_type.name()];
                Err(SqlError::new("42883", &parts).at(at).hint(NO_OPERATOR))
            }
            _ => {
                let zero = (Bound::Const(Datum::Int(0)), data_type);
                operation(Operator::Arithmetic(b'-'), zero, (bound, data_type), [at; 3])
            }
        }
    }

    /// An expression that must be a condition.
    pub fn boolean(&mut self, expr: &Expr, clause: &str) -> Result<Bound, SqlError> {
        let (bound, data_type) = self.expr(expr)?;
        match data_type {
            Type::Bool => Ok(bound),
            Type::Unknown => coerced(bound, Type::Bool, expr.at),
            other => {
                let parts = ["argument of ", clause, " must be type boolean, not type ", other.name()];
                Err(SqlError::new("42804", &parts).at(expr.at))
            }
        }
    }

    fn cast(&mut self, inner: &Expr, to: Type, at: u32) -> Result<Typed, SqlError> {
        let (bound, from) = self.expr(inner)?;
        if from == Type::Unknown {
            return Ok((converted(bound, to, true, inner.at)?, to));
        }
        // Numbers to booleans and back: only `integer`.
        let odd = (from == Type::Bool && to.number_rank() > 0 && to != Type::Int)
            || (to == Type::Bool && from.number_rank() > 0 && from != Type::Int);
        if odd {
            let parts = ["cannot cast type ", from.name(), " to ", to.name()];
            return Err(SqlError::new("42846", &parts).at(at));
        }
        let constant = bound.is_const();
        Ok((folded(Bound::Convert(to, true, Box::new(bound)), constant)?, to))
    }

    fn case(&mut self, parts: &[Expr]) -> Result<Typed, SqlError> {
        let mut results = Vec::new();
        let mut bound = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at % 2 == 0 && at + 1 < parts.len() {
                bound.push(self.boolean(part, "CASE/WHEN")?);
            } else {
                let (result, data_type) = self.expr(part)?;
                results.push((bound.len(), data_type, part.at));
                bound.push(result);
            }
        }
        let data_type = unify(&mut bound, &results, "CASE")?;
        Ok((Bound::Call(Function::Case, bound), data_type))
    }

    fn call(&mut self, name: &Name, arguments: &[Expr], star: bool, at: u32) -> Result<Typed, SqlError> {
        let kind = match &**name {
            "count" => Some(AggregateKind::Count),
            "sum" => Some(AggregateKind::Sum),
            "min" => Some(AggregateKind::Min),
            "max" => Some(AggregateKind::Max),
            _ => None,
        };
        if let Some(kind) = kind {
            return self.aggregate(kind, name, arguments, star, at);
        }
        let mut bound = Vec::new();
        let mut types = Vec::new();
        for argument in arguments {
            let (argument_bound, data_type) = self.expr(argument)?;
            types.push((bound.len(), data_type, argument.at));
            bound.push(argument_bound);
        }
        let function = match (&**name, arguments.len()) {
            ("coalesce", 1..) => Function::Coalesce,
            ("nullif", 2) => Function::NullIf,
            ("greatest", 1..) => Function::Greatest,
            ("least", 1..) => Function::Least,
            ("lower", 1) => Function::Lower,
            ("upper", 1) => Function::Upper,
            ("length" | "char_length", 1) => Function::Length,
            ("abs", 1) => Function::Abs,
            ("now" | "clock_timestamp" | "random" | "gen_random_uuid", _) => {
                return Err(SqlError::unsupported(&[name, "(), which differs from run to run, is"], at));
            }
            _ => return Err(no_function(name, &types, at)),
        };
        let data_type = match function {
            Function::Lower | Function::Upper | Function::Length => {
                if types[0].1 == Type::Unknown {
                    types[0].1 = Type::Text;
                }
                if !types[0].1.is_text() {
                    return Err(no_function(name, &types, at));
                }
                if function == Function::Length { Type::Int } else { Type::Text }
            }
            Function::Abs if types[0].1.number_rank() == 0 => return Err(no_function(name, &types, at)),
            Function::Abs => types[0].1,
            _ => unify(&mut bound, &types, &name.to_ascii_uppercase())?,
        };
        let constant = bound.iter().all(Bound::is_const);
        Ok((folded(Bound::Call(function, bound), constant)?, data_type))
    }

    fn aggregate(
        &mut self,
        kind: AggregateKind,
        name: &Name,
        arguments: &[Expr],
        star: bool,
        at: u32,
    ) -> Result<Typed, SqlError> {
        if let Err(clause) = self.aggregates {
            let parts = ["aggregate functions are not allowed in ", clause];
            return Err(SqlError::new("42803", &parts).at(at));
        }
        if std::mem::replace(&mut self.inside_aggregate, true) {
            return Err(SqlError::new("42803", &["aggregate function calls cannot be nested"]).at(at));
        }
        let mut bound = Vec::new();
        let mut types = Vec::new();
        for argument in arguments {
            let (argument_bound, data_type) = self.expr(argument)?;
            types.push((0, data_type, argument.at));
            bound.push(argument_bound);
        }
        self.inside_aggregate = false;
        let argument_type = types.first().map_or(Type::Unknown, |first| first.1);
        let text = argument_type.is_text() || (argument_type == Type::Unknown && kind != AggregateKind::Sum);
        let fits = bound.len() + usize::from(star) == 1
            && (kind == AggregateKind::Count
                || (!star && argument_type.number_rank() > 0)
                || (!star && text && kind != AggregateKind::Sum));
        if !fits {
            return Err(no_function(name, &types, at));
        }
        let result = match kind {
            AggregateKind::Count => Type::BigInt,
            AggregateKind::Sum if argument_type.number_rank() < 3 => Type::BigInt,
            AggregateKind::Sum => Type::Numeric(0, 0),
            _ if text => Type::Text,
            _ => argument_type,
        };
        let aggregate = Aggregate { kind, argument: bound.pop(), result };
        let place = match &mut self.aggregates {
            Ok(aggregates) => {
                aggregates.push(aggregate);
                aggregates.len() - 1
            }
            Err(_) => 0,
        };
        Ok((Bound::Aggregate(place), result))
    }

    /// An expression for a column: its type must fit, and it is converted.
    pub fn assigned(&mut self, expr: &Expr, column: &super::table::Column) -> Result<Bound, SqlError> {
        let (bound, data_type) = self.expr(expr)?;
        if data_type == Type::Unknown {
            return coerced(bound, column.data_type, expr.at);
        }
        if !data_type.assignable_to(column.data_type) {
            let (is, got) = (column.data_type.name(), data_type.name());
            let parts = ["column \"", &column.name, "\" is of type ", is, " but expression is of type ", got];
            let error = SqlError::new("42804", &parts).at(expr.at);
            return Err(error.hint("You will need to rewrite or cast the expression."));
        }
        let constant = bound.is_const();
        folded(Bound::Convert(column.data_type, false, Box::new(bound)), constant)
    }
}
