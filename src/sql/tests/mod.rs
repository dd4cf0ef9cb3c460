//! The store, rule by rule. What a statement answers is written in one line, see [`Play::run`].

mod constraints;
mod isolation;
mod limits;
mod queries;
mod syntax;
mod value;

use super::{Database, Datum, Outcome, SessionId, SqlError};

/// A database and the statements run on it.
#[derive(Default)]
struct Play {
    db: Database,
}

fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Rows { rows, tag, .. } => {
            let mut text = String::new();
            for row in rows {
                let values: Vec<String> = row.iter().map(Datum::to_text).collect();
                text += &format!("({}) ", values.join(", "));
            }
            text + tag
        }
        Outcome::Done { tag, warning: "", .. } => tag.clone(),
        Outcome::Done { tag, warning, .. } => format!("{tag}; {warning}"),
        Outcome::Waits { on } => format!("waits for {}", on.0),
        Outcome::Failed(error) => error.to_string(),
    }
}

impl Play {
    /// A database on which these statements have succeeded.
    fn with(statements: &[&str]) -> Self {
        let mut play = Self::default();
        for statement in statements {
            let answer = play.run(9, statement);
            assert_ne!(answer.as_bytes()[2], b'0', "{statement}: {answer}");
        }
        play
    }

    /// `accounts (id, balance)` with the rows (1, 100) and (2, 200).
    fn accounts() -> Self {
        Self::with(&[
            "CREATE TABLE accounts (id int PRIMARY KEY, balance int)",
            "INSERT INTO accounts VALUES (1, 100), (2, 200)",
        ])
    }

    /// Runs a statement; its rows and its tag, `waits for` whom, or SQLSTATE and message.
    fn run(&mut self, session: u8, text: &str) -> String {
        shown(&self.db.execute_text(SessionId(session), text, &[]))
    }

    /// Runs statements of one session and answers what the last one does.
    fn run_all(&mut self, session: u8, statements: &[&str]) -> String {
        statements.iter().fold(String::new(), |_, text| self.run(session, text))
    }

    fn resume(&mut self, session: u8) -> String {
        assert!(self.db.can_resume(SessionId(session)), "session {session} still waits");
        shown(&self.db.resume(SessionId(session)))
    }

    fn can_resume(&self, session: u8) -> bool {
        self.db.can_resume(SessionId(session))
    }

    fn error(&mut self, text: &str) -> SqlError {
        match self.db.execute_text(SessionId(1), text, &[]) {
            Outcome::Failed(error) => error,
            other => panic!("{text}: {}", shown(&other)),
        }
    }

    fn given(&mut self, text: &str, parameters: &[Datum]) -> String {
        shown(&self.db.execute_text(SessionId(1), text, parameters))
    }
}
