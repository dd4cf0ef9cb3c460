//! The workers' connections to the relational database: each has one, and may wait in it for another's transaction.

use crate::sql::{Database, SessionId, Waiting};

use super::ids::WorkerId;
use super::world::World;

/// `waits for worker 2: the row (id)=(7) of accounts, FOR UPDATE`
pub(super) fn waits_for(waiting: &Waiting) -> String {
    match waiting.on {
        Some(on) => format!("waits for worker {}: {}", on.0, waiting.text),
        None => format!("waited for {}, which is free now", waiting.text),
    }
}

impl World {
    /// The relational database.
    #[must_use]
    pub fn sql(&self) -> &Database {
        &self.sql
    }

    /// Why a worker's statement cannot go on, when it waits for another's transaction.
    #[must_use]
    pub fn waits(&self, worker: WorkerId) -> Option<String> {
        let session = SessionId::from(worker);
        if self.sql.can_resume(session) {
            return None;
        }
        self.sql.waiting(session).map(|waiting| waits_for(&waiting))
    }

    /// Whether a worker has sent a statement that the database has not answered yet.
    #[must_use]
    pub fn has_sent(&self, worker: WorkerId) -> bool {
        self.sql.waiting(SessionId::from(worker)).is_some()
    }

    /// A worker's connection is gone or given back: an open transaction is rolled back. Whether there was one.
    pub(super) fn hang_up(&mut self, worker: WorkerId) -> bool {
        let session = SessionId::from(worker);
        let open = self.sql.in_transaction(session).is_some();
        if open || self.sql.waiting(session).is_some() {
            self.sql.disconnect(session);
        }
        open
    }
}
