//! Short forms for declaring scenarios.

use crate::queue::{Backoff, JobOptions};
use crate::sim::{Consumer, Field, Invariant, Measure};

/// How the shipped scenarios' producers add jobs: three runs at the most, a second apart.
pub(super) fn options() -> JobOptions {
    JobOptions { attempts: 3, backoff: Some(Backoff::Fixed(1_000)), ..JobOptions::default() }
}

pub(super) fn field(name: &str, values: &[&str]) -> Field {
    Field { name: name.to_owned(), values: values.iter().map(|value| (*value).to_owned()).collect() }
}

pub(super) fn consumer(id: &str, title: &str, note: &str, recipe: &str, probes: &[usize]) -> Consumer {
    Consumer {
        id: id.to_owned(),
        title: title.to_owned(),
        note: note.to_owned(),
        recipe: recipe.to_owned(),
        probes: probes.to_vec(),
        invariants: Vec::new(),
    }
}

/// A consumer of which `left == right` must hold once every order is settled.
pub(super) fn holding(mut consumer: Consumer, text: &str, left: &Measure, right: &Measure) -> Consumer {
    consumer.invariants.push(Invariant { text: text.to_owned(), left: left.clone(), right: right.clone() });
    consumer
}
