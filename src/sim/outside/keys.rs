//! Idempotency keys: what a system answers when a key comes back.
//!
//! The rules are those that Stripe documents for `Idempotency-Key`: the first answer is stored with its key,
//! an error like a declined card included, and given again for the same request; another request under that key
//! is refused; so is one that comes while the first is still being worked on. Neither refusal is stored. After
//! the retention the key is forgotten.

use std::hash::{Hash, Hasher};

use crate::base::Millis;
use crate::recipe::OutsideCall;

use super::{Answer, How, Response};

/// How long a system remembers an idempotency key, in milliseconds (a day, as Stripe does at least).
pub const KEY_RETENTION: u64 = 24 * 60 * 60 * 1000;

/// A key with the first request that carried it and what was answered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Remembered {
    /// The request, its idempotency key included.
    pub call: OutsideCall,
    pub response: Response,
    pub until: Millis,
}

impl Remembered {
    pub(super) fn hash_relevant(&self, now: Millis, horizon: Millis, hasher: &mut impl Hasher) {
        let Self {
            call,
            response,
            // Only its distance from now counts, and past the horizon nothing does.
            until,
        } = self;
        call.hash(hasher);
        response.hash(hasher);
        if *until <= horizon {
            until.since(now).hash(hasher);
        }
    }
}

/// The answer to a call whose key is known or in use; `None` when the call is to be carried out.
pub(super) fn known(
    keyed: &mut Vec<Remembered>,
    now: Millis,
    call: &OutsideCall,
    in_flight: bool,
) -> Option<Answer> {
    keyed.retain(|known| now < known.until);
    let key = call.key()?;
    if in_flight {
        return Some(Answer::refusal("conflict: another request with this key is still being worked on"));
    }
    let known = keyed.iter().find(|known| known.call.key() == Some(key))?;
    Some(if known.call == *call {
        Answer { result: known.response.clone(), how: How::Replayed }
    } else {
        Answer::refusal("the key was used before with another request: refused")
    })
}
