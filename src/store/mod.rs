//! Redis semantics: a database that is a value, and the commands that read and change it.
//!
//! [`Db::exec`] runs one command and answers what redis-server 7.0 would answer, errors included. The
//! reference is the server itself: `tests/redis_differential.rs` asks it.
//!
//! Invariants:
//! - a `Db` is `Clone + Eq + Hash`; a clone is one reference count, the first write after it copies the key table;
//! - an empty collection is never stored: removing the last element removes the key;
//! - a command that answers an error has changed nothing;
//! - time is an argument. A key is there while `now <= expires_at`, and `exec` never sees one past it.
//!
//! Deliberately absent: connections and their state (MULTI, WATCH, blocking, SELECT), replication,
//! persistence, eviction, access control, RESP encoding. Whatever is random on a server is not: see `SPOP`.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod arguments;
mod commands;
mod db;
mod error;
mod glob;
mod line;
mod long_double;
mod number;
mod reply;
mod scan;
mod value;

#[cfg(test)]
mod tests;

pub use commands::{CommandSpec, Tells, command, commands};
pub(crate) use commands::{KeyPositions, check_arity};
pub use db::Db;
pub(crate) use db::Entry;
pub use line::split_line;
pub use reply::Reply;
pub(crate) use value::SortedSet;
pub use value::{Fields, Item, Value};

/// How many keys one database may hold.
pub const MAX_KEYS: usize = 10_000;

/// How many bytes one string, or one element of a collection, may have.
pub const MAX_STRING_BYTES: usize = 512 * 1024;

/// How many elements one list, set, hash or sorted set may have.
pub const MAX_ELEMENTS: usize = 20_000;

/// How many bytes a glob pattern may have, so that matching one against every key takes no noticeable time.
pub const MAX_PATTERN_BYTES: usize = 256;
