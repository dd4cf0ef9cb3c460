//! Proving: the search of the text in the editor, the matrix of the scenario, and the small search that follows
//! one's typing. All of it runs in slices that the caller asks for.

use std::rc::Rc;

use crate::explore::{Bound, Column, Counterexample, FaultKind, Matrix, Report, Search, Violation};
use crate::sim::{Action, MAX_WORKERS};

use super::counterexample::noun;
use super::msg::{Dimension, Msg};
use super::panels::button;
use super::play::Walk;
use super::state::App;
use super::view::{
    CellView, CounterexampleView, Finding, KindChoice, MatrixRow, MatrixView, NumberChoice, ProofView,
};
use super::words;

/// The most orders and faults that can be asked for.
const MAX_ORDERS: u8 = 6;
const MAX_FAULTS: u8 = 4;

/// The bound of the search that follows one's typing.
fn quick_bound() -> Bound {
    Bound { faults: 1, ..Bound::default() }
}

/// What is being proven, and what was.
#[derive(Clone, Debug, Default)]
pub(super) struct Prover {
    pub open: bool,
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
    /// The matrices begun so far at the current bound, each with its scenario's index in the catalogue.
    matrices: Vec<(usize, Matrix)>,
    /// The table of all scenarios is shown.
    all: bool,
    quick: Option<Search>,
    /// The text that the small search is about.
    subject_of_quick: Option<(usize, String)>,
    /// The small search's report, with the text it is about.
    quick_report: Option<((usize, String), Report)>,
}

impl Prover {
    /// The places in the catalogue of the scenarios that have a matrix.
    pub(super) fn matrix_places(&mut self) -> impl Iterator<Item = &mut usize> {
        self.matrices.iter_mut().map(|(index, _)| index)
    }

    /// The scenario at that place of the catalogue is another one now.
    pub(super) fn forget_matrix(&mut self, scenario: usize) {
        self.matrices.retain(|(index, _)| *index != scenario);
    }
}

impl App {
    /// Whether something waits to be read or searched: the caller sends [`Msg::Work`]s then.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.reads_rest()
            || self.checking()
            || self.prover.quick.is_some()
            || self.searching()
            || self.scale.running()
    }

    /// Searches keep no more than this many states from now on.
    pub fn limit_search(&mut self, states: usize) {
        self.prover.limit = Some(states);
    }

    /// Whether the search that was asked for, or a matrix, goes on. Behind a closed panel both rest.
    fn searching(&self) -> bool {
        let prover = &self.prover;
        let matrix = || !prover.cancelled && prover.matrices.iter().any(|(_, it)| !it.over());
        prover.open && (prover.search.is_some() || matrix())
    }

    /// Another scenario begins: what was proven of the last one's text is about nothing any more.
    pub(super) fn forget_proof(&mut self) {
        let prover = &mut self.prover;
        (prover.search, prover.report, prover.subject) = (None, None, None);
        prover.found.clear();
        (prover.quick, prover.subject_of_quick, prover.quick_report) = (None, None, None);
        if prover.open {
            self.prove();
        }
    }

    /// Opens the panel with what was proven when nothing has changed since, going on where it was closed, and proves
    /// it otherwise.
    pub(super) fn prove_or_reopen(&mut self) {
        let subject = (self.world().consumer(), self.world().program().source().to_owned());
        let begun = self.prover.report.is_some() || self.prover.search.is_some();
        if begun && !self.prover.open && self.prover.subject.as_ref() == Some(&subject) {
            self.prover.open = true;
            self.begin_matrices();
        } else {
            self.prove();
        }
    }

    /// Starts the search of the text in force, and the scenario's matrix.
    pub(super) fn prove(&mut self) {
        let consumer = self.world().consumer();
        let text = self.world().program().source().to_owned();
        let bound = self.prover.bound.clone();
        self.prover.open = true;
        self.prover.cancelled = false;
        self.prover.report = None;
        self.prover.found.clear();
        let mut search = Search::of_text(self.scenario(), consumer, &text, bound.clone());
        if let Some(states) = self.prover.limit {
            search = search.with_max_nodes(states);
        }
        self.prover.search = Some(search);
        self.prover.subject = Some((consumer, text));
        self.prover.matrices.retain(|(_, it)| *it.bound() == bound);
        self.begin_matrices();
    }

    /// Begins the matrices that are shown and not begun yet. The scenarios' own recipes never change, so one
    /// that is done stays good for its bound.
    pub(super) fn begin_matrices(&mut self) {
        if !self.prover.open {
            return;
        }
        let shown = if self.prover.all { 0..self.catalogue.len() } else { self.scenario..self.scenario + 1 };
        for index in shown {
            if !self.prover.matrices.iter().any(|(known, _)| *known == index) {
                let matrix = Matrix::new(&self.catalogue[index], self.prover.bound.clone());
                self.prover.matrices.push((index, matrix));
            }
        }
    }

    /// Shows the table of all scenarios, or only the current one's.
    pub(super) fn show_all_matrices(&mut self, on: bool) {
        self.prover.all = on;
        self.prover.cancelled = false;
        self.begin_matrices();
    }

    /// Takes up to `count` transitions of what is being searched: the small search first, then the one asked
    /// for, then the matrix.
    pub(super) fn prove_slice(&mut self, count: usize) {
        if self.checking() {
            return self.check_slice(count);
        }
        let prover = &mut self.prover;
        if let Some(search) = &mut prover.quick {
            if search.run(count) {
                let report = search.report();
                prover.quick_report = prover.subject_of_quick.take().map(|about| (about, report));
                prover.quick = None;
            }
        } else if self.scale.running() {
            self.scale_slice(count);
        } else if !prover.open {
            // A slice that was due when the panel was closed.
        } else if let Some(search) = &mut prover.search {
            if search.run(count) {
                self.end_search();
                self.announcement = self.prover.report.as_ref().map_or(String::new(), Report::verdict);
            } else {
                self.draw_found();
            }
        } else if let Some((_, matrix)) = prover.matrices.iter_mut().find(|(_, it)| !it.over()) {
            matrix.run(count);
        }
    }

    /// Keeps what the search has established and lets go of the rest.
    fn end_search(&mut self) {
        self.draw_found();
        if let Some(search) = self.prover.search.take() {
            self.prover.report = Some(search.report());
        }
    }

    /// Draws the counterexamples that were found since it was last asked to.
    fn draw_found(&mut self) {
        for violation in Violation::ALL {
            let Some(search) = &self.prover.search else { return };
            if self.prover.found.iter().any(|it| it.violation == violation) {
                continue;
            }
            if let Some(actions) = search.counterexample(violation) {
                let setup = search.setup().to_vec();
                let found = Counterexample { violation, setup, actions };
                let consumer = self.prover.subject.as_ref().map_or(0, |(consumer, _)| *consumer);
                let view = self.counterexample_view(
                    consumer,
                    self.prover.bound.workers,
                    &found,
                    Msg::ReplayProof(violation),
                );
                self.prover.found.push(Rc::new(view));
            }
        }
    }

    /// Stops searching; what was found stands.
    pub(super) fn cancel_proof(&mut self) {
        self.end_search();
        self.prover.cancelled = true;
        self.announcement = "Stopped. What was found so far stands.".to_owned();
    }

    /// After each change: the small search follows the text in force. A lesson's goal has a bound of its own.
    pub(super) fn follow_text(&mut self) {
        if self.learn.room.is_some() {
            return;
        }
        let subject = (self.world().consumer(), self.world().program().source().to_owned());
        let prover = &self.prover;
        let known = prover.quick.is_none()
            && prover.quick_report.as_ref().is_some_and(|(about, _)| *about == subject);
        if known || prover.subject_of_quick.as_ref() == Some(&subject) {
            return;
        }
        let search = Search::of_text(self.scenario(), subject.0, &subject.1, quick_bound());
        self.prover.quick = Some(search);
        self.prover.subject_of_quick = Some(subject);
    }

    /// Changes a number of the bound and starts again.
    pub(super) fn set_dimension(&mut self, dimension: Dimension, to: u8) {
        let bound = &mut self.prover.bound;
        match dimension {
            Dimension::Workers => bound.workers = to.clamp(1, MAX_WORKERS),
            Dimension::Orders => bound.orders = to.clamp(1, MAX_ORDERS),
            Dimension::Faults => bound.faults = to.min(MAX_FAULTS),
        }
        self.prove();
    }

    /// Allows a kind of fault or leaves it out, and starts again.
    pub(super) fn set_kind(&mut self, kind: FaultKind, on: bool) {
        self.prover.bound.of_kind[kind as usize] = if on { u8::MAX } else { 0 };
        self.prove();
    }

    /// Loads a counterexample into the playground and plays it.
    pub(super) fn replay_counterexample(&mut self, consumer: usize, workers: u8, it: &Counterexample) {
        // The playground shows it where the panel stood.
        self.prover.open = false;
        let what = noun(it.violation);
        let text = format!("This was the shortest {what}. Step back to see how it came about.");
        self.play_from_start(consumer, workers, [&it.setup, &it.actions], text);
    }

    /// Loads a schedule and plays it, from behind its setting-up to its end, where `text` is said.
    pub(super) fn play_from_start(
        &mut self,
        consumer: usize,
        workers: u8,
        [setup, actions]: [&[Action]; 2],
        text: String,
    ) {
        if self.replay_from_start(consumer, workers, &[setup, actions].concat()) {
            self.walk(Walk::Seek(setup.len() as u32));
            self.replays = Some(text);
            self.playing = true;
        }
    }

    /// Does these actions in a new timeline. Whether all were possible.
    pub(super) fn replay_from_start(&mut self, consumer: usize, workers: u8, actions: &[Action]) -> bool {
        self.playing = false;
        self.draft = None;
        self.guided = false;
        self.start(workers, consumer);
        actions.iter().all(|action| self.perform(action.clone()))
    }

    /// The cell's counterexample of that kind, replayed.
    pub(super) fn replay_cell(&mut self, scenario: usize, index: usize, violation: Violation) {
        let Some((_, matrix)) = self.prover.matrices.iter().find(|(known, _)| *known == scenario) else {
            return;
        };
        let Some(cell) = matrix.cells().get(index) else { return };
        let Some(report) = &cell.report else { return };
        let found = report.counterexamples.iter().find(|it| it.violation == violation).cloned();
        let (consumer, workers) = (cell.consumer, report.bound.workers);
        if let Some(found) = found {
            if scenario != self.scenario && self.learn.room.is_some() {
                return self.inform("That is another scenario: leave the lesson first.".to_owned());
            }
            if scenario != self.scenario {
                self.choose_scenario(scenario);
            }
            self.replay_counterexample(consumer, workers, &found);
        }
    }

    /// The proof's counterexample of that kind, replayed.
    pub(super) fn replay_proof(&mut self, violation: Violation) {
        let live = self.prover.search.as_ref().map(Search::report);
        let Some(report) = self.prover.report.as_ref().or(live.as_ref()) else { return };
        let Some((consumer, _)) = self.prover.subject else { return };
        let found = report.counterexamples.iter().find(|it| it.violation == violation).cloned();
        let workers = report.bound.workers;
        if let Some(found) = found {
            self.replay_counterexample(consumer, workers, &found);
        }
    }

    /// The verdict beside the editor.
    pub(super) fn quick_verdict(&self) -> Option<Rc<str>> {
        if self.draft.is_some() || self.learn.room.is_some() {
            return None;
        }
        let text = self.world().program().source();
        match &self.prover.quick_report {
            Some(((consumer, about), report)) if *consumer == self.world().consumer() && about == text => {
                let bound = quick_bound();
                Some(Rc::from(format!(
                    "Proven at {}, {}, {}: {} ({} states)",
                    words::count(usize::from(bound.workers), "worker"),
                    words::count(usize::from(bound.orders), "job"),
                    words::count(usize::from(bound.faults), "fault"),
                    report.verdict(),
                    words::thousands(report.states),
                )))
            }
            _ => Some(Rc::from("Proving with one fault…")),
        }
    }

    /// The panel; none while it is closed.
    pub(super) fn proof_view(&self) -> Option<Rc<ProofView>> {
        let prover = &self.prover;
        if !prover.open {
            return None;
        }
        let running = prover.search.as_ref();
        let extent = match (&prover.report, running) {
            (Some(report), _) => Some((report.states, report.transitions, report.depth)),
            (None, Some(search)) => Some((search.states() as u64, search.transitions(), search.depth())),
            (None, None) => None,
        };
        let progress = extent.map_or(String::new(), |(states, transitions, depth)| {
            let (states, transitions) = (words::thousands(states), words::thousands(transitions));
            format!("{states} states, {transitions} transitions, schedules of up to {depth} steps")
        });
        let another = prover.subject.as_ref().is_some_and(|(consumer, text)| {
            *consumer != self.world().consumer() || text != self.world().program().source()
        });
        let stale = match (another, &self.draft) {
            (true, _) => "The playground runs another text or consumer by now.",
            (false, Some(_)) => "The text has errors: this is about the last version without.",
            (false, None) => "",
        };
        let subject = prover.subject.as_ref().map_or(String::new(), |(consumer, text)| {
            let it = &self.scenario().consumers[*consumer];
            let edited = if *text == it.recipe { "" } else { ", edited" };
            format!("{}: {}{edited}", self.scenario().title, it.title)
        });
        Some(Rc::new(ProofView {
            subject,
            stale,
            bound: prover.bound.words(),
            numbers: self.number_choices(),
            kinds: self.kind_choices(),
            running: running.is_some(),
            progress,
            covered: prover.report.as_ref().and_then(Report::covered),
            verdict: match (&prover.report, running) {
                (Some(report), _) => report.verdict(),
                (None, Some(_)) => "Searching every schedule…".to_owned(),
                (None, None) => String::new(),
            },
            finding: prover.report.as_ref().map_or(Finding::Open, finding),
            counterexamples: prover.found.clone(),
            not_covered: prover.bound.not_covered(),
            matrices: self.matrix_views(),
            all: prover.all,
            again: button("Prove again", Msg::Prove, "Search the text that is in force now."),
            cancel: button("Cancel", Msg::CancelProof, "Stop searching; what was found stands.")
                .refused(!self.searching(), "Nothing is being searched."),
            close: button("Close the proof", Msg::CloseProof, "Back to the playground."),
        }))
    }

    fn number_choices(&self) -> Vec<NumberChoice> {
        let bound = &self.prover.bound;
        let choice = |label: &str, value, least, most, dimension| NumberChoice {
            label: label.to_owned(),
            value,
            least,
            most,
            dimension,
        };
        vec![
            choice("Workers in the proof", bound.workers, 1, MAX_WORKERS, Dimension::Workers),
            choice("Jobs in the proof", bound.orders, 1, MAX_ORDERS, Dimension::Orders),
            choice("Faults in the proof", bound.faults, 0, MAX_FAULTS, Dimension::Faults),
        ]
    }

    fn kind_choices(&self) -> Vec<KindChoice> {
        let mut choices = Vec::new();
        for kind in FaultKind::ALL {
            let on = self.prover.bound.of_kind[kind as usize] > 0;
            choices.push(KindChoice { label: kind.words().1.to_owned(), on, msg: Msg::ProofKind(kind, !on) });
        }
        choices
    }

    fn matrix_views(&self) -> Vec<Rc<MatrixView>> {
        let mut views = Vec::new();
        // In the picker's order.
        for wanted in 0..self.catalogue.len() {
            for (index, matrix) in &self.prover.matrices {
                if *index == wanted && (self.prover.all || wanted == self.scenario) {
                    views.push(Rc::new(matrix_view(wanted, matrix)));
                }
            }
        }
        views
    }
}

fn matrix_view(scenario: usize, matrix: &Matrix) -> MatrixView {
    let width = Column::ALL.len();
    let (mut rows, mut columns): (Vec<MatrixRow>, Vec<String>) = (Vec::new(), Vec::new());
    for (index, cell) in matrix.cells().iter().enumerate() {
        if index % width == 0 {
            let consumer = matrix.scenario().consumers[index / width].title.clone();
            rows.push(MatrixRow { consumer, cells: Vec::new() });
        }
        if let Some(row) = rows.last_mut() {
            row.cells.push(cell_view(scenario, index, cell));
        }
    }
    for column in Column::ALL {
        columns.push(column.title().to_owned());
    }
    MatrixView {
        title: matrix.scenario().title.clone(),
        columns,
        rows,
        progress: format!("{} of {} cells", matrix.done(), matrix.cells().len()),
        done: matrix.over(),
    }
}

fn cell_view(scenario: usize, index: usize, cell: &crate::explore::Cell) -> CellView {
    let Some(report) = &cell.report else {
        return CellView { finding: Finding::Open, word: "not yet", detail: String::new(), msg: None };
    };
    let finding = finding(report);
    // The schedule of what the word says: a broken truth may have a shorter one than the loss that comes with it.
    let of = |wanted: &[Violation]| {
        let found = report.counterexamples.iter().filter(|it| wanted.contains(&it.violation));
        found.min_by_key(|it| it.actions.len())
    };
    let shortest = of(&[Violation::Duplicate, Violation::Loss]).or_else(|| of(&[Violation::Invariant]));
    let detail = match shortest {
        Some(it) => format!("in {}", words::count(it.actions.len(), "step")),
        None => format!("none in {} states", words::thousands(report.states)),
    };
    let msg = shortest.map(|it| Msg::ReplayCell(scenario, index, it.violation));
    CellView { finding, word: finding.word(), detail, msg }
}

/// What a report comes to. A truth that breaks is told only of a text that neither duplicates nor loses.
fn finding(report: &Report) -> Finding {
    let has = |wanted| report.counterexamples.iter().any(|it| it.violation == wanted);
    match (has(Violation::Duplicate), has(Violation::Loss)) {
        (true, true) => Finding::DuplicatesAndLoses,
        (true, false) => Finding::Duplicates,
        (false, true) => Finding::Loses,
        (false, false) if has(Violation::Invariant) => Finding::BreaksATruth,
        (false, false) if report.never_succeeds() => Finding::NeverDone,
        (false, false) if report.complete => Finding::Once,
        (false, false) => Finding::Open,
    }
}
