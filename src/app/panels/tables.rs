//! The relational tables: committed rows, changes that are not committed yet, and who has locked what.

use std::rc::Rc;

use crate::sim::World;
use crate::sql::{Column, RowView, Table};

use super::super::view::{TableRow, TableView};
use super::super::words;

/// How many rows of a table are shown: the last ones.
const MAX_ROWS: usize = 40;
/// How long a value is shown.
const MAX_VALUE: usize = 60;

/// The tables; `before` is the world before the last step.
pub(in crate::app) fn tables(world: &World, before: Option<&World>) -> Rc<[TableView]> {
    let tables = world.sql().tables();
    let old = |name: &str| before.and_then(|world| world.sql().table(name));
    let mut views = Vec::new();
    for table in tables {
        views.push(table_view(table, before.is_some(), old(table.name())));
    }
    views.into()
}

fn table_view(table: &Table, compare: bool, old: Option<&Table>) -> TableView {
    let mut rows = lines(table);
    if compare {
        let known = old.map_or_else(Vec::new, lines);
        for row in &mut rows {
            row.changed = !known.contains(row);
        }
    }
    let more = rows.len().saturating_sub(MAX_ROWS);
    rows.drain(..more);
    let mut columns = Vec::new();
    for (at, column) in table.columns().iter().enumerate() {
        columns.push(heading(table, at, column));
    }
    TableView { name: table.name().to_owned(), columns, rows, more }
}

fn heading(table: &Table, at: usize, column: &Column) -> (String, String, &'static str) {
    let key = table.indexes().iter().find(|index| index.columns.contains(&at));
    let about = key.map_or("", |index| match (index.primary, index.columns.len()) {
        (true, 1) => "primary key",
        (true, _) => "part of the primary key",
        (false, 1) => "unique",
        (false, _) => "unique together",
    });
    (column.name.to_string(), column.data_type.full_name(), about)
}

/// What a worker does to a row: `worker 1 changes it`.
fn told(worker: u8, what: &str) -> String {
    format!("worker {worker}{what}")
}

/// One line for each row as it is committed, and one for each version that is not.
fn lines(table: &Table) -> Vec<TableRow> {
    let mut all = Vec::new();
    for row in table.rows() {
        let RowView { committed, pending, locks } = row;
        let locked = locks.first().map(|(by, _)| format!("locked by worker {}", by.0)).unwrap_or_default();
        let mut push = |values: &[crate::sql::Datum], note: String, uncommitted| {
            let mut cells = Vec::new();
            for value in values {
                cells.push(words::shorten(&value.to_text(), MAX_VALUE));
            }
            all.push(TableRow { cells, note, uncommitted, changed: false });
        };
        if let Some(values) = &committed {
            let note = match &pending {
                Some((by, Some(_))) => told(by.0, " changes it"),
                Some((by, None)) => told(by.0, " deletes it, not committed"),
                None => locked,
            };
            push(values, note, false);
        }
        if let Some((by, Some(values))) = &pending {
            push(values, told(by.0, ", not committed"), true);
        }
    }
    all
}
