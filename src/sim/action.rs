//! The closed set of actions, which of them are possible, and why the others are not.

use std::sync::Arc;

use crate::queue::{self, JobState};
use crate::store::split_line;

use super::event::Refused;
use super::run::Run;
use super::timers::next_timer;
use super::world::{Condition, JobNo, MAX_JOBS, MAX_ORDERS, WorkerId, World};

/// The only ways in which a world changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The worker does the next thing: take a job, run a statement, acknowledge.
    Step(WorkerId),
    /// The worker's next request never arrives; the worker sees an error.
    LoseRequest(WorkerId),
    /// The worker's next request is carried out, but the reply is lost; the worker sees the same error.
    LoseReply(WorkerId),
    /// The worker's process dies, with its variables.
    Crash(WorkerId),
    /// The worker stops getting processor time: a long pause, a blocked event loop, a suspended machine.
    Freeze(WorkerId),
    /// The frozen worker goes on where it was.
    Thaw(WorkerId),
    /// A new process starts in the crashed worker's place.
    Restart(WorkerId),
    /// The producer adds a job for a new order.
    Enqueue(Enqueue),
    /// The producer adds another job for the same order, as it does when it never heard that the first was accepted.
    EnqueueAgain(JobNo),
    /// An operator or a recovery puts the job back in line while it may still run elsewhere.
    Redeliver(JobNo),
    /// The clock moves to the next timer, which fires.
    NextTimer,
    /// The clock moves by this many milliseconds; timers on the way fire.
    Advance(u32),
    /// Deliveries from now on run this consumer.
    SetConsumer(u8),
    /// Deliveries from now on run this text.
    SetRecipe(Arc<str>),
    /// The next worker that has run the statement on this line crashes right after it.
    CrashAfter {
        /// The line, counted from one.
        line: u32,
        /// Set or clear.
        on: bool,
    },
    /// Workers acknowledge a job before they run it, or after.
    AckFirst(bool),
    /// A person types a command at the store's prompt: a line, quoted as for `redis-cli`.
    Command(Arc<str>),
}

/// What the producer puts into a new order's job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Enqueue {
    /// Fields that differ from the scenario's own, by name.
    pub fields: Vec<(String, String)>,
}

impl Action {
    /// Whether this is something that goes wrong, as opposed to the ordinary course and to settings.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        matches!(
            self,
            Self::LoseRequest(_) | Self::LoseReply(_) | Self::Crash(_) | Self::Freeze(_) | Self::Redeliver(_)
        )
    }

    /// The worker it is about, if it is about one.
    #[must_use]
    pub fn worker(&self) -> Option<WorkerId> {
        match self {
            Self::Step(worker)
            | Self::LoseRequest(worker)
            | Self::LoseReply(worker)
            | Self::Crash(worker)
            | Self::Freeze(worker)
            | Self::Thaw(worker)
            | Self::Restart(worker) => Some(*worker),
            _ => None,
        }
    }
}

/// Longest that [`Action::Advance`] moves the clock at once, in milliseconds: ten minutes, some dozen timers.
pub const MAX_ADVANCE: u32 = 10 * 60 * 1000;

/// Every possible action that takes no free text, in a fixed order.
///
/// Not listed because they are not finite: edits of the recipe, commands typed at the store, jobs with other fields, clock moves of another
/// length than to the next timer, crash points on lines that hold no statement. [`apply`](super::apply()) takes
/// them all the same.
#[must_use]
pub fn enabled(world: &World) -> Vec<Action> {
    let workers = (1..=world.workers.len() as u8).map(WorkerId);
    let jobs = (1..=world.jobs.len() as u16).map(JobNo);
    let mut actions = Vec::with_capacity(32);
    for worker in workers {
        actions.extend([
            Action::Step(worker),
            Action::LoseRequest(worker),
            Action::LoseReply(worker),
            Action::Crash(worker),
            Action::Freeze(worker),
            Action::Thaw(worker),
            Action::Restart(worker),
        ]);
    }
    actions.push(Action::Enqueue(Enqueue::default()));
    for job in jobs {
        actions.extend([Action::EnqueueAgain(job), Action::Redeliver(job)]);
    }
    actions.push(Action::NextTimer);
    let consumers = world.scenario.consumers.len() as u8;
    actions.extend((0..consumers).map(Action::SetConsumer));
    for info in world.program.statements() {
        actions.extend([true, false].map(|on| Action::CrashAfter { line: info.line, on }));
    }
    actions.extend([Action::AckFirst(false), Action::AckFirst(true)]);
    actions.retain(|action| why_not(world, action).is_none());
    actions
}

/// Why an action is not possible now; `None` when it is.
#[must_use]
pub fn why_not(world: &World, action: &Action) -> Option<Refused> {
    match action {
        Action::Step(worker) => up(world, *worker).or_else(|| can_step(world, *worker)),
        Action::LoseRequest(worker) => up(world, *worker).or_else(|| request_can_be_lost(world, *worker)),
        Action::LoseReply(worker) => up(world, *worker).or_else(|| reply_can_be_lost(world, *worker)),
        Action::Crash(worker) => condition_is_not(world, *worker, Condition::Crashed),
        Action::Freeze(worker) => up(world, *worker),
        Action::Thaw(worker) => condition_is(world, *worker, Condition::Frozen),
        Action::Restart(worker) => condition_is(world, *worker, Condition::Crashed),
        Action::Enqueue(what) => room_for(world, true).or_else(|| unknown_field(world, what)),
        Action::EnqueueAgain(job) => match world.job(*job) {
            Some(_) => room_for(world, false),
            None => Some(Refused::NoSuchJob(*job)),
        },
        Action::Redeliver(job) => can_redeliver(world, *job),
        Action::NextTimer => next_timer(world).is_none().then_some(Refused::NoTimer),
        Action::Advance(span) => (*span == 0 || *span > MAX_ADVANCE)
            .then_some(Refused::ClockStep { asked: *span, most: MAX_ADVANCE }),
        Action::SetConsumer(index) => can_set_consumer(world, *index),
        Action::SetRecipe(text) => match world.scenario.parse(text) {
            Ok(program) => (program == world.program).then_some(Refused::NothingToChange),
            Err(found) => Some(Refused::Recipe(found.into_iter().next().map(Box::new))),
        },
        Action::CrashAfter { line, on } => {
            (world.crash_points.contains(line) == *on).then_some(Refused::NothingToChange).or_else(|| {
                let none = !world.program.statements().any(|info| info.line == *line);
                (*on && none).then_some(Refused::NoStatement { line: *line })
            })
        }
        Action::AckFirst(on) => (world.ack_first == *on).then_some(Refused::NothingToChange),
        Action::Command(line) => cannot_be_sent(line),
    }
}

/// Longest line at the store's prompt, in bytes.
pub const MAX_COMMAND: usize = 4096;

fn cannot_be_sent(line: &str) -> Option<Refused> {
    let why = if line.len() > MAX_COMMAND {
        let text = |n: usize| n.to_string();
        ["it has ", &text(line.len()), " bytes; the prompt takes ", &text(MAX_COMMAND)].concat()
    } else {
        match split_line(line) {
            Err(error) => error.to_string(),
            Ok(words) if words.is_empty() => "there is no command in it".to_owned(),
            Ok(_) => return None,
        }
    };
    Some(Refused::Command(why))
}

fn up(world: &World, worker: WorkerId) -> Option<Refused> {
    match world.worker(worker) {
        None => Some(Refused::NoSuchWorker(worker)),
        Some(it) => (it.condition != Condition::Up).then_some(Refused::Worker(worker, it.condition)),
    }
}

fn condition_is(world: &World, worker: WorkerId, wanted: Condition) -> Option<Refused> {
    match world.worker(worker) {
        None => Some(Refused::NoSuchWorker(worker)),
        Some(it) => (it.condition != wanted).then_some(Refused::Worker(worker, it.condition)),
    }
}

fn condition_is_not(world: &World, worker: WorkerId, unwanted: Condition) -> Option<Refused> {
    match world.worker(worker) {
        None => Some(Refused::NoSuchWorker(worker)),
        Some(it) => (it.condition == unwanted).then_some(Refused::Worker(worker, it.condition)),
    }
}

fn can_step(world: &World, worker: WorkerId) -> Option<Refused> {
    if let Some(why) = world.waits(worker) {
        return Some(Refused::Waits { worker, why });
    }
    let idle = world.worker(worker).is_some_and(|it| it.run.is_none());
    (idle && !queue::can_take(&world.db, world.now, &world.queue)).then_some(Refused::NothingToTake(worker))
}

fn request_can_be_lost(world: &World, worker: WorkerId) -> Option<Refused> {
    let run = world.worker(worker).and_then(|it| it.run.as_deref());
    let requests = run.is_some_and(Run::requests) && !world.has_sent(worker);
    (!requests).then_some(Refused::NothingSent(worker))
}

fn reply_can_be_lost(world: &World, worker: WorkerId) -> Option<Refused> {
    match world.worker(worker).and_then(|it| it.run.as_deref()) {
        Some(run) if !run.sends() => Some(Refused::NothingSent(worker)),
        _ => can_step(world, worker),
    }
}

fn room_for(world: &World, new_order: bool) -> Option<Refused> {
    let orders = new_order && world.orders.len() >= MAX_ORDERS;
    (orders || world.jobs.len() >= MAX_JOBS).then_some(Refused::Full { orders: MAX_ORDERS, jobs: MAX_JOBS })
}

fn unknown_field(world: &World, what: &Enqueue) -> Option<Refused> {
    let names = world.scenario.field_names();
    what.fields.iter().find_map(|(name, value)| {
        if !names.contains(&name.as_str()) {
            return Some(Refused::NoSuchField(name.clone()));
        }
        (value.len() > MAX_FIELD).then_some(Refused::FieldTooLong { name: name.clone(), most: MAX_FIELD })
    })
}

/// Longest text of one job field, in bytes.
pub const MAX_FIELD: usize = 256;

fn can_redeliver(world: &World, job: JobNo) -> Option<Refused> {
    if world.job(job).is_none() {
        return Some(Refused::NoSuchJob(job));
    }
    match world.job_state(job) {
        JobState::Active | JobState::Completed | JobState::Failed => None,
        state => Some(Refused::NotRedeliverable { job, state }),
    }
}

fn can_set_consumer(world: &World, index: u8) -> Option<Refused> {
    let Some(consumer) = world.scenario.consumers.get(usize::from(index)) else {
        return Some(Refused::NoSuchConsumer(index));
    };
    let same = index == world.consumer && world.program.source() == consumer.recipe;
    same.then_some(Refused::NothingToChange)
}
