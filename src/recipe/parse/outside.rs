//! The verbs for the outside world.

use super::super::lex::Word;
use super::super::runtime::{OutsideTemplate, is_amount};
use super::excerpt;
use super::line::Line;

/// How an outside call is written: a verb, two words, and for some `key K`.
pub(in super::super) struct Form {
    pub verb: &'static str,
    pub keyed: bool,
    needs: &'static str,
    spelling: &'static str,
}

/// Every outside call, with its one spelling.
pub(in super::super) const FORMS: [Form; 5] = [
    Form {
        verb: "charge",
        keyed: true,
        needs: "a card and an amount",
        spelling: "charge CARD AMOUNT [key K]",
    },
    Form {
        verb: "email",
        keyed: true,
        needs: "an address and a template",
        spelling: "email TO TEMPLATE [key K]",
    },
    Form { verb: "POST", keyed: true, needs: "a URL and a body", spelling: "POST URL BODY [key K]" },
    Form { verb: "PUT", keyed: false, needs: "a URL and a body", spelling: "PUT URL BODY" },
    Form { verb: "append", keyed: false, needs: "a stream and an event", spelling: "append STREAM EVENT" },
];

impl Line<'_> {
    /// The call behind a verb; `None` when words are missing or too many.
    pub(super) fn outside(&mut self, form: &Form, rest: &[Word<'_>]) -> Option<OutsideTemplate> {
        let Form { verb, needs, spelling: expected, .. } = form;
        let [first, second, rest @ ..] = rest else {
            self.missing(&format!("{verb} needs {needs}: {expected}"), expected);
            // What is there is checked all the same.
            for word in rest {
                self.template(word);
            }
            return None;
        };
        if !self.check_key(form, rest) {
            return None;
        }
        let key = rest.get(1).map(|key| self.template(key));
        if *verb == "charge"
            && let Some(amount) = second.literal()
            && !is_amount(&amount)
        {
            let shown = excerpt(second.source);
            self.at(second, format!("the amount must be a positive whole number of cents, not {shown}"));
        }
        let (first, second) = (self.template(first), self.template(second));
        Some(match *verb {
            "charge" => OutsideTemplate::Charge { card: first, amount: second, key },
            "email" => OutsideTemplate::Email { to: first, template: second, key },
            "POST" => OutsideTemplate::Post { url: first, body: second, key },
            "PUT" => OutsideTemplate::Put { url: first, body: second },
            "append" => OutsideTemplate::Append { stream: first, event: second },
            verb => unreachable!("{verb} is not in the table"),
        })
    }

    /// Whether what stands behind the two words of a call is nothing, or `key K`.
    fn check_key(&mut self, form: &Form, rest: &[Word<'_>]) -> bool {
        let Form { verb, needs, spelling: expected, .. } = form;
        let ([first, ..], [.., last]) = (rest, rest) else { return true };
        if !form.keyed || first.bare() != Some("key") {
            let message = format!("{verb} takes {needs}: {expected}; a text with spaces goes in quotes");
            self.problem(first.start, last.end, message, Some((*expected).to_owned()));
        } else if rest.len() == 1 {
            self.missing(&format!("key needs a value: {expected}"), expected);
        } else if let Some(extra) = rest.get(2) {
            let message =
                format!("nothing can follow the key: {expected}; a text with spaces goes in quotes");
            self.problem(extra.start, last.end, message, Some((*expected).to_owned()));
        } else {
            return true;
        }
        false
    }
}

impl OutsideTemplate {
    /// The word the call starts with.
    pub(super) const fn verb(&self) -> &'static str {
        match self {
            Self::Charge { .. } => "charge",
            Self::Email { .. } => "email",
            Self::Post { .. } => "POST",
            Self::Put { .. } => "PUT",
            Self::Append { .. } => "append",
        }
    }
}
