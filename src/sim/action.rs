//! The closed set of actions, which of them are possible, and why the others are not.

use std::sync::Arc;

use crate::store::split_line;

use super::event::Refused;
use super::fault::{FaultKind, Strikes};
use super::ids::{JobNo, WorkerId};
use super::ready;
use super::timers::next_timer;
use super::world::{Condition, World};

/// The only ways in which a world changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The worker does the next thing: take a job, run a statement, acknowledge.
    Step(WorkerId),
    /// Something goes wrong: a fault of this kind strikes the worker or the job of this number, counted from one.
    Fault(FaultKind, u16),
    /// The frozen worker goes on where it was.
    Thaw(WorkerId),
    /// A new process starts in the crashed worker's place.
    Restart(WorkerId),
    /// The producer adds a job for a new order.
    Enqueue(Enqueue),
    /// The producer adds another job for the same order, as it does when it never heard that the first was accepted.
    EnqueueAgain(JobNo),
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
    /// A worker's process dies.
    #[must_use]
    pub const fn crash(worker: WorkerId) -> Self {
        Self::Fault(FaultKind::Crash, worker.0 as u16)
    }

    /// A worker gets no processor time any more.
    #[must_use]
    pub const fn freeze(worker: WorkerId) -> Self {
        Self::Fault(FaultKind::Freeze, worker.0 as u16)
    }

    /// A worker's next request never arrives.
    #[must_use]
    pub const fn lose_request(worker: WorkerId) -> Self {
        Self::Fault(FaultKind::LostRequest, worker.0 as u16)
    }

    /// A worker's next request is carried out; the reply never arrives.
    #[must_use]
    pub const fn lose_reply(worker: WorkerId) -> Self {
        Self::Fault(FaultKind::LostReply, worker.0 as u16)
    }

    /// A job is put back in line by hand.
    #[must_use]
    pub const fn redeliver(job: JobNo) -> Self {
        Self::Fault(FaultKind::Redelivery, job.0)
    }

    /// The kind of fault that it is, as opposed to the ordinary course and to settings.
    #[must_use]
    pub const fn fault(&self) -> Option<FaultKind> {
        match self {
            Self::Fault(kind, _) => Some(*kind),
            _ => None,
        }
    }

    /// The worker it is about, if it is about one.
    #[must_use]
    pub fn worker(&self) -> Option<WorkerId> {
        match self {
            Self::Step(worker) | Self::Thaw(worker) | Self::Restart(worker) => Some(*worker),
            Self::Fault(kind, no) if kind.row().strikes == Strikes::Workers => {
                u8::try_from(*no).ok().map(WorkerId)
            }
            _ => None,
        }
    }

    /// The job it is about, if it is about one.
    #[must_use]
    pub fn job(&self) -> Option<JobNo> {
        match self {
            Self::EnqueueAgain(job) => Some(*job),
            Self::Fault(kind, no) if kind.row().strikes == Strikes::Jobs => Some(JobNo(*no)),
            _ => None,
        }
    }

    /// The way back for a worker that is in this condition.
    #[must_use]
    pub const fn back_from(condition: Condition, worker: WorkerId) -> Option<Self> {
        match condition {
            Condition::Up => None,
            Condition::Frozen => Some(Self::Thaw(worker)),
            Condition::Crashed => Some(Self::Restart(worker)),
        }
    }
}

/// Longest that [`Action::Advance`] moves the clock at once, in milliseconds: ten minutes, some dozen timers.
pub(super) const MAX_ADVANCE: u32 = 10 * 60 * 1000;

/// Every fault that can strike a worker.
pub fn faults_of_worker(worker: WorkerId) -> impl Iterator<Item = Action> {
    faults(Strikes::Workers, worker.0.into())
}

/// Every fault that can strike a job.
pub fn faults_of_job(job: JobNo) -> impl Iterator<Item = Action> {
    faults(Strikes::Jobs, job.0)
}

fn faults(strikes: Strikes, no: u16) -> impl Iterator<Item = Action> {
    FaultKind::all()
        .filter(move |kind| kind.row().strikes == strikes)
        .map(move |kind| Action::Fault(kind, no))
}

/// Everything that a schedule can be made of, with so many workers and jobs, in the order in which a search tries it:
/// what goes on by itself, the producer, what goes wrong.
#[must_use]
pub fn moves(workers: u8, jobs: u16) -> Vec<Action> {
    let workers = || (1..=workers).map(WorkerId);
    let jobs = || (1..=jobs).map(JobNo);
    let mut moves = Vec::with_capacity(32);
    for id in workers() {
        moves.extend([Action::Step(id), Action::Thaw(id), Action::Restart(id)]);
    }
    moves.push(Action::NextTimer);
    moves.extend(jobs().map(Action::EnqueueAgain));
    moves.extend(workers().flat_map(faults_of_worker));
    moves.extend(jobs().flat_map(faults_of_job));
    moves
}

/// Every possible action that takes no free text, in a fixed order: of [`moves`], a new order, and settings.
///
/// Not listed because they are not finite: edits of the recipe, commands typed at the store, jobs with other fields, clock moves of another
/// length than to the next timer, crash points on lines that hold no statement. [`apply`](super::apply()) takes
/// them all the same.
#[must_use]
pub fn enabled(world: &World) -> Vec<Action> {
    let mut actions = moves(WorkerId::last_of(world.workers.len()).0, JobNo::last_of(world.jobs.len()).0);
    actions.push(Action::Enqueue(Enqueue::default()));
    actions.extend((0..).zip(&world.scenario.consumers).map(|(index, _)| Action::SetConsumer(index)));
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
        Action::Step(worker) => ready::can_step(world, *worker),
        Action::Fault(kind, no) => (kind.row().why_not)(world, *no),
        Action::Thaw(worker) => ready::is(world, *worker, Condition::Frozen),
        Action::Restart(worker) => ready::is(world, *worker, Condition::Crashed),
        Action::Enqueue(what) => ready::room_for_an_order(world).or_else(|| unknown_field(world, what)),
        Action::EnqueueAgain(job) => ready::can_be_added_again(world, *job),
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
pub(super) const MAX_COMMAND: usize = 4096;

fn cannot_be_sent(line: &str) -> Option<Refused> {
    let why = if line.len() > MAX_COMMAND {
        format!("it has {} bytes; the prompt takes {MAX_COMMAND}", line.len())
    } else {
        match split_line(line) {
            Err(error) => error.to_string(),
            Ok(words) if words.is_empty() => "there is no command in it".to_owned(),
            Ok(_) => return None,
        }
    };
    Some(Refused::Command(why))
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
pub(super) const MAX_FIELD: usize = 256;

fn can_set_consumer(world: &World, index: u8) -> Option<Refused> {
    let Some(consumer) = world.scenario.consumers.get(usize::from(index)) else {
        return Some(Refused::NoSuchConsumer(index));
    };
    let same = index == world.consumer && world.program.source() == consumer.recipe;
    same.then_some(Refused::NothingToChange)
}

impl World {
    /// Why an action is not possible now; `None` when it is.
    #[must_use]
    pub fn why_not(&self, action: &Action) -> Option<Refused> {
        why_not(self, action)
    }
}
