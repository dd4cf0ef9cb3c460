//! The virtual clock's timers: lock renewals, expiring keys, delayed jobs and the stalled check.
//!
//! All timers of one moment fire in a fixed order: keys expire, workers renew (lowest number first), the
//! stalled check runs. A frozen or crashed worker's timers do not fire; a thawed worker's overdue ones fire
//! when it thaws, as an event loop's would.

use std::sync::Arc;

use crate::base::{Bytes, Millis};
use crate::queue::{self, Settings};

use super::event::Event;
use super::ids::{JobNo, WorkerId};
use super::log::Log;
use super::world::{Condition, World};

/// A moment at which something will happen by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timer {
    /// When.
    pub at: Millis,
    /// What.
    pub kind: TimerKind,
}

/// What happens at a timer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimerKind {
    /// A key will be gone.
    Expiry(Bytes),
    /// A worker renews its job's lock.
    Renewal(WorkerId),
    /// The stalled check runs.
    StalledCheck,
    /// A delayed job is due.
    Due,
}

/// When the next stalled check follows one at `now`.
///
/// The interval plus one millisecond: a worker sets its timer once the check is over, and Redis keeps the
/// guard key through the last millisecond of its time. With the bare interval a lone worker's check would
/// find its own guard every other time.
#[must_use]
pub(super) fn check_after(now: Millis, settings: &Settings) -> Millis {
    now.plus(settings.stalled_interval + 1)
}

fn someone_is_up(world: &World) -> bool {
    world.workers.iter().any(|worker| worker.condition == Condition::Up)
}

/// Every timer that is set, in no particular order of time.
#[must_use]
pub fn timers(world: &World) -> Vec<Timer> {
    let mut all = Vec::new();
    for (key, entry) in world.db.iter() {
        if let Some(expires_at) = entry.expires_at {
            all.push(Timer { at: expires_at.plus(1), kind: TimerKind::Expiry(key.clone()) });
        }
    }
    for (id, at) in renewals(world) {
        all.push(Timer { at, kind: TimerKind::Renewal(id) });
    }
    if let Some(at) = due(world) {
        all.push(Timer { at, kind: TimerKind::Due });
    }
    if someone_is_up(world) {
        all.push(Timer { at: world.next_check, kind: TimerKind::StalledCheck });
    }
    all
}

fn renewals(world: &World) -> impl Iterator<Item = (WorkerId, Millis)> {
    world.workers().filter(|(_, worker)| worker.condition == Condition::Up).filter_map(|(id, worker)| {
        let at = worker.run.as_ref()?.renew_at?;
        Some((id, at))
    })
}

fn due(world: &World) -> Option<Millis> {
    queue::next_due(&world.db, &world.queue).filter(|at| *at > world.now)
}

/// The moment of the next timer.
#[must_use]
pub fn next_timer(world: &World) -> Option<Millis> {
    let mut next = world.db.next_expiry();
    let mut sooner = |at: Millis| next = Some(next.map_or(at, |known: Millis| known.min(at)));
    renewals(world).for_each(|(_, at)| sooner(at));
    due(world).into_iter().for_each(&mut sooner);
    if someone_is_up(world) {
        sooner(world.next_check);
    }
    next
}

/// Moves the clock to `target`; every timer on the way fires at its own moment.
pub(super) fn advance(world: &mut World, target: Millis, log: &mut Log) {
    let from = world.now;
    while let Some(at) = next_timer(world).filter(|at| *at <= target) {
        world.now = world.now.max(at);
        fire_due(world, log);
    }
    world.now = target;
    log.push(|| Event::Clock { from, to: target });
}

/// Fires everything that is due now.
pub(super) fn fire_due(world: &mut World, log: &mut Log) {
    for key in world.db.expire(world.now) {
        log.push(|| Event::Expired(key));
    }
    for many in 1..=world.workers.len() {
        renew(world, WorkerId::last_of(many), log);
    }
    if someone_is_up(world) && world.next_check <= world.now {
        check_stalled(world, log);
        world.next_check = check_after(world.now, &world.scenario.settings);
    }
}

fn renew(world: &mut World, id: WorkerId, log: &mut Log) {
    let now = world.now;
    let settings = world.scenario.settings;
    let worker = &mut world.workers[usize::from(id.0) - 1];
    if worker.condition != Condition::Up {
        return;
    }
    let Some(run) = worker.run.as_mut().filter(|run| run.renew_at.is_some_and(|at| at <= now)) else {
        return;
    };
    let run = Arc::make_mut(run);
    let job = run.no;
    let renewed = queue::extend_lock(
        &mut world.db,
        now,
        &world.queue,
        std::str::from_utf8(&run.job.id).unwrap_or_default(),
        &run.token,
        &settings,
    );
    if renewed {
        run.renew_at = Some(now.plus(settings.lock_renew_time));
        log.push(|| Event::Renewed { worker: id, job });
    } else {
        run.renew_at = None;
        log.push(|| Event::RenewalRefused { worker: id, job });
    }
}

/// Runs the stalled check as a worker does; the guard key may make it do nothing.
pub(super) fn check_stalled(world: &mut World, log: &mut Log) {
    let settings = world.scenario.settings;
    let found = queue::check_stalled(&mut world.db, world.now, &world.queue, &settings);
    if found.ran {
        log.push(|| {
            let numbers = |ids: &[String]| -> Vec<JobNo> {
                ids.iter().filter_map(|id| world.job_no(id.as_bytes())).collect()
            };
            Event::Checked {
                marked: numbers(&found.marked),
                recovered: numbers(&found.recovered),
                over_limit: numbers(&found.over_limit),
            }
        });
    }
}
