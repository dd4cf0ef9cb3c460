//! How much to search at a time, so that the page stays at hand: a slice of the search takes about as long as a
//! frame can spare.

/// What a slice should take, in microseconds.
const SLICE: u32 = 8_000;

/// States in the first slice; few enough for a slow phone.
pub const FIRST: u32 = 100;
/// The fewest and the most states of a slice.
const LEAST: u32 = 5;
const MOST: u32 = 20_000;

/// How many states the next slice should take, when the last one took `states` and `micros` microseconds.
///
/// It at most doubles, because a short slice may have ended with its search.
#[must_use]
pub fn next(states: u32, micros: u32) -> u32 {
    let fitting = u64::from(states) * u64::from(SLICE) / u64::from(micros.max(1));
    let fitting = u32::try_from(fitting).unwrap_or(MOST);
    fitting.min(states.saturating_mul(2)).clamp(LEAST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_that_took_too_long_is_cut_at_once() {
        assert_eq!(next(1_000, 80_000), 100);
    }

    #[test]
    fn a_slice_at_most_doubles() {
        assert_eq!(next(100, 4_000), 200);
        assert_eq!(next(100, 0), 200);
    }

    #[test]
    fn a_slice_has_bounds() {
        assert_eq!(next(LEAST, u32::MAX), LEAST);
        assert_eq!(next(MOST, 1), MOST);
        assert_eq!(next(u32::MAX, 1), MOST);
    }
}
