//! The Redis keys and one key's history.

use std::rc::Rc;

use crate::base::Bytes;
use crate::sim::{NodeId, World, apply};
use crate::store::{Entry, Item, Value};

use super::super::describe;
use super::super::msg::Msg;
use super::super::session::Session;
use super::super::view::{KeyChange, KeyHistory, KeyRow, KeysView};
use super::super::words;

/// How many keys are shown.
const MAX_ROWS: usize = 60;
/// How many changes of a key are shown.
const MAX_CHANGES: usize = 200;
/// How many pieces of a collection are shown.
const MAX_PIECES: usize = 12;
/// How long a value is shown.
const MAX_VALUE: usize = 160;

/// The keys; `before` is the world before the last step, `past` the steps up to where one is.
pub(in crate::app) fn keys(session: &Session, before: Option<&World>, past: &[NodeId]) -> Rc<KeysView> {
    let world = session.world();
    let prefix = world.queue().key("");
    let (mut rows, mut queue): (Vec<KeyRow>, Vec<KeyRow>) = (Vec::new(), Vec::new());
    for (gone, world_of) in [(false, Some(world)), (true, before)] {
        let Some(world_of) = world_of else { continue };
        for (key, entry) in world_of.db().iter() {
            if gone && world.db().get(key).is_some() {
                continue;
            }
            let row = key_row(world, key, (!gone).then_some(entry), before, &prefix);
            if row.of_queue { queue.push(row) } else { rows.push(row) }
        }
    }
    rows.append(&mut queue);
    let more = rows.len().saturating_sub(MAX_ROWS);
    rows.truncate(MAX_ROWS);
    Rc::new(KeysView { rows, more, history: key_history(session, past) })
}

fn key_row(
    world: &World,
    key: &Bytes,
    entry: Option<&Entry>,
    before: Option<&World>,
    prefix: &str,
) -> KeyRow {
    let old = before.and_then(|before| before.db().get(key));
    let text = key.to_text();
    let about = text.strip_prefix(prefix).map_or("", about_queue_key);
    let left = entry.and_then(|entry| entry.expires_at).map(|at| at.since(world.now()));
    KeyRow {
        kind: entry.map_or("gone", |entry| entry.value.type_name()),
        value: entry.map_or(String::new(), |entry| value_text(&entry.value)),
        ttl: left.map_or(String::new(), words::span),
        changed: before.is_some() && old.map(|old| &old.value) != entry.map(|entry| &entry.value)
            || before.is_some() && old.and_then(|it| it.expires_at) != entry.and_then(|it| it.expires_at),
        of_queue: text.starts_with(prefix),
        about,
        open: Msg::OpenKey(Some(text.clone())),
        key: text,
    }
}

/// Plays the line again up to the cursor and notes where the open key changed.
fn key_history(session: &Session, past: &[NodeId]) -> Option<Rc<KeyHistory>> {
    let key = session.open_key()?;
    let mut world = session.timeline().world_at(NodeId(0))?;
    let mut known = world.db().get(key.as_bytes()).cloned();
    let mut rows = Vec::new();
    if let Some(entry) = &known {
        rows.push(KeyChange {
            step: 0,
            at: words::clock(world.now()),
            by: "the beginning".to_owned(),
            value: entry_text(Some(entry)),
            go: Msg::Seek(0),
        });
    }
    for (index, node) in past.iter().enumerate() {
        let Some((action, events)) = session.timeline().step(*node) else { continue };
        apply(&mut world, action);
        let entry = world.db().get(key.as_bytes());
        if entry != known.as_ref() {
            let step = index as u32 + 1;
            rows.push(KeyChange {
                step,
                at: words::clock(world.now()),
                by: describe::step(events, world.scenario()).0,
                value: entry_text(entry),
                go: Msg::Seek(step),
            });
            known = entry.cloned();
        }
    }
    let skipped = rows.len().saturating_sub(MAX_CHANGES);
    rows.drain(..skipped);
    Some(Rc::new(KeyHistory { key: key.to_owned(), rows, close: Msg::OpenKey(None) }))
}

fn entry_text(entry: Option<&Entry>) -> String {
    match entry {
        None => "gone".to_owned(),
        Some(entry) => match entry.expires_at {
            Some(at) => format!("{} (expires after {})", value_text(&entry.value), words::clock(at)),
            None => value_text(&entry.value),
        },
    }
}

fn value_text(value: &Value) -> String {
    let mut text = String::new();
    let mut count = 0;
    for item in value.items() {
        if count < MAX_PIECES {
            if count > 0 {
                text.push_str(", ");
            }
            text.push_str(&item_text(&item));
        }
        count += 1;
    }
    if count > MAX_PIECES {
        text.push_str(&format!(", … {}", (count - MAX_PIECES)));
        text.push_str(" more");
    }
    words::shorten(&text, MAX_VALUE)
}

fn item_text(item: &Item<'_>) -> String {
    match item {
        Item::Text(text) | Item::Element(text) | Item::Member(text) => text.to_text(),
        Item::Field { name, value } => format!("{}={}", name.to_text(), value.to_text()),
        Item::Scored { member, score } => format!("{} ({score})", member.to_text()),
    }
}

/// What a key of the queue is for, by what follows `emq:{queue}:`.
fn about_queue_key(suffix: &str) -> &'static str {
    match suffix {
        "wait" => "jobs in line; the right end is next",
        "active" => "jobs in workers' hands",
        "delayed" => "jobs to be retried later",
        "prioritized" => "jobs in line by priority",
        "completed" => "finished jobs",
        "failed" => "jobs given up",
        "stalled" => "suspects for the next stalled check",
        "stalled-check" => "keeps other workers from checking too",
        "id" => "the last job's id",
        "meta" => "the queue's settings",
        "marker" => "wakes idle workers",
        _ if suffix.ends_with(":lock") => "who may finish the job",
        _ if suffix.starts_with("de:") => "producer's deduplication",
        _ if suffix.bytes().all(|byte| byte.is_ascii_digit()) => "the job's own record",
        _ => "",
    }
}
