//! A scenario: what the job does, how it may be consumed, and how one sees that it was done.
//!
//! A scenario is data. The layer `catalogue` declares the shipped ones; nothing in the simulation knows
//! any of them by name.

use std::hash::{Hash, Hasher};

use crate::base::{Bytes, Millis, OrderedMap, cast, template};
use crate::queue::{JobOptions, Settings};
use crate::recipe::Vocabulary;
use crate::sql::{Database, Outcome, Row};
use crate::store::{Db, Entry, Value};

use super::outside::{Outside, System};
use super::query::{ONLOOKER, Query};

/// A job and its ground truth, with the consumers a person can choose between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// Short stable name, used in links: `charge`.
    pub id: String,
    /// What a person reads in the picker: `Card charge`.
    pub title: String,
    /// The picker's heading that it stands under: `Money`.
    pub group: String,
    /// Where it comes from, as a sentence; empty when that needs no saying.
    pub source: String,
    /// One or two sentences: the job, and what must hold.
    pub summary: String,
    /// The queue's name; its keys start with `emq:{queue}:`.
    pub queue: String,
    /// The job's name.
    pub job_name: String,
    /// What the job carries, besides its id.
    pub fields: Vec<Field>,
    /// Redis commands that make the store's first state, run at time zero.
    pub setup: Vec<Vec<String>>,
    /// SQL statements that make the tables and their first rows.
    pub tables: Vec<String>,
    /// SQL statements that the producer runs for each new order before it adds the order's job: the rows that the job
    /// is about. Its fields stand in them as `{job.NAME}`.
    pub per_order: Vec<String>,
    /// How the producer adds jobs.
    pub options: JobOptions,
    /// How many more times the producer may add the same order, since it does not always hear that the queue
    /// has it. A search tries it.
    pub adds_again: u8,
    /// A call to the outside is two steps of the worker, the request's arrival and the answer's, so that another
    /// worker's call can come between them.
    pub outside_in_two_steps: bool,
    /// The queue's timings and limits.
    pub settings: Settings,
    /// Where an effect can be seen. Consumers name the ones that must change exactly once per order.
    pub probes: Vec<Probe>,
    /// The effect as a past participle: `charged`.
    pub effect: String,
    /// The effect's noun: `charge`.
    pub effect_noun: String,
    /// What must hold, as a sentence.
    pub truth: String,
    /// The consumers, the first one being the naive one.
    pub consumers: Vec<Consumer>,
}

/// One way to consume a scenario's jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consumer {
    /// Short stable name: `naive`.
    pub id: String,
    /// What the toggle says: `Marker-guarded`.
    pub title: String,
    /// One sentence on the idea and its weakness.
    pub note: String,
    /// The recipe's text: the program that runs.
    pub recipe: String,
    /// Indices into [`Scenario::probes`] that must each change exactly once per order; the first is the one
    /// whose changes are counted as *times the effect happened*. With none, the queue is what is judged: each
    /// order's job must end completed or failed, however often it ran.
    pub probes: Vec<usize>,
    /// How the producer adds jobs while this consumer is chosen, where that differs from the scenario's.
    pub options: Option<JobOptions>,
    /// What must hold besides, once every order is settled.
    pub invariants: Vec<Invariant>,
}

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

/// A number or a text read off a world.
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
    /// A Redis key's value as a text.
    Value(String),
    /// A fixed text.
    Text(String),
}

impl Measure {
    /// Whether it is a text; otherwise it is a number.
    #[must_use]
    pub const fn is_text(&self) -> bool {
        matches!(self, Self::Value(_) | Self::Text(_))
    }
}

/// A field of the job, filled in for the n-th order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in `{job.NAME}`.
    pub name: String,
    /// The values for orders 1, 2, …; the last one serves all further orders. `#` stands for the order's number.
    pub values: Vec<String>,
}

impl Field {
    /// The value for order number `n`, counted from one.
    #[must_use]
    pub fn value(&self, n: u32) -> String {
        assert!(n > 0 && !self.values.is_empty(), "a field has at least one value, orders count from one");
        let index = (cast::index(n) - 1).min(self.values.len() - 1);
        self.values[index].replace('#', &n.to_string())
    }
}

/// Something observable whose change on behalf of an order is that order's effect. Texts may hold `{job.NAME}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Probe {
    /// The ledger of an outside system: its number of entries.
    Ledger(System),
    /// A Redis key: its value.
    Key(String),
    /// The number of Redis keys that start with this. Shown, whichever consumer is chosen.
    Keys(String),
    /// The number of members of a Redis set.
    SetSize(String),
    /// Whether a Redis set holds a member.
    Member {
        /// The set's key.
        key: String,
        /// The member.
        member: String,
    },
    /// What a SELECT answers of all that is committed.
    Select(String),
    /// The same with an order's fields filled in.
    Query(Query),
}

/// What a probe reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A number of things.
    Count(u64),
    /// A key's value, or that there is none.
    Value(Option<Value>),
    /// Rows of tables.
    Rows(Vec<Row>),
}

impl Probe {
    /// The probe with an order's fields filled in.
    #[must_use]
    pub fn fill(&self, fields: &OrderedMap<String, Bytes>) -> Self {
        match self {
            Self::Ledger(system) => Self::Ledger(*system),
            Self::Key(key) => Self::Key(fill(key, fields)),
            Self::Keys(start) => Self::Keys(fill(start, fields)),
            Self::SetSize(key) => Self::SetSize(fill(key, fields)),
            Self::Member { key, member } => {
                Self::Member { key: fill(key, fields), member: fill(member, fields) }
            }
            Self::Select(text) => {
                Query::new(text, fields, None).map_or_else(|_| Self::Select(text.clone()), Self::Query)
            }
            Self::Query(query) => Self::Query(query.clone()),
        }
    }

    /// What the probe reads now.
    #[must_use]
    pub fn read(&self, db: &Db, sql: &Database, outside: &Outside) -> Reading {
        match self {
            Self::Ledger(system) => Reading::Count(cast::wide(outside.ledger(*system).len())),
            Self::Key(key) => Reading::Value(db.get(key.as_bytes()).map(|entry| entry.value.clone())),
            Self::Keys(start) => Reading::Count(keys(db, start, false)),
            Self::SetSize(key) => Reading::Count(set_size(db, key)),
            Self::Member { key, member } => Reading::Count(u64::from(is_member(db, key, member))),
            Self::Select(_) => Reading::Rows(Vec::new()),
            Self::Query(query) => Reading::Rows(query.rows(sql)),
        }
    }
}

/// How many keys start with `start`; of these, only the ones without an end when `endless`.
pub(super) fn keys(db: &Db, start: &str, endless: bool) -> u64 {
    let counts = |(key, entry): &(&Bytes, &Entry)| {
        key.starts_with(start.as_bytes()) && !(endless && entry.expires_at.is_some())
    };
    cast::wide(db.iter().filter(counts).count())
}

fn set_size(db: &Db, key: &str) -> u64 {
    match db.get(key.as_bytes()).map(|entry| &entry.value) {
        Some(Value::Set(set)) => cast::wide(set.len()),
        _ => 0,
    }
}

fn is_member(db: &Db, key: &str, member: &str) -> bool {
    matches!(db.get(key.as_bytes()).map(|entry| &entry.value),
        Some(Value::Set(set)) if set.contains(member.as_bytes()))
}

/// Replaces each `{job.NAME}` by the field's text. Names that are not fields stay as they are.
pub(super) fn fill(template: &str, fields: &OrderedMap<String, Bytes>) -> String {
    template::fill(template, &mut |name| Some(fields.get(name.strip_prefix("job.")?)?.to_text()))
}

/// Job options with an order's fields filled into their ids.
#[must_use]
pub fn fill_options(options: &JobOptions, fields: &OrderedMap<String, Bytes>) -> JobOptions {
    let mut options = options.clone();
    if let Some(id) = &mut options.job_id {
        *id = fill(id, fields);
    }
    if let Some(dedup) = &mut options.dedup {
        dedup.id = fill(&dedup.id, fields);
    }
    options
}

impl Scenario {
    /// The fields of order number `n`, counted from one, with some of them replaced.
    #[must_use]
    pub fn fields_of(&self, n: u32, replaced: &[(String, String)]) -> OrderedMap<String, Bytes> {
        let mut fields = OrderedMap::new();
        for field in &self.fields {
            fields.insert(field.name.clone(), Bytes::from(field.value(n)));
        }
        for (name, value) in replaced {
            if let Some(slot) = fields.get_mut(name) {
                *slot = Bytes::from(value.as_str());
            }
        }
        fields
    }

    /// How the producer adds an order's job while a consumer is chosen; ids are filled in with the order's fields.
    #[must_use]
    pub fn options_of(&self, consumer: usize, fields: &OrderedMap<String, Bytes>) -> JobOptions {
        fill_options(self.consumers[consumer].options.as_ref().unwrap_or(&self.options), fields)
    }

    /// Whether some job is kept only until enough others have ended, whoever consumes it.
    pub(super) fn forgets(&self) -> bool {
        let own = self.consumers.iter().filter_map(|consumer| consumer.options.as_ref());
        own.chain([&self.options]).any(crate::queue::forgets)
    }

    /// The names that `{job.NAME}` may use in a recipe of this scenario.
    #[must_use]
    pub fn field_names(&self) -> Vec<&str> {
        self.fields.iter().map(|field| field.name.as_str()).collect()
    }

    /// Parses a recipe with this scenario's field names.
    ///
    /// # Errors
    /// What the parser found, in the order of the text.
    pub fn parse(&self, recipe: &str) -> Result<crate::recipe::Program, Vec<crate::recipe::Diagnostic>> {
        let tables = self.database().ok();
        crate::recipe::parse(recipe, &Vocabulary { job_fields: &self.field_names(), tables: tables.as_ref() })
    }

    /// The database that this scenario's statements set up.
    ///
    /// # Errors
    /// The index of the statement that fails, and why.
    pub fn database(&self) -> Result<Database, (usize, String)> {
        let mut database = Database::default();
        for (index, text) in self.tables.iter().enumerate() {
            match database.execute_text(ONLOOKER, text, &[]) {
                Outcome::Failed(error) => return Err((index, error.to_string())),
                _ if database.in_transaction(ONLOOKER).is_some() => {
                    return Err((index, "a transaction cannot be left open here".to_owned()));
                }
                _ => {}
            }
        }
        Ok(database)
    }

    /// The consumer with this id.
    #[must_use]
    pub fn consumer(&self, id: &str) -> Option<usize> {
        self.consumers.iter().position(|consumer| consumer.id == id)
    }

    /// How long the first state's clock has run: worlds begin at zero.
    pub const START: Millis = Millis(0);
}

impl Hash for Scenario {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_with_fields_and_only_once() {
        let fields = [("a", "1"), ("b", "{job.a}")].map(|(name, text)| (name.to_owned(), Bytes::from(text)));
        let fields = OrderedMap::from_iter(fields);
        assert_eq!(fill("x{job.a}y{job.b}", &fields), "x1y{job.a}");
        for text in ["", "{", "}", "{job.c}", "{a}", "{{}", "job.a"] {
            assert_eq!(fill(text, &fields), text);
        }
        assert_eq!(fill("{{job.a}", &fields), "{1");
    }
}
