//! The only way in which a world changes.

use std::sync::Arc;

use crate::store::split_line;

use super::action::{Action, why_not};
use super::event::Event;
use super::log::Log;
use super::world::World;
use super::{producer, timers, worker};

/// Carries out one action and says what happened.
///
/// An action that is not possible changes nothing and answers with the one event [`Event::Refused`].
pub fn apply(world: &mut World, action: &Action) -> Vec<Event> {
    if let Some(why) = why_not(world, action) {
        return vec![Event::Refused(why)];
    }
    let mut log = Log::on();
    carry_out(world, action, &mut log);
    log.events()
}

/// Carries out one action that is known to be possible, and tells nobody: [`apply`] without its events.
pub fn apply_quietly(world: &mut World, action: &Action) {
    carry_out(world, action, &mut Log::off());
}

fn carry_out(world: &mut World, action: &Action, log: &mut Log) {
    match action {
        Action::Step(id) => worker::step(world, *id, log),
        Action::Fault(kind, no) => (kind.row().happens)(world, *no, log),
        Action::Thaw(id) => worker::thaw(world, *id, log),
        Action::Restart(id) => worker::restart(world, *id, log),
        Action::Enqueue(what) => producer::enqueue_and_tell(world, &what.fields, log),
        Action::EnqueueAgain(job) => producer::enqueue_again(world, *job, log),
        Action::NextTimer => {
            let at = timers::next_timer(world).map_or(world.now, |at| at.max(world.now));
            timers::advance(world, at, log);
        }
        Action::Advance(span) => timers::advance(world, world.now.plus(u64::from(*span)), log),
        Action::Command(line) => {
            let words = split_line(line).unwrap_or_default();
            let reply = world.db.exec(world.now, &words);
            log.push(|| Event::Commanded { line: Arc::clone(line), reply });
        }
        Action::SetConsumer(index) => {
            world.consumer = *index;
            let recipe = &world.scenario.consumers[usize::from(*index)].recipe;
            world.program = world.scenario.parse(recipe).expect("shipped recipes parse");
            world.crash_points.clear();
            log.push(|| Event::ConsumerSet(usize::from(*index)));
        }
        Action::SetRecipe(text) => {
            world.program = world.scenario.parse(text).expect("checked by why_not");
            let lines: Vec<u32> = world.program.statements().map(|info| info.line).collect();
            world.crash_points.retain(|line| lines.contains(line));
            log.push(|| Event::RecipeSet);
        }
        Action::CrashAfter { line, on } => {
            if *on {
                world.crash_points.insert(*line);
            } else {
                world.crash_points.remove(line);
            }
            log.push(|| Event::CrashPoint { line: *line, on: *on });
        }
        Action::AckFirst(on) => {
            world.ack_first = *on;
            log.push(|| Event::AckFirst(*on));
        }
    }
}
