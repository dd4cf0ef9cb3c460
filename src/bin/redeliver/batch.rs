//! `redeliver batch`: many jobs, some of them struck, and what a day of them comes to.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::Arc;

use redeliver::app::arithmetic;
use redeliver::explore::{Batch, Counts, cents, extra_a_day, lost_a_day};
use redeliver::sim::Scenario;
use serde::Serialize;

use super::arguments::Batched;
use super::{Outcome, Problem, input};

/// Jobs between two looks at the progress.
const SLICE: u32 = 50_000;

/// One consumer's part of the report.
#[derive(Serialize)]
struct Row<'a> {
    consumer: &'a str,
    deliveries: u64,
    redelivered: u32,
    duplicated: u32,
    lost: u32,
    stuck: u32,
    extra: u64,
    schedules: u32,
    extra_a_day: u64,
    cents_a_day: Option<u64>,
    lost_a_day: u64,
    cents_lost_a_day: Option<u64>,
    arithmetic: String,
}

/// The report of `redeliver batch --json`, version 1: described in `docs/cli.md`.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    scenario: &'a str,
    jobs: u32,
    rate: f64,
    seed: u64,
    consumers: Vec<Row<'a>>,
}

/// Runs the batch under each consumer that was asked for.
pub(crate) fn run(options: &Batched) -> Result<(String, Outcome), Problem> {
    let (scenario, _) = input::scenario(&options.scenario)?;
    let consumers = match &options.consumer {
        Some(id) => vec![input::consumer(&scenario, id)?],
        None => (0..scenario.consumers.len()).collect(),
    };
    let counted = |index: &usize| !scenario.consumers[*index].probes.is_empty();
    if !consumers.iter().all(counted) {
        return Err(Problem(format!("redeliver: {} counts no effect", scenario.id)));
    }
    let rows = consumers.into_iter().map(|consumer| row(&scenario, consumer, options)).collect();
    let report = Report {
        version: 1,
        scenario: &scenario.id,
        jobs: options.jobs,
        rate: f64::from(options.rate) / 1e6,
        seed: options.seed,
        consumers: rows,
    };
    let text = if options.json {
        serde_json::to_string_pretty(&report).expect("plain data makes JSON") + "\n"
    } else {
        text(&report, &scenario)
    };
    Ok((text, Outcome::Fine))
}

fn row<'a>(scenario: &'a Arc<Scenario>, consumer: usize, options: &Batched) -> Row<'a> {
    let batch = finished(Batch::new(scenario, consumer, options.seed, options.jobs, options.rate));
    let counts = batch.counts();
    let extra_a_day = extra_a_day(options.rate, &counts);
    let lost_a_day = lost_a_day(options.rate, &counts);
    let Counts { deliveries, redelivered, duplicated, lost, stuck, extra, .. } = counts;
    Row {
        consumer: &scenario.consumers[consumer].id,
        deliveries,
        redelivered,
        duplicated,
        lost,
        stuck,
        extra,
        schedules: batch.schedules(),
        extra_a_day,
        cents_a_day: cents(scenario).map(|cents| cents * extra_a_day),
        lost_a_day,
        cents_lost_a_day: cents(scenario).map(|cents| cents * lost_a_day),
        arithmetic: arithmetic(scenario, options.rate, &counts),
    }
}

/// Runs a batch to its end. Whoever watches a terminal sees how far it is.
fn finished(mut batch: Batch) -> Batch {
    let mut terminal = std::io::stderr();
    let watched = terminal.is_terminal();
    while !batch.run(SLICE) {
        if watched {
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(terminal, "\r{} of {} jobs", batch.done(), batch.jobs());
        }
    }
    if watched {
        let _ = write!(terminal, "\r\x1b[K");
    }
    batch
}

fn text(report: &Report<'_>, scenario: &Scenario) -> String {
    let mut text = format!(
        "{}, {} jobs, redelivery rate {}, seed {}\n\n",
        scenario.title, report.jobs, report.rate, report.seed
    );
    let twice = format!("{} twice", scenario.effect);
    let never = format!("not {}", scenario.effect);
    let _ = writeln!(
        text,
        "{:16}{:>12}{:>16}{:>16}{:>10}{:>12}",
        "consumer", "redelivered", twice, never, "failed", "schedules"
    );
    for row in &report.consumers {
        let _ = writeln!(
            text,
            "{:16}{:>12}{:>16}{:>16}{:>10}{:>12}",
            row.consumer, row.redelivered, row.duplicated, row.lost, row.stuck, row.schedules
        );
    }
    text.push_str("\nAt 250 million requests a day:\n");
    for row in &report.consumers {
        let _ = writeln!(text, "{:16}{}", row.consumer, row.arithmetic);
    }
    text.push_str("\nEqual schedules of faults were played once and counted for each job that had them.\n");
    text
}
