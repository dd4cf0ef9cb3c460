//! A seeded chooser that plays the ordinary course of things: no faults, no settings.

use crate::base::SplitMix64;
use crate::queue::{JobState, States};

use super::action::{Action, why_not};
use super::timers::next_timer;
use super::world::{Condition, World};

/// What happens next when nobody interferes; `None` when nothing is left to do.
///
/// Any worker that can step may be the next to do so; `rng` decides between them. When none can, the clock
/// moves to the next timer, as long as a job is in line or in a worker's hands and some worker is up.
pub fn autoplay(world: &World, rng: &mut SplitMix64) -> Option<Action> {
    let ready: Vec<Action> = world
        .workers()
        .map(|(id, _)| Action::Step(id))
        .filter(|action| why_not(world, action).is_none())
        .collect();
    if !ready.is_empty() {
        let at = rng.place(ready.len());
        return ready.into_iter().nth(at);
    }
    let someone_is_up = world.workers.iter().any(|worker| worker.condition == Condition::Up);
    let states = States::of(&world.db, &world.queue);
    let in_line = world.jobs().any(|(no, _)| {
        !matches!(world.state_in(&states, no), JobState::Completed | JobState::Failed | JobState::Gone)
    });
    (someone_is_up && in_line && next_timer(world).is_some()).then_some(Action::NextTimer)
}
