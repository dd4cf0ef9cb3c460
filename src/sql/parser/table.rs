//! CREATE TABLE.

use super::{Parsed, Parser};
use crate::sql::ast::{ColumnDef, ConstraintDef, Ident};
use crate::sql::error::error;

impl Parser<'_> {
    pub(super) fn create_table(&mut self) -> Parsed<()> {
        if !self.take("table") {
            return Err(self.unexpected("TABLE"));
        }
        self.it.option = self.take_all("if not exists")?;
        let name = self.ident()?;
        self.it.tables.push(name);
        self.need("(")?;
        loop {
            if !self.constraint(None)? {
                self.column()?;
            }
            if !self.take(",") {
                break;
            }
        }
        self.need(")")
    }

    fn column(&mut self) -> Parsed<()> {
        let name = self.ident()?;
        let (data_type, serial) = self.data_type()?;
        let mut column =
            ColumnDef { name, data_type, not_null: serial, default: None, serial, always: false };
        loop {
            if self.take_all("not null")? {
                column.not_null = true;
            } else if self.take("null") {
            } else if self.take("default") {
                column.default = Some(self.expr()?);
            } else if self.take("generated") {
                // `GENERATED [ALWAYS | BY DEFAULT] AS IDENTITY`
                column.always = self.take("always");
                if !column.always {
                    self.need("by")?;
                    self.need("default")?;
                }
                self.need("as")?;
                self.need("identity")?;
                (column.serial, column.not_null) = (true, true);
            } else if !self.constraint(Some(&column.name))? {
                break;
            }
        }
        self.it.definitions.push(column);
        Ok(())
    }

    /// A constraint behind a column, or one of the table's own with its columns in parentheses, if one comes next.
    fn constraint(&mut self, column: Option<&Ident>) -> Parsed<bool> {
        let at = self.peek().at;
        let mut found = ConstraintDef {
            name: None,
            at,
            primary: false,
            columns: Vec::new(),
            condition: None,
            behind: column.map(|column| column.name.clone()),
        };
        let named = self.take("constraint");
        if named {
            found.name = Some(self.ident()?.name);
        }
        if self.at("references") || self.at("foreign") {
            return Err(error("0A000 a foreign key is not supported here", &[], self.peek().at));
        }
        if self.take("check") {
            self.need("(")?;
            found.condition = Some(self.expr()?);
            self.need(")")?;
        } else {
            found.primary = self.take_all("primary key")?;
            if !found.primary && !self.take("unique") {
                return if named { Err(self.unexpected("PRIMARY KEY, UNIQUE or CHECK")) } else { Ok(false) };
            }
            match column {
                Some(column) => found.columns.push(column.clone()),
                None => found.columns = self.idents_in_parentheses()?,
            }
        }
        self.it.constraints.push(found);
        Ok(true)
    }
}
