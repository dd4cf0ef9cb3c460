//! Every limit is an error that names it, and what was kept.

use super::Play;
use crate::sql::{
    Datum, MAX_COLUMNS, MAX_DEPTH, MAX_RESULT_ROWS, MAX_STATEMENT_BYTES, MAX_TABLES, MAX_VALUE_BYTES,
    Outcome, SessionId, parse,
};

#[test]
fn a_statement_a_literal_and_a_parameter_have_a_limit() {
    let limit = |text: &str| parse(text).expect_err("too much").to_string();
    let long = format!("SELECT 1{}", " ".repeat(MAX_STATEMENT_BYTES));
    assert_eq!(limit(&long), "54000 a statement may have this many bytes: 16384; nothing was run");
    let literal = format!("SELECT '{}'", "x".repeat(MAX_VALUE_BYTES + 1));
    let message = "54000 a literal or a name may have this many bytes: 1024; nothing was run";
    assert_eq!(limit(&literal), message);
    let parameter = Datum::from("x".repeat(1024 * 1024).as_str());
    let answer = Play::default().given("SELECT $1", &[parameter]);
    assert_eq!(answer, "54000 a parameter may have this many bytes: 1024; nothing was run");
    let mut play = Play::default();
    let half = "x".repeat(MAX_VALUE_BYTES / 2 + 1);
    assert_eq!(
        play.run(1, &format!("SELECT '{half}' || '{half}'")),
        "54000 a value may have this many bytes: 1024; nothing changed"
    );
}

#[test]
fn an_expression_can_be_only_so_deep() {
    let message = "54000 an expression may be this deep: 64; nothing was run";
    for text in [
        format!("SELECT {}1", "(".repeat(MAX_DEPTH + 1)),
        format!("SELECT 1{}", " + 1".repeat(MAX_DEPTH + 1)),
        format!("SELECT {}true", "NOT ".repeat(MAX_DEPTH + 1)),
        format!("SELECT {}1", "- ".repeat(MAX_DEPTH + 1)),
        format!("SELECT {}1", "abs(".repeat(MAX_DEPTH + 1)),
    ] {
        assert_eq!(parse(&text).expect_err("too deep").to_string(), message, "{text}");
    }
    let mut play = Play::default();
    assert_eq!(play.run(1, &format!("SELECT 1{}", " + 1".repeat(MAX_DEPTH - 10))), "(55) SELECT 1");
}

#[test]
fn a_database_and_a_table_hold_only_so_much() {
    let mut play = Play::default();
    let columns: Vec<String> = (0..=MAX_COLUMNS).map(|at| format!("c{at} int")).collect();
    assert_eq!(
        play.run(1, &format!("CREATE TABLE wide ({})", columns.join(", "))),
        "54000 a table may have this many columns: 32; no table was added"
    );
    for at in 0..MAX_TABLES {
        assert_eq!(play.run(1, &format!("CREATE TABLE t{at} (a int)")), "CREATE TABLE");
    }
    assert_eq!(
        play.run(1, "CREATE TABLE more (a int)"),
        "54000 there may be this many tables: 32; no table was added"
    );
    for _ in 0..4 {
        assert_eq!(play.run(1, &many("t1", 2_500)), "INSERT 0 2500");
    }
    let before = play.db.clone();
    assert_eq!(
        play.run(1, &many("t1", 1)),
        "54000 a table may have this many rows: 10000; the row was not added"
    );
    assert_eq!(play.db, before);
    play.run(1, "DELETE FROM t1 WHERE a = 7");
    assert_eq!(play.run(1, &many("t1", 1)), "INSERT 0 1");
}

/// Inserts so many rows.
fn many(table: &str, count: usize) -> String {
    format!("INSERT INTO {table} VALUES {}", vec!["(7)"; count].join(","))
}

#[test]
fn a_long_result_is_cut_but_counted() {
    let mut play = Play::with(&["CREATE TABLE t (a int)"]);
    play.run(1, &many("t", 1280));
    let Outcome::Rows { rows, tag, .. } = play.db.execute_text(SessionId(1), "SELECT * FROM t", &[]) else {
        panic!("rows")
    };
    assert_eq!((rows.len(), tag.as_str()), (MAX_RESULT_ROWS, "SELECT 1280"));
}

#[test]
fn tables_are_made_and_dropped_outside_of_transactions_only() {
    let mut play = Play::accounts();
    for statement in ["CREATE TABLE b (a int)", "DROP TABLE accounts", "TRUNCATE accounts"] {
        play.run(1, "BEGIN");
        assert!(
            play.run(1, statement).ends_with("between BEGIN and COMMIT is not supported here"),
            "{statement}"
        );
        play.run(1, "ROLLBACK");
    }
    assert_eq!(play.run(1, "TRUNCATE TABLE accounts"), "TRUNCATE TABLE");
    assert_eq!(play.run(1, "SELECT count(*) FROM accounts"), "(0) SELECT 1");
}
