//! What a consumer asks of the outside world: card processor, mail, HTTP, parcels, an event-sourced engine.
//!
//! All calls have one shape, described by a table of [`Form`]s: a verb, one or two words, and for some verbs
//! an option with a value (`key K`, `expect N`).

use std::fmt;

use super::value::write_word;
use crate::base::Bytes;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    /// `charge CARD AMOUNT [key K]`: take money from a card; the amount is a positive whole number of cents.
    Charge,
    /// `email TO TEMPLATE [key K]`: send a mail. The key is the provider's deduplication id.
    Email,
    /// `POST URL BODY [key K]`: create something at an HTTP service. The key is the `Idempotency-Key` header.
    Post,
    /// `PUT URL BODY`: replace what an HTTP service holds at an address.
    Put,
    /// `ship ORDER ADDRESS [key K]`: send a parcel.
    Ship,
    /// `append STREAM EVENT [expect N]`: append an event to a stream; refused when N events are expected and
    /// the stream has another number of them.
    Append,
    /// `read STREAM`: the stream's events, oldest first.
    Read,
    /// `version STREAM`: how many events the stream has.
    Version,
    /// `authorize STREAM EVENT`: fold the stream; nil when it holds the event already, else its version.
    Authorize,
}

/// How a call is written.
pub(super) struct Form {
    pub verb: Verb,
    pub name: &'static str,
    /// One word behind the verb, or two.
    pub words: usize,
    /// The word that introduces the option, for verbs that have one.
    pub option: Option<&'static str>,
    pub needs: &'static str,
    pub spelling: &'static str,
}

const fn form(
    verb: Verb,
    name: &'static str,
    words: usize,
    option: Option<&'static str>,
    needs: &'static str,
    spelling: &'static str,
) -> Form {
    Form { verb, name, words, option, needs, spelling }
}

const KEY: Option<&str> = Some("key");

/// Every outside call with its one spelling, in the order of [`Verb`].
pub(super) const FORMS: [Form; 9] = [
    form(Verb::Charge, "charge", 2, KEY, "a card and an amount", "charge CARD AMOUNT [key K]"),
    form(Verb::Email, "email", 2, KEY, "an address and a template", "email TO TEMPLATE [key K]"),
    form(Verb::Post, "POST", 2, KEY, "a URL and a body", "POST URL BODY [key K]"),
    form(Verb::Put, "PUT", 2, None, "a URL and a body", "PUT URL BODY"),
    form(Verb::Ship, "ship", 2, KEY, "an order and an address", "ship ORDER ADDRESS [key K]"),
    form(
        Verb::Append,
        "append",
        2,
        Some("expect"),
        "a stream and an event",
        "append STREAM EVENT [expect N]",
    ),
    form(Verb::Read, "read", 1, None, "a stream", "read STREAM"),
    form(Verb::Version, "version", 1, None, "a stream", "version STREAM"),
    form(Verb::Authorize, "authorize", 2, None, "a stream and an event", "authorize STREAM EVENT"),
];

impl Verb {
    /// Every verb.
    pub const ALL: [Self; FORMS.len()] = {
        let mut all = [Self::Charge; FORMS.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = FORMS[at].verb;
            at += 1;
        }
        all
    };

    pub(super) const fn form(self) -> &'static Form {
        const TABLE: &[Form; 9] = &FORMS;
        &TABLE[self as usize]
    }

    /// The word in a recipe.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.form().name
    }

    /// Whether the call only asks: it leaves nothing behind.
    #[must_use]
    pub const fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Version | Self::Authorize)
    }
}

/// A request to an outside system, with every value filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OutsideCall {
    /// What is asked for.
    pub verb: Verb,
    /// The word behind the verb: the card, the address, the URL, the order or the stream.
    pub target: Bytes,
    /// The second word: the amount, the template, the body, the address or the event. Empty for verbs that
    /// have one word.
    pub content: Bytes,
    /// The idempotency key, or the version expected.
    pub option: Option<Bytes>,
}

impl OutsideCall {
    /// The idempotency key the call carries.
    #[must_use]
    pub const fn key(&self) -> Option<&Bytes> {
        if matches!(self.verb, Verb::Append) { None } else { self.option.as_ref() }
    }
}

impl fmt::Display for OutsideCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = self.verb.form();
        f.write_str(form.name)?;
        for word in [&self.target, &self.content].into_iter().take(form.words) {
            f.write_str(" ")?;
            write_word(f, word)?;
        }
        if let (Some(name), Some(option)) = (form.option, &self.option) {
            f.write_str(" ")?;
            f.write_str(name)?;
            f.write_str(" ")?;
            write_word(f, option)?;
        }
        Ok(())
    }
}
