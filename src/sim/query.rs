//! Questions to the relational database that watch it without touching it, and statements of the producer's.

use std::fmt;
use std::sync::Arc;

use crate::base::{Bytes, Millis, OrderedMap};
use crate::recipe::{self, At, Frame, SqlText, Vocabulary};
use crate::sql::{Database, Datum, Outcome, Row, SessionId};

/// The session nobody works in: it sees what is committed.
pub(super) const ONLOOKER: SessionId = SessionId(u8::MAX);

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
        let context = recipe::Context { job: &job, worker: 0, token: "", now: Millis(0) };
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
