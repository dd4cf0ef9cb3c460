//! SQL typed wrong: where, what was expected, and that nothing has changed.

use super::Play;
use crate::sql::ast::Verb;
use crate::sql::parse;

/// Each line a statement that fails and changes nothing, and with what: place, SQLSTATE, message.
fn check(cases: &str) {
    let mut play = Play::accounts();
    let before = play.db.clone();
    for case in cases.lines().map(str::trim).filter(|case| !case.is_empty()) {
        let (text, told) = case.split_once("=> ").expect("a statement and what it is told");
        let error = play.error(text.trim_end());
        let expected = if error.expected.is_empty() { "" } else { "; expected " };
        assert_eq!(format!("{} {error}{expected}{}", error.position, error.expected), told, "{text}");
        assert_eq!(play.db, before, "{text}");
    }
}

#[test]
fn a_syntax_error_says_where_and_what_could_have_stood_there() {
    check(
        r#"
        SELECT * FORM t => 10 42601 syntax error at or near "FORM"; expected the end of the statement
        UPDATE t SET a 1 => 16 42601 syntax error at or near "1"; expected =
        INSERT INTO t (a) VALUES (1 => 28 42601 syntax error at end of input; expected )
        INSERT INTO t (a) (1) => 19 42601 syntax error at or near "("; expected VALUES or DEFAULT VALUES
        DELETE t => 8 42601 syntax error at or near "t"; expected from
        SELECT 'ä', FROM t => 13 42601 syntax error at or near "FROM"; expected a value, a column or (
        SELECT 'it => 8 42601 unterminated quoted string at or near "'it"
        SELECT a FROM t ORDER BY => 25 42601 syntax error at end of input; expected a value, a column or (
        SELECT 1 = 1 = 1 => 14 42601 syntax error at or near "="; expected AND, OR or the end of the expression
        SELECT 1; SELECT 2 => 11 42601 cannot insert multiple commands into a prepared statement; expected the end: one statement at a time
        CREATE TABLE user (a int) => 14 42601 syntax error at or near "user"; expected a name
        SELECT 12ab => 8 42601 trailing junk after numeric literal at or near "12ab"
        => 1 42601 syntax error at end of input; expected a statement: SELECT, INSERT, UPDATE, DELETE, BEGIN, CREATE TABLE, …
        "#,
    );
}

#[test]
fn what_is_deliberately_absent_says_so_and_where() {
    check(
        r#"
        CREATE TABLE t (at timestamptz) => 20 0A000 the type timestamptz is not supported here; expected integer, bigint, smallint, text, varchar, boolean or serial
        SELECT * FROM a JOIN b ON true => 17 0A000 more than one table is not supported here
        SELECT a FROM t GROUP BY a => 17 0A000 GROUP is not supported here
        SAVEPOINT a => 1 0A000 SAVEPOINT is not supported here
        SELECT 1 FROM t WHERE a IN (SELECT 1) => 29 0A000 a subselect is not supported here
        SELECT 1 WHERE NOT EXISTS (SELECT 1) => 28 0A000 a subselect is not supported here
        SELECT * FROM (SELECT 1) => 15 0A000 a subselect is not supported here
        INSERT INTO t SELECT 1 => 15 0A000 INSERT … SELECT is not supported here
        SELECT CASE WHEN true THEN 1 END => 8 0A000 CASE is not supported here
        SELECT a::text FROM t => 9 0A000 a cast is not supported here
        CREATE TABLE t (a numeric(6, 2)) => 19 0A000 the type numeric is not supported here; expected integer, bigint, smallint, text, varchar, boolean or serial
        SELECT 9223372036854775808 => 8 0A000 the type numeric is not supported here
        SELECT DISTINCT a FROM t => 8 0A000 DISTINCT is not supported here
        CREATE TABLE t (a int REFERENCES b) => 23 0A000 a foreign key is not supported here
        "#,
    );
}

#[test]
fn names_that_are_not_there_are_errors_with_a_place() {
    check(
        r#"
        SELECT * FROM nope => 15 42P01 relation "nope" does not exist
        SELECT nope FROM accounts => 8 42703 column "nope" does not exist
        SELECT a.id FROM accounts => 8 42P01 missing FROM-clause entry for table "a"
        SELECT accounts.nope FROM accounts => 8 42703 column accounts.nope does not exist
        INSERT INTO accounts (nope) VALUES (1) => 23 42703 column "nope" of relation "accounts" does not exist
        UPDATE accounts SET nope = 1 => 21 42703 column "nope" of relation "accounts" does not exist
        UPDATE accounts SET id = 1, id = 2 => 29 42601 multiple assignments to same column "id"
        INSERT INTO accounts (id, id) VALUES (1, 1) => 27 42701 column "id" specified more than once
        INSERT INTO accounts (id) VALUES (1, 2) => 38 42601 INSERT has more expressions than target columns
        INSERT INTO accounts (id, balance) VALUES (1) => 27 42601 INSERT has more target columns than expressions
        CREATE TABLE accounts (a int) => 14 42P07 relation "accounts" already exists
        CREATE TABLE b (a int, a text) => 0 42701 column "a" specified more than once
        CREATE TABLE b (a int, PRIMARY KEY (c)) => 24 42703 column "c" named in key does not exist
        DROP TABLE nope => 0 42P01 table "nope" does not exist
        SELECT id FROM accounts WHERE id = 'x' => 36 22P02 invalid input syntax for type integer: "x"
        SELECT id FROM accounts WHERE balance => 31 42804 argument of WHERE must be type boolean, not type integer
        "#,
    );
}

#[test]
fn what_a_statement_is_can_be_asked() {
    let parsed = |text: &str| parse(text).expect(text);
    assert!(["begin;", "START TRANSACTION"].iter().all(|text| parsed(text).0.verb == Verb::Begin));
    assert!(parsed("END").is_commit() && parsed("abort work").0.verb == Verb::Rollback);
    assert_eq!(parsed("SELECT $2, $1").parameters(), 2);
    assert!(parsed("DELETE FROM t RETURNING *").returns_rows() && parsed("DELETE FROM t").writes());
    assert!(!parsed("SELECT 1 FROM t FOR UPDATE").writes());
    assert_eq!(parsed("/* a /* b */ */ SELECT 1 -- c\n FROM \"T\"\"x\"").tables(), ["T\"x"]);
    assert_eq!(parsed("SELECT a FROM Tab").tables(), ["tab"]);
}

#[test]
fn the_if_exists_forms_only_remark() {
    let mut play = Play::accounts();
    assert_eq!(
        play.run(1, "CREATE TABLE IF NOT EXISTS accounts (a int)"),
        "CREATE TABLE; a relation of this name already exists, skipping"
    );
    assert_eq!(
        play.run(1, "DROP TABLE IF EXISTS accounts, nope"),
        "DROP TABLE; a table of this name does not exist, skipping"
    );
    assert_eq!(play.db, crate::sql::Database::default());
}
