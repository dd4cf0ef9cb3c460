//! Where a recipe's statements take effect, and how it is seen that they did.
//!
//! A site belongs to one statement of one run. Whatever changes what the scenario's probes read is an effect on
//! behalf of the run's order, whoever's data it is. What is between the two steps of a call is answered from here without asking again.

use std::sync::Arc;

use crate::base::{Bytes, Millis};
use crate::recipe::{Env, OutsideCall, Value};
use crate::sql::{Database, Datum, Outcome, Statement};
use crate::store::{self, Reply};

use super::event::Event;
use super::ids::{JobNo, OrderNo, WorkerId};
use super::log::Log;
use super::outside::{Answer, How, Outside, System};
use super::run::{Run, Waiting};
use super::scenario::{Probe, Reading};
use super::world::{Tally, Worker, World};

/// Where a statement takes effect: the store and the outside world, watched by the scenario's probes.
pub(super) struct Site<'a> {
    db: &'a mut store::Db,
    sql: &'a mut Database,
    outside: &'a mut Arc<Outside>,
    /// The other workers.
    others: &'a [Worker],
    /// The answer that a call between its two steps waits for.
    pub(super) answer: Option<Box<Waiting>>,
    now: Millis,
    worker: WorkerId,
    job: JobNo,
    order: OrderNo,
    probes: &'a [Probe],
    /// The probe whose changes are the effect, if the consumer has one.
    counted: Option<usize>,
    tallies: &'a mut Arc<Vec<Tally>>,
    log: &'a mut Log,
}

impl<'a> Site<'a> {
    /// The site of a run that is in nobody's hands at the moment.
    pub(super) fn new(world: &'a mut World, id: WorkerId, run: &Run, log: &'a mut Log) -> Self {
        let order = usize::from(run.order.0) - 1;
        let judge = world.judged_by(run.order);
        Self {
            db: &mut world.db,
            sql: &mut world.sql,
            outside: &mut world.outside,
            others: &world.workers,
            answer: None,
            now: world.now,
            worker: id,
            job: run.no,
            order: run.order,
            probes: &world.orders[order].probes,
            counted: world.scenario.consumers[judge].probes.first().copied(),
            tallies: &mut world.tallies,
            log,
        }
    }

    /// Whether another worker's call with the same key is still being worked on.
    fn in_flight(&self, call: &OutsideCall) -> bool {
        let same = |it: &Waiting| {
            !it.over && System::of(it.call.verb) == System::of(call.verb) && it.call.key() == call.key()
        };
        let waiting = |worker: &Worker| worker.run.as_ref()?.waiting.as_deref().map(same);
        call.key().is_some() && self.others.iter().any(|worker| waiting(worker) == Some(true))
    }

    /// Sends a request to the outside.
    pub(super) fn ask(&mut self, call: &OutsideCall) -> Answer {
        let in_flight = self.in_flight(call);
        let before = self.read();
        let answer = Arc::make_mut(self.outside).call(self.now, self.order, call, in_flight);
        self.count_changes(&before);
        if answer.how == How::Replayed {
            let (worker, job) = (self.worker, self.job);
            self.log.push(|| Event::Replayed { worker, job });
        }
        answer
    }

    fn read(&self) -> Vec<Reading> {
        self.probes.iter().map(|probe| probe.read(self.db, self.sql, self.outside)).collect()
    }

    fn count_changes(&mut self, before: &[Reading]) {
        for (index, reading) in before.iter().enumerate() {
            if self.probes[index].read(self.db, self.sql, self.outside) != *reading {
                let (worker, order) = (self.worker, self.order);
                let tally = &mut Arc::make_mut(self.tallies)[usize::from(order.0) - 1];
                tally.changes[index] = tally.changes[index].saturating_add(1);
                let counts = self.counted == Some(index);
                self.log.push(|| Event::Effect { worker, order, probe: index, counts });
            }
        }
    }
}

impl Env for Site<'_> {
    fn redis(&mut self, argv: &[Bytes]) -> Reply {
        if !argv.first().and_then(|name| store::command(name)).is_some_and(|spec| spec.writes) {
            return self.db.exec(self.now, argv);
        }
        let before = self.read();
        let reply = self.db.exec(self.now, argv);
        self.count_changes(&before);
        reply
    }

    fn outside(&mut self, call: &OutsideCall) -> Result<Value, String> {
        match self.answer.take() {
            Some(waiting) => waiting.answer,
            None => self.ask(call).result,
        }
    }

    fn sql(&mut self, statement: &Statement, parameters: &[Datum]) -> Outcome {
        let session = self.worker.into();
        let alone = self.sql.in_transaction(session).is_none();
        let before = (statement.is_commit() || (alone && statement.writes())).then(|| self.read());
        let outcome = if self.sql.waiting(session).is_some() {
            self.sql.resume(session)
        } else {
            self.sql.execute(session, statement, parameters)
        };
        if let Some(before) = before {
            self.count_changes(&before);
        }
        outcome
    }
}
