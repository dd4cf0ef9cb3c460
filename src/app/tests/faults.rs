//! A kind of fault is one row: with a sixth one in the table, everything that knows faults knows it.

use std::sync::Arc;

use crate::app::view::Mark;
use crate::app::{App, Dimension, Msg, ProofMsg, action_name, decode};
use crate::catalogue::catalogue;
use crate::catalogue::course::Control;
use crate::explore::{Batch, Bound, Column, Matrix, Search, Violation};
use crate::sim::{Action, FaultKind, Scenario, WITH_BOUNCES};

use super::{press_all, prove_to_the_end};

/// All faults of this test, which runs in a thread of its own, are one kind more.
fn with_bounces() {
    WITH_BOUNCES.set(true);
}

const BOUNCE: Action = Action::Fault(FaultKind::Bounce, 1);

fn charge() -> Arc<Scenario> {
    catalogue().into_iter().find(|it| it.id == "charge").expect("it is shipped")
}

fn worker_buttons(app: &App) -> Vec<String> {
    app.view().workers[0].buttons.iter().map(|it| it.name.to_string()).collect()
}

#[test]
fn without_the_row_nothing_knows_the_kind() {
    assert!(!worker_buttons(&App::new()).contains(&"Bounce worker 1".to_owned()));
    assert_eq!(FaultKind::all().count(), 5);
    assert_eq!(Column::all().count(), 6);
}

#[test]
fn a_new_kind_has_a_button_that_does_it_and_a_place_in_the_history() {
    with_bounces();
    let mut app = App::new();
    assert_eq!(
        worker_buttons(&app),
        ["Crash", "Freeze", "Lose request", "Lose reply", "Bounce"].map(|label| format!("{label} worker 1"))
    );
    press_all(&mut app, &["Step", "Bounce worker 1"]);
    assert!(app.world().workers().all(|(_, worker)| worker.run.is_none()), "its variables are gone");
    let column = app.view().timeline.columns.last().cloned().expect("it was done");
    assert_eq!(column.text, "Worker 1 crashes with job 1 in its hands.");
    assert_eq!(column.more[0], "Worker 1 starts again, with nothing in its memory.");
    assert_eq!(action_name(&BOUNCE, &charge()), "Bounce worker 1");
}

#[test]
fn a_new_kind_is_searched_proven_and_tabulated() {
    with_bounces();
    let only = Bound { faults: 1, ..Bound::default() }.with_only(FaultKind::Bounce);
    assert!(only.words().contains("at most 1 fault (bounces)"), "{}", only.words());
    let mut search = Search::new(&charge(), 0, only);
    while !search.run(10_000) {}
    let schedule = search.counterexample(Violation::Duplicate).expect("the naive consumer charges again");
    assert!(schedule.contains(&BOUNCE), "{schedule:?}");

    let mut matrix = Matrix::new(&charge(), Bound { faults: 1, ..Bound::default() });
    while !matrix.run(10_000) {}
    let naive = matrix.cells().iter().find(|it| it.column == Column::Only(FaultKind::Bounce));
    assert_eq!(naive.and_then(|it| it.report.as_ref()).map(|it| it.letters()), Some("D"));

    let mut app = App::new();
    app.update(Msg::Proof(ProofMsg::Prove));
    app.update(Msg::Proof(ProofMsg::Number(Dimension::Faults, 0)));
    prove_to_the_end(&mut app);
    let proof = app.view().proof.expect("it is open");
    assert!(proof.kinds.iter().any(|it| it.label == "bounces"));
    assert_eq!(proof.matrices[0].columns[5..], ["bounces", "any fault"]);
}

#[test]
fn a_new_kind_strikes_in_a_batch_travels_in_links_and_can_be_kept_from_a_lesson() {
    with_bounces();
    let mut batch = Batch::new(&charge(), 0, 7, 2_000, 200_000);
    while !batch.run(1_000) {}
    let mut schedules = (0..).map_while(|index| batch.schedule(index));
    assert!(schedules.any(|(_, actions)| actions.contains(&BOUNCE)));

    let mut app = App::new();
    press_all(&mut app, &["Step", "Bounce worker 1"]);
    let link = decode(&app.link().expect("it is short"), &catalogue()).expect("it was just made");
    assert_eq!(link.actions, [Action::Step(crate::sim::WorkerId(1)), BOUNCE]);

    assert!(Control::nameable().contains(&Control::of(&BOUNCE)));
    assert_eq!(Control::of(&BOUNCE).name(), "Bounce");
}

#[test]
fn a_worker_that_is_handed_what_nobody_added_or_finds_the_queue_broken_is_told() {
    let mut app = App::new();
    // The job in line leaves it for one of the same kind that no producer has added.
    for line in ["DEL emq:charges:wait", "RPUSH emq:charges:wait 77"] {
        app.update(Msg::Act(Action::Command(line.into())));
    }
    press_all(&mut app, &["Step"]);
    let view = app.view();
    let column = view.timeline.columns.last().expect("it was done");
    assert_eq!(
        column.text,
        "Worker 1 is handed job \"77\", which no producer here has added: it has nothing to run and drops it; the job stays active until its lock lapses."
    );
    assert_eq!((column.mark, column.to), (Mark::Take, Some(3)));
    assert_eq!(view.lanes[2].jobs[0].title, "Job 77");
    assert_eq!(*view.announcement, *format!("Step 3: {}", column.text));

    let mut app = App::new();
    let queue_key = "HSET emq:charges:active a 1";
    app.update(Msg::Act(Action::Command(queue_key.into())));
    press_all(&mut app, &["Step"]);
    let view = app.view();
    let column = view.timeline.columns.last().expect("it was done");
    assert!(
        column.text.starts_with("Worker 1 asks for a job, and the queue breaks off in the middle: "),
        "{}",
        column.text
    );
    assert_eq!(column.mark, Mark::Refused);
}
