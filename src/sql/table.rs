//! A table: its shape, its heap of row versions, and the locks on its rows.
//!
//! The heap is in the order in which versions were written, which is the order of a sequential scan. A version no
//! one can see any more is removed at once, and rows are numbered anew then, by their first version: two tables
//! with equal futures are equal.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::MAX_ROWS;
use super::ast::{Ident, LockMode, Name};
use super::database::SessionId;
use super::datum::{Datum, Type};
use super::error::{SqlError, error, over};
use super::eval::Bound;
use crate::base::cast;
use crate::base::{Memo, fingerprint, sort_short_by_key};

/// The values of one row, in the order of the columns.
pub type Row = Arc<[Datum]>;

/// A row of these values.
pub(super) fn row_of(values: Vec<Datum>) -> Row {
    values.into()
}

/// One column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Column {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub data_type: Type,
    /// Whether NULL is refused.
    pub not_null: bool,
    /// What it holds when an INSERT does not say.
    pub default: Datum,
    /// Whether it counts by itself instead.
    pub serial: bool,
    pub(super) always: bool,
}

/// A unique index: what stands behind PRIMARY KEY and UNIQUE.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    /// The constraint's name.
    pub name: Name,
    /// The places of its columns.
    pub columns: Vec<usize>,
    /// Whether it is the primary key.
    pub primary: bool,
}

pub(super) struct Check {
    pub name: Name,
    pub condition: Bound,
}

/// What CREATE TABLE said; two shapes are equal when they are written alike.
pub(super) struct Shape {
    /// The statement.
    pub text: Name,
    pub name: Name,
    pub columns: Vec<Column>,
    /// The primary key first.
    pub indexes: Vec<Index>,
    pub checks: Vec<Check>,
}

impl Shape {
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| &*column.name == name)
    }

    /// Whether some unique index has one of the columns in which two rows differ.
    pub(super) fn key_changed(&self, old: &[Datum], new: &[Datum]) -> bool {
        self.indexes.iter().any(|index| index.columns.iter().any(|at| old[*at] != new[*at]))
    }

    /// The place of a column that a statement lists.
    pub(super) fn listed(&self, ident: &Ident) -> Result<usize, SqlError> {
        let Ident { name, at } = ident;
        self.position(name).ok_or_else(|| {
            error("42703 column \"%\" of relation \"%\" does not exist", &[name, &self.name], *at)
        })
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.text == other.text
    }
}

impl Eq for Shape {}

/// One version of a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Version {
    pub row: u32,
    pub values: Row,
    /// Whose uncommitted statement wrote it.
    pub created: Option<SessionId>,
    /// Whose uncommitted statement deleted it or wrote a newer version.
    pub ended: Option<SessionId>,
    /// In how many of the unique indexes it is.
    pub indexed: u8,
}

/// A lock on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RowLock {
    pub row: u32,
    pub session: SessionId,
    pub mode: LockMode,
}

/// A table as its screen shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) shape: Arc<Shape>,
    pub(super) heap: Vec<Version>,
    /// In the order of rows and sessions.
    pub(super) locks: Vec<RowLock>,
    /// The last number each serial column gave out.
    pub(super) sequences: Vec<i64>,
    next_row: u32,
    pub(super) memo: Memo,
}

impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let all = (&self.shape.text, &self.heap, &self.locks, &self.sequences, self.next_row);
        state.write_u64(self.memo.get_or(|| fingerprint(&all)));
    }
}

/// A row as its screen shows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowView {
    /// What everybody sees; `None` for a row that is not committed.
    pub committed: Option<Row>,
    /// Whose transaction has changed it, and to what; `None` inside for a deletion.
    pub pending: Option<(SessionId, Option<Row>)>,
    /// Who has locked it, and how strongly.
    pub locks: Vec<(SessionId, LockMode)>,
}

/// What a unique index says to a new key.
pub(super) enum Conflict {
    None,
    /// Another row has the key.
    Row(u32),
    /// It depends on how this session's transaction ends.
    Pending(SessionId),
}

impl Table {
    pub(super) fn new(shape: Arc<Shape>) -> Self {
        let sequences = vec![0; shape.columns.len()];
        let memo = Memo::default();
        Self { shape, heap: Vec::new(), locks: Vec::new(), sequences, next_row: 0, memo }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.shape.name
    }

    /// Its columns, in order.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.shape.columns
    }

    /// Its unique indexes, the primary key first.
    #[must_use]
    pub fn indexes(&self) -> &[Index] {
        &self.shape.indexes
    }

    /// Its rows, in the order of their first versions.
    #[must_use]
    pub fn rows(&self) -> Vec<RowView> {
        let mut found: Vec<RowView> = Vec::new();
        for version in &self.heap {
            let at = cast::index(version.row);
            if at >= found.len() {
                let new = RowView { committed: None, pending: None, locks: Vec::new() };
                found.resize(at + 1, new);
            }
            let row = &mut found[at];
            if version.created.is_none() {
                row.committed = Some(version.values.clone());
            }
            if let Some(by) = version.ended {
                row.pending = Some((by, None));
            } else if let Some(by) = version.created {
                row.pending = Some((by, Some(version.values.clone())));
            }
        }
        for lock in &self.locks {
            if let Some(row) = found.get_mut(cast::index(lock.row)) {
                row.locks.push((lock.session, lock.mode));
            }
        }
        found
    }

    /// Where in the heap the version of a row is that `session` sees.
    pub(super) fn find(&self, row: u32, session: SessionId) -> Option<usize> {
        // There is one at most, and of a row just written it is the last.
        self.heap.iter().rposition(|version| version.row == row && version.visible_to(session))
    }

    /// Writes a new row; no index has it yet.
    pub(super) fn insert(&mut self, session: SessionId, values: Row) -> Result<u32, SqlError> {
        if self.heap.len() >= MAX_ROWS {
            return Err(over("54000 a table may have this many rows: %; the row was not added", MAX_ROWS));
        }
        let row = self.next_row;
        self.next_row += 1;
        self.heap.push(Version { row, values, created: Some(session), ended: None, indexed: 0 });
        Ok(row)
    }

    /// Writes a new version of a row, or deletes it. The session holds the row's lock.
    pub(super) fn replace(
        &mut self,
        session: SessionId,
        at: usize,
        values: Option<Row>,
    ) -> Result<(), SqlError> {
        if values.is_some() && self.heap.len() >= 2 * MAX_ROWS {
            return Err(over("54000 a table may have this many rows: %; the row is as it was", MAX_ROWS));
        }
        let old = &self.heap[at];
        let row = old.row;
        let next = values.map(|values| {
            let indexed = if self.shape.key_changed(&old.values, &values) { 0 } else { u8::MAX };
            Version { row, values, created: Some(session), ended: None, indexed }
        });
        // A version of one's own keeps its keys taken for others until the end, unless the next one has them too.
        let keeps = next.as_ref().is_some_and(|next| next.indexed == u8::MAX);
        if old.created == Some(session) && keeps {
            self.heap.remove(at);
        } else {
            self.heap[at].ended = Some(session);
        }
        self.heap.extend(next);
        Ok(())
    }

    /// What a unique index has to say about a row that `session` wants to have these values.
    pub(super) fn conflict(&self, index: usize, values: &[Datum], session: SessionId) -> Conflict {
        let columns = &self.shape.indexes[index].columns;
        if columns.iter().any(|at| values[*at].is_null()) {
            return Conflict::None;
        }
        for version in &self.heap {
            let indexed = usize::from(version.indexed) > index;
            if !indexed || columns.iter().any(|at| version.values[*at].compare(&values[*at]).is_ne()) {
                continue;
            }
            match (version.created, version.ended) {
                (Some(other), _) if other != session => return Conflict::Pending(other),
                (_, Some(ended)) if ended == session => {}
                (_, Some(other)) => return Conflict::Pending(other),
                _ => return Conflict::Row(version.row),
            }
        }
        Conflict::None
    }

    /// `(id)=(7)`
    pub(super) fn key_text(&self, index: usize, values: &[Datum]) -> String {
        let columns = &self.shape.indexes[index].columns;
        let mut text = String::from("(");
        for (nth, at) in columns.iter().enumerate() {
            text.push_str(if nth > 0 { ", " } else { "" });
            text.push_str(&self.shape.columns[*at].name);
        }
        text.push_str(")=");
        let mut key = Vec::new();
        for at in columns {
            key.push(values[*at].clone());
        }
        text.push_str(&row_text(&key, usize::MAX));
        text
    }

    /// Locks a row, or locks it more strongly.
    pub(super) fn lock(&mut self, row: u32, session: SessionId, mode: LockMode) {
        match self.locks.binary_search_by_key(&(row, session), |lock| (lock.row, lock.session)) {
            Ok(at) => self.locks[at].mode = self.locks[at].mode.max(mode),
            Err(at) => self.locks.insert(at, RowLock { row, session, mode }),
        }
    }

    /// Who holds a lock on a row that another session's `mode` cannot stand beside.
    pub(super) fn lock_holder(&self, row: u32, session: SessionId, mode: LockMode) -> Option<SessionId> {
        let against =
            |lock: &&RowLock| lock.row == row && lock.session != session && lock.mode.conflicts_with(mode);
        self.locks.iter().find(against).map(|lock| lock.session)
    }

    /// Whether a session's transaction has left anything in this table.
    pub(super) fn touched_by(&self, session: SessionId) -> bool {
        self.locks.iter().any(|lock| lock.session == session)
            || self.heap.iter().any(|v| v.created == Some(session) || v.ended == Some(session))
    }

    /// Ends a session's transaction.
    pub(super) fn finish(&mut self, session: SessionId, commit: bool) {
        let mine = Some(session);
        self.heap.retain_mut(|version| {
            let gone = if commit { version.ended } else { version.created } == mine;
            version.created = version.created.filter(|by| Some(*by) != mine);
            version.ended = version.ended.filter(|by| Some(*by) != mine);
            !gone
        });
        self.locks.retain(|lock| lock.session != session);
        debug_assert!(!self.touched_by(session), "nothing is left of a transaction that is over");
    }

    /// Whether rows are numbered by their first version, without gaps.
    pub(super) fn is_numbered(&self) -> bool {
        let mut next = 0;
        for version in &self.heap {
            if version.row > next {
                return false;
            }
            next += u32::from(version.row == next);
        }
        next == self.next_row
    }

    /// Numbers the rows anew; answers the old numbers in the order of the new ones.
    pub(super) fn renumber(&mut self) -> Vec<u32> {
        let mut old: Vec<u32> = Vec::new();
        let mut new_of = vec![u32::MAX; cast::index(self.next_row)];
        for version in &mut self.heap {
            let new = &mut new_of[cast::index(version.row)];
            if *new == u32::MAX {
                *new = cast::count(old.len());
                old.push(version.row);
            }
            version.row = *new;
        }
        for lock in &mut self.locks {
            lock.row = new_of[cast::index(lock.row)];
        }
        // A row that is gone takes its locks with it.
        self.locks.retain(|lock| lock.row != u32::MAX);
        sort_short_by_key(&mut self.locks, |lock| (lock.row, lock.session));
        self.next_row = cast::count(old.len());
        debug_assert!(self.is_numbered(), "rows have the numbers of their places");
        new_of
    }
}

impl Version {
    pub(super) fn visible_to(&self, session: SessionId) -> bool {
        self.created.is_none_or(|by| by == session) && self.ended != Some(session)
    }
}

/// `(1, null)`, each value cut off after so many characters.
pub(super) fn row_text(values: &[Datum], longest: usize) -> String {
    let mut text = String::from("(");
    for (nth, value) in values.iter().enumerate() {
        text.push_str(if nth > 0 { ", " } else { "" });
        let value = value.to_text();
        match value.char_indices().nth(longest) {
            Some((end, _)) => {
                text.push_str(&value[..end]);
                text.push_str("...");
            }
            None => text.push_str(&value),
        }
    }
    text.push(')');
    text
}
