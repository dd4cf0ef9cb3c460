//! The database as a value: equal futures are equal, clones are apart.

use super::Play;
use crate::base::fingerprint;
use crate::sql::ast::LockMode;
use crate::sql::{Database, SessionId};

/// Both have the same future, however they came to be.
fn same(left: &Database, right: &Database) {
    assert_eq!(left, right);
    assert_eq!(fingerprint(left), fingerprint(right));
}

#[test]
fn a_clone_does_not_see_later_changes() {
    let mut play = Play::accounts();
    let before = play.db.clone();
    play.run(1, "UPDATE accounts SET balance = 0");
    assert_ne!(play.db, before);
    play.run_all(1, &["DELETE FROM accounts", "INSERT INTO accounts VALUES (1, 100), (2, 200)"]);
    same(&play.db, &before);
}

#[test]
fn what_was_deleted_or_rolled_back_leaves_no_trace() {
    let play = Play::accounts();
    let mut other = Play::accounts();
    other.run_all(
        1,
        &["BEGIN", "INSERT INTO accounts VALUES (3, 3)", "UPDATE accounts SET id = 9 WHERE id = 3"],
    );
    other.run_all(1, &["DELETE FROM accounts WHERE id = 9", "COMMIT"]);
    same(&play.db, &other.db);
    other.run_all(2, &["BEGIN", "UPDATE accounts SET balance = 1", "SELECT 1 / 0", "ROLLBACK"]);
    same(&play.db, &other.db);
}

#[test]
fn a_waiting_statement_is_a_part_of_the_value() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 0 WHERE id = 2"]);
    let before = play.db.clone();
    play.run(2, "UPDATE accounts SET balance = 1 WHERE id = 2");
    assert_ne!(fingerprint(&play.db), fingerprint(&before));
    let mut other = Play::accounts();
    // The same, after another row has come and gone.
    other.run_all(1, &["INSERT INTO accounts VALUES (0, 0)", "BEGIN"]);
    other.run(1, "UPDATE accounts SET balance = 0 WHERE id = 2");
    other.run(2, "UPDATE accounts SET balance = 1 WHERE id = 2");
    other.run(3, "DELETE FROM accounts WHERE id = 0");
    same(&play.db, &other.db);
    play.run(1, "COMMIT");
    assert_eq!(play.resume(2), "UPDATE 1");
}

#[test]
fn locks_and_pending_versions_can_be_shown() {
    let mut play = Play::accounts();
    play.run_all(
        1,
        &["BEGIN", "UPDATE accounts SET balance = 0 WHERE id = 2", "INSERT INTO accounts VALUES (3, 3)"],
    );
    play.run_all(2, &["BEGIN", "SELECT * FROM accounts WHERE id = 1 FOR SHARE"]);
    let rows = play.db.table("accounts").unwrap().rows();
    let shown: Vec<(String, String)> = rows
        .iter()
        .map(|row| {
            let text = |values: Option<&crate::sql::Row>| {
                values.map_or("-".to_owned(), |values| super::super::table::row_text(values, 9))
            };
            (text(row.committed.as_ref()), text(row.pending.as_ref().and_then(|(_, values)| values.as_ref())))
        })
        .collect();
    let expected = [("(1, 100)", "-"), ("(2, 200)", "(2, 0)"), ("-", "(3, 3)")];
    assert_eq!(shown, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert_eq!(rows[0].locks, [(SessionId(2), LockMode::Share)]);
    assert_eq!(rows[1].locks, [(SessionId(1), LockMode::NoKeyUpdate)]);
    play.run(1, "DELETE FROM accounts WHERE id = 2");
    let rows = play.db.table("accounts").unwrap().rows();
    assert_eq!(rows[1].pending, Some((SessionId(1), None)));
}

/// The same database with nothing kept beside its tables.
fn forgetful(db: &Database) -> Database {
    let mut db = db.clone();
    let names: Vec<_> = db.tables.keys().cloned().collect();
    for name in names {
        db.table_mut(&name);
    }
    db
}

#[test]
fn a_kept_fingerprint_never_outlives_a_change() {
    let mut play = Play::with(&["CREATE TABLE t (a serial PRIMARY KEY, b int)", "CREATE TABLE u (a int)"]);
    let steps = [
        (1, "INSERT INTO t (b) VALUES (1), (2)"),
        (1, "BEGIN"),
        (1, "UPDATE t SET b = 3 WHERE a = 1"),
        (1, "SELECT * FROM t WHERE a = 2 FOR UPDATE"),
        (2, "UPDATE t SET b = 4 WHERE a = 2"),
        (1, "ROLLBACK"),
        (1, "INSERT INTO u VALUES (1)"),
        (1, "DELETE FROM t"),
        (1, "TRUNCATE u"),
    ];
    let mut seen = vec![fingerprint(&play.db)];
    for (session, text) in steps {
        play.db.execute_text(SessionId(session), text, &[]);
        if play.db.can_resume(SessionId(2)) {
            play.db.resume(SessionId(2));
        }
        let kept = fingerprint(&play.db);
        assert_eq!(kept, fingerprint(&forgetful(&play.db)), "{text}");
        assert!(!seen.contains(&kept), "{text}");
        seen.push(kept);
    }
}

#[test]
fn a_kept_fingerprint_is_forgotten_by_every_change() {
    let mut play = Play::accounts();
    let mut seen = vec![fingerprint(&play.db)];
    for statement in [
        "INSERT INTO accounts VALUES (3, 3)",
        "UPDATE accounts SET balance = 4 WHERE id = 3",
        "BEGIN",
        "SELECT * FROM accounts FOR SHARE",
        "DELETE FROM accounts WHERE id = 3",
        "COMMIT",
        "TRUNCATE accounts",
        "DROP TABLE accounts",
    ] {
        play.run(1, statement);
        let next = fingerprint(&play.db);
        assert_eq!(next, fingerprint(&play.db.clone()));
        // Gone is gone: the row that came and went leaves what was.
        assert_eq!(seen.contains(&next), statement == "COMMIT", "{statement}");
        seen.push(next);
    }
}
