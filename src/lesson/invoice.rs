//! Invoice numbers: a claim that stores what it led to, and gives it to whoever comes later.

use crate::sim::{Probe, Scenario};

use super::declare::{BEYOND, NEITHER, Text};

const INVOICE: Text = Text {
    id: "invoice",
    title: "Invoice numbers",
    group: BEYOND,
    source: NEITHER,
    summary: "Each job draws the next invoice number and writes it on its order. Both are keys in Redis.",
    queue: "invoices",
    job_name: "number-invoice",
    fields: &[("order", &["#"])],
    effect: ("numbered", "number"),
    truth: "Each order draws one number and bears it: no number is drawn for nothing.",
    consumers: &[
        ("naive", "Naive", "Every run draws another number.", include_str!("invoice/naive.recipe"), &[0, 1]),
        (
            "claim",
            "Atomic claim",
            "No number is drawn twice. But a worker that stops before it writes the number takes it along: the next one learns only that it came second.",
            include_str!("invoice/claim.recipe"),
            &[0, 1],
        ),
        (
            "replay",
            "Claim with its result",
            "Claim, number and stored result are one step. Every later run is given the same number and goes on with it.",
            include_str!("invoice/replay.recipe"),
            &[0, 1],
        ),
    ],
};

pub(super) fn invoice() -> Scenario {
    INVOICE.scenario(vec![Probe::Key("invoice:last".into()), Probe::Key("invoice:{job.order}".into())])
}
