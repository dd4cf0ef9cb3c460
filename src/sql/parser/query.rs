//! SELECT, INSERT, UPDATE and DELETE.

use super::{Parsed, Parser};
use crate::sql::ast::{Assignment, Command, IfLocked, LockMode, OnConflict, OrderBy, Output};
use crate::sql::error::error;

const LOCKS: &[(&str, LockMode)] = &[
    ("update", LockMode::Update),
    ("no key update", LockMode::NoKeyUpdate),
    ("share", LockMode::Share),
    ("key share", LockMode::KeyShare),
];

impl Parser<'_> {
    fn target(&mut self) -> Parsed<()> {
        if self.at("(") {
            return Err(error("0A000 a subselect is not supported here", &[], self.peek().at));
        }
        let table = self.ident()?;
        if self.at(".") {
            return Err(error("0A000 a schema is not supported here", &[], table.at));
        }
        self.it.tables.push(table);
        Ok(())
    }

    /// What names a table is the only one here.
    fn alone(&self, words: &[&str]) -> Parsed<()> {
        if words.iter().any(|word| self.at(word)) {
            return Err(error("0A000 more than one table is not supported here", &[], self.peek().at));
        }
        Ok(())
    }

    pub(super) fn select(&mut self) -> Parsed<()> {
        self.refuse(&["distinct"])?;
        self.take("all");
        self.outputs()?;
        if self.take("from") {
            self.target()?;
            self.it.alias = self.alias()?;
            self.alone(&[",", "join", "inner", "left", "right", "full", "cross", "natural"])?;
        }
        self.filter()?;
        self.refuse(&["group", "having", "union", "intersect", "except", "window"])?;
        if self.take_all("order by")? {
            self.order_by()?;
        }
        loop {
            if self.it.limit.is_none() && self.take("limit") {
                if !self.take("all") {
                    self.it.limit = Some(self.expr()?);
                }
            } else if self.it.offset.is_none() && self.take("offset") {
                self.it.offset = Some(self.expr()?);
            } else if self.it.lock.is_none() && self.take("for") {
                self.locking()?;
            } else {
                return Ok(());
            }
        }
    }

    fn outputs(&mut self) -> Parsed<()> {
        loop {
            let at = self.peek().at;
            let mut output = Output { expr: None, alias: None, at };
            if !self.take("*") {
                output.expr = Some(self.expr()?);
                output.alias = self.alias()?;
            }
            self.it.outputs.push(output);
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    fn filter(&mut self) -> Parsed<()> {
        if self.take("where") {
            self.it.filter = Some(self.expr()?);
        }
        Ok(())
    }

    fn order_by(&mut self) -> Parsed<()> {
        loop {
            let expr = self.expr()?;
            let descending = self.take("desc");
            if !descending {
                self.take("asc");
            }
            let mut nulls_first = descending;
            if self.take("nulls") {
                nulls_first = self.take("first");
                if !nulls_first && !self.take("last") {
                    return Err(self.unexpected("FIRST or LAST"));
                }
            }
            self.it.order.push(OrderBy { expr, descending, nulls_first });
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    fn locking(&mut self) -> Parsed<()> {
        let mut found = None;
        for (phrase, mode) in LOCKS {
            if found.is_none() && self.take_all(phrase)? {
                found = Some(*mode);
            }
        }
        let Some(mode) = found else {
            return Err(self.unexpected("UPDATE, NO KEY UPDATE, SHARE or KEY SHARE"));
        };
        if self.take("of") {
            self.ident()?;
        }
        let if_locked = if self.take("nowait") {
            IfLocked::Fail
        } else if self.take_all("skip locked")? {
            IfLocked::Skip
        } else {
            IfLocked::Wait
        };
        self.it.lock = Some((mode, if_locked));
        Ok(())
    }

    fn returning(&mut self) -> Parsed<()> {
        if self.take("returning") { self.outputs() } else { Ok(()) }
    }

    fn assignments(&mut self) -> Parsed<()> {
        self.need("set")?;
        loop {
            if self.at("(") {
                return Err(error("0A000 SET (…) = (…) is not supported here", &[], self.peek().at));
            }
            let column = self.ident()?;
            self.need("=")?;
            let value = self.expr()?;
            self.it.set.push(Assignment { column, value });
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    pub(super) fn insert(&mut self) -> Parsed<()> {
        self.need("into")?;
        self.target()?;
        if self.take("as") {
            self.it.alias = Some(self.ident()?.name);
        }
        if self.at("(") {
            self.it.columns = Some(self.idents_in_parentheses()?);
        }
        if self.take_all("default values")? {
            self.it.rows.push(Vec::new());
        } else if self.take("values") {
            loop {
                self.need("(")?;
                let mut row = Vec::new();
                self.exprs(&mut row)?;
                self.need(")")?;
                self.it.rows.push(row);
                if !self.take(",") {
                    break;
                }
            }
        } else if self.at("select") {
            return Err(error("0A000 INSERT … SELECT is not supported here", &[], self.peek().at));
        } else {
            return Err(self.unexpected("VALUES or DEFAULT VALUES"));
        }
        let at = self.peek().at;
        if self.take_all("on conflict")? {
            self.on_conflict(at)?;
        }
        self.returning()
    }

    fn on_conflict(&mut self, at: u32) -> Parsed<()> {
        self.it.arbiter_at = self.peek().at;
        if self.at("(") {
            self.it.arbiter = self.idents_in_parentheses()?;
        } else if self.take_all("on constraint")? {
            self.it.constraint = Some(self.ident()?);
        }
        self.need("do")?;
        if self.take("nothing") {
            self.it.on_conflict = OnConflict::Nothing;
            return Ok(());
        }
        if !self.take("update") {
            return Err(self.unexpected("NOTHING or UPDATE"));
        }
        self.it.on_conflict = OnConflict::Update;
        self.assignments()?;
        self.filter()?;
        let Command { arbiter, constraint, .. } = &self.it;
        if arbiter.is_empty() && constraint.is_none() {
            let what = "42601 ON CONFLICT DO UPDATE requires inference specification or constraint name";
            let error = error(what, &[], at).hint("For example, ON CONFLICT (column_name).");
            return Err(error.expecting("( and the columns of a unique key"));
        }
        Ok(())
    }

    pub(super) fn update(&mut self) -> Parsed<()> {
        self.target()?;
        if !self.at("set") {
            self.it.alias = self.alias()?;
        }
        self.assignments()?;
        self.alone(&["from"])?;
        self.filter()?;
        self.returning()
    }

    pub(super) fn delete(&mut self) -> Parsed<()> {
        self.need("from")?;
        self.target()?;
        self.it.alias = self.alias()?;
        self.alone(&["using"])?;
        self.filter()?;
        self.returning()
    }
}
