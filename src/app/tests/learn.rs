//! Lessons on the page: the order of their steps, what is out of reach, the goal, and what is kept.

use crate::app::view::{Finding, GoalView, LessonView};
use crate::app::{App, INDEX, LearnMsg, Msg, ProofMsg};
use crate::explore::Violation;

use super::{all_buttons, let_play, press, press_all, verdict};

const SWITCH: &str = include_str!("../../../lessons/01-light-switch.json");
const ROSTER: &str = include_str!("../../../lessons/02-roster.json");
const OWNER: &str = include_str!("../../../lessons/08-owner-token.json");
const LAST: &str = include_str!("../../../lessons/04-marker-last.json");

const LIST: &str = r#"[
    {"id": "light-switch", "title": "The switch", "minutes": 4, "file": "01-light-switch.json"},
    {"id": "roster", "title": "Two rosters", "minutes": 5, "file": "02-roster.json"}
]"#;

fn tell(app: &mut App, msg: LearnMsg) {
    app.update(Msg::Learn(msg));
}

fn enter(app: &mut App, text: &str) {
    tell(app, LearnMsg::OpenFile { name: "a.json".to_owned(), text: text.to_owned() });
}

fn got(app: &mut App, address: &str, text: Result<&str, &str>) {
    let text = text.map(str::to_owned).map_err(str::to_owned);
    tell(app, LearnMsg::Got { address: address.to_owned(), text });
}

fn lesson(app: &App) -> LessonView {
    (*app.view().lesson.expect("a lesson is open")).clone()
}

fn goal(app: &App) -> GoalView {
    lesson(app).goal.expect("one is at the goal")
}

fn notice(app: &App) -> String {
    app.view().notice.as_ref().map_or(String::new(), |it| it.text.clone())
}

fn answer(app: &mut App, option: usize) {
    tell(app, LearnMsg::Pick(option));
    tell(app, LearnMsg::Answer);
}

/// Enters the lesson about the switch and goes to its goal.
fn at_goal() -> App {
    let mut app = App::new();
    while app.has_work() {
        app.update(Msg::Work(1_000));
    }
    app.update(Msg::Step);
    enter(&mut app, SWITCH);
    tell(&mut app, LearnMsg::Next);
    answer(&mut app, 1);
    for _ in 0..3 {
        tell(&mut app, LearnMsg::Next);
    }
    assert_eq!(lesson(&app).kind, "Goal");
    assert_eq!((app.has_work(), app.view().quick_verdict), (false, None), "the goal has a bound of its own");
    app
}

fn check(app: &mut App) -> GoalView {
    tell(app, LearnMsg::Check);
    for _ in 0..100_000 {
        if goal(app).cancel.why_not.is_some() {
            return goal(app);
        }
        app.update(Msg::Work(200));
    }
    panic!("the check does not come to an end");
}

#[test]
fn nothing_runs_before_the_prediction_and_everything_after_it() {
    let mut app = App::new();
    enter(&mut app, SWITCH);
    assert_eq!((lesson(&app).place.as_str(), lesson(&app).kind), ("Step 1 of 5", "Read"));
    let why = Some("Go on in the lesson: it asks for a prediction first.");
    for button in all_buttons(&app.view()).iter().filter(|it| it.label != "Share") {
        assert_eq!(button.why_not.as_deref(), why, "{}", button.name);
    }
    assert_eq!((app.view().scenario.fixed, app.view().editor.fixed), (why, why));
    for msg in [Msg::Step, Msg::Play, Msg::Consumer(1), Msg::Edit(String::new()), Msg::Proof(ProofMsg::Prove)]
    {
        let before = app.link();
        app.update(msg);
        assert_eq!(Some(notice(&app).as_str()), why);
        assert_eq!((app.link(), app.playing()), (before, false));
    }

    tell(&mut app, LearnMsg::Next);
    assert_eq!(lesson(&app).next.why_not.as_deref(), Some("Answer the question first."));
    tell(&mut app, LearnMsg::Next);
    tell(&mut app, LearnMsg::Answer);
    assert_eq!(notice(&app), "Choose an answer first.");
    answer(&mut app, 0);
    assert_eq!((lesson(&app).said, lesson(&app).answered), ("Not so.", Some(0)));
    answer(&mut app, 1);
    assert_eq!(lesson(&app).answered, Some(0), "an answer is given once");
    let act = lesson(&app).act.expect("the button stays, and the keyboard's focus on it");
    assert_eq!((act.label, act.why_not.as_deref()), ("Answer", Some("It was given.")));
    press(&mut app, "Step");
    assert_eq!(app.view().scenario.fixed, None);
}

#[test]
fn the_schedule_is_loaded_at_its_beginning_and_plays_to_what_was_to_be_foreseen() {
    for text in [SWITCH, ROSTER, LAST] {
        let mut app = App::new();
        enter(&mut app, text);
        while lesson(&app).kind != "Run" {
            answer(&mut app, 0);
            tell(&mut app, LearnMsg::Next);
        }
        tell(&mut app, LearnMsg::Load);
        assert!(lesson(&app).said.starts_with("Loaded. Press Step forward"), "{}", lesson(&app).said);
        let before = app.link();
        app.update(Msg::Step);
        assert_eq!(notice(&app), "A schedule is loaded: press Step forward, or Play.");
        assert_eq!((app.link(), lesson(&app).acted), (before, false));
        assert_eq!(verdict(&app).1, 0, "nothing was delivered yet");
        while app.view().controls.forward.why_not.is_none() {
            app.update(Msg::Forward);
        }
        assert!(lesson(&app).acted, "it has been seen to its end");
        let verdict = app.view().verdict;
        let broken = verdict.lines.iter().any(|it| it.judgement.word() != "once");
        assert!(broken, "{:?}", verdict.lines);
    }
}

#[test]
fn who_goes_on_from_a_run_finds_it_at_its_end() {
    for (loads, steps) in [(false, 0), (true, 0), (true, 2)] {
        let mut app = App::new();
        enter(&mut app, SWITCH);
        while lesson(&app).kind != "Run" {
            answer(&mut app, 1);
            tell(&mut app, LearnMsg::Next);
        }
        if loads {
            tell(&mut app, LearnMsg::Load);
        }
        (0..steps).for_each(|_| app.update(Msg::Forward));
        tell(&mut app, LearnMsg::Next);
        assert_eq!(lesson(&app).kind, "Read");
        assert_eq!(
            verdict(&app),
            ("Order 1: delivered 2×, switched 2×. Duplicated.".to_owned(), 2, 2),
            "{loads} {steps}"
        );
        assert!(app.view().controls.forward.why_not.is_some(), "it is at its end");
    }
}

#[test]
fn what_a_lesson_disables_cannot_be_used_and_says_so() {
    let mut app = App::new();
    enter(&mut app, &SWITCH.replace("\"hints\"", "\"disabled\": [\"Crash\", \"Code\"], \"hints\""));
    tell(&mut app, LearnMsg::Next);
    answer(&mut app, 1);
    let why = Some("This lesson does without it.");
    let view = app.view();
    let crash = all_buttons(&view).into_iter().find(|it| it.name == "Crash worker 1").expect("it is there");
    assert_eq!(crash.why_not.as_deref(), why);
    assert_eq!((view.editor.fixed, view.scenario.fixed), (why, None));
    app.update(crash.msg);
    assert_eq!(Some(notice(&app).as_str()), why);
    press(&mut app, "Freeze worker 1");
}

#[test]
fn the_start_is_broken_by_a_schedule_that_can_be_replayed() {
    let mut app = at_goal();
    let found = check(&mut app);
    assert!(found.said.starts_with("Not yet. The shortest "), "{}", found.said);
    let picture = found.broken.expect("there is a schedule");
    assert!(picture.why.starts_with("Deliveries 1 and 2 both "), "{}", picture.why);
    app.update(picture.replay.msg.clone());
    let_play(&mut app);
    assert_ne!(app.view().verdict.lines[0].judgement.word(), "once");
    assert_eq!(lesson(&app).kind, "Goal", "the lesson is still open");
    app.update(Msg::Edit("SET lamp:{job.lamp} off\n".to_owned()));
    assert!(goal(&app).stale);
}

#[test]
fn a_recipe_that_does_nothing_or_cannot_run_does_not_reach_the_goal() {
    let mut app = at_goal();
    app.update(Msg::Edit("fail \"no\"\n".to_owned()));
    let said = check(&mut app).said;
    assert!(said.starts_with("Nothing goes wrong, but") || said.starts_with("Not yet."), "{said}");
    app.update(Msg::Edit("SET lamp:1 on\nchrage\n".to_owned()));
    let said = check(&mut app).said;
    assert!(said.starts_with("Line 2, column 1: "), "{said}");
    assert!(app.progress().contains("\"done\":false"));
    assert_eq!(lesson(&app).next.why_not.as_deref(), Some("Reach the goal first."));
}

#[test]
fn hints_grow_until_the_solution_is_placed_unrun_and_reaches_the_goal() {
    let mut app = at_goal();
    app.update(Msg::Edit("# mine\nSET x 1\n".to_owned()));
    let labels: Vec<&str> = (0..3)
        .map(|_| {
            let help = goal(&app).help;
            app.update(help.msg);
            help.label
        })
        .collect();
    assert_eq!(labels, ["Hint", "Bigger hint", "Show solution"]);
    assert_eq!(goal(&app).hints, 2);
    assert_eq!(app.view().editor.text, lesson(&app).lesson.solution);
    assert_eq!(verdict(&app).1, 0, "nothing ran");
    press(&mut app, "Step back");
    assert_eq!(app.view().editor.text, "# mine\nSET x 1\n");
    tell(&mut app, LearnMsg::Solution);
    let found = check(&mut app);
    assert_eq!((found.finding, found.said.starts_with("Reached")), (Finding::Once, true));
    tell(&mut app, LearnMsg::Next);
    let end = lesson(&app);
    assert_eq!(end.place, "Lesson finished");
    assert_eq!(end.summary, "Goal reached with the solution shown. Predictions that came true: 1 of 1.");
    assert_eq!(end.next.why_not.as_deref(), Some("This is the end of the lesson."));
}

#[test]
fn a_truth_that_breaks_is_told_as_one_and_not_as_a_duplicate() {
    let mut app = App::new();
    enter(&mut app, OWNER);
    tell(&mut app, LearnMsg::Next);
    answer(&mut app, 2);
    while lesson(&app).kind != "Goal" {
        tell(&mut app, LearnMsg::Next);
    }
    let found = check(&mut app);
    let broken = found.broken.expect("the lesson begins with a recipe that tears the report");
    assert_eq!((found.finding, broken.violation), (Finding::BreaksATruth, Violation::Invariant));
    let steps = broken.picture.length;
    let said = format!("Not yet. The shortest schedule that breaks what must hold: {steps} steps.");
    assert_eq!((found.said, found.finding.word()), (said, "breaks a truth"));
    assert_eq!(broken.why, "Does not hold: Both halves come from the same delivery.");
}

#[test]
fn a_check_can_be_stopped() {
    let mut app = at_goal();
    tell(&mut app, LearnMsg::Check);
    app.update(Msg::Work(1));
    tell(&mut app, LearnMsg::Cancel);
    assert_eq!(goal(&app).said, "Stopped before the search was over.");
    assert_eq!(goal(&app).broken, None);
}

#[test]
fn leaving_gives_back_the_playground_as_it_was() {
    let mut app = App::new();
    press_all(&mut app, &["Step", "Step", "Crash worker 1", "Step back"]);
    app.update(Msg::Edit("charge {job.card}".to_owned()));
    let before = app.view();
    enter(&mut app, ROSTER);
    assert_eq!(app.view().scenario.scenarios.iter().filter(|it| it.chosen).count(), 1);
    assert_ne!(app.view().editor.text, before.editor.text);
    tell(&mut app, LearnMsg::Leave);
    let after = app.view();
    assert_eq!(
        (after.editor, after.timeline, after.verdict),
        (before.editor, before.timeline, before.verdict)
    );
    assert_eq!((after.scenario, after.lesson), (before.scenario, None));
}

#[test]
fn another_scenario_or_link_leaves_the_lesson() {
    for msg in [Msg::Scenario(2), Msg::Open("scenario=charge".to_owned())] {
        let mut app = App::new();
        enter(&mut app, SWITCH);
        app.update(msg);
        assert_eq!(app.view().lesson, None);
    }
}

#[test]
fn a_lesson_goes_on_where_it_was_left_mid_edit() {
    let mut app = at_goal();
    tell(&mut app, LearnMsg::Hint);
    app.update(Msg::Edit("SET lamp:{job.l".to_owned()));
    let kept = app.unsaved().expect("it has changed");
    assert_eq!(app.unsaved(), None, "it is given once");

    let mut later = App::new();
    assert!(later.recall(&kept));
    enter(&mut later, SWITCH);
    assert_eq!((lesson(&later).kind, goal(&later).hints), ("Goal", 1));
    assert_eq!(later.view().editor.text, "SET lamp:{job.l");
    assert!(!later.view().editor.errors.is_empty());
    tell(&mut later, LearnMsg::Again);
    assert_eq!((lesson(&later).at, lesson(&later).answered), (0, None));
    assert_eq!(later.view().editor.text, lesson(&later).lesson.start);
}

#[test]
fn progress_that_cannot_be_read_is_said_and_left_to_be_kept_aside() {
    let mut app = App::new();
    assert!(!app.recall("{\"version\":7}"));
    assert!(notice(&app).contains("this is version 7"), "{}", notice(&app));
    assert!(notice(&app).contains("kept aside"));
    assert_eq!(app.unsaved(), None);
}

#[test]
fn a_file_of_progress_is_added_and_a_bad_one_changes_nothing() {
    let mut app = App::new();
    let import = |app: &mut App, text: &str| {
        tell(app, LearnMsg::Import { name: "p.json".to_owned(), text: text.to_owned() });
    };
    import(&mut app, r#"{"version":1,"done":["light-switch"]}"#);
    assert_eq!(notice(&app), "p.json was added: 1 lesson, 1 of them done.");
    let before = app.progress();
    import(&mut app, r#"{"version":2,"last":"","lessons":[{"id":"x","hints":99}]}"#);
    assert_eq!(
        notice(&app),
        "p.json was not added. lessons[0].hints: line 1, column 53: 99 is not between 0 and 6. Your progress stays as it was."
    );
    assert_eq!(app.progress(), before);
    assert!(before.contains("\"done\":true"));
}

#[test]
fn the_list_is_asked_for_once_and_says_what_was_made_of_each_lesson() {
    let mut app = App::new();
    tell(&mut app, LearnMsg::List(true));
    assert_eq!(app.wanted(), [INDEX]);
    got(&mut app, INDEX, Ok(LIST));
    assert!(app.recall(
        r#"{"version":2,"last":"","lessons":[{"id":"light-switch","done":true},{"id":"roster","step":1}]}"#
    ));
    let view = app.view().lessons.expect("it is open");
    let rows: Vec<_> =
        view.rows.iter().map(|it| (it.state.word(), it.start.name.as_ref(), it.minutes.as_str())).collect();
    assert_eq!(
        rows,
        [
            ("Done", "Open lesson 1: The switch", "4 min"),
            ("Begun", "Continue lesson 2: Two rosters", "5 min")
        ]
    );
    assert_eq!(view.said, "1 of 2 lessons done.");
    tell(&mut app, LearnMsg::Start("roster".to_owned()));
    assert_eq!(app.wanted(), ["lessons/02-roster.json"]);
    got(&mut app, "lessons/02-roster.json", Ok(ROSTER));
    assert_eq!(app.lesson(), Some("roster"));
    assert_eq!(app.view().lessons, None);
    assert_eq!(lesson(&app).following, None, "it is the last one");
    app.update(Msg::Proof(ProofMsg::Prove));
    tell(&mut app, LearnMsg::List(true));
    assert_eq!((app.wanted(), app.view().proof), (Vec::<String>::new(), None));
}

#[test]
fn a_lesson_by_its_id_waits_for_the_list() {
    let mut app = App::new();
    tell(&mut app, LearnMsg::Start("light-switch".to_owned()));
    assert_eq!(app.wanted(), [INDEX]);
    got(&mut app, INDEX, Ok(LIST));
    assert_eq!(app.wanted(), ["lessons/01-light-switch.json"]);
    got(&mut app, "lessons/01-light-switch.json", Ok(SWITCH));
    assert_eq!(lesson(&app).following.expect("there is one").name, "Next lesson: Two rosters");
    tell(&mut app, LearnMsg::Start("nothing".to_owned()));
    assert!(notice(&app).starts_with("nothing was not opened. There is no lesson of that name."));
    assert_eq!(app.lesson(), Some("light-switch"), "what is here stays");
}

#[test]
fn a_lesson_that_is_missing_or_wrong_is_told_and_what_is_here_stays() {
    let mut app = App::new();
    press_all(&mut app, &["Step", "Step"]);
    let before = app.link();
    let address = "https://example.org/my.json";
    for (text, expected) in [
        (Err("There is nothing at this address (404)"), "There is nothing at this address (404). "),
        (Ok("PK"), "line 1, column 1: this is not JSON"),
        (Ok("{\"version\": 1}"), "a field is missing here: scenario"),
    ] {
        tell(&mut app, LearnMsg::Start(address.to_owned()));
        assert_eq!(app.wanted(), [address]);
        got(&mut app, address, text);
        assert!(notice(&app).starts_with("https://example.org/my.json was not opened. "), "{}", notice(&app));
        assert!(notice(&app).contains(expected), "{}", notice(&app));
        assert_eq!((app.link(), app.view().lesson), (before.clone(), None));
    }
    got(&mut app, address, Ok(SWITCH));
    assert_eq!(app.view().lesson, None, "nobody waits for it any more");
}

#[test]
fn everything_is_forgotten_only_when_it_was_asked_for_twice() {
    let mut app = at_goal();
    tell(&mut app, LearnMsg::List(true));
    let view = app.view().lessons.expect("it is open");
    assert_eq!(view.sure, None);
    app.update(view.reset.msg.clone());
    let [forget, keep] = app.view().lessons.expect("it is open").sure.clone().expect("it asks");
    app.update(keep.msg);
    assert_eq!(app.view().lessons.expect("it is open").sure, None);
    assert!(app.progress().contains("light-switch"));
    app.update(forget.msg);
    assert!(!app.progress().contains("light-switch"));
    assert_eq!((app.view().lesson, app.view().lessons), (None, None));
}

#[test]
fn that_nothing_is_kept_is_said_once() {
    let mut app = App::new();
    tell(&mut app, LearnMsg::NotKept);
    assert!(notice(&app).starts_with("The browser keeps nothing for this page"));
    app.update(Msg::DismissNotice);
    tell(&mut app, LearnMsg::NotKept);
    assert_eq!(notice(&app), "");
}

#[test]
fn nothing_shows_before_the_lesson_that_the_address_asks_for() {
    let address = "https://example.org/my.json";
    let mut app = App::new();
    tell(&mut app, LearnMsg::Start(address.to_owned()));
    assert!(app.waits());
    got(&mut app, address, Err("There is nothing at this address (404)"));
    assert!(!app.waits(), "the page shows why there is none");
    tell(&mut app, LearnMsg::List(true));
    tell(&mut app, LearnMsg::Start(address.to_owned()));
    assert!(!app.waits(), "the list stays until the lesson is here");
    got(&mut app, address, Ok(SWITCH));
    tell(&mut app, LearnMsg::Start(address.to_owned()));
    assert!(!app.waits(), "and so does a lesson");
}

#[test]
fn a_link_takes_the_place_of_a_lesson_that_waits_and_nothing_waits_after_it() {
    let mut sender = App::new();
    let roster = crate::catalogue::IDS.iter().position(|id| *id == "roster").expect("it is shipped");
    sender.update(Msg::Scenario(roster));
    let link = sender.link().expect("it is short");
    let mut app = App::first();
    tell(&mut app, LearnMsg::Start("lessons/01-light-switch.json".to_owned()));
    got(&mut app, "lessons/01-light-switch.json", Ok(SWITCH));
    app.update(Msg::Open(link));
    app.update(Msg::Rest(Ok(crate::catalogue::listed(&[crate::catalogue::FIRST]))));
    while app.reads_rest() {
        app.update(Msg::Work(1));
    }
    assert_eq!((app.waits(), app.view().lesson, app.world()), (false, None, sender.world()));
}

#[test]
fn a_lesson_waits_for_the_scenarios_that_the_page_fetches() {
    let mut app = App::first();
    tell(&mut app, LearnMsg::Start("lessons/01-light-switch.json".to_owned()));
    got(&mut app, "lessons/01-light-switch.json", Ok(SWITCH));
    assert!(app.waits());
    assert_eq!((notice(&app).as_str(), app.view().lesson), ("", None));
    app.update(Msg::Rest(Ok(crate::catalogue::listed(&[crate::catalogue::FIRST]))));
    while app.reads_rest() {
        app.update(Msg::Work(1));
    }
    assert_eq!(lesson(&app).lesson.title, "The switch that only says ON");
    assert!(!app.waits());
    tell(&mut app, LearnMsg::Reset);
    assert_eq!(app.view().scenario.scenarios.len(), crate::catalogue::IDS.len());
}
