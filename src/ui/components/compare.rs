//! The comparison: what one list of actions does to several consumers, step under step.

use yew::prelude::*;

use super::button::Press;
use super::checkbox::checkbox;
use super::diagram::Diagram;
use super::icon::Icon;
use super::opened::use_opened_heading;
use super::verdict;
use crate::app::view::{CompareColumn, CompareView};
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the comparison needs.
#[derive(Properties, PartialEq)]
pub struct CompareProps {
    /// The comparison.
    pub compare: Slice<CompareView>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The comparison, in the place of the code and the stores. Takes the focus as it opens and gives it back.
#[component]
pub fn Compare(props: &CompareProps) -> Html {
    let CompareProps { compare, ask } = props;
    let heading = use_opened_heading();
    html! {
        <section class="panel compare" aria-labelledby="compare-title">
            <div class="panel-head">
                <h2 id="compare-title" ref={heading} tabindex="-1">{ "Comparison" }</h2>
                <p class="detail">
                    { &compare.text }{ " " }{ &compare.note }
                    { " Framed: something else happened than under the first consumer." }
                </p>
                <Press class="quiet" icon={Icon::Close} bare=true button={compare.close.clone()} {ask} />
            </div>
            <fieldset class="choices">
                <legend>{ "Two to four consumers" }</legend>
                for choice in &compare.choices {
                    { checkbox(&choice.title, choice.chosen, &choice.msg, ask) }
                }
            </fieldset>
            // One box for all, so that the same step stays under the same step.
            <div class="scroll lanes-side" tabindex="0" role="group" aria-label="The consumers, step under step">
                for (index, column) in compare.columns.iter().enumerate() { { one(column, index == 0) } }
            </div>
        </section>
    }
}

fn one(column: &CompareColumn, first: bool) -> Html {
    let marked: Vec<u32> = column.differs.iter().map(|(step, _)| *step).collect();
    html! {
        <section key={column.consumer.clone()} class="compared" aria-label={column.consumer.clone()}>
            <div class="compared-head">
                <h3>{ &column.consumer }</h3>
                <ul>
                    for (word, text) in &column.verdicts {
                        <li class={classes!("compared-verdict", verdict::tone(word))} data-verdict={*word}>
                            { verdict::icon(word).draw() }<span>{ text }</span>
                        </li>
                    }
                </ul>
            </div>
            <Diagram
                timeline={Slice::from(&column.picture)}
                name={format!("Space-time diagram of {}. Where it differs stands below in words.", column.consumer)}
                marked={marked}
            />
            <div class="differences">
                if !column.impossible.is_empty() {
                    <ul class="impossible">
                        for it in &column.impossible { <li>{ Icon::Warning.draw() }{ it }</li> }
                    </ul>
                }
                if !column.differs.is_empty() {
                    <details>
                        <summary>{ format!("Different at {}", steps(column.differs.len())) }</summary>
                        <ul>
                            for (step, text) in &column.differs { <li>{ format!("Step {step}: {text}") }</li> }
                        </ul>
                    </details>
                } else if !first {
                    <p class="detail">{ "The same as the first, step by step." }</p>
                }
            </div>
        </section>
    }
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}
