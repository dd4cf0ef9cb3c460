//! The matrix: every consumer of a scenario against every kind of fault.

use yew::prelude::*;

use super::proof::{icon, tone};
use crate::app::view::{CellView, MatrixRow, MatrixView};
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What a matrix needs.
#[derive(Properties, PartialEq)]
pub struct MatrixProps {
    /// The matrix.
    pub matrix: Slice<MatrixView>,
    /// No other matrix is shown.
    pub alone: bool,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The matrix. A cell with a counterexample replays it; one without says how much was searched.
#[component]
pub fn Matrix(props: &MatrixProps) -> Html {
    let MatrixProps { matrix, alone, ask } = props;
    let caption = if *alone { "Matrix".to_owned() } else { format!("Matrix: {}", matrix.title) };
    html! {
        <div class="matrix-box">
            <div class="matrix-scroll" tabindex="0" role="group" aria-label={format!("{caption}, all columns")}>
                <table class="matrix">
                    <caption>{ caption.clone() }</caption>
                    <thead>
                        <tr>
                            <td />
                            for column in &matrix.columns { <th scope="col">{ column }</th> }
                        </tr>
                    </thead>
                    <tbody>
                        for row in &matrix.rows {
                            <tr key={row.consumer.clone()}>
                                <th scope="row">{ &row.consumer }</th>
                                for (cell, column) in row.cells.iter().zip(&matrix.columns) {
                                    <td>{ button(row, cell, column, ask) }</td>
                                }
                            </tr>
                        }
                    </tbody>
                </table>
            </div>
            if !matrix.done { <p class="detail">{ &matrix.progress }</p> }
        </div>
    }
}

fn button(row: &MatrixRow, cell: &CellView, column: &str, ask: &Callback<Ask>) -> Html {
    let sentence = format!("{}, {column}: {} {}", row.consumer, cell.word, cell.detail);
    let asked = match &cell.msg {
        Some(msg) => Ask::Do(msg.clone()),
        None => Ask::Refuse(format!("{}.", sentence.trim_end())),
    };
    let onclick = ask.reform(move |_: MouseEvent| asked.clone());
    let title =
        if cell.msg.is_some() { "Replay the shortest schedule that does it" } else { "Nothing to replay" };
    html! {
        <button type="button" class={classes!("cell", tone(cell.letters))} {title} {onclick}>
            <span class="unseen">{ format!("{}, {column}: ", row.consumer) }</span>
            <span class="word">{ icon(cell.letters).draw() }{ &cell.word }</span>
            { " " }
            <span class="detail">{ &cell.detail }</span>
        </button>
    }
}
