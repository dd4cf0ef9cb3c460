//! What a file says about the queue: how the producer adds jobs, and the queue's timings.

use super::super::file::Place;
use super::fields::first_order;
use crate::base::Millis;
use crate::queue::{self, Dedup, DedupMode, JobOptions, Keep, Queue};
use crate::sim::{self, Field};
use crate::store::Db;

/// The most attempts.
const MAX_ATTEMPTS: i64 = 20;
/// The most that is kept, and the most stalls.
const MAX_COUNT: i64 = 1_000;
/// The longest timing: a day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000;
/// The shortest lock, in milliseconds.
const SHORTEST_LOCK: i64 = 1_000;
/// The shortest span of a timer that fires again and again, in milliseconds: moving the clock by a month has to
/// stay quick.
const SHORTEST_REPEAT: i64 = 5_000;

/// How a producer adds jobs unless a file says otherwise: three runs at the most, a second apart.
pub(super) fn usual() -> JobOptions {
    JobOptions { attempts: 3, backoff: Some(queue::Backoff::Fixed(1_000)), ..JobOptions::default() }
}

/// How a producer adds jobs; what is not said is as in `base`.
pub(super) fn options(it: &Place<'_>, base: &JobOptions, fields: &[Field]) -> JobOptions {
    it.holds_only(&["attempts", "backoff", "removeOnComplete", "removeOnFail", "jobId", "deduplication"]);
    let keep = |name: &str, base: Keep| {
        let place = it.may(name);
        if place.is_there() { Keep::Newest(place.whole(0, MAX_COUNT, 0)) } else { base }
    };
    let mut options = JobOptions {
        attempts: it.may("attempts").whole(1, MAX_ATTEMPTS, base.attempts),
        remove_on_complete: keep("removeOnComplete", base.remove_on_complete),
        remove_on_fail: keep("removeOnFail", base.remove_on_fail),
        ..base.clone()
    };
    let pause = it.may("backoff");
    if pause.is_there() {
        let kind = pause.variant(&["fixed", "exponential"]);
        let span = span(&kind);
        let backoff = if kind.is("fixed") { queue::Backoff::Fixed } else { queue::Backoff::Exponential };
        options.backoff = Some(backoff(span));
    }
    let job_id = it.may("jobId");
    if job_id.is_there() {
        options.job_id = Some(job_id.template(fields));
        taken(&job_id, &options, fields);
    }
    let dedup = it.may("deduplication");
    if dedup.is_there() {
        dedup.holds_only(&["id", "mode"]);
        let id = dedup.at("id");
        options.dedup = Some(Dedup { id: id.template(fields), mode: dedup_mode(&dedup.may("mode")) });
        taken(&id, &options, fields);
    }
    options
}

/// Sees to it that the queue takes the first order's job with these options.
fn taken(it: &Place<'_>, options: &JobOptions, fields: &[Field]) {
    let filled = sim::fill_options(options, &first_order(fields));
    let queue = Queue::new("any").expect("it is a name");
    if let Err(why) = queue::add(&mut Db::default(), Millis(0), &queue, "", "0", &filled) {
        it.wrong(&why.to_string());
    }
}

fn span(it: &Place<'_>) -> u64 {
    u64::from(it.whole(1, DAY, 1))
}

fn dedup_mode(it: &Place<'_>) -> DedupMode {
    if !it.is_there() || it.is_word("simple") {
        return DedupMode::Simple;
    }
    if it.is_word("replace") {
        return DedupMode::Replace;
    }
    if it.is_text() {
        it.wrong("this should be \"simple\", \"replace\", { \"throttle\": MS } or { \"extend\": MS }");
    }
    let kind = it.variant(&["throttle", "extend"]);
    let ttl = span(&kind);
    if kind.is("extend") { DedupMode::Extend { ttl } } else { DedupMode::Throttle { ttl } }
}

pub(super) fn settings(it: &Place<'_>) -> queue::Settings {
    it.holds_only(&["lockDuration", "lockRenewTime", "stalledInterval", "maxStalledCount"]);
    let defaults = queue::Settings::default();
    let span = |name: &str, least: i64, otherwise: u64| {
        let place = it.may(name);
        if place.is_there() { u64::from(place.whole(least, DAY, 0)) } else { otherwise }
    };
    queue::Settings {
        lock_duration: span("lockDuration", SHORTEST_LOCK, defaults.lock_duration),
        lock_renew_time: span("lockRenewTime", SHORTEST_REPEAT, defaults.lock_renew_time),
        stalled_interval: span("stalledInterval", SHORTEST_REPEAT, defaults.stalled_interval),
        max_stalled_count: it.may("maxStalledCount").whole(0, MAX_COUNT, defaults.max_stalled_count),
    }
}
