//! The relational store against the real thing: the same statements of several sessions, in the same order, to
//! PostgreSQL and to [`Database`]; the same answers, the same sessions waiting, the same tables in the end.
//!
//! Needs PostgreSQL 15 (`apt-get install postgresql`), in the path or where Debian puts it. A waiting session of the
//! server goes on by itself; the store's does when it is told to, here at once. Where several could go on, the order
//! that the server has chosen is looked for.

mod generator;
mod scripts;
mod server;

use std::thread::sleep;
use std::time::{Duration, Instant};

use generator::Generator;
use redeliver::sql::{Database, Outcome, SessionId, TransactionState};
use server::{Connection, Reply, Server};

const SESSIONS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(5);
/// Longer than the server's `deadlock_timeout`: whoever waits so long does not look for a deadlock again.
const CHECKED: Duration = Duration::from_millis(25);

/// The store's answer in the form of the server's.
fn as_reply(db: &Database, session: SessionId, outcome: &Outcome) -> Reply {
    let status = match db.in_transaction(session) {
        None => 'I',
        Some(TransactionState::Open) => 'T',
        Some(TransactionState::Aborted) => 'E',
    };
    let mut reply = Reply { status, ..Reply::default() };
    match outcome {
        Outcome::Rows { columns, rows, tag } => {
            reply.columns.clone_from(columns);
            reply.rows = rows.iter().map(|row| row.iter().map(|value| value.to_text()).collect()).collect();
            reply.tag.clone_from(tag);
        }
        Outcome::Done { tag, .. } => reply.tag.clone_from(tag),
        Outcome::Failed(error) => {
            // A deadlock's detail names processes.
            let detail = if error.sqlstate == "40P01" { "" } else { &error.detail };
            let place = if error.position > 0 { error.position.to_string() } else { String::new() };
            let fields = [error.sqlstate, &error.message, detail, &place];
            reply.error = Some(fields.map(str::to_owned));
        }
        Outcome::Waits { .. } => unreachable!("a session that waits has not answered"),
    }
    reply
}

fn normal(mut reply: Reply) -> Reply {
    if let Some([sqlstate, _, detail, _]) = &mut reply.error
        && sqlstate == "40P01"
    {
        detail.clear();
    }
    if reply.error.is_some() {
        // What the server sent before it found the error.
        (reply.columns, reply.rows) = (Vec::new(), Vec::new());
    }
    reply
}

/// The same statements on both.
struct Both {
    control: Connection,
    sessions: Vec<Connection>,
    db: Database,
    log: Vec<String>,
}

type Answers = Vec<(usize, Reply)>;

impl Both {
    fn new(server: &Server) -> Self {
        let sessions = (0..SESSIONS).map(|_| server.connect()).collect();
        Self { control: server.connect(), sessions, db: Database::default(), log: Vec::new() }
    }

    fn waits(&self, session: usize) -> bool {
        self.db.waiting(SessionId(session as u8)).is_some()
    }

    /// A new start: no transaction, no table, these statements run.
    fn begin(&mut self, setup: &[&str]) {
        self.db = Database::default();
        self.log.clear();
        let tables = self.control.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
        for row in &tables.rows {
            self.control.query(&format!("DROP TABLE \"{}\"", row[0]));
        }
        for statement in setup {
            self.run(0, statement);
        }
    }

    fn context(&self) -> String {
        self.log.join("\n")
    }

    /// Runs one statement on both and lets whoever can go on after it.
    fn run(&mut self, session: usize, statement: &str) {
        self.log.push(format!("{session}: {statement}"));
        let id = SessionId(session as u8);
        let outcome = self.db.execute_text(id, statement, &[]);
        if matches!(&outcome, Outcome::Failed(error) if error.sqlstate == "40P01") {
            sleep(CHECKED);
        }
        self.sessions[session].send(statement);
        if let Outcome::Waits { .. } = outcome {
            self.log.push(format!("   {session} waits"));
            self.assert_blocked(session);
            return;
        }
        let expected = as_reply(&self.db, id, &outcome);
        let reply = self.sessions[session].wait_for_reply().map(normal);
        assert_eq!(reply, Some(expected.clone()), "server and store after\n{}", self.context());
        self.log.push(format!("   {session} {}{:?}", expected.tag, expected.error.unwrap_or_default()));
        self.go_on();
    }

    fn assert_blocked(&mut self, session: usize) {
        let query = format!("SELECT cardinality(pg_blocking_pids({}))", self.sessions[session].process);
        let begun = Instant::now();
        loop {
            if let Some(reply) = self.sessions[session].poll() {
                panic!("the server answers {reply:?}, the store waits:\n{}", self.context());
            }
            if self.control.query(&query).rows[0][0] != "0" {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "the server does not wait:\n{}", self.context());
        }
    }

    /// Everything that can go on does, in an order of which the first choice is `first`.
    fn predicted(&self, first: usize) -> (Database, Answers) {
        let mut db = self.db.clone();
        let mut answers = Vec::new();
        let mut order: Vec<usize> = (0..SESSIONS).collect();
        order.rotate_left(first);
        while let Some(session) = order.iter().find(|session| db.can_resume(SessionId(**session as u8))) {
            let id = SessionId(*session as u8);
            let outcome = db.resume(id);
            if !matches!(outcome, Outcome::Waits { .. }) {
                answers.push((*session, as_reply(&db, id, &outcome)));
            }
        }
        answers.sort_by_key(|(session, _)| *session);
        (db, answers)
    }

    fn go_on(&mut self) {
        let waiting: Vec<usize> = (0..SESSIONS).filter(|session| self.waits(*session)).collect();
        if waiting.is_empty() {
            return;
        }
        let predictions: Vec<(Database, Answers)> =
            (0..SESSIONS).map(|first| self.predicted(first)).collect();
        let mut answers: Answers = Vec::new();
        let begun = Instant::now();
        let (db, answers) = loop {
            for session in &waiting {
                if let Some(reply) = self.sessions[*session].poll() {
                    answers.push((*session, normal(reply)));
                }
            }
            answers.sort_by_key(|(session, _)| *session);
            if let Some(found) = predictions.iter().find(|(_, predicted)| *predicted == answers) {
                break found.clone();
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "the server's waiting sessions answer {answers:?}\nthe store's {:?}\nafter\n{}",
                predictions[0].1,
                self.context()
            );
        };
        self.db = db;
        for (session, reply) in &answers {
            self.log.push(format!("   {session} goes on: {} {:?}", reply.tag, reply.error));
        }
        for session in waiting {
            if self.waits(session) {
                self.assert_blocked(session);
            }
        }
    }

    /// Ends every transaction, as a session's end would, and compares the tables.
    fn finish(&mut self, tables: &[&str]) {
        while let Some(session) = (0..SESSIONS).find(|session| {
            !self.waits(*session) && self.db.in_transaction(SessionId(*session as u8)).is_some()
        }) {
            self.run(session, if session == 1 { "ROLLBACK" } else { "COMMIT" });
        }
        for table in tables {
            self.run(0, &format!("SELECT * FROM {table}"));
        }
    }
}

#[test]
fn written_interleavings_end_as_on_the_server() {
    let server = Server::start("scripts");
    let mut both = Both::new(&server);
    for script in scripts::SCRIPTS {
        let lines: Vec<&str> = script.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let setup: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("setup: ")).collect();
        both.begin(&setup);
        for line in lines.iter().filter(|line| !line.starts_with("setup: ")) {
            let (session, statement) = line.split_once(": ").expect("a session and a statement");
            both.run(session.parse().expect("a session"), statement);
        }
        both.finish(&["t"]);
    }
}

#[test]
fn statements_are_answered_as_by_the_server() {
    let server = Server::start("single");
    let mut both = Both::new(&server);
    both.begin(scripts::SINGLE_SETUP);
    for statement in scripts::SINGLE.lines().map(str::trim).filter(|line| !line.is_empty()) {
        both.run(0, statement);
    }
}

#[test]
fn random_interleavings_end_as_on_the_server() {
    const ROUNDS: u64 = 1_000;
    let server = Server::start("random");
    let mut both = Both::new(&server);
    let mut waits = 0;
    for seed in 0..ROUNDS {
        let mut generator = Generator::new(seed);
        both.begin(&generator::SETUP);
        both.log.push(format!("seed {seed}"));
        for _ in 0..generator.steps() {
            let session = generator.session();
            if both.waits(session) {
                continue;
            }
            let open = both.db.in_transaction(SessionId(session as u8)).is_some();
            both.run(session, &generator.statement(open));
            waits += usize::from(both.waits(session));
        }
        both.finish(&["t", "s"]);
    }
    assert!(waits > 500, "only {waits} statements have waited");
}
