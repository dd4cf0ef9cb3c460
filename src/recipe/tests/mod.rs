//! Tests of the language as a whole: what is refused and where, what is sent, and that nothing breaks it.

mod diagnostics;
mod highlighting;
mod programs;
mod robustness;
mod sql;

use std::collections::VecDeque;
use std::sync::Arc;

use super::*;
use crate::base::{Bytes, Millis, OrderedMap};
use crate::sql::{Database, Datum, Outcome, SessionId, Statement};
use crate::store::Reply;

const FIELDS: [&str; 4] = ["card", "amount", "student", "course"];

fn parse_here(source: &str) -> Result<Program, Vec<Diagnostic>> {
    parse(source, &Vocabulary { job_fields: &FIELDS, tables: None })
}

#[track_caller]
fn program(source: &str) -> Program {
    parse_here(source).unwrap_or_else(|errors| panic!("{source}\n{errors:#?}"))
}

fn job(fields: &[(&str, &str)]) -> Job {
    let fields: OrderedMap<String, Bytes> =
        fields.iter().map(|&(name, value)| (name.to_owned(), Bytes::from(value))).collect();
    Job { id: Bytes::from("7"), fields: Arc::new(fields) }
}

fn usual_job() -> Job {
    job(&[("card", "4242"), ("amount", "1999"), ("student", "S1"), ("course", "C9")])
}

fn context(job: &Job) -> Context<'_> {
    Context { job, worker: 2, token: "tok-a", now: Millis(1500) }
}

/// Answers what it was told to, in order, `OK` after that, and writes down what it was asked.
#[derive(Default)]
struct Recorder {
    replies: VecDeque<Reply>,
    refusal: Option<&'static str>,
    asked: Vec<String>,
    argvs: Vec<Vec<Bytes>>,
    database: Database,
}

impl Recorder {
    fn answering(replies: impl IntoIterator<Item = Reply>) -> Self {
        Self { replies: replies.into_iter().collect(), ..Self::default() }
    }
}

impl Env for Recorder {
    fn redis(&mut self, argv: &[Bytes]) -> Reply {
        self.asked.push(At::Redis { line: 0, argv: argv.to_vec() }.to_string());
        self.argvs.push(argv.to_vec());
        self.replies.pop_front().unwrap_or(Reply::Status("OK"))
    }

    fn outside(&mut self, call: &OutsideCall) -> Result<Value, String> {
        self.asked.push(call.to_string());
        self.refusal.map_or_else(|| Ok(Value::Str(Bytes::from("accepted"))), |why| Err(why.to_owned()))
    }

    fn sql(&mut self, statement: &Statement, parameters: &[Datum]) -> Outcome {
        self.database.execute(SessionId(1), statement, parameters)
    }
}

/// Runs a recipe to its end; returns what was asked and how it ended.
#[track_caller]
fn run_with(source: &str, job: &Job, mut env: Recorder) -> (Vec<String>, Executed) {
    let (program, ctx) = (program(source), context(job));
    let mut frame = Frame::start(&program, &ctx);
    for _ in 0..=limits::LINES {
        match frame.execute(&program, &ctx, &mut env) {
            Executed::Next { .. } => {}
            end => return (env.asked, end),
        }
    }
    panic!("more steps than lines");
}

#[track_caller]
fn run(source: &str, replies: impl IntoIterator<Item = Reply>) -> (Vec<String>, Executed) {
    run_with(source, &usual_job(), Recorder::answering(replies))
}
