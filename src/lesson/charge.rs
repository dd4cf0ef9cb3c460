//! Card charge: an effect outside the store that no redelivery can take back.

use crate::queue::Settings;
use crate::sim::{Probe, Scenario, System};

use super::declare::{CHAPTER, MONEY, consumer, field, options};

pub(super) fn scenario() -> Scenario {
    Scenario {
        id: "charge".into(),
        title: "Card charge".into(),
        group: MONEY.into(),
        source: CHAPTER.into(),
        summary: "Each job charges a card for one order. The card processor keeps its own ledger.".into(),
        queue: "charges".into(),
        job_name: "charge-card".into(),
        fields: vec![
            field("order", &["#"]),
            field("card", &["card-#"]),
            field("amount", &["4200", "1999", "725", "#00"]),
        ],
        setup: vec![],
        tables: vec![],
        options: options(),
        settings: Settings::default(),
        probes: vec![Probe::Ledger(System::Card)],
        effect: "charged".into(),
        effect_noun: "charge".into(),
        truth: "Exactly one charge per order in the card processor's ledger.".into(),
        consumers: vec![
            consumer(
                "naive",
                "Naive",
                "Every run charges, so every redelivery charges again.",
                include_str!("charge/naive.recipe"),
                &[0],
            ),
            consumer(
                "marker",
                "Marker-guarded",
                "A marker is claimed first. Whatever stops the worker between claim and charge loses the charge.",
                include_str!("charge/marker.recipe"),
                &[0],
            ),
            consumer(
                "marker-after",
                "Marker after",
                "The marker comes last. Whatever stops the worker between charge and marker charges again.",
                include_str!("charge/marker-after.recipe"),
                &[0],
            ),
            consumer(
                "lease",
                "Lease marker",
                "The claim lapses after a minute unless it is marked done: a crash before the charge loses nothing, a crash after it charges twice.",
                include_str!("charge/lease.recipe"),
                &[0],
            ),
            consumer(
                "provider-key",
                "Provider key",
                "The processor remembers the order's key for a day and answers a repeat from memory.",
                include_str!("charge/provider-key.recipe"),
                &[0],
            ),
        ],
        ..Scenario::default()
    }
}
