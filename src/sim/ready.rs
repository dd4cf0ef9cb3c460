//! What must be so before something can happen: the conditions that several actions share.

use crate::queue::{self, JobState};

use super::event::Refused;
use super::ids::{JobNo, WorkerId};
use super::run::Run;
use super::world::{Condition, MAX_JOBS, MAX_ORDERS, World};

/// The worker is not in this condition.
pub(super) fn is(world: &World, worker: WorkerId, wanted: Condition) -> Option<Refused> {
    match world.worker(worker) {
        None => Some(Refused::NoSuchWorker(worker)),
        Some(it) => (it.condition != wanted).then_some(Refused::Worker(worker, it.condition)),
    }
}

/// The worker is in this condition.
pub(super) fn is_not(world: &World, worker: WorkerId, unwanted: Condition) -> Option<Refused> {
    match world.worker(worker) {
        None => Some(Refused::NoSuchWorker(worker)),
        Some(it) => (it.condition == unwanted).then_some(Refused::Worker(worker, it.condition)),
    }
}

/// The worker is not up, waits in the database, or has nothing to take.
pub(super) fn can_step(world: &World, worker: WorkerId) -> Option<Refused> {
    is(world, worker, Condition::Up).or_else(|| has_a_step(world, worker))
}

fn has_a_step(world: &World, worker: WorkerId) -> Option<Refused> {
    if let Some(why) = world.waits(worker) {
        return Some(Refused::Waits { worker, why });
    }
    let idle = world.worker(worker).is_some_and(|it| it.run.is_none());
    (idle && !queue::can_take(&world.db, world.now, &world.queue)).then_some(Refused::NothingToTake(worker))
}

/// The worker is not up, or its next step sends no request that could be lost.
pub(super) fn request_can_be_lost(world: &World, worker: WorkerId) -> Option<Refused> {
    let requests = || {
        let run = world.worker(worker).and_then(|it| it.run.as_deref());
        run.is_some_and(Run::requests) && !world.has_sent(worker)
    };
    is(world, worker, Condition::Up).or_else(|| (!requests()).then_some(Refused::NothingSent(worker)))
}

/// The worker is not up, or its next step has no reply that could be lost.
pub(super) fn reply_can_be_lost(world: &World, worker: WorkerId) -> Option<Refused> {
    is(world, worker, Condition::Up).or_else(|| match world.worker(worker).and_then(|it| it.run.as_deref()) {
        Some(run) if !run.sends() => Some(Refused::NothingSent(worker)),
        _ => has_a_step(world, worker),
    })
}

/// There is no such job, or it is in line already, or gone.
pub(super) fn can_be_redelivered(world: &World, job: JobNo) -> Option<Refused> {
    if world.job(job).is_none() {
        return Some(Refused::NoSuchJob(job));
    }
    match world.job_state(job) {
        JobState::Active | JobState::Completed | JobState::Failed => None,
        state => Some(Refused::NotRedeliverable { job, state }),
    }
}

/// There is no such job, or the playground takes no more.
pub(super) fn can_be_added_again(world: &World, job: JobNo) -> Option<Refused> {
    match world.job(job) {
        Some(_) => room_for_a_job(world),
        None => Some(Refused::NoSuchJob(job)),
    }
}

/// The playground takes no more orders or no more jobs.
pub(super) fn room_for_an_order(world: &World) -> Option<Refused> {
    if world.orders.len() < MAX_ORDERS { room_for_a_job(world) } else { Some(full()) }
}

fn room_for_a_job(world: &World) -> Option<Refused> {
    (world.jobs.len() >= MAX_JOBS).then(full)
}

const fn full() -> Refused {
    Refused::Full { orders: MAX_ORDERS, jobs: MAX_JOBS }
}
