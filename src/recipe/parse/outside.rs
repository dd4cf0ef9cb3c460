//! The verbs for the outside world.

use super::super::lex::Word;
use super::super::outside::{Form, Verb};
use super::super::runtime::{OutsideTemplate, is_amount, is_version};
use super::excerpt;
use super::line::Line;

impl Line<'_> {
    /// The call behind a verb; `None` when words are missing or too many.
    pub(super) fn outside(&mut self, form: &Form, rest: &[Word<'_>]) -> Option<OutsideTemplate> {
        let Form { verb, name, words, needs, spelling: expected, .. } = *form;
        if rest.len() < words {
            self.missing("% needs %: %", expected, &[name, needs, expected]);
            // What is there is checked all the same.
            for word in rest {
                self.template(word);
            }
            return None;
        }
        let (words, option) = rest.split_at(words);
        if !self.check_option(form, option) {
            return None;
        }
        let literal = |word: Option<&Word<'_>>| word.and_then(Word::literal);
        if verb == Verb::Charge
            && let Some(amount) = literal(words.get(1))
            && !is_amount(&amount)
        {
            let shown = excerpt(words[1].source);
            self.at(&words[1], "the amount must be a positive whole number of cents, not %", &[&shown]);
        }
        if verb == Verb::Append
            && let Some(version) = literal(option.get(1))
            && !is_version(&version)
        {
            let shown = excerpt(option[1].source);
            self.at(&option[1], "expect needs the stream's number of events, not %", &[&shown]);
        }
        let target = self.template(&words[0]);
        let content = words.get(1).map(|word| self.template(word));
        let option = option.get(1).map(|word| self.template(word));
        Some(OutsideTemplate { verb, target, content, option })
    }

    /// Whether what stands behind the words of a call is nothing, or its option with a value.
    fn check_option(&mut self, form: &Form, rest: &[Word<'_>]) -> bool {
        let Form { name, needs, option, spelling: expected, .. } = *form;
        let ([first, ..], [.., last]) = (rest, rest) else { return true };
        let Some(option) = option.filter(|option| first.bare() == Some(option)) else {
            let what = "% takes %: %; a text with spaces goes in quotes";
            self.say((first.start, last.end), what, &[name, needs, expected], expected);
            return false;
        };
        if rest.len() == 1 {
            self.missing("% needs a value: %", expected, &[option, expected]);
        } else if let Some(extra) = rest.get(2) {
            let value = if form.verb == Verb::Append { "version" } else { "key" };
            let what = "nothing can follow the %: %; a text with spaces goes in quotes";
            self.say((extra.start, last.end), what, &[value, expected], expected);
        } else {
            return true;
        }
        false
    }
}
