//! Numbers in arguments, as strictly as Redis reads them.
//!
//! Hexadecimal floats, which C's `strtod` would accept, are deliberately not read.

use crate::base::decimal::split_sign;
use crate::base::parse_double;

/// A signed integer in its only spelling: no spaces, no plus sign, no leading zeros, no `-0`.
pub(super) fn strict_i64(bytes: &[u8]) -> Option<i64> {
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    match digits {
        b"0" => return (digits.len() == bytes.len()).then_some(0),
        [b'1'..=b'9', ..] if digits.len() <= 19 => {}
        _ => return None,
    }
    // `from_str` takes a plus sign too, which the pattern above has excluded.
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

/// A double as an argument: decimal or scientific notation, or `inf`; not NaN, not out of range, no spaces.
pub(super) fn strict_f64(bytes: &[u8]) -> Option<f64> {
    let value = decimal_f64(bytes)?;
    let overflowed = value.is_infinite() && !is_infinity(split_sign(bytes).1);
    let underflowed = value == 0.0 && has_digit_above_zero(bytes);
    (!overflowed && !underflowed).then_some(value)
}

/// The bound of a score range: like C's `strtod`, so leading spaces are skipped, nothing is zero, and what is
/// out of range is infinite.
pub(super) fn lenient_f64(bytes: &[u8]) -> Option<f64> {
    if bytes.is_empty() {
        return Some(0.0);
    }
    let spaces = bytes.iter().take_while(|&&b| b == b' ' || (b'\t'..=b'\r').contains(&b)).count();
    decimal_f64(&bytes[spaces..])
}

fn decimal_f64(bytes: &[u8]) -> Option<f64> {
    match split_sign(bytes) {
        (negative, text) if is_infinity(text) => {
            Some(if negative { f64::NEG_INFINITY } else { f64::INFINITY })
        }
        _ => parse_double(bytes),
    }
}

/// Whether the text, without its sign, is a name of infinity rather than a number.
pub(super) fn is_infinity(text: &[u8]) -> bool {
    text.eq_ignore_ascii_case(b"inf") || text.eq_ignore_ascii_case(b"infinity")
}

fn has_digit_above_zero(bytes: &[u8]) -> bool {
    let mantissa = bytes.iter().take_while(|byte| !byte.eq_ignore_ascii_case(&b'e'));
    mantissa.into_iter().any(|byte| (b'1'..=b'9').contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_has_one_spelling() {
        let read = |text: &str| strict_i64(text.as_bytes());
        assert_eq!(read("0"), Some(0));
        assert_eq!(read("-9223372036854775808"), Some(i64::MIN));
        assert_eq!(read("9223372036854775807"), Some(i64::MAX));
        for text in
            ["", "-", "-0", "+1", "01", " 1", "1 ", "1.0", "9223372036854775808", "99999999999999999999"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_double_is_read_as_strtod_reads_it_but_must_be_a_number_in_range() {
        let read = |text: &str| strict_f64(text.as_bytes());
        assert_eq!(read("1.5e3"), Some(1500.0));
        assert_eq!(read(".5"), Some(0.5));
        assert_eq!(read("+2."), Some(2.0));
        assert_eq!(read("-INF"), Some(f64::NEG_INFINITY));
        assert_eq!(read("0e5"), Some(0.0));
        for text in ["", "nan", " 1", "1 ", "1e999", "1e-999", "abc", "1e", "0x10", "."] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_bound_of_a_range_may_be_empty_or_out_of_range() {
        assert_eq!(lenient_f64(b""), Some(0.0));
        assert_eq!(lenient_f64(b" 1"), Some(1.0));
        assert_eq!(lenient_f64(b"1e999"), Some(f64::INFINITY));
        assert_eq!(lenient_f64(b" "), None);
        assert_eq!(lenient_f64(b"nan"), None);
    }
}
