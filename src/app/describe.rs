//! Events as sentences.

use crate::base::{Bytes, Millis};
use crate::queue::{AfterFailure, JobState, Refusal};
use crate::sim::{AckOutcome, Ending, Event, JobNo, OrderNo, Probe, Scenario, WorkerId};
use crate::store::Reply;

use super::words;

/// One event as a sentence. `scenario` supplies the words for effects and consumers.
pub(super) fn sentence(event: &Event, scenario: &Scenario) -> String {
    words::sentence(&phrase(event, scenario))
}

fn phrase(event: &Event, scenario: &Scenario) -> String {
    match event {
        Event::Enqueued { job, order, again } => enqueued(*job, *order, *again),
        Event::NotEnqueued { order, why } => format!("the producer adds {order}: {why}"),
        Event::Taken { worker, job, delivery } => format!("{worker} takes {job}: delivery {delivery}"),
        Event::TakenToFail { worker, job, why } => {
            format!("{worker} takes {job} only to fail it, without running it: {why}")
        }
        Event::TakenUnknown { worker, id } => taken_unknown(*worker, id),
        Event::StoreBroken { worker, why } => {
            format!("{worker} asks for a job, and the queue breaks off in the middle: {why}")
        }
        Event::Commanded { line, reply } => commanded(line, reply),
        Event::Ran { worker, line, text, reply, .. } => {
            format!("{worker}, line {line}: {text} → {reply}")
        }
        Event::Waits { worker, line, text, why, .. } => format!("{worker}, line {line}: {text} {why}"),
        Event::RolledBack { worker, .. } => {
            format!("{worker}'s transaction was still open: the database rolls it back")
        }
        Event::Arrived { worker, line, text, .. } => {
            format!("{worker}, line {line}: {text} has arrived; the answer is on its way")
        }
        Event::Replayed { .. } => REPLAYED.to_owned(),
        Event::Effect { worker, order, probe, counts } => match counts {
            true => format!("{worker} has {} {order}", scenario.effect),
            false => format!("{worker} has changed {} of {order}", watched(&scenario.probes[*probe])),
        },
        Event::RequestLost { worker, text, .. } => {
            format!("{worker}'s request is lost: {text}; nothing happened, the worker sees an error")
        }
        Event::ReplyLost { worker, text, .. } => {
            format!("{worker}'s reply is lost: {text}; it happened, the worker sees an error")
        }
        Event::Ended { worker, job, ending, .. } => ended(*worker, *job, ending),
        Event::Acknowledged { worker, job, outcome } => acknowledged(*worker, *job, outcome),
        Event::AckRefused { worker, job, refusal } => ack_refused(*worker, *job, refusal),
        Event::Crashed { worker, job, after_line } => crashed(*worker, *job, *after_line),
        Event::Froze(worker) => format!("{worker} freezes: it renews no lock any more"),
        Event::Thawed(worker) => format!("{worker} thaws and goes on where it was"),
        Event::Restarted(worker) => format!("{worker} starts again, with nothing in its memory"),
        Event::Renewed { worker, job } => format!("{worker} renews its lock on {job}"),
        Event::RenewalRefused { worker, job } => {
            format!("{worker} cannot renew its lock on {job}: it is a zombie now")
        }
        Event::Expired(key) => format!("key {key} expires"),
        Event::Checked { marked, recovered, over_limit } => checked(marked, recovered, over_limit),
        Event::Redelivered { job, from } => redelivered(*job, *from),
        Event::ConsumerSet(index) => {
            format!("deliveries from now on run: {}", scenario.consumers[*index].title)
        }
        Event::RecipeSet => "deliveries from now on run the edited text".to_owned(),
        Event::CrashPoint { line, on: true } => format!("a crash is set after line {line}"),
        Event::CrashPoint { line, on: false } => format!("no crash any more after line {line}"),
        Event::AckFirst(true) => "workers acknowledge before they run a job".to_owned(),
        Event::AckFirst(false) => "workers acknowledge after they have run a job".to_owned(),
        Event::Clock { from, to } => {
            format!("{} pass: it is {}", words::span(to.since(*from)), words::clock(*to))
        }
        Event::Refused(why) => why.to_string(),
    }
}

const REPLAYED: &str = "the system knows the key: it gives its first answer again and does nothing";

fn enqueued(job: JobNo, order: OrderNo, again: bool) -> String {
    if again {
        format!("the producer adds {order} again, as {job}")
    } else {
        format!("the producer adds {job} for {order}")
    }
}

fn taken_unknown(worker: WorkerId, id: &Bytes) -> String {
    let id = words::shorten(&id.to_text(), 80);
    format!(
        "{worker} is handed job {id:?}, which no producer here has added: it has nothing to run and drops it; the job \
         stays active until its lock lapses"
    )
}

fn commanded(line: &str, reply: &Reply) -> String {
    let reply = words::shorten(&reply.to_string().replace('\n', " "), 200);
    format!("you type {} → {reply}", words::shorten(line, 200))
}

fn ack_refused(worker: WorkerId, job: JobNo, refusal: &Refusal) -> String {
    let code = refusal.code().map_or(String::new(), |code| format!(" ({code})"));
    format!("the queue refuses {worker}'s word about {job}{code}: {refusal}")
}

fn crashed(worker: WorkerId, job: Option<JobNo>, after_line: Option<u32>) -> String {
    let place = after_line.map_or(String::new(), |line| format!(" right after line {line}"));
    match job {
        Some(job) => format!("{worker} crashes{place} with {job} in its hands"),
        None => format!("{worker} crashes{place}"),
    }
}

fn redelivered(job: JobNo, from: JobState) -> String {
    let from = match from {
        JobState::Completed => "it was completed",
        JobState::Failed => "it had failed",
        _ => "it is still in a worker's hands",
    };
    format!("{job} is back in line by hand ({from})")
}

/// What a probe looks at.
pub(super) fn watched(probe: &Probe) -> &'static str {
    match probe {
        Probe::Ledger(_) => "the ledger",
        Probe::Key(_) => "the key",
        Probe::Keys(_) => "the keys",
        Probe::SetSize(_) => "the set",
        Probe::Member { .. } => "the membership",
        Probe::Select(_) | Probe::Query(_) => "the rows",
    }
}

fn ended(worker: WorkerId, job: JobNo, ending: &Ending) -> String {
    match ending {
        Ending::Completed => format!("{worker}'s handler for {job} is through"),
        Ending::Skipped(why) => format!("{worker} skips {job}: {why}"),
        Ending::Failed(why) => format!("{worker}'s handler for {job} throws: {why}"),
        Ending::NotRun(why) => format!("{worker} does not run {job}: {why}"),
    }
}

fn acknowledged(worker: WorkerId, job: JobNo, outcome: &AckOutcome) -> String {
    match outcome {
        AckOutcome::Completed => format!("{worker} acknowledges {job}: completed"),
        AckOutcome::CompletedFirst => {
            format!("{worker} acknowledges {job} before running it: the queue counts it as completed")
        }
        AckOutcome::Failure(AfterFailure::Retried) => {
            format!("{worker} reports that {job} failed: back in line at once")
        }
        AckOutcome::Failure(AfterFailure::Delayed { until }) => {
            format!("{worker} reports that {job} failed: it is due again at {}", words::clock(*until))
        }
        AckOutcome::Failure(AfterFailure::Failed) => {
            format!("{worker} reports that {job} failed: no attempt is left, it goes to the failed list")
        }
    }
}

fn checked(marked: &[JobNo], recovered: &[JobNo], over_limit: &[JobNo]) -> String {
    let mut parts = Vec::new();
    if !recovered.is_empty() {
        parts.push(format!("{} had no lock and is back in line", list(recovered)));
    }
    if !over_limit.is_empty() {
        parts.push(format!("{} stalled too often and will be failed", list(over_limit)));
    }
    if !marked.is_empty() {
        parts.push(format!("{} marked as a suspect for the next check", list(marked)));
    }
    if parts.is_empty() {
        parts.push("nothing is stalled".to_owned());
    }
    format!("stalled check: {}", parts.join("; "))
}

fn list(jobs: &[JobNo]) -> String {
    let mut text = String::new();
    for job in jobs {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&job.to_string());
    }
    text
}

/// What a whole step did: the sentence that matters most first, then the others.
pub(super) fn step(events: &[Event], scenario: &Scenario) -> (String, Vec<String>) {
    let mut sentences = Vec::new();
    for event in events {
        sentences.push(sentence(event, scenario));
    }
    // A move of the clock is told first, then what came of it.
    if let Some(index) = events.iter().position(|event| matches!(event, Event::Clock { .. })) {
        let clock = sentences.remove(index);
        sentences.insert(0, clock);
    }
    let first = if sentences.is_empty() { "Nothing happened.".to_owned() } else { sentences.remove(0) };
    (first, sentences)
}

/// The clock after a step, if it moved.
pub(super) fn clock_after(events: &[Event]) -> Option<Millis> {
    events.iter().rev().find_map(|event| match event {
        Event::Clock { to, .. } => Some(*to),
        _ => None,
    })
}
