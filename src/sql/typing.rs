//! The types of operators and literals: which fit, what comes out, and what PostgreSQL says when they do not.

use super::ast::Operator;
use super::datum::Type;
use super::error::{SqlError, error};
use super::eval::{Bound, Context, Op};

/// An expression and its type.
pub(super) type Typed = (Bound, Type);

/// The types of operands and where they stand.
pub(super) type Places = [(Type, u32)];

const NO_OPERATOR: &str =
    "No operator matches the given name and argument types. You might need to add explicit type casts.";
const NO_FUNCTION: &str =
    "No function matches the given name and argument types. You might need to add explicit type casts.";
const NOT_UNIQUE: &str =
    "Could not choose a best candidate operator. You might need to add explicit type casts.";

/// An operation with its operands. What is made of constants only is worked out at once.
pub(super) fn made(op: Op, arguments: Vec<Bound>) -> Result<Bound, SqlError> {
    let constant = arguments.iter().all(Bound::is_const);
    let bound = Bound { op, arguments };
    if constant { Ok(Bound::leaf(Op::Const(bound.eval(&Context::default())?))) } else { Ok(bound) }
}

/// Makes a constant of unknown type one of type `to`.
pub(super) fn coerce(bound: &mut Bound, to: Type, at: u32) -> Result<(), SqlError> {
    if let Op::Const(value) = &mut bound.op {
        *value = to.convert(value.clone()).map_err(|error| {
            let placed = matches!(error.sqlstate, "22P02" | "22003");
            if placed { error.at(at) } else { error }
        })?;
    }
    Ok(())
}

#[cold]
pub(super) fn no_function(name: &str, types: &Places, at: u32) -> SqlError {
    let mut signature = String::new();
    for (index, (data_type, _)) in types.iter().enumerate() {
        signature.push_str(if index > 0 { ", " } else { "" });
        signature.push_str(data_type.name());
    }
    error("42883 function %(%) does not exist", &[name, &signature], at).hint(NO_FUNCTION)
}

/// An operator that its operands do not fit; the left name is empty for a sign.
#[cold]
pub(super) fn no_operator(left: &str, operator: Operator, right: Type, at: u32) -> SqlError {
    let space = if left.is_empty() { "" } else { " " };
    let parts = [left, space, operator.symbol(), right.name()];
    if right == Type::Unknown && matches!(left, "" | "unknown") {
        return error("42725 operator is not unique: %%% %", &parts, at).hint(NOT_UNIQUE);
    }
    error("42883 operator does not exist: %%% %", &parts, at).hint(NO_OPERATOR)
}

/// Settles one type for several results.
pub(super) fn unify(bound: &mut [Bound], types: &Places, clause: &str) -> Result<Type, SqlError> {
    let mut common = Type::Unknown;
    for (other, at) in types {
        let other = *other;
        if common == Type::Unknown || (common.is_number() && other.number_rank() > common.number_rank()) {
            common = other;
        } else if other != Type::Unknown && !common.matches(other) {
            let parts = [clause, common.name(), other.name()];
            return Err(error("42804 % types % and % cannot be matched", &parts, *at));
        }
    }
    if matches!(common, Type::Unknown | Type::VarChar(_)) {
        common = Type::Text;
    }
    for (bound, (data_type, at)) in bound.iter_mut().zip(types) {
        if *data_type == Type::Unknown {
            coerce(bound, common, *at)?;
        }
    }
    Ok(common)
}

/// A binary operator other than AND and OR.
pub(super) fn operation(
    operator: Operator,
    mut sides: Vec<Bound>,
    types: [(Type, u32); 2],
    at: u32,
) -> Result<Typed, SqlError> {
    let mut types = types;
    let arithmetic = operator.is_arithmetic();
    for side in 0..2 {
        let other = types[1 - side].0;
        if types[side].0 == Type::Unknown && (!arithmetic || other.is_number()) {
            let textual = matches!(operator, Operator::Like | Operator::Concat);
            let plain = textual || matches!(other, Type::Unknown | Type::VarChar(_));
            types[side].0 = if plain { Type::Text } else { other };
            coerce(&mut sides[side], types[side].0, types[side].1)?;
        }
    }
    let (left, right) = (types[0].0, types[1].0);
    let fits = match operator {
        Operator::Like => left.is_text() && right.is_text(),
        Operator::Concat => left.is_text() || right.is_text(),
        _ if arithmetic => left.is_number() && right.is_number(),
        _ => left.matches(right),
    };
    if !fits {
        return Err(no_operator(left.name(), operator, right, at));
    }
    let operands = if left.number_rank() > right.number_rank() { left } else { right };
    let result = match operator {
        Operator::Concat => Type::Text,
        _ if arithmetic => operands,
        _ => Type::Bool,
    };
    Ok((made(Op::Binary(operator, operands), sides)?, result))
}
