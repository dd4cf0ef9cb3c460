//! The verbs for the outside world.

use super::super::lex::Word;
use super::super::runtime::{OutsideTemplate, Template, is_amount};
use super::excerpt;
use super::line::Line;

/// How an outside call is written: a verb, two words, and for some `key K`.
pub(in super::super) struct Form {
    pub verb: &'static str,
    pub keyed: bool,
    needs: &'static str,
    form: &'static str,
}

/// Every outside call, with its one spelling.
pub(in super::super) const FORMS: [Form; 5] = [
    Form { verb: "charge", keyed: true, needs: "a card and an amount", form: "charge CARD AMOUNT [key K]" },
    Form {
        verb: "email",
        keyed: true,
        needs: "an address and a template",
        form: "email TO TEMPLATE [key K]",
    },
    Form { verb: "POST", keyed: true, needs: "a URL and a body", form: "POST URL BODY [key K]" },
    Form { verb: "PUT", keyed: false, needs: "a URL and a body", form: "PUT URL BODY" },
    Form { verb: "append", keyed: false, needs: "a stream and an event", form: "append STREAM EVENT" },
];

impl Line<'_> {
    /// The call behind a verb; `None` when words are missing or too many.
    pub(super) fn outside(&mut self, form: &Form, rest: &[Word<'_>]) -> Option<OutsideTemplate> {
        let Form { verb, needs, form: expected, .. } = form;
        let [first, second, rest @ ..] = rest else {
            self.missing(&format!("{verb} needs {needs}: {expected}"), expected);
            // What is there is checked all the same.
            for word in rest {
                self.template(word);
            }
            return None;
        };
        let key = self.key(form, rest)?;
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

    /// The key behind the two words of a call; `None` when something else stands there.
    fn key(&mut self, form: &Form, rest: &[Word<'_>]) -> Option<Option<Template>> {
        let Form { verb, needs, form: expected, .. } = form;
        let ([first, ..], [.., last]) = (rest, rest) else { return Some(None) };
        if !form.keyed || first.bare() != Some("key") {
            let message = format!("{verb} takes {needs}: {expected}; a text with spaces goes in quotes");
            self.problem(first.start, last.end, message, Some((*expected).to_owned()));
            return None;
        }
        match rest {
            [_, key] => Some(Some(self.template(key))),
            [_, _, extra, ..] => {
                let message =
                    format!("nothing can follow the key: {expected}; a text with spaces goes in quotes");
                self.problem(extra.start, last.end, message, Some((*expected).to_owned()));
                None
            }
            _ => {
                self.missing(&format!("key needs a value: {expected}"), expected);
                None
            }
        }
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
