//! A queue's name and every key the protocol derives from it.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::base::Bytes;

/// The prefix in front of every key: EchoMQ's, where BullMQ's default is `bull`.
pub(crate) const PREFIX: &str = "emq";

/// The longest queue name, in bytes.
pub(crate) const MAX_NAME_LEN: usize = 64;

/// The suffixes that the protocol itself uses; a job id equal to one would share its key.
const RESERVED: [&str; 19] = [
    "active",
    "completed",
    "de",
    "delayed",
    "dn",
    "events",
    "failed",
    "id",
    "limiter",
    "marker",
    "meta",
    "metrics",
    "paused",
    "pc",
    "prioritized",
    "repeat",
    "stalled",
    "stalled-check",
    "wait",
];

/// A queue, known by its name, with its key names computed once. Cloning it copies a pointer.
#[derive(Clone)]
pub struct Queue(Arc<Keys>);

/// The fixed keys of one queue. A job's own keys are built on demand.
pub(super) struct Keys {
    name: String,
    /// `emq:{queue}:`, in front of a job's id.
    prefix: String,
    pub(super) wait: Bytes,
    pub(super) active: Bytes,
    pub(super) prioritized: Bytes,
    pub(super) priority_counter: Bytes,
    pub(super) delayed: Bytes,
    pub(super) completed: Bytes,
    pub(super) failed: Bytes,
    pub(super) stalled: Bytes,
    pub(super) stalled_check: Bytes,
    pub(super) meta: Bytes,
    pub(super) id: Bytes,
}

impl Queue {
    /// The queue called `name`.
    ///
    /// # Errors
    /// When the name is empty, contains a colon (the separator of key names), or is longer than
    /// [`MAX_NAME_LEN`] bytes.
    pub fn new(name: &str) -> Result<Self, NameError> {
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        if name.contains(':') {
            return Err(NameError::Colon);
        }
        if name.len() > MAX_NAME_LEN {
            return Err(NameError::TooLong);
        }
        let prefix = format!("{PREFIX}:{name}:");
        let key = |suffix: &str| Bytes::from([prefix.as_str(), suffix].concat());
        Ok(Self(Arc::new(Keys {
            wait: key("wait"),
            active: key("active"),
            prioritized: key("prioritized"),
            priority_counter: key("pc"),
            delayed: key("delayed"),
            completed: key("completed"),
            failed: key("failed"),
            stalled: key("stalled"),
            stalled_check: key("stalled-check"),
            meta: key("meta"),
            id: key("id"),
            name: name.to_owned(),
            prefix,
        })))
    }

    /// The queue's name, without the prefix.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// `emq:{queue}:`, in front of all its keys.
    #[must_use]
    pub fn prefix(&self) -> &str {
        &self.0.prefix
    }

    /// The key `emq:{queue}:{suffix}`. A job's hash is the key whose suffix is its id.
    #[must_use]
    pub fn key(&self, suffix: &str) -> String {
        [self.0.prefix.as_str(), suffix].concat()
    }

    /// The key of a job's lock, `emq:{queue}:{id}:lock`: a string holding its worker's token.
    #[must_use]
    pub fn lock_key(&self, job_id: &str) -> String {
        [self.0.prefix.as_str(), job_id, ":lock"].concat()
    }

    pub(super) fn keys(&self) -> &Keys {
        &self.0
    }

    /// The key of a job's hash, as bytes.
    pub(super) fn job(&self, id: &[u8]) -> Bytes {
        self.bytes(&[id])
    }

    /// The key of a job's lock, as bytes.
    pub(super) fn lock(&self, id: &[u8]) -> Bytes {
        self.bytes(&[id, b":lock"])
    }

    /// The key of a deduplication id, `emq:{queue}:de:{id}`: a string holding the owning job's id.
    pub(super) fn dedup(&self, id: &[u8]) -> Bytes {
        self.bytes(&[b"de:", id])
    }

    /// The key under which the add that waits for its owner to finish is parked.
    pub(super) fn dedup_next(&self, id: &[u8]) -> Bytes {
        self.bytes(&[b"dn:", id])
    }

    fn bytes(&self, parts: &[&[u8]]) -> Bytes {
        let len = self.0.prefix.len() + parts.iter().map(|part| part.len()).sum::<usize>();
        let mut key = Vec::with_capacity(len);
        key.extend_from_slice(self.0.prefix.as_bytes());
        for part in parts {
            key.extend_from_slice(part);
        }
        Bytes::from(key)
    }
}

/// Whether a job called `id` would share a key with the queue itself.
pub(super) fn is_reserved(id: &str) -> bool {
    let first = id.split(':').next().unwrap_or(id);
    RESERVED.contains(&first)
}

impl PartialEq for Queue {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.name == other.0.name
    }
}

impl Eq for Queue {}

impl Hash for Queue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Queue({:?})", self.0.name)
    }
}

/// Why a queue cannot have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameError {
    /// There is no name.
    Empty,
    /// The name contains `:`.
    Colon,
    /// The name is longer than [`MAX_NAME_LEN`] bytes.
    TooLong,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a queue needs a name"),
            Self::Colon => {
                f.write_str("a queue's name cannot contain ':', which separates the parts of a key")
            }
            Self::TooLong => write!(f, "a queue's name can be at most {MAX_NAME_LEN} bytes long"),
        }
    }
}

impl std::error::Error for NameError {}
