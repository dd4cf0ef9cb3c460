//! What the producer does, and whoever puts a job back in line by hand.

use std::sync::Arc;

use crate::base::json::quote as json_quote;
use crate::base::{Bytes, OrderedMap, cast};
use crate::queue::{self, AddError, Added};

use super::event::{Event, Refused};
use super::ids::{JobNo, OrderNo};
use super::log::Log;
use super::query::Query;
use super::scenario::Probe;
use super::world::{Job, Order, Tally, World};

/// Makes a new order, adds its job, and says what came of it.
pub(super) fn enqueue_and_tell(world: &mut World, replaced: &[(String, String)], log: &mut Log) {
    match enqueue(world, replaced) {
        Ok(job) => announce(world, job, false, log),
        Err(why) => refuse_job(OrderNo::last_of(world.orders.len()), why, log),
    }
}

/// Adds a job's order once more.
pub(super) fn enqueue_again(world: &mut World, job: JobNo, log: &mut Log) {
    let order = world.jobs[usize::from(job.0) - 1].order;
    match add_job(world, order) {
        Ok(job) => announce(world, job, true, log),
        Err(why) => refuse_job(order, why, log),
    }
}

fn announce(world: &World, job: JobNo, again: bool, log: &mut Log) {
    let order = world.jobs[usize::from(job.0) - 1].order;
    log.push(|| Event::Enqueued { job, order, again });
}

fn refuse_job(order: OrderNo, why: Option<AddError>, log: &mut Log) {
    log.push(|| {
        let why = why.map_or_else(|| "the queue holds this job already".to_owned(), |why| why.to_string());
        Event::NotEnqueued { order, why }
    });
}

/// Makes a new order and adds its job.
pub(super) fn enqueue(world: &mut World, replaced: &[(String, String)]) -> Result<JobNo, Option<AddError>> {
    let number = cast::count(world.orders.len() + 1);
    let fields = Arc::new(world.scenario.fields_of(number, replaced));
    let probes: Arc<[Probe]> = world.scenario.probes.iter().map(|probe| probe.fill(&fields)).collect();
    world.run_per_order(&fields);
    let changes = vec![0; probes.len()];
    Arc::make_mut(&mut world.orders).push(Order { fields, probes });
    Arc::make_mut(&mut world.tallies).push(Tally { changes, ..Tally::default() });
    add_job(world, OrderNo::last_of(world.orders.len()))
}

/// Adds a job for an order. Without one the queue took nothing new, or would not take it.
fn add_job(world: &mut World, order: OrderNo) -> Result<JobNo, Option<AddError>> {
    let scenario = Arc::clone(&world.scenario);
    let index = usize::from(order.0) - 1;
    let fields = &world.orders[index].fields;
    let options = scenario.options_of(world.consumer(), fields);
    let data = json(fields);
    let tally = &mut Arc::make_mut(&mut world.tallies)[index];
    tally.adds = tally.adds.saturating_add(1);
    let added = queue::add(&mut world.db, world.now, &world.queue, &scenario.job_name, &data, &options);
    let id = match added {
        Ok(Added::New { id } | Added::Replaced { id, .. }) => id,
        Ok(Added::Duplicate { .. } | Added::Deduplicated { .. } | Added::Parked { .. }) => return Err(None),
        Err(why) => return Err(Some(why)),
    };
    Arc::make_mut(&mut world.jobs).push(Job { id: Bytes::from(id), order });
    Ok(JobNo::last_of(world.jobs.len()))
}

/// A flat JSON object of texts, as the producer stores it.
fn json(fields: &OrderedMap<String, Bytes>) -> String {
    let mut text = String::new();
    for (name, value) in fields.iter() {
        text.push(if text.is_empty() { '{' } else { ',' });
        text.push_str(&json_quote(name));
        text.push(':');
        text.push_str(&json_quote(&value.to_text()));
    }
    text.push_str(if text.is_empty() { "{}" } else { "}" });
    text
}

/// Puts a job back in line by hand.
pub(super) fn redeliver(world: &mut World, no: JobNo, log: &mut Log) {
    let id = world.jobs[usize::from(no.0) - 1].id.to_text();
    let from = world.job_state(no);
    let mut db = world.db.clone();
    match queue::redeliver(&mut db, world.now, &world.queue, &id) {
        Ok(_) => {
            world.db = db;
            log.push(|| Event::Redelivered { job: no, from });
        }
        // The recipe has put something of its own where the queue keeps its lists.
        Err(error) => log.push(|| Event::Refused(Refused::Queue(error.to_string()))),
    }
}

impl World {
    /// The rows that an order brings along. What cannot be carried out, since a recipe has dropped the table or holds
    /// the row, is left out.
    fn run_per_order(&mut self, fields: &OrderedMap<String, Bytes>) {
        for text in &self.scenario.per_order {
            if let Ok(query) = Query::statement(text, fields, None) {
                let _ = query.run(&mut self.sql);
            }
        }
    }
}
