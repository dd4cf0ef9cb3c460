//! The proof panel: what it says of searches that stop, rest, or are about another text.

use crate::app::view::Finding;
use crate::app::{App, Dimension, Msg, ProofMsg};

use super::prove_to_the_end;

fn proof(app: &App) -> std::rc::Rc<crate::app::view::ProofView> {
    app.view().proof.expect("it is open")
}

#[test]
fn a_search_that_does_not_fit_says_so_and_what_it_established() {
    let mut app = App::new();
    app.limit_search(3_000);
    let last = app.view().scenario.consumers.len() - 1;
    app.update(Msg::Consumer(last as u8));
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Orders, 6)));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Faults, 4)));
    while proof(&app).running {
        app.update(Msg::Work(500));
    }
    let proof = proof(&app);
    assert_eq!(
        proof.verdict,
        "Not decided: the search reached its memory limit. What it covered breaks nothing."
    );
    assert_eq!(proof.finding, Finding::Open);
    assert!(proof.bound.starts_with("2 workers, 6 jobs, at most 4 faults"), "{}", proof.bound);
    let deepest = proof.progress.rsplit_once("schedules of up to ").expect("it says how deep").1;
    let deepest: u32 = deepest.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(
        proof.covered.as_deref(),
        Some(
            format!(
                "The search stopped at its memory limit. Every schedule of up to {} steps was tried, and longer ones in part: a smaller bound can be covered in full.",
                deepest - 1
            )
            .as_str()
        )
    );
}

#[test]
fn a_search_that_broke_the_consumer_before_it_was_full_says_both() {
    let mut app = App::new();
    app.limit_search(3_000);
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Orders, 2)));
    while proof(&app).running {
        app.update(Msg::Work(500));
    }
    assert_eq!(proof(&app).verdict, "This consumer can duplicate the effect.");
    assert!(
        proof(&app).covered.as_ref().expect("it says so").starts_with("The search stopped at its memory")
    );
}

#[test]
fn a_search_that_came_to_its_end_covers_all_and_says_no_more() {
    let mut app = App::new();
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Faults, 1)));
    app.update(Msg::Work(10));
    app.update(Msg::Proof(ProofMsg::Cancel));
    assert!(proof(&app).covered.as_ref().expect("stopped").starts_with("The search was stopped. Every"));
    app.update(Msg::Proof(ProofMsg::Prove));
    prove_to_the_end(&mut app);
    assert_eq!(proof(&app).covered, None);
}

#[test]
fn nothing_is_searched_behind_a_closed_panel_and_opening_it_goes_on() {
    let mut app = App::new();
    prove_to_the_end(&mut app);
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Faults, 1)));
    app.update(Msg::Work(20));
    let before = proof(&app).progress.clone();
    assert!(before.contains(" states"), "{before}");
    app.update(Msg::Proof(ProofMsg::Close));
    assert!(!app.has_work(), "no hidden work");
    app.update(Msg::Work(100));
    app.update(Msg::Proof(ProofMsg::Prove));
    assert_eq!(proof(&app).progress, before);
    assert!(proof(&app).running && app.has_work());
    prove_to_the_end(&mut app);
    let verdict = proof(&app).verdict.clone();
    assert_eq!(verdict, "This consumer can duplicate the effect.");
    app.update(Msg::Proof(ProofMsg::Close));
    app.update(Msg::Proof(ProofMsg::Prove));
    assert_eq!((proof(&app).verdict.clone(), proof(&app).running), (verdict, false));
}

#[test]
fn a_draft_with_errors_is_said_not_to_be_what_is_proven() {
    let mut app = App::new();
    app.update(Msg::Edit("charge".to_owned()));
    app.update(Msg::Proof(ProofMsg::Prove));
    assert_eq!(proof(&app).stale, "The text has errors: this is about the last version without.");
    app.update(Msg::Edit("charge {job.card} {job.amount} key {job.order}".to_owned()));
    assert_eq!(proof(&app).stale, "The playground runs another text or consumer by now.");
    app.update(Msg::Proof(ProofMsg::Prove));
    assert_eq!(proof(&app).stale, "");
}

#[test]
fn a_counterexample_is_drawn_once_and_shown_from_then_on() {
    let mut app = App::new();
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Faults, 1)));
    prove_to_the_end(&mut app);
    let (first, second) = (proof(&app), proof(&app));
    assert!(std::rc::Rc::ptr_eq(&first.counterexamples[0], &second.counterexamples[0]));
    assert_eq!(first.counterexamples[0].title, "The shortest duplicate: 5 steps");
}

#[test]
fn a_proof_is_shown_as_what_its_letters_say() {
    let mut app = App::new();
    prove_to_the_end(&mut app);
    app.update(Msg::Proof(ProofMsg::Prove));
    prove_to_the_end(&mut app);
    let words: Vec<&str> = proof(&app).matrices[0].rows.iter().map(|row| row.cells[5].word).collect();
    // The letters of the last column of the README's table: D, L, D, D, E.
    assert_eq!(words, ["duplicates", "loses", "duplicates", "duplicates", "once"]);
    assert_eq!(proof(&app).finding, Finding::Duplicates);
}
