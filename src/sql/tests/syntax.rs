//! SQL typed wrong: where, what was expected, and that nothing has changed.

use super::Play;
use crate::sql::parse;

fn check(text: &str, message: &str, position: u32, expected: &str) {
    let error = parse(text).expect_err(text);
    assert_eq!((error.sqlstate, &*error.message), ("42601", message), "{text}");
    assert_eq!((error.position, error.expected), (position, expected), "{text}");
}

#[test]
fn a_syntax_error_says_where_and_what_could_have_stood_there() {
    check("SELECT * FORM t", "syntax error at or near \"FORM\"", 10, "the end of the statement");
    check("UPDATE t SET a 1", "syntax error at or near \"1\"", 16, "=");
    check("INSERT INTO t (a) VALUES (1", "syntax error at end of input", 28, ")");
    check("INSERT INTO t (a) (1)", "syntax error at or near \"(\"", 19, "VALUES or DEFAULT VALUES");
    check("DELETE t", "syntax error at or near \"t\"", 8, "from");
    check("SELECT 'ä', FROM t", "syntax error at or near \"FROM\"", 13, "a value, a column or (");
    check("SELECT 'it", "unterminated quoted string at or near \"'it\"", 8, "");
    check("SELECT a FROM t ORDER BY", "syntax error at end of input", 25, "a value, a column or (");
    check("SELECT 1 = 1 = 1", "syntax error at or near \"=\"", 14, "AND, OR or the end of the expression");
    check(
        "SELECT 1; SELECT 2",
        "cannot insert multiple commands into a prepared statement",
        11,
        "the end: one statement at a time",
    );
    check("CREATE TABLE user (a int)", "syntax error at or near \"user\"", 14, "a name");
    check("SELECT 12ab", "trailing junk after numeric literal at or near \"12ab\"", 8, "");
    check(
        "",
        "syntax error at end of input",
        1,
        "a statement: SELECT, INSERT, UPDATE, DELETE, BEGIN, CREATE TABLE, …",
    );
}

#[test]
fn what_is_deliberately_absent_says_so_and_where() {
    for (text, message, position) in [
        ("CREATE TABLE t (at timestamptz)", "the type timestamptz is not supported here", 20),
        ("SELECT * FROM a JOIN b ON true", "more than one table is not supported here", 17),
        ("SELECT a FROM t GROUP BY a", "GROUP is not supported here", 17),
        ("SAVEPOINT a", "SAVEPOINT is not supported here", 1),
        ("SELECT 1 FROM t WHERE a IN (SELECT 1)", "a subselect is not supported here", 29),
        ("SELECT 1 WHERE NOT EXISTS (SELECT 1)", "a subselect is not supported here", 28),
        ("SELECT * FROM (SELECT 1)", "a subselect is not supported here", 15),
        ("INSERT INTO t SELECT 1", "INSERT … SELECT is not supported here", 15),
        ("SELECT CASE WHEN true THEN 1 END", "CASE is not supported here", 8),
        ("SELECT a::text FROM t", "a cast is not supported here", 9),
        ("CREATE TABLE t (a numeric(6, 2))", "the type numeric is not supported here", 19),
        ("SELECT 9223372036854775808", "the type numeric is not supported here", 8),
        ("SELECT DISTINCT a FROM t", "DISTINCT is not supported here", 8),
        ("CREATE TABLE t (a int REFERENCES b)", "a foreign key is not supported here", 23),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!((error.sqlstate, &*error.message, error.position), ("0A000", message, position), "{text}");
    }
}

#[test]
fn names_that_are_not_there_are_errors_with_a_place() {
    let mut play = Play::accounts();
    let before = play.db.clone();
    for (text, message, position) in [
        ("SELECT * FROM nope", "42P01 relation \"nope\" does not exist", 15),
        ("SELECT nope FROM accounts", "42703 column \"nope\" does not exist", 8),
        ("SELECT a.id FROM accounts", "42P01 missing FROM-clause entry for table \"a\"", 8),
        ("SELECT accounts.nope FROM accounts", "42703 column accounts.nope does not exist", 8),
        (
            "INSERT INTO accounts (nope) VALUES (1)",
            "42703 column \"nope\" of relation \"accounts\" does not exist",
            23,
        ),
        ("UPDATE accounts SET nope = 1", "42703 column \"nope\" of relation \"accounts\" does not exist", 21),
        ("UPDATE accounts SET id = 1, id = 2", "42601 multiple assignments to same column \"id\"", 29),
        ("INSERT INTO accounts (id, id) VALUES (1, 1)", "42701 column \"id\" specified more than once", 27),
        (
            "INSERT INTO accounts (id) VALUES (1, 2)",
            "42601 INSERT has more expressions than target columns",
            38,
        ),
        (
            "INSERT INTO accounts (id, balance) VALUES (1)",
            "42601 INSERT has more target columns than expressions",
            27,
        ),
        ("CREATE TABLE accounts (a int)", "42P07 relation \"accounts\" already exists", 14),
        ("CREATE TABLE b (a int, a text)", "42701 column \"a\" specified more than once", 0),
        ("CREATE TABLE b (a int, PRIMARY KEY (c))", "42703 column \"c\" named in key does not exist", 24),
        ("DROP TABLE nope", "42P01 table \"nope\" does not exist", 0),
        ("SELECT id FROM accounts WHERE id = 'x'", "22P02 invalid input syntax for type integer: \"x\"", 36),
        (
            "SELECT id FROM accounts WHERE balance",
            "42804 argument of WHERE must be type boolean, not type integer",
            31,
        ),
    ] {
        let error = play.error(text);
        assert_eq!((&*error.to_string(), error.position), (message, position), "{text}");
    }
    assert_eq!(play.db, before);
}

#[test]
fn what_a_statement_is_can_be_asked() {
    let parsed = |text: &str| parse(text).expect(text);
    assert!(parsed("begin;").is_begin() && parsed("START TRANSACTION").is_begin());
    assert!(parsed("END").is_commit() && parsed("abort work").is_rollback());
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
