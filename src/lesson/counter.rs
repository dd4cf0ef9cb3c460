//! Counter: `INCR`, the plainest effect that every redelivery repeats.

use crate::sim::{Probe, Scenario};

use super::declare::{BOTH, GUARD, Text};

const COUNTER: Text = Text {
    id: "counter",
    title: "Counter",
    group: GUARD,
    source: BOTH,
    summary: "Each job is one view of a page. The views are counted in Redis.",
    queue: "views",
    job_name: "count-view",
    fields: &[("order", &["#"])],
    effect: ("counted", "count"),
    truth: "The counter equals the number of jobs.",
    consumers: &[
        (
            "naive",
            "Naive",
            "Every run adds one, so every redelivery counts again.",
            include_str!("counter/naive.recipe"),
            &[0],
        ),
        (
            "marker",
            "Marker-guarded",
            "A marker is claimed first. Whatever stops the worker between claim and count leaves a view uncounted.",
            include_str!("counter/marker.recipe"),
            &[0],
        ),
        (
            "marker-after",
            "Marker after",
            "The marker comes last. Whatever stops the worker between count and marker counts the view again.",
            include_str!("counter/marker-after.recipe"),
            &[0],
        ),
        (
            "atomic",
            "Atomic marker",
            "Marker and count are one step at the store: there is nothing between them that could fail.",
            include_str!("counter/atomic.recipe"),
            &[0],
        ),
        (
            "natural",
            "Naturally idempotent",
            "A set of job ids takes each id once. The count is the size of the set.",
            include_str!("counter/natural.recipe"),
            &[1],
        ),
    ],
};

pub(super) fn scenario() -> Scenario {
    COUNTER.scenario(vec![Probe::Key("page:views".into()), Probe::SetSize("page:views:jobs".into())])
}
