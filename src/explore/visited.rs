//! The set of fingerprints seen: open addressing over a flat array, eight bytes a state.

/// A set of 64-bit fingerprints.
///
/// Two states with the same fingerprint count as one. Among `n` states the chance of that happening anywhere
/// is about `n² / 2⁶⁵`: below one in thirty million for a million states.
#[derive(Clone, Debug)]
pub(super) struct Visited {
    slots: Vec<u64>,
    len: usize,
}

/// Marks an empty slot; a fingerprint of this value is stored as its neighbour.
const EMPTY: u64 = 0;

impl Visited {
    pub(super) fn new() -> Self {
        Self { slots: vec![EMPTY; 1 << 10], len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a fingerprint; false when it was there.
    pub(super) fn insert(&mut self, fingerprint: u64) -> bool {
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let key = fingerprint.max(1);
        let added = Self::place(&mut self.slots, key);
        self.len += usize::from(added);
        added
    }

    fn place(slots: &mut [u64], key: u64) -> bool {
        let mask = slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            match slots[at] {
                EMPTY => {
                    slots[at] = key;
                    return true;
                }
                known if known == key => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let mut slots = vec![EMPTY; self.slots.len() * 2];
        for key in self.slots.iter().filter(|key| **key != EMPTY) {
            Self::place(&mut slots, *key);
        }
        self.slots = slots;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_new_once_also_after_the_set_has_grown() {
        let mut visited = Visited::new();
        let mut rng = crate::base::SplitMix64::new(1);
        let all: Vec<u64> = (0..5_000).map(|_| rng.next_u64()).chain([0]).collect();
        assert!(all.iter().all(|it| visited.insert(*it)));
        assert!(all.iter().all(|it| !visited.insert(*it)));
        assert_eq!(visited.len(), 5_001);
    }
}
