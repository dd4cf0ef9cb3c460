//! What SELECT answers.

use super::Play;
use crate::sql::{Datum, Outcome, SessionId};

fn values(list: &[(&str, &str)]) {
    let mut play = Play::default();
    for (expression, value) in list {
        let answer = play.run(1, &format!("SELECT {expression}"));
        assert_eq!(answer.strip_suffix(" SELECT 1").unwrap_or(&answer), *value, "{expression}");
    }
}

#[test]
fn arithmetic_keeps_its_type_and_its_precedence() {
    values(&[
        ("1 + 2 * 3 - 4", "(3)"),
        ("-7 / 2, -7 % 2, 7 % -2", "(-3, -1, 1)"),
        ("2147483647 + 1", "22003 integer out of range"),
        ("2147483648 + 1", "(2147483649)"),
        ("9223372036854775807 + 1", "22003 bigint out of range"),
        ("1.5 + 1", "0A000 the type numeric is not supported here"),
        ("- -3, 2 - -1, -(1 + 1)", "(3, 3, -2)"),
        ("1 % 0", "22012 division by zero"),
        ("'5' + 1, 1 - '3'", "(6, -2)"),
        ("'a' || 1 || true, 1 || 'b'", "(a1true, 1b)"),
    ]);
}

#[test]
fn conditions_have_three_values() {
    values(&[
        ("NULL = NULL, NULL <> 1, NOT NULL", "(null, null, null)"),
        ("NULL AND false, NULL AND true, NULL OR true, false OR NULL", "(f, null, t, null)"),
        ("NULL IS NULL, 1 IS NOT NULL, NULL IS TRUE, false IS NOT TRUE", "(t, t, f, t)"),
        ("1 IN (1, NULL), 2 IN (1, NULL), 2 NOT IN (1, 3)", "(t, null, t)"),
        ("2 BETWEEN 1 AND 3, 2 NOT BETWEEN 3 AND 1 AND true", "(t, t)"),
        ("'abc' LIKE 'a%', 'abc' LIKE '_b_', 'a%' LIKE 'a\\%', 'ab' NOT LIKE '%c%'", "(t, t, t, t)"),
        ("1 = 2147483648, 'a' < 'b', true > false, NOT 1 = 2", "(f, t, t, t)"),
        ("'aäb' LIKE 'a_b', 'äxäb' LIKE '%_äb', 'ab' LIKE '%__%', 'a' LIKE '_%_'", "(t, t, t, f)"),
    ]);
}

#[test]
fn functions_answer_as_usual() {
    values(&[
        ("coalesce(NULL, 2), coalesce(NULL, NULL), coalesce(NULL, 'a', 'b')", "(2, null, a)"),
        ("lower('Ab'), upper('ab'), length('äb'), abs(-3)", "(ab, AB, 2, 3)"),
        ("lower(5)", "42883 function lower(integer) does not exist"),
        ("now()", "0A000 now(), which differs from run to run, is not supported here"),
        ("coalesce(1, true)", "42804 COALESCE types integer and boolean cannot be matched"),
        ("1 = 'x'", "22P02 invalid input syntax for type integer: \"x\""),
        ("1 + true", "42883 operator does not exist: integer + boolean"),
        ("'1' + '2'", "42725 operator is not unique: unknown + unknown"),
        ("1 AND true", "42804 argument of AND must be type boolean, not type integer"),
    ]);
}

#[test]
fn rows_come_in_order_and_within_limits() {
    let mut play = Play::with(&["CREATE TABLE t (a int, b text)"]);
    assert_eq!(play.run(1, "INSERT INTO t VALUES (2, 'x'), (NULL, 'y'), (1, 'x')"), "INSERT 0 3");
    for (query, rows) in [
        ("SELECT a FROM t", "(2) (null) (1) SELECT 3"),
        ("SELECT a FROM t ORDER BY a", "(1) (2) (null) SELECT 3"),
        ("SELECT a FROM t ORDER BY a DESC", "(null) (2) (1) SELECT 3"),
        ("SELECT a FROM t ORDER BY a DESC NULLS LAST LIMIT 1 OFFSET 1", "(1) SELECT 1"),
        ("SELECT b, a * 10 AS c FROM t ORDER BY b, c", "(x, 10) (x, 20) (y, null) SELECT 3"),
        ("SELECT a FROM t ORDER BY 1 OFFSET 2", "(null) SELECT 1"),
        ("SELECT t.a FROM t WHERE a > 1 OR b = 'y' LIMIT ALL", "(2) (null) SELECT 2"),
        ("SELECT count(*), count(a), sum(a), min(b), max(a) FROM t", "(3, 2, 3, x, 2) SELECT 1"),
        ("SELECT coalesce(sum(a), 0) + 1 FROM t WHERE a > 5", "(1) SELECT 1"),
        ("SELECT 1 WHERE false", "SELECT 0"),
        ("SELECT a FROM t ORDER BY a IS NULL DESC, a", "(null) (1) (2) SELECT 3"),
        (
            "SELECT a, count(*) FROM t",
            "42803 column \"t.a\" must appear in the GROUP BY clause or be used in an aggregate function",
        ),
        ("SELECT a FROM t ORDER BY 'a'", "42601 non-integer constant in ORDER BY"),
        ("SELECT a FROM t ORDER BY -9223372036854775808", "42601 non-integer constant in ORDER BY"),
        ("SELECT -9223372036854775808", "(-9223372036854775808) SELECT 1"),
        ("SELECT -9223372036854775808 - 1", "22003 bigint out of range"),
        ("SELECT a FROM t LIMIT -1", "2201W LIMIT must not be negative"),
        ("SELECT a FROM t WHERE count(*) > 1", "42803 aggregate functions are not allowed in WHERE"),
        ("SELECT count(*) FROM t FOR UPDATE", "0A000 FOR UPDATE is not allowed with aggregate functions"),
    ] {
        assert_eq!(play.run(1, query), rows, "{query}");
    }
}

#[test]
fn a_new_version_goes_to_the_end_of_the_heap() {
    let mut play = Play::accounts();
    play.run(1, "UPDATE accounts SET balance = 1 WHERE id = 1");
    assert_eq!(play.run(1, "SELECT id FROM accounts"), "(2) (1) SELECT 2");
}

#[test]
fn a_sum_that_does_not_fit_is_an_error() {
    let mut play = Play::with(&["CREATE TABLE t (a bigint)", "INSERT INTO t VALUES (9223372036854775807)"]);
    assert_eq!(play.run(1, "SELECT sum(a) FROM t"), "(9223372036854775807) SELECT 1");
    play.run(1, "INSERT INTO t VALUES (1)");
    assert_eq!(play.run(1, "SELECT sum(a) FROM t"), "22003 bigint out of range");
}

#[test]
fn columns_are_named_as_they_are_written() {
    let mut play = Play::accounts();
    let query = "SELECT id, balance AS \"In Euro\", count_, 1 + 1, lower('A'), true FROM accounts";
    let query = query.replace("count_, ", "");
    let outcome = play.db.execute_text(SessionId(1), &query, &[]);
    let Outcome::Rows { columns, .. } = outcome else { panic!("rows") };
    assert_eq!(columns, ["id", "In Euro", "?column?", "lower", "bool"]);
}

#[test]
fn a_parameter_takes_the_type_of_what_it_meets() {
    let mut play = Play::accounts();
    let update = "UPDATE accounts SET balance = balance + $1 WHERE id = $2 RETURNING balance";
    assert_eq!(play.given(update, &["5".into(), 1.into()]), "(105) UPDATE 1");
    assert_eq!(
        play.given(update, &["x".into(), 1.into()]),
        "22P02 invalid input syntax for type integer: \"x\""
    );
    assert_eq!(play.given(update, &["5".into()]), "42P02 there is no parameter $2");
    assert_eq!(play.given("SELECT $1 || 'x', $2 IS NULL", &[7.into(), Datum::Null]), "(7x, t) SELECT 1");
}
