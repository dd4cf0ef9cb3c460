//! Cart: a deletion, which bears repeating as it is.

use crate::sim::{Measure, Probe, Scenario};

use super::declare::{ARTICLE, NATURAL, Text, answer, holding_all, owned};

const CART: Text = Text {
    id: "cart",
    title: "Cart",
    group: NATURAL,
    source: ARTICLE,
    summary: "Each job takes one line out of a shopping cart. The cart is a table.",
    queue: "carts",
    job_name: "remove-line",
    fields: &[("order", &["#"]), ("line", &["12#"])],
    effect: ("removed", "removal"),
    truth: "The line is gone.",
    consumers: &[(
        "natural",
        "Delete the row",
        "Naive and right at once: a second DELETE finds no row, and that is no error.",
        include_str!("cart/natural.recipe"),
        &[0],
    )],
};

pub(super) fn cart() -> Scenario {
    let mut scenario =
        CART.scenario(vec![Probe::Select("SELECT count(*) FROM cart WHERE id = {job.line}".into())]);
    scenario.tables = owned(&[
        "CREATE TABLE cart (id int PRIMARY KEY, product text NOT NULL)",
        "INSERT INTO cart VALUES (7, 'a line of somebody else')",
    ]);
    scenario.per_order = owned(&["INSERT INTO cart VALUES ({job.line}, 'SKU-{job.order}')"]);
    let left = answer("SELECT count(*) FROM cart");
    holding_all(scenario, "Only the other line is left.", &left, &Measure::Number(1))
}
