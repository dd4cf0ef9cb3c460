//! Expressions whose names are looked up and whose types are settled, and what they come to.

use std::cmp::Ordering;

use super::ast::Operator;
use super::datum::{Datum, Type, sized};
use super::error::{SqlError, error};
use crate::base::cast;

/// The functions there are, besides aggregates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Lower,
    Upper,
    Length,
    Abs,
    Coalesce,
}

/// What an expression does with its operands.
#[derive(Clone)]
pub(super) enum Op {
    Const(Datum),
    /// A column of the row.
    Column(usize),
    /// A column of the row proposed for insertion.
    Excluded(usize),
    /// One of the aggregates of the select.
    Aggregate(usize),
    Not,
    IsNull,
    /// AND of any number; OR where it is true.
    Logic(bool),
    /// The type is that of the operands of arithmetic.
    Binary(Operator, Type),
    Call(Function),
    /// As another type.
    Convert(Type),
}

/// An expression that can be evaluated.
#[derive(Clone)]
pub(super) struct Bound {
    pub op: Op,
    pub arguments: Vec<Bound>,
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
    /// What has no operands.
    pub(super) fn leaf(op: Op) -> Self {
        Self { op, arguments: Vec::new() }
    }

    pub(super) fn eval(&self, context: &Context<'_>) -> Evaluated {
        let (values, at) = match &self.op {
            Op::Const(value) => return Ok(value.clone()),
            Op::Column(at) => (context.row, *at),
            Op::Excluded(at) => (context.excluded, *at),
            Op::Aggregate(at) => (context.aggregates, *at),
            Op::Logic(decisive) => return self.logic(*decisive, context),
            Op::Call(Function::Coalesce) => return self.coalesce(context),
            _ => return self.operation(context),
        };
        Ok(values[at].clone())
    }

    fn logic(&self, decisive: bool, context: &Context<'_>) -> Evaluated {
        let mut result = Datum::Bool(!decisive);
        for argument in &self.arguments {
            match argument.eval(context)? {
                Datum::Bool(truth) if truth == decisive => return Ok(Datum::Bool(truth)),
                Datum::Null => result = Datum::Null,
                _ => {}
            }
        }
        Ok(result)
    }

    fn coalesce(&self, context: &Context<'_>) -> Evaluated {
        for argument in &self.arguments {
            let value = argument.eval(context)?;
            if !value.is_null() {
                return Ok(value);
            }
        }
        Ok(Datum::Null)
    }

    /// What needs all its operands, of which there are one or two.
    fn operation(&self, context: &Context<'_>) -> Evaluated {
        let first = self.arguments[0].eval(context)?;
        if let Op::Binary(operator, data_type) = self.op {
            return binary(operator, data_type, &first, &self.arguments[1].eval(context)?);
        }
        Ok(match (&self.op, &first) {
            (Op::IsNull, _) => Datum::Bool(first.is_null()),
            (Op::Convert(to), _) => return to.convert(first),
            (Op::Not, Datum::Bool(truth)) => Datum::Bool(!truth),
            (Op::Call(Function::Lower), Datum::Text(text)) => Datum::from(text.to_ascii_lowercase().as_str()),
            (Op::Call(Function::Upper), Datum::Text(text)) => Datum::from(text.to_ascii_uppercase().as_str()),
            (Op::Call(Function::Length), Datum::Text(text)) => Datum::Int(cast::signed(text.chars().count())),
            (Op::Call(Function::Abs), Datum::Int(number)) => {
                return number.checked_abs().map(Datum::Int).ok_or_else(|| Type::BigInt.out_of_range());
            }
            _ => Datum::Null,
        })
    }

    /// Whether a condition holds; NULL does not.
    pub(super) fn holds(&self, context: &Context<'_>) -> Result<bool, SqlError> {
        Ok(matches!(self.eval(context)?, Datum::Bool(true)))
    }

    /// Adds the columns it names that are not in `found` yet.
    pub(super) fn columns(&self, found: &mut Vec<usize>) {
        if let Op::Column(at) = self.op
            && !found.contains(&at)
        {
            found.push(at);
        }
        for argument in &self.arguments {
            argument.columns(found);
        }
    }

    /// Whether it is a constant, NULL or not.
    pub(super) fn is_const(&self) -> bool {
        matches!(self.op, Op::Const(_))
    }
}

/// Whether a row passes a filter; none lets every row pass.
pub(super) fn passes(filter: Option<&Bound>, context: &Context<'_>) -> Result<bool, SqlError> {
    match filter {
        Some(filter) => filter.holds(context),
        None => Ok(true),
    }
}

fn binary(operator: Operator, data_type: Type, left: &Datum, right: &Datum) -> Evaluated {
    if left.is_null() || right.is_null() {
        return Ok(Datum::Null);
    }
    let order = left.compare(right);
    let truth = match operator {
        Operator::Equal => order == Ordering::Equal,
        Operator::NotEqual => order != Ordering::Equal,
        Operator::Less => order == Ordering::Less,
        Operator::LessEqual => order != Ordering::Greater,
        Operator::Greater => order == Ordering::Greater,
        Operator::GreaterEqual => order != Ordering::Less,
        Operator::Like => like(left.written().as_bytes(), right.written().as_bytes())?,
        Operator::Concat => {
            let mut text = left.written();
            text.push_str(&right.written());
            return sized(&text);
        }
        _ => return arithmetic(operator, data_type, left, right),
    };
    Ok(Datum::Bool(truth))
}

fn arithmetic(operator: Operator, data_type: Type, left: &Datum, right: &Datum) -> Evaluated {
    let (Datum::Int(left), Datum::Int(right)) = (left, right) else { return Ok(Datum::Null) };
    let result = match operator {
        Operator::Add => left.checked_add(*right),
        Operator::Subtract => left.checked_sub(*right),
        Operator::Multiply => left.checked_mul(*right),
        _ if *right == 0 => return Err(error("22012 division by zero", &[], 0)),
        Operator::Divide => left.checked_div(*right),
        _ => Some(left.wrapping_rem(*right)),
    };
    match result {
        Some(result) => data_type.in_range(result),
        None => Err(data_type.out_of_range()),
    }
}

/// Where the next character begins.
fn next_char(text: &[u8], mut at: usize) -> usize {
    at += 1;
    while at < text.len() && text[at] & 0xc0 == 0x80 {
        at += 1;
    }
    at
}

/// `%` is any text, `_` any character, `\` takes the next one as it is.
fn like(text: &[u8], pattern: &[u8]) -> Result<bool, SqlError> {
    let (mut at, mut wanted) = (0, 0);
    // Where to go on after a mismatch: behind the last `%`, one character further.
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let next = pattern.get(wanted).copied();
        let escaped = next == Some(b'\\');
        if escaped && wanted + 1 == pattern.len() && at < text.len() {
            return Err(error("22025 LIKE pattern must not end with escape character", &[], 0));
        }
        if next == Some(b'%') {
            wanted += 1;
            retry = Some((at, wanted));
        } else if at == text.len() {
            return Ok(wanted == pattern.len());
        } else if next == Some(b'_') {
            at = next_char(text, at);
            wanted += 1;
        } else if pattern.get(wanted + usize::from(escaped)) == Some(&text[at]) {
            at += 1;
            wanted += 1 + usize::from(escaped);
        } else if let Some((from, behind)) = retry {
            let from = next_char(text, from);
            retry = Some((from, behind));
            (at, wanted) = (from, behind);
        } else {
            return Ok(false);
        }
    }
}
