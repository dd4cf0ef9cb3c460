//! What a program reads: anywhere, and which variables from each of its instructions on.
//!
//! Every jump goes forward, so one pass from the end is enough. What a frame holds beyond these changes nothing that
//! follows. Invariant: a variable that may be read before it is assigned again is in the set. Deliberately absent:
//! which branch will be taken; both count.

use super::program::{Op, OpKind};
use super::runtime::{Condition, Operand, Part, Reference, Template};
use crate::base::cast;
use crate::store::{KeyPositions, Tells, command};

/// A set of variables: the bit of each slot. [`super::limits::VARIABLES`] of them fit.
pub(super) type Slots = u32;

/// What a program reads besides the job, variables and replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// The delivery's token.
    pub token: bool,
    /// The worker's number.
    pub worker: bool,
    /// The clock.
    pub now: bool,
    /// Which keys there are, or how long one still has.
    pub beyond: bool,
}

/// Options of a command that name a moment of the clock.
const MOMENTS: [&str; 2] = ["exat", "pxat"];

/// Options of a command that the number behind them is measured from now by.
const SPANS: [&str; 2] = ["ex", "px"];

/// What the program reads anywhere.
pub(super) fn reads(ops: &[Op]) -> Reads {
    let mut reads = Reads::default();
    for op in ops {
        match &op.kind {
            OpKind::Redis { words, .. } => {
                words.iter().for_each(|word| reads.word(word));
                reads.command(words);
            }
            OpKind::Sql { parameters, .. } => parameters.iter().for_each(|word| reads.word(word)),
            OpKind::Outside { call, .. } => {
                let optional = [&call.content, &call.option].into_iter().flatten();
                optional.chain([&call.target]).for_each(|word| reads.word(word));
            }
            OpKind::If { condition, .. } => reads.condition(condition),
            OpKind::Skip { why } | OpKind::Fail { why } => reads.word(why),
            OpKind::Atomic { .. } | OpKind::Jump { .. } => {}
        }
    }
    reads
}

impl Reads {
    /// What a command's row in the store says that it tells. One that the store does not have answers an error.
    fn command(&mut self, words: &[Template]) {
        let Some(spec) = words.first().and_then(|name| command(beginning(name).as_bytes())) else { return };
        self.beyond |= match spec.tells {
            Tells::Values => false,
            Tells::Moments { from } => may_name_a_moment(words, from),
            Tells::Times | Tells::KeyNames | Tells::KeyCount => true,
        };
    }

    fn word(&mut self, template: &Template) {
        for part in &template.0 {
            if let Part::Reference(reference) = part {
                self.reference(reference);
            }
        }
    }

    fn reference(&mut self, reference: &Reference) {
        match reference {
            Reference::Token => self.token = true,
            Reference::Worker => self.worker = true,
            Reference::Now => self.now = true,
            Reference::JobId | Reference::JobField(_) | Reference::Variable(_) | Reference::Column(..) => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        let sides: &[&Operand] = match condition {
            Condition::True(operand) | Condition::Not(operand) => &[operand],
            Condition::Compare(left, _, right) => &[left, right],
        };
        for operand in sides {
            match operand {
                Operand::Constant(_) => {}
                Operand::Reference(reference) => self.reference(reference),
                Operand::Text(template) => self.word(template),
            }
        }
    }
}

/// Whether one of a command's options, from the place of the first, names a moment of the clock: by its text, or since
/// a hole stands in it, unless it is the number behind `EX` or `PX`.
fn may_name_a_moment(words: &[Template], from: usize) -> bool {
    let is_span = |word: &Template| literal(word).is_some_and(|text| SPANS.contains(&text.as_str()));
    let names = |word: &Template| literal(word).is_none_or(|text| MOMENTS.contains(&text.as_str()));
    (from..words.len()).any(|place| names(&words[place]) && !is_span(&words[place - 1]))
}

/// The text that a word is, in lower case, when nothing is filled into it.
fn literal(word: &Template) -> Option<String> {
    match word.0.as_slice() {
        [] => Some(String::new()),
        [Part::Text(text)] => Some(text.to_text().to_ascii_lowercase()),
        _ => None,
    }
}

/// The text that a word begins with, before its first hole.
fn beginning(word: &Template) -> String {
    match word.0.first() {
        Some(Part::Text(text)) => text.to_text(),
        _ => String::new(),
    }
}

/// Whether a command may name a key that begins with `prefix`: by its text, or since a variable stands where that
/// would, or what a job carries if `jobs_begin` so. The other things that a hole can hold do not.
pub(super) fn may_name(ops: &[Op], prefix: &[u8], jobs_begin: bool) -> bool {
    let names = |word: &Template| match word.0.as_slice() {
        [Part::Reference(Reference::Variable(_) | Reference::Column(..)), ..] => true,
        [Part::Reference(Reference::JobId | Reference::JobField(_)), ..] => jobs_begin,
        [Part::Text(text), rest @ ..] => {
            text.starts_with(prefix) || !rest.is_empty() && prefix.starts_with(text)
        }
        _ => false,
    };
    ops.iter().any(|op| {
        let OpKind::Redis { words, .. } = &op.kind else { return false };
        let positions = command(beginning(&words[0]).as_bytes()).map(|spec| spec.keys);
        words.iter().enumerate().skip(1).any(|(place, word)| match positions {
            Some(KeyPositions::Places { first, last, step }) => {
                let first = cast::index(first);
                let behind = usize::try_from(last).is_ok_and(|last| place > last);
                !behind
                    && place >= first
                    && (place - first).is_multiple_of(cast::index(step.max(1)))
                    && names(word)
            }
            _ => names(word),
        })
    })
}

/// The live variables before each instruction, and none behind the last.
pub(super) fn live(ops: &[Op]) -> Vec<Slots> {
    let mut live = vec![0; ops.len() + 1];
    for (index, op) in ops.iter().enumerate().rev() {
        let after = live[index + 1];
        live[index] = match &op.kind {
            OpKind::Redis { into, words } => without(after, *into) | of_all(words),
            OpKind::Sql { into, parameters, .. } => without(after, *into) | of_all(parameters),
            OpKind::Outside { into, call } => {
                let optional = [&call.content, &call.option].into_iter().flatten();
                without(after, *into) | of(&call.target) | optional.fold(0, |slots, word| slots | of(word))
            }
            OpKind::Atomic { .. } => after,
            OpKind::If { condition, otherwise } => after | live[*otherwise] | asked(condition),
            OpKind::Jump { target } => live[*target],
            OpKind::Skip { why } | OpKind::Fail { why } => of(why),
        };
    }
    live
}

fn without(slots: Slots, assigned: Option<u8>) -> Slots {
    assigned.map_or(slots, |slot| slots & !bit(slot))
}

fn bit(slot: u8) -> Slots {
    1 << slot
}

fn of_all(words: &[Template]) -> Slots {
    words.iter().fold(0, |slots, word| slots | of(word))
}

fn of(template: &Template) -> Slots {
    template.0.iter().fold(0, |slots, part| match part {
        Part::Text(_) => slots,
        Part::Reference(reference) => slots | named(reference),
    })
}

fn named(reference: &Reference) -> Slots {
    match reference {
        Reference::Variable(slot) | Reference::Column(slot, _) => bit(*slot),
        Reference::JobId | Reference::JobField(_) | Reference::Worker | Reference::Token | Reference::Now => {
            0
        }
    }
}

fn asked(condition: &Condition) -> Slots {
    match condition {
        Condition::True(operand) | Condition::Not(operand) => of_operand(operand),
        Condition::Compare(left, _, right) => of_operand(left) | of_operand(right),
    }
}

fn of_operand(operand: &Operand) -> Slots {
    match operand {
        Operand::Constant(_) => 0,
        Operand::Reference(reference) => named(reference),
        Operand::Text(template) => of(template),
    }
}

#[cfg(test)]
mod tests {
    use crate::recipe::{Vocabulary, parse};

    /// The variables that are read from each instruction on, by name.
    fn live(text: &str) -> Vec<String> {
        let program = parse(text, &Vocabulary { job_fields: &["card"], tables: None }).expect("it parses");
        let names: Vec<&str> = program.variables().collect();
        super::live(program.ops())
            .into_iter()
            .map(|slots| {
                let live = names.iter().enumerate().filter(|(slot, _)| slots & 1 << slot != 0);
                live.map(|(_, name)| *name).collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    #[test]
    fn a_variable_lives_from_its_assignment_to_its_last_reading() {
        assert_eq!(live("a = GET x\nb = GET {a}\nSET y {b}\nDEL z"), ["", "a", "b", "", ""]);
        assert_eq!(live("a = GET x\na = GET y\nSET z {a}"), ["", "", "a", ""]);
    }

    #[test]
    fn both_branches_and_the_condition_count() {
        let text = "a = GET x\nb = GET y\nif a\n  SET z {b}\nelse\n  skip \"not {a}\"\nend\nDEL w";
        // The branch that is taken jumps over the other one.
        assert_eq!(live(text), ["", "a", "a b", "b", "", "a", "", ""]);
    }

    #[test]
    fn inside_an_atomic_block_as_outside_of_it() {
        let text = "c = GET w\natomic\n  a = GET x\n  if a == nil\n    SET x {c}\n  end\nend\nb = GET y\ncharge {a} 5 key {b}";
        // What the block assigns is still read behind it, and what only it reads is not.
        assert_eq!(live(text), ["", "c", "c", "c a", "c a", "a", "a b", ""]);
    }
}
