//! Share links: the scenario and the actions that lead to what one sees, in a URL fragment.
//!
//! Version 1 is `v1.` and the base64url text (without padding) of a deflated byte string: four bytes of
//! checksum, then the [`Wire`] packed by postcard. Consumers are named by id, so that a link outlives a new
//! order of the toggle. The wire types of a version never change; a new version gets new ones. A test holds
//! one link of every version.

use std::fmt;
use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};

use crate::base::fingerprint;
use crate::sim::{Action, Enqueue, JobNo, MAX_WORKERS, Scenario, WORKERS, WorkerId};

/// The longest link that is made or read, in characters.
pub const MAX_LINK: usize = 30_000;

/// The most bytes that a link may unpack to.
const MAX_UNPACKED: usize = 256 * 1024;

/// How hard to compress: 9 of 10, since links are small.
const COMPRESSION: u8 = 9;

const PREFIX: &str = "v1.";

/// What a link describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The scenario, by its index in the catalogue.
    pub scenario: usize,
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
            Self::Scenario(id) => write!(f, "The link is about a scenario called {id:?}, which is not here."),
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

/// The fragment for a session that began with these workers and this consumer, without `#`.
///
/// # Errors
/// [`LinkError::TooLong`].
pub fn encode(
    scenario: &Scenario,
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
    let mut packed = checksum(&body).to_le_bytes().to_vec();
    packed.extend(body);
    let deflated = miniz_oxide::deflate::compress_to_vec(&packed, COMPRESSION);
    let text = format!("{PREFIX}{}", BASE64URL_NOPAD.encode(&deflated));
    if text.len() > MAX_LINK { Err(LinkError::TooLong { characters: text.len() }) } else { Ok(text) }
}

/// Reads a fragment, with or without its `#`.
///
/// # Errors
/// What is wrong with it.
pub fn decode(fragment: &str, catalogue: &[Arc<Scenario>]) -> Result<Link, LinkError> {
    let text = fragment.strip_prefix('#').unwrap_or(fragment).trim();
    if text.len() > MAX_LINK {
        return Err(LinkError::TooLong { characters: text.len() });
    }
    let Some(payload) = text.strip_prefix(PREFIX) else {
        return Err(LinkError::Version(text.chars().take(8).collect()));
    };
    let deflated = BASE64URL_NOPAD.decode(payload.as_bytes()).map_err(|error| match error.kind {
        data_encoding::DecodeKind::Symbol => {
            LinkError::Character { position: PREFIX.len() + error.position + 1 }
        }
        _ => LinkError::Damaged,
    })?;
    let packed = miniz_oxide::inflate::decompress_to_vec_with_limit(&deflated, MAX_UNPACKED)
        .map_err(|_| LinkError::Damaged)?;
    let (sum, body) = packed.split_first_chunk::<4>().ok_or(LinkError::Damaged)?;
    if u32::from_le_bytes(*sum) != checksum(body) {
        return Err(LinkError::Damaged);
    }
    let wire: Wire = postcard::from_bytes(body).map_err(|_| LinkError::Damaged)?;
    let scenario = catalogue
        .iter()
        .position(|it| it.id == wire.scenario)
        .ok_or_else(|| LinkError::Scenario(wire.scenario.clone()))?;
    begin(scenario, &catalogue[scenario], wire.actions)
}

/// Takes off what a link's first actions say about how the world begins.
fn begin(index: usize, scenario: &Scenario, actions: Vec<WireAction>) -> Result<Link, LinkError> {
    let mut link = Link { scenario: index, workers: WORKERS, consumer: 0, actions: Vec::new() };
    let mut rest = actions.into_iter().peekable();
    if let Some(WireAction::Workers(workers)) = rest.peek() {
        if !(1..=MAX_WORKERS).contains(workers) {
            return Err(LinkError::Damaged);
        }
        link.workers = *workers;
        rest.next();
        if let Some(WireAction::SetConsumer(id)) = rest.peek() {
            link.consumer = scenario.consumer(id).ok_or_else(|| LinkError::Consumer(id.clone()))?;
            rest.next();
        }
    }
    for action in rest {
        link.actions.push(from_wire(scenario, action)?);
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
