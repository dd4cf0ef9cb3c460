//! Numbers in arguments and in replies, as strictly as Redis reads them and exactly as it prints them.
//!
//! Hexadecimal floats, which C's `strtod` would accept, are deliberately not read.

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
    let overflowed = value.is_infinite() && !names_infinity(bytes);
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
    let value: f64 = std::str::from_utf8(bytes).ok()?.parse().ok()?;
    (!value.is_nan()).then_some(value)
}

/// Whether the text is some spelling of infinity rather than a number too large.
pub(super) fn names_infinity(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| byte.eq_ignore_ascii_case(&b'i'))
}

fn has_digit_above_zero(bytes: &[u8]) -> bool {
    let mantissa = bytes.iter().take_while(|byte| !byte.eq_ignore_ascii_case(&b'e'));
    mantissa.into_iter().any(|byte| (b'1'..=b'9').contains(byte))
}

/// A double with 17 significant digits, as C's `%.17g`.
pub(super) fn score_text(value: f64) -> String {
    const DIGITS: i32 = 17;
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{value:.16e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let plain = (-4..DIGITS).contains(&exponent);
    let text = if plain {
        let decimals = usize::try_from(DIGITS - 1 - exponent).unwrap_or(0);
        format!("{value:.decimals$}")
    } else {
        mantissa.to_owned()
    };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if plain {
        return text.to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{text}e{sign}{:02}", exponent.abs())
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

    #[test]
    fn a_score_prints_seventeen_significant_digits() {
        let check = |value: f64, text: &str| assert_eq!(score_text(value), text);
        check(0.0, "0");
        check(-0.0, "-0");
        check(3.0, "3");
        check(0.1, "0.10000000000000001");
        check(1e20, "1e+20");
        check(1e16, "10000000000000000");
        check(1e-5, "1.0000000000000001e-05");
        check(0.0001, "0.0001");
        check(1e-7, "9.9999999999999995e-08");
        check(123_456_789_012_345_678.0, "1.2345678901234568e+17");
        check(1.797_693_134_862_315_7e308, "1.7976931348623157e+308");
        check(-2.5, "-2.5");
        check(f64::NEG_INFINITY, "-inf");
    }
}
