//! Time travel: back, forward, anywhere, and branches that lose nothing.

mod schedule;

use redeliver::base::SplitMix64;
use redeliver::sim::{Action, NodeId, Timeline, TimelineFull, World, apply, enabled};
use schedule::world;

/// A long session chosen at random among everything that is possible, faults and settings included.
fn wander(timeline: &mut Timeline, steps: u32, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for _ in 0..steps {
        let possible = enabled(timeline.world());
        let action = possible[rng.below(possible.len() as u64) as usize].clone();
        timeline.act(action).expect("there is room").expect("it was enabled");
    }
}

fn replayed(start: &World, actions: &[Action]) -> World {
    let mut world = start.clone();
    for action in actions {
        apply(&mut world, action);
    }
    world
}

#[test]
fn every_moment_of_a_long_session_is_the_world_that_its_actions_make() {
    let start = world("charge", "marker");
    let mut timeline = Timeline::new(start.clone());
    wander(&mut timeline, 300, 7);
    let line = timeline.line();
    assert_eq!(line.len(), 300);
    let actions = timeline.actions();
    for position in [0_usize, 1, 31, 32, 33, 64, 150, 299, 300] {
        let node = if position == 0 { NodeId(0) } else { line[position - 1] };
        assert!(timeline.go(node));
        assert_eq!(*timeline.world(), replayed(&start, &actions[..position]), "step {position}");
        assert_eq!(timeline.world_at(node).as_ref(), Some(timeline.world()));
        assert_eq!(timeline.line(), line, "going back keeps the future");
    }
}

#[test]
fn stepping_back_and_forward_comes_back_to_the_same_world() {
    let mut timeline = Timeline::new(world("enrollment", "naive"));
    wander(&mut timeline, 100, 3);
    let there = timeline.world().clone();
    for _ in 0..100 {
        assert!(timeline.back());
    }
    assert!(!timeline.back(), "nothing lies before the beginning");
    for _ in 0..100 {
        assert!(timeline.forward());
    }
    assert!(!timeline.forward(), "nothing lies after the end");
    assert_eq!(*timeline.world(), there);
}

#[test]
fn doing_something_else_grows_a_branch_and_keeps_the_old_future() {
    let mut timeline = Timeline::new(world("charge", "naive"));
    let step = |worker| Action::Step(redeliver::sim::WorkerId(worker));
    for _ in 0..3 {
        timeline.act(step(1)).unwrap().unwrap();
    }
    let old = timeline.cursor();
    timeline.back();
    timeline.act(Action::crash(redeliver::sim::WorkerId(1))).unwrap().unwrap();
    assert_eq!(timeline.tips(), [old, timeline.cursor()]);
    assert!(timeline.go(old));
    assert_eq!(timeline.depth(), 3);
    // Doing again what was done before follows the old branch instead of growing a third.
    timeline.back();
    timeline.act(step(1)).unwrap().unwrap();
    assert_eq!(timeline.cursor(), old);
    assert_eq!(timeline.tips().len(), 2);
}

#[test]
fn an_impossible_action_leaves_the_timeline_alone() {
    let mut timeline = Timeline::new(world("charge", "naive"));
    let refused = timeline.act(Action::Thaw(redeliver::sim::WorkerId(1))).unwrap().unwrap_err();
    assert_eq!(refused.to_string(), "Worker 1 is up.");
    assert_eq!(timeline.depth(), 0);
    assert_eq!(timeline.tips(), [NodeId(0)]);
}

#[test]
fn a_retracted_action_leaves_no_branch_behind() {
    let mut timeline = Timeline::new(world("charge", "naive"));
    wander(&mut timeline, 64, 11);
    let before = timeline.world().clone();
    timeline.act(Action::Advance(5)).unwrap().unwrap();
    assert!(timeline.retract());
    assert_eq!(*timeline.world(), before);
    assert_eq!(timeline.tips().len(), 1);
    timeline.back();
    assert!(!timeline.retract(), "only the newest action can be taken back");
}

#[test]
fn a_full_timeline_says_so_and_keeps_what_it_has() {
    let mut timeline = Timeline::new(world("light", "set-on"));
    let full = loop {
        match timeline.act(Action::Advance(1)) {
            Ok(done) => assert!(done.is_ok()),
            Err(full) => break full,
        }
    };
    assert_eq!(full, TimelineFull);
    assert_eq!(timeline.depth(), 10_000);
    assert!(timeline.back());
    assert!(timeline.forward());
}
