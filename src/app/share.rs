//! Share links: the scenario and the actions that lead to what one sees, in a URL fragment.
//!
//! Version 1 is `v1.` and the base64url text (without padding) of a deflated byte string: four bytes of
//! checksum, then the [`Wire`] packed by postcard. Consumers are named by id, so that a link outlives a new
//! order of the toggle. Version 2 has the text of a scenario file before that [`Wire`]: such a link needs nothing
//! else to be opened. `scenario=charge&consumer=naive`, written by hand, is the beginning of a session. The wire types of a version never change; a new version gets new ones. A test holds one link
//! of every version.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::{base64url, fingerprint};
use crate::lesson::{self, file};
use crate::sim::{Action, Enqueue, JobNo, MAX_WORKERS, Scenario, WORKERS, WorkerId};

/// The longest link that is made or read, in characters.
pub const MAX_LINK: usize = 30_000;

/// The most bytes that a link may unpack to: a scenario file, and as much again for what was done.
const MAX_UNPACKED: usize = 2 * file::MAX_BYTES;

/// How hard to compress: 9 of 10, since links are small.
const COMPRESSION: u8 = 9;

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

/// Version 1 of what a link holds.
#[derive(Serialize, Deserialize)]
struct Wire {
    scenario: String,
    actions: Vec<WireAction>,
}

/// Version 1 of an action. Variants are only ever added at the end.
#[derive(Serialize, Deserialize)]
enum WireAction {
    Step(u8),
    LoseRequest(u8),
    LoseReply(u8),
    Crash(u8),
    Freeze(u8),
    Thaw(u8),
    Restart(u8),
    Enqueue(Vec<(String, String)>),
    EnqueueAgain(u16),
    Redeliver(u16),
    NextTimer,
    Advance(u32),
    SetConsumer(String),
    SetRecipe(String),
    CrashAfter(u32, bool),
    AckFirst(bool),
    /// Only as the first: the world begins with this many workers, and with the consumer set right after it, if
    /// that is the next action.
    Workers(u8),
}

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
    let mut all = Vec::with_capacity(actions.len() + 2);
    if workers != WORKERS || consumer != 0 {
        all.push(WireAction::Workers(workers));
    }
    if consumer != 0 {
        all.push(WireAction::SetConsumer(scenario.consumers[consumer].id.clone()));
    }
    all.extend(actions.iter().map(|action| to_wire(scenario, action)));
    let wire = Wire { scenario: scenario.id.clone(), actions: all };
    let body = postcard::to_allocvec(&wire).expect("plain data can be packed");
    if let Some(file) = file {
        let mut with_file = postcard::to_allocvec(&file::compact(file)).expect("plain data can be packed");
        with_file.extend_from_slice(&body);
        if let Ok(link) = pack(PREFIX_WITH_FILE, &with_file) {
            return Ok(link);
        }
    }
    pack(PREFIX, &body)
}

/// Whether a link brings the scenario's file along.
#[must_use]
pub fn brings_file(fragment: &str) -> bool {
    fragment.starts_with(PREFIX_WITH_FILE)
}

fn pack(prefix: &str, body: &[u8]) -> Result<String, LinkError> {
    let mut packed = checksum(body).to_le_bytes().to_vec();
    packed.extend_from_slice(body);
    let deflated = miniz_oxide::deflate::compress_to_vec(&packed, COMPRESSION);
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
        return Err(LinkError::TooLong { characters: text.len() });
    }
    let with_file = brings_file(text);
    let Some(payload) = text.strip_prefix(if with_file { PREFIX_WITH_FILE } else { PREFIX }) else {
        return by_name(text, catalogue);
    };
    let packed = unpack(payload)?;
    let (sum, mut body) = packed.split_first_chunk::<4>().ok_or(LinkError::Damaged)?;
    if u32::from_le_bytes(*sum) != checksum(body) {
        return Err(LinkError::Damaged);
    }
    let mut file = None;
    if with_file {
        let (text, rest) = postcard::take_from_bytes::<String>(body).map_err(|_| LinkError::Damaged)?;
        (file, body) = (Some(text), rest);
    }
    let wire: Wire = postcard::from_bytes(body).map_err(|_| LinkError::Damaged)?;
    let scenario = match &file {
        Some(text) => Arc::new(file::load(text).map_err(|error| LinkError::File(error.to_string()))?),
        None => known(&wire.scenario, catalogue)?,
    };
    begin(scenario, file, wire.actions)
}

fn known(id: &str, catalogue: &[Arc<Scenario>]) -> Result<Arc<Scenario>, LinkError> {
    let found = catalogue.iter().find(|it| it.id == id);
    found.map(Arc::clone).ok_or_else(|| LinkError::Scenario(id.to_owned()))
}

/// What a person or an embedding page writes: `scenario=charge&consumer=naive`, either of which may be missing.
fn by_name(text: &str, catalogue: &[Arc<Scenario>]) -> Result<Link, LinkError> {
    let (mut scenario, mut consumer) = (lesson::FIRST, None);
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
    miniz_oxide::inflate::decompress_to_vec_with_limit(&deflated, MAX_UNPACKED)
        .map_err(|_| LinkError::Damaged)
}

/// Takes off what a link's first actions say about how the world begins.
fn begin(scenario: Arc<Scenario>, file: Option<String>, actions: Vec<WireAction>) -> Result<Link, LinkError> {
    let mut link = Link { scenario, file, workers: WORKERS, consumer: 0, actions: Vec::new() };
    let mut rest = actions.into_iter().peekable();
    if let Some(WireAction::Workers(workers)) = rest.peek() {
        if !(1..=MAX_WORKERS).contains(workers) {
            return Err(LinkError::Damaged);
        }
        link.workers = *workers;
        rest.next();
        if let Some(WireAction::SetConsumer(id)) = rest.peek() {
            link.consumer = link.scenario.consumer(id).ok_or_else(|| LinkError::Consumer(id.clone()))?;
            rest.next();
        }
    }
    for action in rest {
        link.actions.push(from_wire(&link.scenario, action)?);
    }
    Ok(link)
}

/// The upper half of the body's fingerprint.
fn checksum(body: &[u8]) -> u32 {
    (fingerprint(body) >> 32) as u32
}

fn to_wire(scenario: &Scenario, action: &Action) -> WireAction {
    match action {
        Action::Step(worker) => WireAction::Step(worker.0),
        Action::LoseRequest(worker) => WireAction::LoseRequest(worker.0),
        Action::LoseReply(worker) => WireAction::LoseReply(worker.0),
        Action::Crash(worker) => WireAction::Crash(worker.0),
        Action::Freeze(worker) => WireAction::Freeze(worker.0),
        Action::Thaw(worker) => WireAction::Thaw(worker.0),
        Action::Restart(worker) => WireAction::Restart(worker.0),
        Action::Enqueue(what) => WireAction::Enqueue(what.fields.clone()),
        Action::EnqueueAgain(job) => WireAction::EnqueueAgain(job.0),
        Action::Redeliver(job) => WireAction::Redeliver(job.0),
        Action::NextTimer => WireAction::NextTimer,
        Action::Advance(span) => WireAction::Advance(*span),
        Action::SetConsumer(index) => {
            WireAction::SetConsumer(scenario.consumers[usize::from(*index)].id.clone())
        }
        Action::SetRecipe(text) => WireAction::SetRecipe(text.to_string()),
        Action::CrashAfter { line, on } => WireAction::CrashAfter(*line, *on),
        Action::AckFirst(on) => WireAction::AckFirst(*on),
    }
}

fn from_wire(scenario: &Scenario, action: WireAction) -> Result<Action, LinkError> {
    Ok(match action {
        WireAction::Step(worker) => Action::Step(WorkerId(worker)),
        WireAction::LoseRequest(worker) => Action::LoseRequest(WorkerId(worker)),
        WireAction::LoseReply(worker) => Action::LoseReply(WorkerId(worker)),
        WireAction::Crash(worker) => Action::Crash(WorkerId(worker)),
        WireAction::Freeze(worker) => Action::Freeze(WorkerId(worker)),
        WireAction::Thaw(worker) => Action::Thaw(WorkerId(worker)),
        WireAction::Restart(worker) => Action::Restart(WorkerId(worker)),
        WireAction::Enqueue(fields) => Action::Enqueue(Enqueue { fields }),
        WireAction::EnqueueAgain(job) => Action::EnqueueAgain(JobNo(job)),
        WireAction::Redeliver(job) => Action::Redeliver(JobNo(job)),
        WireAction::NextTimer => Action::NextTimer,
        WireAction::Advance(span) => Action::Advance(span),
        WireAction::SetConsumer(id) => {
            let index = scenario.consumer(&id).ok_or(LinkError::Consumer(id))?;
            Action::SetConsumer(u8::try_from(index).expect("few consumers"))
        }
        WireAction::SetRecipe(text) => Action::SetRecipe(text.into()),
        WireAction::CrashAfter(line, on) => Action::CrashAfter { line, on },
        WireAction::AckFirst(on) => Action::AckFirst(on),
        WireAction::Workers(_) => return Err(LinkError::Damaged),
    })
}
