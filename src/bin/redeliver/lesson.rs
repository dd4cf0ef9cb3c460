//! `redeliver lesson check`: lessons that start broken, are solved by their solution, and by nothing less.

use std::fmt::Write as _;
use std::sync::Arc;

use redeliver::app;
use redeliver::catalogue::course::{self, Lesson, Outcome as Judged, Step};
use redeliver::catalogue::{catalogue, file};
use redeliver::explore::Counterexample;
use redeliver::sim::{Action, World, apply};

use super::{Outcome, Problem, input, text};

/// What does nothing, and so may reach no goal.
const NOTHING: [(&str, &str); 2] = [("empty recipe", ""), ("skip", "skip \"x\"\n")];

/// A lesson with the file it came from.
struct Opened {
    path: String,
    text: String,
    lesson: Lesson,
}

/// What was found so far: the report, and whether all is well.
struct Checked {
    told: String,
    fine: bool,
}

/// Checks lessons. None is run before all of them can be read.
pub(crate) fn check(paths: &[String]) -> Result<(String, Outcome), Problem> {
    let mut opened = Vec::new();
    let mut problems = Vec::new();
    for path in paths {
        match open(path) {
            Ok(lesson) => opened.push(lesson),
            Err(Problem(text)) => problems.push(text),
        }
    }
    if !problems.is_empty() {
        return Err(Problem(problems.join("\n")));
    }
    let mut checked = Checked { told: String::new(), fine: true };
    for lesson in &opened {
        one(&mut checked, lesson);
    }
    Ok((checked.told, if checked.fine { Outcome::Fine } else { Outcome::Broken }))
}

fn open(path: &str) -> Result<Opened, Problem> {
    let text = input::read(path, file::MAX_BYTES)?;
    let lesson = course::load(&text, &catalogue()).map_err(|error| input::misread(path, &error))?;
    Ok(Opened { path: path.to_owned(), text, lesson })
}

fn one(checked: &mut Checked, opened: &Opened) {
    let Opened { path, lesson, .. } = opened;
    let _ = writeln!(checked.told, "{path}: {}, {}", lesson.title, lesson.scenario.title);
    let _ = writeln!(checked.told, "  goal          {}", lesson.goal.bound.words());
    let start = if place(opened, "start").is_some() { "start" } else { "consumer" };
    recipe(checked, opened, "start", start, &lesson.start, false);
    recipe(checked, opened, "solution", "solution", &lesson.solution, true);
    for (name, text) in NOTHING {
        recipe(checked, opened, name, "goal", text, false);
    }
    for (index, step) in lesson.steps.iter().enumerate() {
        if let Step::Run { actions: Some(fragment), .. } = step
            && let Err(why) = replay(lesson, fragment)
        {
            complain(checked, opened, &format!("steps[{index}].run.actions"), &why);
        }
    }
}

/// Whether a recipe does with the goal what it should.
fn recipe(checked: &mut Checked, opened: &Opened, name: &str, field: &str, recipe: &str, reaches: bool) {
    let lesson = &opened.lesson;
    let judged =
        lesson.judge(recipe).expect("a loaded lesson's recipes parse, and so does one that does nothing");
    let said = match &judged {
        Judged::Reached => "reaches the goal".to_owned(),
        Judged::Broken(found) => {
            format!("misses the goal: {} after {} actions", found.violation.word(), found.actions.len())
        }
        Judged::NeverDone => "misses the goal: no schedule ends with every effect done once".to_owned(),
        Judged::Undecided => "is not decided: the search reached its memory limit".to_owned(),
    };
    let _ = writeln!(checked.told, "  {name:14}{said}");
    if let Judged::Broken(found) = &judged {
        link(checked, lesson, name, found);
    }
    if (judged == Judged::Reached) != reaches || judged == Judged::Undecided {
        let what = if reaches { "does not reach the goal" } else { "should miss the goal, for certain" };
        complain(checked, opened, field, &format!("{name} {what}"));
        if reaches && let Judged::Broken(found) = &judged {
            tell(checked, lesson, found);
        }
    }
}

/// The shortest schedule that breaks the start, for a step's `actions`.
fn link(checked: &mut Checked, lesson: &Lesson, name: &str, found: &Counterexample) {
    let actions: Vec<Action> = found.setup.iter().chain(&found.actions).cloned().collect();
    let workers = lesson.goal.bound.workers;
    if name == "start"
        && let Ok(fragment) = app::encode(&lesson.scenario, None, workers, lesson.consumer, &actions)
    {
        let _ = writeln!(checked.told, "  {:14}{fragment}", "");
    }
}

fn tell(checked: &mut Checked, lesson: &Lesson, found: &Counterexample) {
    let mut world = World::new(&lesson.scenario, lesson.consumer, lesson.goal.bound.workers);
    for action in &found.setup {
        apply(&mut world, action);
    }
    let trace = app::trace(world, &found.actions).expect("what a search did can be done again");
    text::steps(&mut checked.told, &trace);
}

/// Whether a link can be done from its beginning to its end, in the lesson's own scenario and with its consumer.
fn replay(lesson: &Lesson, fragment: &str) -> Result<(), String> {
    let mut known = catalogue();
    known.insert(0, Arc::clone(&lesson.scenario));
    let link = app::decode(fragment, &known).map_err(|error| error.to_string())?;
    if link.scenario != lesson.scenario || link.consumer != lesson.consumer {
        return Err("the link is about another scenario, or begins with another consumer".to_owned());
    }
    let world = World::new(&link.scenario, link.consumer, link.workers);
    app::trace(world, &link.actions).map(|_| ()).map_err(|error| error.to_string())
}

fn place(opened: &Opened, field: &str) -> Option<(u32, u32)> {
    file::position(&opened.text, field)
}

fn complain(checked: &mut Checked, opened: &Opened, field: &str, what: &str) {
    let (line, column) = place(opened, field).unwrap_or((1, 1));
    let _ = writeln!(checked.told, "{}:{line}:{column}: {field}: {what}", opened.path);
    checked.fine = false;
}
