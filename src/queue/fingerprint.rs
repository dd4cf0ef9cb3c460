//! What of a queue's keys a search has to tell apart, and what is a record for people.
//!
//! [`KEYS`] has a row for each key that the protocol writes and [`FIELDS`] one for each field of a job's hash, with the
//! reason. What has no row counts whole, which is safe; every test of the protocol asks
//! for the row all the same.
//!
//! It rests on this: nobody but the protocol reads or writes these keys. A recipe that may name one of them gets
//! fingerprints of everything instead, which `sim` sees to.

use std::hash::{Hash, Hasher};

use super::inspect::{small_in, text_in};
use super::keys::Queue;
use super::options::{JobOptions, Keep};
use super::script::FIELD;
use super::{lanes, opts_field};
use crate::base::cast;
use crate::base::{Bytes, Millis, Mix64};
use crate::store::{Db, Entry, Fields, Item, Value};

/// What of a key counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// What it holds, and when it ends if that is before the horizon.
    Whole,
    /// How far off its end is; what it holds is a time stamp.
    End,
    /// Which jobs it holds; in which order, where the queue forgets the oldest.
    Members,
    /// Which jobs it holds, in their order, and how far off the moment of each is.
    Moments,
    /// That a run without a worker has it, and until when; that of a worker's run is counted with the worker.
    Lock,
    /// The fields of a job, by their rows.
    Job,
}

/// Which keys a row is about: what follows the queue's prefix.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// This word.
    Named(&'static str),
    /// All that begin so.
    Under(&'static str),
    /// All that end so.
    Behind(&'static str),
    /// All the others: job ids.
    Others,
}

/// A key of the protocol: its form, what of it counts, and why.
type Row = (Form, Part, &'static str);

const KEYS: [Row; 15] = [
    (Form::Named("wait"), Part::Whole, "workers take from its end"),
    (
        Form::Named("active"),
        Part::Whole,
        "who acknowledges must be in it; the stalled check goes through it in its order",
    ),
    (Form::Named("prioritized"), Part::Whole, "workers take its lowest score"),
    (Form::Named("pc"), Part::Whole, "it becomes part of the next score in prioritized"),
    (Form::Named("stalled"), Part::Whole, "the next stalled check recovers who is in it and has no lock"),
    (
        Form::Named("meta"),
        Part::Whole,
        "whether the queue is paused, and how many jobs may be active at once",
    ),
    (Form::Named("id"), Part::Whole, "the next job's id"),
    (
        Form::Named("delayed"),
        Part::Moments,
        "a score is a moment: only how far off it is decides what happens",
    ),
    (
        Form::Named("completed"),
        Part::Members,
        "a score is the moment of the end; it decides who is forgotten first",
    ),
    (Form::Named("failed"), Part::Members, "as in completed"),
    (
        Form::Named("stalled-check"),
        Part::End,
        "while it is there no check runs; it holds when the last one ran",
    ),
    (Form::Under("de:"), Part::Whole, "an add with its id is turned away while it is there"),
    (Form::Under("dn:"), Part::Whole, "the add that follows when the owner of the id is done"),
    (
        Form::Behind(":lock"),
        Part::Lock,
        "a run may end or renew only under its own token, which nobody else will have",
    ),
    (Form::Others, Part::Job, "what the job carries, and what the protocol reads back of its past"),
];

/// What of a field counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// Its value.
    Value,
    /// That it is there.
    Presence,
    /// How often the job may still fail, together with its options.
    Attempts,
    /// Nothing: the protocol writes it and never reads it back.
    Nothing,
}

/// A field of a job's hash: its name, what of it counts, and why.
const FIELDS: [(&str, Of, &str); 17] = [
    ("name", Of::Value, "handed to the worker"),
    ("data", Of::Value, "handed to the worker"),
    ("opts", Of::Value, "attempts, backoff, what is removed"),
    ("delay", Of::Value, "kept with the job; zero once it is due"),
    ("priority", Of::Value, "where a retry is put"),
    ("stc", Of::Value, "how often it may still stall"),
    ("deid", Of::Value, "which deduplication id its end lets go of"),
    ("jid", Of::Value, "the id of an add that was put aside"),
    ("defa", Of::Presence, "the next taker fails it unread; the words only tell why"),
    ("atm", Of::Attempts, "whether a failure is the last one and how long the pause before the next run is"),
    ("ats", Of::Nothing, "how often it was started is only shown"),
    ("timestamp", Of::Nothing, "when it was added is only shown"),
    ("processedOn", Of::Nothing, "when it was started is only shown"),
    ("pb", Of::Nothing, "by whom is only shown"),
    (
        "finishedOn",
        Of::Nothing,
        "when it ended is only shown; the score in completed or failed is what is read",
    ),
    ("returnvalue", Of::Nothing, "only shown"),
    ("failedReason", Of::Nothing, "only shown"),
];

/// The distance of every end that a search does not come to: that there is one still counts.
const LATE: u64 = u64::MAX - 1;

/// How one looks at a queue's keys.
pub(crate) struct Look<'a> {
    /// The clock.
    pub now: Millis,
    /// The search moves the clock no further.
    pub horizon: Millis,
    /// Some job is kept only until enough others have ended: then it counts who ended first.
    pub forgets: bool,
    /// Whether a worker's run holds this token.
    pub held: &'a dyn Fn(&Bytes) -> bool,
}

impl Look<'_> {
    /// How far off the end of a key is: one number for each that a search does not come to, and one for none.
    pub(crate) fn end(&self, entry: &Entry) -> u64 {
        match entry.expires_at {
            None => u64::MAX,
            Some(at) if at >= self.horizon => LATE,
            Some(at) => at.since(self.now),
        }
    }
}

/// Whether jobs with these options are kept until enough others have ended.
pub(crate) fn forgets(options: &JobOptions) -> bool {
    let some = |keep| matches!(keep, Keep::Newest(1..));
    some(options.remove_on_complete) || some(options.remove_on_fail)
}

/// Hashes what counts of a queue's keys, which are `entries`.
pub(crate) fn hash_relevant(
    db: &Db,
    queue: &Queue,
    entries: &[(Bytes, Entry)],
    look: &Look<'_>,
    hasher: &mut Mix64,
) {
    for (key, entry) in entries {
        let suffix = &key[queue.prefix().len()..];
        match row(suffix).1 {
            Part::Whole | Part::Job => {
                hasher.write_u64(entry.memoised(|| digest_of_value(suffix, &entry.value)));
                hasher.write_u64(look.end(entry));
            }
            Part::Members => {
                hasher.write_u64(entry.memoised(|| digest_of_members(suffix, &entry.value, look.forgets)));
                if look.forgets {
                    hash_latest(&entry.value, look.now, hasher);
                }
            }
            Part::End => (suffix, look.end(entry)).hash(hasher),
            Part::Moments => hash_moments(db, queue, look, hasher),
            Part::Lock => hash_lock(suffix, entry, look, hasher),
        }
    }
}

fn row(suffix: &[u8]) -> &'static Row {
    let fits = |form: Form| match form {
        Form::Named(name) => suffix == name.as_bytes(),
        Form::Under(start) => suffix.starts_with(start.as_bytes()),
        Form::Behind(end) => suffix.ends_with(end.as_bytes()),
        Form::Others => true,
    };
    KEYS.iter().find(|(form, ..)| fits(*form)).expect("the last row takes all")
}

fn hash_lock(suffix: &[u8], entry: &Entry, look: &Look<'_>, hasher: &mut Mix64) {
    match &entry.value {
        Value::Str(token) if (look.held)(token) => {}
        Value::Str(_) => (suffix, look.end(entry)).hash(hasher),
        _ => entry.hash(hasher),
    }
}

fn hash_moments(db: &Db, queue: &Queue, look: &Look<'_>, hasher: &mut Mix64) {
    hasher.write(b"delayed");
    for (id, due) in lanes(db, queue).delayed {
        (id, due.since(look.now)).hash(hasher);
    }
}

/// Who ends now sorts behind all that ended before and among those that end in this millisecond.
fn hash_latest(value: &Value, now: Millis, hasher: &mut Mix64) {
    let latest =
        |item: &Item<'_>| matches!(item, Item::Scored { score, .. } if score.get() >= cast::double(now.0));
    hasher.write_usize(value.items().filter(latest).count());
}

/// The digest of a key whose meaning depends on nothing but its value.
fn digest_of_value(suffix: &[u8], value: &Value) -> u64 {
    let mut hasher = Mix64::default();
    suffix.hash(&mut hasher);
    match value {
        Value::Hash(fields) if row(suffix).1 == Part::Job => {
            value.items().for_each(|item| hash_field(&item, &mut hasher));
            tried(fields).hash(&mut hasher);
        }
        value => value.hash(&mut hasher),
    }
    hasher.finish()
}

fn digest_of_members(suffix: &[u8], value: &Value, in_order: bool) -> u64 {
    let mut hasher = Mix64::default();
    suffix.hash(&mut hasher);
    if !matches!(value, Value::ZSet(_)) {
        value.hash(&mut hasher);
    }
    let mut members: Vec<&Bytes> = value
        .items()
        .filter_map(|item| match item {
            Item::Scored { member, .. } => Some(member),
            _ => None,
        })
        .collect();
    if !in_order {
        members.sort_unstable();
    }
    members.hash(&mut hasher);
    hasher.finish()
}

fn hash_field(item: &Item<'_>, hasher: &mut Mix64) {
    let Item::Field { name, value } = item else { return };
    let known = FIELDS.iter().find(|(known, ..)| ***name == *known.as_bytes());
    match known.map_or(Of::Value, |(_, of, _)| *of) {
        Of::Value => (name, value).hash(hasher),
        Of::Presence => name.hash(hasher),
        Of::Attempts | Of::Nothing => {}
    }
}

/// How often a job has failed, as far as it counts: at its last attempt, once more makes no difference.
fn tried(fields: &Fields) -> u32 {
    let made = small_in(fields, &FIELD.attempts_made);
    if made == 0 {
        return 0;
    }
    let options = text_in(fields, &FIELD.opts).map(|text| opts_field::decode(&text)).unwrap_or_default();
    made.min(options.attempts.saturating_sub(1))
}

/// What is under a queue's keys that no row is about: keys that are no job's, and fields of jobs.
#[cfg(test)]
pub(super) fn without_row(db: &Db, queue: &Queue) -> Vec<String> {
    let mut missing = Vec::new();
    let [_, queues, _] = db.around(queue.prefix());
    for (key, entry) in queues {
        let suffix = &key[queue.prefix().len()..];
        if row(suffix).1 != Part::Job {
            continue;
        }
        if !matches!(entry.value, Value::Hash(_)) {
            missing.push(String::from_utf8_lossy(suffix).into_owned());
        }
        for item in entry.value.items() {
            let Item::Field { name, .. } = item else { continue };
            if !FIELDS.iter().any(|(known, ..)| **name == *known.as_bytes()) {
                missing.push(format!("{} of a job", String::from_utf8_lossy(name)));
            }
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest of a job's record that was tried so often.
    fn digest(options: &str, times: &str) -> u64 {
        let mut db = Db::default();
        db.exec_args(Millis(0), &["HSET", "job", "opts", options, "atm", times, "ats", times]);
        digest_of_value(b"1", &db.get(b"job").expect("it was set").value)
    }

    #[test]
    fn attempts_count_up_to_the_last_one_and_how_often_a_job_was_started_never() {
        let three = r#"{"attempts":3,"backoff":{"type":"fixed","delay":1000}}"#;
        let [fresh, once, twice] = ["0", "1", "2"].map(|times| digest(three, times));
        assert!(fresh != once && once != twice && fresh != twice);
        assert_eq!([digest(three, "3"), digest(three, "12")], [twice, twice]);
        for no_retry in [r#"{"attempts":0}"#, r#"{"attempts":1}"#, "{}", ""] {
            assert_eq!(digest(no_retry, "0"), digest(no_retry, "5"), "{no_retry}");
        }
        // An id that looks like the option is one all the same.
        let id = r#"{"jobId":"\"attempts\":9","attempts":2}"#;
        assert_eq!(digest(id, "1"), digest(id, "2"));
    }
}
