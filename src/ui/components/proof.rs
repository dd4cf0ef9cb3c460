//! The proof: the bound, the search as it goes on, what it found, and what it says nothing about.

use yew::prelude::*;

use super::button::Press;
use super::checkbox::checkbox;
use super::diagram::Diagram;
use super::icon::Icon;
use super::matrix::Matrix;
use super::opened::use_opened_heading;
use crate::app::Msg;
use crate::app::view::{CounterexampleView, NumberChoice, ProofView};
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the proof needs.
#[derive(Properties, PartialEq)]
pub struct ProofProps {
    /// The proof.
    pub proof: Slice<ProofView>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The proof, in the stage's place. Takes the focus as it opens and gives it back.
#[component]
pub fn Proof(props: &ProofProps) -> Html {
    let ProofProps { proof, ask } = props;
    let heading = use_opened_heading();
    html! {
        <section class="panel proof" aria-labelledby="proof-title">
            <div class="panel-head">
                <h2 id="proof-title" ref={heading} tabindex="-1">{ "Proof" }</h2>
                <Press class="quiet" icon={Icon::Close} bare=true button={proof.close.clone()} {ask} />
            </div>
            <div class="scroll" tabindex="0" role="group" aria-label="The proof in full">
                { result(proof, ask) }
                { bound(proof, ask) }
                if !proof.counterexamples.is_empty() {
                    <div class="counterexamples">
                        for found in &proof.counterexamples { { counterexample(found, ask) } }
                    </div>
                }
                for matrix in &proof.matrices {
                    <Matrix matrix={Slice::from(matrix)} alone={proof.matrices.len() == 1} {ask} />
                }
                { all_scenarios(proof, ask) }
                if !proof.not_covered.is_empty() {
                    <h3>{ "Not covered" }</h3>
                    <ul class="not-covered">
                        for it in &proof.not_covered { <li>{ it }</li> }
                    </ul>
                }
            </div>
        </section>
    }
}

fn result(proof: &ProofView, ask: &Callback<Ask>) -> Html {
    html! {
        <div class={classes!("result", tone(proof.letters))}>
            <p class="detail">{ &proof.subject }</p>
            <p class="sentence">{ icon(proof.letters).draw() }<strong>{ &proof.verdict }</strong></p>
            <p>{ "Bound: " }{ &proof.bound }</p>
            <p class="progress">{ &proof.progress }</p>
            if let Some(covered) = &proof.covered { <p>{ covered }</p> }
            if !proof.stale.is_empty() { <p class="stale">{ Icon::Warning.draw() }{ proof.stale }</p> }
            <div class="buttons">
                <Press icon={Icon::Again} button={proof.again.clone()} {ask} />
                <Press icon={Icon::Close} button={proof.cancel.clone()} {ask} />
            </div>
        </div>
    }
}

fn bound(proof: &ProofView, ask: &Callback<Ask>) -> Html {
    html! {
        <details class="bound">
            <summary>{ "Change the bound" }</summary>
            <div class="numbers">
                for number in &proof.numbers { { number_choice(number, ask) } }
            </div>
            <fieldset>
                <legend>{ "Faults that may happen" }</legend>
                for kind in &proof.kinds {
                    { checkbox(&kind.label, kind.on, &kind.msg, ask) }
                }
            </fieldset>
        </details>
    }
}

fn number_choice(number: &NumberChoice, ask: &Callback<Ask>) -> Html {
    let dimension = number.dimension;
    let onchange = ask.reform(move |event: Event| {
        let value = event.target_unchecked_into::<web_sys::HtmlSelectElement>().value();
        Ask::Do(Msg::ProofNumber(dimension, value.parse().unwrap_or_default()))
    });
    html! {
        <label>
            <span>{ &number.label }</span>
            <select {onchange}>
                for value in number.least..=number.most {
                    <option value={value.to_string()} selected={value == number.value}>{ value }</option>
                }
            </select>
        </label>
    }
}

fn all_scenarios(proof: &ProofView, ask: &Callback<Ask>) -> Html {
    checkbox("Matrices of all scenarios", proof.all, &Msg::ProveAll(!proof.all), ask)
}

fn counterexample(found: &CounterexampleView, ask: &Callback<Ask>) -> Html {
    html! {
        <section key={found.word} class="counterexample" aria-label={found.title.clone()}>
            <div class="panel-head">
                <h3>{ &found.title }</h3>
                <Press icon={Icon::Play} button={found.replay.clone()} {ask} />
            </div>
            <Diagram
                timeline={Slice::from(&found.picture)}
                name={format!("Space-time diagram. {}. Its steps follow in words.", found.title)}
                scroller={format!("Drawing. {}", found.title)}
            />
            <details>
                <summary>{ "Its steps in words" }</summary>
                <ol class="numbered">
                    for column in &found.picture.columns { <li>{ &column.text }</li> }
                </ol>
            </details>
        </section>
    }
}

/// The look of a result in letters; beside it always stand its words.
pub(super) fn tone(letters: &str) -> &'static str {
    match letters {
        "E" => "tone-once",
        "D" | "DL" => "tone-duplicated",
        "L" => "tone-lost",
        _ => "tone-open",
    }
}

/// The pictogram of a result in letters.
pub(super) fn icon(letters: &str) -> Icon {
    match letters {
        "E" => Icon::Check,
        "D" | "DL" => Icon::Double,
        "L" => Icon::Empty,
        _ => Icon::Dots,
    }
}
