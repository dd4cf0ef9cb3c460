//! The byte string that keys, values and arguments are made of.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// An immutable byte string that is cheap to clone: Redis keys and values are bytes, not text.
#[derive(Clone, Eq)]
pub struct Bytes(Arc<[u8]>);

/// How two byte strings compare, as `[u8]` does, eight bytes at a time.
///
/// A database's keys share long prefixes, and a call to `memcmp` costs more than the comparison itself (in wasm it
/// goes byte by byte).
#[must_use]
pub fn compare(left: &[u8], right: &[u8]) -> Ordering {
    let shared = left.len().min(right.len());
    let (left_words, left_rest) = left[..shared].as_chunks::<8>();
    let (right_words, right_rest) = right[..shared].as_chunks::<8>();
    for (one, other) in left_words.iter().zip(right_words) {
        if one != other {
            return u64::from_be_bytes(*one).cmp(&u64::from_be_bytes(*other));
        }
    }
    for (one, other) in left_rest.iter().zip(right_rest) {
        if one != other {
            return one.cmp(other);
        }
    }
    left.len().cmp(&right.len())
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Hash for Bytes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl PartialOrd for Bytes {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bytes {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(self, other)
    }
}

impl Bytes {
    /// The bytes as text, with anything that is not UTF-8 replaced.
    #[must_use]
    pub fn to_text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Borrow<[u8]> for Bytes {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl Default for Bytes {
    fn default() -> Self {
        Self(Arc::from(&[][..]))
    }
}

impl From<&str> for Bytes {
    fn from(text: &str) -> Self {
        Self(Arc::from(text.as_bytes()))
    }
}

impl From<String> for Bytes {
    fn from(text: String) -> Self {
        Self(Arc::from(text.into_bytes()))
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self(Arc::from(bytes))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::from(bytes))
    }
}

impl From<i64> for Bytes {
    fn from(number: i64) -> Self {
        Self::from(number.to_string())
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_text())
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_string_orders_by_its_bytes_and_shows_as_text() {
        assert!(Bytes::from("a") < Bytes::from("b"));
        assert!(Bytes::from("Z") < Bytes::from("a"));
        assert_eq!(format!("{}", Bytes::from("job")), "job");
        assert_eq!(format!("{:?}", Bytes::from("a\"b")), "\"a\\\"b\"");
        assert_eq!(Bytes::from(-7_i64).to_text(), "-7");
    }

    #[test]
    fn byte_strings_compare_as_slices_do() {
        let mut rng = crate::base::SplitMix64::new(7);
        let mut text = || -> Vec<u8> {
            let len = rng.next_u64() % 20;
            (0..len).map(|_| [b'a', b'b', 0, 0xff][(rng.next_u64() % 64 / 21) as usize]).collect()
        };
        for _ in 0..20_000 {
            let (left, right) = (text(), text());
            assert_eq!(compare(&left, &right), left.cmp(&right), "{left:?} {right:?}");
        }
    }
}
