//! Two keys, two moments: the producer's deduplication id at enqueue, the consumer's marker at effect time.
//!
//! The producer may add the same order twice here; what the queue does then is each consumer's job options.

use crate::queue::{Dedup, DedupMode, JobOptions};
use crate::sim::{Probe, Scenario};

use super::declare::{CHAPTER, QUEUE, Text, options};

const NAIVE: &str = include_str!("dedup/naive.recipe");
const MARKER: &str = include_str!("dedup/marker.recipe");

const DEDUP: Text = Text {
    id: "dedup",
    title: "Two keys, two moments",
    group: QUEUE,
    source: CHAPTER,
    summary: "Each job credits one order's points. The producer does not always hear that the queue has the job, and adds it again. Its key is emq:points:de:order-N; the consumer's is dedup:N.",
    queue: "points",
    job_name: "credit",
    fields: &[("order", &["#"]), ("customer", &["#"])],
    effect: ("credited", "credit"),
    truth: "Ten points per order, however often it was added and delivered.",
    consumers: &[
        ("naive", "Neither key", "Every job and every delivery credits.", NAIVE, &[0]),
        (
            "simple",
            "Dedup id",
            "A second add is dropped until the first job ends. It keeps jobs out of the queue; it does not keep a job from being delivered twice.",
            NAIVE,
            &[0],
        ),
        (
            "throttle",
            "Dedup id, an hour",
            "The id stays taken for an hour, even after the job ended. A redelivery adds nothing, so nothing is dropped.",
            NAIVE,
            &[0],
        ),
        (
            "extend",
            "Dedup id, extended",
            "Every dropped add starts the hour again. A redelivery still credits again.",
            NAIVE,
            &[0],
        ),
        (
            "replace",
            "Dedup id, replacing",
            "A second add takes the place of a job that waits for its retry. A redelivery still credits again.",
            NAIVE,
            &[0],
        ),
        (
            "marker",
            "Job's marker",
            "The marker absorbs every redelivery of the job. A second add is another job with another id, and credits again.",
            MARKER,
            &[0],
        ),
        (
            "both-simple",
            "Dedup id + job's marker",
            "The two keys leave a gap: an add that comes after the first job ended finds the id free and brings a new job id.",
            MARKER,
            &[0],
        ),
        (
            "both-throttle",
            "Dedup id, an hour + job's marker",
            "One key for the moment of adding, one for the moment of the effect. It holds for as long as both last.",
            MARKER,
            &[0],
        ),
        (
            "order-marker",
            "Order's marker",
            "Keyed by the order instead of the job, one marker absorbs both: the identity belongs to the business event.",
            include_str!("dedup/order-marker.recipe"),
            &[0],
        ),
    ],
};

const HOUR: u64 = 60 * 60 * 1_000;

/// Which consumers' producers use a deduplication id, and how.
const MODES: [(&str, DedupMode); 6] = [
    ("simple", DedupMode::Simple),
    ("throttle", DedupMode::Throttle { ttl: HOUR }),
    ("extend", DedupMode::Extend { ttl: HOUR }),
    ("replace", DedupMode::Replace),
    ("both-simple", DedupMode::Simple),
    ("both-throttle", DedupMode::Throttle { ttl: HOUR }),
];

pub(super) fn dedup() -> Scenario {
    let mut scenario = DEDUP.scenario(vec![Probe::Key("points:{job.customer}".into())]);
    scenario.adds_again = 1;
    for consumer in &mut scenario.consumers {
        if let Some((_, mode)) = MODES.iter().find(|(id, _)| *id == consumer.id) {
            let dedup = Some(Dedup { id: "order-{job.order}".to_owned(), mode: *mode });
            consumer.options = Some(JobOptions { dedup, ..options() });
        }
    }
    scenario
}
