//! The matrix: every consumer of a scenario against every kind of fault.

use yew::prelude::*;

use super::proof::{icon, tone};
use crate::app::view::{CellView, MatrixRow, MatrixView};
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, tag};
use crate::ui::slice::Slice;

/// The matrix. A cell with a counterexample replays it; one without says how much was searched.
#[derive(PartialEq)]
pub(super) struct Matrix {
    /// The matrix.
    pub matrix: Slice<MatrixView>,
    /// No other matrix is shown.
    pub alone: bool,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Matrix {
    const NAME: &'static str = "matrix";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { matrix, alone, ask } = self;
        let caption = if *alone { "Matrix".to_owned() } else { format!("Matrix: {}", matrix.title) };
        let heads = tag("tr").child(tag("td")).texts("th[scope=col]", &matrix.columns);
        let table = tag("table.matrix")
            .child(tag("caption").text(&caption))
            .child(tag("thead").child(heads))
            .child(tag("tbody").each(&matrix.rows, |row| cells(matrix, row, ask)));
        let scroll = tag("div.matrix-scroll[tabindex=0][role=group]")
            .set("aria-label", &format!("{caption}, all columns"))
            .child(table);
        tag("div.matrix-box")
            .child(scroll)
            .maybe((!matrix.done).then(|| tag("p.detail").text(&matrix.progress)))
            .into()
    }
}

fn cells(matrix: &MatrixView, row: &MatrixRow, ask: &Asker) -> Tag {
    let mut cells = tag("tr").key(&row.consumer).child(tag("th[scope=row]").text(&row.consumer));
    for (cell, column) in row.cells.iter().zip(&matrix.columns) {
        cells = cells.child(tag("td").child(button(row, cell, column, ask)));
    }
    cells.gather(1)
}

fn button(row: &MatrixRow, cell: &CellView, column: &str, ask: &Asker) -> Tag {
    let place = format!("{}, {column}: ", row.consumer);
    let asked = match &cell.msg {
        Some(msg) => Ask::Do(msg.clone()),
        None => {
            let sentence = format!("{place}{} {}", cell.word, cell.detail);
            Ask::Refuse(format!("{}.", sentence.trim_end()))
        }
    };
    let title =
        if cell.msg.is_some() { "Replay the shortest schedule that does it" } else { "Nothing to replay" };
    tag("button.cell[type=button]")
        .class(true, tone(cell.finding))
        .set("title", title)
        .press(ask, asked)
        .child(tag("span.unseen").text(&place))
        .child(tag("span.word").child(icon(cell.finding).draw()).says(cell.word))
        .says(" ")
        .child(tag("span.detail").text(&cell.detail))
}
