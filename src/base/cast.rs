//! Numbers from one width to another, where `as` would not say what happens to one that does not fit.
//!
//! Places and counts are kept in 32 bits, so that worlds are small and the same everywhere; lists want `usize`, replies
//! 64 bits. Invariant: a number that fits stays what it is, and one that does not becomes the nearest that does. Limits
//! elsewhere see to it that none gets so large: what is here only keeps a mistake from becoming another number.
//!
//! Deliberately absent: the low bits of a number, which hashes and encodings take with `as`, on purpose.

/// The largest whole number that a double holds exactly with all below it.
pub(crate) const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// A place in a list, kept in 32 bits. Every target has addresses that wide.
#[inline]
pub(crate) const fn index(place: u32) -> usize {
    const { assert!(usize::BITS >= u32::BITS) };
    place as usize
}

/// How many there are, or a place, to be kept in 32 bits.
#[inline]
pub(crate) fn count(many: usize) -> u32 {
    u32::try_from(many).unwrap_or(u32::MAX)
}

/// How many there are, in 64 bits. No target has wider addresses.
#[inline]
pub(crate) const fn wide(many: usize) -> u64 {
    const { assert!(usize::BITS <= u64::BITS) };
    many as u64
}

/// How many there are, as a number that can be subtracted from.
#[inline]
pub(crate) fn signed(many: usize) -> i64 {
    i64::try_from(many).unwrap_or(i64::MAX)
}

/// The whole number that a double is, if it is one that doubles hold exactly.
#[inline]
pub(crate) fn whole(number: f64) -> Option<i64> {
    (number.abs() <= MAX_EXACT && number.fract() == 0.0).then_some(number as i64)
}

/// A double without its fraction, as a number that is not below zero: below it, and for what is no number, zero.
#[inline]
pub(crate) const fn floor(number: f64) -> u64 {
    number as u64
}

/// The nearest double.
#[inline]
pub(crate) const fn double(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_fits_stays_what_it_is() {
        for number in [0, 1, 65_536, u32::MAX] {
            assert_eq!(count(index(number)), number);
            assert_eq!(wide(index(number)), u64::from(number));
            assert_eq!(signed(index(number)), i64::from(number));
            assert_eq!(whole(f64::from(number)), Some(i64::from(number)));
            assert_eq!(floor(double(u64::from(number))), u64::from(number));
        }
        assert_eq!(whole(-MAX_EXACT), Some(-(1 << 53)));
        assert_eq!(whole(-0.0), Some(0));
        assert_eq!(floor(1.9), 1);
    }

    #[test]
    fn a_number_that_does_not_fit_becomes_the_nearest_or_none() {
        assert_eq!((count(usize::MAX), signed(usize::MAX)), (u32::MAX, i64::MAX));
        assert_eq!((floor(-1.0), floor(f64::NAN), floor(f64::INFINITY)), (0, 0, u64::MAX));
        for number in [0.5, MAX_EXACT + 2.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(whole(number), None, "{number}");
        }
    }
}
