//! Transactional outbox: a row and a message that belong together, and the relay that sends it.
//!
//! The relay's part stands in the same handler, behind the commit: what comes after it is what a relay in a process of
//! its own would do with the same rows, and a redelivery is its next round.

use crate::sim::{Measure, Probe, Scenario, System};

use super::declare::{BEYOND, NEITHER, Text, answer, holding_all, owned};

/// The mail provider's ledger.
const MAIL: usize = 0;
/// The order's row.
const ROW: usize = 1;

const OUTBOX: Text = Text {
    id: "outbox",
    title: "Transactional outbox",
    group: BEYOND,
    source: NEITHER,
    summary: "Each job writes an order into a table and has its confirmation mailed. The database and the mail provider share no transaction.",
    queue: "placed-orders",
    job_name: "place-order",
    fields: &[("order", &["#"]), ("to", &["ada@example.org", "customer-#@example.org"])],
    effect: ("confirmed", "mail"),
    truth: "One row and one mail for each order.",
    consumers: &[
        (
            "insert-send",
            "Write, then send",
            "The row bears a second run, the mail does not.",
            include_str!("outbox/insert-send.recipe"),
            &[MAIL, ROW],
        ),
        (
            "once-send",
            "Send if written",
            "The row doubles as a marker: whatever stops the worker behind it loses the mail.",
            include_str!("outbox/once-send.recipe"),
            &[MAIL, ROW],
        ),
        (
            "outbox",
            "Outbox",
            "What is to be sent is committed with the order, so it is not lost. Between sending and marking it as sent it can be sent again.",
            include_str!("outbox/outbox.recipe"),
            &[MAIL, ROW],
        ),
        (
            "outbox-key",
            "Outbox and key",
            "The outbox sees to at least once, the provider's key to at most once.",
            include_str!("outbox/outbox-key.recipe"),
            &[MAIL, ROW],
        ),
    ],
};

pub(super) fn outbox() -> Scenario {
    let row = Probe::Select("SELECT count(*) FROM orders WHERE id = {job.order}".into());
    let mut scenario = OUTBOX.scenario(vec![Probe::Ledger(System::Mail), row]);
    scenario.tables = owned(&[
        "CREATE TABLE orders (id int PRIMARY KEY, customer text NOT NULL)",
        "CREATE TABLE outbox (order_id int PRIMARY KEY, recipient text NOT NULL, sent boolean NOT NULL)",
    ]);
    let rows = answer("SELECT count(*) FROM orders");
    holding_all(scenario, "As many mails as orders written.", &rows, &Measure::Ledger(System::Mail))
}
