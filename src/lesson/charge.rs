//! Card charge: an effect outside the store that no redelivery can take back.

use crate::sim::{Probe, Scenario, System};

use super::declare::{CHAPTER, MONEY, Text};

const CHARGE: Text = Text {
    id: "charge",
    title: "Card charge",
    group: MONEY,
    source: CHAPTER,
    summary: "Each job charges a card for one order. The card processor keeps its own ledger.",
    queue: "charges",
    job_name: "charge-card",
    fields: &[("order", &["#"]), ("card", &["card-#"]), ("amount", &["4200", "1999", "725", "#00"])],
    effect: ("charged", "charge"),
    truth: "Exactly one charge per order in the card processor's ledger.",
    consumers: &[
        (
            "naive",
            "Naive",
            "Every run charges, so every redelivery charges again.",
            include_str!("charge/naive.recipe"),
            &[0],
        ),
        (
            "marker",
            "Marker-guarded",
            "A marker is claimed first. Whatever stops the worker between claim and charge loses the charge.",
            include_str!("charge/marker.recipe"),
            &[0],
        ),
        (
            "marker-after",
            "Marker after",
            "The marker comes last. Whatever stops the worker between charge and marker charges again.",
            include_str!("charge/marker-after.recipe"),
            &[0],
        ),
        (
            "lease",
            "Lease marker",
            "The claim lapses after a minute unless it is marked done: a crash before the charge loses nothing, a crash after it charges twice.",
            include_str!("charge/lease.recipe"),
            &[0],
        ),
        (
            "provider-key",
            "Provider key",
            "The processor remembers the order's key for a day and answers a repeat from memory.",
            include_str!("charge/provider-key.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn scenario() -> Scenario {
    CHARGE.scenario(vec![Probe::Ledger(System::Card)])
}
