//! Adding a job, and the producer's deduplication (`emq:{queue}:de:{id}`).
//!
//! The order is BullMQ's: count up, refuse an existing custom id, then deduplicate, then store and place. So an
//! add that is turned away has still used up a number.

use std::fmt;

use super::keys::{Queue, is_reserved};
use super::options::{Backoff, Dedup, DedupMode, JobOptions};
use super::opts_field;
use super::script::{FIELD, Script, ScriptError, list_at, number};
use crate::base::json::Json;
use crate::base::{Bytes, Millis};
use crate::store::Db;

/// The longest custom id, job name or deduplication id, in bytes.
pub(super) const MAX_ID_LEN: usize = 256;

/// The longest job data, in bytes.
pub(super) const MAX_DATA_LEN: usize = 64 * 1024;

/// The highest priority number (the least urgent).
pub(super) const MAX_PRIORITY: u32 = (1 << 21) - 1;

/// The longest delay, backoff or deduplication span: ten years, in milliseconds.
pub(super) const MAX_SPAN: u64 = 10 * 366 * 24 * 60 * 60 * 1000;

/// The last moment at which a delayed job can be due: 4096 scores for each millisecond stay exact up to 2^53.
const MAX_DUE: u64 = (1 << 41) - 1;

/// What became of an add.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Added {
    /// The job was stored.
    New {
        /// Its id.
        id: String,
    },
    /// A job with that custom id exists in some state: nothing was stored, and a producer cannot tell.
    Duplicate {
        /// The id they share.
        id: String,
    },
    /// The deduplication id is taken: nothing was stored.
    Deduplicated {
        /// The id of the job that holds it, which is what the producer is told.
        owner: String,
    },
    /// The deduplication id is taken and its owner is running: this add was put aside and is queued when the
    /// owner finishes, unless a later one overwrites it.
    Parked {
        /// The id that the job will have.
        id: String,
        /// The id of the running job, which is what the producer is told.
        owner: String,
    },
    /// The job was stored, and the delayed job that held its deduplication id was deleted.
    Replaced {
        /// The new job's id.
        id: String,
        /// The id of the job that is gone.
        removed: String,
    },
}

/// Why a job cannot be added. Nothing was stored, except perhaps before an [`AddError::Script`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AddError {
    /// The data is not one JSON value.
    DataNotJson,
    /// The data is longer than [`MAX_DATA_LEN`] bytes.
    DataTooLong,
    /// The custom id is empty, which BullMQ takes for none.
    EmptyId,
    /// The custom id is a number, or starts with `0:`: those are the queue's own.
    NumericId,
    /// The custom id contains a colon without having exactly three parts.
    ColonInId,
    /// The custom id starts with the name of one of the queue's own keys. BullMQ does not check this.
    ReservedId,
    /// The custom id, the name or the deduplication id is longer than [`MAX_ID_LEN`] bytes.
    TooLong,
    /// The priority is above [`MAX_PRIORITY`].
    PriorityTooHigh,
    /// The delay, the backoff or the deduplication's span is above [`MAX_SPAN`].
    TooFarAhead,
    /// The store refused a command.
    Script(ScriptError),
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DataNotJson => f.write_str("a job's data must be JSON, such as {\"amount\": 100}"),
            Self::DataTooLong => write!(f, "a job's data can be at most {MAX_DATA_LEN} bytes long"),
            Self::EmptyId => f.write_str("a custom job id cannot be empty"),
            Self::NumericId => f.write_str(
                "a custom job id cannot be a whole number or start with '0:': the queue counts its own ids",
            ),
            Self::ColonInId => {
                f.write_str("a custom job id can contain ':' only when it has exactly three parts")
            }
            Self::ReservedId => {
                f.write_str("a custom job id cannot start with the name of one of the queue's own keys")
            }
            Self::TooLong => {
                write!(f, "a job's id, name and deduplication id can each be at most {MAX_ID_LEN} bytes long")
            }
            Self::PriorityTooHigh => write!(f, "a priority can be at most {MAX_PRIORITY}"),
            Self::TooFarAhead => {
                f.write_str("a delay, a backoff or a deduplication span can be at most ten years")
            }
            Self::Script(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AddError {}

impl From<ScriptError> for AddError {
    fn from(error: ScriptError) -> Self {
        Self::Script(error)
    }
}

/// Adds a job called `name` with `data`, which is JSON text.
///
/// # Errors
/// When an argument is outside what the queue takes, or the store refuses a command: see `AddError`.
pub fn add(
    db: &mut Db,
    now: Millis,
    queue: &Queue,
    name: &str,
    data: &str,
    options: &JobOptions,
) -> Result<Added, AddError> {
    check(name, data, options)?;
    let mut script = Script::new(db, now);
    let counted = Bytes::from(script.incr(&queue.keys().id)?);
    let id = match &options.job_id {
        None => counted,
        Some(custom) => {
            let id = Bytes::from(custom.as_str());
            if script.exists(&queue.job(&id))? {
                return Ok(Added::Duplicate { id: custom.clone() });
            }
            id
        }
    };
    let job = NewJob { name: Bytes::from(name), data: Bytes::from(data), options };
    let claim = match &options.dedup {
        None => Claim::Won,
        Some(dedup) => claim(&mut script, queue, dedup, &id, &job)?,
    };
    let id_text = id.to_text();
    let added = match claim {
        Claim::Won => Added::New { id: id_text },
        Claim::Replaced(removed) => Added::Replaced { id: id_text, removed: removed.to_text() },
        Claim::Lost(owner) => return Ok(Added::Deduplicated { owner: owner.to_text() }),
        Claim::Parked(owner) => return Ok(Added::Parked { id: id_text, owner: owner.to_text() }),
    };
    store(&mut script, queue, &id, &job)?;
    Ok(added)
}

/// A job on its way into the store.
struct NewJob<'a> {
    name: Bytes,
    data: Bytes,
    options: &'a JobOptions,
}

fn check(name: &str, data: &str, options: &JobOptions) -> Result<(), AddError> {
    if let Some(id) = &options.job_id {
        check_id(id)?;
    }
    let dedup_id = options.dedup.as_ref().map_or("", |dedup| dedup.id.as_str());
    if name.len() > MAX_ID_LEN || dedup_id.len() > MAX_ID_LEN {
        return Err(AddError::TooLong);
    }
    if options.priority > MAX_PRIORITY {
        return Err(AddError::PriorityTooHigh);
    }
    let pause = match options.backoff {
        None => 0,
        Some(Backoff::Fixed(pause) | Backoff::Exponential(pause)) => pause,
    };
    let ttl = match options.dedup.as_ref().map(|dedup| dedup.mode) {
        Some(DedupMode::Throttle { ttl } | DedupMode::Extend { ttl } | DedupMode::Debounce { ttl }) => ttl,
        _ => 0,
    };
    if options.delay.max(pause).max(ttl) > MAX_SPAN {
        return Err(AddError::TooFarAhead);
    }
    if data.len() > MAX_DATA_LEN {
        return Err(AddError::DataTooLong);
    }
    if Json::parse(data).is_err() {
        return Err(AddError::DataNotJson);
    }
    Ok(())
}

/// The ids that BullMQ takes from a producer.
fn check_id(id: &str) -> Result<(), AddError> {
    if id.is_empty() {
        return Err(AddError::EmptyId);
    }
    if id.len() > MAX_ID_LEN {
        return Err(AddError::TooLong);
    }
    if id.bytes().all(|byte| byte.is_ascii_digit()) || id.starts_with("0:") {
        return Err(AddError::NumericId);
    }
    if id.contains(':') && id.split(':').count() != 3 {
        return Err(AddError::ColonInId);
    }
    if is_reserved(id) {
        return Err(AddError::ReservedId);
    }
    Ok(())
}

/// How an add with a deduplication id fared against its key.
enum Claim {
    Won,
    Replaced(Bytes),
    Lost(Bytes),
    Parked(Bytes),
}

fn claim(
    script: &mut Script<'_>,
    queue: &Queue,
    dedup: &Dedup,
    id: &Bytes,
    job: &NewJob<'_>,
) -> Result<Claim, ScriptError> {
    let key = queue.dedup(dedup.id.as_bytes());
    let won = match dedup.mode {
        DedupMode::Throttle { ttl } | DedupMode::Extend { ttl } | DedupMode::Debounce { ttl } if ttl > 0 => {
            script.set_nx_px(&key, id, ttl)?
        }
        _ => script.set_nx(&key, id)?,
    };
    if won {
        return Ok(Claim::Won);
    }
    let owner = script.get(&key)?.unwrap_or_default();
    match dedup.mode {
        DedupMode::Simple | DedupMode::Throttle { .. } => {}
        DedupMode::Extend { ttl } => script.pexpire(&key, ttl.max(1))?,
        DedupMode::Replace | DedupMode::Debounce { .. } => {
            if script.zrem(&queue.keys().delayed, &owner)? {
                script.del(&queue.job(&owner))?;
                match dedup.mode {
                    DedupMode::Debounce { ttl } if ttl > 0 => script.set_px(&key, id, ttl)?,
                    _ => script.set_keeping_ttl(&key, id)?,
                }
                return Ok(Claim::Replaced(owner));
            }
        }
        DedupMode::KeepLastIfActive => {
            if list_at(script.db, &queue.keys().active).is_some_and(|active| active.contains(&owner)) {
                park(script, queue, dedup, id, job)?;
                return Ok(Claim::Parked(owner));
            }
        }
    }
    Ok(Claim::Lost(owner))
}

/// Puts an add aside until the owner of its deduplication id finishes; the last one wins.
fn park(
    script: &mut Script<'_>,
    queue: &Queue,
    dedup: &Dedup,
    id: &Bytes,
    job: &NewJob<'_>,
) -> Result<(), ScriptError> {
    let opts = Bytes::from(opts_field::encode(job.options));
    let pairs =
        [(&FIELD.name, &job.name), (&FIELD.data, &job.data), (&FIELD.opts, &opts), (&FIELD.parked_id, id)];
    script.hset(&queue.dedup_next(dedup.id.as_bytes()), &pairs)
}

/// Lets go of the deduplication id of a job that has finished. An add that was put aside takes it over, whoever
/// holds it by now; otherwise a key with a TTL stays, and so does another job's.
pub(super) fn release_dedup(script: &mut Script<'_>, queue: &Queue, id: &Bytes) -> Result<(), ScriptError> {
    let Some(dedup_id) = script.hget(&queue.job(id), &FIELD.dedup_id)? else { return Ok(()) };
    let key = queue.dedup(&dedup_id);
    if enqueue_parked(script, queue, &key, &queue.dedup_next(&dedup_id))? {
        return Ok(());
    }
    if script.is_permanent(&key)? && script.get(&key)?.as_ref() == Some(id) {
        script.del(&key)?;
    }
    Ok(())
}

/// Adds the job that was put aside under `parked`, if there is one; whether there was. As in BullMQ this uses
/// up another number, and a job that exists under the same custom id by now is overwritten and queued twice.
fn enqueue_parked(
    script: &mut Script<'_>,
    queue: &Queue,
    key: &Bytes,
    parked: &Bytes,
) -> Result<bool, ScriptError> {
    let Some(id) = script.hget(parked, &FIELD.parked_id)? else { return Ok(false) };
    let name = script.hget(parked, &FIELD.name)?.unwrap_or_default();
    let data = script.hget(parked, &FIELD.data)?.unwrap_or_default();
    let opts = script.hget(parked, &FIELD.opts)?.unwrap_or_default();
    script.del(parked)?;
    script.incr(&queue.keys().id)?;
    script.set(key, &id)?;
    let options = opts_field::decode(&opts.to_text());
    store(script, queue, &id, &NewJob { name, data, options: &options })?;
    Ok(true)
}

/// Writes a job's hash and puts its id where it belongs.
fn store(script: &mut Script<'_>, queue: &Queue, id: &Bytes, job: &NewJob<'_>) -> Result<(), ScriptError> {
    let options = job.options;
    let delay = match options.dedup.as_ref().map(|dedup| dedup.mode) {
        Some(DedupMode::Debounce { ttl }) if options.delay == 0 => ttl,
        _ => options.delay,
    };
    let opts = Bytes::from(opts_field::encode(options));
    let numbers = [number(script.now.0), number(delay), number(u64::from(options.priority))];
    let dedup_id = options.dedup.as_ref().map(|dedup| Bytes::from(dedup.id.as_str()));
    let mut pairs = vec![
        (&FIELD.name, &job.name),
        (&FIELD.data, &job.data),
        (&FIELD.opts, &opts),
        (&FIELD.timestamp, &numbers[0]),
        (&FIELD.delay, &numbers[1]),
        (&FIELD.priority, &numbers[2]),
    ];
    if let Some(dedup_id) = &dedup_id {
        pairs.push((&FIELD.dedup_id, dedup_id));
    }
    script.hset(&queue.job(id), &pairs)?;
    if delay > 0 {
        let due = script.now.plus(delay);
        place_delayed(script, queue, id, due)
    } else {
        place_ready(script, queue, id, u64::from(options.priority), options.lifo)
    }
}

/// Puts an id among the delayed, behind those due in the same millisecond.
pub(super) fn place_delayed(
    script: &mut Script<'_>,
    queue: &Queue,
    id: &Bytes,
    due: Millis,
) -> Result<(), ScriptError> {
    let (min, max) = delayed_scores(due);
    let delayed = &queue.keys().delayed;
    let score = script.highest_between(delayed, min, max)?.map_or(min, |highest| max.min(highest + 1));
    script.zadd(delayed, score, id)
}

/// The lowest and the highest score of a delayed job that is due at `due`.
pub(super) fn delayed_scores(due: Millis) -> (u64, u64) {
    let min = due.0.min(MAX_DUE) * 4096;
    (min, min + 4095)
}

/// Puts an id where workers take from: `prioritized` when it has a priority, otherwise `wait`, at the end or
/// (`next_out`) at the front.
pub(super) fn place_ready(
    script: &mut Script<'_>,
    queue: &Queue,
    id: &Bytes,
    priority: u64,
    next_out: bool,
) -> Result<(), ScriptError> {
    let keys = queue.keys();
    if priority > 0 {
        let count = script.incr(&keys.priority_counter)?;
        let tiebreak = count.rem_euclid(1 << 32).unsigned_abs();
        let score = priority.min(u64::from(MAX_PRIORITY)) * (1 << 32) + tiebreak;
        script.zadd(&keys.prioritized, score, id)
    } else if next_out {
        script.rpush(&keys.wait, id)
    } else {
        script.lpush(&keys.wait, id)
    }
}
