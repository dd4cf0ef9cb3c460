//! Row insert: a number that the table gives out, against one that the job brings along.

use crate::sim::{Measure, Probe, Scenario};

use super::declare::{BOTH, GUARD, Text, answer, holding_all, owned};

const ROW_INSERT: Text = Text {
    id: "row-insert",
    title: "Row insert",
    group: GUARD,
    source: BOTH,
    summary: "Each job writes one order into a table whose numbers count by themselves. The producer gives each order a number too.",
    queue: "new-orders",
    job_name: "write-order",
    fields: &[("order", &["#"]), ("number", &["100#"]), ("user", &["12#"]), ("amount", &["99.99", "#0.50"])],
    effect: ("inserted", "row"),
    truth: "One row per order.",
    consumers: &[
        (
            "blind",
            "Fresh number",
            "The table hands out a new number at every run, so a redelivery is one more order to it.",
            include_str!("row_insert/blind.recipe"),
            &[0],
        ),
        (
            "do-nothing",
            "ON CONFLICT DO NOTHING",
            "The number comes with the job. The primary key lets it in once; a second run inserts nothing.",
            include_str!("row_insert/do-nothing.recipe"),
            &[0],
        ),
        (
            "upsert",
            "Upsert",
            "A second run finds the row and writes the same values over it.",
            include_str!("row_insert/upsert.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn row_insert() -> Scenario {
    let probe = Probe::Select("SELECT count(*) FROM orders WHERE user_id = {job.user}".into());
    let mut scenario = ROW_INSERT.scenario(vec![probe]);
    scenario.tables =
        owned(&["CREATE TABLE orders (id serial PRIMARY KEY, user_id text NOT NULL, amount int NOT NULL)"]);
    holding_all(scenario, "As many rows as orders.", &answer("SELECT count(*) FROM orders"), &Measure::Orders)
}
