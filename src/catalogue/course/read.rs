//! From JSON to a lesson, checked like a scenario: what is wrong is noted once, and reading goes on harmlessly.

use std::sync::Arc;

use super::super::file::{Checker, FileError, Place};
use super::super::scenario::{self, MAX_TITLE, recipe};
use super::prose::spans;
use super::{Control, Goal, Lesson, Step, VERSION};
use crate::base::json::Json;
use crate::explore::{Bound, Violation};
use crate::sim::{FaultKind, MAX_WORKERS, Scenario};

/// The longest paragraph, question or hint, in bytes.
const MAX_PARAGRAPH: usize = 1_000;
/// The longest answer, in bytes.
const MAX_OPTION: usize = 200;
/// The most paragraphs of a text.
const MAX_PARAGRAPHS: usize = 12;
/// The most steps.
const MAX_STEPS: usize = 20;
/// The most hints.
const MAX_HINTS: usize = 5;
/// The longest lesson, in minutes.
const MAX_MINUTES: i64 = 120;
/// The most orders and faults of a goal.
const MAX_MANY: u8 = 4;
/// The furthest that a goal's clock moves: a day, in seconds.
const MAX_SECONDS: i64 = 24 * 60 * 60;

/// The fields of a lesson file.
const FIELDS: &[&str] = &[
    "version", "id", "title", "minutes", "scenario", "consumer", "start", "steps", "goal", "hints",
    "solution", "disabled", "notes",
];

/// Checks a file and makes the lesson that it describes.
pub(super) fn lesson(text: &str, json: &Json, known: &[Arc<Scenario>]) -> Result<Lesson, FileError> {
    let check = Checker::new(text);
    let file = Place::file(&check, json);
    let version = file.at("version");
    let number = version.number();
    if number != i64::from(VERSION) {
        version.wrong(&format!("this is version {number}; version {VERSION} is the only one there is"));
    }
    check.result()?;
    file.holds_only(FIELDS);
    let (scenario, scenario_text) = played_in(text, &file.at("scenario"), known)?;
    let consumer = consumer(&file.at("consumer"), &scenario);
    check.result()?;
    let start = file.may("start");
    let controls = Control::nameable();
    let lesson = Lesson {
        id: file.at("id").id(),
        title: file.at("title").words(MAX_TITLE),
        minutes: file.at("minutes").whole(1, MAX_MINUTES, 1),
        consumer,
        start: if start.is_there() {
            recipe(&start, &scenario)
        } else {
            scenario.consumers[consumer].recipe.clone()
        },
        steps: steps(&file.at("steps")),
        goal: goal(&file.at("goal")),
        hints: file.at("hints").each(1, MAX_HINTS, &mut |hint| paragraph(hint, MAX_PARAGRAPH)),
        solution: recipe(&file.at("solution"), &scenario),
        disabled: file.may("disabled").each(0, controls.len(), &mut |it| control(it, &controls)),
        notes: prose(&file.may("notes")),
        scenario,
        scenario_text,
    };
    check.result()?;
    Ok(lesson)
}

/// A shipped scenario by its id, or one that stands in the lesson, with its text.
fn played_in(
    text: &str,
    it: &Place<'_>,
    known: &[Arc<Scenario>],
) -> Result<(Arc<Scenario>, Option<String>), FileError> {
    if it.is_text() {
        let id = it.text();
        match known.iter().find(|shipped| shipped.id == id) {
            Some(shipped) => return Ok((Arc::clone(shipped), None)),
            None => it.wrong("there is no shipped scenario of that id"),
        }
        it.result()?;
    }
    Ok((scenario::own(it)?, it.written(text).map(str::to_owned)))
}

fn consumer(it: &Place<'_>, scenario: &Scenario) -> usize {
    let known: Vec<&str> = scenario.consumers.iter().map(|consumer| consumer.id.as_str()).collect();
    let id = one_of(it, &known);
    scenario.consumer(id).unwrap_or(0)
}

/// A control by its name.
fn control(it: &Place<'_>, controls: &[Control]) -> Control {
    let names: Vec<&str> = controls.iter().map(|control| control.name()).collect();
    let name = one_of(it, &names);
    controls[names.iter().position(|known| *known == name).unwrap_or(0)]
}

/// A text that is one of several.
fn one_of<'k>(it: &Place<'_>, known: &[&'k str]) -> &'k str {
    let text = it.text();
    match known.iter().find(|word| **word == text) {
        Some(word) => word,
        None => {
            it.wrong(&("this should be one of ".to_owned() + &known.join(", ")));
            known.first().copied().unwrap_or_default()
        }
    }
}

fn paragraph(it: &Place<'_>, most: usize) -> String {
    let text = it.words(most);
    if spans(&text).is_none() {
        it.wrong("a backtick or a pair of asterisks opens here and does not close, or holds nothing");
    }
    text
}

/// One paragraph, or a list of them.
fn prose(it: &Place<'_>) -> Vec<String> {
    if it.is_text() {
        return vec![paragraph(it, MAX_PARAGRAPH)];
    }
    it.each(1, MAX_PARAGRAPHS, &mut |it| paragraph(it, MAX_PARAGRAPH))
}

fn steps(it: &Place<'_>) -> Vec<Step> {
    let steps = it.each(1, MAX_STEPS, &mut step);
    let first = |wanted: fn(&Step) -> bool| steps.iter().position(wanted);
    let predict = first(|step| matches!(step, Step::Predict { .. }));
    let run = first(|step| matches!(step, Step::Run { .. }));
    let explain = first(|step| matches!(step, Step::Explain(_)));
    match (predict, run, explain) {
        (Some(predict), Some(run), Some(_)) if predict < run => {}
        _ => it.wrong("a lesson has a predict before its first run, a run and an explain"),
    }
    steps
}

fn step(it: &Place<'_>) -> Step {
    let step = it.variant(&["predict", "run", "explain"]);
    if step.is("explain") {
        return Step::Explain(prose(&step));
    }
    if step.is("run") {
        step.holds_only(&["text", "actions"]);
        let actions = step.may("actions");
        let text = prose(&step.at("text"));
        return Step::Run { text, actions: actions.is_there().then(|| fragment(&actions)) };
    }
    step.holds_only(&["question", "options", "right", "why"]);
    let options = step.at("options").each(2, 4, &mut |option| paragraph(option, MAX_OPTION));
    Step::Predict {
        question: paragraph(&step.at("question"), MAX_PARAGRAPH),
        right: step.at("right").place(options.len()),
        options,
        why: prose(&step.at("why")),
    }
}

/// A share link's fragment, as far as it can be told from outside.
fn fragment(it: &Place<'_>) -> String {
    let text = it.text();
    let fits = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_');
    if !text.starts_with('v') || !text.bytes().all(fits) {
        it.wrong("this should be what follows the # of a share link");
    }
    text
}

fn goal(it: &Place<'_>) -> Goal {
    it.holds_only(&["text", "workers", "orders", "faults", "kinds", "seconds", "no"]);
    let defaults = Bound::default();
    let kinds = it.may("kinds");
    let mut of_kind = defaults.of_kind;
    if kinds.is_there() {
        of_kind = [0; FaultKind::COUNT];
        let names: Vec<&str> = FaultKind::all().map(|kind| kind.row().name).collect();
        kinds.each(1, names.len(), &mut |kind| {
            let name = one_of(kind, &names);
            of_kind[names.iter().position(|it| *it == name).unwrap_or(0)] = u8::MAX;
        });
    }
    let words = Violation::ALL.map(Violation::word);
    let forbidden = it.at("no");
    let named = forbidden.each(1, words.len(), &mut |it| one_of(it, &words));
    if !named.contains(&Violation::Loss.word()) {
        forbidden.wrong("loss has to be one of these: otherwise a recipe that skips its work would do");
    }
    Goal {
        text: paragraph(&it.at("text"), MAX_PARAGRAPH),
        bound: Bound {
            workers: it.may("workers").small(1, MAX_WORKERS, defaults.workers),
            orders: it.may("orders").small(1, MAX_MANY, defaults.orders),
            faults: it.at("faults").small(0, MAX_MANY, 1),
            of_kind,
            again: defaults.again,
            horizon: it.at("seconds").whole(1, MAX_SECONDS, 1) * 1_000,
        },
        no: Violation::ALL.into_iter().filter(|violation| named.contains(&violation.word())).collect(),
    }
}
