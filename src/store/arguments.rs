//! Reading arguments: keywords, numbers, and index ranges.

use std::ops::Range;

use super::error::CommandError;
use super::number::{strict_f64, strict_i64};
use crate::base::Millis;
use crate::base::cast;

/// Whether an argument is this keyword, in any case.
pub(super) fn is(argument: &[u8], keyword: &str) -> bool {
    argument.eq_ignore_ascii_case(keyword.as_bytes())
}

/// A signed integer.
pub(super) fn int(argument: &[u8]) -> Result<i64, CommandError> {
    strict_i64(argument).ok_or(CommandError::NOT_AN_INTEGER)
}

/// A double that is not NaN.
pub(super) fn float(argument: &[u8]) -> Result<f64, CommandError> {
    strict_f64(argument).ok_or(CommandError::NOT_A_FLOAT)
}

/// How many elements are asked for: not negative.
pub(super) fn count(argument: &[u8]) -> Result<usize, CommandError> {
    strict_i64(argument).and_then(|n| clamped(n).ok()).ok_or(CommandError::NOT_POSITIVE)
}

/// A number that is not negative, held within `usize`, which every length is below.
pub(super) fn clamped(n: i64) -> Result<usize, CommandError> {
    let n = u64::try_from(n).map_err(|_| CommandError::NOT_POSITIVE)?;
    Ok(usize::try_from(n).unwrap_or(usize::MAX))
}

/// The elements from `start` to `stop`, both included, negative ones counted from the end; what lies
/// outside is cut off.
pub(super) fn index_range(start: i64, stop: i64, len: usize) -> Range<usize> {
    let len = cast::signed(len);
    let from_end = |n: i64| if n < 0 { n.saturating_add(len) } else { n };
    let start = from_end(start).max(0);
    let stop = from_end(stop).min(len - 1);
    if start > stop {
        return 0..0;
    }
    // Both are below `len` now, which came from a `usize`.
    let index = |n: i64| usize::try_from(n).unwrap_or(0);
    index(start)..index(stop) + 1
}

/// The place of an index that may count from the end; `None` outside.
pub(super) fn index(n: i64, len: usize) -> Option<usize> {
    let len_signed = cast::signed(len);
    let n = if n < 0 { n.checked_add(len_signed)? } else { n };
    usize::try_from(n).ok().filter(|&at| at < len)
}

/// The virtual clock as the signed milliseconds in which Redis reckons.
pub(super) fn signed(now: Millis) -> i64 {
    i64::try_from(now.0).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_counts_from_either_end_and_is_cut_off() {
        assert_eq!(index_range(0, -1, 3), 0..3);
        assert_eq!(index_range(-2, 9, 3), 1..3);
        assert_eq!(index_range(-9, 0, 3), 0..1);
        assert_eq!(index_range(2, 1, 3), 0..0);
        assert_eq!(index_range(3, 9, 3), 0..0);
        assert_eq!(index_range(0, -9, 3), 0..0);
        assert_eq!(index_range(i64::MIN, i64::MAX, 3), 0..3);
        assert_eq!(index_range(0, 0, 0), 0..0);
        assert_eq!(index(-1, 3), Some(2));
        assert_eq!(index(-4, 3), None);
        assert_eq!(index(3, 3), None);
    }
}
