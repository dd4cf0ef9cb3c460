//! What a job carries: a file's fields, and their values for an order.

use super::super::file::{MAX_ID, Place};
use crate::base::{Bytes, OrderedMap};
use crate::sim::{self, Field};

/// The most fields, probes per scenario and invariants per consumer.
pub(super) const MAX_FEW: usize = 16;
/// The most values of a field.
const MAX_VALUES: usize = 100;

/// Reads the fields.
pub(super) fn fields(it: &Place<'_>) -> Vec<Field> {
    it.unique("name");
    it.each(0, MAX_FEW, &mut |field| {
        field.holds_only(&["name", "values"]);
        let place = field.at("name");
        let name = place.text();
        let first = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !first || name.len() > MAX_ID || !name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') {
            place.wrong("a field's name is a letter or _, then letters, digits and _, at most 40 in all");
        }
        if name == "id" {
            place.wrong("{job.id} is the queue's own number for the job");
        }
        let values = field.at("values").each(1, MAX_VALUES, &mut |value| {
            let text = value.text();
            // The longest number that `#` can become.
            value.value(&text.replace('#', &sim::MAX_ORDERS.to_string()));
            text
        });
        Field { name, values }
    })
}

/// What the job of an order carries.
pub(super) fn order(fields: &[Field], number: u32) -> OrderedMap<String, Bytes> {
    fields.iter().map(|field| (field.name.clone(), Bytes::from(field.value(number)))).collect()
}

/// What the first order's job carries.
pub(super) fn first_order(fields: &[Field]) -> OrderedMap<String, Bytes> {
    order(fields, 1)
}
