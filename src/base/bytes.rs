//! The byte string that keys, values and arguments are made of.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// An immutable byte string that is cheap to clone: Redis keys and values are bytes, not text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(Arc<[u8]>);

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
}
