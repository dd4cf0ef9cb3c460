//! Deliveries read off the events of a line: who ran what, for how long, and how it ended.

use crate::base::Millis;
use crate::sim::{AckOutcome, Action, Ending, Event, JobNo, NodeId, OrderNo, Timeline, WorkerId, World};

/// One step of a line: what was done, and what it did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    pub action: &'a Action,
    pub events: &'a [Event],
}

/// One delivery of a job to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Delivery {
    pub job: JobNo,
    pub order: OrderNo,
    /// The how-manieth for its order.
    pub number: u16,
    pub worker: WorkerId,
    /// The step that took it.
    pub from: u32,
    /// The step that ended it; none while it goes on.
    pub to: Option<u32>,
    /// Effects it caused.
    pub effects: u16,
    /// The last statement it ran, with its line.
    pub last: Option<(u32, String)>,
    /// Its worker was frozen on the way.
    pub frozen: bool,
    /// Some statement of it took effect somewhere, heard of or not.
    pub acted: bool,
    /// It was acknowledged before it ran.
    pub acked_first: bool,
    /// Why the job was in line.
    pub cause: Cause,
    pub end: End,
}

impl<'a> Step<'a> {
    /// The steps of a line of a timeline.
    pub(super) fn along(timeline: &'a Timeline, line: &[NodeId]) -> Vec<Self> {
        let mut steps = Vec::new();
        for id in line {
            if let Some((action, events)) = timeline.step(*id) {
                steps.push(Self { action, events });
            }
        }
        steps
    }
}

/// Why a job was in line to be delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The producer added it.
    Added,
    /// The producer added its order once more.
    AddedAgain,
    /// A failure was reported and the job is retried.
    Retry,
    /// The stalled check found it without a lock.
    Stalled,
    /// Somebody put it back by hand.
    ByHand,
}

/// How a delivery ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It goes on.
    Open,
    /// The handler ended like this, and the queue took it.
    Accepted(Ending),
    /// The handler ended like this, and the queue refused to hear of it.
    Refused(Ending, String),
    /// The handler ended like this; the word about it was lost on the way.
    Unheard(Ending),
    /// The worker crashed.
    Crashed,
}

/// The deliveries of a line of steps, oldest first, and the clock after each step.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub deliveries: Vec<Delivery>,
    /// The clock after step `n`, at index `n`; index zero is the beginning.
    pub clocks: Vec<Millis>,
}

impl History {
    /// Reads a line of steps.
    pub(super) fn read(steps: &[Step<'_>], world: &World) -> Self {
        let mut reader = Reader { history: Self::default(), endings: Vec::new(), causes: Vec::new() };
        reader.history.clocks.push(Millis(0));
        for (index, step) in steps.iter().enumerate() {
            for event in step.events {
                reader.event(index as u32 + 1, event, world);
            }
            let before = reader.history.clocks[index];
            reader.history.clocks.push(super::describe::clock_after(step.events).unwrap_or(before));
        }
        reader.history
    }
}

struct Reader {
    history: History,
    /// How the handler ended whose acknowledgement is still to come, per worker.
    endings: Vec<(WorkerId, Ending)>,
    /// Why each job is in line, the newest reason last.
    causes: Vec<(JobNo, Cause)>,
}

impl Reader {
    fn open(&mut self, worker: WorkerId) -> Option<&mut Delivery> {
        self.history.deliveries.iter_mut().rev().find(|it| it.worker == worker && it.to.is_none())
    }

    fn ending(&mut self, worker: WorkerId) -> Ending {
        match self.endings.iter().rposition(|(whose, _)| *whose == worker) {
            Some(index) => self.endings.remove(index).1,
            None => Ending::Completed,
        }
    }

    fn close(&mut self, step: u32, worker: WorkerId, end: &dyn Fn(Ending) -> End) {
        let ending = self.ending(worker);
        if let Some(delivery) = self.open(worker) {
            delivery.to = Some(step);
            delivery.end = end(ending);
        }
    }

    fn event(&mut self, step: u32, event: &Event, world: &World) {
        match event {
            Event::Taken { worker, job, delivery } => self.begin(step, *worker, *job, *delivery, world),
            Event::Effect { worker, probe, .. } => {
                // The consumer's first probe counts; the others accompany it.
                if let Some(delivery) = self.open(*worker) {
                    let judge = world.judged_by(delivery.order);
                    let counts = world.scenario().consumers[judge].probes.first() == Some(probe);
                    delivery.effects += u16::from(counts);
                }
            }
            Event::Ran { worker, line, text, .. } => {
                if let Some(delivery) = self.open(*worker) {
                    delivery.last = Some((*line, text.clone()));
                    delivery.acted = true;
                }
            }
            Event::ReplyLost { worker, line: Some(_), .. } | Event::Arrived { worker, .. } => {
                if let Some(delivery) = self.open(*worker) {
                    delivery.acted = true;
                }
            }
            Event::Enqueued { job, again: true, .. } => self.causes.push((*job, Cause::AddedAgain)),
            Event::Redelivered { job, .. } => self.causes.push((*job, Cause::ByHand)),
            Event::Checked { recovered, .. } => {
                self.causes.extend(recovered.iter().map(|job| (*job, Cause::Stalled)));
            }
            Event::Ended { worker, ending, .. } => {
                self.endings.retain(|(whose, _)| whose != worker);
                self.endings.push((*worker, ending.clone()));
                // Nobody waits for the end of what was acknowledged first.
                if self.open(*worker).is_some_and(|it| it.acked_first) {
                    self.close(step, *worker, &End::Accepted);
                }
            }
            Event::Acknowledged { worker, job, outcome } => self.acknowledged(step, *worker, *job, outcome),
            Event::AckRefused { worker, refusal, .. } => {
                let code = refusal.code().map_or(String::new(), |code| format!(" ({code})"));
                let said = format!("{refusal}{code}");
                self.close(step, *worker, &|ending| End::Refused(ending, said.clone()));
            }
            Event::RequestLost { worker, line: None, .. } => self.close(step, *worker, &End::Unheard),
            Event::Crashed { worker, .. } => self.close(step, *worker, &|_| End::Crashed),
            Event::Froze(worker) => {
                if let Some(delivery) = self.open(*worker) {
                    delivery.frozen = true;
                }
            }
            _ => {}
        }
    }

    fn acknowledged(&mut self, step: u32, worker: WorkerId, job: JobNo, outcome: &AckOutcome) {
        match outcome {
            AckOutcome::CompletedFirst => {
                if let Some(delivery) = self.open(worker) {
                    delivery.acked_first = true;
                }
            }
            AckOutcome::Completed => self.close(step, worker, &End::Accepted),
            AckOutcome::Failure(_) => {
                self.causes.push((job, Cause::Retry));
                self.close(step, worker, &End::Accepted);
            }
        }
    }

    fn begin(&mut self, step: u32, worker: WorkerId, job: JobNo, number: u16, world: &World) {
        self.endings.retain(|(whose, _)| *whose != worker);
        let order = world.job(job).map_or(OrderNo(0), |job| job.order);
        let known = self.causes.iter().rev().find(|(about, _)| *about == job);
        let cause = known.map_or(Cause::Added, |(_, cause)| *cause);
        self.history.deliveries.push(Delivery {
            job,
            order,
            number,
            worker,
            from: step,
            to: None,
            effects: 0,
            last: None,
            frozen: false,
            acted: false,
            acked_first: false,
            cause,
            end: End::Open,
        });
    }
}
