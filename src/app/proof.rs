//! The panel `Proof`: the search of the text in force and the matrix of the scenario, in slices that the page asks for,
//! and what they found.
//!
//! Invariants: a matrix is of the bound in force; a counterexample is drawn once, when it is found. Deliberately absent:
//! the search itself, and the small one that follows one's typing, which is [`Quick`]'s.

mod quick;
mod view;

use std::rc::Rc;

use crate::explore::{Bound, Counterexample, Matrix, Report, Search, Violation};
use crate::sim::MAX_WORKERS;

use super::counterexample::{self, noun};
use super::effects::{Effect, Effects, Open, Schedule};
use super::msg::{Dimension, Msg, ProofMsg};
use super::picker::{Moved, Picker};
use super::session::Session;
use super::view::CounterexampleView;

pub(super) use quick::Quick;

/// The most orders and faults that can be asked for.
const MAX_ORDERS: u8 = 6;
const MAX_FAULTS: u8 = 4;

/// What is being proven, and what was.
#[derive(Clone, Debug, Default)]
pub(super) struct Proof {
    bound: Bound,
    /// How many states a search may keep; as many as fit when none.
    limit: Option<usize>,
    search: Option<Search>,
    report: Option<Report>,
    /// The counterexamples of the search or its report, each drawn once, when it was found.
    found: Vec<Rc<CounterexampleView>>,
    /// The consumer and text that the search or its report is about.
    subject: Option<(usize, String)>,
    cancelled: bool,
    /// The matrices begun so far at the current bound, each with its scenario's index in the picker.
    matrices: Vec<(usize, Matrix)>,
    /// The table of all scenarios is shown.
    all: bool,
}

impl Proof {
    /// Does what was asked for; `open` when the panel is.
    pub(super) fn update(
        &mut self,
        session: &Session,
        picker: &Picker,
        open: bool,
        msg: ProofMsg,
    ) -> Effects {
        match msg {
            ProofMsg::Prove => self.prove_or_reopen(session, picker, open),
            ProofMsg::Cancel => {
                self.end_search(session);
                self.cancelled = true;
                Effects::say("Stopped. What was found so far stands.")
            }
            ProofMsg::Close => Effect::Close(Open::Proof).into(),
            ProofMsg::Number(dimension, to) => {
                self.set_dimension(dimension, to);
                self.prove(session, picker)
            }
            ProofMsg::Kind(kind, on) => {
                self.bound.of_kind[kind as usize] = if on { u8::MAX } else { 0 };
                self.prove(session, picker)
            }
            ProofMsg::All(on) => {
                self.all = on;
                self.cancelled = false;
                if open {
                    self.begin_matrices(picker);
                }
                Effects::none()
            }
            ProofMsg::Replay(violation) => self.replay(violation),
            ProofMsg::ReplayCell(scenario, index, violation) => {
                self.replay_cell(picker, scenario, index, violation)
            }
        }
    }

    /// Searches keep no more than this many states from now on.
    pub(super) fn limit(&mut self, states: usize) {
        self.limit = Some(states);
    }

    /// Whether the search that was asked for, or a matrix, goes on while the panel is open. Behind a closed one both
    /// rest.
    pub(super) fn searching(&self) -> bool {
        let matrix = || !self.cancelled && self.matrices.iter().any(|(_, it)| !it.over());
        self.search.is_some() || matrix()
    }

    /// The world begins anew: what was proven of the last one's text is about nothing any more. An open panel proves the
    /// new one's.
    pub(super) fn forget(&mut self, session: &Session, picker: &Picker, open: bool) -> Effects {
        (self.search, self.report, self.subject) = (None, None, None);
        self.found.clear();
        if open { self.prove(session, picker) } else { Effects::none() }
    }

    /// The scenario at that place of the picker is another one now.
    pub(super) fn forget_matrix(&mut self, scenario: usize) {
        self.matrices.retain(|(index, _)| *index != scenario);
    }

    /// The scenarios of the picker have other places now, and there are more of them.
    pub(super) fn follow(&mut self, moved: Moved, picker: &Picker, open: bool) {
        for (index, _) in &mut self.matrices {
            *index = moved.from(*index);
        }
        if open {
            self.begin_matrices(picker);
        }
    }

    /// Opens the panel with what was proven when nothing has changed since, going on where it was closed, and proves
    /// it otherwise.
    fn prove_or_reopen(&mut self, session: &Session, picker: &Picker, open: bool) -> Effects {
        let begun = self.report.is_some() || self.search.is_some();
        if begun && !open && self.subject == Some(session.subject()) {
            self.begin_matrices(picker);
            return Effect::Open(Open::Proof).into();
        }
        self.prove(session, picker)
    }

    /// Starts the search of the text in force, and the scenario's matrix.
    fn prove(&mut self, session: &Session, picker: &Picker) -> Effects {
        let (consumer, text) = session.subject();
        let bound = self.bound.clone();
        self.cancelled = false;
        self.report = None;
        self.found.clear();
        let mut search = Search::of_text(session.scenario(), consumer, &text, bound.clone());
        if let Some(states) = self.limit {
            search = search.with_max_nodes(states);
        }
        self.search = Some(search);
        self.subject = Some((consumer, text));
        self.matrices.retain(|(_, it)| *it.bound() == bound);
        self.begin_matrices(picker);
        Effect::Open(Open::Proof).into()
    }

    /// Begins the matrices that are shown and not begun yet. The scenarios' own recipes never change, so one
    /// that is done stays good for its bound.
    fn begin_matrices(&mut self, picker: &Picker) {
        let (scenarios, current) = (picker.scenarios(), picker.current());
        let shown = if self.all { 0..scenarios.len() } else { current..current + 1 };
        for index in shown {
            if !self.matrices.iter().any(|(known, _)| *known == index) {
                self.matrices.push((index, Matrix::new(&scenarios[index], self.bound.clone())));
            }
        }
    }

    /// Takes up to `count` transitions of the search, or once that is over, of a matrix.
    pub(super) fn work(&mut self, session: &Session, count: usize) -> Effects {
        if let Some(search) = &mut self.search {
            if search.run(count) {
                self.end_search(session);
                return Effects::say(&self.report.as_ref().map_or(String::new(), Report::verdict));
            }
            self.draw_found(session);
        } else if let Some((_, matrix)) = self.matrices.iter_mut().find(|(_, it)| !it.over()) {
            matrix.run(count);
        }
        Effects::none()
    }

    /// Keeps what the search has established and lets go of the rest.
    fn end_search(&mut self, session: &Session) {
        self.draw_found(session);
        if let Some(search) = self.search.take() {
            self.report = Some(search.report());
        }
    }

    /// Draws the counterexamples that were found since it was last asked to.
    fn draw_found(&mut self, session: &Session) {
        let Some(search) = &self.search else { return };
        for violation in Violation::ALL {
            if self.found.iter().any(|it| it.violation == violation) {
                continue;
            }
            if let Some(actions) = search.counterexample(violation) {
                let found = Counterexample { violation, setup: search.setup().to_vec(), actions };
                let consumer = self.subject.as_ref().map_or(0, |(consumer, _)| *consumer);
                let msg = Msg::Proof(ProofMsg::Replay(violation));
                let (scenario, workers) = (session.scenario(), self.bound.workers);
                self.found.push(Rc::new(counterexample::drawn(scenario, consumer, workers, &found, msg)));
            }
        }
    }

    fn set_dimension(&mut self, dimension: Dimension, to: u8) {
        let bound = &mut self.bound;
        match dimension {
            Dimension::Workers => bound.workers = to.clamp(1, MAX_WORKERS),
            Dimension::Orders => bound.orders = to.clamp(1, MAX_ORDERS),
            Dimension::Faults => bound.faults = to.min(MAX_FAULTS),
        }
    }

    /// The cell's counterexample of that kind, replayed.
    fn replay_cell(&self, picker: &Picker, scenario: usize, index: usize, violation: Violation) -> Effects {
        let matrix = self.matrices.iter().find(|(known, _)| *known == scenario);
        let Some(cell) = matrix.and_then(|(_, matrix)| matrix.cells().get(index)) else {
            return Effects::none();
        };
        let Some(report) = &cell.report else { return Effects::none() };
        let Some(found) = report.counterexamples.iter().find(|it| it.violation == violation) else {
            return Effects::none();
        };
        let replay = replay(cell.consumer, report.bound.workers, found);
        if scenario == picker.current() { replay } else { Effects::from(Effect::Begin(scenario)).and(replay) }
    }

    /// The proof's counterexample of that kind, replayed.
    fn replay(&self, violation: Violation) -> Effects {
        let live = self.search.as_ref().map(Search::report);
        let Some(report) = self.report.as_ref().or(live.as_ref()) else { return Effects::none() };
        let Some((consumer, _)) = self.subject else { return Effects::none() };
        match report.counterexamples.iter().find(|it| it.violation == violation) {
            Some(found) => replay(consumer, report.bound.workers, found),
            None => Effects::none(),
        }
    }
}

/// Loads a counterexample into the playground and plays it, where the panel stood.
pub(super) fn replay(consumer: usize, workers: u8, it: &Counterexample) -> Effects {
    let text = format!("This was the shortest {}. Step back to see how it came about.", noun(it.violation));
    let (setup, actions) = (it.setup.clone(), it.actions.clone());
    let schedule = Schedule { consumer, workers, setup, actions, text };
    Effects::from(Effect::Close(Open::Proof)).then(Effect::Play(Box::new(schedule)))
}
