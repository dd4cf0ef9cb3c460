//! A portable 64-bit hasher: the same value has the same fingerprint natively and in wasm.
//!
//! FNV-1a over bytes (Fowler, Noll, Vo), with a final mix so that all 64 bits depend on the input.
//! `usize` is widened to 64 bits, because wasm's is 32 bits wide. Not meant to resist an attacker.

use std::hash::{Hash, Hasher};

use super::cast::wide;

/// FNV-1a, 64 bits, with fixed-width integers in little-endian order.
#[derive(Clone, Debug)]
pub(super) struct Fnv64(u64);

impl Default for Fnv64 {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv64 {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(wide(n));
    }

    fn write_isize(&mut self, n: isize) {
        self.write_i64(n as i64);
    }

    fn finish(&self) -> u64 {
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// The fingerprint of a value: equal values have equal fingerprints on every target.
pub fn fingerprint<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = Fnv64::default();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_the_same_on_every_target() {
        assert_eq!(fingerprint(&7_usize), fingerprint(&7_u64));
        assert_ne!(fingerprint("a"), fingerprint("b"));
    }
}
