//! What a scenario file may say, and where it is told that it may not.

mod options;

use std::sync::Arc;

use super::{FileError, MAX_BYTES, load, load_shipped};
use crate::base::json::compact;
use crate::catalogue::built_in;
use crate::queue::{Backoff, Keep};
use crate::sim::{Action, Enqueue, Measure, Probe, System, WORKERS, WorkerId, World, apply, enabled};

/// Every field there is, one value a line, so that a test can change a line.
const WHOLE: &str = r##"{
  "version": 1,
  "id": "points",
  "title": "Points",
  "summary": "Each job credits points.",
  "queue": "points",
  "jobName": "credit",
  "fields": [
    { "name": "order", "values": ["#"] },
    { "name": "user", "values": ["ada", "user-#"] }
  ],
  "setup": [
    "SET points:ada 10",
    "SADD \"known users\" ada"
  ],
  "options": { "attempts": 5, "backoff": { "exponential": 250 }, "removeOnComplete": 0, "removeOnFail": 10 },
  "settings": { "lockDuration": 10000, "lockRenewTime": 5000, "stalledInterval": 15000, "maxStalledCount": 2 },
  "probes": [
    { "key": "points:{job.user}" },
    { "member": ["credited:{job.user}", "{job.order}"] },
    { "setSize": "known users" },
    { "ledger": "mail" }
  ],
  "effect": "credited",
  "effectNoun": "credit",
  "truth": "Points are credited once.",
  "consumers": [
    {
      "id": "naive",
      "title": "Naive",
      "note": "Credits at every run.",
      "recipe": [
        "INCRBY points:{job.user} 5"
      ]
    },
    {
      "id": "set",
      "title": "Set",
      "note": "Remembers the order.",
      "recipe": [
        "# remember",
        "SADD credited:{job.user} {job.order}"
      ],
      "probes": [1],
      "invariants": [
        {
          "text": "As many orders as members.",
          "left": { "setSize": "credited:ada" },
          "right": { "difference": ["orders", { "number": 0 }] }
        }
      ]
    }
  ]
}
"##;

/// Loads the whole file with one text in it replaced.
fn changed(from: &str, to: &str) -> Result<Arc<crate::sim::Scenario>, FileError> {
    assert_eq!(WHOLE.matches(from).count(), 1, "{from} is there once");
    load(&WHOLE.replace(from, to))
}

/// What is told about the file with one text replaced: `field: line L, column C: message`.
fn told(from: &str, to: &str) -> String {
    changed(from, to).expect_err("it is wrong").to_string()
}

#[test]
fn every_field_of_a_file_arrives_in_the_scenario() {
    let it = load(WHOLE).unwrap();
    assert_eq!((it.id.as_str(), it.queue.as_str(), it.job_name.as_str()), ("points", "points", "credit"));
    assert_eq!(it.fields[1].value(3), "user-3");
    assert_eq!(it.setup[1], ["SADD", "known users", "ada"]);
    assert_eq!((it.options.attempts, it.options.backoff), (5, Some(Backoff::Exponential(250))));
    assert_eq!(
        (it.options.remove_on_complete, it.options.remove_on_fail),
        (Keep::Newest(0), Keep::Newest(10))
    );
    assert_eq!((it.settings.lock_duration, it.settings.lock_renew_time), (10_000, 5_000));
    assert_eq!((it.settings.stalled_interval, it.settings.max_stalled_count), (15_000, 2));
    let member = Probe::Member { key: "credited:{job.user}".into(), member: "{job.order}".into() };
    let probes = [Probe::Key("points:{job.user}".into()), member, Probe::SetSize("known users".into())];
    assert_eq!(it.probes[..3], probes);
    assert_eq!(it.probes[3], Probe::Ledger(System::Mail));
    assert_eq!(it.consumers[1].recipe, "# remember\nSADD credited:{job.user} {job.order}\n");
    assert_eq!((&it.consumers[0].probes, &it.consumers[1].probes), (&vec![0], &vec![1]));
    let invariant = &it.consumers[1].invariants[0];
    assert_eq!(invariant.left, Measure::SetSize("credited:ada".into()));
    let difference = Measure::Difference(Box::new(Measure::Orders), Box::new(Measure::Number(0)));
    assert_eq!(invariant.right, difference);
}

#[test]
fn a_heading_and_a_source_are_taken_over_and_may_be_left_out() {
    let plain = load(WHOLE).expect("it is sound");
    assert_eq!((plain.group.as_str(), plain.source.as_str()), ("Your own", ""));
    let from = "\"title\": \"Points\",";
    let both = changed(from, &format!("{from} \"group\": \"Loyalty\", \"source\": \"From us.\","));
    let both = both.expect("it is sound");
    assert_eq!((both.group.as_str(), both.source.as_str()), ("Loyalty", "From us."));
}

#[test]
fn what_is_left_out_is_as_in_the_shipped_scenarios() {
    let options = WHOLE.lines().find(|line| line.contains("\"options\"")).unwrap();
    let settings = WHOLE.lines().find(|line| line.contains("\"settings\"")).unwrap();
    let it = load(&WHOLE.replace(options, "").replace(settings, "")).unwrap();
    let shipped = load_shipped(built_in::texts()[0]).unwrap();
    assert_eq!((&it.options, it.settings), (&shipped.options, shipped.settings));
}

#[test]
fn every_consumer_of_a_loaded_scenario_starts_with_a_job_that_can_be_taken() {
    let scenario = load(WHOLE).unwrap();
    for consumer in 0..scenario.consumers.len() {
        let world = World::new(&scenario, consumer, WORKERS);
        assert!(enabled(&world).contains(&Action::Step(WorkerId(1))));
    }
}

#[test]
fn a_text_that_is_not_json_is_told_by_line_column_and_field() {
    let comma = told("\"title\": \"Naive\",", "\"title\": \"Naive\"");
    assert_eq!(
        comma,
        "consumers[0]: line 31, column 7: this is not JSON: a comma, a quote or a bracket is missing or too many"
    );
    assert_eq!(load("").unwrap_err().to_string(), "line 1, column 1: the file ends before its JSON does");
    let cut = load(&WHOLE[..WHOLE.find("ada").unwrap()]).unwrap_err();
    assert_eq!((cut.line, cut.field.as_str()), (10, "fields[1].values[0]"));
}

#[test]
fn a_field_of_the_wrong_kind_or_name_or_none_at_all_is_told_by_its_path() {
    let kind = told("[\"ada\", \"user-#\"]", "[\"ada\", 7]");
    assert_eq!(kind, "fields[1].values[1]: line 10, column 41: this should be a text in quotes");
    let unknown = told("\"note\": \"Credits", "\"notes\": \"Credits");
    assert!(
        unknown.starts_with("consumers[0].notes: line 31, column 16: there is no such field; there are id,"),
        "{unknown}"
    );
    let missing = told("\"effect\": \"credited\",", "");
    assert!(missing.ends_with("line 1, column 1: a field is missing here: effect"), "{missing}");
    let twice = told("\"effect\": \"credited\",", "\"effect\": \"a\", \"effect\": \"b\",");
    assert!(twice.contains("line 24") && twice.ends_with("this field is given twice"), "{twice}");
    let probe = told("{ \"ledger\": \"mail\" }", "{ \"ledger\": \"fax\" }");
    assert!(
        probe.starts_with("probes[3].ledger: line 22") && probe.contains("there is no such system"),
        "{probe}"
    );
}

#[test]
fn a_later_version_is_told_before_its_new_fields_are() {
    let later = load("{ \"version\": 2, \"colour\": \"red\" }").unwrap_err();
    let expected = "version: line 1, column 14: this is version 2; version 1 is the only one there is";
    assert_eq!(later.to_string(), expected);
}

#[test]
fn a_mistake_in_a_recipe_is_told_where_it_stands_in_the_file() {
    let told = told("\"SADD credited:{job.user} {job.order}\"", "\"SADD \\\"x\\\" {job.nobody}\"");
    let expected =
        "consumers[1].recipe[1]: line 42, column 21: the job has no field nobody; it has id, order, user";
    assert_eq!(told, expected);
}

#[test]
fn names_that_cannot_be_are_told() {
    let cases = [
        (
            "\"id\": \"points\"",
            "\"id\": \"Points\"",
            "id: line 3, column 9: an id is 1 to 40 of a-z, 0-9 and -",
        ),
        (
            "\"id\": \"points\"",
            "\"id\": \"charge\"",
            "id: line 3, column 9: charge is a shipped scenario's; links could not tell the two apart",
        ),
        (
            "\"queue\": \"points\"",
            "\"queue\": \"a:b\"",
            "queue: line 6, column 12: a queue's name cannot contain ':', which separates the parts of a key",
        ),
        (
            "\"name\": \"user\"",
            "\"name\": \"id\"",
            "fields[1].name: line 10, column 15: {job.id} is the queue's own number for the job",
        ),
        (
            "\"name\": \"user\"",
            "\"name\": \"order\"",
            "fields[1].name: line 10, column 15: \"order\" is used twice",
        ),
        (
            "\"id\": \"set\"",
            "\"id\": \"naive\"",
            "consumers[1].id: line 37, column 13: \"naive\" is used twice",
        ),
        ("\"title\": \"Points\"", "\"title\": \" \"", "title: line 4, column 12: this text is empty"),
        (
            "\"title\": \"Points\"",
            "\"title\": \"a\\u001bb\"",
            "title: line 4, column 12: this text holds a control character, such as a line break",
        ),
    ];
    for (from, to, expected) in cases {
        assert_eq!(told(from, to), expected);
    }
    let name = told("\"name\": \"user\"", "\"name\": \"the user\"");
    assert!(
        name.starts_with("fields[1].name: line 10, column 15: a field's name is a letter or _"),
        "{name}"
    );
}

#[test]
fn a_set_up_command_has_to_succeed_and_to_leave_the_queue_alone() {
    let cases = [
        ("INCR points:ada x", "ERR wrong number of arguments for 'incr' command"),
        ("SET points:ada", "ERR wrong number of arguments for 'set' command"),
        ("", "ERR unknown command '', with args beginning with: "),
        ("SET emq:points:wait 1", "emq:points:wait is the queue's: its keys start with emq:"),
        ("MSET a 1 emq:points:id 7", "emq:points:id is the queue's: its keys start with emq:"),
        ("SET a \\\"\\\\xff\\\"", "this is not text in UTF-8"),
    ];
    for (command, expected) in cases {
        let told = told("SET points:ada 10", command);
        assert_eq!(told, format!("setup[0]: line 13, column 5: {expected}"));
    }
    let quote = told("SET points:ada 10", "SET a 'b");
    assert_eq!(quote, "setup[0]: line 13, column 12: a quote is out of place here");
    let failing = told("SADD \\\"known users\\\" ada", "INCR points:ada x");
    assert!(failing.starts_with("setup[1]: line 14"), "{failing}");
    let large = told("SET points:ada 10", "SETRANGE a 500000 x");
    assert_eq!(
        large,
        "setup[0]: line 13, column 5: after this the store holds 500066 bytes; the limit is 65536"
    );
}

#[test]
fn probes_and_invariants_name_only_what_there_is() {
    let cases = [
        (
            "points:{job.user}\" },",
            "points:{job.usr}\" },",
            "probes[0].key: line 19, column 14: {job.usr} is not known here; what can be filled in is {job.order}, {job.user}",
        ),
        (
            "\"member\": [\"credited:{job.user}\"",
            "\"member\": [\"emq:points:wait\"",
            "probes[1].member[0]: line 20, column 18: keys that start with emq: are the queue's",
        ),
        (
            "\"setSize\": \"credited:ada\"",
            "\"setSize\": \"credited:{job.usr}\"",
            "consumers[1].invariants[0].left.setSize: line 48, column 32: {job.usr} is not known here; what can be filled in is {job.order}, {job.user}",
        ),
        (
            "\"setSize\": \"credited:ada\"",
            "\"value\": \"credited:ada\"",
            "consumers[1].invariants[0].right: line 49, column 20: value and text are compared with each other; this compares a text with a number",
        ),
        (
            "{ \"number\": 0 }",
            "{ \"text\": \"none\" }",
            "consumers[1].invariants[0].right.difference[1]: line 49, column 47: a difference is between numbers; this is a text",
        ),
        (
            "\"probes\": [1]",
            "\"probes\": [4]",
            "consumers[1].probes[0]: line 44, column 18: 4 is not between 0 and 3",
        ),
        (
            "\"probes\": [1]",
            "\"probes\": [1, 1]",
            "consumers[1].probes[1]: line 44, column 21: 1 is used twice",
        ),
        (
            "{ \"key\": \"points:{job.user}\" }",
            "{ \"keys\": \"em{job.user}\" }",
            "probes[0].keys: line 19, column 15: the queue's keys, which start with emq:, could be among these",
        ),
        (
            "{ \"number\": 0 }",
            "{ \"endless\": \"emq\" }",
            "consumers[1].invariants[0].right.difference[1].endless: line 49, column 60: the queue's keys, which start with emq:, could be among these",
        ),
    ];
    for (from, to, expected) in cases {
        assert_eq!(told(from, to), expected);
    }
}

#[test]
fn a_truth_compares_texts_and_is_asked_for_each_order_when_a_field_stands_in_it() {
    let truth = "\"effect\": \"credited\", \"invariants\": [{ \"text\": \"Each user has five.\", \
        \"left\": { \"value\": \"points:{job.user}\" }, \"right\": { \"text\": \"5\" } }],";
    let scenario = changed("\"effect\": \"credited\",", truth).expect("it is sound");
    let mut world = World::new(&scenario, 0, WORKERS);
    let truth = &scenario.consumers[0].invariants[0];
    let mut run = |action: Action| {
        apply(&mut world, &action);
        truth.holds(&world)
    };
    let mut typed = |command: &str| run(Action::Command(command.into()));
    assert!(typed("SET points:ada 5"));
    assert!(!typed("SET points:ada 05"), "texts are not numbers");
    assert!(!typed("DEL points:ada"), "nothing is no text");
    assert!(!typed("SADD points:ada 5"), "a set is no text");
    typed("DEL points:ada");
    assert!(typed("SET points:ada 5"));
    assert!(!run(Action::Enqueue(Enqueue::default())), "the second order's user has nothing");
}

#[test]
fn numbers_that_would_make_no_sense_are_told_with_their_limits() {
    let cases = [
        (
            "\"attempts\": 5",
            "\"attempts\": 0",
            "options.attempts: line 16, column 28: 0 is not between 1 and 20",
        ),
        (
            "\"exponential\": 250",
            "\"exponential\": 0",
            "options.backoff.exponential: line 16, column 59: 0 is not between 1 and 86400000",
        ),
        (
            "\"lockDuration\": 10000",
            "\"lockDuration\": 1",
            "settings.lockDuration: line 17, column 33: 1 is not between 1000 and 86400000",
        ),
        (
            "\"stalledInterval\": 15000",
            "\"stalledInterval\": 4999",
            "settings.stalledInterval: line 17, column 82: 4999 is not between 5000 and 86400000",
        ),
        (
            "\"maxStalledCount\": 2",
            "\"maxStalledCount\": 4000000000",
            "settings.maxStalledCount: line 17, column 108: 4000000000 is not between 0 and 1000",
        ),
    ];
    for (from, to, expected) in cases {
        assert_eq!(told(from, to), expected);
    }
}

#[test]
fn a_file_that_is_too_large_in_any_way_is_told_so() {
    let large = load(&" ".repeat(MAX_BYTES + 1)).unwrap_err();
    assert_eq!(large.to_string(), "line 1, column 1: the file is longer than 262144 bytes");
    let lines = told("\"# remember\",", &"\"# x\",\n".repeat(200));
    assert!(lines.starts_with("consumers[1].recipe: line 40") && lines.contains("1 to 200"), "{lines}");
    let line = told("# remember", "# one\\n# two");
    assert!(
        line.starts_with("consumers[1].recipe[0]: line 41, column 9: a recipe is a list of lines"),
        "{line}"
    );
    let value = told("\"user-#\"", &format!("\"{}\"", "#".repeat(67)));
    assert_eq!(value, "fields[1].values[1]: line 10, column 41: this is 201 bytes long; the limit is 200");
    let deep = format!("{}\"orders\"{}", "{\"difference\":[{\"number\":1},".repeat(8), "]}".repeat(8));
    let deep = told("{ \"setSize\": \"credited:ada\" }", &deep);
    assert!(deep.ends_with("differences can be nested 8 deep"), "{deep}");
    let nested = load(&format!("{{\"version\": 1, \"x\": {}", "[".repeat(100_000))).unwrap_err();
    assert_eq!(nested.message, "this is out of place, or nested too deeply");
}

#[test]
fn a_byte_order_mark_in_front_is_no_mistake() {
    assert_eq!(load(&format!("\u{feff}{WHOLE}")), load(WHOLE));
}

#[test]
fn a_file_without_the_space_between_its_parts_says_the_same() {
    let spaced =
        WHOLE.replace("Credits at every run.", "A \\\" quote,  a \\\\ stroke: \\\\").replace('\n', "\r\n\t");
    let compact = compact(&spaced);
    assert_eq!(load(&compact), load(&spaced));
    assert_eq!(load(&compact).unwrap().consumers[0].note, "A \" quote,  a \\ stroke: \\");
    assert!(!compact.contains(['\n', '\t']) && compact.contains("Each job credits"));
}

#[test]
fn the_documented_example_is_the_example_file_and_loads() {
    let example = include_str!("../../../docs/examples/refund.scenario.json");
    let page = include_str!("../../../docs/scenario-file.md");
    assert!(page.contains(&format!("```json\n{example}```\n")), "docs/scenario-file.md shows another text");
    assert_eq!(load(example).unwrap().id, "refund");
    let mistaken = load(&example.replacen("{job.order}", "{job.ordre}", 1)).unwrap_err();
    let FileError { line, column, field, message } = mistaken;
    let told = format!("refund.scenario.json:{line}:{column}: {field}: {message}");
    assert!(page.contains(&told), "docs/scenario-file.md does not show {told}");
}

#[test]
fn no_slip_of_the_pen_makes_a_world_panic() {
    let mut rng = crate::base::SplitMix64::new(1);
    let mut pick = |n: usize| rng.below(n as u64) as usize;
    let pieces =
        ["", "0", "9", "\"", "#", "{", "}", "[", "]", ":", ",", "ada", "{job.user}", "emq:", "\\u0000", "é"];
    let mut loaded = 0;
    for _ in 0..3_000 {
        let (at, length) = (pick(WHOLE.len()), pick(4));
        let piece = pieces[pick(pieces.len())];
        let changed = format!("{}{piece}{}", &WHOLE[..at], WHOLE.get(at + length..).unwrap_or_default());
        match load(&changed) {
            Ok(scenario) => {
                loaded += 1;
                for consumer in 0..scenario.consumers.len() {
                    assert_eq!(World::new(&scenario, consumer, WORKERS).jobs().count(), 1);
                }
            }
            Err(error) => assert!(error.line > 0 && error.column > 0 && !error.message.is_empty()),
        }
    }
    assert!(loaded > 100, "only {loaded} of them could be loaded: the slips are too harsh to test anything");
}

/// The whole file with tables in place of its set-up.
fn with_tables(tables: &str, per_order: &str) -> Result<Arc<crate::sim::Scenario>, FileError> {
    let from = "  \"options\": { \"attempts\": 5";
    changed(from, &format!("  \"tables\": [{tables}],\n  \"perOrder\": [{per_order}],\n{from}"))
}

const MAKE: &str = "\"CREATE TABLE owed (id int PRIMARY KEY, who text)\"";

#[test]
fn each_order_brings_its_rows_along() {
    let rows = "\"INSERT INTO owed VALUES ({job.order}, '{job.user}')\"";
    let scenario = with_tables(MAKE, rows).expect("it is right");
    let mut world = World::new(&scenario, 0, WORKERS);
    crate::sim::apply(&mut world, &Action::Enqueue(crate::sim::Enqueue::default()));
    crate::sim::apply(&mut world, &Action::EnqueueAgain(crate::sim::JobNo(1)));
    let table = world.sql().table("owed").expect("it is there");
    let rows = table.rows();
    let shown: Vec<_> =
        rows.iter().map(|row| row.committed.as_ref().expect("it is committed")[1].to_text()).collect();
    assert_eq!(shown, ["ada", "user-2"]);
}

#[test]
fn the_statements_for_each_order_are_tried_for_as_many_orders_as_a_search_has() {
    let only = "this has to be one INSERT, UPDATE, DELETE or SELECT";
    for (rows, why) in [
        (
            "\"INSERT INTO owed VALUES ({job.nothing}, 'x')\"",
            "for order 1: line 1, column 26: the job has no field",
        ),
        ("\"INSERT INTO owed VALUES ('x', 'x')\"", "for order 1: 22P02 invalid input syntax"),
        ("\"INSERT INTO owed VALUES (1, 'x')\"", "for order 2: 23505 duplicate key"),
        (
            "\"INSERT INTO owed VALUES (1 / (8 - {job.order}), 'x') ON CONFLICT DO NOTHING\"",
            "for order 8: 22012",
        ),
        ("\"SET a b\"", only),
        ("\"BEGIN\"", only),
        ("\"commit\"", only),
        ("\"ROLLBACK\"", only),
        ("\"DROP TABLE owed\"", only),
        ("\"Truncate owed\"", only),
        ("\"CREATE TABLE more (id int)\"", only),
    ] {
        let error = with_tables(MAKE, rows).expect_err("it is wrong").to_string();
        assert!(error.starts_with("perOrder[0]: line 17") && error.contains(why), "{error}");
    }
    let second = "\"DELETE FROM owed WHERE id = 0\", \"INSERT INTO owed VALUES (1, 'x')\"";
    let error = with_tables(MAKE, second).expect_err("it is wrong").to_string();
    assert!(error.starts_with("perOrder[1]: line 17") && error.contains("for order 2"), "{error}");
}
