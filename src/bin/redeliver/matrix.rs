//! `redeliver matrix` and `redeliver scenarios`: what there is, and how it fares.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::Arc;

use redeliver::catalogue::catalogue;
use redeliver::explore::{Bound, Cell, Column, Matrix};
use redeliver::sim::Scenario;

use super::{Outcome, Problem, input};

/// States between two looks at the progress.
const SLICE: usize = 20_000;

const KEY: &str = "\
`E` exactly once: no schedule within the bound breaks it. `D` can duplicate the effect. `L` can lose it. `DL` both. \
`I` breaks only what must hold over all orders. `?` the search reached its memory limit and found nothing. In brackets: the \
number of actions in the shortest schedule that does it.";

/// A table for each scenario, as Markdown.
pub(crate) fn run(scenario: Option<&str>, bound: &Bound) -> Result<(String, Outcome), Problem> {
    let scenarios = match scenario {
        Some(name) => vec![input::scenario(name)?.0],
        None => catalogue(),
    };
    let mut text = format!("# What each consumer withstands\n\nBound: {}.\n\n{KEY}\n", bound.words());
    for scenario in &scenarios {
        let _ = write!(text, "\n## {}\n\n{}\n\n", scenario.title, scenario.truth);
        match scenario.adds_again {
            0 => {}
            1 => text.push_str("The producer may add the order again, once.\n\n"),
            n => {
                let _ = write!(text, "The producer may add the order again, {n} times.\n\n");
            }
        }
        table(&mut text, scenario, bound);
    }
    Ok((text, Outcome::Fine))
}

fn table(text: &mut String, scenario: &Arc<Scenario>, bound: &Bound) {
    let titles: Vec<&str> = Column::all().map(Column::title).collect();
    let _ = writeln!(text, "| consumer | {} |", titles.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(titles.len()));
    let mut matrix = Matrix::new(scenario, bound.clone());
    let mut terminal = std::io::stderr();
    let watched = terminal.is_terminal();
    while !matrix.run(SLICE) {
        if watched {
            // Progress that cannot be shown is no reason to stop.
            let _ =
                write!(terminal, "\r\x1b[K{}: {} of {}", scenario.id, matrix.done(), matrix.cells().len());
        }
    }
    if watched {
        let _ = write!(terminal, "\r\x1b[K");
    }
    for row in matrix.cells().chunks(titles.len()) {
        let title = scenario.consumers[row[0].consumer].title.replace('|', "\\|");
        let cells: Vec<String> = row.iter().map(cell).collect();
        let _ = writeln!(text, "| {title} | {} |", cells.join(" | "));
    }
}

/// A cell's letters with the length of the shortest schedule behind each: `D (5)`.
fn cell(cell: &Cell) -> String {
    let Some(report) = &cell.report else { return "?".to_owned() };
    let letters = report.letters();
    let lengths: Vec<String> = report.lettered().iter().map(|it| it.actions.len().to_string()).collect();
    if lengths.is_empty() { letters.to_owned() } else { format!("{letters} ({})", lengths.join(", ")) }
}

/// The shipped scenarios and their consumers.
pub(crate) fn scenarios() -> String {
    let mut text = String::new();
    for scenario in catalogue() {
        let _ = writeln!(text, "{}: {}. {}", scenario.id, scenario.title, scenario.summary);
        for consumer in &scenario.consumers {
            let _ = writeln!(text, "  {:14} {}: {}", consumer.id, consumer.title, consumer.note);
        }
    }
    text
}
