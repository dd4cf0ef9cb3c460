//! One delivery in a worker's hands: the handler's program counter and variables, and how it will end.

use std::sync::Arc;

use crate::base::{Bytes, Millis};
use crate::recipe::{At, Context, Frame, Job, OutsideCall, Program};

use super::ids::{JobNo, OrderNo, WorkerId};
use super::outside::Response;

/// A delivery that a worker is working on. A crash drops it; nothing else is lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// What `{job.…}` reads.
    pub job: Job,
    /// The job's number.
    pub no: JobNo,
    /// The order it is for.
    pub order: OrderNo,
    /// The token in the job's lock, if the lock is still this run's.
    pub token: Arc<str>,
    /// The key of the job's lock.
    pub lock: Bytes,
    /// The program as it was when the delivery began: a later toggle or edit does not change it.
    pub program: Program,
    /// Where it is in the program.
    pub frame: Frame,
    /// What the next step does.
    pub phase: Phase,
    /// Acknowledged before running: nothing is left to acknowledge at the end.
    pub acked: bool,
    /// When the worker renews the lock next; none once a renewal was refused.
    pub renew_at: Option<Millis>,
    /// The outside call that has arrived and whose answer the next step reads.
    pub waiting: Option<Box<Waiting>>,
}

/// An outside call between its two steps, in scenarios where it takes two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// What was asked.
    pub call: OutsideCall,
    /// What will be answered. What was asked for has been done.
    pub answer: Response,
    /// The system is through with it, so that its key is in use no more: it was answered from memory or turned
    /// away, or the worker froze meanwhile.
    pub over: bool,
}

/// What a run does at its next step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Acknowledge the job before running it.
    AckFirst,
    /// Run the statement the frame rests at.
    Handling,
    /// Tell the queue how the handler ended.
    Ending(Ending),
}

/// How a handler ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It ran to its end.
    Completed,
    /// It decided that there was nothing to do, and said why. The queue sees a completion.
    Skipped(String),
    /// It threw: a lost connection, an error reply, or `fail`. The queue decides about a retry.
    Failed(String),
    /// The queue handed the job out only to be failed (it stalled too often); the handler never began.
    NotRun(String),
}

impl Run {
    /// What the recipe sees of its surroundings.
    #[must_use]
    pub fn context(&self, worker: WorkerId, now: Millis) -> Context<'_> {
        Context { job: &self.job, worker: worker.0, token: &self.token, now }
    }

    /// The statement it is about to run, while it is handling.
    #[must_use]
    pub fn at(&self, worker: WorkerId, now: Millis) -> Option<At> {
        (self.phase == Phase::Handling).then(|| self.frame.at(&self.program, &self.context(worker, now)))
    }

    /// Whether its next step leaves the worker, so that a request or a reply can be lost.
    #[must_use]
    pub fn sends(&self) -> bool {
        self.phase != Phase::Handling || self.frame.sends(&self.program)
    }

    /// Whether its next step sends a request that could be lost: the answer it waits for is no request.
    #[must_use]
    pub fn requests(&self) -> bool {
        self.sends() && self.waiting.is_none()
    }
}
