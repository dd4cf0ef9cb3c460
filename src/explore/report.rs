//! What a search has established, in words.

use crate::base::cast;
use crate::sim::{Action, FaultKind};

use super::bound::Bound;
use super::search::Search;
use super::violation::Violation;

/// What a search has established so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What was to be covered.
    pub bound: Bound,
    /// Every schedule within the bound was covered.
    pub complete: bool,
    /// The search stopped because it had grown too large.
    pub full: bool,
    /// Different states seen.
    pub states: u64,
    /// Actions applied.
    pub transitions: u64,
    /// Actions in the longest schedule that led to a new state.
    pub depth: u32,
    /// Some schedule ended as it should: every effect once, every order settled.
    pub succeeds: bool,
    /// The consumer is judged by an effect, and not only by what becomes of its jobs and by what must hold.
    pub has_effect: bool,
    /// The shortest schedule of each kind of violation found.
    pub counterexamples: Vec<Counterexample>,
}

/// A schedule that ends badly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// How.
    pub violation: Violation,
    /// What makes the world that the schedule begins with: an edited text, further orders.
    pub setup: Vec<Action>,
    /// From there to the violation; as short as any.
    pub actions: Vec<Action>,
}

impl Search {
    /// What it has established so far.
    #[must_use]
    pub fn report(&self) -> Report {
        let found = Violation::ALL.into_iter().filter_map(|violation| {
            let actions = self.counterexample(violation)?;
            Some(Counterexample { violation, setup: self.setup().to_vec(), actions })
        });
        Report {
            bound: self.bound().clone(),
            complete: self.over() && !self.full(),
            full: self.full(),
            states: cast::wide(self.states()),
            transitions: self.transitions(),
            depth: self.depth(),
            succeeds: self.succeeds(),
            has_effect: self.has_effect(),
            counterexamples: found.collect(),
        }
    }
}

impl Report {
    /// What was found.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        self.counterexamples.iter().map(|it| it.violation).collect()
    }

    /// Whether an effect can happen twice or be lost, or a truth about the whole can break, within what was covered.
    /// A job that only waits for a person in the failed list is reported but breaks nothing.
    #[must_use]
    pub fn broken(&self) -> bool {
        self.never_succeeds() || self.counterexamples.iter().any(|it| it.violation != Violation::Stuck)
    }

    /// All was covered and nothing ever ended as it should: the effect does not happen, or the job never settles.
    #[must_use]
    pub fn never_succeeds(&self) -> bool {
        self.complete && !self.succeeds
    }

    /// What its letters are about: a duplicate and a loss, and a broken truth only where there is neither.
    #[must_use]
    pub fn lettered(&self) -> Vec<&Counterexample> {
        let named = |wanted| self.counterexamples.iter().find(|it| it.violation == wanted);
        let of_effects: Vec<_> =
            [Violation::Duplicate, Violation::Loss].into_iter().filter_map(named).collect();
        if of_effects.is_empty() { named(Violation::Invariant).into_iter().collect() } else { of_effects }
    }

    /// The table's letters: `E` exactly once, `D` can duplicate, `L` can lose, `DL` both, `I` neither, but a truth
    /// about the whole can break; `N` when nothing goes wrong only because nothing is ever done; `?` when the search did
    /// not cover everything and found nothing.
    #[must_use]
    pub fn letters(&self) -> &'static str {
        let found: Vec<Violation> = self.lettered().iter().map(|it| it.violation).collect();
        match found.as_slice() {
            [Violation::Duplicate, _, ..] => "DL",
            [Violation::Duplicate] => "D",
            [Violation::Loss, ..] => "L",
            [Violation::Invariant | Violation::Stuck, ..] => "I",
            [] if self.never_succeeds() => "N",
            [] if self.complete => "E",
            [] => "?",
        }
    }

    /// One sentence: what holds, or what breaks it.
    #[must_use]
    pub fn verdict(&self) -> String {
        let has = |wanted| self.counterexamples.iter().any(|it| it.violation == wanted);
        let mut broken = Vec::new();
        if has(Violation::Duplicate) {
            broken.push("can duplicate the effect");
        }
        if has(Violation::Loss) {
            broken.push("can lose the effect");
        }
        if has(Violation::Invariant) && broken.is_empty() {
            broken.push("can break what must hold");
        }
        match (broken.is_empty(), self.complete) {
            (true, true) if !self.succeeds => {
                "Never done: no schedule within the bound ends with the effect once and the job settled."
                    .to_owned()
            }
            (false, _) => format!("This consumer {}.", broken.join(" and ")),
            (true, true) if !self.has_effect => {
                "Holds: no schedule within the bound loses a job or breaks what must hold.".to_owned()
            }
            (true, true) if has(Violation::Stuck) => {
                "Never twice and never lost, but a job can end in the failed list before its effect: there a person goes on."
                    .to_owned()
            }
            (true, true) => "Exactly once: no schedule within the bound breaks this consumer.".to_owned(),
            (true, false) if self.full => {
                "Not decided: the search reached its memory limit. What it covered breaks nothing.".to_owned()
            }
            (true, false) => {
                "Not decided: the search was stopped. What it covered breaks nothing.".to_owned()
            }
        }
    }

    /// Of a search that did not come to its end: what holds of it all the same, and what is left open.
    #[must_use]
    pub fn covered(&self) -> Option<String> {
        if self.complete {
            return None;
        }
        let why =
            if self.full { "The search stopped at its memory limit." } else { "The search was stopped." };
        // While schedules of this many steps are made, all schedules of one step less have been.
        let steps = self.depth.saturating_sub(1);
        Some(format!(
            "{why} Every schedule of up to {steps} steps was tried, and longer ones in part: a smaller bound can be covered in full."
        ))
    }
}

impl Bound {
    /// The bound in words: `2 workers, 1 job, at most 2 faults (…), the clock up to 300 s`.
    #[must_use]
    pub fn words(&self) -> String {
        let kinds: Vec<String> = FaultKind::all()
            .filter(|kind| self.of_kind[*kind as usize] > 0)
            .map(|kind| match self.of_kind[kind as usize] {
                most if most < self.faults => count(most, kind.row().one, kind.row().many),
                _ => kind.row().many.to_owned(),
            })
            .collect();
        let again = match self.again {
            0 => String::new(),
            n => format!(" added again up to {}", count(n, "time", "times")),
        };
        format!(
            "{}, {}{again}, at most {} ({}), the clock up to {} s",
            count(self.workers, "worker", "workers"),
            count(self.orders, "job", "jobs"),
            count(self.faults, "fault", "faults"),
            kinds.join(", "),
            self.horizon / 1_000
        )
    }

    /// What a search within the bound says nothing about, a sentence each.
    #[must_use]
    pub fn not_covered(&self) -> Vec<String> {
        let mut all = vec![
            format!(
                "More than {}, {} or {}.",
                count(self.workers, "worker", "workers"),
                count(self.orders, "job", "jobs"),
                count(self.faults, "fault", "faults")
            ),
            format!(
                "Anything that runs out later than {} s: a marker of a day, the provider's memory of its keys.",
                self.horizon / 1_000
            ),
            if self.again > 0 {
                "A changed recipe, workers that acknowledge first."
            } else {
                "A producer that adds an order twice, a changed recipe, workers that acknowledge first."
            }
            .to_owned(),
            "Moments between two timers: the clock moves from one to the next.".to_owned(),
            "A store that loses data, clocks that disagree.".to_owned(),
        ];
        let left_out: Vec<&str> = FaultKind::all()
            .filter(|kind| self.of_kind[*kind as usize] == 0)
            .map(|kind| kind.row().many)
            .collect();
        if !left_out.is_empty() {
            all.insert(1, format!("Faults of other kinds: {}.", left_out.join(", ")));
        }
        all
    }
}

fn count(n: u8, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
