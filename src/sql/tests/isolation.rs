//! Sessions side by side: what they see, whom they wait for, and how it ends.

use super::Play;
use crate::sql::wait::WaitsFor;
use crate::sql::{SessionId, TransactionState};

const ALL: &str = "SELECT * FROM accounts ORDER BY id";

#[test]
fn what_is_not_committed_is_seen_by_its_own_session_only() {
    let mut play = Play::accounts();
    play.run_all(
        1,
        &["BEGIN", "UPDATE accounts SET balance = 0 WHERE id = 1", "DELETE FROM accounts WHERE id = 2"],
    );
    assert_eq!(play.run(1, ALL), "(1, 0) SELECT 1");
    assert_eq!(play.run(2, ALL), "(1, 100) (2, 200) SELECT 2");
    assert_eq!(play.run(1, "COMMIT"), "COMMIT");
    assert_eq!(play.run(2, ALL), "(1, 0) SELECT 1");
}

#[test]
fn a_rollback_and_a_crash_undo_everything() {
    let mut play = Play::accounts();
    let before = play.db.clone();
    for end in ["ROLLBACK", "crash"] {
        play.run_all(1, &["BEGIN", "INSERT INTO accounts VALUES (3, 1)", "UPDATE accounts SET balance = 7"]);
        play.run_all(1, &["DELETE FROM accounts WHERE id = 1", "SELECT * FROM accounts FOR UPDATE"]);
        if end == "crash" {
            play.db.disconnect(SessionId(1))
        } else {
            drop(play.run(1, end))
        }
        assert_eq!(play.db, before, "after {end}");
    }
}

#[test]
fn a_writer_waits_and_then_adds_to_what_was_committed() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = balance + 10 WHERE id = 1"]);
    assert_eq!(play.run(2, "UPDATE accounts SET balance = balance + 1 WHERE id = 1"), "waits for 1");
    let waiting = play.db.waiting(SessionId(2)).unwrap();
    assert_eq!(waiting.text, "the row (id)=(1) of accounts, FOR NO KEY UPDATE");
    assert_eq!(waiting.on, Some(SessionId(1)));
    assert!(!play.can_resume(2));
    play.run(1, "COMMIT");
    assert_eq!(play.db.waiting(SessionId(2)).unwrap().on, None);
    assert_eq!(play.resume(2), "UPDATE 1");
    assert_eq!(play.run(3, ALL), "(1, 111) (2, 200) SELECT 2");
}

#[test]
fn a_writer_checks_its_condition_again_on_the_new_version() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 0 WHERE id = 1"]);
    assert_eq!(play.run(2, "UPDATE accounts SET balance = 5 WHERE balance = 100"), "waits for 1");
    play.run(1, "COMMIT");
    assert_eq!(play.resume(2), "UPDATE 0");
}

#[test]
fn a_writer_goes_on_with_the_old_version_after_a_rollback() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 0 WHERE id = 1"]);
    assert_eq!(play.run(2, "UPDATE accounts SET balance = balance + 5 WHERE balance = 100"), "waits for 1");
    play.run(1, "ROLLBACK");
    assert_eq!(play.resume(2), "UPDATE 1");
    assert_eq!(play.run(2, ALL), "(1, 105) (2, 200) SELECT 2");
}

#[test]
fn a_row_that_is_deleted_meanwhile_is_passed_over() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "DELETE FROM accounts WHERE id = 1"]);
    assert_eq!(play.run(2, "UPDATE accounts SET balance = 5 RETURNING id"), "waits for 1");
    play.run(1, "COMMIT");
    assert_eq!(play.resume(2), "(2) UPDATE 1");
}

#[test]
fn a_waiting_statement_keeps_what_it_has_done_and_its_snapshot() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 0 WHERE id = 2"]);
    assert_eq!(play.run(2, "UPDATE accounts SET balance = balance + 1 RETURNING id, balance"), "waits for 1");
    play.run(3, "INSERT INTO accounts VALUES (3, 300)");
    // The first row is changed already, and locked.
    assert_eq!(play.run(3, "DELETE FROM accounts WHERE id = 1"), "waits for 2");
    play.run(1, "COMMIT");
    assert_eq!(play.resume(2), "(1, 101) (2, 1) UPDATE 2");
    assert_eq!(play.resume(3), "DELETE 1");
    assert_eq!(play.run(2, ALL), "(2, 1) (3, 300) SELECT 2");
}

#[test]
fn who_waits_first_for_a_row_gets_it_first() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 0 WHERE id = 1"]);
    assert_eq!(play.run(3, "UPDATE accounts SET balance = 3 WHERE id = 1"), "waits for 1");
    assert_eq!(play.run(2, "UPDATE accounts SET balance = 2 WHERE id = 1"), "waits for 3");
    assert_eq!(play.run(4, "UPDATE accounts SET balance = 4 WHERE id = 1"), "waits for 3");
    play.run(1, "ROLLBACK");
    assert!(!play.can_resume(2) && !play.can_resume(4));
    // Who finds the row free takes it at once, and the queue for the old version is over.
    assert_eq!(play.run(5, "UPDATE accounts SET balance = 5 WHERE id = 1"), "UPDATE 1");
    assert_eq!(play.resume(3), "UPDATE 1");
    assert_eq!(play.resume(2), "UPDATE 1");
    assert_eq!(play.resume(4), "UPDATE 1");
    assert_eq!(play.run(1, ALL), "(1, 4) (2, 200) SELECT 2");
}

#[test]
fn an_insert_waits_for_the_same_key_and_fails_or_proceeds_with_its_outcome() {
    for (end, outcome) in [
        ("COMMIT", "23505 duplicate key value violates unique constraint \"accounts_pkey\""),
        ("ROLLBACK", "INSERT 0 1"),
    ] {
        let mut play = Play::accounts();
        play.run_all(1, &["BEGIN", "INSERT INTO accounts VALUES (7, 0)"]);
        assert_eq!(play.run(2, "INSERT INTO accounts VALUES (7, 1)"), "waits for 1");
        let waiting = play.db.waiting(SessionId(2)).unwrap();
        assert_eq!(
            (waiting.for_what, waiting.text.as_str()),
            (WaitsFor::Key, "the unique key (id)=(7) of accounts")
        );
        play.run(1, end);
        assert_eq!(play.resume(2), outcome);
    }
}

#[test]
fn an_insert_waits_for_an_uncommitted_delete_or_update_of_its_key() {
    for (change, after) in [
        ("DELETE FROM accounts WHERE id = 1", "INSERT 0 1"),
        ("UPDATE accounts SET id = 3 WHERE id = 1", "INSERT 0 1"),
        (
            "UPDATE accounts SET balance = 3 WHERE id = 1",
            "23505 duplicate key value violates unique constraint \"accounts_pkey\"",
        ),
    ] {
        let mut play = Play::accounts();
        play.run_all(1, &["BEGIN", change]);
        assert_eq!(play.run(2, "INSERT INTO accounts VALUES (1, 1)"), "waits for 1", "{change}");
        play.run(1, "COMMIT");
        assert_eq!(play.resume(2), after, "{change}");
    }
}

#[test]
fn on_conflict_do_nothing_waits_and_then_inserts_or_not() {
    for (end, outcome) in [("COMMIT", "INSERT 0 0"), ("ROLLBACK", "INSERT 0 1")] {
        let mut play = Play::accounts();
        play.run_all(1, &["BEGIN", "INSERT INTO accounts VALUES (7, 0)"]);
        let insert = "INSERT INTO accounts VALUES (7, 1) ON CONFLICT (id) DO NOTHING";
        assert_eq!(play.run(2, insert), "waits for 1");
        play.run(1, end);
        assert_eq!(play.resume(2), outcome);
    }
}

#[test]
fn on_conflict_do_update_changes_even_a_row_its_snapshot_does_not_show() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "INSERT INTO accounts VALUES (7, 10)"]);
    let upsert = "INSERT INTO accounts VALUES (7, 1) ON CONFLICT (id) DO UPDATE \
                  SET balance = accounts.balance + excluded.balance RETURNING balance";
    assert_eq!(play.run(2, upsert), "waits for 1");
    play.run(1, "COMMIT");
    assert_eq!(play.resume(2), "(11) INSERT 0 1");
}

#[test]
fn two_sessions_that_wait_for_each_other_are_told_so_at_once() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 1 WHERE id = 1"]);
    play.run_all(2, &["BEGIN", "UPDATE accounts SET balance = 2 WHERE id = 2"]);
    assert_eq!(play.run(1, "UPDATE accounts SET balance = 1 WHERE id = 2"), "waits for 2");
    assert_eq!(play.run(2, "UPDATE accounts SET balance = 2 WHERE id = 1"), "40P01 deadlock detected");
    assert_eq!(play.db.in_transaction(SessionId(2)), Some(TransactionState::Aborted));
    assert_eq!(play.resume(1), "UPDATE 1");
    assert_eq!(play.run(1, "COMMIT"), "COMMIT");
    assert_eq!(play.run(2, "COMMIT"), "ROLLBACK");
    assert_eq!(play.run(2, ALL), "(1, 1) (2, 1) SELECT 2");
}

#[test]
fn keys_can_close_a_circle_too() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "INSERT INTO accounts VALUES (5, 0)"]);
    play.run_all(2, &["BEGIN", "INSERT INTO accounts VALUES (6, 0)"]);
    assert_eq!(play.run(1, "INSERT INTO accounts VALUES (6, 0)"), "waits for 2");
    assert_eq!(play.run(2, "INSERT INTO accounts VALUES (5, 0)"), "40P01 deadlock detected");
    assert_eq!(play.resume(1), "INSERT 0 1");
}

#[test]
fn an_error_aborts_the_transaction_and_frees_its_locks() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 1 WHERE id = 1"]);
    assert_eq!(play.run(2, "DELETE FROM accounts WHERE id = 1"), "waits for 1");
    assert_eq!(play.run(1, "SELECT 1 / 0"), "22012 division by zero");
    assert_eq!(play.resume(2), "DELETE 1");
    let ignored = "25P02 current transaction is aborted, commands ignored until end of transaction block";
    assert_eq!(play.run(1, ALL), ignored);
    assert_eq!(play.run(1, "SELEC"), "42601 syntax error at or near \"SELEC\"");
    assert_eq!(play.run(1, "BEGIN"), ignored);
    assert_eq!(play.run(1, "COMMIT"), "ROLLBACK");
    assert_eq!(play.run(1, ALL), "(2, 200) SELECT 1");
}

#[test]
fn text_that_is_no_statement_aborts_the_transaction() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 1", "SELEC"]);
    assert_eq!(play.db.in_transaction(SessionId(1)), Some(TransactionState::Aborted));
}

#[test]
fn begin_and_commit_in_the_wrong_place_are_remarked_on() {
    let mut play = Play::default();
    assert_eq!(play.run(1, "COMMIT"), "COMMIT; there is no transaction in progress");
    assert_eq!(play.run(1, "ROLLBACK"), "ROLLBACK; there is no transaction in progress");
    assert_eq!(play.run_all(1, &["BEGIN", "BEGIN"]), "BEGIN; there is already a transaction in progress");
}

#[test]
fn select_for_update_waits_is_refused_or_passes_over_what_is_locked() {
    let mut play = Play::accounts();
    assert_eq!(
        play.run_all(1, &["BEGIN", "SELECT id FROM accounts WHERE id = 1 FOR UPDATE"]),
        "(1) SELECT 1"
    );
    assert_eq!(play.run(2, ALL), "(1, 100) (2, 200) SELECT 2");
    assert_eq!(
        play.run(2, "SELECT * FROM accounts FOR UPDATE NOWAIT"),
        "55P03 could not obtain lock on row in relation \"accounts\""
    );
    let skip = "SELECT id FROM accounts ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED";
    assert_eq!(play.run(2, skip), "(2) SELECT 1");
    assert_eq!(play.run(2, "SELECT id FROM accounts ORDER BY id LIMIT 1 FOR UPDATE"), "waits for 1");
    play.run_all(1, &["UPDATE accounts SET balance = 1 WHERE id = 1", "COMMIT"]);
    assert_eq!(play.resume(2), "(1) SELECT 1");
}

#[test]
fn share_locks_stand_side_by_side_and_keep_writers_out() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "SELECT * FROM accounts WHERE id = 1 FOR SHARE"]);
    play.run_all(2, &["BEGIN", "SELECT * FROM accounts WHERE id = 1 FOR SHARE"]);
    assert_eq!(play.run(3, "UPDATE accounts SET balance = 0 WHERE id = 1"), "waits for 1");
    play.run(1, "COMMIT");
    assert!(!play.can_resume(3));
    play.run(2, "COMMIT");
    assert_eq!(play.resume(3), "UPDATE 1");
    // A key share lock minds changed keys only.
    play.run_all(1, &["BEGIN", "SELECT * FROM accounts WHERE id = 1 FOR KEY SHARE"]);
    assert_eq!(play.run(3, "UPDATE accounts SET balance = 1 WHERE id = 1"), "UPDATE 1");
    assert_eq!(play.run(3, "UPDATE accounts SET id = 8 WHERE id = 1"), "waits for 1");
}

#[test]
fn an_update_of_no_key_is_no_stronger_for_a_key_that_another_changed() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET id = 3 WHERE id = 1"]);
    assert_eq!(play.run(2, "UPDATE accounts SET balance = 5 WHERE balance = 100"), "waits for 1");
    play.run_all(1, &["COMMIT", "BEGIN", "SELECT * FROM accounts WHERE id = 3 FOR KEY SHARE"]);
    assert_eq!(play.resume(2), "UPDATE 1");
}

#[test]
fn a_lock_stays_on_a_row_that_no_longer_matches() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 0 WHERE id = 1"]);
    play.run(2, "BEGIN");
    assert_eq!(play.run(2, "UPDATE accounts SET balance = 5 WHERE balance = 100"), "waits for 1");
    play.run(1, "COMMIT");
    assert_eq!(play.resume(2), "UPDATE 0");
    assert_eq!(play.run(3, "DELETE FROM accounts WHERE id = 1"), "waits for 2");
}

#[test]
fn a_table_in_use_is_dropped_when_its_users_are_done() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", ALL]);
    assert_eq!(play.run(2, "DROP TABLE accounts"), "waits for 1");
    assert_eq!(play.run(3, ALL), "waits for 2");
    assert_eq!(play.run(1, "SELECT count(*) FROM accounts"), "(2) SELECT 1");
    play.run(1, "COMMIT");
    assert_eq!(play.resume(2), "DROP TABLE");
    assert_eq!(play.resume(3), "42P01 relation \"accounts\" does not exist");
}

#[test]
fn a_session_that_waits_runs_nothing_else_and_can_leave() {
    let mut play = Play::accounts();
    play.run_all(1, &["BEGIN", "UPDATE accounts SET balance = 0"]);
    let before = play.db.clone();
    play.run_all(2, &["BEGIN", "DELETE FROM accounts"]);
    assert_eq!(play.run(2, "ROLLBACK"), "waits for 1");
    play.db.disconnect(SessionId(2));
    assert_eq!(play.db, before);
}
