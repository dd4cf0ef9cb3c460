//! The fingerprints seen: open addressing over a flat array, sixteen bytes a slot, at most half of them full.

/// A map from 64-bit fingerprints to the earliest clock at which each was reached.
///
/// Two states with the same fingerprint count as one. Among `n` states the chance of that happening anywhere
/// is about `n² / 2⁶⁵`: one in thirty-seven million for a million states.
#[derive(Clone, Debug)]
pub(super) struct Visited {
    slots: Vec<Slot>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    clock: u32,
}

/// Marks an empty slot; a fingerprint of this value is stored as its neighbour.
const EMPTY: Slot = Slot { key: 0, clock: 0 };

/// What came of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// Never seen before.
    New,
    /// Seen, but only later on the clock: more can follow from here than from there.
    Earlier,
    /// Seen as early or earlier.
    Known,
}

impl Visited {
    pub(super) fn new() -> Self {
        Self { slots: vec![EMPTY; 1 << 10], len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// Whether a fingerprint was reached at this clock or earlier.
    pub(super) fn knows(&self, fingerprint: u64, clock: u32) -> bool {
        let slot = self.slots[self.find(fingerprint.max(1))];
        slot.key != EMPTY.key && slot.clock <= clock
    }

    /// Notes that a fingerprint was reached at this clock.
    pub(super) fn visit(&mut self, fingerprint: u64, clock: u32) -> Visit {
        if self.len * 2 >= self.slots.len() {
            self.grow();
        }
        let key = fingerprint.max(1);
        let at = self.find(key);
        let slot = &mut self.slots[at];
        if slot.key == EMPTY.key {
            *slot = Slot { key, clock };
            self.len += 1;
            Visit::New
        } else if clock < slot.clock {
            slot.clock = clock;
            Visit::Earlier
        } else {
            Visit::Known
        }
    }

    /// The slot that holds a key, or the empty one where it belongs.
    fn find(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at].key != EMPTY.key && self.slots[at].key != key {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![EMPTY; old.len() * 2];
        for slot in old.into_iter().filter(|slot| slot.key != EMPTY.key) {
            let at = self.find(slot.key);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_new_once_also_after_the_map_has_grown() {
        let mut visited = Visited::new();
        let mut rng = crate::base::SplitMix64::new(1);
        let all: Vec<u64> = (0..5_000).map(|_| rng.next_u64()).chain([0]).collect();
        assert!(all.iter().all(|it| visited.visit(*it, 7) == Visit::New));
        assert!(all.iter().all(|it| visited.visit(*it, 7) == Visit::Known));
        assert_eq!(visited.len(), 5_001);
    }

    #[test]
    fn a_state_reached_earlier_on_the_clock_is_worth_another_look() {
        let mut visited = Visited::new();
        assert_eq!(visited.visit(1, 100), Visit::New);
        assert_eq!(visited.visit(1, 200), Visit::Known);
        assert_eq!(visited.visit(1, 50), Visit::Earlier);
        assert!(visited.knows(1, 50) && !visited.knows(1, 49) && !visited.knows(2, 50));
    }
}
