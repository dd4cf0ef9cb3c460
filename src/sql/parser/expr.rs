//! Expressions, by precedence climbing, and the names of types.

use super::{Parsed, Parser};
use crate::sql::ast::{Expr, ExprKind, Operator};
use crate::sql::datum::Type;
use crate::sql::error::{SqlError, error};
use crate::sql::lexer::{Kind, Token};

/// Operators and how tightly they bind, from Table 4.2 of PostgreSQL's manual.
const OPERATORS: &[(&str, Operator, u8)] = &[
    ("or", Operator::Or, OR),
    ("and", Operator::And, AND),
    ("=", Operator::Equal, COMPARISON),
    ("<>", Operator::NotEqual, COMPARISON),
    ("!=", Operator::NotEqual, COMPARISON),
    ("<", Operator::Less, COMPARISON),
    ("<=", Operator::LessEqual, COMPARISON),
    (">", Operator::Greater, COMPARISON),
    (">=", Operator::GreaterEqual, COMPARISON),
    ("like", Operator::Like, RANGE),
    ("||", Operator::Concat, OTHER),
    ("+", Operator::Add, 9),
    ("-", Operator::Subtract, 9),
    ("*", Operator::Multiply, 10),
    ("/", Operator::Divide, 10),
    ("%", Operator::Remainder, 10),
];

const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const IS: u8 = 4;
const COMPARISON: u8 = 5;
/// BETWEEN, IN and LIKE.
const RANGE: u8 = 6;
const OTHER: u8 = 8;
const SIGN: u8 = 12;

/// Types, and whether columns of them count by themselves.
const TYPES: &[(&str, Type, bool)] = &[
    ("int", Type::Int, false),
    ("integer", Type::Int, false),
    ("int4", Type::Int, false),
    ("bigint", Type::BigInt, false),
    ("int8", Type::BigInt, false),
    ("smallint", Type::SmallInt, false),
    ("int2", Type::SmallInt, false),
    ("text", Type::Text, false),
    ("varchar", Type::VarChar(0), false),
    ("boolean", Type::Bool, false),
    ("bool", Type::Bool, false),
    ("serial", Type::Int, true),
    ("bigserial", Type::BigInt, true),
    ("smallserial", Type::SmallInt, true),
];

fn node(at: u32, kind: ExprKind, arguments: Vec<Expr>) -> Expr {
    Expr { at, kind, arguments }
}

/// The expression around `inner`.
fn around(at: u32, kind: ExprKind, inner: Expr) -> Expr {
    node(at, kind, vec![inner])
}

fn not_if(negated: bool, expr: Expr) -> Expr {
    if negated { around(expr.at, ExprKind::Not, expr) } else { expr }
}

#[cold]
fn no_numeric(at: u32) -> SqlError {
    error("0A000 the type numeric is not supported here", &[], at)
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.climb(0)
    }

    /// One or more, with commas between them.
    pub(super) fn exprs(&mut self, into: &mut Vec<Expr>) -> Parsed<()> {
        loop {
            into.push(self.climb(0)?);
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    fn climb(&mut self, least: u8) -> Parsed<Expr> {
        let depth = self.depth;
        self.deeper()?;
        let mut left = self.operand()?;
        // A comparison cannot be an operand of another one.
        let mut comparable = true;
        loop {
            self.deeper()?;
            let at = self.peek().at;
            let known = OPERATORS.iter().find(|(word, ..)| self.at(word));
            let level = known.map_or_else(|| self.other_level(), |(.., level)| *level);
            if level < least.max(1) {
                break;
            }
            if level == COMPARISON && !comparable {
                return Err(self.unexpected("AND, OR or the end of the expression"));
            }
            comparable = level != COMPARISON;
            left = match known {
                Some((_, operator, _)) => {
                    self.next += 1;
                    let mut both = around(at, ExprKind::Binary(*operator), left);
                    both.arguments.push(self.climb(level + 1)?);
                    both
                }
                None if level == IS => self.is_something(left)?,
                None => self.range(left)?,
            };
        }
        self.depth = depth;
        Ok(left)
    }

    /// The level of IS, IN and BETWEEN and of what is negated, if one comes next.
    fn other_level(&self) -> u8 {
        let at = |words: &[&str], index: usize| words.iter().any(|word| self.is(index, word));
        if at(&["is", "isnull", "notnull"], self.next) {
            return IS;
        }
        let place = self.next + usize::from(self.at("not"));
        if at(&["in", "between", "like"], place) { RANGE } else { 0 }
    }

    fn is_something(&mut self, left: Expr) -> Parsed<Expr> {
        let at = self.peek().at;
        let mut negated = self.take("notnull");
        if !negated && !self.take("isnull") {
            self.next += 1;
            negated = self.take("not");
            if !self.take("null") {
                let truth = self.take("true");
                if !truth && !self.take("false") {
                    return Err(self.unexpected("NULL, TRUE, FALSE or NOT"));
                }
                // `x IS TRUE` is `coalesce(x, false)`, `x IS FALSE` is `NOT coalesce(x, true)`.
                let mut call = around(at, ExprKind::Call("coalesce".into(), false), left);
                call.arguments.push(node(at, ExprKind::Bool(!truth), Vec::new()));
                return Ok(not_if(negated != truth, not_if(true, call)));
            }
        }
        Ok(not_if(negated, around(at, ExprKind::IsNull, left)))
    }

    fn range(&mut self, left: Expr) -> Parsed<Expr> {
        let at = self.peek().at;
        let negated = self.take("not");
        let mut expr = around(at, ExprKind::In, left);
        if self.take("in") {
            self.need("(")?;
            self.exprs(&mut expr.arguments)?;
            self.need(")")?;
        } else if self.take("like") {
            expr.kind = ExprKind::Binary(Operator::Like);
            expr.arguments.push(self.climb(RANGE + 1)?);
        } else {
            self.need("between")?;
            expr.kind = ExprKind::Between;
            expr.arguments.push(self.climb(RANGE + 1)?);
            self.need("and")?;
            expr.arguments.push(self.climb(RANGE + 1)?);
        }
        Ok(not_if(negated, expr))
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let at = self.peek().at;
        if self.take("not") {
            let operand = self.climb(NOT)?;
            return Ok(around(at, ExprKind::Not, operand));
        }
        if self.take("-") {
            // The smallest number has no positive counterpart to be negated.
            if self.raw(self.peek()) == "9223372036854775808" {
                self.next += 1;
                return Ok(node(at, ExprKind::Number(i64::MIN), Vec::new()));
            }
            let mut operand = self.climb(SIGN)?;
            if let ExprKind::Number(number @ 0..) = &mut operand.kind {
                *number = -*number;
                operand.at = at;
                return Ok(operand);
            }
            return Ok(around(at, ExprKind::Negate, operand));
        }
        if self.take("+") {
            return self.climb(SIGN);
        }
        if self.take("(") {
            let inner = self.climb(0)?;
            self.need(")")?;
            return Ok(inner);
        }
        let token = self.peek();
        let mut expr = node(at, ExprKind::Null, Vec::new());
        expr.kind = match token.kind {
            Kind::Number => ExprKind::Number(self.raw(token).parse().map_err(|_| no_numeric(at))?),
            Kind::Text => ExprKind::Text(self.content(token)),
            Kind::Parameter => ExprKind::Parameter(self.parameter(token)?),
            Kind::Word | Kind::Quoted => {
                self.named(&mut expr)?;
                return Ok(expr);
            }
            _ => return Err(self.unexpected("a value, a column or (")),
        };
        self.next += 1;
        Ok(expr)
    }

    fn parameter(&mut self, token: Token) -> Parsed<u16> {
        let number = self.raw(token)[1..].parse().unwrap_or(0);
        if !(1..=64).contains(&number) {
            return Err(error("42P02 there is no parameter %", &[self.raw(token)], token.at));
        }
        self.it.parameters = self.it.parameters.max(number);
        Ok(number)
    }

    /// What begins with a word: a constant, a function, a column.
    fn named(&mut self, expr: &mut Expr) -> Parsed<()> {
        let words = ["null", "true", "false", "default"];
        if let Some(which) = words.iter().position(|word| self.take(word)) {
            expr.kind = match which {
                0 => ExprKind::Null,
                3 => ExprKind::Default,
                _ => ExprKind::Bool(which == 1),
            };
            return Ok(());
        }
        if self.at("select") {
            return Err(error("0A000 a subselect is not supported here", &[], expr.at));
        }
        self.refuse(&["case", "cast", "array"])?;
        if !self.at_name() {
            return Err(self.unexpected("a value, a column or ("));
        }
        let first = self.any_word().name;
        if self.take("(") {
            let star = self.take("*");
            self.refuse(&["distinct"])?;
            if !star && !self.at(")") {
                self.exprs(&mut expr.arguments)?;
            }
            self.need(")")?;
            expr.kind = ExprKind::Call(first, star);
        } else if self.take(".") {
            let name = if self.peek().kind == Kind::Word { self.any_word() } else { self.ident()? };
            expr.kind = ExprKind::Column(Some(first), name.name);
        } else {
            expr.kind = ExprKind::Column(None, first);
        }
        if self.at("::") {
            return Err(error("0A000 a cast is not supported here", &[], self.peek().at));
        }
        Ok(())
    }

    /// A column's type with its limit, and whether it counts by itself.
    pub(super) fn data_type(&mut self) -> Parsed<(Type, bool)> {
        let token = self.peek();
        if token.kind != Kind::Word && token.kind != Kind::Quoted {
            return Err(self.unexpected("a type"));
        }
        if self.at("character") && self.is(self.next + 1, "varying") {
            self.next += 1;
        }
        let varying = self.take("varying");
        let known =
            TYPES.iter().find(|(name, ..)| if varying { *name == "varchar" } else { self.take(name) });
        let Some((_, data_type, serial)) = known else {
            let error = error("0A000 the type % is not supported here", &[&self.content(token)], token.at);
            return Err(error.expecting("integer, bigint, smallint, text, varchar, boolean or serial"));
        };
        if *data_type != Type::VarChar(0) || !self.take("(") {
            return Ok((*data_type, *serial));
        }
        let limit = self.raw(self.peek()).parse().map_err(|_| self.unexpected("a whole number"))?;
        self.next += 1;
        self.need(")")?;
        Ok((Type::VarChar(limit), false))
    }
}
