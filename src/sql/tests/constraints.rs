//! What a table refuses.

use super::Play;

fn orders() -> Play {
    Play::with(&["CREATE TABLE orders (id serial PRIMARY KEY, email text UNIQUE, \
                  amount smallint NOT NULL DEFAULT 9 CHECK (amount > 0), state varchar(5), \
                  CONSTRAINT known CHECK (state = 'paid' OR state = 'new'), UNIQUE (state, amount))"])
}

#[test]
fn constraints_without_a_name_get_one() {
    let play = orders();
    let table = play.db.table("orders").unwrap();
    let indexes: Vec<&str> = table.indexes().iter().map(|index| &*index.name).collect();
    assert_eq!(indexes, ["orders_pkey", "orders_email_key", "orders_state_amount_key"]);
    let types: Vec<String> = table.columns().iter().map(|column| column.data_type.full_name()).collect();
    assert_eq!(types, ["integer", "text", "smallint", "character varying(5)"]);
}

#[test]
fn a_duplicate_key_is_named_with_its_value() {
    let mut play = orders();
    play.run(1, "INSERT INTO orders (email, state) VALUES ('a', 'new')");
    let error = play.error("INSERT INTO orders (email, state) VALUES ('b', 'new')");
    assert_eq!(
        error.to_string(),
        "23505 duplicate key value violates unique constraint \"orders_state_amount_key\""
    );
    assert_eq!(error.detail, "Key (state, amount)=(new, 9) already exists.");
    // The failed row has used up a number.
    assert_eq!(
        play.run(1, "INSERT INTO orders (state) VALUES ('paid') RETURNING id, amount"),
        "(3, 9) INSERT 0 1"
    );
}

#[test]
fn null_is_refused_where_it_may_not_be_and_never_a_duplicate() {
    let mut play = orders();
    let error = play.error("INSERT INTO orders (amount) VALUES (NULL)");
    let message = "23502 null value in column \"amount\" of relation \"orders\" violates not-null constraint";
    assert_eq!(error.to_string(), message);
    assert_eq!(error.detail, "Failing row contains (1, null, null, null).");
    assert_eq!(play.run(1, "INSERT INTO orders (email) VALUES (NULL), (NULL)"), "INSERT 0 2");
}

#[test]
fn a_check_refuses_what_is_false_but_not_what_is_unknown() {
    let mut play = orders();
    let violates = "23514 new row for relation \"orders\" violates check constraint";
    let insert = |value: &str| format!("INSERT INTO orders ({value})");
    assert_eq!(play.error(&insert("state) VALUES ('void'")).to_string(), format!("{violates} \"known\""));
    assert_eq!(
        play.error(&insert("amount) VALUES (-1")).to_string(),
        format!("{violates} \"orders_amount_check\"")
    );
    assert_eq!(play.run(1, &insert("state) VALUES (NULL")), "INSERT 0 1");
    assert_eq!(
        play.error("UPDATE orders SET amount = 0").to_string(),
        format!("{violates} \"orders_amount_check\"")
    );
}

#[test]
fn a_failed_statement_changes_none_of_its_rows() {
    let mut play = Play::accounts();
    let before = play.db.clone();
    for statement in [
        "INSERT INTO accounts VALUES (3, 3), (1, 1)",
        "UPDATE accounts SET id = id + 1",
        "UPDATE accounts SET balance = 10 / (id - 2)",
    ] {
        play.error(statement);
        assert_eq!(play.db, before, "{statement}");
    }
}

#[test]
fn a_value_too_large_for_its_column_is_refused() {
    let mut play = orders();
    play.run(1, "CREATE TABLE n (s smallint, i int, b bigint, v varchar(5))");
    for (statement, error) in [
        ("INSERT INTO n (s) VALUES (40000)", "22003 smallint out of range"),
        ("INSERT INTO n (i) VALUES (2147483648)", "22003 integer out of range"),
        (
            "INSERT INTO n (i) VALUES ('2147483648')",
            "22003 value \"2147483648\" is out of range for type integer",
        ),
        ("INSERT INTO n (i) VALUES ('x')", "22P02 invalid input syntax for type integer: \"x\""),
        ("INSERT INTO n (b) VALUES (9223372036854775807 + 1)", "22003 bigint out of range"),
        (
            "INSERT INTO orders (state) VALUES ('paid too much')",
            "22001 value too long for type character varying(5)",
        ),
        (
            "INSERT INTO orders (amount) VALUES ('-32769')",
            "22003 value \"-32769\" is out of range for type smallint",
        ),
        (
            "INSERT INTO n (i) VALUES (true)",
            "42804 column \"i\" is of type integer but expression is of type boolean",
        ),
    ] {
        assert_eq!(play.run(1, statement), error, "{statement}");
    }
    assert_eq!(play.run(1, "INSERT INTO n (i) VALUES (-2147483648) RETURNING i"), "(-2147483648) INSERT 0 1");
    assert_eq!(play.run(1, "INSERT INTO n (v) VALUES ('paid     ') RETURNING v"), "(paid ) INSERT 0 1");
}

#[test]
fn an_upsert_sees_the_old_row_and_the_proposed_one() {
    let mut play = Play::accounts();
    let upsert = "INSERT INTO accounts AS a VALUES (1, 5), (3, 7) ON CONFLICT (id) DO UPDATE \
                  SET balance = a.balance + excluded.balance WHERE a.balance < 105 RETURNING *";
    assert_eq!(play.run(1, upsert), "(1, 105) (3, 7) INSERT 0 2");
    assert_eq!(play.run(1, upsert), "(3, 14) INSERT 0 1");
}

#[test]
fn one_upsert_cannot_change_a_row_twice() {
    let mut play = Play::accounts();
    let upsert = "INSERT INTO accounts VALUES (7, 5), (7, 6) ON CONFLICT (id) DO";
    assert_eq!(
        play.run(1, &format!("{upsert} UPDATE SET balance = 0")),
        "21000 ON CONFLICT DO UPDATE command cannot affect row a second time"
    );
    assert_eq!(play.run(1, &format!("{upsert} NOTHING")), "INSERT 0 1");
}

#[test]
fn on_conflict_needs_a_unique_key_it_can_be_about() {
    let mut play = orders();
    assert_eq!(
        play.run(1, "INSERT INTO orders DEFAULT VALUES ON CONFLICT (state) DO NOTHING"),
        "42P10 there is no unique or exclusion constraint matching the ON CONFLICT specification"
    );
    assert_eq!(
        play.run(1, "INSERT INTO orders (email) VALUES ('a') ON CONFLICT ON CONSTRAINT nope DO NOTHING"),
        "42704 constraint \"nope\" for table \"orders\" does not exist"
    );
    assert_eq!(
        play.run(
            1,
            "INSERT INTO orders (email) VALUES ('a') ON CONFLICT (email) DO UPDATE SET email = email"
        ),
        "42702 column reference \"email\" is ambiguous"
    );
    // A conflict elsewhere is an error.
    play.run(1, "INSERT INTO orders VALUES (7, 'a')");
    assert_eq!(
        play.run(1, "INSERT INTO orders VALUES (7, 'b') ON CONFLICT (email) DO NOTHING"),
        "23505 duplicate key value violates unique constraint \"orders_pkey\""
    );
}

#[test]
fn an_identity_column_counts_by_itself() {
    let mut play = Play::with(&["CREATE TABLE t (id bigint GENERATED ALWAYS AS IDENTITY, n int DEFAULT 4)"]);
    assert_eq!(play.run(1, "INSERT INTO t DEFAULT VALUES RETURNING *"), "(1, 4) INSERT 0 1");
    assert_eq!(play.run(1, "INSERT INTO t VALUES (DEFAULT, 5) RETURNING id"), "(2) INSERT 0 1");
    assert_eq!(
        play.run(1, "INSERT INTO t VALUES (7, 5)"),
        "428C9 cannot insert a non-DEFAULT value into column \"id\""
    );
    play.run_all(1, &["BEGIN", "INSERT INTO t (n) VALUES (0)", "ROLLBACK", "TRUNCATE t"]);
    assert_eq!(play.run(1, "INSERT INTO t (n) VALUES (0) RETURNING id"), "(4) INSERT 0 1");
}
