//! What is refused while typing: exact place, length and words.

use super::*;
use crate::store::{check_arity, command, commands};

/// The errors of a text, each as `line:column+length message`.
fn errors(source: &str) -> Vec<String> {
    let found = parse_here(source).err().unwrap_or_default();
    found.iter().map(|d| format!("{}:{}+{} {}", d.line, d.column, d.length, d.message)).collect()
}

#[track_caller]
fn check(table: &[(&str, &[&str])]) {
    for (source, expected) in table {
        assert_eq!(errors(source), *expected, "for {source:?}");
    }
}

#[test]
fn an_unknown_word_is_answered_with_the_nearest_name() {
    check(&[
        ("SETN k v", &["1:1+4 SETN is not a statement; did you mean SETNX?"]),
        ("x = gte k", &["1:5+3 gte is not a statement; did you mean GET?"]),
        ("Charge a 5", &["1:1+6 Charge is not a statement; did you mean charge?"]),
        ("post /x y", &["1:1+4 post is not a statement; did you mean POST?"]),
        ("IF x", &["1:1+2 IF is not a statement; did you mean if?"]),
        ("atmoic", &["1:1+6 atmoic is not a statement; did you mean atomic?"]),
        (
            "refund everything",
            &[
                "1:1+6 refund is not a statement; a line starts with a Redis command, a SQL statement, charge, email, POST, PUT, \
               ship, append, read, version, authorize, if, atomic, skip or fail",
            ],
        ),
        ("INSERT INTO t", &["1:14+1 syntax error at end of input; expected VALUES or DEFAULT VALUES"]),
    ]);
}

#[test]
fn a_command_that_cannot_be_used_here_says_why() {
    check(&[
        (
            "BLPOP q 0",
            &["1:1+5 a consumer's step cannot wait for another client; use the command that does not block"],
        ),
        ("flushall", &["1:1+8 this would erase the queue itself; delete the keys you mean with DEL"]),
        ("MULTI", &["1:1+5 put the commands between atomic and end: that is one step at the store"]),
        ("eval x 0", &["1:1+4 put the commands between atomic and end: that is one step at the store"]),
    ]);
}

#[test]
fn a_command_with_too_few_or_too_many_words_shows_its_form() {
    let syntax = |name: &str| command(name.as_bytes()).expect("a command").syntax;
    let (set, get) = (syntax("set"), syntax("get"));
    check(&[
        ("SET k", &[&format!("1:6+1 SET needs at least 2 arguments, this has 1: {set}")]),
        ("  get   # which?", &[&format!("1:6+1 GET needs 1 argument, this has 0: {get}")]),
        ("GET a b c", &[&format!("1:7+3 GET takes 1 argument, this has 3: {get}")]),
    ]);
    assert_eq!(parse_here("SET k").unwrap_err()[0].expected.as_deref(), Some(set));
}

#[test]
fn the_arity_check_is_the_stores() {
    for spec in commands() {
        for count in 0..6 {
            let argv: Vec<Bytes> =
                [spec.name].into_iter().chain([r#""1""#; 6]).take(count + 1).map(Bytes::from).collect();
            let source: Vec<String> = argv.iter().map(Bytes::to_text).collect();
            let source = source.join(" ").replacen("append", "APPEND", 1);
            let refused = errors(&source).iter().any(|error| error.contains("argument"));
            let known = !matches!(spec.name, "flushall" | "flushdb");
            assert_eq!(refused, known && check_arity(&argv).is_err(), "{source}");
        }
    }
}

#[test]
fn the_options_of_set_are_checked_as_far_as_they_are_known() {
    let unknown = "it has NX XX GET KEEPTTL EX PX EXAT PXAT, and a value with spaces goes in quotes";
    check(&[
        ("SET k v NX PX 100 GET", &[]),
        ("SET k v px 100 nx", &[]),
        ("SET k v {job.card} NX XX", &[]),
        ("SET k v EX {job.amount}", &[]),
        ("SET k hello world", &[&format!("1:13+5 SET has no option world; {unknown}")]),
        ("SET k v NX XX", &["1:12+2 SET cannot have both NX and XX"]),
        ("SET k v EX 1 PX 2", &["1:14+2 SET cannot have both EX and PX"]),
        ("SET k v KEEPTTL EX 2", &["1:17+2 SET cannot have both KEEPTTL and EX"]),
        ("SET k v PX", &["1:11+1 PX needs a number of milliseconds"]),
        ("SET k v EX 1.5", &["1:12+3 EX needs a positive whole number of seconds, not 1.5"]),
        ("SET k v EX 0", &["1:12+1 EX needs a positive whole number of seconds, not 0"]),
        ("SET k v PX NX", &["1:12+2 PX needs a positive whole number of milliseconds, not NX"]),
    ]);
}

#[test]
fn an_outside_call_names_what_is_missing_where_it_is_missing() {
    check(&[
        ("charge {job.card}", &["1:18+1 charge needs a card and an amount: charge CARD AMOUNT [key K]"]),
        ("  charge", &["1:9+1 charge needs a card and an amount: charge CARD AMOUNT [key K]"]),
        ("charge a 10 key", &["1:16+1 key needs a value: charge CARD AMOUNT [key K]"]),
        (
            "charge a 10 k1",
            &[
                "1:13+2 charge takes a card and an amount: charge CARD AMOUNT [key K]; a text with spaces goes in quotes",
            ],
        ),
        (
            "charge a 10 key k1 now please",
            &[
                "1:20+10 nothing can follow the key: charge CARD AMOUNT [key K]; a text with spaces goes in quotes",
            ],
        ),
        ("charge a -5", &["1:10+2 the amount must be a positive whole number of cents, not -5"]),
        ("charge a 19.99", &["1:10+5 the amount must be a positive whole number of cents, not 19.99"]),
        (
            "email {job.mail}",
            &[
                "1:7+10 the job has no field mail; it has id, card, amount, student, course",
                "1:17+1 email needs an address and a template: email TO TEMPLATE [key K]",
            ],
        ),
        (
            "PUT /u/1 {job.card} key k",
            &["1:21+5 PUT takes a URL and a body: PUT URL BODY; a text with spaces goes in quotes"],
        ),
        ("read", &["1:5+1 read needs a stream: read STREAM"]),
        ("append s e expect -1", &["1:19+2 expect needs the stream's number of events, not -1"]),
        (
            "append s e key 1",
            &[
                "1:12+5 append takes a stream and an event: append STREAM EVENT [expect N]; a text with spaces goes in quotes",
            ],
        ),
        ("n = versoin s", &["1:5+7 versoin is not a statement; did you mean version?"]),
        ("append s", &["1:9+1 append needs a stream and an event: append STREAM EVENT [expect N]"]),
    ]);
}

#[test]
fn an_interpolation_that_refers_to_nothing_lists_what_exists() {
    check(&[
        ("GET {job.nope}", &["1:5+10 the job has no field nope; it has id, card, amount, student, course"]),
        (
            "GET {claimed}",
            &["1:5+9 no statement above keeps a reply in claimed; there are no variables here"],
        ),
        (
            "a = GET k\nb = GET k\nSET k {c}",
            &["3:7+3 no statement above keeps a reply in c; the variables here are a, b"],
        ),
        ("x = GET {x}", &["1:9+3 no statement above keeps a reply in x; there are no variables here"]),
        ("GET {job}", &["1:5+5 say which field of the job: {job.id}"]),
        ("GET {}", &["1:5+2 nothing stands between the braces; for braces themselves write {{ and }}"]),
        ("GET {a b}", &["1:5+5 a b is not a name; braces hold job.FIELD, a variable, worker, token or now"]),
        (
            "GET {x} {y",
            &[
                "1:5+3 no statement above keeps a reply in x; there are no variables here",
                "1:9+1 this { is never closed: write {name} for a value, {{ for a brace",
                &format!(
                    "1:9+2 GET takes 1 argument, this has 2: {}",
                    command(b"get").expect("a command").syntax
                ),
            ],
        ),
        ("GET k}", &["1:6+1 this } closes nothing: write }} for a brace"]),
        (
            r#"SET k '{"a":1}'"#,
            &[
                "1:8+1 this { is never closed: write {name} for a value, {{ for a brace",
                "1:14+1 this } closes nothing: write }} for a brace",
            ],
        ),
    ]);
}

#[test]
fn quotes_are_redis_clis() {
    check(&[
        (r#"SET k "two words"#, &["1:7+10 this \" is never closed"]),
        ("SET k 'v'x", &["1:10+1 put a space after the closing '"]),
        (r#"SET "k e y" 'it\'s'"#, &[]),
    ]);
}

#[test]
fn a_condition_says_what_it_takes() {
    check(&[
        ("if\nend", &["1:3+1 if needs a condition: if X, if not X, or if X OP Y"]),
        ("if not\nend", &["1:7+1 not needs a value: if not X"]),
        ("if job.id ==\nend", &["1:13+1 this comparison has no right side: if X OP Y"]),
        ("if job.id = 5\nend", &["1:11+1 = keeps a reply; to compare, write =="]),
        ("if job.id is 5\nend", &["1:11+2 is is not a comparison; those are == != < <= > >="]),
        ("if job.id==5\nend", &["1:4+9 put a space on both sides of the comparison in job.id==5"]),
        (
            "n = GET k\nif n == paid\nend",
            &["2:9+4 paid is not a variable; for the text write \"paid\"; the variables here are n"],
        ),
        ("n = GET k\nif n>5\nend", &["2:4+3 put a space on both sides of the comparison in n>5"]),
        (
            "n = GET k\nif n > 5 and n < 9\nend",
            &["2:10+9 an if makes one comparison; nest another if for more"],
        ),
        (
            "n = GET k\nif not n == 5\nend",
            &["2:10+4 not stands before one value; use the opposite comparison instead"],
        ),
    ]);
}

#[test]
fn blocks_must_fit_together() {
    check(&[
        ("if 1\n GET k", &["1:1+2 this if has no end"]),
        ("if 1\n  atomic\n    GET k\n", &["1:1+2 this if has no end", "2:3+6 this atomic has no end"]),
        ("end", &["1:1+3 there is nothing open for this end to close"]),
        ("else", &["1:1+4 there is no if for this else"]),
        ("if 1\nelse\nelse\nend", &["3:1+4 the if of line 1 already has an else"]),
        (
            "if 1\nelse if 2\nend",
            &["2:6+4 else stands alone: put the if on the next line, with an end of its own"],
        ),
        ("if 1\nend if", &["2:5+2 end stands alone on its line"]),
        ("atomic\nelse\nGET k\nend", &["2:1+4 atomic has no else"]),
        ("atomic\nend", &["2:1+3 the atomic of line 1 holds no command"]),
        (
            "not job.id",
            &[
                "1:1+3 not is not a statement; a line starts with a Redis command, a SQL statement, charge, email, POST, PUT, ship, append, read, version, authorize, if, atomic, skip or fail",
            ],
        ),
    ]);
}

#[test]
fn only_the_store_is_inside_atomic() {
    let refused = "cannot stand inside atomic, which holds Redis commands and if only";
    check(&[
        ("atomic\nGET k\ncharge a 5\nend", &[&format!("3:1+6 charge {refused}")]),
        ("atomic\nif 1\nskip \"x\"\nend\nend", &[&format!("3:1+4 skip {refused}")]),
        ("atomic\nfail \"x\"\nGET k\nend", &[&format!("2:1+4 fail {refused}")]),
        ("atomic\nGET k\natomic\nGET k\nend\nend", &[&format!("3:1+6 atomic {refused}")]),
        ("atomic\nif 1\nx = GET k\nelse\nDEL k\nend\nend", &[]),
    ]);
}

#[test]
fn an_assignment_takes_a_plain_name_and_a_statement_with_a_reply() {
    check(&[
        ("x =", &["1:4+1 = keeps the reply of a statement: name = STATEMENT"]),
        ("x=GET k", &["1:1+5 put a space on both sides of =: x = STATEMENT"]),
        ("x =GET k", &["1:3+4 put a space on both sides of =: x = STATEMENT"]),
        ("x = 5", &["1:5+1 x = keeps the reply of a statement; 5 is not a statement"]),
        ("x = {job.id}", &["1:5+8 x = keeps the reply of a statement; {job.id} is not a statement"]),
        (
            "x = skip \"a\"",
            &["1:5+4 only a command, a SQL statement or an outside call has a reply to keep, skip has none"],
        ),
        ("now = GET k", &["1:1+3 now has a meaning of its own and cannot name a variable"]),
        (
            "9x = GET k",
            &[
                "1:1+2 9x cannot name a variable; a name is letters, digits and _, and starts with a letter or _",
            ],
        ),
    ]);
}

#[test]
fn a_reason_is_one_text() {
    check(&[
        ("skip", &["1:5+1 skip needs a reason: skip \"why\""]),
        ("fail out of stock", &["1:10+8 fail takes one text; put it in quotes: fail \"why\""]),
        ("skip done", &[]),
    ]);
}

#[test]
fn columns_and_lengths_count_characters() {
    check(&[
        (
            "SET clé:🔑 {nö}",
            &["1:11+4 nö is not a name; braces hold job.FIELD, a variable, worker, token or now"],
        ),
        (
            "\u{a0}\u{a0}größe k",
            &[
                "1:3+5 größe is not a statement; a line starts with a Redis command, a SQL statement, charge, email, POST, PUT, ship, append, read, version, authorize, \
             if, atomic, skip or fail",
            ],
        ),
    ]);
}

#[test]
fn all_errors_are_reported_in_order_up_to_twenty() {
    let source = "if 1\nGET {a} {b}\nNOPE\n";
    let lines: Vec<u32> = parse_here(source).unwrap_err().iter().map(|d| d.line).collect();
    assert_eq!(lines, [1, 2, 2, 2, 3]);
    let many = "GET\n".repeat(50);
    let found = parse_here(&many).unwrap_err();
    assert_eq!((found.len(), found[19].line), (20, 20));
}

#[test]
fn a_statement_with_an_error_still_assigns_its_variable() {
    assert_eq!(errors("x = SETN k v\nif x\nend"), ["1:5+4 SETN is not a statement; did you mean SETNX?"]);
}

#[test]
fn a_diagnostic_shows_its_place_first() {
    let shown = parse_here("GET k\n  charge a").unwrap_err()[0].to_string();
    assert_eq!(shown, "line 2, column 11: charge needs a card and an amount: charge CARD AMOUNT [key K]");
}

#[test]
fn every_limit_says_what_it_is_and_what_was_found() {
    let words = format!("DEL{}", " k".repeat(64));
    let word = format!("GET {}", "k".repeat(1025));
    let variables: String = (0..33).map(|n| format!("v{n} = GET k\n")).collect();
    let deep = format!("{}{}", "if 1\n".repeat(9), "end\n".repeat(9));
    check(&[
        (
            &"#".repeat(16_385),
            &["1:1+1 the recipe is 16385 bytes long; the playground's limit is 16384 bytes"],
        ),
        (&"\n".repeat(201), &["201:1+1 the recipe has 201 lines; the playground's limit is 200 lines"]),
        (&words, &["1:131+1 this statement has 65 words; the playground's limit is 64"]),
        (&word, &["1:5+1025 this word is 1025 bytes long; the playground's limit is 1024 bytes"]),
        (&variables, &["33:1+3 v32 would be variable number 33; the playground's limit is 32"]),
        (&deep, &["9:1+2 this is nested 9 deep; the playground's limit is 8"]),
    ]);
}

#[test]
fn just_within_every_limit_is_fine() {
    let variables: String = (0..32).map(|n| format!("v{n} = GET k\n")).collect();
    let deep = format!("{}{}", "if 1\n".repeat(8), "end\n".repeat(8));
    let word = format!("GET {}", "k".repeat(1024));
    let words = format!("DEL{}", " k".repeat(63));
    check(&[
        (&"#".repeat(16_384), &[]),
        (&"\n".repeat(200), &[]),
        (&words, &[]),
        (&word, &[]),
        (&variables, &[]),
        (&deep, &[]),
    ]);
}
