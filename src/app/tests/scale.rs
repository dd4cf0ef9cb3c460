//! The panel `At scale`: what it runs, when it rests, and what it says.

use std::rc::Rc;

use crate::app::view::ScaleView;
use crate::app::{App, Msg, ScaleMsg};

use super::let_play;

fn scale(app: &App) -> Rc<ScaleView> {
    app.view().scale.expect("it is open")
}

fn told(app: &mut App, msg: ScaleMsg) {
    app.update(Msg::Scale(msg));
}

fn opened() -> App {
    let mut app = App::new();
    run(&mut app);
    told(&mut app, ScaleMsg::Open(true));
    app
}

fn run(app: &mut App) {
    while app.has_work() {
        app.update(Msg::Work(100));
    }
}

#[test]
fn a_batch_says_who_charges_twice_who_loses_and_what_a_day_of_it_costs() {
    let mut app = opened();
    run(&mut app);
    let scale = scale(&app);
    assert_eq!(
        scale.columns,
        [
            "Consumer",
            "Delivered more than once",
            "Charged twice",
            "Not charged",
            "In the failed list",
            "Money charged twice a day at 250 M",
            "Money not charged a day at 250 M"
        ]
    );
    assert_eq!(scale.progress, (1_600_000, 1_600_000));
    let row = |title: &str| scale.rows.iter().find(|row| row.consumer == title).expect("it is chosen");
    let (naive, marker, key) = (row("Naive"), row("Marker-guarded"), row("Provider key"));
    assert_eq!(naive.cells[0], marker.cells[0], "the same jobs are struck");
    assert_ne!(naive.cells[1], "0");
    assert!(naive.arithmetic.starts_with("250,000,000 × 0.1 % × "), "{}", naive.arithmetic);
    assert!(
        naive.arithmetic.ends_with(&format!(" extra charges; × $42.00 = {}", naive.cells[4])),
        "{}",
        naive.arithmetic
    );
    assert_eq!((marker.cells[1].as_str(), marker.cells[4].as_str()), ("0", "$0.00"));
    assert_ne!(marker.cells[2], "0");
    assert_ne!(marker.cells[5], "$0.00", "what is not charged is worth as much");
    assert!(
        marker.arithmetic.ends_with(&[" missing charges; × $42.00 = ", &marker.cells[5]].concat()),
        "{}",
        marker.arithmetic
    );
    assert_eq!(key.cells[1..], ["0", "0", "0", "$0.00", "$0.00"]);
    assert_eq!(key.replay, None);
    assert_eq!(app.view().announcement.as_ref(), "The batch is done.");
}

#[test]
fn the_plot_rises_with_the_rate_and_a_consumer_that_holds_stays_at_zero() {
    let mut app = opened();
    assert!(scale(&app).plot.lines[0].heights.iter().all(Option::is_none));
    run(&mut app);
    let plot = &scale(&app).plot;
    assert_eq!(plot.rates, ["0.01 %", "0.1 %", "1 %", "10 %"]);
    let heights: Vec<i32> = plot.lines[0].heights.iter().map(|it| it.expect("all is run")).collect();
    assert!(heights.is_sorted() && heights[0] > 0 && heights[3] < 1_000, "{heights:?}");
    assert_eq!(plot.lines[3].heights, [Some(0); 4]);
    assert_eq!(plot.ticks.first(), Some(&("0".to_owned(), 0)));
    assert_eq!(plot.ticks.last(), Some(&("100,000".to_owned(), 1_000)));
}

#[test]
fn a_batch_can_be_stopped_and_rests_behind_a_closed_panel() {
    let mut app = opened();
    app.update(Msg::Work(1));
    told(&mut app, ScaleMsg::Open(false));
    assert!(!app.has_work() && app.view().scale.is_none());
    told(&mut app, ScaleMsg::Open(true));
    assert!(app.has_work(), "it goes on");
    told(&mut app, ScaleMsg::Cancel);
    assert!(!app.has_work());
    let stopped = scale(&app);
    assert!(stopped.said.ends_with(" Stopped."), "{}", stopped.said);
    assert!(stopped.progress.0 > 0 && stopped.progress.0 < stopped.progress.1);
    assert!(stopped.cancel.why_not.is_some());
    told(&mut app, ScaleMsg::Again);
    assert!(app.has_work() && scale(&app).progress.0 == 0);
}

#[test]
fn one_of_the_jobs_that_went_wrong_is_replayed_in_the_playground() {
    let mut app = opened();
    run(&mut app);
    let replay = scale(&app).rows[0].replay.clone().expect("the naive consumer breaks");
    assert_eq!(replay.name, "Replay a duplicate: Naive");
    app.update(replay.msg);
    let_play(&mut app);
    let view = app.view();
    assert_eq!(view.scale, None);
    assert_eq!(view.verdict.lines[0].judgement.word(), "duplicated");
    assert!(view.timeline.position > 0);
}

#[test]
fn a_choice_starts_the_batch_anew_and_a_rate_only_shows_another_column() {
    let mut app = opened();
    run(&mut app);
    let before = scale(&app).rows.clone();
    told(&mut app, ScaleMsg::Rate(10_000));
    assert!(!app.has_work());
    assert!(scale(&app).rows[0].arithmetic.contains(" × 1 % × "), "{}", scale(&app).rows[0].arithmetic);
    told(&mut app, ScaleMsg::Rate(1_000));
    told(&mut app, ScaleMsg::Seed("8".to_owned()));
    run(&mut app);
    assert_ne!(scale(&app).rows, before);
    told(&mut app, ScaleMsg::Seed("1".to_owned()));
    run(&mut app);
    assert_eq!(scale(&app).rows, before, "the same seed, the same figures");
    told(&mut app, ScaleMsg::Seed("seven".to_owned()));
    assert_eq!(app.view().notice.expect("it says so").text, "A seed is a whole number, like 7.");
    told(&mut app, ScaleMsg::Jobs(1_000_000));
    assert_eq!(scale(&app).progress, (0, 16_000_000));
}

#[test]
fn one_to_four_consumers_are_chosen_and_an_edited_text_is_run_as_such() {
    let mut app = App::new();
    app.update(Msg::Edit("charge {job.card} {job.amount} key {job.order}\n".to_owned()));
    run(&mut app);
    told(&mut app, ScaleMsg::Open(true));
    told(&mut app, ScaleMsg::Toggle(3));
    assert_eq!(
        app.view().notice.expect("it says so").text,
        "A batch takes at most 4 consumers: take one out first."
    );
    for consumer in [1, 2, 4, 0] {
        told(&mut app, ScaleMsg::Toggle(consumer));
    }
    assert_eq!(app.view().notice.expect("it says so").text, "A batch takes at least one consumer.");
    run(&mut app);
    assert_eq!(scale(&app).rows[0].consumer, "Naive, edited");
    assert_eq!(scale(&app).rows[0].cells[1], "0", "the key holds");
}

#[test]
fn a_scenario_without_an_effect_has_no_batch_and_says_why() {
    let mut app = opened();
    let queue = app.view().scenario.scenarios.iter().position(|it| it.id == "redelivery").unwrap();
    app.update(Msg::Scenario(queue));
    assert_eq!(app.view().scale, None);
    assert!(app.view().controls.scale.why_not.is_some());
    app.update(app.view().controls.scale.msg.clone());
    assert_eq!(app.view().scale, None);
}
