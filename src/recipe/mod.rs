//! The consumer language: the short text a consumer is, parsed and run one statement at a time.
//!
//! ```text
//! # marker-guarded charge
//! claimed = SET dedup:{job.id} 1 NX PX 86400000
//! if claimed
//!   charge {job.card} {job.amount}
//! else
//!   skip "already done"
//! end
//! ```
//!
//! [`parse`] turns the text into a `Program` or into all the errors found, with positions. A `Frame` is
//! a program counter and local variables; it always rests at something that leaves the worker (a Redis
//! command, an `atomic` block, an outside call), at `skip` or `fail`, or at the end. `Frame::at` says what
//! it is about to do, `Frame::execute` does it and moves on. Assignments, `if`, `else` and `end` take no
//! step of their own.
//!
//! Invariants:
//! - `Frame::execute` is the only thing with effects, all of them through `Env`.
//! - Every jump goes forward, so a frame runs each line at most once and always ends.
//! - An interpolated value is data: it never becomes two words, and it is never parsed again.
//! - A frame holds no reference to its program, so a world that holds frames is a plain value.
//!
//! The outside calls:
//!
//! ```text
//! receipt = charge CARD AMOUNT [key K]      take money; the key is the provider's idempotency key
//! receipt = email TO TEMPLATE [key K]       send a mail
//! receipt = POST URL BODY [key K]           create something at an HTTP service
//! receipt = PUT URL BODY                    replace what it holds there
//! receipt = ship ORDER ADDRESS [key K]      send a parcel
//! receipt = append STREAM EVENT [expect N]  append an event, if the stream has N of them
//! events  = read STREAM                     its events, as a list
//! n       = version STREAM                  how many events it has
//! n       = authorize STREAM EVENT          nil when the stream holds the event, else its version
//! ```
//!
//! What has two readings: lower-case `append` is the verb that appends an event to a stream; in any other
//! case it is the Redis command. Every other Redis command may be written in any case.
//!
//! Deliberately absent: loops, arithmetic, functions, and acknowledging (that is the queue's).

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod diagnostic;
mod frame;
mod highlight;
mod lex;
pub mod limits;
mod live;
mod outside;
mod parse;
mod program;
mod runtime;
mod sql;
mod value;

#[cfg(test)]
mod tests;

pub use diagnostic::Diagnostic;
pub use frame::At;
pub(crate) use frame::{Executed, Frame};
pub(crate) use highlight::{Span, SpanKind, highlight};
pub use live::Reads;
pub(crate) use outside::{OutsideCall, Verb};
pub use parse::{Vocabulary, parse};
pub(crate) use program::Program;
pub use program::StatementKind;
pub use runtime::Job;
pub(crate) use runtime::{Context, Env};
pub(crate) use sql::SqlText;
pub use value::Value;
