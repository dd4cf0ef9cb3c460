//! A place to keep a fingerprint beside the value it belongs to.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// A fingerprint that was computed once, or nothing yet.
///
/// It is not part of the value it stands beside: any two are equal, and it hashes to nothing. Whoever changes the
/// value calls [`Memo::forget`].
#[derive(Default)]
pub(crate) struct Memo(AtomicU64);

impl Memo {
    /// The fingerprint, computed now if it was not before.
    pub(crate) fn get_or(&self, compute: impl FnOnce() -> u64) -> u64 {
        let known = self.0.load(Ordering::Relaxed);
        if known != 0 {
            return known;
        }
        let found = compute().max(1);
        self.0.store(found, Ordering::Relaxed);
        found
    }

    /// Nothing is known any more.
    pub(crate) fn forget(&mut self) {
        *self.0.get_mut() = 0;
    }
}

impl Clone for Memo {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

impl PartialEq for Memo {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Memo {}

impl Hash for Memo {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_computed_once_and_again_after_it_was_forgotten() {
        let mut memo = Memo::default();
        assert_eq!(memo.get_or(|| 7), 7);
        assert_eq!(memo.clone().get_or(|| 8), 7);
        memo.forget();
        assert_eq!(memo.get_or(|| 0), 1, "zero stands for nothing yet");
    }
}
