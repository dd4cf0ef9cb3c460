//! The headless page: what a person presses and what they then read.

use crate::sim::{Action, JobNo, WorkerId};

mod console;
mod faults;
mod files;
mod findings;
mod learn;
mod names;
mod parts;
mod proof;
mod rest;
mod scale;

use super::view::{Button, View};
use super::{App, CompareMsg, Dimension, LinkError, MAX_LINK, Msg, ProofMsg, decode};

fn all_buttons(view: &View) -> Vec<Button> {
    let controls = &view.controls;
    let mut buttons = vec![
        controls.step.clone(),
        controls.back.clone(),
        controls.forward.clone(),
        controls.play.clone(),
        controls.reset.clone(),
        controls.second.clone(),
        controls.next_timer.clone(),
        controls.share.clone(),
        view.editor.revert.clone(),
        view.producer.enqueue.clone(),
    ];
    buttons.extend(view.workers.iter().flat_map(|worker| worker.buttons.clone()));
    buttons.extend(view.jobs.iter().flat_map(|job| job.buttons.clone()));
    buttons
}

/// Presses the button of that accessible name; it must be there and possible.
fn press(app: &mut App, name: &str) {
    let button = all_buttons(&app.view()).into_iter().find(|button| button.name == name);
    let button = button.unwrap_or_else(|| panic!("no button is called {name}"));
    assert_eq!(button.why_not, None, "{name} cannot be pressed");
    app.update(button.msg);
}

fn press_all(app: &mut App, names: &[&str]) {
    for name in names {
        press(app, name);
    }
}

fn choose(app: &mut App, title: &str) {
    let view = app.view();
    let choice = view.scenario.consumers.iter().find(|it| it.title == title).expect("it is on the toggle");
    app.update(choice.msg.clone());
}

fn select(app: &mut App, worker: u8) {
    app.update(Msg::Select(WorkerId(worker)));
}

fn play_on(app: &mut App) {
    press(app, "Play");
    let_play(app);
}

/// Waits until what plays has come to its end.
fn let_play(app: &mut App) {
    for _ in 0..200 {
        app.update(Msg::Tick);
        if !app.playing() {
            return;
        }
    }
    panic!("playing does not come to an end");
}

fn verdict(app: &App) -> (String, u16, u16) {
    let view = app.view();
    let line = &view.verdict.lines[0];
    (line.text.clone(), line.deliveries, line.effects)
}

/// The accessible name of the one button that the guide speaks of.
fn suggested(app: &App) -> String {
    let view = app.view();
    let guide = view.guide.as_ref().expect("still guided");
    let all = all_buttons(&view);
    let buttons: Vec<_> = all.iter().filter(|button| button.msg == guide.target).collect();
    assert_eq!(buttons.len(), 1, "{}", guide.text);
    buttons[0].name.to_string()
}

#[test]
fn in_three_presses_the_first_visitor_charges_the_card_twice() {
    let mut app = App::new();
    assert_eq!(suggested(&app), "Play");
    play_on(&mut app);
    assert_eq!(suggested(&app), "Redeliver job 1");
    press(&mut app, "Redeliver job 1");
    assert_eq!(suggested(&app), "Play");
    play_on(&mut app);
    let expected = "Order 1: delivered 2×, charged 2×. Duplicated.".to_owned();
    assert_eq!(verdict(&app), (expected, 2, 2));
    assert!(app.view().guide.expect("the last sentence").done);
}

#[test]
fn the_guide_speaks_of_a_button_that_can_be_pressed_whatever_became_of_the_workers() {
    let guided = |names: &[&str]| {
        let mut app = App::new();
        press_all(&mut app, names);
        (suggested(&app), app.view().guide.expect("still guided").text.clone())
    };
    assert_eq!(guided(&["Step"]).0, "Step");
    let (target, text) = guided(&["Step", "Freeze worker 1"]);
    assert_eq!(target, "To the next timer");
    assert!(text.contains("or Thaw worker 1"), "{text}");
    assert_eq!(guided(&["Step", "Crash worker 1"]).0, "To the next timer");
    let (target, text) = guided(&["Crash worker 1", "Crash worker 2"]);
    assert_eq!(target, "Restart worker 1");
    assert!(text.contains("no worker is up"), "{text}");

    let mut app = App::new();
    press(&mut app, "Step");
    app.update(Msg::Select(WorkerId(2)));
    let guide = app.view().guide.expect("still guided");
    assert_eq!(suggested(&app), "Play");
    assert!(guide.text.starts_with("Worker 1 has the job"), "{}", guide.text);
}

#[test]
fn the_main_walk_tells_why_the_card_was_charged_twice() {
    let mut app = App::new();
    press_all(&mut app, &["Step", "Step", "Crash worker 1", "To the next timer", "To the next timer"]);
    select(&mut app, 2);
    press_all(&mut app, &["Step", "Step", "Step"]);
    let view = app.view();
    let line = &view.verdict.lines[0];
    assert_eq!(line.text, "Order 1: delivered 2×, charged 2×. Duplicated.");
    assert_eq!(line.label, "Duplicated 2×");
    assert_eq!(
        line.story,
        [
            "Delivery 1 (worker 1): charged; crashed after line 2 (charge card-1 4200).",
            "Delivery 2 (worker 2): charged; acknowledged as completed.",
        ]
    );
    assert_eq!(
        line.why.as_deref(),
        Some(
            "Deliveries 1 and 2 both charged. Delivery 1 crashed before the queue heard of it, so the stalled check put the job back in line. Delivery 2 did not know that it was done already."
        )
    );
    assert_eq!(view.ledgers[0].rows.len(), 2);
    assert!(view.ledgers[0].rows[1].extra);
    assert_eq!(view.timeline.deliveries.len(), 2);
    assert_eq!(view.timeline.joins.len(), 1);
}

#[test]
fn a_lost_charge_says_that_the_claim_outlived_its_worker() {
    let mut app = App::new();
    choose(&mut app, "Marker-guarded");
    press_all(&mut app, &["Step", "Step", "Crash worker 1", "To the next timer", "To the next timer"]);
    select(&mut app, 2);
    press_all(&mut app, &["Step", "Step", "Step", "Step"]);
    let view = app.view();
    let line = &view.verdict.lines[0];
    assert_eq!((line.judgement.word(), line.deliveries, line.effects), ("lost", 2, 0));
    assert_eq!(
        line.why.as_deref(),
        Some(
            "Delivery 1 crashed after leaving its mark and before the charge. Delivery 2 found the mark, took the job for done and left it. Nobody will do it any more."
        )
    );
}

#[test]
fn playing_again_after_rewinding_replays_the_same_future() {
    let mut app = App::new();
    play_on(&mut app);
    let end = app.world().clone();
    let length = app.view().timeline.length;
    app.update(Msg::Seek(0));
    assert_eq!(app.view().timeline.position, 0);
    play_on(&mut app);
    assert_eq!(*app.world(), end);
    assert_eq!(app.view().timeline.length, length);
    assert!(app.view().timeline.branches.is_empty());
}

#[test]
fn a_recipe_that_does_not_parse_is_kept_as_typed_while_the_last_good_one_runs() {
    let mut app = App::new();
    let good = app.world().program().clone();
    app.update(Msg::Edit("charge {job.card}".to_owned()));
    let view = app.view();
    assert_eq!(view.editor.text, "charge {job.card}");
    assert_eq!(view.editor.errors.len(), 1);
    assert_eq!((view.editor.errors[0].line, view.editor.errors[0].column), (1, 18));
    assert_eq!(*app.world().program(), good);
    // Doing something keeps the text.
    press(&mut app, "Step");
    assert_eq!(app.view().editor.text, "charge {job.card}");
    app.update(Msg::Edit("charge {job.card} {job.amount}".to_owned()));
    assert!(app.view().editor.errors.is_empty());
    assert!(app.view().scenario.edited);
    press(&mut app, "Revert");
    assert_eq!(*app.world().program(), good);
}

#[test]
fn typing_makes_one_action_however_many_letters_it_takes() {
    let mut app = App::new();
    let text = "charge {job.card} {job.amount} key order-1";
    for end in 31..=text.len() {
        app.update(Msg::Edit(text[..end].to_owned()));
    }
    assert_eq!(app.world().program().source(), text);
    assert_eq!(app.view().timeline.length, 1);
}

#[test]
fn a_recipe_of_a_megabyte_is_refused_at_once_and_nothing_is_lost() {
    let mut app = App::new();
    let good = app.world().program().clone();
    app.update(Msg::Edit("x".repeat(1 << 20)));
    let view = app.view();
    assert!(view.editor.errors[0].message.contains("16384 bytes"), "{:?}", view.editor.errors);
    assert_eq!(*app.world().program(), good);
}

#[test]
fn a_job_field_with_markup_stays_text() {
    let mut app = App::new();
    let markup = "<img src=x onerror=alert(1)>";
    app.update(Msg::Field { name: "card".to_owned(), text: markup.to_owned() });
    press(&mut app, "Enqueue");
    let order = app.world().orders().last().expect("it was added").1;
    assert_eq!(order.fields.get("card").unwrap().to_text(), markup);
    // It reaches the processor as one word.
    press_all(&mut app, &["Step", "Step", "Step", "Step", "Step"]);
    assert!(app.view().ledgers[0].rows[1].what.starts_with("<img src=x onerror=alert(1)>,"));
}

#[test]
fn a_field_that_is_too_long_is_refused_and_stays_in_the_form() {
    let mut app = App::new();
    app.update(Msg::Field { name: "card".to_owned(), text: "9".repeat(300) });
    let button = app.view().producer.enqueue.clone();
    assert_eq!(
        button.why_not.as_deref(),
        Some("The field \"card\" holds more than 256 bytes. Nothing was added.")
    );
    app.update(Msg::Enqueue);
    assert_eq!(app.view().producer.fields.iter().find(|(name, _)| name == "card").unwrap().1.len(), 300);
}

fn session_of_100() -> App {
    let mut app = App::new();
    choose(&mut app, "Marker-guarded");
    app.update(Msg::Edit(format!("{}# my own\n", app.world().program().source())));
    let mut rng = crate::base::SplitMix64::new(5);
    while app.view().timeline.length < 100 {
        let possible = crate::sim::enabled(app.world());
        let action = possible[rng.below(possible.len() as u64) as usize].clone();
        app.update(Msg::Act(action));
    }
    app
}

#[test]
fn a_link_of_a_hundred_actions_is_short_and_opens_the_same_state() {
    let app = session_of_100();
    let link = app.link().expect("it fits");
    assert!(link.len() < 2_000, "{} characters", link.len());
    assert!(!link.ends_with('='));
    let opened = App::open(&link);
    assert_eq!(opened.world(), app.world());
    let text = opened.view().notice.as_ref().expect("it says what it opened").text.clone();
    assert_eq!(text, "Opened a shared session: Card charge, 100 actions.");
}

#[test]
fn a_link_cut_short_anywhere_explains_itself_and_opens_the_beginning() {
    let link = session_of_100().link().expect("it fits");
    for end in 1..link.len() {
        let opened = App::open(&link[..end]);
        let notice = opened.view().notice.clone().unwrap_or_else(|| panic!("cut at {end}: no message"));
        assert!(notice.problem, "cut at {end}: {}", notice.text);
        assert_eq!(opened.world(), App::new().world());
    }
}

#[test]
fn links_of_random_bytes_explain_themselves() {
    let mut rng = crate::base::SplitMix64::new(9);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..rng.below(200)).map(|_| (rng.next_u64() & 0xff) as u8).collect();
        let text = data_encoding::BASE64URL_NOPAD.encode(&bytes);
        for link in [format!("v1.{text}"), text.clone(), String::from_utf8_lossy(&bytes).into_owned()] {
            if !link.trim().is_empty() {
                assert!(decode(&link, &crate::catalogue::catalogue()).is_err(), "{link:?}");
            }
        }
    }
    let long = format!("v1.{}", "A".repeat(MAX_LINK));
    let error = decode(&long, &[]).expect_err("it is too long");
    assert_eq!(error, LinkError::TooLongToOpen { characters: 30_003 });
    let told = "The link is 30003 characters long; one of at most 30000 can be opened.";
    assert_eq!(error.to_string(), told);
    let notice = |app: &App| app.view().notice.expect("it says so").text.clone();
    let mut app = App::open(&long);
    assert_eq!(notice(&app), format!("{told} The page opened at its beginning instead."));
    app.update(Msg::Act(Action::Step(WorkerId(1))));
    app.update(Msg::Open(long));
    assert_eq!(notice(&app), format!("{told} What is here stays as it is."));
}

#[test]
fn a_link_of_version_1_still_opens() {
    // Made by the first version of this page; it must open for ever.
    let opened = App::open(VERSION_1);
    assert_eq!(verdict(&opened).0, "Order 1: delivered 2×, charged 0×. Lost.");
}

pub(super) const VERSION_1: &str = "v1.LYyxCsJAEEQTixSHgp8wJK2IgogIVmIrghZpLM7sas4kl3CXFCL5Gf_Kv_ESs1vssPNmpsH3GiSpNA8W46CQJmMz-fgRpIV1byYRYZ9LVaBOGc_yNuuExpBJOosJO5wPFxBTU23fjporarHEMcYpxma9WnQj1B1DQGBoQE8n0ji-l7IoG123gnPLjrKZqhDK3LCkF6jUHArWJDx_5Hu-O__9AQ";

#[test]
fn what_the_last_step_changed_is_marked() {
    let mut app = App::new();
    choose(&mut app, "Marker-guarded");
    press_all(&mut app, &["Step", "Step"]);
    let view = app.view();
    let changed: Vec<&str> =
        view.keys.rows.iter().filter(|row| row.changed).map(|row| row.key.as_str()).collect();
    assert_eq!(changed, ["dedup:1"]);
    app.update(Msg::OpenKey(Some("dedup:1".to_owned())));
    let history = app.view().keys.history.clone().expect("it is open");
    assert_eq!(history.rows.len(), 1);
    assert_eq!(history.rows[0].step, 3);
    assert_eq!(history.rows[0].by, "Worker 1, line 2: SET dedup:1 1 NX PX 86400000 → \"OK\".");
}

#[test]
fn reset_keeps_the_consumer_and_its_edited_text() {
    let mut app = App::new();
    choose(&mut app, "Provider key");
    app.update(Msg::Edit("skip \"not today\"".to_owned()));
    press_all(&mut app, &["Step", "Step", "Reset"]);
    assert_eq!(app.world().program().source(), "skip \"not today\"");
    assert_eq!(app.world().scenario().consumers[app.world().consumer()].id, "provider-key");
    assert_eq!(app.view().verdict.lines[0].judgement.word(), "pending");
}

#[test]
fn a_zombie_is_called_one_and_its_refusal_is_told_with_the_protocols_reason() {
    let mut app = App::new();
    press_all(&mut app, &["Step", "Freeze worker 1", "To the next timer", "To the next timer"]);
    select(&mut app, 2);
    press_all(&mut app, &["Step", "Step", "Step", "Thaw worker 1"]);
    assert_eq!(app.view().workers[0].state.word(), "zombie");
    select(&mut app, 1);
    press_all(&mut app, &["Step", "Step"]);
    let view = app.view();
    assert_eq!(view.workers[0].state.word(), "idle");
    let last = view.workers[0].last.clone().expect("the refusal is shown");
    assert!(last.contains("(-2)"), "{last}");
    assert!(view.announcement.contains("(-2)"), "{}", view.announcement);
}

#[test]
fn a_button_that_cannot_be_pressed_says_why() {
    let app = App::new();
    let view = app.view();
    let names: Vec<String> = all_buttons(&view).into_iter().map(|button| button.name.into()).collect();
    let redeliver = all_buttons(&view).into_iter().find(|button| button.name == "Redeliver job 1").unwrap();
    assert_eq!(redeliver.why_not.as_deref(), Some("Job 1 is in line already: it will be delivered."));
    for expected in ["Step", "Step back", "Play", "Reset", "Crash worker 1", "Freeze worker 2", "Share"] {
        assert!(names.contains(&expected.to_owned()), "{expected} is missing from {names:?}");
    }
}

#[test]
fn each_message_that_can_be_pressed_changes_something_or_says_why() {
    let mut app = App::new();
    app.update(Msg::Act(Action::redeliver(JobNo(99))));
    assert_eq!(app.view().notice.as_ref().expect("said").text, "There is no job 99.");
    app.update(Msg::DismissNotice);
    assert!(app.view().notice.is_none());
}

fn prove_to_the_end(app: &mut App) {
    while app.has_work() {
        app.update(Msg::Work(10_000));
    }
}

#[test]
fn a_proof_is_reopened_as_it_was_and_made_anew_when_the_text_has_changed() {
    let mut app = App::new();
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Faults, 1)));
    prove_to_the_end(&mut app);
    let proven = app.view().proof.expect("it is open").verdict.clone();
    app.update(Msg::Proof(ProofMsg::Close));
    app.update(Msg::Proof(ProofMsg::Prove));
    let proof = app.view().proof.expect("it is open again");
    assert_eq!((proof.verdict.clone(), proof.running), (proven, false));
    assert!(proof.cancel.why_not.is_some(), "nothing is left to cancel");

    app.update(Msg::Proof(ProofMsg::Close));
    app.update(Msg::Consumer(1));
    app.update(Msg::Proof(ProofMsg::Prove));
    assert!(app.view().proof.expect("another consumer's").running);
}

#[test]
fn another_scenario_forgets_what_was_proven_of_the_last_one() {
    let mut app = App::new();
    let last = app.view().scenario.consumers.len() - 1;
    app.update(Msg::Consumer(last as u8));
    app.update(Msg::Proof(ProofMsg::Prove));
    for index in 0..app.view().scenario.scenarios.len() {
        app.update(Msg::Scenario(index));
        let view = app.view();
        let title = &view.scenario.scenarios[index].title;
        let proof = view.proof.expect("it stays open");
        assert!(proof.subject.starts_with(title.as_str()), "{}", proof.subject);
    }
}

#[test]
fn of_proof_and_comparison_one_is_open() {
    let mut app = App::new();
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Compare(CompareMsg::Open(true)));
    assert!(app.view().proof.is_none() && app.view().compare.is_some());
    app.update(Msg::Proof(ProofMsg::Prove));
    assert!(app.view().proof.is_some() && app.view().compare.is_none());
}

#[test]
fn what_a_search_has_found_can_be_replayed_while_it_goes_on() {
    let mut app = App::new();
    app.update(Msg::Proof(ProofMsg::Prove));
    let replay = loop {
        app.update(Msg::Work(50));
        let proof = app.view().proof.expect("it is open");
        if let Some(found) = proof.counterexamples.first() {
            assert!(proof.running, "two faults take more than the way to the first duplicate");
            break found.replay.msg.clone();
        }
    };
    app.update(replay);
    assert_eq!((verdict(&app).2, app.playing()), (0, true), "it plays from its beginning");
    (0..5).for_each(|_| app.update(Msg::Tick));
    assert_eq!((verdict(&app).2, app.playing()), (2, false), "and stops at its end");
    let said = app.view().notice.as_ref().map(|it| it.text.clone());
    assert_eq!(said.as_deref(), Some("This was the shortest duplicate. Step back to see how it came about."));
    assert!(app.view().proof.is_none(), "the playground shows it");
}
