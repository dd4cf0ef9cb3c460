//! The types of operators and literals: which fit, what comes out, and what PostgreSQL says when they do not.

use super::ast::Operator;
use super::datum::Type;
use super::error::SqlError;
use super::eval::{Bound, Context};

/// An expression and its type.
pub(super) type Typed = (Bound, Type);

/// An operator as it is written.
pub(super) fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Or => "OR",
        Operator::And => "AND",
        Operator::Equal => "=",
        Operator::NotEqual => "<>",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterEqual => ">=",
        Operator::Like => "~~",
        Operator::Concat => "||",
        Operator::Arithmetic(b'+') => "+",
        Operator::Arithmetic(b'-') => "-",
        Operator::Arithmetic(b'*') => "*",
        Operator::Arithmetic(b'/') => "/",
        Operator::Arithmetic(_) => "%",
    }
}

pub(super) const NO_OPERATOR: &str =
    "No operator matches the given name and argument types. You might need to add explicit type casts.";
const NO_FUNCTION: &str =
    "No function matches the given name and argument types. You might need to add explicit type casts.";

/// Constants are worked out once.
pub(super) fn folded(bound: Bound, constant: bool) -> Result<Bound, SqlError> {
    if constant { Ok(Bound::Const(bound.eval(Context::default())?)) } else { Ok(bound) }
}

pub(super) fn number(text: &str) -> Result<Typed, SqlError> {
    let decimal = Type::Numeric(0, 0);
    let data_type = match text.parse::<i64>() {
        Ok(number) if i32::try_from(number).is_ok() => Type::Int,
        Ok(_) => Type::BigInt,
        Err(_) => decimal,
    };
    Ok((Bound::Const(data_type.parse(&text.into())?), data_type))
}

/// A constant of unknown type as one of type `to`.
pub(super) fn coerced(bound: Bound, to: Type, at: u32) -> Result<Bound, SqlError> {
    converted(bound, to, false, at)
}

pub(super) fn converted(bound: Bound, to: Type, cast: bool, at: u32) -> Result<Bound, SqlError> {
    match bound {
        Bound::Const(value) => Ok(Bound::Const(to.convert(value, cast).map_err(|error| {
            let placed = matches!(error.sqlstate, "22P02" | "22003");
            if placed { error.at(at) } else { error }
        })?)),
        other => Ok(other),
    }
}

pub(super) fn no_function(name: &str, types: &[(usize, Type, u32)], at: u32) -> SqlError {
    let mut signature = [name, "("].concat();
    for (index, (_, data_type, _)) in types.iter().enumerate() {
        signature.push_str(if index > 0 { ", " } else { "" });
        signature.push_str(data_type.name());
    }
    SqlError::new("42883", &["function ", &signature, ") does not exist"]).at(at).hint(NO_FUNCTION)
}

/// Settles one type for several results: `(place in bound, type, position)` of each.
pub(super) fn unify(
    bound: &mut [Bound],
    results: &[(usize, Type, u32)],
    clause: &str,
) -> Result<Type, SqlError> {
    let mut common = Type::Unknown;
    for (_, data_type, at) in results {
        let (one, other) = (common, *data_type);
        common = if one == Type::Unknown || other.number_rank() > one.number_rank() && one.number_rank() > 0 {
            other
        } else if other == Type::Unknown
            || (one.number_rank() > 0 && other.number_rank() > 0)
            || (one.is_text() && other.is_text())
            || one == other
        {
            one
        } else {
            let parts = [clause, " types ", one.name(), " and ", other.name(), " cannot be matched"];
            return Err(SqlError::new("42804", &parts).at(*at));
        };
    }
    let common = match common {
        Type::Unknown | Type::VarChar(_) => Type::Text,
        Type::Numeric(..) => Type::Numeric(0, 0),
        other => other,
    };
    for (place, data_type, at) in results {
        if *data_type == Type::Unknown {
            bound[*place] = coerced(bound[*place].clone(), common, *at)?;
        }
    }
    Ok(common)
}

/// A binary operator other than AND and OR; the places are those of the operator and of its operands.
pub(super) fn operation(
    operator: Operator,
    left: Typed,
    right: Typed,
    places: [u32; 3],
) -> Result<Typed, SqlError> {
    let ((mut left, mut left_type), (mut right, mut right_type)) = (left, right);
    let arithmetic = matches!(operator, Operator::Arithmetic(_));
    let textual = matches!(operator, Operator::Like | Operator::Concat);
    let unknown = (left_type == Type::Unknown, right_type == Type::Unknown);
    if arithmetic && unknown == (true, true) {
        let parts = ["operator is not unique: unknown ", symbol(operator), " unknown"];
        let hint = "Could not choose a best candidate operator. You might need to add explicit type casts.";
        return Err(SqlError::new("42725", &parts).at(places[0]).hint(hint));
    }
    let bare = |other: Type| match other {
        _ if textual => Type::Text,
        Type::Unknown | Type::VarChar(_) => Type::Text,
        Type::Numeric(..) => Type::Numeric(0, 0),
        other => other,
    };
    let resolvable = !arithmetic || left_type.number_rank() > 0 || right_type.number_rank() > 0;
    if unknown.0 && resolvable {
        left_type = bare(right_type);
        left = coerced(left, left_type, places[1])?;
    }
    if unknown.1 && resolvable {
        right_type = bare(left_type);
        right = coerced(right, right_type, places[2])?;
    }
    let ranks = (left_type.number_rank(), right_type.number_rank());
    let numbers = ranks.0 > 0 && ranks.1 > 0;
    let fits = match operator {
        Operator::Arithmetic(_) => numbers,
        Operator::Like => left_type.is_text() && right_type.is_text(),
        Operator::Concat => left_type.is_text() || right_type.is_text(),
        _ => numbers || (left_type.is_text() && right_type.is_text()) || left_type == right_type,
    };
    if !fits {
        let parts =
            ["operator does not exist: ", left_type.name(), " ", symbol(operator), " ", right_type.name()];
        return Err(SqlError::new("42883", &parts).at(places[0]).hint(NO_OPERATOR));
    }
    let operands = if ranks.0 > ranks.1 { left_type } else { right_type };
    let operands = if operands.number_rank() == 4 { Type::Numeric(0, 0) } else { operands };
    let result = match operator {
        Operator::Arithmetic(_) => operands,
        Operator::Concat => Type::Text,
        _ => Type::Bool,
    };
    let constant = left.is_const() && right.is_const();
    Ok((folded(Bound::Binary(operator, operands, Box::new([left, right])), constant)?, result))
}
