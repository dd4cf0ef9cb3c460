//! The event-sourced engine: streams that only grow, an optimistic check on append, and state by folding.
//!
//! A stream is the entries of the engine's ledger that were appended to it, in order; its version is how many
//! they are. Folded, a stream is the set of events it holds: an event that is there already is not authorized
//! again, which is the engine's own idempotency. Deliberately absent: snapshots, and deciding inside the engine
//! (`authorize` and `append` are two calls; the expected version ties them together).

use crate::base::{Bytes, cast};
use crate::recipe::{OutsideCall, Value, Verb};

use super::{LedgerEntry, Response};

/// A stream's events, oldest first.
pub(super) fn events<'a>(ledger: &'a [LedgerEntry], stream: &Bytes) -> impl Iterator<Item = &'a Bytes> {
    ledger.iter().map(|entry| &entry.call).filter(move |it| it.target == *stream).map(|it| &it.content)
}

fn version(ledger: &[LedgerEntry], stream: &Bytes) -> i64 {
    cast::signed(events(ledger, stream).count())
}

/// Answers a call that only asks.
pub(super) fn ask(ledger: &[LedgerEntry], call: &OutsideCall) -> Value {
    let stream = &call.target;
    match call.verb {
        Verb::Read => Value::List(events(ledger, stream).cloned().map(Value::Str).collect()),
        Verb::Authorize if events(ledger, stream).any(|event| *event == call.content) => Value::Nil,
        _ => Value::Int(version(ledger, stream)),
    }
}

/// Why an append is refused: the stream has another version than the one expected.
pub(super) fn conflict(ledger: &[LedgerEntry], call: &OutsideCall) -> Option<Response> {
    let (Verb::Append, Some(expected)) = (call.verb, &call.option) else { return None };
    let version = version(ledger, &call.target);
    let expected = expected.to_text();
    (expected != version.to_string())
        .then(|| Err(format!("conflict: version {expected} was expected, the stream is at {version}")))
}

/// Every stream with its version and the state it folds to, in the order of their first events.
pub(super) fn folded(ledger: &[LedgerEntry]) -> Vec<(String, String)> {
    let mut states: Vec<(&Bytes, String)> = Vec::new();
    for entry in ledger {
        let stream = &entry.call.target;
        if states.iter().any(|(known, _)| *known == stream) {
            continue;
        }
        let mut distinct: Vec<&Bytes> = Vec::new();
        for event in events(ledger, stream) {
            if !distinct.contains(&event) {
                distinct.push(event);
            }
        }
        let mut state = String::new();
        for event in distinct {
            state.push_str(if state.is_empty() { "" } else { ", " });
            state.push_str(&event.to_text());
        }
        states.push((stream, state));
    }
    let told =
        |(stream, state): (&Bytes, String)| (format!("{stream}, version {}", version(ledger, stream)), state);
    states.into_iter().map(told).collect()
}
