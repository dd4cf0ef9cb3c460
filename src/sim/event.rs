//! What an action did, for people and pictures. Events are not part of the world.

use std::fmt;
use std::sync::Arc;

use crate::base::{Bytes, Millis};
use crate::queue::{AfterFailure, JobState, Refusal};
use crate::recipe::{At, Diagnostic};
use crate::store::Reply;

use super::ids::{JobNo, OrderNo, WorkerId};
use super::run::Ending;
use super::world::Condition;

/// Something that happened, in the order in which it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The queue accepted a job.
    Enqueued {
        /// The job.
        job: JobNo,
        /// The order it is for.
        order: OrderNo,
        /// The producer had added this order before.
        again: bool,
    },
    /// The queue already held what the producer added, or refused it: nothing new is in line.
    NotEnqueued {
        /// The order it was for.
        order: OrderNo,
        /// Why.
        why: String,
    },
    /// A worker took a job from the queue; a handler begins.
    Taken {
        /// Who.
        worker: WorkerId,
        /// The job.
        job: JobNo,
        /// How many handlers have begun for its order, this one included.
        delivery: u16,
    },
    /// A worker took a job that the queue wants failed without running it.
    TakenToFail {
        /// Who.
        worker: WorkerId,
        /// The job.
        job: JobNo,
        /// The queue's reason.
        why: String,
    },
    /// The queue handed out a job that no producer here has added: the worker has nothing to run and drops it.
    TakenUnknown {
        /// Who.
        worker: WorkerId,
        /// The job's id in the queue.
        id: Bytes,
    },
    /// The queue could not hand out a job: its keys hold something that is not its own.
    StoreBroken {
        /// Who asked.
        worker: WorkerId,
        /// What the store answered.
        why: String,
    },
    /// The store answered a command that a person typed.
    Commanded {
        /// The line.
        line: Arc<str>,
        /// The answer.
        reply: Reply,
    },
    /// A statement was carried out and answered.
    Ran {
        /// Who.
        worker: WorkerId,
        /// For which job.
        job: JobNo,
        /// The statement's line, counted from one.
        line: u32,
        /// Where it went.
        to: Target,
        /// The statement with its values filled in.
        text: String,
        /// The reply, as the worker keeps it.
        reply: String,
    },
    /// A statement waits in the database until another session's transaction ends.
    Waits {
        /// Whose.
        worker: WorkerId,
        /// For which job.
        job: JobNo,
        /// The statement's line.
        line: u32,
        /// The statement with its values filled in.
        text: String,
        /// On whom, and for what.
        why: String,
    },
    /// The handler ended with its transaction open: the database undid it.
    RolledBack {
        /// Whose.
        worker: WorkerId,
        /// For which job.
        job: JobNo,
    },
    /// An outside call has arrived; its answer is on its way.
    Arrived {
        /// Who asked.
        worker: WorkerId,
        /// For which job.
        job: JobNo,
        /// The statement's line, counted from one.
        line: u32,
        /// What was asked.
        text: String,
    },
    /// An outside system recognised an idempotency key and gave its first answer again.
    Replayed {
        /// Who asked.
        worker: WorkerId,
        /// For which job.
        job: JobNo,
    },
    /// The statement changed what the scenario watches.
    Effect {
        /// Who caused it.
        worker: WorkerId,
        /// For which order.
        order: OrderNo,
        /// Which probe, by its index in the scenario.
        probe: usize,
        /// It is the consumer's first one: the effect happened.
        counts: bool,
    },
    /// The request never arrived.
    RequestLost {
        /// Whose.
        worker: WorkerId,
        /// For which job.
        job: JobNo,
        /// The statement's line; none for an acknowledgement.
        line: Option<u32>,
        /// Where it was going.
        to: Target,
        /// What was asked.
        text: String,
    },
    /// The request was carried out, the reply never arrived.
    ReplyLost {
        /// Whose.
        worker: WorkerId,
        /// For which job, if it was about one the worker knows.
        job: Option<JobNo>,
        /// The statement's line; none for taking or acknowledging.
        line: Option<u32>,
        /// Where it went.
        to: Target,
        /// What was asked.
        text: String,
    },
    /// The handler is over; the queue does not know yet (unless the job was acknowledged first).
    Ended {
        /// Who.
        worker: WorkerId,
        /// The job.
        job: JobNo,
        /// The last statement's line, if the handler ended at one.
        line: Option<u32>,
        /// How.
        ending: Ending,
    },
    /// The queue accepted the worker's word about a job.
    Acknowledged {
        /// Who.
        worker: WorkerId,
        /// The job.
        job: JobNo,
        /// What became of it.
        outcome: AckOutcome,
    },
    /// The queue refused it.
    AckRefused {
        /// Who.
        worker: WorkerId,
        /// The job.
        job: JobNo,
        /// With the protocol's code.
        refusal: Refusal,
    },
    /// A process died.
    Crashed {
        /// Whose.
        worker: WorkerId,
        /// The job in its hands.
        job: Option<JobNo>,
        /// A crash point on this line did it.
        after_line: Option<u32>,
    },
    /// A process stopped getting processor time.
    Froze(WorkerId),
    /// It goes on.
    Thawed(WorkerId),
    /// A new process started.
    Restarted(WorkerId),
    /// A worker renewed its job's lock.
    Renewed {
        /// Who.
        worker: WorkerId,
        /// The job.
        job: JobNo,
    },
    /// A worker found that the lock is no longer its own. Its handler goes on: it is a zombie now.
    RenewalRefused {
        /// Who.
        worker: WorkerId,
        /// The job.
        job: JobNo,
    },
    /// A key's time was over.
    Expired(Bytes),
    /// The stalled check ran.
    Checked {
        /// Active jobs it marked as suspects for the next check.
        marked: Vec<JobNo>,
        /// Suspects without a lock that it put back in line.
        recovered: Vec<JobNo>,
        /// Those among them that have stalled too often: the next taker fails them without running them.
        over_limit: Vec<JobNo>,
    },
    /// A job was put back in line by hand.
    Redelivered {
        /// The job.
        job: JobNo,
        /// Where it was.
        from: JobState,
    },
    /// Deliveries from now on run this consumer.
    ConsumerSet(usize),
    /// Deliveries from now on run an edited text.
    RecipeSet,
    /// A crash point was set or cleared.
    CrashPoint {
        /// Its line.
        line: u32,
        /// Set or cleared.
        on: bool,
    },
    /// Workers acknowledge before they run from now on, or after.
    AckFirst(bool),
    /// The clock moved.
    Clock {
        /// From.
        from: Millis,
        /// To.
        to: Millis,
    },
    /// The action was not possible: nothing changed.
    Refused(Refused),
}

/// Where a worker's request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The Redis database: commands, and all that concerns the queue.
    Store,
    /// The relational database.
    Tables,
    /// The outside world.
    Outside,
}

impl Target {
    pub(super) fn of(at: Option<&At>) -> Self {
        match at {
            Some(At::Outside { .. }) => Self::Outside,
            Some(At::Sql { .. }) => Self::Tables,
            _ => Self::Store,
        }
    }
}

/// What the queue made of an accepted acknowledgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AckOutcome {
    /// The job is completed.
    Completed,
    /// The job is completed before its handler begins.
    CompletedFirst,
    /// The failure was recorded; this is what follows.
    Failure(AfterFailure),
}

/// Why an action was not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is no worker of that number.
    NoSuchWorker(WorkerId),
    /// The worker's condition does not allow it.
    Worker(WorkerId, Condition),
    /// The worker is idle and no job is ready.
    NothingToTake(WorkerId),
    /// The worker's next step sends nothing that could be lost.
    NothingSent(WorkerId),
    /// The worker's statement waits in the database.
    Waits {
        /// Whose.
        worker: WorkerId,
        /// On whom, and for what.
        why: String,
    },
    /// There is no job of that number.
    NoSuchJob(JobNo),
    /// The job is in line already, or gone.
    NotRedeliverable {
        /// The job.
        job: JobNo,
        /// Where it is.
        state: JobState,
    },
    /// No timer is set.
    NoTimer,
    /// The clock does not move by that much at once.
    ClockStep {
        /// What was asked, in milliseconds.
        asked: u32,
        /// The most, in milliseconds.
        most: u32,
    },
    /// There is no consumer of that index.
    NoSuchConsumer(u8),
    /// The recipe does not parse; its first mistake.
    Recipe(Option<Box<Diagnostic>>),
    /// No statement stands on that line.
    NoStatement {
        /// The line.
        line: u32,
    },
    /// The playground takes no more.
    Full {
        /// The most orders.
        orders: usize,
        /// The most jobs.
        jobs: usize,
    },
    /// The scenario's jobs have no such field.
    NoSuchField(String),
    /// The field's text is too long.
    FieldTooLong {
        /// Its name.
        name: String,
        /// The most bytes.
        most: usize,
    },
    /// The queue's keys do not hold what the queue keeps there.
    Queue(String),
    /// The line at the store's prompt is no command.
    Command(String),
    /// It is so already.
    NothingToChange,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchWorker(worker) => write!(f, "There is no {worker}."),
            Self::Worker(worker, Condition::Up) => write!(f, "Worker {} is up.", worker.0),
            Self::Worker(worker, Condition::Frozen) => {
                write!(f, "Worker {} is frozen. Thaw it first.", worker.0)
            }
            Self::Worker(worker, Condition::Crashed) => {
                write!(f, "Worker {} has crashed. Restart it first.", worker.0)
            }
            Self::NothingToTake(worker) => {
                write!(f, "Worker {} is idle and no job is ready to be taken.", worker.0)
            }
            Self::NothingSent(worker) => {
                write!(f, "Worker {}'s next step sends nothing that could be lost.", worker.0)
            }
            Self::Waits { worker, why } => write!(f, "Worker {}'s statement {why}.", worker.0),
            Self::NoSuchJob(job) => write!(f, "There is no {job}."),
            Self::NotRedeliverable { job, state: JobState::Gone } => {
                write!(f, "Job {} is in no list any more: nothing can be redelivered.", job.0)
            }
            Self::NotRedeliverable { job, .. } => {
                write!(f, "Job {} is in line already: it will be delivered.", job.0)
            }
            Self::NoTimer => f.write_str("No timer is set."),
            Self::ClockStep { asked, most } => {
                write!(f, "The clock moves by 1 to {most} ms at once; {asked} ms was asked.")
            }
            Self::NoSuchConsumer(index) => {
                write!(f, "There is no consumer number {}.", u32::from(*index) + 1)
            }
            Self::Recipe(Some(diagnostic)) => write!(f, "The recipe was not taken over: {diagnostic}"),
            Self::Recipe(None) => f.write_str("The recipe was not taken over."),
            Self::NoStatement { line } => write!(f, "No statement stands on line {line}."),
            Self::Full { orders, jobs } => {
                write!(
                    f,
                    "The playground takes at most {orders} orders and {jobs} jobs. Reset to start again."
                )
            }
            Self::NoSuchField(name) => write!(f, "The jobs of this scenario have no field called {name:?}."),
            Self::FieldTooLong { name, most } => {
                write!(f, "The field {name:?} holds more than {most} bytes. Nothing was added.")
            }
            Self::Queue(why) => write!(f, "The queue could not do it, nothing was changed: {why}"),
            Self::Command(why) => write!(f, "The line was not sent: {why}."),
            Self::NothingToChange => f.write_str("It is so already."),
        }
    }
}
