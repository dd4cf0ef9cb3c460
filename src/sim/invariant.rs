//! Truths about a whole scenario: two numbers or two texts that must be equal once every order is settled.
//!
//! Where `{job.NAME}` stands in a key or a text, the truth is asked once for each order, with its fields filled in.

use crate::base::{Bytes, OrderedMap};
use crate::store::Value;

use super::query::number_of;
use super::scenario::{Invariant, Measure, fill, keys};
use super::verdict::{Judgement, Verdict};
use super::world::World;

impl Measure {
    /// The number for an order with these fields, or `None` when there is none: the key holds something else.
    #[must_use]
    pub fn read(&self, world: &World, fields: &OrderedMap<String, Bytes>) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Orders => i64::try_from(world.orders.len()).ok(),
            Self::Ledger(system) => i64::try_from(world.outside.ledger(*system).len()).ok(),
            Self::Key(key) => match value(world, key, fields) {
                None => Some(0),
                Some(Value::Str(text)) => std::str::from_utf8(text).ok()?.parse().ok(),
                Some(_) => None,
            },
            Self::Endless(start) => i64::try_from(keys(&world.db, &fill(start, fields), true)).ok(),
            Self::SetSize(key) => match value(world, key, fields) {
                None => Some(0),
                Some(Value::Set(set)) => i64::try_from(set.len()).ok(),
                Some(_) => None,
            },
            Self::Select(query) => number_of(&query.rows(&world.sql)),
            Self::Difference(left, right) => {
                left.read(world, fields)?.checked_sub(right.read(world, fields)?)
            }
            Self::Value(_) | Self::Text(_) => None,
        }
    }

    /// The text for an order with these fields, or `None` when there is none: no such key, or no string in it.
    #[must_use]
    pub fn text(&self, world: &World, fields: &OrderedMap<String, Bytes>) -> Option<Bytes> {
        match self {
            Self::Text(text) => Some(Bytes::from(fill(text, fields))),
            Self::Value(key) => match value(world, key, fields)? {
                Value::Str(text) => Some(text.clone()),
                _ => None,
            },
            _ => None,
        }
    }
}

fn value<'a>(world: &'a World, key: &str, fields: &OrderedMap<String, Bytes>) -> Option<&'a Value> {
    world.db.get(fill(key, fields).as_bytes()).map(|entry| &entry.value)
}

impl Invariant {
    /// Whether it holds now, for each order.
    #[must_use]
    pub fn holds(&self, world: &World) -> bool {
        let Self { left, right, .. } = self;
        world.orders().all(|(_, order)| {
            let fields = &order.fields;
            if left.is_text() {
                let text = left.text(world, fields);
                text.is_some() && text == right.text(world, fields)
            } else {
                let number = left.read(world, fields);
                number.is_some() && number == right.read(world, fields)
            }
        })
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
