//! The outside world's books.

use yew::prelude::*;

use crate::app::view::{LedgerRow, LedgerView};
use crate::ui::slice::Slice;

/// What the ledgers need.
#[derive(Properties, PartialEq)]
pub struct LedgersProps {
    /// One per outside system.
    pub ledgers: Slice<[LedgerView]>,
}

/// What happened in the outside world, and cannot be taken back.
#[component]
pub fn Ledgers(props: &LedgersProps) -> Html {
    html! {
        <section class="panel ledgers" aria-labelledby="ledger-title">
            <h2 id="ledger-title">{ "Ledger" }</h2>
            for ledger in props.ledgers.iter() {
                <div key={ledger.title.clone()} class={classes!("ledger", (!ledger.state.is_empty()).then_some("holding"))}>
                    <h3>{ &ledger.title }</h3>
                    if ledger.rows.is_empty() { <p class="empty">{ ledger.empty }</p> }
                    if ledger.more > 0 { <p class="more">{ format!("{} older", ledger.more) }</p> }
                    <ul>
                        for row in &ledger.rows { { entry(row) } }
                    </ul>
                    if !ledger.state.is_empty() {
                        <dl class="holds" aria-label={format!("{} now", ledger.title)}>
                            for (name, state) in &ledger.state {
                                <dt>{ name }</dt>
                                <dd>{ state }</dd>
                            }
                        </dl>
                    }
                </div>
            }
        </section>
    }
}

fn entry(row: &LedgerRow) -> Html {
    html! {
        <li key={row.receipt.clone()} class={classes!("entry", row.extra.then_some("extra"), row.changed.then_some("changed"))}>
            <b>{ &row.order }</b>
            <span class="what">{ &row.what }</span>
            <code>{ &row.receipt }</code>
            <span class="at">{ &row.at }</span>
            if row.extra { <strong class="mark-extra">{ "once more" }</strong> }
            if row.changed { <strong class="mark-changed">{ "new" }</strong> }
        </li>
    }
}
