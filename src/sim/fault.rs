//! What goes wrong: one table of the kinds of faults.
//!
//! A row of [`FAULTS`] is all that the page's buttons, the search, the batch, the matrix, links, files, lessons and the
//! command line know of a kind. To add one: its name in [`FaultKind`] and its row; what it tells is an
//! [`Event`](super::Event). Invariants: the table is in the order of [`FaultKind`], which is that of the matrix; a
//! number in links belongs to one kind for ever. Deliberately absent: faults of the store and of clocks.

use super::event::Refused;
use super::ids::{JobNo, WorkerId};
use super::log::Log;
use super::ready;
use super::world::{Condition, World};
use super::{producer, worker};

/// The kinds of faults, in the order of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// A worker's process dies, with its variables.
    Crash,
    /// A worker gets no processor time, for as long as nobody thaws it: a long pause, a blocked event loop, a suspended
    /// machine.
    Freeze,
    /// A worker's next request never arrives; it sees an error.
    LostRequest,
    /// A worker's next request is carried out, but the reply is lost; it sees the same error.
    LostReply,
    /// An operator or a recovery puts a job back in line while it may still run elsewhere.
    Redelivery,
    /// For the test that a kind is one row: a worker's process dies and starts again at once.
    #[cfg(test)]
    Bounce,
}

/// What a fault strikes, and so what its number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strikes {
    /// A worker.
    Workers,
    /// A job.
    Jobs,
}

/// A row: one kind of fault.
#[derive(Debug)]
pub struct Fault {
    /// Which.
    pub kind: FaultKind,
    /// Its name in files and arguments: `lost-request`.
    pub name: &'static str,
    /// One of it: `lost request`.
    pub one: &'static str,
    /// Many of it: `lost requests`.
    pub many: &'static str,
    /// What stands on its button, and what lessons call the control: `Lose request`.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub hint: &'static str,
    /// What it strikes.
    pub strikes: Strikes,
    /// The number of its action in share links.
    pub link: u8,
    /// The condition in which it leaves a worker, if there is a way back from it.
    pub leaves: Option<Condition>,
    /// Why it cannot strike now.
    pub(super) why_not: fn(&World, u16) -> Option<Refused>,
    /// What it makes of a world.
    pub(super) happens: fn(&mut World, u16, &mut Log),
}

/// Every kind of fault.
pub static FAULTS: [Fault; FaultKind::COUNT] = [
    Fault {
        kind: FaultKind::Crash,
        name: "crash",
        one: "crash",
        many: "crashes",
        label: "Crash",
        hint: "Kill the process: its variables are gone.",
        strikes: Strikes::Workers,
        link: 3,
        leaves: Some(Condition::Crashed),
        why_not: |world, no| ready::is_not(world, worker_no(no), Condition::Crashed),
        happens: |world, no, log| worker::crash(world, worker_no(no), None, log),
    },
    Fault {
        kind: FaultKind::Freeze,
        name: "freeze",
        one: "freeze",
        many: "freezes",
        label: "Freeze",
        hint: "Give it no processor time: it renews no lock.",
        strikes: Strikes::Workers,
        link: 4,
        leaves: Some(Condition::Frozen),
        why_not: |world, no| ready::is(world, worker_no(no), Condition::Up),
        happens: |world, no, log| worker::freeze(world, worker_no(no), log),
    },
    Fault {
        kind: FaultKind::LostRequest,
        name: "lost-request",
        one: "lost request",
        many: "lost requests",
        label: "Lose request",
        hint: "The next request never arrives; the worker sees an error.",
        strikes: Strikes::Workers,
        link: 1,
        leaves: None,
        why_not: |world, no| ready::request_can_be_lost(world, worker_no(no)),
        happens: |world, no, log| worker::lose_request(world, worker_no(no), log),
    },
    Fault {
        kind: FaultKind::LostReply,
        name: "lost-reply",
        one: "lost reply",
        many: "lost replies",
        label: "Lose reply",
        hint: "The next request is carried out; its reply is lost and the worker sees an error.",
        strikes: Strikes::Workers,
        link: 2,
        leaves: None,
        why_not: |world, no| ready::reply_can_be_lost(world, worker_no(no)),
        happens: |world, no, log| worker::lose_reply(world, worker_no(no), log),
    },
    Fault {
        kind: FaultKind::Redelivery,
        name: "redelivery",
        one: "manual redelivery",
        many: "manual redeliveries",
        label: "Redeliver",
        hint: "Put the job back in line, even while it runs elsewhere.",
        strikes: Strikes::Jobs,
        link: 9,
        leaves: None,
        why_not: |world, no| ready::can_be_redelivered(world, JobNo(no)),
        happens: |world, no, log| producer::redeliver(world, JobNo(no), log),
    },
    #[cfg(test)]
    Fault {
        kind: FaultKind::Bounce,
        name: "bounce",
        one: "bounce",
        many: "bounces",
        label: "Bounce",
        hint: "Kill the process and start a new one at once.",
        strikes: Strikes::Workers,
        link: 200,
        leaves: None,
        why_not: |world, no| ready::is_not(world, worker_no(no), Condition::Crashed),
        happens: |world, no, log| {
            worker::crash(world, worker_no(no), None, log);
            worker::restart(world, worker_no(no), log);
        },
    },
];

/// The worker that a fault's number means.
fn worker_no(no: u16) -> WorkerId {
    WorkerId(u8::try_from(no).unwrap_or(u8::MAX))
}

impl FaultKind {
    /// How many kinds there are.
    pub const COUNT: usize = if cfg!(test) { 6 } else { 5 };

    /// Every kind, in the order of the matrix.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        FAULTS.iter().map(|row| row.kind).filter(|kind| kind.is_real())
    }

    /// All that is known of it.
    #[must_use]
    pub fn row(self) -> &'static Fault {
        &FAULTS[self as usize]
    }

    #[cfg(not(test))]
    const fn is_real(self) -> bool {
        true
    }

    #[cfg(test)]
    fn is_real(self) -> bool {
        self != Self::Bounce || WITH_BOUNCES.get()
    }
}

#[cfg(test)]
thread_local! {
    /// Whether the faults of the test in this thread are one kind more.
    pub(crate) static WITH_BOUNCES: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_kinds_and_no_number_is_given_twice() {
        for (place, row) in FAULTS.iter().enumerate() {
            assert_eq!(row.kind as usize, place, "{}", row.name);
            let same =
                |other: &&Fault| other.link == row.link || other.name == row.name || other.label == row.label;
            assert_eq!(FAULTS.iter().filter(same).count(), 1, "{}", row.name);
        }
    }

    #[test]
    fn the_faults_of_before_keep_their_numbers_in_links() {
        let numbers: Vec<u8> = FaultKind::all().map(|kind| kind.row().link).collect();
        assert_eq!(numbers, [3, 4, 1, 2, 9]);
    }
}
