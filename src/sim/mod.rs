//! The simulation: a [`World`] that is a value, the closed set of [`Action`]s that change it, and what a
//! person or a search can read off it.
//!
//! [`why_not`] and [`apply`] are the only semantics of the project: the playground, the prover, the lessons
//! and the tests all run them. [`moves`] lists what a schedule is made of, and [`enabled`] what of it is possible.
//! Invariants:
//!
//! - a world holds no clock, no randomness and no IO; equal worlds have equal futures;
//! - an action that is not possible changes nothing and says why ([`Event::Refused`]);
//! - statements take no time: the clock moves only by [`Action::NextTimer`] and [`Action::Advance`], and
//!   every timer in between fires at its own moment;
//! - what has happened is not part of the world ([`Timeline`] keeps it), only what still matters is.
//!
//! Deliberately absent: partial writes, clock skew between workers, and a store that loses data.

mod action;
mod apply;
mod autoplay;
mod begin;
mod digest;
mod event;
mod fault;
mod ids;
mod invariant;
mod log;
mod outside;
mod producer;
mod query;
mod ready;
mod run;
mod scenario;
mod sessions;
mod site;
mod timeline;
mod timers;
mod verdict;
mod worker;
mod world;

pub use action::{Action, Enqueue, enabled, faults_of_job, faults_of_worker, moves, why_not};
pub use apply::{apply, apply_quietly};
pub use autoplay::autoplay;
pub use digest::Detail;
pub use event::{AckOutcome, Event, Refused, Target};
#[cfg(test)]
pub(crate) use fault::WITH_BOUNCES;
pub use fault::{FAULTS, Fault, FaultKind, Strikes};
pub use ids::{JobNo, OrderNo, WorkerId};
pub use outside::{DECLINED_CARD, KEY_RETENTION, LedgerEntry, Outside, SYSTEMS, System, SystemRow};
pub use query::{Query, number_of};
pub use run::{Ending, Phase, Run, Waiting};
pub use scenario::{Consumer, Field, Invariant, Measure, Probe, Reading, Scenario, fill_options};
pub use timeline::{NodeId, Timeline, TimelineFull};
pub use timers::{Timer, TimerKind, next_timer, timers};
pub use verdict::{Judgement, Verdict, verdicts};
pub use world::{Condition, Job, MAX_ORDERS, MAX_WORKERS, Order, Tally, WORKERS, Worker, World};
