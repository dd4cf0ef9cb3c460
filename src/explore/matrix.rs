//! All consumers of a scenario against each kind of fault, and against all of them together.

use std::sync::Arc;

use crate::sim::{FaultKind, Scenario};

use super::bound::Bound;
use super::report::Report;
use super::search::Search;

/// A column of the matrix: faults of one kind, or of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Only faults of this kind.
    Only(FaultKind),
    /// Faults of all kinds, mixed.
    Any,
}

impl Column {
    /// Every column, left to right.
    pub fn all() -> impl Iterator<Item = Self> {
        FaultKind::all().map(Self::Only).chain([Self::Any])
    }

    /// Its heading: `crashes`, `any fault`.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Only(kind) => kind.row().many,
            Self::Any => "any fault",
        }
    }

    fn bound(self, bound: &Bound) -> Bound {
        match self {
            Self::Only(kind) => bound.with_only(kind),
            Self::Any => bound.clone(),
        }
    }
}

/// One cell: a consumer against a column's faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The consumer, by its index in the scenario.
    pub consumer: usize,
    /// The faults.
    pub column: Column,
    /// What the search found; `None` until it is over.
    pub report: Option<Report>,
}

/// The matrix of one scenario, computed cell by cell.
#[derive(Clone, Debug)]
pub struct Matrix {
    scenario: Arc<Scenario>,
    bound: Bound,
    cells: Vec<Cell>,
    current: Option<Search>,
}

impl Matrix {
    /// A matrix with every cell still to do, row by row.
    #[must_use]
    pub fn new(scenario: &Arc<Scenario>, bound: Bound) -> Self {
        let rows = 0..scenario.consumers.len();
        let cells = rows
            .flat_map(|consumer| Column::all().map(move |column| Cell { consumer, column, report: None }));
        Self { scenario: Arc::clone(scenario), bound, cells: cells.collect(), current: None }
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The bound of its last column.
    #[must_use]
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// Whether every cell is done.
    #[must_use]
    pub fn over(&self) -> bool {
        self.done() == self.cells.len()
    }

    /// The cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many cells are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.cells.iter().filter(|cell| cell.report.is_some()).count()
    }

    /// Takes up to `count` transitions. Whether every cell is done.
    ///
    /// A row begins with its last cell, whose schedules contain those of the others: what no mix of faults does, no
    /// kind of them does alone.
    pub fn run(&mut self, count: usize) -> bool {
        let Some(first) = self.cells.iter().position(|cell| cell.report.is_none()) else { return true };
        let columns = Column::all().count();
        let last = first - first % columns + columns - 1;
        let place = if self.cells[last].report.is_none() { last } else { first };
        let cell = &self.cells[place];
        let any = self.cells[last].report.as_ref().filter(|it| it.complete);
        let search = self.current.get_or_insert_with(|| {
            let search = Search::new(&self.scenario, cell.consumer, cell.column.bound(&self.bound));
            match any {
                Some(any) => search.seeking(&any.violations()),
                None => search,
            }
        });
        if search.run(count) {
            let report = search.report();
            let told_by_any = any.filter(|it| it.counterexamples.is_empty() && report.succeeds).cloned();
            self.cells[place].report = Some(told_by_any.unwrap_or(report));
            self.current = None;
        }
        false
    }
}
