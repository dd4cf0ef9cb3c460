//! CREATE TABLE.

use super::{Parsed, Parser};
use crate::sql::ast::{ColumnDef, ConstraintDef, ConstraintKind, CreateTable, Name};
use crate::sql::error::SqlError;

impl Parser {
    pub(super) fn create_table(&mut self) -> Parsed<CreateTable> {
        if !self.take_word("table") {
            return Err(self.unexpected("TABLE"));
        }
        let if_not_exists = self.take_words(&["if", "not", "exists"])?;
        let name = self.ident()?;
        let mut table = CreateTable { name, if_not_exists, columns: Vec::new(), constraints: Vec::new() };
        self.symbol("(")?;
        loop {
            let at = self.peek().at;
            let begins = ["constraint", "primary", "unique", "check", "foreign"];
            if begins.iter().any(|word| self.at_word(word)) {
                let name = if self.take_word("constraint") { Some(self.ident()?.name) } else { None };
                let Some(kind) = self.constraint(None)? else {
                    return Err(self.unexpected("PRIMARY KEY, UNIQUE or CHECK"));
                };
                table.constraints.push(ConstraintDef { name, at, kind, column: None });
            } else {
                self.column(&mut table)?;
            }
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol(")")?;
        Ok(table)
    }

    fn column(&mut self, table: &mut CreateTable) -> Parsed<()> {
        let name = self.ident()?;
        let (data_type, serial) = self.data_type(true)?;
        let mut column = ColumnDef {
            name: name.clone(),
            data_type,
            not_null: serial,
            default: None,
            serial,
            always: false,
        };
        loop {
            let at = self.peek().at;
            let constraint = if self.take_word("constraint") { Some(self.ident()?.name) } else { None };
            if self.take_words(&["not", "null"])? {
                column.not_null = true;
            } else if self.take_word("null") {
            } else if self.take_word("default") {
                column.default = Some(self.expr()?);
            } else if self.take_word("generated") {
                self.identity(&mut column)?;
            } else if let Some(kind) = self.constraint(Some(&name))? {
                let column = Some(name.name.clone());
                table.constraints.push(ConstraintDef { name: constraint, at, kind, column });
            } else if constraint.is_some() {
                return Err(self.unexpected("NOT NULL, DEFAULT, PRIMARY KEY, UNIQUE or CHECK"));
            } else {
                break;
            }
        }
        table.columns.push(column);
        Ok(())
    }

    /// `GENERATED [ALWAYS | BY DEFAULT] AS IDENTITY`
    fn identity(&mut self, column: &mut ColumnDef) -> Parsed<()> {
        column.always = self.take_word("always");
        if !column.always {
            self.word("by")?;
            self.word("default")?;
        }
        self.word("as")?;
        self.word("identity")?;
        (column.serial, column.not_null) = (true, true);
        Ok(())
    }

    /// A constraint behind a column, or one of the table's own with its columns in parentheses.
    fn constraint(&mut self, column: Option<&crate::sql::ast::Ident>) -> Parsed<Option<ConstraintKind>> {
        if self.at_word("references") || self.at_word("foreign") {
            return Err(SqlError::unsupported(&["a foreign key is"], self.peek().at));
        }
        if self.take_word("check") {
            self.symbol("(")?;
            let condition = self.expr()?;
            self.symbol(")")?;
            return Ok(Some(ConstraintKind::Check(condition)));
        }
        let primary = self.take_words(&["primary", "key"])?;
        if !primary && !self.take_word("unique") {
            return Ok(None);
        }
        let columns = match column {
            Some(column) => vec![column.clone()],
            None => self.idents_in_parentheses()?,
        };
        Ok(Some(if primary { ConstraintKind::PrimaryKey(columns) } else { ConstraintKind::Unique(columns) }))
    }
}

/// A name for a constraint that has none, as PostgreSQL makes it: `orders_email_key`.
pub(in crate::sql) fn constraint_name(table: &str, columns: &[Name], suffix: &str) -> String {
    let mut name = table.to_owned();
    for column in columns {
        name.push('_');
        name.push_str(column);
    }
    name.push('_');
    name.push_str(suffix);
    name
}
