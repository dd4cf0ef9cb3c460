//! Every relational table, with the changes that are not committed yet and who has locked what.

use crate::app::view::{TableRow, TableView};
use crate::ui::dom::{Tag, tag};

/// The state of the database: nothing when it has no tables.
pub(super) fn tables(all: &[TableView]) -> Option<Tag> {
    (!all.is_empty()).then(|| tag("div.tables").each(all, table))
}

fn table(it: &TableView) -> Tag {
    let mut heads = tag("tr");
    for (name, kind, about) in &it.columns {
        let key = (!about.is_empty()).then(|| tag("span.about").says(about));
        heads = heads.child(tag("th[scope=col]").set("title", kind).text(name).maybe(key));
    }
    let last = tag("th[scope=col]").child(tag("span.unseen").says("Who changes or locks it"));
    let head = tag("thead").child(heads.child(last).gather(0));
    let more = (it.more > 0).then(|| tag("p.more").counts("", it.more as u64, " earlier rows"));
    let empty = it.rows.is_empty().then(|| tag("p.empty").says("No rows."));
    let table = tag("table")
        .set("aria-label", &it.name)
        .child(tag("caption").child(tag("code").text(&it.name)))
        .child(head)
        .child(tag("tbody").each(&it.rows, row));
    tag("div.table").key(&it.name).maybe(more).child(table).maybe(empty)
}

fn row(row: &TableRow) -> Tag {
    let mut cells = tag("tr").class(row.uncommitted, "uncommitted").class(row.changed, "changed");
    for cell in &row.cells {
        cells = cells.child(tag("td").child(tag("code").text(cell)));
    }
    let note =
        tag("td.note").text(&row.note).maybe(row.changed.then(|| tag("strong.mark-changed").says("changed")));
    cells.child(note).gather(0)
}
