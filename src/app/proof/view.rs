//! What the proof panel shows.

use std::rc::Rc;

use crate::explore::{Cell, Column, Matrix, Report, Violation};
use crate::sim::{FaultKind, MAX_WORKERS};

use super::super::buttons::button;
use super::super::msg::{Dimension, Msg, ProofMsg};
use super::super::picker::Picker;
use super::super::session::Session;
use super::super::view::{CellView, Finding, KindChoice, MatrixRow, MatrixView, NumberChoice, ProofView};
use super::super::words;
use super::{MAX_FAULTS, MAX_ORDERS, Proof};

impl Proof {
    /// The panel.
    pub(in crate::app) fn view(&self, session: &Session, picker: &Picker) -> Rc<ProofView> {
        let running = self.search.as_ref();
        let extent = match (&self.report, running) {
            (Some(report), _) => Some((report.states, report.transitions, report.depth)),
            (None, Some(search)) => Some((search.states() as u64, search.transitions(), search.depth())),
            (None, None) => None,
        };
        let progress = extent.map_or(String::new(), |(states, transitions, depth)| {
            let (states, transitions) = (words::thousands(states), words::thousands(transitions));
            format!("{states} states, {transitions} transitions, schedules of up to {depth} steps")
        });
        let another = self.subject.as_ref().is_some_and(|(consumer, text)| {
            *consumer != session.world().consumer() || text != session.world().program().source()
        });
        let stale = match (another, session.draft()) {
            (true, _) => "The playground runs another text or consumer by now.",
            (false, Some(_)) => "The text has errors: this is about the last version without.",
            (false, None) => "",
        };
        let subject = self.subject.as_ref().map_or(String::new(), |(consumer, text)| {
            let it = &session.scenario().consumers[*consumer];
            let edited = if *text == it.recipe { "" } else { ", edited" };
            format!("{}: {}{edited}", session.scenario().title, it.title)
        });
        Rc::new(ProofView {
            subject,
            stale,
            bound: self.bound.words(),
            numbers: self.number_choices(),
            kinds: self.kind_choices(),
            running: running.is_some(),
            progress,
            covered: self.report.as_ref().and_then(Report::covered),
            verdict: match (&self.report, running) {
                (Some(report), _) => report.verdict(),
                (None, Some(_)) => "Searching every schedule…".to_owned(),
                (None, None) => String::new(),
            },
            finding: self.report.as_ref().map_or(Finding::Open, finding),
            counterexamples: self.found.clone(),
            not_covered: self.bound.not_covered(),
            matrices: self.matrix_views(picker),
            all: self.all,
            again: button(
                "Prove again",
                Msg::Proof(ProofMsg::Prove),
                "Search the text that is in force now.",
            ),
            cancel: button("Cancel", Msg::Proof(ProofMsg::Cancel), "Stop searching; what was found stands.")
                .refused(!self.searching(), "Nothing is being searched."),
            close: button("Close the proof", Msg::Proof(ProofMsg::Close), "Back to the playground."),
        })
    }

    fn number_choices(&self) -> Vec<NumberChoice> {
        let bound = &self.bound;
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
        for kind in FaultKind::all() {
            let on = self.bound.of_kind[kind as usize] > 0;
            choices.push(KindChoice {
                label: kind.row().many.to_owned(),
                on,
                msg: Msg::Proof(ProofMsg::Kind(kind, !on)),
            });
        }
        choices
    }

    fn matrix_views(&self, picker: &Picker) -> Vec<Rc<MatrixView>> {
        let mut views = Vec::new();
        // In the picker's order.
        for wanted in 0..picker.scenarios().len() {
            for (index, matrix) in &self.matrices {
                if *index == wanted && (self.all || wanted == picker.current()) {
                    views.push(Rc::new(matrix_view(wanted, matrix)));
                }
            }
        }
        views
    }
}

fn matrix_view(scenario: usize, matrix: &Matrix) -> MatrixView {
    let width = Column::all().count();
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
    for column in Column::all() {
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

fn cell_view(scenario: usize, index: usize, cell: &Cell) -> CellView {
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
    let msg = shortest.map(|it| Msg::Proof(ProofMsg::ReplayCell(scenario, index, it.violation)));
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
