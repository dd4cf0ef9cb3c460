//! A job's options as the JSON text in its hash's `opts` field, in BullMQ's spelling.
//!
//! Except for `attempts`, only what differs from the default is written. Reading is lenient: what is missing or makes no sense is the
//! default, because a learner may write the field by hand.

use crate::base::json::{Json, quote};

use super::options::{Backoff, Dedup, DedupMode, JobOptions, Keep};

/// What the default options are written as, and most jobs have.
const PLAIN: &str = "{\"attempts\":0}";

/// The options as JSON text.
pub(super) fn encode(options: &JobOptions) -> String {
    let mut text = String::from("{");
    put_number(&mut text, "attempts", u64::from(options.attempts));
    let backoff = match options.backoff {
        None => None,
        Some(Backoff::Fixed(delay)) => Some(("{\"type\":\"fixed\"", delay)),
        Some(Backoff::Exponential(delay)) => Some(("{\"type\":\"exponential\"", delay)),
    };
    if let Some((kind, delay)) = backoff {
        put(&mut text, "backoff", kind);
        put_number(&mut text, "delay", delay);
        text.push('}');
    }
    if options.delay > 0 {
        put_number(&mut text, "delay", options.delay);
    }
    if options.priority > 0 {
        put_number(&mut text, "priority", u64::from(options.priority));
    }
    if options.lifo {
        put(&mut text, "lifo", "true");
    }
    if let Some(id) = &options.job_id {
        put(&mut text, "jobId", &quote(id));
    }
    if let Some(dedup) = &options.dedup {
        encode_dedup(&mut text, dedup);
    }
    if let Keep::Newest(count) = options.remove_on_complete {
        put_number(&mut text, "removeOnComplete", u64::from(count));
    }
    if let Keep::Newest(count) = options.remove_on_fail {
        put_number(&mut text, "removeOnFail", u64::from(count));
    }
    text.push('}');
    text
}

/// Writes one more member of an object.
fn put(text: &mut String, name: &str, value: &str) {
    if !text.ends_with('{') {
        text.push(',');
    }
    for part in ["\"", name, "\":", value] {
        text.push_str(part);
    }
}

fn put_number(text: &mut String, name: &str, value: u64) {
    put(text, name, &value.to_string());
}

fn encode_dedup(text: &mut String, dedup: &Dedup) {
    let (ttl, flags): (_, &[&str]) = match dedup.mode {
        DedupMode::Simple => (None, &[]),
        DedupMode::Throttle { ttl } => (Some(ttl), &[]),
        DedupMode::Extend { ttl } => (Some(ttl), &["extend"]),
        DedupMode::Replace => (None, &["replace"]),
        DedupMode::Debounce { ttl } => (Some(ttl), &["extend", "replace"]),
        DedupMode::KeepLastIfActive => (None, &["keepLastIfActive"]),
    };
    put(text, "de", "{");
    put(text, "id", &quote(&dedup.id));
    if let Some(ttl) = ttl {
        put_number(text, "ttl", ttl);
    }
    for flag in flags {
        put(text, flag, "true");
    }
    text.push('}');
}

/// The options that a JSON text stands for.
pub(super) fn decode(text: &str) -> JobOptions {
    if text == PLAIN {
        return JobOptions::default();
    }
    let Ok(json) = Json::parse(text) else { return JobOptions::default() };
    let number = |name| json.get(name).and_then(Json::as_u32).unwrap_or(0);
    JobOptions {
        job_id: json.get("jobId").and_then(Json::as_text).map(str::to_owned),
        attempts: number("attempts"),
        backoff: json.get("backoff").and_then(decode_backoff),
        delay: json.get("delay").and_then(Json::as_u64).unwrap_or(0),
        priority: number("priority"),
        lifo: json.get("lifo").is_some_and(Json::is_true),
        dedup: json.get("de").and_then(decode_dedup),
        remove_on_complete: decode_keep(json.get("removeOnComplete")),
        remove_on_fail: decode_keep(json.get("removeOnFail")),
    }
}

/// A backoff is an object, or a bare number for a fixed pause.
fn decode_backoff(json: &Json) -> Option<Backoff> {
    if let Some(delay) = json.as_u64() {
        return Some(Backoff::Fixed(delay));
    }
    let delay = json.get("delay")?.as_u64()?;
    match json.get("type")?.as_text()? {
        "fixed" => Some(Backoff::Fixed(delay)),
        "exponential" => Some(Backoff::Exponential(delay)),
        _ => None,
    }
}

fn decode_dedup(json: &Json) -> Option<Dedup> {
    let id = json.get("id")?.as_text()?.to_owned();
    let ttl = json.get("ttl").and_then(Json::as_u64).unwrap_or(0);
    let on = |name| json.get(name).is_some_and(Json::is_true);
    let mode = if on("keepLastIfActive") {
        DedupMode::KeepLastIfActive
    } else if on("replace") {
        if ttl > 0 { DedupMode::Debounce { ttl } } else { DedupMode::Replace }
    } else if ttl == 0 {
        DedupMode::Simple
    } else if on("extend") {
        DedupMode::Extend { ttl }
    } else {
        DedupMode::Throttle { ttl }
    };
    Some(Dedup { id, mode })
}

/// `true` keeps none, a number or `{"count": n}` keeps the newest n.
fn decode_keep(json: Option<&Json>) -> Keep {
    let Some(json) = json else { return Keep::All };
    if json.is_true() {
        return Keep::Newest(0);
    }
    json.as_u32().or_else(|| json.get("count")?.as_u32()).map_or(Keep::All, Keep::Newest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_survive_being_written_and_read() {
        let all = JobOptions {
            job_id: Some("order \"7\"".to_owned()),
            attempts: 3,
            backoff: Some(Backoff::Exponential(250)),
            delay: 5000,
            priority: 2,
            lifo: true,
            dedup: Some(Dedup { id: "abc".to_owned(), mode: DedupMode::Debounce { ttl: 9 } }),
            remove_on_complete: Keep::Newest(0),
            remove_on_fail: Keep::Newest(10),
        };
        assert_eq!(decode(&encode(&all)), all);
        for mode in [
            DedupMode::Simple,
            DedupMode::Throttle { ttl: 1 },
            DedupMode::Extend { ttl: 2 },
            DedupMode::Replace,
            DedupMode::KeepLastIfActive,
        ] {
            let dedup = Some(Dedup { id: "x".to_owned(), mode });
            let options = JobOptions { dedup, backoff: Some(Backoff::Fixed(1)), ..JobOptions::default() };
            assert_eq!(decode(&encode(&options)), options);
        }
        assert_eq!(encode(&JobOptions::default()), PLAIN);
    }

    #[test]
    fn options_written_by_hand_are_read_as_far_as_they_make_sense() {
        let options = decode("{\"attempts\": 2, \"backoff\": 500, \"removeOnComplete\": true, \"lifo\": 1}");
        assert_eq!(options.attempts, 2);
        assert_eq!(options.backoff, Some(Backoff::Fixed(500)));
        assert_eq!(options.remove_on_complete, Keep::Newest(0));
        assert!(!options.lifo);
        assert_eq!(decode("{\"removeOnFail\":{\"count\":4}}").remove_on_fail, Keep::Newest(4));
        assert_eq!(decode("not json"), JobOptions::default());
        assert_eq!(
            decode("{\"attempts\":-1,\"backoff\":{\"type\":\"odd\",\"delay\":1}}"),
            JobOptions::default()
        );
    }
}
