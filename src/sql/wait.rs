//! Who waits on whom: row locks, uniqueness, tables about to be dropped, and the circles this can close.

use super::ast::{LockMode, Name};
use super::database::{Database, SessionId};
use super::error::{SqlError, error};
use super::table::{Conflict, Row, row_text};
use crate::base::cast;

/// What a statement cannot go on without. Who is in its way is worked out whenever it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Want {
    /// The version in the way is kept: the queue for it ends when there is a newer one.
    Row { table: Name, row: u32, mode: LockMode, seen: Row },
    /// The row with these values in a unique index.
    Key { table: Name, index: usize, values: Row },
    /// The table: for itself alone, or not.
    Table { table: Name, exclusive: bool },
}

impl Want {
    pub(super) fn table(&self) -> &Name {
        match self {
            Self::Row { table, .. } | Self::Key { table, .. } | Self::Table { table, .. } => table,
        }
    }

    pub(super) fn renumber(&mut self, new_of: &[u32]) {
        if let Self::Row { row, .. } = self {
            *row = new_of.get(cast::index(*row)).copied().unwrap_or(u32::MAX);
        }
    }
}

/// A statement that waits, as its screen shows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// The session whose transaction is in the way; `None` when the way is free.
    pub on: Option<SessionId>,
    /// What it waits for.
    pub for_what: WaitsFor,
    /// The same in words, as in `the row (id)=(7) of accounts, FOR UPDATE`.
    pub text: String,
}

/// The kinds of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitsFor {
    /// A row that another transaction has locked.
    Row(LockMode),
    /// Whether another transaction's uncommitted change takes a unique key or frees it.
    Key,
    /// A table in use.
    Table,
}

impl Database {
    /// On whom and for what a session waits.
    #[must_use]
    pub fn waiting(&self, session: SessionId) -> Option<Waiting> {
        let want = &self.session(session)?.waiting.as_ref()?.1;
        let on = self.blockers(session, want).first().copied();
        let name = want.table();
        let table = self.table(name);
        let (for_what, parts) = match want {
            Want::Row { row, mode, .. } => {
                let version = table.and_then(|table| Some((table, table.find(*row, session)?)));
                let key = version.map_or_else(String::new, |(table, at)| {
                    let values = &table.heap[at].values;
                    if table.shape.indexes.is_empty() {
                        row_text(values, 20)
                    } else {
                        table.key_text(0, values)
                    }
                });
                (WaitsFor::Row(*mode), format!("the row {key} of {name}, {}", mode.name()))
            }
            Want::Key { index, values, .. } => {
                let key = table.map_or_else(String::new, |table| table.key_text(*index, values));
                (WaitsFor::Key, format!("the unique key {key} of {name}"))
            }
            Want::Table { .. } => (WaitsFor::Table, format!("the table {name}")),
        };
        Some(Waiting { on, for_what, text: parts })
    }

    /// Whether a session waits and nothing is in its way any more.
    #[must_use]
    pub fn can_resume(&self, session: SessionId) -> bool {
        let waiting = self.session(session).and_then(|found| found.waiting.as_ref());
        waiting.is_some_and(|waiting| self.blockers(session, &waiting.1).is_empty())
    }

    /// The sessions that wait longer than this one, with what they want.
    fn earlier(&self, session: SessionId) -> impl Iterator<Item = (SessionId, &Want)> {
        let end = self.queue.iter().position(|queued| *queued == session).unwrap_or(self.queue.len());
        self.queue[..end].iter().filter_map(|id| Some((*id, &self.session(*id)?.waiting.as_ref()?.1)))
    }

    /// Every session in the way of what `session` wants.
    pub(super) fn blockers(&self, session: SessionId, want: &Want) -> Vec<SessionId> {
        let mut found = Vec::new();
        match want {
            Want::Row { table, row, mode, seen } => {
                let Some(table) = self.table(table) else { return found };
                let locks = || table.locks.iter().filter(|lock| lock.row == *row);
                // Who has some lock on the row already does not queue: whoever comes first of those gets it.
                if !locks().any(|lock| lock.session == session)
                    && table.find(*row, session).is_some_and(|at| table.heap[at].values == *seen)
                {
                    for (other, wanted) in self.earlier(session) {
                        let Want::Row { row: wanted_row, mode: wanted_mode, .. } = wanted else { continue };
                        let same = wanted.table() == want.table() && wanted_row == row;
                        let queues = !locks().any(|lock| lock.session == other);
                        if same && queues && wanted_mode.conflicts_with(*mode) {
                            found.push(other);
                        }
                    }
                }
                let against =
                    locks().filter(|lock| lock.session != session && lock.mode.conflicts_with(*mode));
                found.extend(against.map(|lock| lock.session));
            }
            Want::Key { table, index, values } => {
                let Some(table) = self.table(table) else { return found };
                if let Conflict::Pending(other) = table.conflict(*index, values, session) {
                    found.push(other);
                }
            }
            Want::Table { table, exclusive } => {
                for (other, wanted) in self.earlier(session) {
                    let Want::Table { table: same, exclusive: theirs } = wanted else { continue };
                    if same == table && (*theirs || *exclusive) {
                        found.push(other);
                    }
                }
                if *exclusive {
                    let users = self.sessions.iter().filter(|other| other.id != session);
                    found.extend(users.filter(|other| other.touched.contains(table)).map(|other| other.id));
                }
            }
        }
        found
    }

    /// The error for a wait that would never end.
    pub(super) fn deadlock(&self, session: SessionId, want: &Want) -> Option<SqlError> {
        let mut pending = self.blockers(session, want);
        let mut seen: Vec<SessionId> = Vec::new();
        while let Some(other) = pending.pop() {
            if other == session {
                let error = error("40P01 deadlock detected", &[], 0);
                return Some(error.detail("This session waits for one that waits for it.", &[]));
            }
            if seen.contains(&other) {
                continue;
            }
            seen.push(other);
            if let Some(waiting) = self.session(other).and_then(|found| found.waiting.as_ref()) {
                pending.extend(self.blockers(other, &waiting.1));
            }
        }
        None
    }
}
