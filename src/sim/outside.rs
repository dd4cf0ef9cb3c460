//! The outside world: systems with a ledger that no redelivery can take back.
//!
//! Each call is one step, as the system sees it. A call with an idempotency key is answered from the stored
//! first response while the system still remembers the key, and refused when the key comes back with another
//! request (the behaviour Stripe documents for `Idempotency-Key`). Deliberately absent: latency, declined
//! cards, and two calls inside the same instant.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::base::{Bytes, Millis};
use crate::recipe::OutsideCall;

use super::world::OrderNo;

/// How long a system remembers an idempotency key, in milliseconds (a day, as Stripe does at least).
pub const KEY_RETENTION: u64 = 24 * 60 * 60 * 1000;

/// The most entries one system's ledger keeps.
pub const MAX_LEDGER: usize = 1_000;

/// A system outside the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// The card processor: `charge`.
    Card,
    /// The mail provider: `email`.
    Mail,
    /// An HTTP API: `POST` and `PUT`.
    Http,
    /// The event store: `append`.
    Events,
}

impl System {
    /// Every system, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Card, Self::Mail, Self::Http, Self::Events];

    fn of(call: &OutsideCall) -> Self {
        match call {
            OutsideCall::Charge { .. } => Self::Card,
            OutsideCall::Email { .. } => Self::Mail,
            OutsideCall::Post { .. } | OutsideCall::Put { .. } => Self::Http,
            OutsideCall::Append { .. } => Self::Events,
        }
    }

    const fn receipt_prefix(self) -> &'static str {
        match self {
            Self::Card => "ch_",
            Self::Mail => "msg_",
            Self::Http => "res_",
            Self::Events => "ev_",
        }
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Card => "Card processor",
            Self::Mail => "Mail provider",
            Self::Http => "HTTP API",
            Self::Events => "Event store",
        })
    }
}

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

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Remembered {
    /// The request, its idempotency key included.
    call: OutsideCall,
    receipt: Bytes,
    until: Millis,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Books {
    ledger: Arc<Vec<LedgerEntry>>,
    keyed: Vec<Remembered>,
    /// What `PUT` wrote, by URL.
    resources: BTreeMap<Bytes, Bytes>,
}

/// The ledgers of all outside systems.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outside {
    books: [Books; System::ALL.len()],
}

/// How an outside system answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The receipt, or why the call was refused.
    pub result: Result<Bytes, String>,
    /// The stored response of an earlier call with the same key was given again.
    pub replayed: bool,
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

    /// Hashes what future answers depend on: how long the ledgers are, what `PUT` wrote, which keys are known.
    pub(super) fn hash_relevant(&self, now: Millis, horizon: Millis, hasher: &mut impl Hasher) {
        for books in &self.books {
            books.ledger.len().hash(hasher);
            books.resources.hash(hasher);
            for known in &books.keyed {
                known.call.hash(hasher);
                known.receipt.hash(hasher);
                if known.until <= horizon {
                    known.until.since(now).hash(hasher);
                }
            }
        }
    }

    /// Takes a call at `now` on behalf of `order`.
    pub(super) fn call(&mut self, now: Millis, order: OrderNo, call: &OutsideCall) -> Answer {
        let system = System::of(call);
        let books = &mut self.books[system as usize];
        let key = key_of(call);
        books.keyed.retain(|known| now < known.until);
        if let Some(known) = books.keyed.iter().find(|known| key.is_some() && key_of(&known.call) == key) {
            return if known.call == *call {
                Answer { result: Ok(known.receipt.clone()), replayed: true }
            } else {
                let why = "the key was used before with another request: refused".to_owned();
                Answer { result: Err(why), replayed: false }
            };
        }
        if books.ledger.len() >= MAX_LEDGER {
            let why = format!("the {system} keeps at most {MAX_LEDGER} entries");
            return Answer { result: Err(why), replayed: false };
        }
        let receipt = Bytes::from(format!("{}{}", system.receipt_prefix(), books.ledger.len() + 1));
        if key.is_some() {
            let until = now.plus(KEY_RETENTION);
            books.keyed.push(Remembered { call: call.clone(), receipt: receipt.clone(), until });
        }
        let mut done = true;
        if let OutsideCall::Put { url, body } = call {
            done = books.resources.insert(url.clone(), body.clone()).as_ref() != Some(body);
        }
        if done {
            let entry = LedgerEntry { order, at: now, call: call.clone(), receipt: receipt.clone() };
            Arc::make_mut(&mut books.ledger).push(entry);
        }
        Answer { result: Ok(receipt), replayed: false }
    }
}

fn key_of(call: &OutsideCall) -> Option<&Bytes> {
    match call {
        OutsideCall::Charge { key, .. } | OutsideCall::Email { key, .. } | OutsideCall::Post { key, .. } => {
            key.as_ref()
        }
        OutsideCall::Put { .. } | OutsideCall::Append { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(amount: &str, key: Option<&str>) -> OutsideCall {
        OutsideCall::Charge { card: "card-1".into(), amount: amount.into(), key: key.map(Bytes::from) }
    }

    #[test]
    fn a_second_call_with_the_same_key_gets_the_first_receipt_and_charges_nothing() {
        let mut outside = Outside::default();
        let first = outside.call(Millis(0), OrderNo(1), &charge("4200", Some("order-1")));
        let second = outside.call(Millis(5), OrderNo(1), &charge("4200", Some("order-1")));
        assert_eq!(first.result, Ok("ch_1".into()));
        assert_eq!(second, Answer { result: Ok("ch_1".into()), replayed: true });
        assert_eq!(outside.ledger(System::Card).len(), 1);
    }

    #[test]
    fn a_key_that_comes_back_with_another_request_is_refused() {
        let mut outside = Outside::default();
        outside.call(Millis(0), OrderNo(1), &charge("4200", Some("order-1")));
        let second = outside.call(Millis(5), OrderNo(1), &charge("9900", Some("order-1")));
        assert!(second.result.is_err());
        assert_eq!(outside.ledger(System::Card).len(), 1);
    }

    #[test]
    fn a_key_is_forgotten_after_its_retention_and_the_card_is_charged_again() {
        let mut outside = Outside::default();
        outside.call(Millis(0), OrderNo(1), &charge("4200", Some("order-1")));
        outside.call(Millis(KEY_RETENTION - 1), OrderNo(1), &charge("4200", Some("order-1")));
        assert_eq!(outside.ledger(System::Card).len(), 1);
        outside.call(Millis(KEY_RETENTION), OrderNo(1), &charge("4200", Some("order-1")));
        assert_eq!(outside.ledger(System::Card).len(), 2);
    }

    #[test]
    fn putting_the_same_body_twice_changes_the_resource_once() {
        let mut outside = Outside::default();
        let put = OutsideCall::Put { url: "/users/123".into(), body: "Ada".into() };
        outside.call(Millis(0), OrderNo(1), &put);
        outside.call(Millis(1), OrderNo(1), &put);
        assert_eq!(outside.ledger(System::Http).len(), 1);
        assert_eq!(outside.resources().count(), 1);
    }
}
