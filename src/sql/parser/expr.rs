//! Expressions, by precedence climbing, and the names of types.

use super::{Parsed, Parser};
use crate::sql::ast::{Expr, ExprKind, Operator};
use crate::sql::datum::Type;
use crate::sql::error::SqlError;
use crate::sql::lexer::Kind;
use crate::sql::numeric::Numeric;

/// Operators and how tightly they bind, from Table 4.2 of PostgreSQL's manual.
const SYMBOLS: &[(&str, Operator, u8)] = &[
    ("=", Operator::Equal, COMPARISON),
    ("<>", Operator::NotEqual, COMPARISON),
    ("!=", Operator::NotEqual, COMPARISON),
    ("<", Operator::Less, COMPARISON),
    ("<=", Operator::LessEqual, COMPARISON),
    (">", Operator::Greater, COMPARISON),
    (">=", Operator::GreaterEqual, COMPARISON),
    ("||", Operator::Concat, OTHER),
    ("+", Operator::Arithmetic(b'+'), 9),
    ("-", Operator::Arithmetic(b'-'), 9),
    ("*", Operator::Arithmetic(b'*'), 10),
    ("/", Operator::Arithmetic(b'/'), 10),
    ("%", Operator::Arithmetic(b'%'), 10),
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

const TYPES: &[(&str, Type)] = &[
    ("int", Type::Int),
    ("integer", Type::Int),
    ("int4", Type::Int),
    ("bigint", Type::BigInt),
    ("int8", Type::BigInt),
    ("smallint", Type::SmallInt),
    ("int2", Type::SmallInt),
    ("text", Type::Text),
    ("varchar", Type::VarChar(0)),
    ("boolean", Type::Bool),
    ("bool", Type::Bool),
    ("numeric", Type::Numeric(0, 0)),
    ("decimal", Type::Numeric(0, 0)),
];

pub(super) fn binary(at: u32, operator: Operator, left: Expr, right: Expr) -> Expr {
    Expr { at, kind: ExprKind::Binary(operator, Box::new([left, right])) }
}

fn not_if(negated: bool, expr: Expr) -> Expr {
    if negated { Expr { at: expr.at, kind: ExprKind::Not(Box::new(expr)) } } else { expr }
}

impl Parser {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.climb(0)
    }

    fn climb(&mut self, least: u8) -> Parsed<Expr> {
        let depth = self.depth;
        self.deeper()?;
        let mut left = self.operand()?;
        // A comparison cannot be an operand of another one.
        let mut comparable = true;
        loop {
            self.deeper()?;
            let (at, (operator, level)) = match self.operator() {
                Some(found) if found.1 >= least => (self.peek().at, found),
                _ => break,
            };
            if level == COMPARISON && !std::mem::replace(&mut comparable, false) {
                return Err(self.unexpected("AND, OR or the end of the expression"));
            }
            if level != COMPARISON {
                comparable = true;
            }
            left = match operator {
                Some(operator) => {
                    self.next += 1;
                    let right = self.climb(level + 1)?;
                    binary(at, operator, left, right)
                }
                None if level == IS => self.is(left)?,
                None => self.range(left)?,
            };
        }
        self.depth = depth;
        Ok(left)
    }

    /// The operator that comes next and its level; none for IS, IN, BETWEEN, LIKE and their negations.
    fn operator(&self) -> Option<(Option<Operator>, u8)> {
        let token = self.peek();
        match token.kind {
            Kind::Symbol => SYMBOLS
                .iter()
                .find(|(symbol, ..)| *symbol == &*token.text)
                .map(|(_, operator, level)| (Some(*operator), *level)),
            Kind::Word => match &*token.text {
                "or" => Some((Some(Operator::Or), OR)),
                "and" => Some((Some(Operator::And), AND)),
                "is" | "isnull" | "notnull" => Some((None, IS)),
                "between" | "in" | "like" => Some((None, RANGE)),
                "not" if ["between", "in", "like"].contains(&&*self.peek_second().text) => {
                    Some((None, RANGE))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn is(&mut self, left: Expr) -> Parsed<Expr> {
        let token = self.advance();
        let negated = &*token.text == "notnull" || (&*token.text == "is" && self.take_word("not"));
        if &*token.text == "is" && !self.take_word("null") {
            let truth = self.at_word("true");
            if !truth && !self.at_word("false") {
                return Err(self.unexpected("NULL, TRUE, FALSE or NOT"));
            }
            self.next += 1;
            // `x IS TRUE` is `coalesce(x, false)`, `x IS FALSE` is `NOT coalesce(x, true)`.
            let other = Expr { at: token.at, kind: ExprKind::Bool(!truth) };
            let name = "coalesce".into();
            let kind = ExprKind::Call { name, arguments: vec![left, other], star: false };
            let call = not_if(true, Expr { at: token.at, kind });
            return Ok(not_if(negated != truth, call));
        }
        Ok(not_if(negated, Expr { at: token.at, kind: ExprKind::IsNull(Box::new(left)) }))
    }

    fn range(&mut self, left: Expr) -> Parsed<Expr> {
        let at = self.peek().at;
        let negated = self.take_word("not");
        let expr = if self.take_word("in") {
            self.symbol("(")?;
            if self.at_word("select") {
                return Err(SqlError::unsupported(&["IN (SELECT …) is"], self.peek().at));
            }
            let list = self.list(Self::expr)?;
            self.symbol(")")?;
            Expr { at, kind: ExprKind::In(Box::new(left), list) }
        } else if self.take_word("like") {
            let pattern = self.climb(RANGE + 1)?;
            binary(at, Operator::Like, left, pattern)
        } else {
            self.word("between")?;
            let low = self.climb(RANGE + 1)?;
            self.word("and")?;
            let high = self.climb(RANGE + 1)?;
            let above = binary(at, Operator::GreaterEqual, left.clone(), low);
            binary(at, Operator::And, above, binary(at, Operator::LessEqual, left, high))
        };
        Ok(not_if(negated, expr))
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let at = self.peek().at;
        if self.take_word("not") {
            let operand = self.climb(NOT)?;
            return Ok(Expr { at, kind: ExprKind::Not(Box::new(operand)) });
        }
        if self.take_symbol("-") {
            let operand = self.climb(SIGN)?;
            return Ok(match operand.kind {
                ExprKind::Number(number) if !number.starts_with('-') => {
                    Expr { at, kind: ExprKind::Number(["-", &*number].concat().into()) }
                }
                _ => Expr { at, kind: ExprKind::Negate(Box::new(operand)) },
            });
        }
        if self.take_symbol("+") {
            return self.climb(SIGN);
        }
        let mut primary = self.primary()?;
        while self.at_symbol("::") {
            self.deeper()?;
            let at = self.advance().at;
            let (data_type, _) = self.data_type(false)?;
            primary = Expr { at, kind: ExprKind::Cast(Box::new(primary), data_type) };
        }
        Ok(primary)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.peek().clone();
        let at = token.at;
        let kind = match token.kind {
            Kind::Number => {
                if Numeric::parse(&token.text).is_none() {
                    let parts = ["the number ", &token.text, " has too many digits"];
                    return Err(SqlError::new("54000", &parts).at(at));
                }
                ExprKind::Number(self.advance().text)
            }
            Kind::Text => ExprKind::Text(self.advance().text),
            Kind::Parameter => {
                let number = token.text[1..].parse().ok().filter(|number| (1..=64).contains(number));
                let Some(number) = number else {
                    return Err(SqlError::new("42P02", &["there is no parameter ", &token.text]).at(at));
                };
                self.next += 1;
                self.parameters = self.parameters.max(number);
                ExprKind::Parameter(number)
            }
            Kind::Symbol if &*token.text == "(" => {
                self.next += 1;
                if self.at_word("select") {
                    let select = self.select()?;
                    self.symbol(")")?;
                    return Ok(Expr { at, kind: ExprKind::Subselect(Box::new(select)) });
                }
                let inner = self.expr()?;
                self.symbol(")")?;
                return Ok(inner);
            }
            Kind::Word | Kind::Quoted => return self.named(),
            _ => return Err(self.unexpected("a value, a column or (")),
        };
        Ok(Expr { at, kind })
    }

    /// What begins with a word: a constant, a function, a column.
    fn named(&mut self) -> Parsed<Expr> {
        let at = self.peek().at;
        let word = if self.peek().kind == Kind::Word { self.peek().text.clone() } else { "".into() };
        let kind = match &*word {
            "null" => ExprKind::Null,
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "default" => ExprKind::Default,
            "case" => return self.case(),
            "cast" => {
                self.next += 1;
                self.symbol("(")?;
                let inner = self.expr()?;
                self.word("as")?;
                let (data_type, _) = self.data_type(false)?;
                self.symbol(")")?;
                return Ok(Expr { at, kind: ExprKind::Cast(Box::new(inner), data_type) });
            }
            "exists" if &*self.peek_second().text == "(" => {
                self.next += 1;
                self.symbol("(")?;
                let select = self.select()?;
                self.symbol(")")?;
                return Ok(Expr { at, kind: ExprKind::Exists(Box::new(select)) });
            }
            _ => return self.column_or_call(),
        };
        self.next += 1;
        Ok(Expr { at, kind })
    }

    fn column_or_call(&mut self) -> Parsed<Expr> {
        if !self.at_name() {
            return Err(self.unexpected("a value, a column or ("));
        }
        let first = self.ident()?;
        let at = first.at;
        let kind = if self.take_symbol("(") {
            let star = self.take_symbol("*");
            if self.at_word("distinct") {
                return Err(self.unsupported());
            }
            let none = star || self.at_symbol(")");
            let arguments = if none { Vec::new() } else { self.list(Self::expr)? };
            self.symbol(")")?;
            ExprKind::Call { name: first.name, arguments, star }
        } else if self.take_symbol(".") {
            let name = if self.peek().kind == Kind::Word { self.advance().text } else { self.ident()?.name };
            ExprKind::Column { table: Some(first.name), name }
        } else {
            ExprKind::Column { table: None, name: first.name }
        };
        Ok(Expr { at, kind })
    }

    fn case(&mut self) -> Parsed<Expr> {
        let at = self.advance().at;
        let subject = if self.at_word("when") { None } else { Some(self.expr()?) };
        let mut parts = Vec::new();
        while self.take_word("when") {
            let place = self.peek().at;
            let when = self.expr()?;
            parts.push(match &subject {
                Some(subject) => binary(place, Operator::Equal, subject.clone(), when),
                None => when,
            });
            self.word("then")?;
            parts.push(self.expr()?);
        }
        if parts.is_empty() {
            return Err(self.unexpected("WHEN"));
        }
        let otherwise = if self.take_word("else") { self.expr()? } else { Expr { at, kind: ExprKind::Null } };
        parts.push(otherwise);
        self.word("end")?;
        Ok(Expr { at, kind: ExprKind::Case(parts) })
    }

    /// A type's name with its limits; `true` when it counts by itself, which only columns may.
    pub(super) fn data_type(&mut self, column: bool) -> Parsed<(Type, bool)> {
        let token = self.peek().clone();
        if token.kind != Kind::Word && token.kind != Kind::Quoted {
            return Err(self.unexpected("a type"));
        }
        self.next += 1;
        let serial = [("serial", Type::Int), ("bigserial", Type::BigInt), ("smallserial", Type::SmallInt)];
        if let Some((_, data_type)) = serial.iter().find(|(name, _)| column && *name == &*token.text) {
            return Ok((*data_type, true));
        }
        if &*token.text == "character" && self.take_word("varying") {
            return Ok((self.limits(Type::VarChar(0))?, false));
        }
        let known = TYPES.iter().find(|(name, _)| *name == &*token.text);
        let Some((_, data_type)) = known else {
            let error = SqlError::unsupported(&["the type ", &token.text, " is"], token.at);
            return Err(
                error.expecting("integer, bigint, smallint, numeric, text, varchar, boolean or serial")
            );
        };
        Ok((self.limits(*data_type)?, false))
    }

    fn limits(&mut self, data_type: Type) -> Parsed<Type> {
        let takes_limits = matches!(data_type, Type::VarChar(_) | Type::Numeric(..));
        if !takes_limits || !self.take_symbol("(") {
            return Ok(data_type);
        }
        let first = self.limit_number()?;
        let limited = if data_type == Type::VarChar(0) {
            Type::VarChar(first)
        } else {
            let scale = if self.take_symbol(",") { self.limit_number()? } else { 0 };
            if first > 30 || scale > first {
                return Err(SqlError::unsupported(&["this precision is"], self.peek().at));
            }
            Type::Numeric(first as u8, scale as u8)
        };
        self.symbol(")")?;
        Ok(limited)
    }

    fn limit_number(&mut self) -> Parsed<u16> {
        let number = self.peek().text.parse().ok().filter(|_| self.peek().kind == Kind::Number);
        let Some(number) = number else { return Err(self.unexpected("a whole number")) };
        self.next += 1;
        Ok(number)
    }
}
