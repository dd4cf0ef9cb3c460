//! The page with only its first scenario, until the others come or do not.

use super::{App, Msg, ProofMsg, all_buttons, press, press_all};
use crate::catalogue::{FIRST, IDS, listed};

/// The file that the page fetches arrives and is read, no more than one scenario in a slice.
fn arrives(app: &mut App) {
    assert!(arrives_as(app, &listed(&[FIRST])) >= IDS.len() - 1);
}

/// The same for any file; in how many slices.
fn arrives_as(app: &mut App, file: &str) -> usize {
    app.update(Msg::Rest(Ok(file.to_owned())));
    let mut slices = 0;
    while app.reads_rest() {
        assert!(app.has_work(), "somebody has to ask for the next slice");
        app.update(Msg::Work(1));
        slices += 1;
    }
    slices
}

fn picker(app: &App) -> Vec<String> {
    app.view().scenario.scenarios.iter().map(|it| it.title.clone()).collect()
}

fn chosen(app: &App) -> String {
    let view = app.view();
    view.scenario.scenarios.iter().find(|it| it.chosen).map(|it| it.title.clone()).expect("one is")
}

#[test]
fn the_page_begins_with_card_charge_and_gets_the_others_around_it() {
    let mut app = App::first();
    assert_eq!((picker(&app), app.view().scenario.picker_note), (vec!["Card charge".to_owned()], "Loading…"));
    assert_eq!(app.world(), App::new().world());
    press_all(&mut app, &["Step", "Step"]);
    let world = app.world().clone();
    arrives(&mut app);
    assert!(!app.wants_rest());
    assert_eq!((picker(&app), app.view().scenario.picker_note), (picker(&App::new()), ""));
    assert_eq!(
        (chosen(&app).as_str(), app.world()),
        ("Card charge", &world),
        "nothing that was done is lost"
    );
    // Whatever comes once more changes nothing.
    app.update(Msg::Rest(Err("late".to_owned())));
    assert_eq!((picker(&app).len(), app.view().notice), (IDS.len(), None));
}

#[test]
fn ones_own_scenario_and_the_matrix_stay_with_their_scenarios() {
    let mut app = App::first();
    let text = include_str!("../../../docs/examples/refund.scenario.json");
    app.update(Msg::OpenFile { name: "refund.json".to_owned(), text: text.to_owned() });
    app.update(Msg::Proof(ProofMsg::Prove));
    while app.has_work() {
        app.update(Msg::Work(1_000));
    }
    let before = app.view().proof.expect("it is open").matrices.clone();
    arrives(&mut app);
    assert_eq!((chosen(&app).as_str(), picker(&app).last().map(String::as_str)), ("Refund", Some("Refund")));
    assert_eq!(app.file(), Some(text));
    let after = app.view().proof.expect("it is open").matrices.clone();
    assert_eq!((after.len(), &after[0].title, after[0].done), (1, &before[0].title, true));
    // One more of its cells can be played.
    app.update(Msg::Scenario(0));
    assert_eq!(chosen(&app), "Light switch");
}

#[test]
fn a_link_to_another_scenario_waits_until_it_is_here() {
    let mut sender = App::open("scenario=light&consumer=set-on");
    press_all(&mut sender, &["Step", "Step"]);
    let link = sender.link().expect("it is short");
    let mut app = App::first();
    app.update(Msg::Open(link.clone()));
    assert_eq!((app.waiting(), app.view().notice), (Some(link.as_str()), None));
    arrives(&mut app);
    assert_eq!((app.waiting(), app.world()), (None, sender.world()));
    assert_eq!(app.link(), Ok(link));
}

#[test]
fn what_fails_is_told_once_and_can_be_tried_again_without_losing_the_link() {
    let mut app = App::first();
    app.update(Msg::Open("scenario=cart".to_owned()));
    app.update(Msg::Rest(Err("the server answered 404".to_owned())));
    let notice = app.view().notice.expect("it is told");
    let text = "The other scenarios, among them the one asked for, could not be loaded: the server answered 404. Card charge works without them. Check the connection and try again.";
    assert_eq!((notice.text.as_str(), notice.problem, app.wants_rest()), (text, true, false));
    assert_eq!(app.view().scenario.picker_note, "The others could not be loaded");
    // Card charge works, and the message stays until it was read.
    press(&mut app, "Step");
    assert_eq!(app.view().notice, Some(notice.clone()));
    app.update(Msg::DismissNotice);
    assert_eq!(app.view().notice, None);
    app.update(notice.retry.clone().expect("it can be tried again"));
    assert!(app.wants_rest());
    arrives(&mut app);
    assert_eq!(chosen(&app), "Cart");
    assert!(all_buttons(&app.view()).iter().any(|it| it.name == "Step" && it.why_not.is_none()));
}

#[test]
fn a_file_that_is_not_what_it_should_be_is_told_like_one_that_did_not_come() {
    for (file, why) in [
        ("<!DOCTYPE html>", "this is the list of another version of the page"),
        ("[]", "this is the list of another version of the page"),
        ("[\n{\"version\": 2}\n]", "version: line 2, column 13: this is version 2"),
    ] {
        let mut app = App::first();
        arrives_as(&mut app, file);
        let notice = app.view().notice.expect("it is told");
        assert!(notice.text.contains(why) && notice.retry.is_some(), "{}", notice.text);
    }
}

#[test]
fn a_link_to_what_nobody_ships_does_not_wait() {
    let mut app = App::first();
    app.update(Msg::Open("scenario=nothing".to_owned()));
    assert_eq!(app.waiting(), None);
    assert!(app.view().notice.expect("it is told").text.contains("\"nothing\""));
    app.update(Msg::Open("scenario=cart".to_owned()));
    app.update(Msg::Open("scenario=charge&consumer=marker".to_owned()));
    assert_eq!(
        (app.waiting(), app.world().consumer()),
        (None, 1),
        "another link takes the place of one that waits"
    );
}
