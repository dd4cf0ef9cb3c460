//! The stage: the queue's lanes, the jobs, the workers, the outside ledgers.

use std::rc::Rc;

use crate::base::Bytes;
use crate::queue::{self, JobState};
use crate::recipe::OutsideCall;
use crate::sim::{
    Action, Condition, Ending, Event, JobNo, LedgerEntry, NodeId, OrderNo, Phase, Probe, Run, System, Worker,
    WorkerId, World,
};

use super::super::state::App;
use super::super::view::{ChipView, JobView, LaneView, LedgerRow, LedgerView, LockView, WorkerView};
use super::super::words;

/// How many jobs a lane shows.
const MAX_CHIPS: usize = 12;
/// How many jobs have buttons.
const MAX_JOBS: usize = 12;
/// How many entries a ledger shows.
const MAX_ROWS: usize = 12;

impl App {
    pub(super) fn lanes_view(&self) -> Rc<[LaneView]> {
        let world = self.world();
        let lanes = queue::lanes(world.db(), world.queue());
        let mut waiting = lanes.wait;
        waiting.extend(lanes.prioritized);
        let delayed = lanes.delayed.iter().map(|(id, due)| {
            let left = due.since(world.now());
            let note = if left == 0 { "due now".to_owned() } else { format!("due in {}", words::span(left)) };
            self.chip(id, Some(note))
        });
        Rc::from([
            lane("wait", "Waiting", waiting.iter().map(|id| self.chip(id, None)).collect()),
            lane("delayed", "Delayed", delayed.collect()),
            lane(
                "active",
                "Active",
                lanes.active.iter().map(|id| self.chip(id, self.lock_note(id))).collect(),
            ),
            lane("completed", "Completed", lanes.completed.iter().map(|id| self.chip(id, None)).collect()),
            lane("failed", "Failed", lanes.failed.iter().map(|id| self.chip(id, self.failure(id))).collect()),
        ])
    }

    fn chip(&self, id: &str, note: Option<String>) -> ChipView {
        let no = self.world().job_no(id.as_bytes());
        let detail = no.map_or(String::new(), |no| self.job_detail(no));
        let number = no.map_or(0, |no| no.0);
        let title = if number > 0 { format!("Job {number}") } else { format!("Job {id}") };
        ChipView { job: number, title, detail, note }
    }

    /// `order 1, card-1, 42.00`.
    fn job_detail(&self, no: JobNo) -> String {
        let world = self.world();
        let Some(job) = world.job(no) else { return String::new() };
        let fields = &world.order(job.order).fields;
        let others = world.scenario().fields.iter().filter(|field| field.name != "order").map(|field| {
            let text = fields.get(&field.name).map_or(String::new(), Bytes::to_text);
            let text = if field.name == "amount" { words::amount(&text) } else { text };
            words::shorten(&text, 24)
        });
        let mut parts = vec![job.order.to_string()];
        parts.extend(others);
        parts.join(", ")
    }

    fn lock_note(&self, id: &str) -> Option<String> {
        let world = self.world();
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

    fn failure(&self, id: &str) -> Option<String> {
        let record = queue::job(self.world().db(), self.world().queue(), id)?;
        record.failed_reason.map(|why| words::shorten(&why, 60))
    }

    pub(super) fn jobs_view(&self) -> Rc<[JobView]> {
        let world = self.world();
        let all: Vec<JobNo> = world.jobs().map(|(no, _)| no).collect();
        let shown = all.iter().rev().take(MAX_JOBS).rev();
        shown
            .map(|no| {
                let job = world.job(*no).expect("listed just now");
                let n = no.0;
                JobView {
                    job: n,
                    title: format!("Job {n}, {}", job.order),
                    state: self.job_state(&job.id.to_text()),
                    buttons: vec![
                        self.action_button(
                            "Redeliver",
                            &format!("Redeliver job {n}"),
                            Action::Redeliver(*no),
                            "Put the job back in line, even while it runs elsewhere.",
                        ),
                        self.action_button(
                            "Enqueue again",
                            &format!("Enqueue again job {n}"),
                            Action::EnqueueAgain(*no),
                            "The producer adds the same order once more, as a new job.",
                        ),
                    ],
                }
            })
            .collect()
    }

    fn job_state(&self, id: &str) -> String {
        let world = self.world();
        let place = match queue::state(world.db(), world.queue(), id.as_bytes()) {
            JobState::Wait | JobState::Prioritized | JobState::Paused => "waiting",
            JobState::Active => "active",
            JobState::Delayed => "delayed",
            JobState::Completed => "completed",
            JobState::Failed => "failed",
            JobState::Gone => "gone from every list",
        };
        let Some(record) = queue::job(world.db(), world.queue(), id) else { return place.to_owned() };
        let mut parts = vec![place.to_owned()];
        if record.attempts_started > 0 {
            parts.push(format!("started {}×", record.attempts_started));
        }
        if record.stalled > 0 {
            parts.push(format!("stalled {}×", record.stalled));
        }
        parts.join(", ")
    }

    pub(super) fn workers_view(&self, past: &[NodeId]) -> Rc<[WorkerView]> {
        self.world().workers().map(|(id, worker)| self.worker_view(id, worker, past)).collect()
    }

    fn worker_view(&self, id: WorkerId, worker: &Worker, past: &[NodeId]) -> WorkerView {
        let world = self.world();
        let run = worker.run.as_deref();
        let lock = run.filter(|run| !run.acked).map(|run| lock_view(world, run));
        let lost = lock.as_ref().is_some_and(|lock| !lock.held);
        let state = match (worker.condition, run) {
            (Condition::Crashed, _) => "crashed",
            (Condition::Frozen, _) => "frozen",
            (Condition::Up, None) => "idle",
            (Condition::Up, Some(_)) if lost => "zombie",
            (Condition::Up, Some(_)) => "running",
        };
        let line =
            run.filter(|run| run.at(id, world.now()).is_some()).and_then(|run| run.frame.line(&run.program));
        let variables = run.map_or(Vec::new(), |run| {
            let kept = run.frame.variables(&run.program);
            kept.map(|(name, value)| (name.to_owned(), words::shorten(&value.to_string(), 80))).collect()
        });
        WorkerView {
            id,
            title: format!("Worker {}", id.0),
            state,
            status: status(state, run, world),
            selected: id == self.selected,
            next: next_thing(id, worker, world),
            line,
            other_text: run.is_some_and(|run| run.program != *world.program()),
            variables,
            last: self.last_reply(id, past),
            lock,
            buttons: self.fault_buttons(id, worker.condition),
        }
    }

    /// What the worker's last statement answered, as long as it is about the run in its hands.
    fn last_reply(&self, id: WorkerId, past: &[NodeId]) -> Option<String> {
        for node in past.iter().rev() {
            let Some((_, events)) = self.timeline.step(*node) else { continue };
            for event in events.iter().rev() {
                match event {
                    Event::Ran { worker, text, reply, .. } if *worker == id => {
                        return Some(format!("{} → {}", words::shorten(text, 80), words::shorten(reply, 60)));
                    }
                    Event::Ended { worker, ending: Ending::Failed(why), .. } if *worker == id => {
                        return Some(words::shorten(why, 120));
                    }
                    Event::AckRefused { worker, refusal, .. } if *worker == id => {
                        let code = refusal.code().map_or(String::new(), |code| format!(" ({code})"));
                        return Some(format!("acknowledgement refused: {refusal}{code}"));
                    }
                    Event::Taken { worker, .. }
                    | Event::Restarted(worker)
                    | Event::Crashed { worker, .. }
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

    fn fault_buttons(&self, id: WorkerId, condition: Condition) -> Vec<super::super::view::Button> {
        let n = id.0;
        let make = |label: &str, action: Action, hint: &str| {
            self.action_button(label, &format!("{label} worker {n}"), action, hint)
        };
        let mut buttons = Vec::new();
        match condition {
            Condition::Up => {
                buttons.push(make("Crash", Action::Crash(id), "Kill the process: its variables are gone."));
                buttons.push(make(
                    "Freeze",
                    Action::Freeze(id),
                    "Give it no processor time: it renews no lock.",
                ));
            }
            Condition::Frozen => {
                buttons.push(make("Crash", Action::Crash(id), "Kill the process: its variables are gone."));
                buttons.push(make("Thaw", Action::Thaw(id), "Let it go on where it was."));
            }
            Condition::Crashed => {
                buttons.push(make("Restart", Action::Restart(id), "Start a new process in its place."));
            }
        }
        if condition != Condition::Crashed {
            let request = "The next request never arrives; the worker sees an error.";
            let reply = "The next request is carried out; its reply is lost and the worker sees an error.";
            buttons.push(make("Lose request", Action::LoseRequest(id), request));
            buttons.push(make("Lose reply", Action::LoseReply(id), reply));
        }
        buttons
    }

    pub(super) fn ledgers_view(&self, before: Option<&World>) -> Rc<[LedgerView]> {
        let world = self.world();
        let watched = |system| world.scenario().probes.contains(&Probe::Ledger(system));
        System::ALL
            .into_iter()
            .filter(|system| watched(*system) || !world.outside().ledger(*system).is_empty())
            .map(|system| {
                let entries = world.outside().ledger(system);
                let known = before.map_or(entries.len(), |before| before.outside().ledger(system).len());
                let skipped = entries.len().saturating_sub(MAX_ROWS);
                let rows = entries.iter().enumerate().skip(skipped);
                LedgerView {
                    title: system.to_string(),
                    rows: rows.map(|(index, entry)| ledger_row(entries, index, entry, known)).collect(),
                    more: skipped,
                    empty: match system {
                        System::Card => "Nothing charged yet.",
                        System::Mail => "No mail sent yet.",
                        System::Http => "No request received yet.",
                        System::Events => "No event recorded yet.",
                    },
                }
            })
            .collect()
    }
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

fn status(state: &str, run: Option<&Run>, world: &World) -> String {
    let Some(run) = run else { return state.to_owned() };
    let deliveries = world.tally(run.order).deliveries;
    let what = format!("{}, {} (delivered {deliveries}×)", run.no, OrderNo(run.order.0));
    match state {
        "zombie" => format!("zombie: still runs {what} without its lock"),
        "frozen" => format!("frozen in {what}"),
        _ => format!("{state} {what}"),
    }
}

fn next_thing(id: WorkerId, worker: &Worker, world: &World) -> String {
    if worker.condition == Condition::Crashed {
        return "nothing until it is restarted".to_owned();
    }
    let Some(run) = &worker.run else {
        let ready = queue::can_take(world.db(), world.now(), world.queue());
        return if ready { "take the next job" } else { "wait for a job" }.to_owned();
    };
    match (&run.phase, run.at(id, world.now())) {
        (_, Some(at)) => words::shorten(&at.to_string(), 120),
        (Phase::AckFirst, _) => "acknowledge before running".to_owned(),
        (Phase::Ending(Ending::Completed | Ending::Skipped(_)), _) => "acknowledge: completed".to_owned(),
        _ => "report the failure".to_owned(),
    }
}

fn ledger_row(entries: &[LedgerEntry], index: usize, entry: &LedgerEntry, known: usize) -> LedgerRow {
    LedgerRow {
        receipt: entry.receipt.to_text(),
        order: entry.order.to_string(),
        what: words::shorten(&what(&entry.call), 80),
        at: format!("at {}", words::clock(entry.at)),
        extra: entries[..index].iter().any(|earlier| earlier.order == entry.order),
        changed: index >= known,
    }
}

fn what(call: &OutsideCall) -> String {
    match call {
        OutsideCall::Charge { card, amount, key } => {
            let key = key.as_ref().map_or(String::new(), |key| format!(", key {key}"));
            format!("{card}, {}{key}", words::amount(&amount.to_text()))
        }
        other => other.to_string(),
    }
}
