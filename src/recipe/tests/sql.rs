//! SQL statements in recipes.

use super::*;

fn database(setup: &[&str]) -> Database {
    let mut database = Database::default();
    for text in setup {
        let outcome = database.execute_text(SessionId(9), text, &[]);
        assert!(!matches!(outcome, Outcome::Failed(_)), "{text}: {outcome:?}");
    }
    database
}

const ACCOUNTS: [&str; 2] = [
    "CREATE TABLE accounts (id text PRIMARY KEY, amount int NOT NULL, note text)",
    "INSERT INTO accounts VALUES ('4242', 100, NULL), ('o''hara', 7, 'x')",
];

/// Runs a recipe against tables; the variables at its end as text, how it ended, and the database.
fn run_on(source: &str, setup: &[&str]) -> (Vec<String>, Executed, Database) {
    let job = usual_job();
    let (program, ctx) = (program(source), context(&job));
    let mut env = Recorder { database: database(setup), ..Recorder::default() };
    let mut frame = Frame::start(&program, &ctx);
    let end = loop {
        match frame.execute(&program, &ctx, &mut env) {
            Executed::Next { .. } => {}
            end => break end,
        }
    };
    let kept = frame.variables(&program).map(|(name, value)| format!("{name}: {value}")).collect();
    (kept, end, env.database)
}

fn first(database: &Database, text: &str) -> String {
    match database.clone().execute_text(SessionId(8), text, &[]) {
        Outcome::Rows { rows, .. } => rows[0][0].to_text(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_variable_keeps_one_value_or_a_row_of_several_or_how_many_rows_changed() {
    let source = "one = SELECT amount FROM accounts WHERE id = {job.card}
row = SELECT id, amount, note FROM accounts WHERE id = {job.card}
none = SELECT amount FROM accounts WHERE id = 'nobody'
n = UPDATE accounts SET amount = amount + 1
made = INSERT INTO accounts VALUES ('new', {row.amount}, {row.note}) RETURNING note
b = BEGIN
c = COMMIT";
    let (kept, end, database) = run_on(source, &ACCOUNTS);
    assert_eq!(
        kept,
        [
            "one: 100",
            "row: id \"4242\", amount 100, note (nil)",
            "none: (nil)",
            "n: 2",
            "made: (nil)",
            "b: \"BEGIN\"",
            "c: \"COMMIT\""
        ]
    );
    assert_eq!(end, Executed::Done);
    assert_eq!(first(&database, "SELECT amount FROM accounts WHERE id = 'new' AND note IS NULL"), "100");
}

#[test]
fn what_stands_in_braces_is_a_value_and_never_a_part_of_the_statement() {
    let source = "a = SET k 1\nINSERT INTO accounts VALUES ('x-{job.student}-''{a}''', {job.amount})";
    let evil = job(&[("student", "'); DROP TABLE accounts; --"), ("amount", "5")]);
    let (program, ctx) = (program(source), context(&evil));
    let mut env = Recorder { database: database(&ACCOUNTS), ..Recorder::default() };
    let mut frame = Frame::start(&program, &ctx);
    frame.execute(&program, &ctx, &mut env);
    let shown = frame.at(&program, &ctx).to_string();
    assert_eq!(shown, "INSERT INTO accounts VALUES ('x-''); DROP TABLE accounts; ---''OK''', 5)");
    frame.execute(&program, &ctx, &mut env);
    let kept = first(&env.database, "SELECT id FROM accounts WHERE amount = 5");
    assert_eq!(kept, "x-'); DROP TABLE accounts; ---'OK'");
}

#[test]
fn doubled_braces_are_braces_with_and_without_a_value_between_them() {
    let source = "a = SELECT '{{\"id\": {job.card}}}'
b = SELECT '''{{}}'''
c = SELECT '{{{{{job.amount}}}}}' || '{{'";
    let (kept, end, _) = run_on(source, &[]);
    assert_eq!(kept, [r#"a: "{\"id\": 4242}""#, "b: \"'{}'\"", "c: \"{{1999}}{\""]);
    assert_eq!(end, Executed::Done);
    let (job, shown) = (usual_job(), "SELECT '{}', '{1999}', 1999");
    let (program, ctx) = (program("SELECT '{{}}', '{{{job.amount}}}', {job.amount}"), context(&job));
    assert_eq!(Frame::start(&program, &ctx).at(&program, &ctx).to_string(), shown);
}

#[test]
fn an_error_of_the_database_is_thrown_with_its_sqlstate_and_the_frame_stays() {
    let (_, end, database) = run_on("INSERT INTO accounts VALUES ({job.card}, 1)", &ACCOUNTS);
    let message = "SQLSTATE 23505 duplicate key value violates unique constraint \"accounts_pkey\": Key (id)=(4242) already exists.";
    assert_eq!(end, Executed::Error { line: 1, message: message.to_owned() });
    assert_eq!(first(&database, "SELECT count(*) FROM accounts"), "2");
}

#[test]
fn a_statement_that_waits_leaves_the_frame_where_it_is() {
    let job = usual_job();
    let (program, ctx) = (program("UPDATE accounts SET amount = 0"), context(&job));
    let mut env = Recorder { database: database(&ACCOUNTS), ..Recorder::default() };
    for text in ["BEGIN", "UPDATE accounts SET amount = 1"] {
        env.database.execute_text(SessionId(2), text, &[]);
    }
    let mut frame = Frame::start(&program, &ctx);
    let before = frame.clone();
    assert_eq!(frame.execute(&program, &ctx, &mut env), Executed::Waits);
    assert_eq!(frame, before);
}

#[track_caller]
fn refused(line: &str) -> (u32, u32, String) {
    let tables = database(&ACCOUNTS);
    let vocabulary = Vocabulary { job_fields: &FIELDS, tables: Some(&tables) };
    let errors = parse(line, &vocabulary).expect_err("it has a mistake");
    assert_eq!(errors.len(), 1, "{errors:?}");
    (errors[0].column, errors[0].length, errors[0].message.clone())
}

const UNCLOSED: &str = "this { is never closed: write {name} for a value, {{ for a brace";
const LONE: &str = "this } closes nothing: write }} for a brace";

#[test]
fn a_mistake_in_sql_is_underlined_where_it_is() {
    let cases = [
        ("n = UPDATE accounts SET amout == 1", 32, 1, "syntax error at or near \"=\""),
        ("SELECT {job.card} FORM accounts", 24, 8, "syntax error at or near \"accounts\""),
        ("n = CREATE TABLE t (id int)", 5, 6, "a consumer does not make tables; the tables here: accounts"),
        ("CREATE TABLE accounts (a int)", 1, 6, "a consumer does not make tables; the tables here: accounts"),
        ("SELECT * FROM acounts", 15, 7, "relation \"acounts\" does not exist; the tables here: accounts"),
        (
            "SELECT {job.nothing}",
            8,
            13,
            "the job has no field nothing; it has id, card, amount, student, course",
        ),
        ("SELECT 'é{nope}'", 10, 6, "no statement above keeps a reply in nope; there are no variables here"),
        ("SELECT {job.card", 8, 1, UNCLOSED),
        ("SELECT 'é{job.card', '}'", 10, 1, UNCLOSED),
        ("SELECT '{{{job.card', 1", 11, 1, UNCLOSED),
        ("SELECT 'a}' FORM", 10, 1, LONE),
        ("SELECT 1 }", 10, 1, LONE),
        ("SELECT {{job.card}}", 8, 1, "syntax error at or near \"{\""),
        ("SELECT 'it{job.card}", 8, 1, "unterminated quoted string at or near \"'it\""),
        ("select = SET a 1", 8, 1, "syntax error at or near \"=\""),
    ];
    for (line, column, length, message) in cases {
        let (at, long, said) = refused(line);
        assert_eq!((at, long), (column, length), "{line}: {said}");
        assert!(said.starts_with(message), "{line}: {said}");
    }
}

#[test]
fn sql_cannot_stand_inside_atomic() {
    let errors = parse_here("atomic\n  SELECT 1\nend").expect_err("it cannot");
    let message = "a SQL statement cannot stand inside atomic, which holds Redis commands and if only";
    assert_eq!(errors[0].message, message);
}

#[test]
fn a_column_that_is_not_there_and_a_row_in_a_word_are_said() {
    let (_, end, _) = run_on("r = SELECT id, amount FROM accounts\nSET k {r.note}", &ACCOUNTS);
    let message = "there is no r.note: a row has the columns its SELECT names";
    assert_eq!(end, Executed::Error { line: 2, message: message.to_owned() });
    let (_, end, _) = run_on("r = SELECT id, amount FROM accounts\nSET k {r}", &ACCOUNTS);
    let message = "r is a row here; name one of its columns: {r.COLUMN}";
    assert_eq!(end, Executed::Error { line: 2, message: message.to_owned() });
}
