//! Lesson files: what is read, what is refused and where, and what a goal demands.

use super::*;
use crate::catalogue::catalogue;
use crate::sim::FaultKind;

const WHOLE: &str = r#"{
  "version": 1,
  "id": "count-once",
  "title": "Count once",
  "minutes": 5,
  "scenario": "counter",
  "consumer": "naive",
  "steps": [
    { "predict": { "question": "How often?", "options": ["Once", "`2` times"], "right": 1, "why": "It **adds**." } },
    { "run": { "text": ["Redeliver it.", "Look."], "actions": "v1.abc-_9" } },
    { "explain": "Every run adds." }
  ],
  "goal": { "text": "Counted once.", "workers": 1, "faults": 1, "kinds": ["redelivery"], "seconds": 5, "no": ["loss", "duplicate"] },
  "hints": ["A marker."],
  "solution": [
    "claimed = SET dedup:{job.id} 1 NX",
    "if claimed",
    "  INCR page:views",
    "end"
  ],
  "disabled": ["Crash"],
  "notes": ["Ask first."]
}"#;

/// Reads a lesson that may name any shipped scenario.
fn load(text: &str) -> Result<Lesson, FileError> {
    super::load(text, &catalogue())
}

fn whole() -> Lesson {
    load(WHOLE).expect("it is a lesson")
}

/// What is said about the lesson with one piece of it replaced.
fn told(from: &str, to: &str) -> String {
    assert_eq!(WHOLE.matches(from).count(), 1, "{from}");
    load(&WHOLE.replace(from, to)).expect_err(to).to_string()
}

#[test]
fn a_lesson_is_read_with_everything_in_it() {
    let lesson = whole();
    assert_eq!((lesson.id.as_str(), lesson.title.as_str(), lesson.minutes), ("count-once", "Count once", 5));
    assert_eq!((lesson.scenario.id.as_str(), lesson.consumer, &lesson.scenario_text), ("counter", 0, &None));
    assert_eq!(lesson.start, "# Count the view\nINCR page:views\n");
    assert_eq!(
        lesson.steps[0],
        Step::Predict {
            question: "How often?".into(),
            options: vec!["Once".into(), "`2` times".into()],
            right: 1,
            why: vec!["It **adds**.".into()],
        }
    );
    let text = vec!["Redeliver it.".into(), "Look.".into()];
    assert_eq!(lesson.steps[1], Step::Run { text, actions: Some("v1.abc-_9".into()) });
    assert_eq!(lesson.steps[2], Step::Explain(vec!["Every run adds.".into()]));
    assert_eq!(lesson.goal.text, "Counted once.");
    assert_eq!(lesson.goal.no, [Violation::Duplicate, Violation::Loss]);
    let bound = &lesson.goal.bound;
    assert_eq!((bound.workers, bound.orders, bound.faults, bound.horizon), (1, 1, 1, 5_000));
    let kinds: Vec<u8> = FaultKind::all().map(|kind| bound.of_kind[kind as usize]).collect();
    assert_eq!(kinds, [0, 0, 0, 0, u8::MAX]);
    assert_eq!(lesson.hints, ["A marker."]);
    assert!(lesson.solution.ends_with("  INCR page:views\nend\n"));
    assert_eq!(
        (lesson.disabled, lesson.notes),
        (vec![Control::Fault(FaultKind::Crash)], vec!["Ask first.".to_owned()])
    );
}

#[test]
fn a_start_of_its_own_takes_the_place_of_the_consumers_text() {
    let lesson = load(&WHOLE.replace("\"steps\"", "\"start\": [\"INCR page:views\"],\n  \"steps\"")).unwrap();
    assert_eq!(lesson.start, "INCR page:views\n");
}

#[test]
fn what_is_wrong_is_told_with_its_line_column_and_field() {
    let cases = [
        ("\"version\": 1", "\"version\": 2", "version: line 2, column 14: this is version 2; version 1 is"),
        ("\"minutes\": 5", "\"minutes\": 0", "minutes: line 5, column 14: 0 is not between 1 and 120"),
        ("\"counter\"", "\"count\"", "scenario: line 6, column 15: there is no shipped scenario of that id"),
        ("\"naive\"", "\"plain\"", "consumer: line 7, column 15: this should be one of naive, marker, "),
        (
            "\"right\": 1",
            "\"right\": 2",
            "steps[0].predict.right: line 9, column 89: 2 is not between 0 and 1",
        ),
        (
            "[\"Once\", \"`2` times\"]",
            "[\"Once\"]",
            "steps[0].predict.options: line 9, column 57: there are 1",
        ),
        ("It **adds**.", "It **adds.", "steps[0].predict.why: line 9, column 99: a backtick or a pair"),
        ("v1.abc-_9", "x=1", "steps[1].run.actions: line 10, column 63: this should be what follows the #"),
        (
            "\"run\"",
            "\"walk\"",
            "steps[1].walk: line 10, column 15: there is no such field; there are predict",
        ),
        (
            "[\"redelivery\"]",
            "[\"flood\"]",
            "goal.kinds[0]: line 13, column 75: this should be one of crash, ",
        ),
        ("\"loss\", \"duplicate\"", "\"duplicate\"", "goal.no: line 13, column 110: loss has to be one of"),
        ("  INCR page:views", "  INRC page:views", "solution[2]: line 18, column 8: "),
        (
            "\"Crash\"",
            "\"Smash\"",
            "disabled[0]: line 21, column 16: this should be one of Step, Step back, ",
        ),
        ("\"hints\"", "\"hint\"", "hint: line 14, column 11: there is no such field; there are version, "),
        ("\"hints\": [\"A marker.\"],\n", "", "line 1, column 1: a field is missing here: hints"),
    ];
    for (from, to, expected) in cases {
        let told = told(from, to);
        assert!(told.starts_with(expected), "{told}\nis not\n{expected}");
    }
}

#[test]
fn one_predicts_before_one_runs() {
    let message =
        "steps: line 8, column 12: a lesson has a predict before its first run, a run and an explain";
    let without =
        WHOLE.replace("{ \"explain\": \"Every run adds.\" }", "{ \"run\": { \"text\": \"Again.\" } }");
    assert_eq!(load(&without).unwrap_err().to_string(), message);
    let late = WHOLE.replace("\"steps\": [", "\"steps\": [ { \"run\": { \"text\": \"Run.\" } },");
    assert_eq!(load(&late).unwrap_err().to_string(), message);
}

#[test]
fn a_scenario_can_stand_in_the_lesson_and_keeps_its_text() {
    let refund = include_str!("../../../docs/examples/refund.scenario.json").trim_end();
    let text = WHOLE
        .replace("\"counter\"", refund)
        .replace("\"naive\"", "\"status-after\"")
        .replace("INCR page:views", "POST /refunds {job.amount}");
    let lesson = load(&text).unwrap();
    assert_eq!((lesson.scenario.id.as_str(), lesson.scenario_text.as_deref()), ("refund", Some(refund)));
    let mistaken = load(&text.replacen("\"refunded\"", "7", 1)).unwrap_err();
    assert_eq!((mistaken.field.as_str(), mistaken.line), ("scenario.effect", 25));
}

#[test]
fn a_goal_is_reached_by_what_holds_and_by_nothing_that_does_nothing() {
    let lesson = whole();
    assert_eq!(lesson.judge(&lesson.solution), Ok(Outcome::Reached));
    let Ok(Outcome::Broken(found)) = lesson.judge(&lesson.start) else {
        panic!("the start reaches the goal")
    };
    assert_eq!((found.violation, found.actions.len()), (Violation::Duplicate, 6));
    for nothing in ["", "# nothing\n", "skip \"x\"\n"] {
        let Ok(Outcome::Broken(found)) = lesson.judge(nothing) else {
            panic!("{nothing:?} reaches the goal")
        };
        assert_eq!(found.violation, Violation::Loss);
    }
    assert_eq!(lesson.judge("fail \"never\"\n"), Ok(Outcome::NeverDone));
}

#[test]
fn a_text_that_does_not_parse_is_not_judged_as_another() {
    assert_eq!(whole().judge("INRC page:views").unwrap_err()[0].line, 1);
}

#[test]
fn a_search_that_grows_too_large_decides_nothing() {
    let lesson = whole();
    let mut search = lesson.search(&lesson.solution).unwrap().with_max_nodes(3);
    assert_eq!(lesson.goal.outcome(&search), None, "it has only begun");
    while !search.run(1) {}
    assert_eq!(lesson.goal.outcome(&search), Some(Outcome::Undecided));
}

#[test]
fn no_slip_of_the_pen_makes_a_lesson_panic() {
    let mut rng = crate::base::SplitMix64::new(3);
    let mut pick = |n: usize| rng.below(n as u64) as usize;
    let pieces = ["", "0", "9", "\"", "`", "**", "{", "}", "[", "]", ":", ",", "é", "null"];
    for _ in 0..2_000 {
        let (at, length, piece) = (pick(WHOLE.len()), pick(4), pieces[pick(pieces.len())]);
        let changed = format!("{}{piece}{}", &WHOLE[..at], WHOLE.get(at + length..).unwrap_or_default());
        if let Err(error) = load(&changed) {
            assert!(error.line > 0 && error.column > 0 && !error.message.is_empty());
        }
    }
}

#[test]
fn the_documented_lesson_is_a_shipped_one() {
    let page = include_str!("../../../docs/lesson-file.md");
    let example = include_str!("../../../lessons/01-light-switch.json");
    assert!(page.contains(&format!("```json\n{example}```\n")), "docs/lesson-file.md shows another text");
    for name in Control::nameable().into_iter().map(Control::name) {
        assert!(page.contains(&format!("`{name}`")), "docs/lesson-file.md does not list {name}");
    }
    let mistaken = load(&example.replacen("lamp:{job.lamp} on\"", "lamp:{job.lmap} on\"", 1)).unwrap_err();
    let FileError { line, column, field, message } = mistaken;
    let told = format!("01-light-switch.json:{line}:{column}: {field}: {message}");
    assert!(page.contains(&told), "docs/lesson-file.md does not show {told}");
}
