//! What a consumer asks of the outside world: card processor, mail, HTTP, an event-sourced engine.

use std::fmt;

use super::value::write_word;
use crate::base::Bytes;

/// A request to an outside system, with every value filled in. `key` is the provider's idempotency key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OutsideCall {
    /// `charge CARD AMOUNT [key K]`: take money from a card.
    Charge {
        /// The card.
        card: Bytes,
        /// A positive whole number of cents.
        amount: Bytes,
        /// The idempotency key.
        key: Option<Bytes>,
    },
    /// `email TO TEMPLATE [key K]`: send a mail.
    Email {
        /// The address.
        to: Bytes,
        /// Which mail.
        template: Bytes,
        /// The deduplication id.
        key: Option<Bytes>,
    },
    /// `POST URL BODY [key K]`: create something at an HTTP service.
    Post {
        /// The address.
        url: Bytes,
        /// The request's body.
        body: Bytes,
        /// The `Idempotency-Key` header.
        key: Option<Bytes>,
    },
    /// `PUT URL BODY`: replace what an HTTP service holds at an address.
    Put {
        /// The address.
        url: Bytes,
        /// The request's body.
        body: Bytes,
    },
    /// `append STREAM EVENT`: append an event to a stream of the event-sourced engine.
    Append {
        /// The stream.
        stream: Bytes,
        /// The event.
        event: Bytes,
    },
}

impl OutsideCall {
    /// The word the call starts with in a recipe.
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Charge { .. } => "charge",
            Self::Email { .. } => "email",
            Self::Post { .. } => "POST",
            Self::Put { .. } => "PUT",
            Self::Append { .. } => "append",
        }
    }

    /// The idempotency key the call carries.
    #[must_use]
    pub const fn key(&self) -> Option<&Bytes> {
        match self {
            Self::Charge { key, .. } | Self::Email { key, .. } | Self::Post { key, .. } => key.as_ref(),
            Self::Put { .. } | Self::Append { .. } => None,
        }
    }
}

impl fmt::Display for OutsideCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = match self {
            Self::Charge { card, amount, .. } => (card, amount),
            Self::Email { to, template, .. } => (to, template),
            Self::Post { url, body, .. } | Self::Put { url, body } => (url, body),
            Self::Append { stream, event } => (stream, event),
        };
        f.write_str(self.verb())?;
        for word in [first, second] {
            f.write_str(" ")?;
            write_word(f, word)?;
        }
        if let Some(key) = self.key() {
            f.write_str(" key ")?;
            write_word(f, key)?;
        }
        Ok(())
    }
}
