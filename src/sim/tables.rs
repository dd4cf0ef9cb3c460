//! The relational side of a world: questions to the database that watch it without touching it, and the statement a
//! worker waits in.

use std::fmt;
use std::sync::Arc;

use crate::base::{Bytes, OrderedMap};
use crate::recipe::{self, At, Frame, SqlText, Vocabulary};
use crate::sql::{Database, Datum, Outcome, Row, SessionId, Waiting};

use super::scenario::Scenario;
use super::world::{WorkerId, World};

/// The session nobody works in: it sees what is committed.
const ONLOOKER: SessionId = SessionId(u8::MAX);

impl From<WorkerId> for SessionId {
    /// Each worker has one connection.
    fn from(worker: WorkerId) -> Self {
        Self(worker.0)
    }
}

/// A statement with an order's fields filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    sql: SqlText,
    parameters: Vec<Datum>,
}

impl Query {
    /// The question that `text` asks of these tables, if they are known, for a job with these fields, which stand in it
    /// as `{job.NAME}`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn new(
        text: &str,
        fields: &OrderedMap<String, Bytes>,
        tables: Option<&Database>,
    ) -> Result<Self, String> {
        let query = Self::statement(text, fields, tables)?;
        let statement = query.sql.statement();
        if statement.writes() || !statement.returns_rows() {
            return Err("this has to be one SELECT".to_owned());
        }
        Ok(query)
    }

    /// The same for a statement of any kind.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn statement(
        text: &str,
        fields: &OrderedMap<String, Bytes>,
        tables: Option<&Database>,
    ) -> Result<Self, String> {
        let names: Vec<&str> = fields.keys().map(String::as_str).collect();
        let program = recipe::parse(text, &Vocabulary { job_fields: &names, tables })
            .map_err(|found| found.first().map_or_else(String::new, ToString::to_string))?;
        let job = recipe::Job { id: Bytes::default(), fields: Arc::new(fields.clone()) };
        let context = recipe::Context { job: &job, worker: 0, token: "", now: Scenario::START };
        match Frame::start(&program, &context).at(&program, &context) {
            At::Sql { sql, parameters, .. } => Ok(Self { sql, parameters }),
            _ => Err("this has to be one SQL statement".to_owned()),
        }
    }

    /// What it answers of all that is committed; nothing when it fails.
    #[must_use]
    pub fn rows(&self, database: &Database) -> Vec<Row> {
        database.look(ONLOOKER, self.sql.statement(), &self.parameters)
    }

    /// Carries it out at once or not at all.
    ///
    /// # Errors
    /// Why not.
    pub fn run(&self, database: &mut Database) -> Result<(), String> {
        let outcome = database.execute(ONLOOKER, self.sql.statement(), &self.parameters);
        let open = database.in_transaction(ONLOOKER).is_some();
        database.disconnect(ONLOOKER);
        match outcome {
            Outcome::Failed(error) => Err(error.to_string()),
            Outcome::Waits { .. } => Err("a row is in use".to_owned()),
            _ if open => Err("a transaction cannot be left open here".to_owned()),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sql.write(&self.parameters, f)
    }
}

/// The first value of the first row as a whole number.
#[must_use]
pub fn number_of(rows: &[Row]) -> Option<i64> {
    match rows.first()?.first()? {
        Datum::Int(number) => Some(*number),
        Datum::Null => Some(0),
        other => other.to_text().parse().ok(),
    }
}

/// `waits for worker 2: the row (id)=(7) of accounts, FOR UPDATE`
pub(super) fn waits_for(waiting: &Waiting) -> String {
    match waiting.on {
        Some(on) => format!("waits for worker {}: {}", on.0, waiting.text),
        None => format!("waited for {}, which is free now", waiting.text),
    }
}

impl Scenario {
    /// The database that this scenario's statements set up.
    ///
    /// # Errors
    /// The index of the statement that fails, and why.
    pub fn database(&self) -> Result<Database, (usize, String)> {
        let mut database = Database::default();
        for (index, text) in self.tables.iter().enumerate() {
            match database.execute_text(ONLOOKER, text, &[]) {
                Outcome::Failed(error) => return Err((index, error.to_string())),
                _ if database.in_transaction(ONLOOKER).is_some() => {
                    return Err((index, "a transaction cannot be left open here".to_owned()));
                }
                _ => {}
            }
        }
        Ok(database)
    }
}

impl World {
    /// The rows that an order brings along. What cannot be carried out, since a recipe has dropped the table or holds
    /// the row, is left out.
    pub(super) fn run_per_order(&mut self, fields: &OrderedMap<String, Bytes>) {
        for text in &self.scenario.per_order {
            if let Ok(query) = Query::statement(text, fields, None) {
                let _ = query.run(&mut self.sql);
            }
        }
    }

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
