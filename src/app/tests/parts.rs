//! The parts of the page and the session: one panel at a time, what a lesson gives back, what is replayed.

use crate::app::effects::{Effect, Open, Schedule};
use crate::app::picker::{Picker, Shipped};
use crate::app::session::{Session, Walk};
use crate::app::view::View;
use crate::app::{App, CompareMsg, LearnMsg, Msg, ProofMsg, ScaleMsg};
use crate::catalogue::{catalogue, first};
use crate::sim::{Action, JobNo, WorkerId};

const SWITCH: &str = include_str!("../../../lessons/01-light-switch.json");

/// The panels that a view shows.
fn shown(view: &View) -> Vec<Open> {
    let panels = [
        (view.proof.is_some(), Open::Proof),
        (view.compare.is_some(), Open::Compare),
        (view.scale.is_some(), Open::Scale),
        (view.lessons.is_some(), Open::Lessons),
    ];
    panels.into_iter().filter_map(|(shows, panel)| shows.then_some(panel)).collect()
}

fn opener(panel: Open) -> Msg {
    match panel {
        Open::Proof => Msg::Proof(ProofMsg::Prove),
        Open::Compare => Msg::Compare(CompareMsg::Open(true)),
        Open::Scale => Msg::Scale(ScaleMsg::Open(true)),
        Open::Lessons => Msg::Learn(LearnMsg::List(true)),
        Open::Nothing => Msg::Proof(ProofMsg::Close),
    }
}

#[test]
fn whatever_opens_takes_the_place_of_what_was_open() {
    let panels = [Open::Proof, Open::Compare, Open::Scale, Open::Lessons];
    for one in panels {
        for other in panels {
            let mut app = App::new();
            app.update(opener(one));
            assert_eq!(shown(&app.view()), [one]);
            app.update(opener(other));
            assert_eq!(shown(&app.view()), [other], "after {one:?}");
            let close = match &app.view() {
                View { proof: Some(it), .. } => it.close.msg.clone(),
                View { compare: Some(it), .. } => it.close.msg.clone(),
                View { scale: Some(it), .. } => it.close.msg.clone(),
                View { lessons: Some(it), .. } => it.close.msg.clone(),
                _ => panic!("nothing is open"),
            };
            app.update(close);
            assert_eq!(shown(&app.view()), [], "{other:?} was closed");
        }
    }
}

#[test]
fn what_opens_takes_an_older_message_away() {
    for panel in [Open::Proof, Open::Compare, Open::Scale, Open::Lessons] {
        let mut app = App::new();
        app.update(Msg::Act(Action::redeliver(JobNo(9))));
        assert!(app.view().notice.is_some());
        app.update(opener(panel));
        assert_eq!(app.view().notice, None, "{panel:?}");
    }
}

#[test]
fn the_share_dialog_lies_over_what_is_open() {
    let mut app = App::new();
    app.update(opener(Open::Scale));
    app.update(Msg::Share);
    let view = app.view();
    assert_eq!((shown(&view), view.share.is_some()), (vec![Open::Scale], true));
}

#[test]
fn leaving_a_lesson_gives_back_the_panel_that_was_open_before_it() {
    let enter = || Msg::Learn(LearnMsg::OpenFile { name: "a.json".to_owned(), text: SWITCH.to_owned() });
    for leave in [Msg::Learn(LearnMsg::Leave), Msg::Open("scenario=charge".to_owned())] {
        let mut app = App::new();
        app.update(opener(Open::Compare));
        app.update(enter());
        assert_eq!(shown(&app.view()), [], "a lesson has a page of its own");
        app.update(leave);
        assert_eq!(shown(&app.view()), [Open::Compare]);
    }
    let mut app = App::new();
    app.update(opener(Open::Compare));
    app.update(enter());
    app.update(opener(Open::Lessons));
    app.update(Msg::Scenario(0));
    assert_eq!(shown(&app.view()), [Open::Compare], "the lesson's list is the lesson's");
}

#[test]
fn a_list_of_actions_is_replayed_up_to_the_first_that_is_impossible() {
    let mut session = Session::new(&first());
    let step = Action::Step(WorkerId(1));
    let found = session.replay(0, 2, &[step.clone(), step.clone(), Action::redeliver(JobNo(9)), step]);
    let found = found.expect_err("there is no job 9");
    assert_eq!((found.done, found.why.as_str()), (2, "There is no job 9."));
    assert_eq!(session.timeline().depth(), 2);
}

#[test]
fn a_schedule_plays_from_behind_its_setting_up_and_says_its_text_at_the_end() {
    let mut session = Session::new(&first());
    let step = Action::Step(WorkerId(1));
    session.play_schedule(Schedule {
        consumer: 0,
        workers: 2,
        setup: vec![Action::AckFirst(true)],
        actions: vec![step.clone(), step],
        text: "The end.".to_owned(),
    });
    assert_eq!((session.timeline().depth(), session.playing()), (1, true));
    session.tick();
    let last: Vec<Effect> = session.tick().into_iter().collect();
    assert!(matches!(last.as_slice(), [Effect::Inform(text)] if text == "The end."), "{last:?}");
    assert!(!session.playing());
}

#[test]
fn moving_in_time_ends_playing_and_drops_the_draft() {
    let mut session = Session::new(&first());
    session.act(Action::Step(WorkerId(1)));
    session.edit("charge".to_owned());
    session.play();
    assert_eq!(session.typed(), "charge");
    session.walk(Walk::Back);
    assert_eq!((session.draft(), session.playing(), session.timeline().depth()), (None, false, 0));
    session.walk(Walk::End);
    assert_eq!(session.timeline().depth(), 1);
}

#[test]
fn the_picker_has_room_for_eight_of_ones_own_and_says_who_had_to_go() {
    let mut picker = Picker::of(catalogue(), Shipped::Here);
    let shipped = picker.scenarios().len();
    let own = |n: usize| {
        let mut scenario = (*first()).clone();
        (scenario.id, scenario.title) = (format!("own-{n}"), format!("Own {n}"));
        scenario.into()
    };
    for n in 0..8 {
        let taken = picker.take_in(own(n), n.to_string());
        assert_eq!((taken.index, taken.replaced, taken.gone), (shipped + n, false, None));
    }
    let again = picker.take_in(own(3), "new".to_owned());
    assert_eq!((again.index, again.replaced, again.gone), (shipped + 3, true, None));
    let ninth = picker.take_in(own(8), "8".to_owned());
    assert_eq!((ninth.index, ninth.replaced, ninth.gone), (shipped + 7, true, Some("Own 7".to_owned())));
    picker.choose(shipped + 3);
    assert_eq!(picker.file(), Some("new"));
    picker.choose(0);
    assert_eq!(picker.file(), None);
    assert_eq!(picker.without_own().scenarios().len(), shipped);
}
