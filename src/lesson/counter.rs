//! Counter: `INCR`, the plainest effect that every redelivery repeats.

use crate::queue::Settings;
use crate::sim::{Probe, Scenario};

use super::declare::{BOTH, GUARD, consumer, field, options};

pub(super) fn scenario() -> Scenario {
    Scenario {
        id: "counter".into(),
        title: "Counter".into(),
        group: GUARD.into(),
        source: BOTH.into(),
        summary: "Each job is one view of a page. The views are counted in Redis.".into(),
        queue: "views".into(),
        job_name: "count-view".into(),
        fields: vec![field("order", &["#"])],
        setup: vec![],
        tables: vec![],
        options: options(),
        settings: Settings::default(),
        probes: vec![Probe::Key("page:views".into()), Probe::SetSize("page:views:jobs".into())],
        effect: "counted".into(),
        effect_noun: "count".into(),
        truth: "The counter equals the number of jobs.".into(),
        consumers: vec![
            consumer(
                "naive",
                "Naive",
                "Every run adds one, so every redelivery counts again.",
                include_str!("counter/naive.recipe"),
                &[0],
            ),
            consumer(
                "marker",
                "Marker-guarded",
                "A marker is claimed first. Whatever stops the worker between claim and count leaves a view uncounted.",
                include_str!("counter/marker.recipe"),
                &[0],
            ),
            consumer(
                "marker-after",
                "Marker after",
                "The marker comes last. Whatever stops the worker between count and marker counts the view again.",
                include_str!("counter/marker-after.recipe"),
                &[0],
            ),
            consumer(
                "atomic",
                "Atomic marker",
                "Marker and count are one step at the store: there is nothing between them that could fail.",
                include_str!("counter/atomic.recipe"),
                &[0],
            ),
            consumer(
                "natural",
                "Naturally idempotent",
                "A set of job ids takes each id once. The count is the size of the set.",
                include_str!("counter/natural.recipe"),
                &[1],
            ),
        ],
        ..Scenario::default()
    }
}
