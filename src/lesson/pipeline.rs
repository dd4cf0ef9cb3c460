//! Order pipeline: keys for the payment, conditions for the status.

use crate::sim::{Measure, Probe, Scenario, System};

use super::declare::{ARTICLE, MACHINES, Text, answer, holding_all, owned};

/// The order's row.
const SHIPPED: usize = 0;
/// The card processor's ledger.
const PAID: usize = 1;

const PIPELINE: Text = Text {
    id: "pipeline",
    title: "Order pipeline",
    group: MACHINES,
    source: ARTICLE,
    summary: "Each job pays for one order and moves it from new to paid to shipped. The warehouse packs an order whenever its status becomes shipped. Card 4000000000000002 is always declined.",
    queue: "pipeline",
    job_name: "process-order",
    fields: &[("order", &["#"]), ("card", &["card-#"]), ("amount", &["4200", "1999", "725", "#00"])],
    effect: ("shipped", "shipment"),
    truth: "Paid once, shipped once, never shipped unpaid.",
    consumers: &[
        (
            "keys",
            "Keys only",
            "Nobody pays twice. A second run takes a shipped order back to paid and ships it again.",
            include_str!("pipeline/keys.recipe"),
            &[SHIPPED, PAID],
        ),
        (
            "conditions",
            "Conditions only",
            "No order is shipped twice. A second run pays again.",
            include_str!("pipeline/conditions.recipe"),
            &[SHIPPED, PAID],
        ),
        (
            "both",
            "Keys and conditions",
            "Each half covers what the other cannot: the processor knows the key, the row knows how far the order is.",
            include_str!("pipeline/both.recipe"),
            &[SHIPPED, PAID],
        ),
    ],
};

pub(super) fn pipeline() -> Scenario {
    let shipped =
        Probe::Select("SELECT count(*) FROM orders WHERE id = {job.order} AND status = 'shipped'".into());
    let mut scenario = PIPELINE.scenario(vec![shipped, Probe::Ledger(System::Card)]);
    scenario.tables = owned(&["CREATE TABLE orders (id int PRIMARY KEY, status text NOT NULL)"]);
    scenario.per_order = owned(&["INSERT INTO orders VALUES ({job.order}, 'new')"]);
    let shipped = answer("SELECT count(*) FROM orders WHERE status = 'shipped'");
    holding_all(scenario, "Every shipped order is paid, once.", &shipped, &Measure::Ledger(System::Card))
}
