//! Inventory: a version number against lost updates, and what it takes to stop a repeat as well.

use crate::sim::{Measure, Probe, Scenario};

use super::declare::{ARTICLE, GUARD, Text, answer, holding_all, owned};

const INVENTORY: Text = Text {
    id: "inventory",
    title: "Inventory",
    group: GUARD,
    source: ARTICLE,
    summary: "Each job takes one piece of SKU-123 from stock. The row has a version number; each job carries the one that it is to change.",
    queue: "stock",
    job_name: "take-piece",
    fields: &[("order", &["#"]), ("product", &["SKU-123"]), ("version", &["#"])],
    effect: ("taken", "piece"),
    truth: "The quantity is down by one for each order, and no update is lost.",
    consumers: &[
        (
            "naive",
            "Read, then write",
            "A second run takes another piece. Two orders at once read the same quantity, and one of the two updates is lost.",
            include_str!("inventory/naive.recipe"),
            &[0],
        ),
        (
            "job-version",
            "Version from the job",
            "The version was fixed when the job was made, so a second run finds a newer one and changes nothing.",
            include_str!("inventory/job-version.recipe"),
            &[0],
        ),
        (
            "read-version",
            "Version read on the way",
            "No update is lost. But a second run reads the new version, finds it unchanged and takes another piece.",
            include_str!("inventory/read-version.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn inventory() -> Scenario {
    let probe = Probe::Select("SELECT quantity FROM inventory WHERE product_id = {job.product}".into());
    let mut scenario = INVENTORY.scenario(vec![probe]);
    scenario.tables = owned(&[
        "CREATE TABLE inventory (product_id text PRIMARY KEY, quantity int NOT NULL, version int NOT NULL)",
        "INSERT INTO inventory VALUES ('SKU-123', 500, 1)",
    ]);
    let taken = answer("SELECT 500 - quantity FROM inventory");
    holding_all(scenario, "As many pieces taken as orders.", &taken, &Measure::Orders)
}
