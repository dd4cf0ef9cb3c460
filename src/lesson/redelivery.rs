//! Redelivery itself: the list move, the lock, the stalled check, retries with backoff. The queue is judged.

use crate::queue::{Backoff, JobOptions};
use crate::sim::{Probe, Scenario};

use super::declare::{CHAPTER, QUEUE, Text, options};

const REDELIVERY: Text = Text {
    id: "redelivery",
    title: "Redelivery itself",
    group: QUEUE,
    source: CHAPTER,
    summary: "Follow one job: it moves from wait to active under a lock; a failed run is delayed and tried again; one without a lock is found by two stalled checks.",
    queue: "work",
    job_name: "handle",
    fields: &[("order", &["#"])],
    effect: ("settled", "settlement"),
    truth: "Every job ends completed or failed, and none disappears.",
    consumers: &[
        (
            "steady",
            "Works",
            "One statement that bears repeating. Crash it, freeze it, take its replies away: the job ends completed or failed.",
            include_str!("redelivery/steady.recipe"),
            &[],
        ),
        (
            "flaky",
            "Works at the third try",
            "Two failures, each followed by twice the pause: 1 second, then 2. The third attempt is the last.",
            include_str!("redelivery/flaky.recipe"),
            &[],
        ),
        (
            "hopeless",
            "Never works",
            "Three failures, and the job is in the failed list, where a person can redeliver it.",
            include_str!("redelivery/hopeless.recipe"),
            &[],
        ),
    ],
};

pub(super) fn redelivery() -> Scenario {
    let options = JobOptions { backoff: Some(Backoff::Exponential(1_000)), ..options() };
    Scenario { options, ..REDELIVERY.scenario(vec![Probe::Key("handled:{job.order}".into())]) }
}
