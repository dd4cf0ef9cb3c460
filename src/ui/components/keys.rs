//! Every Redis key as a row, and how an opened one came to its value.

use yew::prelude::*;

use super::console::Console;
use super::icon::Icon;
use super::tables::tables;
use crate::app::view::{ConsoleView, KeyChange, KeyHistory, KeyRow, KeysView, TableView};
use crate::ui::Ask;
use crate::ui::dom::{Asker, Part, Tag, part, tag};
use crate::ui::slice::Slice;

/// The state of the store.
#[derive(PartialEq)]
pub(super) struct Keys {
    /// The relational tables.
    pub tables: Slice<[TableView]>,
    /// The keys.
    pub keys: Slice<KeysView>,
    /// Whether the queue's own show too.
    pub unfolded: bool,
    /// The Redis prompt.
    pub console: Slice<ConsoleView>,
    /// Where wishes go.
    pub ask: Asker,
}

impl Part for Keys {
    const NAME: &'static str = "keys";

    fn draw(&self, _: &NodeRef) -> Html {
        let Self { keys, ask, .. } = self;
        let more = (keys.more > 0).then(|| tag("p.more").counts("and ", keys.more as u64, " more keys"));
        let title = if self.tables.is_empty() { "Redis" } else { "Tables and Redis" };
        let scroll = tag("div.scroll[tabindex=0][role=group][aria-label=Redis keys and their history]")
            .maybe(tables(&self.tables))
            .maybe(keys.history.as_ref().map(|history| history_of(history, ask)))
            .child(self.table())
            .maybe(keys.rows.is_empty().then(|| tag("p.empty").says("No keys.")))
            .maybe(more);
        tag("section.panel state[aria-labelledby=state-title]")
            .child(tag("div.panel-head").child(tag("h2[id=state-title]").says(title)))
            .child(scroll)
            .child(part(Console { console: self.console.clone(), ask: ask.clone() }))
            .into()
    }
}

impl Keys {
    /// Roles in so many words: the style sheet lays the rows out as grids, and some browsers then forget what a
    /// table's parts are.
    fn table(&self) -> Tag {
        let heads = tag("tr[role=row]").each(&["Key", "Type", "Value", "Time to live"], |word| {
            tag("th[role=columnheader][scope=col]").says(word)
        });
        let fold = tag("button.press quiet[type=button]")
            .set("aria-expanded", if self.unfolded { "true" } else { "false" })
            .press(&self.ask, Ask::FoldKeys)
            .child(Icon::Forward.draw())
            .says("The queue's own keys");
        let fold = tag("tr.fold[role=row]").child(tag("td[role=cell][colspan=4]").child(fold));
        tag("table.keys[role=table][aria-label=Keys]")
            .child(tag("thead.unseen[role=rowgroup]").child(heads))
            .child(self.rows(tag("tbody.own[role=rowgroup]"), false))
            .child(tag("tbody[role=rowgroup]").child(fold))
            .child(self.rows(tag("tbody.of-queue[role=rowgroup]").flag("hidden", !self.unfolded), true))
    }

    /// The queue's own keys, or all others.
    fn rows(&self, mut within: Tag, of_queue: bool) -> Tag {
        for row in &self.keys.rows {
            if row.of_queue == of_queue {
                within = within.child(row_of(row, &self.ask));
            }
        }
        within.gather(0)
    }
}

/// A key. A long value is cut to two lines; the key's history holds more of it.
fn row_of(row: &KeyRow, ask: &Asker) -> Tag {
    let open =
        tag("button.key[type=button]").set("title", &format!("History of {}", row.key)).does(ask, &row.open);
    let mut head = tag("th[role=rowheader][scope=row]").child(breakable(open, &row.key));
    if row.changed {
        head = head.says(" ").child(tag("strong.mark-changed").says("changed"));
    }
    if !row.about.is_empty() {
        head = head.says(" ").child(tag("span.about").says(row.about));
    }
    let head = head.gather(1);
    let ttl = tag("td.ttl[role=cell]");
    let ttl = if row.ttl.is_empty() { ttl.says("no TTL") } else { ttl.says("TTL ").text(&row.ttl) };
    tag("tr[role=row]")
        .key(&row.key)
        .class(row.changed, "changed")
        .child(head)
        .child(tag("td.kind[role=cell]").says(row.kind))
        .child(tag("td.value[role=cell]").child(tag("code").text(&row.value)))
        .child(ttl)
}

fn history_of(history: &KeyHistory, ask: &Asker) -> Tag {
    let close = tag("button.press quiet[type=button][aria-label=Close the history]")
        .does(ask, &history.close)
        .child(Icon::Close.draw());
    let title = tag("h3").says("History of ").child(tag("code").text(&history.key));
    tag("section.history")
        .set("aria-label", &format!("History of {}", history.key))
        .child(tag("div.panel-head").child(title).child(close))
        .maybe(history.rows.is_empty().then(|| tag("p.empty").says("It has not existed yet.")))
        .child(tag("ol").each(&history.rows, |change| one_change(change, ask)))
}

fn one_change(change: &KeyChange, ask: &Asker) -> Tag {
    let go = tag("button.key[type=button]").does(ask, &change.go).counts("Step ", change.step.into(), "");
    tag("li")
        .child(go)
        .child(tag("span.at").text(&change.at))
        .child(tag("span.by").text(&change.by))
        .child(tag("code").text(&change.value))
}

/// Adds the key's name, which may be broken after its colons.
fn breakable(mut within: Tag, key: &str) -> Tag {
    for part in key.split_inclusive(':') {
        within = within.text(part).child(tag("wbr"));
    }
    within
}
