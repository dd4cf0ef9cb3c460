//! The relational store against the real thing: the same statements of several sessions, in the same order, to
//! PostgreSQL and to [`Database`]; the same answers, the same sessions waiting, the same tables in the end.
//!
//! Needs PostgreSQL 15 (`apt-get install postgresql`), in the path or where Debian puts it. A waiting session of the
//! server goes on by itself; the store's does when it is told to, here at once. Where several could go on, the order
//! that the server has chosen is found out by what it answers.

mod consumers;
mod generator;
#[path = "../schedule/mod.rs"]
mod schedule;
mod scripts;
mod server;

use std::thread::sleep;
use std::time::{Duration, Instant};

use generator::Generator;
use redeliver::sql::{Database, Datum, Outcome, SessionId, TransactionState};
use server::{Connection, Reply, Server};

const SESSIONS: usize = 4;
const PATIENCE: Duration = Duration::from_secs(5);
/// Longer than the server's `deadlock_timeout`: whoever waits so long does not look for a deadlock again.
const CHECKED: Duration = Duration::from_millis(50);

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

/// The same statements on both. Where the order in which sessions went on is not known yet, the store is in several
/// states; those that the server contradicts are dropped.
struct Both<'s> {
    server: &'s Server,
    control: Connection,
    sessions: Vec<Connection>,
    states: Vec<Database>,
    /// What each session was told last.
    answers: Vec<Reply>,
    /// Two sessions have gone on at once: row by row, each when the server had time for it. In which order their new
    /// rows lie is not known then.
    interleaved: bool,
    log: Vec<String>,
}

type Answers = Vec<(usize, Reply)>;

/// The orders in which sessions can come.
fn orders(sessions: &[usize]) -> Vec<Vec<usize>> {
    if sessions.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for first in sessions {
        let others: Vec<usize> = sessions.iter().filter(|other| *other != first).copied().collect();
        found.extend(orders(&others).into_iter().map(|rest| [vec![*first], rest].concat()));
    }
    found
}

fn id(session: usize) -> SessionId {
    SessionId(u8::try_from(session).expect("a small number"))
}

/// Whether the store's reply is the server's. The store may give an error a place where the server gives none.
fn same(store: Option<&Reply>, server: Option<&Reply>) -> bool {
    let mut store = store.cloned();
    if let (Some(Reply { error: Some(ours), .. }), Some(Reply { error: Some(theirs), .. })) =
        (&mut store, server)
        && theirs[3].is_empty()
    {
        ours[3].clear();
    }
    store.as_ref() == server
}

fn add_new<T: PartialEq>(list: &mut Vec<T>, new: T) {
    if !list.contains(&new) {
        list.push(new);
    }
}

/// Everything that can go on does, the first one in `order` first: each way in which that can end. There are several
/// where sessions that go on close a circle. All of its members wait anew, and which of them looks first, and fails,
/// is decided by the server's timers; the store always fails the one that comes last.
fn gone_on(mut db: Database, order: &[usize]) -> Vec<(Database, Answers)> {
    let mut ends = Vec::new();
    let mut answers = Vec::new();
    while let Some(session) = order.iter().copied().find(|session| db.can_resume(id(*session))) {
        let before = db.clone();
        let outcome = db.resume(id(session));
        if matches!(&outcome, Outcome::Failed(error) if error.sqlstate == "40P01") {
            for victim in order.iter().filter(|victim| **victim != session) {
                let Some((failed, reply)) = fail_instead(before.clone(), *victim, session) else { continue };
                for (end, later) in gone_on(failed, order) {
                    let mut told = [answers.clone(), vec![(*victim, reply.clone())], later].concat();
                    told.sort_by_key(|(session, _)| *session);
                    add_new(&mut ends, (end, told));
                }
            }
        }
        if !matches!(outcome, Outcome::Waits { .. }) {
            answers.push((session, as_reply(&db, id(session), &outcome)));
        }
    }
    answers.sort_by_key(|(session, _)| *session);
    add_new(&mut ends, (db, answers));
    ends
}

/// The store in which `victim` has failed, so that `saved` does not; `None` where that would not save it.
fn fail_instead(mut db: Database, victim: usize, saved: usize) -> Option<(Database, Reply)> {
    db.waiting(id(victim))?;
    let in_block = db.in_transaction(id(victim)).is_some();
    db.disconnect(id(victim));
    if in_block {
        db.execute_text(id(victim), "BEGIN", &[]);
        db.execute_text(id(victim), "SELECT 1 / 0", &[]);
    }
    let outcome = db.clone().resume(id(saved));
    if matches!(&outcome, Outcome::Failed(error) if error.sqlstate == "40P01") {
        return None;
    }
    let error = ["40P01", "deadlock detected", "", ""].map(str::to_owned);
    let status = if in_block { 'E' } else { 'I' };
    Some((db, Reply { error: Some(error), status, ..Reply::default() }))
}

impl<'s> Both<'s> {
    fn new(server: &'s Server) -> Self {
        Self {
            server,
            control: server.connect(),
            sessions: (0..SESSIONS).map(|_| server.connect()).collect(),
            states: vec![Database::default()],
            answers: vec![Reply::default(); SESSIONS],
            interleaved: false,
            log: Vec::new(),
        }
    }

    fn waits(&self, session: usize) -> bool {
        self.states[0].waiting(id(session)).is_some()
    }

    fn in_transaction(&self, session: usize) -> bool {
        self.states[0].in_transaction(id(session)).is_some()
    }

    /// A new start: no transaction, no table, these statements run.
    fn begin(&mut self, setup: &[impl AsRef<str>]) {
        self.states = vec![Database::default()];
        self.interleaved = false;
        self.log.clear();
        let tables = self.control.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
        for row in &tables.rows {
            self.control.query(&format!("DROP TABLE \"{}\"", row[0]));
        }
        for statement in setup {
            self.run(0, statement.as_ref(), &[]);
        }
    }

    /// The reply as far as it can be foretold: its rows in no order once that is not known.
    fn told(&self, mut reply: Reply) -> Reply {
        if self.interleaved {
            reply.rows.sort();
        }
        reply
    }

    fn context(&self) -> String {
        self.log.join("\n")
    }

    fn is_blocked(&mut self, session: usize) -> bool {
        let process = self.sessions[session].process;
        self.control.query(&format!("SELECT cardinality(pg_blocking_pids({process}))")).rows[0][0] != "0"
    }

    /// Runs one statement on both and lets whoever can go on after it.
    fn run(&mut self, session: usize, statement: &str, parameters: &[Datum]) {
        self.log.push(format!("{session}: {statement} {parameters:?}"));
        // What it comes to, `None` when it waits.
        let mut possible: Vec<(Database, Option<Reply>)> = Vec::new();
        for state in &self.states {
            let mut db = state.clone();
            let outcome = db.execute_text(id(session), statement, parameters);
            let waits = matches!(outcome, Outcome::Waits { .. });
            let reply = (!waits).then(|| self.told(as_reply(&db, id(session), &outcome)));
            add_new(&mut possible, (db, reply));
        }
        let deadlock = |reply: &Reply| reply.error.as_ref().is_some_and(|error| error[0] == "40P01");
        let deadlock = possible.iter().any(|(_, reply)| reply.as_ref().is_some_and(deadlock));
        if deadlock {
            sleep(CHECKED);
        }
        let parameters: Vec<_> = parameters.iter().map(|it| (!it.is_null()).then(|| it.to_text())).collect();
        self.sessions[session].send(statement, &parameters);
        let begun = Instant::now();
        let observed = loop {
            if let Some(reply) = self.sessions[session].poll() {
                break Some(self.told(normal(reply)));
            }
            let may_wait = possible.iter().any(|(_, reply)| reply.is_none());
            if may_wait && (!deadlock || begun.elapsed() > CHECKED) && self.is_blocked(session) {
                break None;
            }
            assert!(begun.elapsed() < PATIENCE, "no answer, not expected to wait:\n{}", self.context());
        };
        let expected = possible[0].1.clone();
        possible.retain(|(_, reply)| same(reply.as_ref(), observed.as_ref()));
        assert!(
            !possible.is_empty(),
            "after\n{}\nthe server says {observed:?}\nthe store      {expected:?}",
            self.context()
        );
        self.states = possible.into_iter().map(|(db, _)| db).collect();
        match observed {
            Some(reply) => {
                self.log.push(format!("   {session} {} {:?}", reply.tag, reply.error));
                self.answers[session] = reply;
                self.go_on();
            }
            None => self.log.push(format!("   {session} waits")),
        }
    }

    /// Lets the server's sessions go on until they have done what the store's could have.
    fn go_on(&mut self) {
        let waiting: Vec<usize> = (0..SESSIONS).filter(|session| self.waits(*session)).collect();
        if waiting.is_empty() {
            return;
        }
        self.interleaved |= self
            .states
            .iter()
            .any(|state| waiting.iter().filter(|session| state.can_resume(id(**session))).count() > 1);
        let mut possible: Vec<(Database, Answers)> = Vec::new();
        for state in &self.states {
            for order in orders(&waiting) {
                for (db, answers) in gone_on(state.clone(), &order) {
                    let told = answers.into_iter().map(|(session, reply)| (session, self.told(reply)));
                    add_new(&mut possible, (db, told.collect()));
                }
            }
        }
        let mut answers: Answers = Vec::new();
        let begun = Instant::now();
        loop {
            for session in &waiting {
                if let Some(reply) = self.sessions[*session].poll() {
                    answers.push((*session, self.told(normal(reply))));
                }
            }
            answers.sort_by_key(|(session, _)| *session);
            let silent = |session: &&usize| answers.iter().all(|(answered, _)| answered != *session);
            let silent: Vec<usize> = waiting.iter().filter(silent).copied().collect();
            let matched = possible.iter().any(|(_, predicted)| *predicted == answers);
            if matched && silent.into_iter().all(|session| self.is_blocked(session)) {
                break;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "after\n{}\nthe server's waiting sessions answer {answers:?}\nthe store's {:?}",
                self.context(),
                possible.iter().map(|(_, answers)| answers).collect::<Vec<_>>()
            );
        }
        possible.retain(|(_, predicted)| *predicted == answers);
        self.states.clear();
        for (db, _) in possible {
            add_new(&mut self.states, db);
        }
        for (session, reply) in answers {
            self.log.push(format!("   {session} goes on: {} {:?}", reply.tag, reply.error));
            self.answers[session] = reply;
        }
    }

    /// The session's client dies.
    fn hang_up(&mut self, session: usize) {
        self.log.push(format!("{session} hangs up"));
        let process = self.sessions[session].process;
        if self.waits(session) {
            // By itself the server would carry the statement out first.
            self.control.query(&format!("SELECT pg_terminate_backend({process})"));
        }
        self.sessions[session] = self.server.connect();
        let alive = format!("SELECT count(*) FROM pg_stat_activity WHERE pid = {process}");
        let begun = Instant::now();
        while self.control.query(&alive).rows[0][0] != "0" {
            assert!(begun.elapsed() < PATIENCE, "the session outlives its client:\n{}", self.context());
        }
        for state in &mut self.states {
            state.disconnect(id(session));
        }
        self.go_on();
    }

    /// Ends every transaction, as a session's end would, and compares the tables.
    fn finish(&mut self, tables: &[&str]) {
        while let Some(session) =
            (0..SESSIONS).find(|session| !self.waits(*session) && self.in_transaction(*session))
        {
            self.run(session, if session == 1 { "ROLLBACK" } else { "COMMIT" }, &[]);
        }
        for table in tables {
            self.run(0, &format!("SELECT * FROM {table}"), &[]);
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
            both.run(session.parse().expect("a session"), statement, &[]);
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
        both.run(0, statement, &[]);
    }
}

#[test]
fn random_interleavings_end_as_on_the_server() {
    const ROUNDS: u64 = 1_000;
    let server = Server::start("random");
    let mut both = Both::new(&server);
    let (mut waits, mut again) = (0, 0);
    for seed in 0..ROUNDS {
        let mut tries = 0;
        waits += loop {
            tries += 1;
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| round(&mut both, seed))) {
                Ok(waits) => break waits,
                Err(why) if tries == TRIES => std::panic::resume_unwind(why),
                Err(_) => {
                    again += 1;
                    both = Both::new(&server);
                }
            }
        };
    }
    assert!(waits > 500, "only {waits} statements have waited");
    assert!(again < 10, "{again} rounds had to be played again");
}

/// How often a round may disagree. Which session is the victim of a deadlock is decided by the server's timers: on a
/// busy machine it is another one now and then. A wrong rule disagrees every time.
const TRIES: u32 = 3;

/// One random interleaving; how many of its statements waited.
fn round(both: &mut Both<'_>, seed: u64) -> usize {
    let mut waits = 0;
    let mut generator = Generator::new(seed);
    both.begin(&generator::SETUP);
    both.log.push(format!("seed {seed}"));
    for _ in 0..generator.steps() {
        let session = generator.session();
        if both.waits(session) {
            continue;
        }
        let open = both.in_transaction(session);
        both.run(session, &generator.statement(open), &[]);
        waits += usize::from(both.waits(session));
    }
    both.finish(&["t", "s"]);
    waits
}
