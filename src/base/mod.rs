//! What every layer shares: byte strings, bytes and numbers as text, numbers of other widths, JSON, texts with holes,
//! ordered maps, virtual time, a seeded generator and portable hashers.
//!
//! Nothing here reads a clock, a random source or the environment. Everything behaves the same natively
//! and in wasm: fixed-width integers, no hash maps.

pub(crate) mod base64url;
pub(crate) mod biguint;
mod bytes;
pub(crate) mod cast;
pub(crate) mod decimal;
mod double;
mod fnv;
pub(crate) mod json;
mod memo;
mod mix;
mod ordered;
mod rng;
mod sort;
pub(crate) mod template;

pub use bytes::{Bytes, compare};
pub(crate) use double::{double_text, parse_double};
pub use fnv::fingerprint;
pub(crate) use memo::Memo;
pub(crate) use mix::Mix64;
pub(crate) use ordered::{OrderedMap, OrderedSet};
pub use rng::SplitMix64;
pub(crate) use sort::{sort_long, sort_short_by_key};
pub use template::filled;

use std::fmt;

/// A moment on the virtual clock, in milliseconds since the world began; also a span between two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// This moment plus a span, saturating at the end of time.
    #[must_use]
    pub const fn plus(self, span: u64) -> Self {
        Self(self.0.saturating_add(span))
    }

    /// The span from `earlier` to this moment; zero when `earlier` is not earlier.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03} s", self.0 / 1000, self.0 % 1000)
    }
}
