//! The five value types, each behind a reference count so that a clone of a database is cheap.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::base::{Bytes, OrderedMap, OrderedSet, double_text};

/// What a key holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A byte string.
    Str(Bytes),
    /// A list, head first. Never empty in a database.
    List(Arc<VecDeque<Bytes>>),
    /// A set, in byte order. Never empty in a database.
    Set(Arc<OrderedSet<Bytes>>),
    /// A hash. Never empty in a database.
    Hash(Arc<Fields>),
    /// A sorted set. Never empty in a database.
    ZSet(Arc<SortedSet>),
}

impl Value {
    /// The type as the `TYPE` command names it.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Str(_) => "string",
            Self::List(_) => "list",
            Self::Set(_) => "set",
            Self::Hash(_) => "hash",
            Self::ZSet(_) => "zset",
        }
    }

    /// How many elements it has; a string's length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Str(bytes) => bytes.len(),
            Self::List(list) => list.len(),
            Self::Set(set) => set.len(),
            Self::Hash(fields) => fields.len(),
            Self::ZSet(zset) => zset.len(),
        }
    }

    /// Whether it has no elements: only an empty string may be.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What it holds, piece by piece: a string is one item, a list goes from head to tail, a sorted
    /// set from the lowest score.
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let item = self.item(at);
            at += 1;
            item
        })
    }

    fn item(&self, at: usize) -> Option<Item<'_>> {
        Some(match self {
            Self::Str(bytes) if at == 0 => Item::Text(bytes),
            Self::Str(_) => return None,
            Self::List(list) => Item::Element(list.get(at)?),
            Self::Set(set) => Item::Member(set.as_slice().get(at)?),
            Self::Hash(fields) => {
                let (name, value) = fields.entries().get(at)?;
                Item::Field { name, value }
            }
            Self::ZSet(zset) => {
                let (score, member) = zset.ranked().get(at)?;
                Item::Scored { member, score: *score }
            }
        })
    }

    /// The whole value in one short line: a string's text, or how many elements there are.
    #[must_use]
    pub fn summary(&self) -> String {
        let (one, many) = match self {
            Self::Str(bytes) => return bytes.to_text(),
            Self::List(_) => ("element", "elements"),
            Self::Set(_) | Self::ZSet(_) => ("member", "members"),
            Self::Hash(_) => ("field", "fields"),
        };
        let count = self.len();
        [count.to_string().as_str(), " ", if count == 1 { one } else { many }].concat()
    }
}

/// One piece of a value, as a table shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// A whole string.
    Text(&'a Bytes),
    /// The next element of a list.
    Element(&'a Bytes),
    /// A member of a set.
    Member(&'a Bytes),
    /// A field of a hash.
    Field {
        /// The field's name.
        name: &'a Bytes,
        /// What it holds.
        value: &'a Bytes,
    },
    /// A member of a sorted set.
    Scored {
        /// The member.
        member: &'a Bytes,
        /// Its score.
        score: Score,
    },
}

/// How many fields a hash may have before it stops keeping their order (`hash-max-listpack-entries`).
const ORDERED_FIELDS: usize = 512;

/// The fields of a hash.
///
/// Up to 512 fields keep the order in which they were added, as Redis's compact encoding does; beyond, and
/// from then on, they are in byte order (Redis: in no order).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fields {
    /// Few fields, in the order they were added.
    Ordered(Vec<(Bytes, Bytes)>),
    /// Many fields, in byte order.
    Indexed(OrderedMap<Bytes, Bytes>),
}

impl Default for Fields {
    fn default() -> Self {
        Self::Ordered(Vec::new())
    }
}

impl Fields {
    /// How many fields there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a field holds.
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<&Bytes> {
        match self {
            Self::Ordered(fields) => fields.iter().find(|(n, _)| **n == *name).map(|(_, value)| value),
            Self::Indexed(fields) => fields.get(name),
        }
    }

    /// Every field with what it holds.
    #[must_use]
    pub fn entries(&self) -> &[(Bytes, Bytes)] {
        match self {
            Self::Ordered(fields) => fields,
            Self::Indexed(fields) => fields.as_slice(),
        }
    }

    /// Sets a field; whether it is new.
    pub(super) fn insert(&mut self, name: Bytes, value: Bytes) -> bool {
        match self {
            Self::Ordered(fields) => {
                if let Some(field) = fields.iter_mut().find(|(n, _)| *n == name) {
                    field.1 = value;
                    return false;
                }
                fields.push((name, value));
                if fields.len() > ORDERED_FIELDS {
                    *self = Self::Indexed(std::mem::take(fields).into_iter().collect());
                }
                true
            }
            Self::Indexed(fields) => fields.insert(name, value).is_none(),
        }
    }

    /// Removes a field; whether it was there.
    pub(super) fn remove(&mut self, name: &[u8]) -> bool {
        match self {
            Self::Ordered(fields) => {
                let position = fields.iter().position(|(n, _)| **n == *name);
                position.map(|at| fields.remove(at)).is_some()
            }
            Self::Indexed(fields) => fields.remove(name).is_some(),
        }
    }
}

/// A score: a double that is never NaN and never the negative zero.
#[derive(Clone, Copy, Debug)]
pub struct Score(f64);

impl Score {
    /// A score, with the negative zero made positive as Redis's compact encoding does; `None` for NaN.
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        (!value.is_nan()).then_some(Self(value + 0.0))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl PartialEq for Score {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Hash for Score {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

/// As Redis 7.0 prints a score: 17 significant digits, so `0.1` is `0.10000000000000001`.
impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&double_text(self.0))
    }
}

/// The members of a sorted set, by score and then by bytes.
#[derive(Clone, Debug, Default)]
pub struct SortedSet {
    scores: OrderedMap<Bytes, Score>,
    /// The same pairs, in the order of ranks.
    ranks: OrderedSet<(Score, Bytes)>,
}

impl PartialEq for SortedSet {
    fn eq(&self, other: &Self) -> bool {
        self.scores == other.scores
    }
}

impl Eq for SortedSet {}

impl Hash for SortedSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.scores.hash(state);
    }
}

impl SortedSet {
    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// A member's score.
    #[must_use]
    pub fn score(&self, member: &[u8]) -> Option<Score> {
        self.scores.get(member).copied()
    }

    /// Every member, the lowest score first, equal scores in byte order.
    #[must_use]
    pub fn ranked(&self) -> &[(Score, Bytes)] {
        self.ranks.as_slice()
    }

    /// Sets a member's score; the score it had before.
    pub(super) fn insert(&mut self, member: Bytes, score: Score) -> Option<Score> {
        let before = self.scores.insert(member.clone(), score);
        if let Some(old) = before {
            self.ranks.remove(&(old, member.clone()));
        }
        self.ranks.insert((score, member));
        before
    }

    /// Removes a member; the score it had.
    pub(super) fn remove(&mut self, member: &[u8]) -> Option<Score> {
        let (member, score) = self.scores.remove_entry(member)?;
        self.ranks.remove(&(score, member));
        Some(score)
    }
}
