//! How long a marker lives: longer than a redelivery takes, and not for ever.

use crate::sim::{Measure, Probe, Scenario, System};

use super::declare::{CHAPTER, QUEUE, Text, holding_all};

const MARKER_TTL: Text = Text {
    id: "marker-ttl",
    title: "A marker's lifetime",
    group: QUEUE,
    source: CHAPTER,
    summary: "Each job places one order at an HTTP API, guarded by a marker that is claimed first. A job whose worker died comes back after 30 to 60 seconds.",
    queue: "orders",
    job_name: "place-order",
    fields: &[("order", &["#"])],
    effect: ("placed", "order"),
    truth: "Each order is placed once, and no marker stays for ever.",
    consumers: &[
        (
            "short",
            "20 seconds",
            "The marker is gone before the job comes back, so the second delivery places the order again. A retry after a second still finds it, and loses an order that was claimed and not placed.",
            include_str!("marker_ttl/short.recipe"),
            &[0],
        ),
        (
            "long",
            "A day",
            "The marker outlives every redelivery and then goes. What is left is the window between claim and effect.",
            include_str!("marker_ttl/long.recipe"),
            &[0],
        ),
        (
            "endless",
            "No end",
            "As a day's, but each order leaves a key behind for ever: the count only grows.",
            include_str!("marker_ttl/endless.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn marker_ttl() -> Scenario {
    let probes = vec![Probe::Ledger(System::Http), Probe::Keys("dedup:".into())];
    let scenario = MARKER_TTL.scenario(probes);
    let (left, right) = (Measure::Endless("dedup:".into()), Measure::Number(0));
    holding_all(scenario, "No marker stays for ever.", &left, &right)
}
