//! What an `if` asks: `X`, `not X`, or `X OP Y`.

use super::super::lex::{Content, Word};
use super::super::outside::FORMS;
use super::super::runtime::{Comparison, Condition, Operand};
use super::super::value::{Value, integer};
use super::line::Line;
use super::{excerpt, redis, sql};

const FORM: &str = "if X, if not X, or if X OP Y";

impl Line<'_> {
    /// The condition behind `if`. When it is wrong that is noted, and any condition is returned: the block
    /// still needs its `end`.
    pub(super) fn condition(&mut self, keyword: &Word<'_>, rest: &[Word<'_>]) -> Condition {
        let wrong = Condition::True(Operand::Constant(Value::Nil));
        match rest {
            [] => {
                self.say((keyword.end, keyword.end), "if needs a condition: %", &[FORM], FORM);
                wrong
            }
            [not, rest @ ..] if not.bare() == Some("not") => match rest {
                [] => {
                    self.missing("not needs a value: if not X", "if not X", &[]);
                    wrong
                }
                [value] => self.operand(value).map_or(wrong, Condition::Not),
                [_, extra, ..] => {
                    let end = rest[rest.len() - 1].end;
                    let what = "not stands before one value; use the opposite comparison instead";
                    self.say((extra.start, end), what, &[], "if not X");
                    wrong
                }
            },
            [value] => self.operand(value).map_or(wrong, Condition::True),
            [first, second, ..] if self.calls(first, second) => {
                let (shown, end) = (excerpt(first.source), rest[rest.len() - 1].end);
                let what = "keep the reply first, on a line of its own: x = % …, then if x";
                self.say((first.start, end), what, &[&shown], "if X");
                wrong
            }
            [left, operator, rest @ ..] => {
                let left = self.operand(left);
                let comparison = self.comparison(operator);
                match rest {
                    [] => {
                        if comparison.is_some() {
                            self.missing("this comparison has no right side: if X OP Y", "if X OP Y", &[]);
                        }
                        wrong
                    }
                    [right, extra @ ..] => {
                        let right = self.operand(right);
                        if let ([first, ..], [.., last]) = (extra, extra) {
                            let what = "an if makes one comparison; nest another if for more";
                            self.say((first.start, last.end), what, &[], "if X OP Y");
                        }
                        match (left, comparison, right) {
                            (Some(left), Some(comparison), Some(right)) => {
                                Condition::Compare(left, comparison, right)
                            }
                            _ => wrong,
                        }
                    }
                }
            }
        }
    }

    /// Whether these two words begin a statement instead of a comparison.
    fn calls(&self, first: &Word<'_>, second: &Word<'_>) -> bool {
        let starts = |name| {
            redis::is_name(name)
                || FORMS.iter().any(|form| form.name == name)
                || sql::STARTERS.iter().any(|word| word.eq_ignore_ascii_case(name))
        };
        let compares = second.source.starts_with(['=', '!', '<', '>']);
        !compares && first.bare().is_some_and(|name| starts(name) && self.reference(name).is_err())
    }

    fn comparison(&mut self, word: &Word<'_>) -> Option<Comparison> {
        Some(match word.bare() {
            Some("==") => Comparison::Equal,
            Some("!=") => Comparison::NotEqual,
            Some("<") => Comparison::Less,
            Some("<=") => Comparison::LessOrEqual,
            Some(">") => Comparison::Greater,
            Some(">=") => Comparison::GreaterOrEqual,
            bare => {
                let what = if bare == Some("=") {
                    "= keeps a reply; to compare, write =="
                } else {
                    "% is not a comparison; those are == != < <= > >="
                };
                self.say((word.start, word.end), what, &[&excerpt(word.source)], "==");
                return None;
            }
        })
    }

    fn operand(&mut self, word: &Word<'_>) -> Option<Operand> {
        let Some(bare) = word.bare() else {
            if let [piece] = word.pieces.as_slice()
                && !piece.quoted
                && matches!(piece.content, Content::Hole(_))
            {
                return self.hole(piece).map(Operand::Reference);
            }
            return Some(Operand::Text(self.template(word)));
        };
        if bare == "nil" {
            return Some(Operand::Constant(Value::Nil));
        }
        if let Some(number) = integer(bare.as_bytes()) {
            return Some(Operand::Constant(Value::Int(number)));
        }
        let message = match self.reference(bare) {
            Ok(reference) => return Some(Operand::Reference(reference)),
            Err(message) => message,
        };
        let shown = excerpt(bare);
        if bare.contains(['=', '<', '>']) {
            let what = "put a space on both sides of the comparison in %";
            self.say((word.start, word.end), what, &[&shown], "if X OP Y");
        } else if bare == "job" || bare.starts_with("job.") {
            self.at(word, "%", &[&message]);
        } else {
            let known = self.variables_here();
            let quoted = format!("\"{shown}\"");
            let what = "% is not a variable; for the text write %; %";
            self.say((word.start, word.end), what, &[&shown, &quoted, &known], &quoted);
        }
        None
    }
}
