//! Reports as JSON, version 1: described in `docs/cli.md`. Fields are only ever added.

use redeliver::sim::FaultKind;
use serde::Serialize;

use super::prove::{Proof, Story};

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    scenario: &'a str,
    consumer: &'a str,
    file: Option<&'a str>,
    holds: bool,
    complete: bool,
    letters: &'static str,
    verdict: String,
    states: u64,
    transitions: u64,
    depth: u32,
    bound: Bound,
    not_covered: Vec<String>,
    counterexamples: Vec<Counterexample<'a>>,
}

#[derive(Serialize)]
struct Bound {
    words: String,
    workers: u8,
    jobs: u8,
    faults: u8,
    kinds: Vec<&'static str>,
    seconds: u32,
}

#[derive(Serialize)]
struct Counterexample<'a> {
    violation: &'static str,
    steps: Vec<Step<'a>>,
    orders: Vec<Order<'a>>,
    broken: Option<&'a str>,
    link: Option<&'a str>,
}

#[derive(Serialize)]
struct Step<'a> {
    action: &'a str,
    clock: &'a str,
    happened: &'a [String],
}

#[derive(Serialize)]
struct Order<'a> {
    order: u16,
    verdict: &'static str,
    deliveries: u16,
    effects: u16,
    why: Option<&'a str>,
}

/// The report of `redeliver prove --json`.
pub(crate) fn report(proof: &Proof) -> String {
    let report = &proof.report;
    let bound = &report.bound;
    let kinds = FaultKind::all().filter(|kind| bound.of_kind[*kind as usize] > 0);
    let wire = Report {
        version: 1,
        scenario: &proof.scenario.id,
        consumer: &proof.scenario.consumers[proof.consumer].id,
        file: proof.file.as_deref(),
        holds: report.complete && !report.broken(),
        complete: report.complete,
        letters: report.letters(),
        verdict: report.verdict(),
        states: report.states,
        transitions: report.transitions,
        depth: report.depth,
        bound: Bound {
            words: bound.words(),
            workers: bound.workers,
            jobs: bound.orders,
            faults: bound.faults,
            kinds: kinds.map(|kind| kind.row().name).collect(),
            seconds: bound.horizon / 1_000,
        },
        not_covered: bound.not_covered(),
        counterexamples: proof.stories.iter().map(counterexample).collect(),
    };
    serde_json::to_string_pretty(&wire).expect("plain data makes JSON") + "\n"
}

fn counterexample(story: &Story) -> Counterexample<'_> {
    let steps = story.trace.steps.iter();
    let orders = story.trace.orders.iter();
    Counterexample {
        violation: story.violation.word(),
        steps: steps
            .map(|step| Step { action: &step.action, clock: &step.at, happened: &step.happened })
            .collect(),
        orders: orders
            .map(|order| Order {
                order: order.order,
                verdict: order.judgement.word(),
                deliveries: order.deliveries,
                effects: order.effects,
                why: order.why.as_deref(),
            })
            .collect(),
        broken: story.trace.broken.as_deref(),
        link: story.link.as_deref().ok(),
    }
}
