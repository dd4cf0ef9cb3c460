//! SplitMix64 (Steele, Lea, Flood 2014): a small seeded generator whose whole state is one number.

use super::cast;

/// A seeded generator. The same seed gives the same sequence on every target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, by multiplication (the bias is below `bound / 2^64`).
    ///
    /// # Panics
    /// When `bound` is zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "a bound of zero leaves nothing to choose");
        let product = u128::from(self.next_u64()) * u128::from(bound);
        (product >> 64) as u64
    }

    /// A place in a list of so many.
    ///
    /// # Panics
    /// When the list is empty.
    pub fn place(&mut self, many: usize) -> usize {
        usize::try_from(self.below(cast::wide(many))).expect("below a number of this width")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_seed_zero_is_the_published_one() {
        let mut rng = SplitMix64::new(0);
        assert_eq!(rng.next_u64(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(rng.next_u64(), 0x6e78_9e6a_a1b9_65f4);
    }
}
