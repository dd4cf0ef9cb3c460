//! Balance: a sum that grows, and a table of processed jobs beside it, in the same transaction or not.

use crate::sim::{Measure, Probe, Scenario};

use super::declare::{ARTICLE, MONEY, Text, answer, holding_all, owned};

const BALANCE: Text = Text {
    id: "balance",
    title: "Balance",
    group: MONEY,
    source: ARTICLE,
    summary: "Each job credits 100 to the account of user 123. Balances and the keys of processed jobs are tables of one database.",
    queue: "credits",
    job_name: "credit",
    fields: &[("order", &["#"]), ("user", &["123"]), ("amount", &["100"])],
    effect: ("credited", "credit"),
    truth: "The balance moves once per payment.",
    consumers: &[
        (
            "naive",
            "Naive",
            "Every run adds, so every redelivery adds again.",
            include_str!("balance/naive.recipe"),
            &[0],
        ),
        (
            "key",
            "Key in the transaction",
            "Credit and key are committed together or not at all. Of two runs at once the later one waits for the row, then fails on the unique key, and its credit is undone.",
            include_str!("balance/key.recipe"),
            &[0],
        ),
        (
            "claim",
            "Claim in the transaction",
            "The key goes in first: a second run waits at the key itself, and learns how the first one ended before it touches the balance.",
            include_str!("balance/claim.recipe"),
            &[0],
        ),
        (
            "no-unique",
            "Key that is not unique",
            "Two runs at once both look before either has committed. Both find nothing, both pay, and no constraint stops the second.",
            include_str!("balance/no-unique.recipe"),
            &[0],
        ),
        (
            "key-first",
            "Key, then credit",
            "Two transactions: whatever stops the worker between them leaves a key behind that says the credit was made.",
            include_str!("balance/key-first.recipe"),
            &[0],
        ),
    ],
};

pub(super) fn balance() -> Scenario {
    let probe = Probe::Select("SELECT amount FROM balances WHERE user_id = {job.user}".into());
    let mut scenario = BALANCE.scenario(vec![probe]);
    scenario.tables = owned(&[
        "CREATE TABLE balances (user_id text PRIMARY KEY, amount int NOT NULL)",
        "INSERT INTO balances VALUES ('123', 0)",
        "CREATE TABLE processed (key text PRIMARY KEY)",
        "CREATE TABLE noted (key text NOT NULL)",
    ]);
    let credits = answer("SELECT sum(amount) / 100 FROM balances");
    holding_all(scenario, "The balance is 100 times the number of payments.", &credits, &Measure::Orders)
}
