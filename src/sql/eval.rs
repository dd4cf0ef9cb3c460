//! Expressions whose names are looked up and whose types are settled, and what they come to.

use std::cmp::Ordering;
use std::sync::Arc;

use super::ast::Operator;
use super::datum::{Datum, Type, sized};
use super::error::SqlError;

/// The functions there are, besides aggregates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Function {
    Lower,
    Upper,
    Length,
    Abs,
    Coalesce,
    NullIf,
    Greatest,
    Least,
    /// Conditions and results in turn, then what `ELSE` says.
    Case,
    In,
}

/// An expression that can be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Bound {
    Const(Datum),
    /// A column of the row.
    Column(usize),
    /// A column of the row proposed for insertion.
    Excluded(usize),
    /// One of the aggregates of the select.
    Aggregate(usize),
    Not(Box<Bound>),
    IsNull(Box<Bound>),
    /// The type is that of the operands of arithmetic.
    Binary(Operator, Type, Box<[Bound; 2]>),
    Call(Function, Vec<Bound>),
    /// As a type, by a cast or not.
    Convert(Type, bool, Box<Bound>),
}

/// What an expression may name.
#[derive(Clone, Copy, Default)]
pub(super) struct Context<'a> {
    pub row: &'a [Datum],
    pub excluded: &'a [Datum],
    pub aggregates: &'a [Datum],
}

type Evaluated = Result<Datum, SqlError>;

impl Bound {
    pub fn eval(&self, context: Context<'_>) -> Evaluated {
        Ok(match self {
            Self::Const(value) => value.clone(),
            Self::Column(at) => context.row[*at].clone(),
            Self::Excluded(at) => context.excluded[*at].clone(),
            Self::Aggregate(at) => context.aggregates[*at].clone(),
            Self::Not(inner) => match inner.eval(context)? {
                Datum::Bool(truth) => Datum::Bool(!truth),
                _ => Datum::Null,
            },
            Self::IsNull(inner) => Datum::Bool(inner.eval(context)?.is_null()),
            Self::Convert(to, cast, inner) => to.convert(inner.eval(context)?, *cast)?,
            Self::Binary(operator, data_type, sides) => {
                let left = sides[0].eval(context)?;
                // What decides alone: false for AND, true for OR.
                let decisive = match operator {
                    Operator::And => Some(Datum::Bool(false)),
                    Operator::Or => Some(Datum::Bool(true)),
                    _ => None,
                };
                if decisive.is_some() && decisive.as_ref() == Some(&left) {
                    return Ok(left);
                }
                let right = sides[1].eval(context)?;
                if let Some(decisive) = decisive {
                    return Ok(if right == decisive || !left.is_null() { right } else { Datum::Null });
                }
                binary(*operator, *data_type, &left, &right)?
            }
            Self::Call(function, arguments) => call(*function, arguments, context)?,
        })
    }

    /// Whether a condition holds; NULL does not.
    pub fn holds(&self, context: Context<'_>) -> Result<bool, SqlError> {
        Ok(self.eval(context)? == Datum::Bool(true))
    }

    /// Adds the columns it names that are not in `found` yet.
    pub fn columns(&self, found: &mut Vec<usize>) {
        match self {
            Self::Column(at) if !found.contains(at) => found.push(*at),
            Self::Not(inner) | Self::IsNull(inner) | Self::Convert(_, _, inner) => inner.columns(found),
            Self::Binary(_, _, sides) => sides.iter().for_each(|side| side.columns(found)),
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| argument.columns(found)),
            _ => {}
        }
    }

    /// Whether it is a constant, NULL or not.
    pub fn is_const(&self) -> bool {
        matches!(self, Self::Const(_))
    }
}

fn binary(operator: Operator, data_type: Type, left: &Datum, right: &Datum) -> Evaluated {
    if left.is_null() || right.is_null() {
        return Ok(Datum::Null);
    }
    let order = || left.compare(right);
    let truth = match operator {
        Operator::Equal => order() == Ordering::Equal,
        Operator::NotEqual => order() != Ordering::Equal,
        Operator::Less => order() == Ordering::Less,
        Operator::LessEqual => order() != Ordering::Greater,
        Operator::Greater => order() == Ordering::Greater,
        Operator::GreaterEqual => order() != Ordering::Less,
        Operator::Like => like(&left.to_text(), &right.to_text())?,
        Operator::Concat => return sized(Arc::from([written(left), written(right)].concat())),
        Operator::Arithmetic(sign) => return arithmetic(sign, data_type, left, right),
        Operator::And | Operator::Or => false,
    };
    Ok(Datum::Bool(truth))
}

/// As text: unlike what a client sees, a boolean is `true` or `false`.
fn written(value: &Datum) -> String {
    match value {
        Datum::Bool(truth) => if *truth { "true" } else { "false" }.to_owned(),
        other => other.to_text(),
    }
}

fn arithmetic(sign: u8, data_type: Type, left: &Datum, right: &Datum) -> Evaluated {
    let zero = |value: &Datum| value.numeric().is_some_and(|number| number.is_zero());
    if matches!(sign, b'/' | b'%') && zero(right) {
        return Err(SqlError::new("22012", &["division by zero"]));
    }
    if let (Datum::Int(left), Datum::Int(right), 1..=3) = (left, right, data_type.number_rank()) {
        let result = match sign {
            b'+' => left.checked_add(*right),
            b'-' => left.checked_sub(*right),
            b'*' => left.checked_mul(*right),
            b'/' => left.checked_div(*right),
            _ => Some(left.wrapping_rem(*right)),
        };
        return data_type.in_range(result.ok_or_else(|| data_type.out_of_range())?);
    }
    let (Some(left), Some(right)) = (left.numeric(), right.numeric()) else { return Ok(Datum::Null) };
    left.arithmetic(sign, right).map(Datum::Numeric).ok_or_else(|| data_type.out_of_range())
}

/// `%` is any text, `_` any character, `\` takes the next one as it is.
fn like(text: &str, pattern: &str) -> Result<bool, SqlError> {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let (mut at, mut wanted) = (0, 0);
    // Where to go on after a mismatch: behind the last `%`, one character further.
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let escaped = pattern.get(wanted) == Some(&'\\');
        if escaped && wanted + 1 == pattern.len() && at < text.len() {
            return Err(SqlError::new("22025", &["LIKE pattern must not end with escape character"]));
        }
        let literal = pattern.get(wanted + usize::from(escaped));
        if !escaped && literal == Some(&'%') {
            wanted += 1;
            retry = Some((at, wanted));
        } else if at == text.len() {
            return Ok(wanted == pattern.len());
        } else if literal == Some(&text[at]) || (!escaped && literal == Some(&'_')) {
            at += 1;
            wanted += 1 + usize::from(escaped);
        } else if let Some((from, behind)) = retry {
            retry = Some((from + 1, behind));
            (at, wanted) = (from + 1, behind);
        } else {
            return Ok(false);
        }
    }
}

fn call(function: Function, arguments: &[Bound], context: Context<'_>) -> Evaluated {
    match function {
        Function::Case => return case(arguments, context),
        Function::In => return within(arguments, context),
        Function::Coalesce => {
            for argument in arguments {
                let value = argument.eval(context)?;
                if !value.is_null() {
                    return Ok(value);
                }
            }
            return Ok(Datum::Null);
        }
        _ => {}
    }
    let mut first = arguments[0].eval(context)?;
    match (function, &first) {
        (Function::Greatest | Function::Least, _) => {
            let wanted = if function == Function::Least { Ordering::Less } else { Ordering::Greater };
            for argument in &arguments[1..] {
                let value = argument.eval(context)?;
                if first.is_null() || (!value.is_null() && value.compare(&first) == wanted) {
                    first = value;
                }
            }
            Ok(first)
        }
        (Function::NullIf, _) => {
            let other = arguments[1].eval(context)?;
            let same = !first.is_null() && !other.is_null() && first.compare(&other) == Ordering::Equal;
            Ok(if same { Datum::Null } else { first })
        }
        (Function::Lower, Datum::Text(text)) => sized(text.to_lowercase().into()),
        (Function::Upper, Datum::Text(text)) => sized(text.to_uppercase().into()),
        (Function::Length, Datum::Text(text)) => Ok(Datum::Int(text.chars().count() as i64)),
        (Function::Abs, Datum::Int(number)) => {
            number.checked_abs().map(Datum::Int).ok_or_else(|| Type::BigInt.out_of_range())
        }
        (Function::Abs, Datum::Numeric(number)) => {
            let negative = first.compare(&Datum::Int(0)) == Ordering::Less;
            Ok(Datum::Numeric(if negative { number.negated() } else { *number }))
        }
        _ => Ok(Datum::Null),
    }
}

fn case(arguments: &[Bound], context: Context<'_>) -> Evaluated {
    let mut rest = arguments;
    while let [when, then, others @ ..] = rest {
        if when.holds(context)? {
            return then.eval(context);
        }
        rest = others;
    }
    rest[0].eval(context)
}

/// The value first, then the list as comparisons with it.
fn within(comparisons: &[Bound], context: Context<'_>) -> Evaluated {
    let mut result = Datum::Bool(false);
    for comparison in comparisons {
        match comparison.eval(context)? {
            Datum::Bool(true) => return Ok(Datum::Bool(true)),
            Datum::Null => result = Datum::Null,
            _ => {}
        }
    }
    Ok(result)
}
