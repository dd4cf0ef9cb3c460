//! A fast 64-bit hasher for the prover: eight bytes at a time, the same on every target.
//!
//! Each word is folded in by a multiplication and a shift (the finisher of SplitMix64, Steele, Lea, Flood 2014).
//! [`Fnv64`](super::fnv::Fnv64) stays where a published function or a kept value matters.

use std::hash::Hasher;

use super::cast::wide;

/// The hasher.
#[derive(Clone, Debug)]
pub(crate) struct Mix64(u64);

impl Default for Mix64 {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Mix64 {
    /// [`fold`](Self::fold) for single numbers: in the page it is called, for it takes 40 bytes wherever it is inlined.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn fold_number(&mut self, word: u64) {
        self.fold(word);
    }

    #[inline(always)]
    fn fold(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = (mixed ^ (mixed >> 29)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mix64 {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.fold(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        last[7] = rest.len() as u8;
        self.fold(u64::from_le_bytes(last));
    }

    fn write_u8(&mut self, n: u8) {
        self.fold_number(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.fold_number(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.fold_number(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.fold_number(n);
    }

    fn write_usize(&mut self, n: usize) {
        self.fold_number(wide(n));
    }

    fn write_isize(&mut self, n: isize) {
        self.fold_number(n as i64 as u64);
    }

    fn finish(&self) -> u64 {
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::hash::Hash;

    use super::*;

    fn mixed(value: impl Hash) -> u64 {
        let mut hasher = Mix64::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn texts_that_differ_in_length_or_in_one_byte_differ() {
        let texts = ["", "a", "b", "aa", "aaaaaaa", "aaaaaaaa", "aaaaaaaaa", "aaaaaaab", "\0", "\0\0"];
        let all: BTreeSet<u64> = texts.iter().map(mixed).collect();
        assert_eq!(all.len(), texts.len());
    }

    #[test]
    fn a_million_small_numbers_make_a_million_fingerprints() {
        let all: BTreeSet<u64> = (0..1_000_000_u64).map(|n| mixed((n % 1_000, n / 1_000))).collect();
        assert_eq!(all.len(), 1_000_000);
    }
}
