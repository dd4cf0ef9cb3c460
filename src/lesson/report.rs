//! A report in two halves: leases, who may delete them, and the fencing token that stops a zombie's late write.
//!
//! A report may be written any number of times; what must hold is that its halves belong together. So the
//! consumers name no probe, and an invariant ties the two keys.

use crate::queue::JobOptions;
use crate::sim::{Measure, Probe, Scenario};

use super::declare::{BEYOND, NEITHER, Text, holding_all, options};

const REPORT: Text = Text {
    id: "report",
    title: "Report in two halves",
    group: BEYOND,
    source: NEITHER,
    summary: "Each job writes a report in two statements, head and body. Each delivery draws a turn and writes it into both. A report may be written again; it may not be torn.",
    queue: "reports",
    job_name: "write-report",
    fields: &[("order", &["#"])],
    effect: ("written", "report"),
    truth: "Both halves of the report come from the same delivery.",
    consumers: &[
        (
            "naive",
            "Naive",
            "A worker that was frozen between the halves wakes up and puts its old body under a newer head.",
            include_str!("report/naive.recipe"),
            &[],
        ),
        (
            "lease",
            "Lease, plain DEL",
            "One writer at a time, until the lease lapses under a frozen one. When that one wakes up it also deletes the lease of the next.",
            include_str!("report/lease.recipe"),
            &[],
        ),
        (
            "lease-owner",
            "Lease, compare and delete",
            "The lease is deleted only by its owner: nobody is let in too early. A zombie in the middle still writes.",
            include_str!("report/lease-owner.recipe"),
            &[],
        ),
        (
            "fenced",
            "Fencing token",
            "The turn goes with every write, and the store refuses all but the newest: whatever a zombie still sends comes to nothing.",
            include_str!("report/fenced.recipe"),
            &[],
        ),
    ],
};

pub(super) fn report() -> Scenario {
    let (head, body) = ("report:head", "report:body");
    let mut scenario = REPORT.scenario(vec![Probe::Key(head.into()), Probe::Key(body.into())]);
    let (left, right) = (Measure::Key(head.into()), Measure::Key(body.into()));
    scenario = holding_all(scenario, "Both halves come from the same delivery.", &left, &right);
    for consumer in scenario.consumers.iter_mut().filter(|it| it.id.starts_with("lease")) {
        // A delivery that finds the lease taken ends in the failed list at once: retries would make the search
        // many times as large and tear nothing that is whole now.
        consumer.options = Some(JobOptions { attempts: 1, ..options() });
    }
    scenario
}
