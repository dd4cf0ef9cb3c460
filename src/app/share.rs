//! Share links: the scenario and the actions that lead to what one sees, in a URL fragment.
//!
//! Version 1 is `v1.` and the base64url text (without padding) of a deflated byte string: four bytes of
//! checksum, then the scenario's id and the actions as `bytes` packs them. Consumers are named by id, so that a link
//! outlives a new order of the toggle. Version 2 has the text of a scenario file before the id: such a link needs
//! nothing else to be opened. `scenario=charge&consumer=naive`, written by hand, is the beginning of a session. The
//! bytes of a version never change; another format gets a new version. A test holds one link of every version.

use std::fmt;
use std::sync::Arc;

use crate::base::json;
use crate::base::{base64url, fingerprint};
use crate::catalogue::file::MAX_BYTES;
use crate::catalogue::{self, scenario};
use crate::sim::{Action, MAX_WORKERS, Scenario, WORKERS};

mod bytes;
mod deflate;
mod inflate;

use bytes::{Reader, Writer};

/// The longest link that is made or read, in characters.
pub const MAX_LINK: usize = 30_000;

/// The most bytes that a link may unpack to: a scenario file, and as much again for what was done.
const MAX_UNPACKED: usize = 2 * MAX_BYTES;

/// What a link of each version starts with.
const PREFIX: &str = "v1.";
const PREFIX_WITH_FILE: &str = "v2.";

/// What a link describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// The text of the scenario's file, if the link brought it along.
    pub file: Option<String>,
    /// How many workers there are.
    pub workers: u8,
    /// The consumer that the world begins with, by its index in the scenario.
    pub consumer: usize,
    /// What was done.
    pub actions: Vec<Action>,
}

/// Why a link cannot be made or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The session does not fit in a link.
    TooLong {
        /// Its length in characters.
        characters: usize,
    },
    /// It is longer than any link that this page makes.
    TooLongToOpen {
        /// Its length in characters.
        characters: usize,
    },
    /// It starts with no version this page knows.
    Version(String),
    /// It holds a character that no link has.
    Character {
        /// Where, counted from one.
        position: usize,
    },
    /// It ends too soon, or was changed on the way.
    Damaged,
    /// It names a scenario this page does not have.
    Scenario(String),
    /// The scenario file that it brings along is wrong somewhere.
    File(String),
    /// It names a consumer that the scenario does not have.
    Consumer(String),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { characters } => write!(
                f,
                "This session makes a link of {characters} characters; at most {MAX_LINK} can be shared. Reset and share a shorter one."
            ),
            Self::TooLongToOpen { characters } => {
                write!(
                    f,
                    "The link is {characters} characters long; one of at most {MAX_LINK} can be opened."
                )
            }
            Self::Version(found) => {
                write!(f, "The link starts with {found:?}, which no version of this page has written.")
            }
            Self::Character { position } => {
                write!(f, "The link has a character at position {position} that no link has.")
            }
            Self::Damaged => f.write_str("The link is damaged: it was cut short or changed on the way."),
            Self::Scenario(id) => {
                write!(
                    f,
                    "The link is about a scenario called {id:?}, which is not here: open its file first."
                )
            }
            Self::File(error) => write!(f, "The scenario file in the link is wrong at {error}."),
            Self::Consumer(id) => {
                write!(f, "The link uses a consumer called {id:?}, which its scenario does not have.")
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// The fragment for a session that began with these workers and this consumer, without `#`. Of a scenario that came
/// from a file it holds the file's text too, unless that is too long for it.
///
/// # Errors
/// [`LinkError::TooLong`].
pub fn encode(
    scenario: &Scenario,
    file: Option<&str>,
    workers: u8,
    consumer: usize,
    actions: &[Action],
) -> Result<String, LinkError> {
    let mut writer = Writer(Vec::new());
    writer.text(&scenario.id);
    // After the workers, a consumer that is set at once would be taken for the one that the world begins with.
    let sets = workers != WORKERS && matches!(actions.first(), Some(Action::SetConsumer(_)));
    let begins = if consumer != 0 || sets { 2 } else { u32::from(workers != WORKERS) };
    writer.number(begins + actions.len() as u32);
    if begins > 0 {
        writer.byte(bytes::WORKERS);
        writer.byte(workers);
    }
    if begins > 1 {
        writer.consumer(scenario, consumer);
    }
    for action in actions {
        writer.action(scenario, action);
    }
    let body = writer.0;
    if let Some(file) = file {
        let mut with_file = Writer(Vec::new());
        with_file.text(&json::compact(file));
        with_file.0.extend_from_slice(&body);
        if let Ok(link) = pack(PREFIX_WITH_FILE, &with_file.0) {
            return Ok(link);
        }
    }
    pack(PREFIX, &body)
}

/// Whether a link brings the scenario's file along.
#[must_use]
pub(super) fn brings_file(fragment: &str) -> bool {
    fragment.starts_with(PREFIX_WITH_FILE)
}

fn pack(prefix: &str, body: &[u8]) -> Result<String, LinkError> {
    let mut packed = checksum(body).to_le_bytes().to_vec();
    packed.extend_from_slice(body);
    let deflated = deflate::deflate(&packed);
    let mut text = prefix.to_owned();
    base64url::encode(&deflated, &mut text);
    let fits = text.len() <= MAX_LINK && packed.len() <= MAX_UNPACKED;
    if fits { Ok(text) } else { Err(LinkError::TooLong { characters: text.len() }) }
}

/// Reads a fragment, with or without its `#`. The scenario is one of `catalogue`, or the one that the link brings
/// along.
///
/// # Errors
/// What is wrong with it.
pub fn decode(fragment: &str, catalogue: &[Arc<Scenario>]) -> Result<Link, LinkError> {
    let text = fragment.strip_prefix('#').unwrap_or(fragment).trim();
    if text.len() > MAX_LINK {
        return Err(LinkError::TooLongToOpen { characters: text.chars().count() });
    }
    let with_file = brings_file(text);
    let Some(payload) = text.strip_prefix(if with_file { PREFIX_WITH_FILE } else { PREFIX }) else {
        return by_name(text, catalogue);
    };
    let packed = unpack(payload)?;
    let (sum, body) = packed.split_first_chunk::<4>().ok_or(LinkError::Damaged)?;
    if u32::from_le_bytes(*sum) != checksum(body) {
        return Err(LinkError::Damaged);
    }
    let mut reader = Reader(body);
    let file = if with_file { Some(reader.text()?) } else { None };
    let id = reader.text()?;
    let scenario = match file {
        Some(text) => scenario::load(text).map_err(|error| LinkError::File(error.to_string()))?,
        None => known(id, catalogue)?,
    };
    let file = file.map(str::to_owned);
    begin(Link { scenario, file, workers: WORKERS, consumer: 0, actions: Vec::new() }, &mut reader)
}

fn known(id: &str, catalogue: &[Arc<Scenario>]) -> Result<Arc<Scenario>, LinkError> {
    let found = catalogue.iter().find(|it| it.id == id);
    found.map(Arc::clone).ok_or_else(|| LinkError::Scenario(id.to_owned()))
}

/// What a person or an embedding page writes: `scenario=charge&consumer=naive`, either of which may be missing.
fn by_name(text: &str, catalogue: &[Arc<Scenario>]) -> Result<Link, LinkError> {
    let (mut scenario, mut consumer) = (catalogue::FIRST, None);
    for pair in text.split('&') {
        match pair.split_once('=') {
            Some(("scenario", id)) => scenario = id,
            Some(("consumer", id)) => consumer = Some(id),
            _ => return Err(LinkError::Version(pair.chars().take(8).collect())),
        }
    }
    let scenario = known(scenario, catalogue)?;
    let consumer = match consumer {
        Some(id) => scenario.consumer(id).ok_or_else(|| LinkError::Consumer(id.to_owned()))?,
        None => 0,
    };
    Ok(Link { scenario, file: None, workers: WORKERS, consumer, actions: Vec::new() })
}

fn unpack(payload: &str) -> Result<Vec<u8>, LinkError> {
    let deflated = base64url::decode(payload).map_err(|wrong| match wrong {
        Some(position) => LinkError::Character { position: PREFIX.len() + position + 1 },
        None => LinkError::Damaged,
    })?;
    inflate::inflate(&deflated, MAX_UNPACKED).ok_or(LinkError::Damaged)
}

/// Reads the actions, of which the first may say how the world begins; nothing comes after them.
fn begin(mut link: Link, reader: &mut Reader<'_>) -> Result<Link, LinkError> {
    let mut left = reader.number()?;
    if left > 0 && reader.passes(bytes::WORKERS) {
        left -= 1;
        link.workers = reader.byte()?;
        if !(1..=MAX_WORKERS).contains(&link.workers) {
            return Err(LinkError::Damaged);
        }
        if left > 0 && reader.passes(bytes::SET_CONSUMER) {
            left -= 1;
            link.consumer = reader.consumer(&link.scenario)?;
        }
    }
    for _ in 0..left {
        link.actions.push(reader.action(&link.scenario)?);
    }
    if reader.0.is_empty() { Ok(link) } else { Err(LinkError::Damaged) }
}

/// The upper half of the body's fingerprint.
fn checksum(body: &[u8]) -> u32 {
    (fingerprint(body) >> 32) as u32
}

#[cfg(test)]
mod tests;
