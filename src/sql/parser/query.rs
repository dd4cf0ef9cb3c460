//! SELECT, INSERT, UPDATE and DELETE.

use super::{Parsed, Parser};
use crate::sql::ast::{
    Arbiter, Assignment, IfLocked, Insert, LockMode, Modify, OnConflict, OrderBy, Output, Select, Source,
    Target,
};
use crate::sql::error::SqlError;
use crate::sql::lexer::Kind;

impl Parser {
    fn target(&mut self, alias: bool) -> Parsed<Target> {
        let table = self.ident()?;
        if self.at_symbol(".") {
            return Err(SqlError::unsupported(&["a schema is"], table.at));
        }
        let alias = if alias { self.alias()? } else { None };
        Ok(Target { table, alias })
    }

    pub(super) fn select(&mut self) -> Parsed<Select> {
        self.deeper()?;
        self.word("select")?;
        if self.at_word("distinct") {
            return Err(self.unsupported());
        }
        self.take_word("all");
        let outputs = self.list(Self::output)?;
        let from = if self.take_word("from") { Some(self.from()?) } else { None };
        let filter = self.filter()?;
        for word in ["group", "having", "union", "intersect", "except", "window"] {
            if self.at_word(word) {
                return Err(self.unsupported());
            }
        }
        let order = if self.take_words(&["order", "by"])? { self.list(Self::order_by)? } else { Vec::new() };
        let (mut limit, mut offset, mut lock) = (None, None, None);
        loop {
            if limit.is_none() && self.take_word("limit") {
                limit = if self.take_word("all") { None } else { Some(self.expr()?) };
            } else if offset.is_none() && self.take_word("offset") {
                offset = Some(self.expr()?);
            } else if lock.is_none() && self.at_word("for") {
                lock = Some(self.locking()?);
            } else {
                break;
            }
        }
        self.depth -= 1;
        Ok(Select { outputs, from, filter, order, limit, offset, lock })
    }

    fn from(&mut self) -> Parsed<Target> {
        if self.at_symbol("(") {
            return Err(SqlError::unsupported(&["a subselect after FROM is"], self.peek().at));
        }
        let target = self.target(true)?;
        let joined = ["join", "inner", "left", "right", "full", "cross", "natural"];
        if self.at_symbol(",") || joined.iter().any(|word| self.at_word(word)) {
            return Err(SqlError::unsupported(&["more than one table is"], self.peek().at));
        }
        Ok(target)
    }

    fn output(&mut self) -> Parsed<Output> {
        let at = self.peek().at;
        if self.take_symbol("*") {
            return Ok(Output { expr: None, alias: None, at });
        }
        // `t.*`
        let third = self.tokens.get(self.next + 2).is_some_and(|third| &*third.text == "*");
        if third && self.at_name() && &*self.peek_second().text == "." {
            let table = self.advance().text;
            self.next += 2;
            return Ok(Output { expr: None, alias: Some(table), at });
        }
        let expr = self.expr()?;
        let alias = self.alias()?;
        Ok(Output { expr: Some(expr), alias, at })
    }

    fn filter(&mut self) -> Parsed<Option<crate::sql::ast::Expr>> {
        if self.take_word("where") { Ok(Some(self.expr()?)) } else { Ok(None) }
    }

    fn order_by(&mut self) -> Parsed<OrderBy> {
        let expr = self.expr()?;
        let descending = self.take_word("desc");
        if !descending {
            self.take_word("asc");
        }
        let mut nulls_first = descending;
        if self.take_word("nulls") {
            nulls_first = self.take_word("first");
            if !nulls_first && !self.take_word("last") {
                return Err(self.unexpected("FIRST or LAST"));
            }
        }
        Ok(OrderBy { expr, descending, nulls_first })
    }

    fn locking(&mut self) -> Parsed<(LockMode, IfLocked)> {
        self.word("for")?;
        let mode = if self.take_word("update") {
            LockMode::Update
        } else if self.take_words(&["no", "key", "update"])? {
            LockMode::NoKeyUpdate
        } else if self.take_word("share") {
            LockMode::Share
        } else if self.take_words(&["key", "share"])? {
            LockMode::KeyShare
        } else {
            return Err(self.unexpected("UPDATE, NO KEY UPDATE, SHARE or KEY SHARE"));
        };
        if self.take_word("of") {
            self.ident()?;
        }
        let if_locked = if self.take_word("nowait") {
            IfLocked::Fail
        } else if self.take_words(&["skip", "locked"])? {
            IfLocked::Skip
        } else {
            IfLocked::Wait
        };
        Ok((mode, if_locked))
    }

    fn returning(&mut self) -> Parsed<Vec<Output>> {
        if self.take_word("returning") { self.list(Self::output) } else { Ok(Vec::new()) }
    }

    fn assignments(&mut self) -> Parsed<Vec<Assignment>> {
        self.list(|parser| {
            if parser.at_symbol("(") {
                return Err(SqlError::unsupported(&["SET (…) = (…) is"], parser.peek().at));
            }
            let column = parser.ident()?;
            parser.symbol("=")?;
            Ok(Assignment { column, value: parser.expr()? })
        })
    }

    pub(super) fn insert(&mut self) -> Parsed<Insert> {
        self.word("into")?;
        let mut target = self.target(false)?;
        if self.take_word("as") {
            target.alias = Some(self.ident()?.name);
        }
        let columns = if self.at_symbol("(") { Some(self.idents_in_parentheses()?) } else { None };
        let source = if self.take_words(&["default", "values"])? {
            Source::DefaultValues
        } else if self.at_word("select") {
            Source::Select(Box::new(self.select()?))
        } else if self.take_word("values") {
            Source::Values(self.list(|parser| {
                parser.symbol("(")?;
                let row = parser.list(Self::expr)?;
                parser.symbol(")")?;
                Ok(row)
            })?)
        } else {
            return Err(self.unexpected("VALUES, SELECT or DEFAULT VALUES"));
        };
        let on_conflict =
            if self.take_words(&["on", "conflict"])? { Some(self.on_conflict()?) } else { None };
        Ok(Insert { target, columns, source, on_conflict, returning: self.returning()? })
    }

    fn on_conflict(&mut self) -> Parsed<OnConflict> {
        let at = self.peek().at;
        let arbiter = if self.at_symbol("(") {
            Arbiter::Columns(self.idents_in_parentheses()?, at)
        } else if self.take_words(&["on", "constraint"])? {
            Arbiter::Constraint(self.ident()?)
        } else {
            Arbiter::Any
        };
        self.word("do")?;
        if self.take_word("nothing") {
            return Ok(OnConflict { arbiter, update: None });
        }
        if !self.take_word("update") {
            return Err(self.unexpected("NOTHING or UPDATE"));
        }
        self.word("set")?;
        let update = Some((self.assignments()?, self.filter()?));
        if arbiter == Arbiter::Any {
            let message = "ON CONFLICT DO UPDATE requires inference specification or constraint name";
            let error = SqlError::new("42601", &[message]).hint("For example, ON CONFLICT (column_name).");
            return Err(error.at(at - 12).expecting("( and the columns of a unique key"));
        }
        Ok(OnConflict { arbiter, update })
    }

    pub(super) fn update(&mut self) -> Parsed<Modify> {
        let mut target = self.target(false)?;
        if !self.at_word("set") {
            target.alias = self.alias()?;
        }
        self.word("set")?;
        let set = Some(self.assignments()?);
        if self.at_word("from") {
            return Err(SqlError::unsupported(&["UPDATE … FROM is"], self.peek().at));
        }
        Ok(Modify { target, set, filter: self.filter()?, returning: self.returning()? })
    }

    pub(super) fn delete(&mut self) -> Parsed<Modify> {
        self.word("from")?;
        let target = self.target(true)?;
        if self.at_word("using") && self.peek().kind == Kind::Word {
            return Err(self.unsupported());
        }
        Ok(Modify { target, set: None, filter: self.filter()?, returning: self.returning()? })
    }
}
