//! The outside world's books.

use yew::prelude::*;

use crate::app::view::{LedgerRow, LedgerView};
use crate::ui::dom::{Part, Tag, tag};
use crate::ui::slice::Slice;

/// What happened in the outside world, and cannot be taken back.
#[derive(PartialEq)]
pub(super) struct Ledgers {
    /// One per outside system.
    pub ledgers: Slice<[LedgerView]>,
}

impl Part for Ledgers {
    const NAME: &'static str = "ledgers";

    fn draw(&self, _: &NodeRef) -> Html {
        tag("section.panel ledgers[aria-labelledby=ledger-title]")
            .child(tag("h2[id=ledger-title]").says("Ledger"))
            .each(&self.ledgers, book)
            .into()
    }
}

fn book(ledger: &LedgerView) -> Tag {
    let older = (ledger.more > 0).then(|| tag("p.more").counts("", ledger.more as u64, " older"));
    tag("div.ledger")
        .key(&ledger.title)
        .class(!ledger.state.is_empty(), "holding")
        .child(tag("h3").text(&ledger.title))
        .maybe(ledger.rows.is_empty().then(|| tag("p.empty").says(ledger.empty)))
        .maybe(older)
        .child(tag("ul").each(&ledger.rows, entry))
        .maybe((!ledger.state.is_empty()).then(|| now(ledger)))
}

/// What the system holds now.
fn now(ledger: &LedgerView) -> Tag {
    let mut pairs = tag("dl.holds").set("aria-label", &format!("{} now", ledger.title));
    for (name, state) in &ledger.state {
        pairs = pairs.child(tag("dt").text(name)).child(tag("dd").text(state));
    }
    pairs.gather(0)
}

fn entry(row: &LedgerRow) -> Tag {
    tag("li.entry")
        .key(&row.receipt)
        .class(row.extra, "extra")
        .class(row.changed, "changed")
        .child(tag("b").text(&row.order))
        .child(tag("span.what").text(&row.what))
        .child(tag("code").text(&row.receipt))
        .child(tag("span.at").text(&row.at))
        .maybe(row.extra.then(|| tag("strong.mark-extra").says("once more")))
        .maybe(row.changed.then(|| tag("strong.mark-changed").says("new")))
}
