//! A short notation for schedules, so that a test reads like what a person does.
//!
//! `1` steps worker 1; `crash1 freeze1 thaw1 restart1 request1 reply1` do that to it (the last two lose its
//! next request or reply); `redeliver1 again1` are about job 1; `enqueue`, `timer`, `+1000` (milliseconds);
//! `use:marker` toggles the consumer; `crash-after:2` sets a crash point on line 2; `ack-first`.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::sync::Arc;

use redeliver::catalogue::catalogue;
use redeliver::sim::{
    Action, Enqueue, Event, JobNo, Scenario, Verdict, WORKERS, WorkerId, World, apply, verdicts,
};

/// The shipped scenario of that id.
pub(crate) fn scenario(id: &str) -> Arc<Scenario> {
    catalogue().into_iter().find(|scenario| scenario.id == id).unwrap_or_else(|| panic!("no scenario {id}"))
}

/// A fresh world of that scenario and consumer.
pub(crate) fn world(id: &str, consumer: &str) -> World {
    let scenario = scenario(id);
    let index = scenario.consumer(consumer).unwrap_or_else(|| panic!("{id} has no consumer {consumer}"));
    World::new(&scenario, index, WORKERS)
}

/// Plays a schedule; every action must be possible.
pub(crate) fn play(world: &mut World, schedule: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for word in schedule.split_whitespace() {
        let action = action(world, word);
        let happened = apply(world, &action);
        if let [Event::Refused(why)] = happened.as_slice() {
            panic!("{word} in {schedule:?} is not possible: {why}");
        }
        events.extend(happened);
    }
    events
}

/// Plays a schedule from a fresh world and gives the first order's verdict.
pub(crate) fn verdict(id: &str, consumer: &str, schedule: &str) -> Verdict {
    let mut world = world(id, consumer);
    play(&mut world, schedule);
    verdicts(&world).remove(0)
}

/// `once 2 1`: the judgement, deliveries and effects of the first order.
pub(crate) fn outcome(id: &str, consumer: &str, schedule: &str) -> String {
    let verdict = verdict(id, consumer, schedule);
    format!("{} {} {}", verdict.judgement.word(), verdict.deliveries, verdict.effects)
}

fn action(world: &World, word: &str) -> Action {
    let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
    let (name, number) = word.split_at(digits);
    let n: u32 = number.parse().unwrap_or(0);
    let worker = WorkerId(n as u8);
    let job = JobNo(n as u16);
    match name {
        "" => Action::Step(worker),
        "crash" => Action::crash(worker),
        "freeze" => Action::freeze(worker),
        "thaw" => Action::Thaw(worker),
        "restart" => Action::Restart(worker),
        "request" => Action::lose_request(worker),
        "reply" => Action::lose_reply(worker),
        "redeliver" => Action::redeliver(job),
        "again" => Action::EnqueueAgain(job),
        "enqueue" => Action::Enqueue(Enqueue::default()),
        "timer" => Action::NextTimer,
        "+" => Action::Advance(n),
        "crash-after:" => Action::CrashAfter { line: n, on: true },
        "ack-first" => Action::AckFirst(true),
        other => {
            let id = other.strip_prefix("use:").unwrap_or_else(|| panic!("{word} is no action"));
            let index = world.scenario().consumer(id).unwrap_or_else(|| panic!("no consumer {id}"));
            Action::SetConsumer(index as u8)
        }
    }
}

/// The digest of [`golden_digest`]'s session. It changes only when the semantics or what a world is made of change.
pub(crate) const GOLDEN: u64 = 5_784_680_765_988_414_903;

/// Fingerprints of every world along a session that touches every kind of action, folded into one.
pub(crate) fn golden_digest() -> u64 {
    let mut digest = 0_u64;
    let accidents = [
        ("charge", "marker", "1 1 crash1 timer timer 2 2 2 redeliver1 restart1 1 reply1 1 timer 1 1 1"),
        (
            "charge",
            "lease",
            "1 1 1 freeze1 timer timer timer 2 2 2 2 2 thaw1 1 1 enqueue again1 +1500 use:naive 1",
        ),
        ("enrollment", "naive", "enqueue 1 2 1 2 request1 1 2 2 crash2 timer timer restart2 ack-first 2 2 2"),
        ("counter", "atomic", "crash-after:2 1 1 restart1 timer timer 1 1 1"),
    ];
    for (scenario, consumer, schedule) in accidents {
        let mut it = world(scenario, consumer);
        for word in schedule.split_whitespace() {
            play(&mut it, word);
            digest = redeliver::base::fingerprint(&(digest, redeliver::base::fingerprint(&it)));
        }
    }
    digest
}
