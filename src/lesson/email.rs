//! Email: a message nobody can unsend, with and without a deduplication id that the provider honours.

use crate::sim::{Probe, Scenario, System};

use super::declare::{CHAPTER, GUARD, Text};

const EMAIL: Text = Text {
    id: "email",
    title: "Email",
    group: GUARD,
    source: CHAPTER,
    summary: "Each job mails one customer the receipt. The mail provider keeps its own ledger.",
    queue: "mails",
    job_name: "send-receipt",
    fields: &[("order", &["#"]), ("to", &["ana@example.org", "ben@example.org", "customer-#@example.org"])],
    effect: ("mailed", "mail"),
    truth: "One mail per order in the customer's inbox.",
    consumers: &[
        (
            "naive",
            "Naive",
            "Every run sends, so every redelivery sends again.",
            include_str!("email/naive.recipe"),
            &[0],
        ),
        (
            "marker",
            "Marker-guarded",
            "A marker is claimed first. Whatever stops the worker between claim and mail loses the mail.",
            include_str!("email/marker.recipe"),
            &[0],
        ),
        (
            "dedup-id",
            "Deduplication id",
            "The provider remembers the order's id for a day and sends nothing for a repeat.",
            include_str!("email/dedup-id.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn email() -> Scenario {
    EMAIL.scenario(vec![Probe::Ledger(System::Mail)])
}
