//! Short forms for declaring scenarios.

use crate::base::OrderedMap;
use crate::queue::{Backoff, JobOptions, Settings};
use crate::sim::{Consumer, Field, Invariant, Measure, Probe, Query, Scenario};

/// The picker's headings, in its order.
pub(super) const NATURAL: &str = "Naturally idempotent";
pub(super) const GUARD: &str = "Needs a guard";
pub(super) const MACHINES: &str = "State machines";
pub(super) const MONEY: &str = "Money";
pub(super) const QUEUE: &str = "The queue itself";
pub(super) const BEYOND: &str = "Beyond";

/// Where scenarios come from.
pub(super) const CHAPTER: &str =
    "From the chapter on consumers whose effect bears repeating, and on markers.";
pub(super) const ARTICLE: &str = "From the article that starts with a light switch.";
pub(super) const BOTH: &str = "From the chapter on markers and from the article with the light switch.";
pub(super) const NEITHER: &str = "In neither source text; people who run queues ask for it.";

/// Id, title, note, recipe, and the probes that must change once.
pub(super) type ConsumerText = (&'static str, &'static str, &'static str, &'static str, &'static [usize]);

/// A scenario's texts.
pub(super) struct Text {
    pub id: &'static str,
    pub title: &'static str,
    pub group: &'static str,
    pub source: &'static str,
    pub summary: &'static str,
    pub queue: &'static str,
    pub job_name: &'static str,
    pub fields: &'static [(&'static str, &'static [&'static str])],
    /// Participle and noun.
    pub effect: (&'static str, &'static str),
    pub truth: &'static str,
    pub consumers: &'static [ConsumerText],
}

impl Text {
    /// The scenario, with the usual job options and the queue's default settings.
    pub(super) fn scenario(&self, probes: Vec<Probe>) -> Scenario {
        Scenario {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            group: self.group.to_owned(),
            source: self.source.to_owned(),
            summary: self.summary.to_owned(),
            queue: self.queue.to_owned(),
            job_name: self.job_name.to_owned(),
            fields: self.fields.iter().map(|(name, values)| field(name, values)).collect(),
            setup: Vec::new(),
            tables: Vec::new(),
            per_order: Vec::new(),
            options: options(),
            adds_again: 0,
            outside_in_two_steps: false,
            settings: Settings::default(),
            probes,
            effect: self.effect.0.to_owned(),
            effect_noun: self.effect.1.to_owned(),
            truth: self.truth.to_owned(),
            consumers: self
                .consumers
                .iter()
                .map(|(id, title, note, recipe, probes)| consumer(id, title, note, recipe, probes))
                .collect(),
        }
    }
}

pub(super) fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// What a SELECT answers, as a side of an invariant.
///
/// # Panics
/// When the text is no SELECT; the catalogue's tests find it.
pub(super) fn answer(text: &str) -> Measure {
    Measure::Select(Query::new(text, &OrderedMap::new(), None).expect("it is a SELECT"))
}

/// How the shipped scenarios' producers add jobs: three runs at the most, a second apart.
pub(super) fn options() -> JobOptions {
    JobOptions { attempts: 3, backoff: Some(Backoff::Fixed(1_000)), ..JobOptions::default() }
}

pub(super) fn field(name: &str, values: &[&str]) -> Field {
    Field { name: name.to_owned(), values: owned(values) }
}

pub(super) fn consumer(id: &str, title: &str, note: &str, recipe: &str, probes: &[usize]) -> Consumer {
    Consumer {
        id: id.to_owned(),
        title: title.to_owned(),
        note: note.to_owned(),
        recipe: recipe.to_owned(),
        probes: probes.to_vec(),
        ..Consumer::default()
    }
}

/// A consumer of which `left == right` must hold once every order is settled.
pub(super) fn holding(mut consumer: Consumer, text: &str, left: &Measure, right: &Measure) -> Consumer {
    consumer.invariants.push(Invariant { text: text.to_owned(), left: left.clone(), right: right.clone() });
    consumer
}

/// A scenario of which that must hold whichever consumer is chosen.
pub(super) fn holding_all(mut scenario: Scenario, text: &str, left: &Measure, right: &Measure) -> Scenario {
    let consumers = scenario.consumers.into_iter();
    scenario.consumers = consumers.map(|it| holding(it, text, left, right)).collect();
    scenario
}
