//! The verdict on a world: what became of each order, and why, in words.

use std::rc::Rc;

use crate::queue::JobState;
use crate::sim::{Judgement, OrderNo, Phase, Probe, Reading, System, Verdict, World, verdicts};
use crate::sql::Datum;
use crate::store::Value;

use super::history::History;
use super::story;
use super::view::{VerdictLine, VerdictView};
use super::words;

/// How many orders the verdict lists.
const MAX_LINES: usize = 12;

/// The verdict on a world, with the story of the deliveries that led to it.
pub(super) fn verdict(world: &World, happened: &History) -> Rc<VerdictView> {
    let all = verdicts(world);
    let skipped = all.len().saturating_sub(MAX_LINES);
    let mut lines = Vec::new();
    for verdict in &all[skipped..] {
        lines.push(line(world, verdict, happened));
    }
    let broken = world.broken_invariant(&all);
    Rc::new(VerdictView {
        lines,
        more: skipped,
        total: total(&all),
        figure: figure(world),
        broken: broken.map_or_else(String::new, |it| format!("Does not hold: {}", it.text)),
    })
}

/// The verdict on one order.
pub(super) fn line(world: &World, verdict: &Verdict, happened: &History) -> VerdictLine {
    let scenario = world.scenario();
    let label = match verdict.judgement {
        Judgement::Once => "Once".to_owned(),
        Judgement::Duplicated if verdict.effects > 1 => {
            format!("Duplicated {}", words::times(verdict.effects))
        }
        Judgement::Duplicated => "Duplicated".to_owned(),
        Judgement::Lost => "Lost".to_owned(),
        Judgement::Pending => "Not yet".to_owned(),
    };
    let end = match verdict.judgement {
        Judgement::Once if still_running(world, verdict.order) => "Once so far: a worker is still at it",
        Judgement::Once => "Once",
        Judgement::Duplicated => "Duplicated",
        Judgement::Lost if verdict.missing.is_some() => "Lost: what has to come with it is missing",
        Judgement::Lost => "Lost",
        Judgement::Pending if verdict.open => "Not yet",
        Judgement::Pending if !verdict.accepted => "Not yet: the queue took no job for it",
        Judgement::Pending => "Not yet: the job is in the failed list, where a person can redeliver it",
    };
    VerdictLine {
        order: verdict.order.0,
        judgement: verdict.judgement,
        label,
        text: format!(
            "Order {}: delivered {}, {} {}. {end}.",
            verdict.order.0,
            words::times(verdict.deliveries),
            scenario.effect,
            words::times(verdict.effects)
        ),
        deliveries: verdict.deliveries,
        effects: verdict.effects,
        story: story::deliveries(happened, verdict.order, scenario),
        why: story::why(happened, verdict, scenario),
    }
}

/// A worker is still in the middle of a handler for an order whose job another delivery has completed.
fn still_running(world: &World, order: OrderNo) -> bool {
    let running = world.workers().any(|(_, worker)| {
        worker
            .run
            .as_ref()
            .is_some_and(|run| run.order == order && run.phase == Phase::Handling && !run.acked)
    });
    let done = world.jobs().any(|(no, job)| job.order == order && world.job_state(no) == JobState::Completed);
    running && done
}

/// What the scenario's probes read, in words.
fn figure(world: &World) -> String {
    let Some((number, order)) = world.orders().last() else { return String::new() };
    let consumer = &world.scenario().consumers[world.judged_by(number)];
    // A consumer that names no probe is not judged by any; what they read is worth seeing all the same.
    let mut told = Vec::new();
    for (index, probe) in order.probes.iter().enumerate() {
        let named = consumer.probes.is_empty() || consumer.probes.contains(&index);
        if named || matches!(probe, Probe::Keys(_)) {
            told.push(reading(probe, &probe.read(world.db(), world.sql(), world.outside())));
        }
    }
    told.join(" ")
}

fn total(all: &[Verdict]) -> String {
    if all.len() < 2 {
        return String::new();
    }
    let kinds = [
        (Judgement::Once, " once"),
        (Judgement::Duplicated, " duplicated"),
        (Judgement::Lost, " lost"),
        (Judgement::Pending, " not yet"),
    ];
    let mut text = words::count(all.len(), "order");
    let mut before = ": ";
    for (wanted, word) in kinds {
        let count = all.iter().filter(|verdict| verdict.judgement == wanted).count();
        if count > 0 {
            text.push_str(&format!("{before}{count}"));
            text.push_str(word);
            before = ", ";
        }
    }
    text.push('.');
    text
}

fn reading(probe: &Probe, reading: &Reading) -> String {
    match (probe, reading) {
        (Probe::Ledger(system), Reading::Count(n)) => {
            let noun = match system {
                System::Card => "Charges",
                System::Mail => "Mails",
                System::Http => "Requests",
                System::Events => "Events",
                System::Parcel => "Parcels",
            };
            format!("{noun} in the ledger: {n}.")
        }
        (Probe::Key(key), Reading::Value(value)) => match value {
            Some(Value::Str(text)) => format!("{key} is {}.", words::shorten(&text.to_text(), 40)),
            Some(other) => format!("{key} is a {}.", other.type_name()),
            None => format!("{key} does not exist."),
        },
        (Probe::Keys(start), Reading::Count(n)) => {
            format!("Keys that start with {start}: {n}.")
        }
        (Probe::SetSize(key), Reading::Count(n)) => {
            format!("{key} has {}.", words::count(*n as usize, "member"))
        }
        (Probe::Member { key, member }, Reading::Count(n)) => {
            let is = if *n > 0 { "is" } else { "is not" };
            format!("{} {is} in {key}.", words::shorten(member, 40))
        }
        (Probe::Query(query), Reading::Rows(rows)) => {
            let shown = rows.first().map_or_else(|| "no row".to_owned(), |row| row_text(row));
            format!("{query}: {shown}.")
        }
        _ => String::new(),
    }
}

/// A row's values, with commas between them.
fn row_text(row: &[Datum]) -> String {
    let mut texts = Vec::new();
    for value in row {
        texts.push(value.to_text());
    }
    texts.join(", ")
}
