//! The Redis keys and one key's history.

use std::rc::Rc;

use crate::base::Bytes;
use crate::sim::{NodeId, World, apply};
use crate::store::{Entry, Item, Value};

use super::super::describe;
use super::super::state::{App, Msg};
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

impl App {
    pub(super) fn keys_view(&self, before: Option<&World>, past: &[NodeId]) -> Rc<KeysView> {
        let world = self.world();
        let prefix = world.queue().key("");
        let here = world.db().iter().map(|(key, entry)| self.key_row(key, Some(entry), before, &prefix));
        let gone = before.into_iter().flat_map(|before| before.db().iter());
        let gone = gone.filter(|(key, _)| world.db().get(key).is_none());
        let gone = gone.map(|(key, _)| self.key_row(key, None, before, &prefix));
        let (queue, mut rows): (Vec<KeyRow>, Vec<KeyRow>) = here.chain(gone).partition(|row| row.of_queue);
        rows.extend(queue);
        let more = rows.len().saturating_sub(MAX_ROWS);
        rows.truncate(MAX_ROWS);
        Rc::new(KeysView { rows, more, history: self.key_history(past) })
    }

    fn key_row(&self, key: &Bytes, entry: Option<&Entry>, before: Option<&World>, prefix: &str) -> KeyRow {
        let old = before.and_then(|before| before.db().get(key));
        let text = key.to_text();
        let about = text.strip_prefix(prefix).map_or("", about_queue_key);
        let left = entry.and_then(|entry| entry.expires_at).map(|at| at.since(self.world().now()));
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
    fn key_history(&self, past: &[NodeId]) -> Option<Rc<KeyHistory>> {
        let key = self.open_key.as_ref()?;
        let mut world = self.timeline.world_at(NodeId(0))?;
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
            let Some((action, events)) = self.timeline.step(*node) else { continue };
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
        Some(Rc::new(KeyHistory { key: key.clone(), rows, close: Msg::OpenKey(None) }))
    }
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
    let pieces: Vec<String> = value.items().take(MAX_PIECES).map(|item| item_text(&item)).collect();
    let more = value.items().skip(MAX_PIECES).count();
    let more = if more > 0 { format!(", … {more} more") } else { String::new() };
    words::shorten(&format!("{}{more}", pieces.join(", ")), MAX_VALUE)
}

fn item_text(item: &Item<'_>) -> String {
    match item {
        Item::Text(text) | Item::Element(text) | Item::Member(text) => text.to_text(),
        Item::Field { name, value } => format!("{name}={value}"),
        Item::Scored { member, score } => format!("{member} ({score})"),
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
