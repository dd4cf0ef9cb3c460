//! Truths about a whole scenario: two numbers that must be equal once every order is settled.

use crate::store::Value;

use super::outside::System;
use super::scenario::keys;
use super::tables::{Query, number_of};
use super::verdict::{Judgement, Verdict};
use super::world::World;

/// Two measures that must be equal when nothing is under way any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// What must hold, as a sentence.
    pub text: String,
    /// One side.
    pub left: Measure,
    /// The other.
    pub right: Measure,
}

/// A number read off a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A fixed number.
    Number(i64),
    /// How many orders there are.
    Orders,
    /// How many entries an outside system's ledger has.
    Ledger(System),
    /// A Redis key's value as a whole number; zero when there is no such key.
    Key(String),
    /// How many Redis keys start with this and have no end.
    Endless(String),
    /// How many members a Redis set has.
    SetSize(String),
    /// What a SELECT answers of all that is committed: the first value of its first row; zero when that is NULL.
    Select(Query),
    /// The first less the second.
    Difference(Box<Measure>, Box<Measure>),
}

impl Measure {
    /// The number, or `None` when the key does not hold one.
    #[must_use]
    pub fn read(&self, world: &World) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Orders => i64::try_from(world.orders.len()).ok(),
            Self::Ledger(system) => i64::try_from(world.outside.ledger(*system).len()).ok(),
            Self::Key(key) => match world.db.get(key.as_bytes()).map(|entry| &entry.value) {
                None => Some(0),
                Some(Value::Str(text)) => std::str::from_utf8(text).ok()?.parse().ok(),
                Some(_) => None,
            },
            Self::Endless(start) => i64::try_from(keys(&world.db, start, true)).ok(),
            Self::SetSize(key) => match world.db.get(key.as_bytes()).map(|entry| &entry.value) {
                None => Some(0),
                Some(Value::Set(set)) => i64::try_from(set.len()).ok(),
                Some(_) => None,
            },
            Self::Select(query) => number_of(&query.rows(&world.sql)),
            Self::Difference(left, right) => left.read(world)?.checked_sub(right.read(world)?),
        }
    }
}

impl Invariant {
    /// Whether it holds now.
    #[must_use]
    pub fn holds(&self, world: &World) -> bool {
        matches!((self.left.read(world), self.right.read(world)), (Some(left), Some(right)) if left == right)
    }
}

impl World {
    /// The first invariant of the current consumer that does not hold, once every order is settled by `verdicts`.
    ///
    /// What waits in the failed list is half done as far as anybody knows: nothing is judged as a whole before it.
    #[must_use]
    pub fn broken_invariant(&self, verdicts: &[Verdict]) -> Option<&Invariant> {
        let consumer = self.chosen();
        let half_done = |it: &Verdict| {
            it.open || it.judgement == Judgement::Pending || it.failed && consumer.probes.is_empty()
        };
        if verdicts.iter().any(half_done) {
            return None;
        }
        consumer.invariants.iter().find(|it| !it.holds(self))
    }
}
