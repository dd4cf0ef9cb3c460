//! Each mistake that somebody found in the page, as the value it must show.

use crate::app::{App, CompareMsg, Dimension, Msg, ProofMsg};
use crate::sim::{Action, JobNo};

use super::{choose, let_play, play_on, press, press_all, select, verdict};

/// Plays presses from a fresh page on a scenario and consumer; `worker 2` and the like choose a worker.
fn session(scenario: &str, consumer: &str, presses: &[&str]) -> App {
    let mut app = App::new();
    let index = app.view().scenario.scenarios.iter().position(|it| it.id == scenario).expect("it is shipped");
    app.update(Msg::Scenario(index));
    choose(&mut app, consumer);
    for name in presses {
        match name.strip_prefix("worker ") {
            Some(id) => select(&mut app, id.parse().expect("a number")),
            None => press(&mut app, name),
        }
    }
    app
}

fn why(app: &App) -> String {
    app.view().verdict.lines[0].why.clone().expect("the verdict is explained")
}

#[test]
fn a_recipe_that_spoils_the_queues_keys_gets_an_answer_and_not_a_panic() {
    for recipe in [
        "SET emq:charges:stalled x",
        "SET emq:charges:wait x",
        "DEL emq:charges:1\nZADD emq:charges:completed 1 1",
    ] {
        let mut app = App::new();
        app.update(Msg::Edit(recipe.to_owned()));
        for _ in 0..4 {
            app.update(Msg::Step);
        }
        let before = app.world().clone();
        app.update(Msg::Act(Action::redeliver(JobNo(1))));
        let notice = app.view().notice.clone();
        if *app.world() == before {
            assert!(notice.is_some_and(|notice| notice.problem), "{recipe}");
        }
    }
}

#[test]
fn choosing_another_consumer_does_not_judge_anew_what_was_done() {
    let mut app = session("counter", "Naive", &["Step", "Step", "Step"]);
    assert_eq!(app.view().verdict.lines[0].judgement.word(), "once");
    choose(&mut app, "Naturally idempotent");
    assert_eq!(app.view().verdict.lines[0].judgement.word(), "once");
}

#[test]
fn a_loss_of_what_accompanies_the_effect_says_what_is_missing() {
    let mut app = session("pipeline", "Keys only", &[]);
    app.update(Msg::Edit("UPDATE orders SET status = 'shipped', packed = packed + 1".to_owned()));
    press_all(&mut app, &["Step", "Step", "Step"]);
    let line = app.view().verdict.lines[0].clone();
    assert_eq!(line.text, "Order 1: delivered 1×, shipped 1×. Lost: what has to come with it is missing.");
    assert_eq!(
        why(&app),
        "Order 1 was shipped, but no change of the ledger came with it, as it must. The queue counts the job as done."
    );
}

#[test]
fn an_edited_text_that_is_put_aside_is_one_step_back_and_a_message_says_so() {
    for leave in [Msg::Consumer(1), Msg::Revert] {
        let mut app = App::new();
        app.update(Msg::Consumer(2));
        assert_eq!(app.view().notice, None, "nothing was edited");
        app.update(Msg::Edit("skip \"mine\"".to_owned()));
        app.update(leave);
        let notice = app.view().notice.clone().expect("it is said");
        assert_eq!(notice.text, "The edited text is put aside. Step back brings it back.");
        press(&mut app, "Step back");
        assert_eq!(app.world().program().source(), "skip \"mine\"");
    }
}

#[test]
fn a_delivery_acknowledged_first_is_told_so() {
    let mut app = App::new();
    app.update(Msg::Act(Action::AckFirst(true)));
    press_all(&mut app, &["Step", "Step", "Step"]);
    assert_eq!(
        app.view().verdict.lines[0].story,
        ["Delivery 1 (worker 1): charged; was acknowledged before it ran; ran to its end."]
    );
    press_all(&mut app, &["Reset", "Step", "Step", "Crash worker 1"]);
    assert_eq!(
        why(&app),
        "Delivery 1 was acknowledged before it ran and never came to the charge. The queue counts the job as done and has no reason to deliver it again."
    );
}

#[test]
fn the_why_names_the_true_cause_of_each_return() {
    let by_hand = session(
        "charge",
        "Naive",
        &["Step", "Freeze worker 1", "Thaw worker 1", "Step", "Redeliver job 1", "worker 2", "Step", "Step"],
    );
    assert!(
        why(&by_hand).contains("Delivery 2 came because the job was put back in line by hand."),
        "{}",
        why(&by_hand)
    );
    let retried = session(
        "charge",
        "Naive",
        &["Step", "Lose reply worker 1", "Step", "To the next timer", "Step", "Step"],
    );
    assert!(
        why(&retried).contains("Delivery 1 reported an error, so the job was retried."),
        "{}",
        why(&retried)
    );
    let mut thrice = session("charge", "Naive", &["Step", "Step", "Step", "Redeliver job 1"]);
    play_on(&mut thrice);
    press(&mut thrice, "Redeliver job 1");
    play_on(&mut thrice);
    assert!(why(&thrice).starts_with("Deliveries 1, 2 and 3 all charged."), "{}", why(&thrice));
    let mut unclaimed = App::new();
    unclaimed.update(Msg::Edit("skip \"not today\"".to_owned()));
    press_all(&mut unclaimed, &["Step", "Crash worker 1", "To the next timer", "To the next timer"]);
    select(&mut unclaimed, 2);
    press_all(&mut unclaimed, &["Step", "Step", "Step"]);
    assert_eq!(
        why(&unclaimed),
        "Delivery 2 ended as done without the charge, and the queue counts the job as done."
    );
}

#[test]
fn a_zombie_that_may_still_charge_makes_once_a_once_so_far() {
    let app = session(
        "charge",
        "Naive",
        &[
            "Step",
            "Freeze worker 1",
            "To the next timer",
            "To the next timer",
            "worker 2",
            "Step",
            "Step",
            "Step",
        ],
    );
    assert_eq!(verdict(&app).0, "Order 1: delivered 2×, charged 1×. Once so far: a worker is still at it.");
}

#[test]
fn a_student_enrolled_by_another_order_is_no_loss_and_the_broken_truth_is_named() {
    let mut app = session("enrollment", "Naive", &["Step", "Step", "Step", "Step", "Step"]);
    app.update(Msg::Field { name: "student".to_owned(), text: "ana".to_owned() });
    press_all(&mut app, &["Enqueue", "Step", "Step", "Step", "Step", "Step"]);
    let view = app.view();
    assert_eq!(view.verdict.lines[1].judgement.word(), "once");
    assert_eq!(view.verdict.broken, "Does not hold: The seats taken equal the size of the roster.");
}

#[test]
fn the_verdict_by_the_editor_is_about_the_consumer_as_well_as_the_text() {
    let settle = |app: &mut App| {
        while app.has_work() {
            app.update(Msg::Work(1_000));
        }
        app.view().quick_verdict.expect("it parses").to_string()
    };
    let mut app = session("enrollment", "Seats derived", &[]);
    let naive = app.world().scenario().consumers[0].recipe.clone();
    app.update(Msg::Edit(naive));
    assert!(settle(&mut app).contains("Exactly once"));
    choose(&mut app, "Naive");
    assert!(settle(&mut app).contains("can duplicate"));
}

#[test]
fn a_counterexample_is_replayed_with_its_own_workers_and_reset_brings_two_back() {
    let mut app = App::new();
    select(&mut app, 2);
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Workers, 1)));
    while app.has_work() {
        app.update(Msg::Work(1_000));
    }
    app.update(Msg::Proof(ProofMsg::Replay(crate::explore::Violation::Duplicate)));
    let_play(&mut app);
    assert_eq!(app.view().verdict.lines[0].judgement.word(), "duplicated");
    assert_eq!(app.view().workers.len(), 1);
    assert!(app.view().controls.workers[0].chosen);
    let opened = App::open(&app.link().expect("it fits"));
    assert_eq!(opened.world(), app.world());
    press(&mut app, "Reset");
    assert_eq!(app.view().workers.len(), 2);
}

#[test]
fn a_comparison_drives_each_consumer_with_the_same_steps() {
    let mut app = App::new();
    app.update(Msg::Compare(CompareMsg::Open(true)));
    press_all(&mut app, &["Step", "Step", "Crash worker 1", "To the next timer", "To the next timer"]);
    select(&mut app, 2);
    press_all(&mut app, &["Step", "Step", "Step"]);
    let compared = app.view().compare.clone().expect("it is open");
    let told: Vec<(&str, &str)> =
        compared.columns.iter().map(|it| (it.consumer.as_str(), it.verdicts[0].0.word())).collect();
    assert_eq!(told, [("Naive", "duplicated"), ("Marker-guarded", "pending"), ("Marker after", "once")]);
    assert!(compared.columns.iter().all(|it| it.picture.length == 8));
    assert!(compared.columns[0].differs.is_empty());
}
