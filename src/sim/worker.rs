//! What a worker does and what can happen to it: it takes a job, runs its statements, acknowledges; it crashes, freezes,
//! or loses what it sends.

use std::sync::Arc;

use crate::base::{Bytes, Millis};
use crate::queue::{self, Taken};
use crate::recipe::{self, At, Executed, Frame};

use super::event::{AckOutcome, Event, Target};
use super::ids::WorkerId;
use super::log::Log;
use super::outside::How;
use super::run::{Ending, Phase, Run, Waiting};
use super::sessions::waits_for;
use super::site::Site;
use super::timers;
use super::world::{Condition, World};

/// The worker's process dies. `after_line`: by a crash point there.
pub(super) fn crash(world: &mut World, id: WorkerId, after_line: Option<u32>, log: &mut Log) {
    let worker = world.worker_mut(id);
    worker.condition = Condition::Crashed;
    let job = worker.run.take().map(|run| run.no);
    let open = world.hang_up(id);
    log.push(|| Event::Crashed { worker: id, job, after_line });
    if let Some(job) = job.filter(|_| open) {
        log.push(|| Event::RolledBack { worker: id, job });
    }
}

/// The worker gets no processor time. A call whose answer it waits for is over for the system.
pub(super) fn freeze(world: &mut World, id: WorkerId, log: &mut Log) {
    let it = world.worker_mut(id);
    it.condition = Condition::Frozen;
    let run = it.run.as_mut().filter(|run| run.waiting.is_some());
    if let Some(waiting) = run.and_then(|run| Arc::make_mut(run).waiting.as_mut()) {
        waiting.over = true;
    }
    log.push(|| Event::Froze(id));
}

/// The frozen worker goes on; its overdue timers fire.
pub(super) fn thaw(world: &mut World, id: WorkerId, log: &mut Log) {
    world.worker_mut(id).condition = Condition::Up;
    log.push(|| Event::Thawed(id));
    timers::fire_due(world, log);
}

/// A new process starts in the crashed worker's place, and checks for stalled jobs.
pub(super) fn restart(world: &mut World, id: WorkerId, log: &mut Log) {
    world.worker_mut(id).condition = Condition::Up;
    log.push(|| Event::Restarted(id));
    timers::check_stalled(world, log);
    timers::fire_due(world, log);
}

/// The worker does the next thing.
pub(super) fn step(world: &mut World, id: WorkerId, log: &mut Log) {
    let Some(mut run) = pick_up(world, id) else { return take(world, id, log) };
    match run.phase.clone() {
        Phase::AckFirst => {
            if acknowledge(world, id, &run, &Ending::Completed, log) {
                run.acked = true;
                run.renew_at = None;
                run.phase = Phase::Handling;
                settle(&mut run, id, log);
                keep(world, id, run, log);
            }
        }
        Phase::Handling => handle(world, id, run, log),
        Phase::Ending(ending) => {
            acknowledge(world, id, &run, &ending, log);
        }
    }
}

/// The run in a worker's hands, taken out of them.
fn pick_up(world: &mut World, id: WorkerId) -> Option<Run> {
    world.worker_mut(id).run.take().map(Arc::unwrap_or_clone)
}

fn shown_text(at: Option<&At>) -> String {
    at.map_or_else(String::new, ToString::to_string)
}

/// Puts a run back into its worker's hands, unless nothing is left to do for it.
///
/// When its handler is over, its connection goes back to the pool: a transaction left open is rolled back.
fn keep(world: &mut World, id: WorkerId, run: Run, log: &mut Log) {
    if matches!(run.phase, Phase::Ending(_)) && world.hang_up(id) {
        let job = run.no;
        log.push(|| Event::RolledBack { worker: id, job });
    }
    let over = run.acked && matches!(run.phase, Phase::Ending(_));
    world.worker_mut(id).run = (!over).then(|| Arc::new(run));
}

fn take(world: &mut World, id: WorkerId, log: &mut Log) {
    let Some(taken) = fetch(world, id, log) else { return };
    let Some(no) = world.job_no(taken.id.as_bytes()) else {
        log.push(|| Event::TakenUnknown { worker: id, id: Bytes::from(taken.id.as_str()) });
        return;
    };
    let order = world.jobs[usize::from(no.0) - 1].order;
    // A job whose hash vanished is handed out all the same, with nothing in it.
    let fields = if taken.data.is_empty() { Arc::default() } else { Arc::clone(&world.order(order).fields) };
    let token: Arc<str> = token(world, id).into();
    let lock = Bytes::from(world.queue.lock_key(&taken.id));
    let program = world.program.clone();
    let job = recipe::Job { id: Bytes::from(taken.id), fields };
    let context = recipe::Context { job: &job, worker: id.0, token: &token, now: world.now };
    let frame = Frame::start(&program, &context);
    let renew_at = Some(world.now.plus(world.scenario.settings.lock_renew_time));
    let phase = Phase::Handling;
    let mut run =
        Run { job, no, order, token, lock, program, frame, phase, acked: false, renew_at, waiting: None };
    if let Some(why) = taken.deferred_failure {
        run.phase = Phase::Ending(Ending::NotRun(why.clone()));
        log.push(|| Event::TakenToFail { worker: id, job: no, why });
        return keep(world, id, run, log);
    }
    let tally = &mut Arc::make_mut(&mut world.tallies)[usize::from(order.0) - 1];
    tally.deliveries = tally.deliveries.saturating_add(1);
    tally.consumer = Some(world.consumer);
    let delivery = tally.deliveries;
    log.push(|| Event::Taken { worker: id, job: no, delivery });
    if world.ack_first {
        run.phase = Phase::AckFirst;
    } else {
        settle(&mut run, id, log);
    }
    keep(world, id, run, log);
}

/// Asks the queue for a job under a new token.
fn fetch(world: &mut World, id: WorkerId, log: &mut Log) -> Option<queue::TakenJob> {
    let worker = world.worker_mut(id);
    worker.fetches = worker.fetches.saturating_add(1);
    let token = token(world, id);
    let name = format!("worker-{}", id.0);
    let settings = world.scenario.settings;
    match queue::take(&mut world.db, world.now, &world.queue, &token, &name, &settings) {
        Taken::Job(job) => Some(job),
        Taken::Broken(why) => {
            log.push(|| Event::StoreBroken { worker: id, why: why.to_string() });
            None
        }
        Taken::Nothing { .. } | Taken::Paused => None,
    }
}

fn token(world: &World, id: WorkerId) -> String {
    let fetches = world.worker(id).map_or(0, |worker| worker.fetches);
    format!("worker-{}:{fetches}", id.0)
}

/// When the frame has come to the end of the program, the handler is over.
fn settle(run: &mut Run, id: WorkerId, log: &mut Log) {
    if run.phase == Phase::Handling && run.frame.line(&run.program).is_none() {
        end(run, id, None, Ending::Completed, log);
    }
}

fn end(run: &mut Run, id: WorkerId, line: Option<u32>, ending: Ending, log: &mut Log) {
    log.push(|| Event::Ended { worker: id, job: run.no, line, ending: ending.clone() });
    run.phase = Phase::Ending(ending);
}

/// The first step of an outside call that takes two: the request arrives and is carried out, the answer is on
/// its way. Whether that is what the next step is.
fn arrive(world: &mut World, id: WorkerId, run: &mut Run, log: &mut Log) -> bool {
    if !world.scenario.outside_in_two_steps || run.waiting.is_some() {
        return false;
    }
    let Some(At::Outside { line, call }) = run.at(id, world.now) else { return false };
    let job = run.no;
    log.push(|| Event::Arrived { worker: id, job, line, text: call.to_string() });
    let answer = Site::new(world, id, run, log).ask(&call);
    // What was turned away or answered from memory keeps nobody waiting.
    let over = answer.how != How::First;
    run.waiting = Some(Box::new(Waiting { call, answer: answer.result, over }));
    true
}

/// Runs the statement that the handler rests at.
fn handle(world: &mut World, id: WorkerId, mut run: Run, log: &mut Log) {
    if arrive(world, id, &mut run, log) {
        return keep(world, id, run, log);
    }
    let line = run.frame.line(&run.program);
    let shown = log.is_on().then(|| run.at(id, world.now)).flatten();
    match execute(world, id, &mut run, log) {
        Executed::Next { reply } => {
            log.push(|| Event::Ran {
                worker: id,
                job: run.no,
                line: line.unwrap_or_default(),
                to: Target::of(shown.as_ref()),
                text: shown_text(shown.as_ref()),
                reply: reply.to_string(),
            });
            settle(&mut run, id, log);
        }
        Executed::Waits => {
            let why = world.sql.waiting(id.into()).map_or_else(String::new, |waiting| waits_for(&waiting));
            let (job, line) = (run.no, line.unwrap_or_default());
            log.push(|| Event::Waits { worker: id, job, line, text: shown_text(shown.as_ref()), why });
            world.worker_mut(id).run = Some(Arc::new(run));
            return;
        }
        Executed::Skipped { why } => end(&mut run, id, line, Ending::Skipped(why), log),
        Executed::Failed { why } => end(&mut run, id, line, Ending::Failed(why), log),
        Executed::Done => end(&mut run, id, None, Ending::Completed, log),
        Executed::Error { line, message } => end(&mut run, id, Some(line), Ending::Failed(message), log),
    }
    keep(world, id, run, log);
    if let Some(line) = line.filter(|line| world.crash_points.remove(line)) {
        crash(world, id, Some(line), log);
    }
}

fn execute(world: &mut World, id: WorkerId, run: &mut Run, log: &mut Log) -> Executed {
    let now = world.now;
    let mut site = Site::new(world, id, run, log);
    site.answer = run.waiting.take();
    let context = recipe::Context { job: &run.job, worker: id.0, token: &run.token, now };
    run.frame.execute(&run.program, &context, &mut site)
}

/// The worker's next request never arrives.
pub(super) fn lose_request(world: &mut World, id: WorkerId, log: &mut Log) {
    let Some(mut run) = pick_up(world, id) else { return };
    if matches!(run.at(id, world.now), Some(At::Trouble { .. })) {
        // It cannot even be sent: the handler throws before anything could be lost.
        return handle(world, id, run, log);
    }
    let (line, to, text) = request(&run, id, world.now);
    log.push(|| Event::RequestLost { worker: id, job: run.no, line, to, text: text.clone() });
    if run.phase == Phase::Handling {
        end(&mut run, id, line, Ending::Failed(format!("connection lost: no reply to {text}")), log);
        keep(world, id, run, log);
    }
}

/// The worker's next request is carried out; its reply never arrives.
pub(super) fn lose_reply(world: &mut World, id: WorkerId, log: &mut Log) {
    let Some(mut run) = pick_up(world, id) else {
        fetch(world, id, log);
        log.push(|| Event::ReplyLost {
            worker: id,
            job: None,
            line: None,
            to: Target::Store,
            text: "take a job".to_owned(),
        });
        return;
    };
    let (line, to, text) = request(&run, id, world.now);
    match run.phase.clone() {
        Phase::Handling => {
            // The statement takes effect, unless it has already; its answer never reaches the worker's variables.
            let mut unseen = run.clone();
            execute(world, id, &mut unseen, log);
            run.waiting = None;
            log.push(|| Event::ReplyLost { worker: id, job: Some(run.no), line, to, text: text.clone() });
            end(&mut run, id, line, Ending::Failed(format!("connection lost: no reply to {text}")), log);
            keep(world, id, run, log);
        }
        Phase::AckFirst => lose_ack_reply(world, id, &run, &Ending::Completed, text, log),
        Phase::Ending(ending) => lose_ack_reply(world, id, &run, &ending, text, log),
    }
}

/// The queue takes the acknowledgement; the client never hears so, sends it again and is refused.
fn lose_ack_reply(world: &mut World, id: WorkerId, run: &Run, ending: &Ending, text: String, log: &mut Log) {
    let accepted = acknowledge(world, id, run, ending, log);
    log.push(|| Event::ReplyLost { worker: id, job: Some(run.no), line: None, to: Target::Store, text });
    if accepted {
        acknowledge(world, id, run, ending, log);
    }
}

/// What the run is about to send: from which line, where to, in words.
fn request(run: &Run, id: WorkerId, now: Millis) -> (Option<u32>, Target, String) {
    match (run.at(id, now), &run.phase) {
        (Some(at), _) => (run.frame.line(&run.program), Target::of(Some(&at)), at.to_string()),
        (None, Phase::AckFirst | Phase::Ending(Ending::Completed | Ending::Skipped(_))) => {
            (None, Target::Store, "acknowledge the job".to_owned())
        }
        (None, _) => (None, Target::Store, "report the failure".to_owned()),
    }
}

/// Tells the queue how the handler ended. Whether the queue took it.
fn acknowledge(world: &mut World, id: WorkerId, run: &Run, ending: &Ending, log: &mut Log) -> bool {
    let job_id = run.job.id.to_text();
    let (db, now, queue) = (&mut world.db, world.now, &world.queue);
    let outcome = match ending {
        Ending::Completed | Ending::Skipped(_) => {
            queue::complete(db, now, queue, &job_id, &run.token, "null").map(|()| match run.phase {
                Phase::AckFirst => AckOutcome::CompletedFirst,
                _ => AckOutcome::Completed,
            })
        }
        Ending::Failed(why) => {
            queue::fail(db, now, queue, &job_id, &run.token, why, false).map(AckOutcome::Failure)
        }
        Ending::NotRun(why) => {
            queue::fail(db, now, queue, &job_id, &run.token, why, true).map(AckOutcome::Failure)
        }
    };
    match outcome {
        Ok(outcome) => {
            log.push(|| Event::Acknowledged { worker: id, job: run.no, outcome });
            true
        }
        Err(refusal) => {
            log.push(|| Event::AckRefused { worker: id, job: run.no, refusal });
            false
        }
    }
}
