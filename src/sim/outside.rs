//! The outside world: systems with a ledger that no redelivery can take back.
//!
//! A call is one step, as the system sees it: it is carried out when it arrives. In a scenario whose outside
//! calls take two steps the answer is on its way until the worker's next step, and the key counts as in use for
//! as long (`keys`). Event streams are in `streams`. A card whose number is [`DECLINED_CARD`] is always declined.
//! Deliberately absent: latency of a certain length, declines by chance, and refunds.

mod keys;
mod streams;
mod systems;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::base::{Bytes, Millis, OrderedMap};
use crate::recipe::{OutsideCall, Value, Verb};

use super::ids::OrderNo;

pub use keys::KEY_RETENTION;
pub use systems::{SYSTEMS, System, SystemRow};

/// The most entries one system's ledger keeps.
pub(super) const MAX_LEDGER: usize = 1_000;

/// The card that the processor declines every time: the number that Stripe documents for testing a generic decline.
pub const DECLINED_CARD: &str = "4000000000000002";

/// One thing that an outside system has done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LedgerEntry {
    /// The order on whose behalf it was asked for.
    pub order: OrderNo,
    /// When.
    pub at: Millis,
    /// What was asked for.
    pub call: OutsideCall,
    /// The receipt that went back.
    pub receipt: Bytes,
}

impl LedgerEntry {
    /// What is read back of an entry: streams are folded from what was appended to them.
    fn hash_relevant(&self, hasher: &mut impl Hasher) {
        let Self {
            // Shown, and no answer depends on either.
            order: _,
            at: _,
            call,
            // Made of the entry's place.
            receipt: _,
        } = self;
        call.hash(hasher);
    }
}

/// What goes back to the caller: a value, or the system's error.
pub(super) type Response = Result<Value, String>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Books {
    ledger: Arc<Vec<LedgerEntry>>,
    keyed: Vec<keys::Remembered>,
    /// What `PUT` wrote, by URL.
    resources: OrderedMap<Bytes, Bytes>,
}

/// The ledgers of all outside systems.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outside {
    books: [Books; System::ALL.len()],
}

/// How a call was dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It was carried out, or tried.
    First,
    /// The stored response of an earlier call with the same key was given again.
    Replayed,
    /// It was turned away because of its key.
    Refused,
}

/// An outside system's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The receipt or what was asked for, or the system's error.
    pub result: Response,
    pub how: How,
}

impl Answer {
    fn first(result: Response) -> Self {
        Self { result, how: How::First }
    }

    fn refusal(why: &str) -> Self {
        Self { result: Err(why.to_owned()), how: How::Refused }
    }
}

impl Outside {
    /// What a system has done, oldest first.
    #[must_use]
    pub fn ledger(&self, system: System) -> &[LedgerEntry] {
        &self.books[system as usize].ledger
    }

    /// What `PUT` has written to the HTTP API, by URL.
    pub fn resources(&self) -> impl Iterator<Item = (&Bytes, &Bytes)> {
        self.books[System::Http as usize].resources.iter()
    }

    /// What a system holds now, as opposed to what it has done: each stream folded, each resource by its URL.
    #[must_use]
    pub fn state(&self, system: System) -> Vec<(String, String)> {
        match system {
            System::Events => streams::folded(self.ledger(system)),
            System::Http => self.resources().map(|(url, body)| (url.to_text(), body.to_text())).collect(),
            System::Card | System::Mail | System::Parcel => Vec::new(),
        }
    }

    /// Hashes what future answers, probes and invariants depend on.
    pub(super) fn hash_relevant(&self, now: Millis, horizon: Millis, hasher: &mut impl Hasher) {
        let Self { books } = self;
        for (system, books) in System::ALL.into_iter().zip(books) {
            books.hash_relevant(system, now, horizon, hasher);
        }
    }

    /// Takes a call at `now` on behalf of `order`. `in_flight`: another call with its key is being worked on.
    pub(super) fn call(
        &mut self,
        now: Millis,
        order: OrderNo,
        call: &OutsideCall,
        in_flight: bool,
    ) -> Answer {
        let system = System::of(call.verb);
        let books = &mut self.books[system as usize];
        if call.verb.reads() {
            return Answer::first(Ok(streams::ask(&books.ledger, call)));
        }
        if let Some(answer) = keys::known(&mut books.keyed, now, call, in_flight) {
            return answer;
        }
        if books.ledger.len() >= MAX_LEDGER {
            return Answer::first(Err(format!("the {system} keeps at most {MAX_LEDGER} entries")));
        }
        let response = books.carry_out(system, now, order, call);
        if call.key().is_some() {
            let until = now.plus(KEY_RETENTION);
            books.keyed.push(keys::Remembered { call: call.clone(), response: response.clone(), until });
        }
        Answer::first(response)
    }
}

impl Books {
    fn hash_relevant(&self, system: System, now: Millis, horizon: Millis, hasher: &mut impl Hasher) {
        let Self { ledger, keyed, resources } = self;
        // How many things were done is what probes and invariants read, and what the next receipt is made of.
        ledger.len().hash(hasher);
        if system == System::Events {
            for entry in ledger.iter() {
                entry.hash_relevant(hasher);
            }
        }
        keyed.len().hash(hasher);
        for known in keyed {
            known.hash_relevant(now, horizon, hasher);
        }
        resources.hash(hasher);
    }

    fn carry_out(&mut self, system: System, now: Millis, order: OrderNo, call: &OutsideCall) -> Response {
        if call.verb == Verb::Charge && *call.target == *DECLINED_CARD.as_bytes() {
            return Err("card_declined: the bank refuses this card".to_owned());
        }
        if let Some(conflict) = streams::conflict(&self.ledger, call) {
            return conflict;
        }
        let mut receipt = system.row().receipt.to_owned();
        receipt.push_str(&(self.ledger.len() + 1).to_string());
        let receipt = Bytes::from(receipt);
        let (url, body) = (&call.target, &call.content);
        let same =
            call.verb == Verb::Put && self.resources.insert(url.clone(), body.clone()).as_ref() == Some(body);
        if !same {
            let entry = LedgerEntry { order, at: now, call: call.clone(), receipt: receipt.clone() };
            Arc::make_mut(&mut self.ledger).push(entry);
        }
        Ok(Value::Str(receipt))
    }
}

#[cfg(test)]
mod tests;
