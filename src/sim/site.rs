//! Where a recipe's statements take effect, and how it is seen that they did.
//!
//! A site belongs to one statement of one run. Whatever changes what the scenario's probes read is an effect on
//! behalf of the run's order, whoever's data it is. What is between the two steps of a call is answered from here without asking again.

use crate::base::{Bytes, Millis};
use crate::recipe::{Env, OutsideCall, Value};
use crate::store::{self, Reply};

use super::apply::Log;
use super::event::Event;
use super::outside::{Answer, How, Outside, System};
use super::run::{Run, Waiting};
use super::scenario::{Probe, Reading};
use super::world::{JobNo, OrderNo, Tally, Worker, WorkerId, World};

/// Where a statement takes effect: the store and the outside world, watched by the scenario's probes.
pub(super) struct Site<'a> {
    db: &'a mut store::Db,
    outside: &'a mut Outside,
    /// The other workers.
    others: &'a [Worker],
    /// The answer that a call between its two steps waits for.
    pub(super) answer: Option<Box<Waiting>>,
    now: Millis,
    worker: WorkerId,
    job: JobNo,
    order: OrderNo,
    probes: &'a [Probe],
    tally: &'a mut Tally,
    log: &'a mut Log,
}

impl<'a> Site<'a> {
    /// The site of a run that is in nobody's hands at the moment.
    pub(super) fn new(world: &'a mut World, id: WorkerId, run: &Run, log: &'a mut Log) -> Self {
        let order = usize::from(run.order.0) - 1;
        Self {
            db: &mut world.db,
            outside: &mut world.outside,
            others: &world.workers,
            answer: None,
            now: world.now,
            worker: id,
            job: run.no,
            order: run.order,
            probes: &world.orders[order].probes,
            tally: &mut world.tallies[order],
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
        let answer = self.outside.call(self.now, self.order, call, in_flight);
        self.count_changes(&before);
        if answer.how == How::Replayed {
            let (worker, job) = (self.worker, self.job);
            self.log.push(|| Event::Replayed { worker, job });
        }
        answer
    }

    fn read(&self) -> Vec<Reading> {
        self.probes.iter().map(|probe| probe.read(self.db, self.outside)).collect()
    }

    fn count_changes(&mut self, before: &[Reading]) {
        for (index, reading) in before.iter().enumerate() {
            if self.probes[index].read(self.db, self.outside) != *reading {
                self.tally.changes[index] = self.tally.changes[index].saturating_add(1);
                let (worker, order) = (self.worker, self.order);
                self.log.push(|| Event::Effect { worker, order, probe: index });
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
}
