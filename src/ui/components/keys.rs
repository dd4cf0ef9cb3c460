//! Every Redis key as a row, and how an opened one came to its value.

use yew::prelude::*;

use super::icon::Icon;
use crate::app::Msg;
use crate::app::view::{KeyChange, KeyHistory, KeyRow, KeysView};
use crate::platform::screen;
use crate::ui::Ask;
use crate::ui::slice::Slice;

/// What the keys need.
#[derive(Properties, PartialEq)]
pub struct KeysProps {
    /// The keys.
    pub keys: Slice<KeysView>,
    /// Where wishes go.
    pub ask: Callback<Ask>,
}

/// The state of the store.
#[component]
pub fn Keys(props: &KeysProps) -> Html {
    let KeysProps { keys, ask } = props;
    let (of_queue, own): (Vec<&KeyRow>, Vec<&KeyRow>) = keys.rows.iter().partition(|row| row.of_queue);
    // On a phone they would stand between the reader and the timeline.
    let unfolded = use_state(|| !screen::narrow());
    let fold = use_callback(unfolded.clone(), |_: MouseEvent, unfolded| unfolded.set(!**unfolded));
    html! {
        <section class="panel state" aria-labelledby="state-title">
            <div class="panel-head"><h2 id="state-title">{ "Redis" }</h2></div>
            <div class="scroll" tabindex="0" role="group" aria-label="Redis keys and their history">
                if let Some(history) = &keys.history { { history_of(history, ask) } }
                // Roles in so many words: the style sheet lays the rows out as grids, and some browsers then forget
                // what a table's parts are.
                <table class="keys" role="table" aria-label="Keys">
                    <thead role="rowgroup" class="unseen">
                        <tr role="row">
                            <th role="columnheader" scope="col">{ "Key" }</th>
                            <th role="columnheader" scope="col">{ "Type" }</th>
                            <th role="columnheader" scope="col">{ "Value" }</th>
                            <th role="columnheader" scope="col">{ "Time to live" }</th>
                        </tr>
                    </thead>
                    <tbody role="rowgroup" class="own">
                        for row in own { { row_of(row, ask) } }
                    </tbody>
                    <tbody role="rowgroup">
                        <tr role="row" class="fold">
                            <td role="cell" colspan="4">
                                <button type="button" class="press quiet" aria-expanded={unfolded.to_string()} onclick={fold}>
                                    { Icon::Forward.draw() }{ "The queue's own keys" }
                                </button>
                            </td>
                        </tr>
                    </tbody>
                    <tbody role="rowgroup" class="of-queue" hidden={!*unfolded}>
                        for row in of_queue { { row_of(row, ask) } }
                    </tbody>
                </table>
                if keys.rows.is_empty() { <p class="empty">{ "No keys." }</p> }
                if keys.more > 0 { <p class="more">{ format!("and {} more keys", keys.more) }</p> }
            </div>
        </section>
    }
}

/// A key. A long value is cut to two lines; the key's history holds more of it.
fn row_of(row: &KeyRow, ask: &Callback<Ask>) -> Html {
    let onclick = go(ask, &row.open);
    html! {
        <tr key={row.key.clone()} role="row" class={classes!(row.changed.then_some("changed"))}>
            <th role="rowheader" scope="row">
                <button type="button" class="key" title={format!("History of {}", row.key)} {onclick}>
                    { breakable(&row.key) }
                </button>
                if row.changed { { " " }<strong class="mark-changed">{ "changed" }</strong> }
                if !row.about.is_empty() { { " " }<span class="about">{ row.about }</span> }
            </th>
            <td role="cell" class="kind">{ row.kind }</td>
            <td role="cell" class="value"><code>{ &row.value }</code></td>
            <td role="cell" class="ttl">
                if row.ttl.is_empty() { { "no TTL" } } else { { "TTL " }{ &row.ttl } }
            </td>
        </tr>
    }
}

fn history_of(history: &KeyHistory, ask: &Callback<Ask>) -> Html {
    html! {
        <section class="history" aria-label={format!("History of {}", history.key)}>
            <div class="panel-head">
                <h3>{ "History of " }<code>{ &history.key }</code></h3>
                <button type="button" class="press quiet" aria-label="Close the history" onclick={go(ask, &history.close)}>
                    { Icon::Close.draw() }
                </button>
            </div>
            if history.rows.is_empty() { <p class="empty">{ "It has not existed yet." }</p> }
            <ol>
                for change in &history.rows { { one_change(change, ask) } }
            </ol>
        </section>
    }
}

fn one_change(change: &KeyChange, ask: &Callback<Ask>) -> Html {
    html! {
        <li>
            <button type="button" class="key" onclick={go(ask, &change.go)}>{ format!("Step {}", change.step) }</button>
            <span class="at">{ &change.at }</span>
            <span class="by">{ &change.by }</span>
            <code>{ &change.value }</code>
        </li>
    }
}

fn go(ask: &Callback<Ask>, msg: &Msg) -> Callback<MouseEvent> {
    let msg = msg.clone();
    ask.reform(move |_: MouseEvent| Ask::Do(msg.clone()))
}

/// The key's name, which may be broken after its colons.
fn breakable(key: &str) -> Html {
    html! {
        for part in key.split_inclusive(':') { { part.to_owned() }<wbr /> }
    }
}
