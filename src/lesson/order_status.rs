//! Order status: a row that moves once, and a parcel that no row can guard.

use crate::sim::{Measure, Probe, Scenario, System};

use super::declare::{ARTICLE, MACHINES, Text, answer, holding_all, owned};

/// The parcel service's ledger.
const PARCEL: usize = 0;
/// The order's row.
const STATUS: usize = 1;

const ORDER_STATUS: Text = Text {
    id: "order-status",
    title: "Order status",
    group: MACHINES,
    source: ARTICLE,
    summary: "Each job ships one paid order: its row goes from paid to shipped, and the parcel service is asked for a parcel.",
    queue: "shipping",
    job_name: "ship-order",
    fields: &[("order", &["#"]), ("address", &["Kiel", "Bath", "Lyon", "Street-#"])],
    effect: ("shipped", "parcel"),
    truth: "The order is shipped once, in one parcel.",
    consumers: &[
        (
            "unconditional",
            "Set the status",
            "The row bears a second run; the parcel does not.",
            include_str!("order_status/unconditional.recipe"),
            &[PARCEL, STATUS],
        ),
        (
            "conditional",
            "Conditional update",
            "One run matches the row, and only that one sends a parcel. Stopped in between, it leaves an order that is called shipped and never was.",
            include_str!("order_status/conditional.recipe"),
            &[PARCEL, STATUS],
        ),
        (
            "keyed",
            "Condition and key",
            "A retry asks for the parcel again, and the parcel service knows the key.",
            include_str!("order_status/keyed.recipe"),
            &[PARCEL, STATUS],
        ),
    ],
};

pub(super) fn order_status() -> Scenario {
    let status =
        Probe::Select("SELECT status FROM orders WHERE id = {job.order} AND status = 'shipped'".into());
    let mut scenario = ORDER_STATUS.scenario(vec![Probe::Ledger(System::Parcel), status]);
    scenario.tables = owned(&["CREATE TABLE orders (id int PRIMARY KEY, status text NOT NULL)"]);
    scenario.per_order = owned(&["INSERT INTO orders VALUES ({job.order}, 'paid')"]);
    let shipped = answer("SELECT count(*) FROM orders WHERE status = 'shipped'");
    holding_all(scenario, "As many parcels as shipped orders.", &shipped, &Measure::Ledger(System::Parcel))
}
