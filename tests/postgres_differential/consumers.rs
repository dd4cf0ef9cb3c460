//! Every shipped consumer that uses tables, against PostgreSQL: a world plays a schedule, and what its workers send
//! goes to the server too, with the same parameters and in the same order.
//!
//! So a script cannot drift from its recipe: the statements are the recipe's, the tables its scenario's. A worker is
//! a session of its number, the producer is session 0. After each action the world's database is the one that has
//! answered as the server did, sessions that wait included.
//!
//! The server's sessions go on by themselves, a worker when it is stepped: whoever is let go in a schedule is stepped
//! next.

use std::collections::BTreeSet;

use redeliver::catalogue::catalogue;
use redeliver::recipe::{At, StatementKind};
use redeliver::sim::{Ending, Event, Query, Target, WorkerId, World};
use redeliver::sql::Datum;

use super::schedule::{play, scenario};
use super::server::{Reply, Server};
use super::{Both, id};

const WORKERS: u8 = 3;

/// One schedule of `consumers.txt`.
#[derive(Clone, Copy)]
struct Script {
    scenario: &'static str,
    consumer: &'static str,
    schedule: &'static str,
    outcome: &'static str,
}

fn scripts() -> Vec<Script> {
    let mut scripts = Vec::new();
    let (mut scenario, mut consumer) = ("", "");
    for line in include_str!("consumers.txt").lines() {
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if let Some((schedule, outcome)) = text.split_once(" => ") {
            scripts.push(Script { scenario, consumer, schedule, outcome });
        } else {
            (scenario, consumer) = text.split_once(' ').expect("a scenario and a consumer");
        }
    }
    scripts
}

/// A recipe's text and the line of a statement in it.
type Place = (String, u32);

struct Play<'b, 's> {
    both: &'b mut Both<'s>,
    world: World,
    told: Vec<String>,
}

/// What the next step of a worker sends to the database.
fn sends(world: &World, worker: WorkerId) -> Option<(Place, String, Vec<Datum>)> {
    let run = world.worker(worker)?.run.as_ref()?;
    match run.at(worker, world.now())? {
        At::Sql { line, sql, parameters } if !world.has_sent(worker) => {
            let place = (run.program.source().to_owned(), line);
            Some((place, format!("{:?}", sql.statement()), parameters))
        }
        _ => None,
    }
}

/// What a worker keeps of the server's reply, in the words of an event, without quotes.
fn kept(reply: &Reply) -> String {
    let Some(row) = reply.rows.first() else {
        let counts = ["INSERT", "UPDATE", "DELETE"].iter().any(|verb| reply.tag.starts_with(verb));
        return match reply.tag.rsplit_once(' ') {
            _ if !reply.columns.is_empty() => "(nil)".to_owned(),
            Some((_, count)) if counts => count.to_owned(),
            _ => reply.tag.clone(),
        };
    };
    if let [value] = row.as_slice() {
        return value.clone();
    }
    let named = reply.columns.iter().zip(row).map(|(name, value)| format!("{name} {value}"));
    named.collect::<Vec<_>>().join(", ")
}

impl Play<'_, '_> {
    fn workers() -> impl Iterator<Item = WorkerId> {
        (1..=WORKERS).map(WorkerId)
    }

    /// Whose statement waited and could go on now.
    fn let_go(&self) -> Option<WorkerId> {
        Self::workers().find(|&worker| self.world.has_sent(worker) && self.world.waits(worker).is_none())
    }

    /// The rows that the producer writes for the latest order.
    fn produce(&mut self) {
        let fields = self.world.orders().last().expect("there is an order").1.fields.clone();
        for text in self.world.scenario().per_order.clone() {
            let statement = Query::statement(&text, &fields, None).expect("a shipped statement");
            self.both.run(0, &statement.to_string(), &[]);
        }
    }

    fn action(&mut self, word: &str, ran: &mut BTreeSet<Place>) {
        let actor = word.strip_prefix("reply").unwrap_or(word).parse().ok().map(WorkerId);
        if let Some(freed) = self.let_go() {
            assert!(actor == Some(freed), "{freed} has to be stepped before {word}\n{}", self.both.context());
        }
        let sent = actor.and_then(|worker| Some((worker, sends(&self.world, worker)?)));
        self.both.log.push(format!("> {word}"));
        let events = play(&mut self.world, word);
        if let Some((worker, (place, text, parameters))) = sent {
            self.both.run(usize::from(worker.0), &text, &parameters);
            ran.insert(place);
        }
        for event in &events {
            self.event(event);
        }
        for worker in Self::workers() {
            let (session, sql) = (usize::from(worker.0), self.world.sql());
            let gone = sql.in_transaction(id(session)).is_none() && sql.waiting(id(session)).is_none();
            if gone && (self.both.in_transaction(session) || self.both.waits(session)) {
                self.both.hang_up(session);
            }
        }
        if self.let_go().is_none() {
            let same = self.both.states.contains(self.world.sql());
            assert!(same, "another database than the world's, after\n{}", self.both.context());
            self.both.states = vec![self.world.sql().clone()];
        }
    }

    /// Compares what the world says with what the server has answered.
    fn event(&mut self, event: &Event) {
        let answer = |worker: WorkerId| &self.both.answers[usize::from(worker.0)];
        match event {
            Event::Ran { worker, to: Target::Tables, reply, text, .. } => {
                let answer = answer(*worker);
                assert_eq!(answer.error, None, "{text}");
                assert_eq!(reply.replace('"', ""), kept(answer), "{text}");
            }
            Event::Ended { worker, ending: Ending::Failed(why), .. } => {
                if let Some(error) = why.strip_prefix("SQLSTATE ") {
                    let [sqlstate, message, ..] =
                        answer(*worker).error.clone().expect("the server fails too");
                    assert!(
                        error.starts_with(&format!("{sqlstate} {message}")),
                        "{why}: {sqlstate} {message}"
                    );
                    self.told.push(format!("{} fails {sqlstate}", worker.0));
                } else {
                    self.told.push(format!("{} fails", worker.0));
                }
            }
            Event::Ended { worker, ending: Ending::Skipped(_), .. } => {
                self.told.push(format!("{} skips", worker.0));
            }
            Event::Waits { worker, .. } => self.told.push(format!("{} waits", worker.0)),
            Event::RolledBack { worker, .. } => self.told.push(format!("{} rolls back", worker.0)),
            Event::Enqueued { again: false, .. } => self.produce(),
            _ => {}
        }
    }

    /// The tables' rows, equal on both.
    fn compare_tables(&mut self) {
        let tables: Vec<String> = self.world.sql().tables().map(|table| table.name().to_owned()).collect();
        for table in tables {
            self.both.run(0, &format!("SELECT * FROM {table}"), &[]);
            let rows = self.both.answers[0].rows.iter();
            self.told.extend(rows.map(|row| format!("{table} {}", row.join(" "))));
        }
    }
}

/// Plays a script on both; what came of it.
fn outcome(both: &mut Both<'_>, script: Script, ran: &mut BTreeSet<Place>) -> String {
    let Script { consumer, schedule, .. } = script;
    println!("{} {consumer}: {schedule}", script.scenario);
    let scenario = scenario(script.scenario);
    let consumer = scenario.consumer(consumer).expect("a shipped consumer");
    both.begin(&scenario.tables);
    let mut play = Play { both, world: World::new(&scenario, consumer, WORKERS), told: Vec::new() };
    play.produce();
    for word in schedule.split_whitespace() {
        play.action(word, ran);
    }
    assert!(play.world.sql().is_idle(), "somebody is still in a transaction");
    play.compare_tables();
    play.told.join(", ")
}

#[test]
fn every_consumer_on_tables_does_what_it_does_on_the_server() {
    let server = Server::start("consumers");
    let mut both = Both::new(&server);
    let mut ran = BTreeSet::new();
    let mut wrong = Vec::new();
    for script in scripts() {
        let outcome = outcome(&mut both, script, &mut ran);
        if outcome != script.outcome {
            let Script { scenario, consumer, schedule, .. } = script;
            wrong.push(format!("{scenario} {consumer}\n  {schedule} => {outcome}"));
        }
    }
    assert!(wrong.is_empty(), "something else came of\n{}", wrong.join("\n"));
    for scenario in catalogue() {
        for consumer in &scenario.consumers {
            let program = scenario.parse(&consumer.recipe).expect("a shipped recipe");
            for statement in program.statements().filter(|it| it.kind == StatementKind::Sql) {
                let place = (consumer.recipe.clone(), statement.line);
                assert!(
                    ran.contains(&place),
                    "{} {}: no script runs line {}",
                    scenario.id,
                    consumer.id,
                    place.1
                );
            }
        }
    }
}

#[test]
fn every_consumer_on_tables_is_shared_by_two_workers_and_dies_in_some_script() {
    let scripts = scripts();
    for scenario in catalogue().iter().filter(|scenario| !scenario.tables.is_empty()) {
        for consumer in &scenario.consumers {
            let is_of = |it: &&Script| it.scenario == scenario.id && it.consumer == consumer.id;
            let with = |words: &[&str]| {
                let mut schedules = scripts.iter().filter(is_of).map(|it| it.schedule);
                let found = schedules.any(|schedule| words.iter().any(|word| schedule.contains(word)));
                assert!(found, "{} {}: no script with {words:?}", scenario.id, consumer.id);
            };
            with(&["redeliver", "enqueue"]);
            with(&["crash"]);
        }
    }
}
