//! The stage: the queue's lanes, the jobs, the workers, the outside ledgers.

use std::rc::Rc;

use crate::base::Bytes;
use crate::catalogue::course::Control;
use crate::queue::{self, JobState};
use crate::recipe::{OutsideCall, Verb};
use crate::sim::{
    Action, Condition, Ending, Event, JobNo, LedgerEntry, NodeId, Phase, Probe, Run, System, Worker,
    WorkerId, World, faults_of_job, faults_of_worker,
};

use super::super::buttons::Buttons;
use super::super::session::Session;
use super::super::view::{
    Button, ChipView, JobView, LaneView, LedgerRow, LedgerView, LockView, WorkerState, WorkerView,
};
use super::super::words;

/// How many jobs a lane shows.
const MAX_CHIPS: usize = 12;
/// How many jobs have buttons.
const MAX_JOBS: usize = 12;
/// How many entries a ledger shows.
const MAX_ROWS: usize = 12;

/// The queue's lanes.
pub(in crate::app) fn lanes(world: &World) -> Rc<[LaneView]> {
    let lanes = queue::lanes(world.db(), world.queue());
    let mut waiting = lanes.wait;
    waiting.extend(lanes.prioritized);
    let mut delayed = Vec::new();
    for (id, due) in &lanes.delayed {
        let left = due.since(world.now());
        let note = if left == 0 { "due now".to_owned() } else { format!("due in {}", words::span(left)) };
        delayed.push(chip(world, id, Some(note)));
    }
    Rc::from([
        lane("wait", "Waiting", chips(world, &waiting, &|_| None)),
        lane("delayed", "Delayed", delayed),
        lane("active", "Active", chips(world, &lanes.active, &|id| lock_note(world, id))),
        lane("completed", "Completed", chips(world, &lanes.completed, &|_| None)),
        lane("failed", "Failed", chips(world, &lanes.failed, &|id| failure(world, id))),
    ])
}

fn chips(world: &World, ids: &[String], note: &dyn Fn(&str) -> Option<String>) -> Vec<ChipView> {
    let mut chips = Vec::new();
    for id in ids {
        chips.push(chip(world, id, note(id)));
    }
    chips
}

fn chip(world: &World, id: &str, note: Option<String>) -> ChipView {
    let no = world.job_no(id.as_bytes());
    let detail = no.map_or(String::new(), |no| job_detail(world, no));
    let number = no.map_or(0, |no| no.0);
    let shown = if number > 0 { number.to_string() } else { id.to_owned() };
    let title = format!("Job {shown}");
    ChipView { job: number, title, detail, note }
}

/// `order 1, card-1, 42.00`.
fn job_detail(world: &World, no: JobNo) -> String {
    let Some(job) = world.job(no) else { return String::new() };
    let fields = &world.order(job.order).fields;
    let mut detail = job.order.to_string();
    for field in &world.scenario().fields {
        if field.name == "order" {
            continue;
        }
        let text = fields.get(&field.name).map_or(String::new(), Bytes::to_text);
        let text = if field.name == "amount" { words::amount(&text) } else { text };
        detail.push_str(", ");
        detail.push_str(&words::shorten(&text, 24));
    }
    detail
}

fn lock_note(world: &World, id: &str) -> Option<String> {
    let locked = queue::lock_of(world.db(), world.now(), world.queue(), id).is_some();
    let suspect = world.db().get(world.queue().key("stalled").as_bytes()).is_some_and(
        |entry| matches!(&entry.value, crate::store::Value::Set(set) if set.contains(id.as_bytes())),
    );
    match (locked, suspect) {
        (true, false) => None,
        (true, true) => Some("suspect: its lock must be renewed".to_owned()),
        (false, true) => Some("no lock: the next stalled check recovers it".to_owned()),
        (false, false) => Some("no lock".to_owned()),
    }
}

fn failure(world: &World, id: &str) -> Option<String> {
    let record = queue::job(world.db(), world.queue(), id)?;
    record.failed_reason.map(|why| words::shorten(&why, 60))
}

/// The jobs, with what can be done to each.
pub(in crate::app) fn jobs(buttons: Buttons<'_>) -> Rc<[JobView]> {
    let world = buttons.world;
    let skipped = world.jobs().count().saturating_sub(MAX_JOBS);
    let mut views = Vec::new();
    for (no, job) in world.jobs().skip(skipped) {
        let n = u32::from(no.0);
        views.push(JobView {
            job: no.0,
            title: format!("Job {n}, {}", job.order),
            state: job_state(world, no, &job.id.to_text()),
            buttons: job_buttons(no, buttons),
        });
    }
    views.into()
}

fn job_state(world: &World, no: JobNo, id: &str) -> String {
    let place = match world.job_state(no) {
        JobState::Wait | JobState::Prioritized | JobState::Paused => "waiting",
        JobState::Active => "active",
        JobState::Delayed => "delayed",
        JobState::Completed => "completed",
        JobState::Failed => "failed",
        JobState::Gone => return "gone from every list".to_owned(),
    };
    let Some(record) = queue::job(world.db(), world.queue(), id) else { return place.to_owned() };
    let mut text = place.to_owned();
    for (what, times) in [(", started ", record.attempts_started), (", stalled ", record.stalled)] {
        if times > 0 {
            text.push_str(&format!("{what}{times}×"));
        }
    }
    text
}

/// The workers; `past` are the steps up to where one is.
pub(in crate::app) fn workers(session: &Session, past: &[NodeId], buttons: Buttons<'_>) -> Rc<[WorkerView]> {
    let mut views = Vec::new();
    for (id, worker) in session.world().workers() {
        views.push(worker_view(session, id, worker, past, buttons));
    }
    views.into()
}

fn worker_view(
    session: &Session,
    id: WorkerId,
    worker: &Worker,
    past: &[NodeId],
    buttons: Buttons<'_>,
) -> WorkerView {
    let world = session.world();
    let run = worker.run.as_deref();
    let lock = run.filter(|run| !run.acked).map(|run| lock_view(world, run));
    let lost = lock.as_ref().is_some_and(|lock| !lock.held);
    let state = match (worker.condition, run) {
        (Condition::Crashed, _) => WorkerState::Crashed,
        (Condition::Frozen, _) => WorkerState::Frozen,
        (Condition::Up, None) => WorkerState::Idle,
        (Condition::Up, Some(_)) if world.waits(id).is_some() => WorkerState::Waiting,
        (Condition::Up, Some(_)) if lost => WorkerState::Zombie,
        (Condition::Up, Some(_)) => WorkerState::Running,
    };
    let line =
        run.filter(|run| run.at(id, world.now()).is_some()).and_then(|run| run.frame.line(&run.program));
    let mut variables = Vec::new();
    if let Some(run) = run {
        for (name, value) in run.frame.variables(&run.program) {
            variables.push((name.to_owned(), words::shorten(&value.to_string(), 80)));
        }
    }
    WorkerView {
        id,
        title: format!("Worker {}", id.0),
        state,
        status: run.map(|run| status(state, run, world)),
        selected: id == session.selected(),
        next: next_thing(id, worker, world),
        line,
        other_text: run.is_some_and(|run| run.program != *world.program()),
        variables,
        last: last_reply(session, id, past),
        lock,
        buttons: worker_buttons(id, worker.condition, buttons),
    }
}

/// What the worker's last statement answered, as long as it is about the run in its hands.
fn last_reply(session: &Session, id: WorkerId, past: &[NodeId]) -> Option<String> {
    for node in past.iter().rev() {
        let Some((_, events)) = session.timeline().step(*node) else { continue };
        for event in events.iter().rev() {
            match event {
                Event::Ran { worker, text, reply, .. } if *worker == id => {
                    return Some(format!("{} → {}", words::shorten(text, 80), words::shorten(reply, 60)));
                }
                Event::Ended { worker, ending: Ending::Failed(why), .. } if *worker == id => {
                    return Some(words::shorten(why, 120));
                }
                Event::AckRefused { worker, refusal, .. } if *worker == id => {
                    let mut text = format!("acknowledgement refused: {refusal}");
                    if let Some(code) = refusal.code() {
                        text.push_str(&format!(" ({code})"));
                    }
                    return Some(text);
                }
                Event::Taken { worker, .. } | Event::Restarted(worker) | Event::Crashed { worker, .. }
                    if *worker == id =>
                {
                    return None;
                }
                _ => {}
            }
        }
    }
    None
}

/// What can be done to a job: what goes wrong with it, and the producer's doubt.
fn job_buttons(no: JobNo, make: Buttons<'_>) -> Vec<Button> {
    let mut buttons = Vec::new();
    for action in faults_of_job(no) {
        buttons.extend(fault_button(action, make));
    }
    let name = format!("Enqueue again job {}", no.0);
    let hint = "The producer adds the same order once more, as a new job.";
    buttons.push(make.action_button("Enqueue again", name.into(), Action::EnqueueAgain(no), hint));
    buttons
}

/// What can go wrong with a worker; in place of what has, the way back. A process that is gone has only that.
fn worker_buttons(id: WorkerId, condition: Condition, make: Buttons<'_>) -> Vec<Button> {
    let mut buttons = Vec::new();
    for action in faults_of_worker(id) {
        let leaves = action.fault().and_then(|kind| kind.row().leaves);
        if leaves == Some(condition) {
            buttons.extend(way_back(id, condition, make));
        } else if condition != Condition::Crashed {
            buttons.extend(fault_button(action, make));
        }
    }
    buttons
}

fn fault_button(action: Action, make: Buttons<'_>) -> Option<Button> {
    let row = action.fault()?.row();
    let (what, no) = match (action.worker(), action.job()) {
        (Some(worker), _) => ("worker", u32::from(worker.0)),
        (None, job) => ("job", u32::from(job?.0)),
    };
    let name = format!("{} {what} {no}", row.label);
    Some(make.action_button(row.label, name.into(), action, row.hint))
}

fn way_back(id: WorkerId, condition: Condition, make: Buttons<'_>) -> Option<Button> {
    let action = Action::back_from(condition, id)?;
    let label = Control::of(&action).name();
    let hint = match condition {
        Condition::Up => "",
        Condition::Frozen => "Let it go on where it was.",
        Condition::Crashed => "Start a new process in its place.",
    };
    Some(make.action_button(label, format!("{label} worker {}", id.0).into(), action, hint))
}

/// The outside systems' ledgers; `before` is the world before the last step.
pub(in crate::app) fn ledgers(world: &World, before: Option<&World>) -> Rc<[LedgerView]> {
    let mut views = Vec::new();
    for system in System::ALL {
        let entries = world.outside().ledger(system);
        if entries.is_empty() && !world.scenario().probes.contains(&Probe::Ledger(system)) {
            continue;
        }
        let known = before.map_or(entries.len(), |before| before.outside().ledger(system).len());
        let skipped = entries.len().saturating_sub(MAX_ROWS);
        let mut rows = Vec::new();
        for index in skipped..entries.len() {
            rows.push(ledger_row(&entries[..=index], index >= known));
        }
        views.push(LedgerView {
            title: system.to_string(),
            rows,
            more: skipped,
            empty: system.row().empty,
            state: world.outside().state(system),
        });
    }
    views.into()
}

fn lane(id: &'static str, title: &'static str, mut jobs: Vec<ChipView>) -> LaneView {
    let more = jobs.len().saturating_sub(MAX_CHIPS);
    jobs.truncate(MAX_CHIPS);
    LaneView { id, title, jobs, more }
}

fn lock_view(world: &World, run: &Run) -> LockView {
    let whole = world.scenario().settings.lock_duration;
    let id = run.job.id.to_text();
    match queue::lock_of(world.db(), world.now(), world.queue(), &id) {
        Some((token, expires_at)) if token == *run.token => {
            let left = expires_at.map_or(whole, |at| at.since(world.now()));
            LockView { text: format!("lock: {} left", words::span(left)), left, whole, held: true }
        }
        Some((token, _)) => {
            let owner = token.split(':').next().unwrap_or_default().replace('-', " ");
            LockView { text: format!("the lock is {owner}'s now"), left: 0, whole, held: false }
        }
        None => LockView { text: "the lock has lapsed".to_owned(), left: 0, whole, held: false },
    }
}

fn status(state: WorkerState, run: &Run, world: &World) -> String {
    let deliveries = world.tally(run.order).deliveries;
    let (before, after) = match state {
        WorkerState::Zombie => ("zombie: still runs", " without its lock"),
        WorkerState::Frozen => ("frozen in", ""),
        _ => (state.word(), ""),
    };
    let (job, order) = (run.no.to_string(), run.order.to_string());
    format!("{before} {job}, {order} (delivered {}){after}", words::times(deliveries))
}

fn next_thing(id: WorkerId, worker: &Worker, world: &World) -> String {
    if worker.condition == Condition::Crashed {
        return "nothing until it is restarted".to_owned();
    }
    let Some(run) = &worker.run else {
        let ready = queue::can_take(world.db(), world.now(), world.queue());
        return if ready { "take the next job" } else { "wait for a job" }.to_owned();
    };
    if let Some(why) = world.waits(id) {
        return words::shorten(&why, 120);
    }
    match (&run.phase, run.at(id, world.now())) {
        (_, Some(_)) if run.waiting.is_some() => "read the answer that is on its way".to_owned(),
        (_, Some(at)) => words::shorten(&at.to_string(), 120),
        (Phase::AckFirst, _) => "acknowledge before running".to_owned(),
        (Phase::Ending(Ending::Completed | Ending::Skipped(_)), _) => "acknowledge: completed".to_owned(),
        _ => "report the failure".to_owned(),
    }
}

/// The last of these entries.
fn ledger_row(entries: &[LedgerEntry], changed: bool) -> LedgerRow {
    let (entry, earlier) = entries.split_last().expect("it ends with the entry");
    LedgerRow {
        receipt: entry.receipt.to_text(),
        order: entry.order.to_string(),
        what: words::shorten(&what(&entry.call), 80),
        at: format!("at {}", words::clock(entry.at)),
        extra: earlier.iter().any(|earlier| earlier.order == entry.order),
        changed,
    }
}

fn what(call: &OutsideCall) -> String {
    if call.verb != Verb::Charge {
        return call.to_string();
    }
    let (target, amount) = (call.target.to_string(), words::amount(&call.content.to_text()));
    match call.key() {
        Some(key) => format!("{target}, {amount}, key {key}"),
        None => format!("{target}, {amount}"),
    }
}
