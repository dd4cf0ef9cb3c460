//! Doubles as text, exactly rounded: what C's `strtod` reads and `%.17g` prints.
//!
//! Small instead of fast, see [`decimal`](super::decimal); whole numbers take a short way.

use super::biguint::BigUint;
use super::decimal::{Decimal, Format, split_sign};

const FORMAT: Format = Format { precision: 53, max_exponent: 1024, lowest: -1074 };
/// How many bits of a double hold the mantissa, without its leading one.
const STORED_BITS: u32 = 52;
/// A number with so many digits before its point is infinite.
const MAX_DIGITS: i64 = 310;
/// A number that starts so many digits after its point is zero.
const MIN_DIGITS: i64 = -330;

/// The nearest double to a decimal number with or without a point and an exponent. Too large is infinite, too small is
/// zero; `None` for anything else, the names of infinity included.
#[must_use]
pub(crate) fn parse_double(text: &[u8]) -> Option<f64> {
    let (negative, unsigned) = split_sign(text);
    let magnitude = match small_integer(unsigned) {
        Some(n) => n as f64,
        None => magnitude(&Decimal::parse(unsigned)?),
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// A whole number of at most 18 digits.
fn small_integer(digits: &[u8]) -> Option<u64> {
    let short = (1..=18).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    short.then(|| digits.iter().fold(0, |n, digit| n * 10 + u64::from(digit - b'0')))
}

fn magnitude(number: &Decimal) -> f64 {
    let size = number.count + number.power;
    if number.digits.is_zero() || size < MIN_DIGITS {
        return 0.0;
    }
    if size > MAX_DIGITS {
        return f64::INFINITY;
    }
    let Some((mantissa, exponent)) = number.nearest(&FORMAT) else { return f64::INFINITY };
    let stored = mantissa & ((1 << STORED_BITS) - 1);
    // The exponent of zero means that there is no leading one.
    let biased = if stored == mantissa { 0 } else { exponent - FORMAT.lowest + 1 };
    f64::from_bits((biased.unsigned_abs() << STORED_BITS) | stored)
}

/// A double with 17 significant digits, as C's `%.17g`, so that it is read as the same double again.
#[must_use]
pub(crate) fn double_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let magnitude = value.abs();
    if magnitude.is_infinite() {
        return format!("{sign}inf");
    }
    let whole = magnitude as u64;
    if magnitude < 1e17 && whole as f64 == magnitude {
        return [sign, &whole.to_string()].concat();
    }
    let (digits, exponent) = seventeen_digits(magnitude);
    let digits = digits.trim_end_matches('0');
    match exponent {
        -4..0 => format!("{sign}0.{}{digits}", &"000"[..exponent.unsigned_abs() as usize - 1]),
        0..17 => {
            let (whole, fraction) = digits.split_at(exponent.unsigned_abs() as usize + 1);
            format!("{sign}{whole}.{fraction}")
        }
        _ => {
            let (first, others) = digits.split_at(1);
            let point = if others.is_empty() { "" } else { "." };
            let e = match exponent {
                -9..0 => "e-0",
                ..0 => "e-",
                // 17 at least.
                _ => "e+",
            };
            [sign, first, point, others, e, &exponent.unsigned_abs().to_string()].concat()
        }
    }
}

/// The 17 significant digits of a finite number above zero, and the power of ten of the first of them.
fn seventeen_digits(value: f64) -> (String, i64) {
    const LEAST: u128 = 10_u128.pow(16);
    let stored = value.to_bits() & ((1 << STORED_BITS) - 1);
    let biased = (value.to_bits() >> STORED_BITS) as i64;
    let mantissa = if biased == 0 { stored } else { stored | (1 << STORED_BITS) };
    let exponent = biased.max(1) - 1 + FORMAT.lowest;
    let (shift, mantissa) = (exponent.unsigned_abs(), BigUint::from(u128::from(mantissa)));
    let one = BigUint::from(1);
    let (numerator, denominator) =
        if exponent >= 0 { (mantissa.shifted_left(shift), one) } else { (mantissa, one.shifted_left(shift)) };
    // 1233 / 4096 is nearly log10(2); the first guess is never too high.
    let width = numerator.bits() as i64 - denominator.bits() as i64;
    let mut power = ((width - 1) * 1233).div_euclid(4096) - 1;
    loop {
        let scale = BigUint::power_of_ten(power.abs_diff(16));
        let digits = if power <= 16 {
            numerator.times(&scale).divided_rounded(&denominator)
        } else {
            numerator.divided_rounded(&denominator.times(&scale))
        };
        if digits < 10 * LEAST {
            return (BigUint::from(digits).decimal(), power);
        }
        power += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;

    #[test]
    fn a_double_prints_seventeen_significant_digits() {
        let check = |value: f64, text: &str| assert_eq!(double_text(value), text);
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

    /// `%.17g`, made of what the standard library prints.
    fn standard_text(value: f64) -> String {
        let scientific = format!("{value:.16e}");
        let (mantissa, exponent) = scientific.split_once('e').unwrap();
        let exponent: i32 = exponent.parse().unwrap();
        let plain = (-4..17).contains(&exponent);
        let decimals = usize::try_from(16 - exponent).unwrap_or(0);
        let text = if plain { format!("{value:.decimals$}") } else { mantissa.to_owned() };
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        if plain {
            return text.to_owned();
        }
        format!("{text}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    }

    fn check(text: &str) {
        let standard: f64 = text.parse().unwrap();
        assert_eq!(parse_double(text.as_bytes()).map(f64::to_bits), Some(standard.to_bits()), "{text}");
    }

    #[test]
    fn any_double_is_printed_and_read_as_the_standard_library_does() {
        let mut rng = SplitMix64::new(3);
        let mut values =
            vec![f64::MIN_POSITIVE, f64::MAX, f64::from_bits(1), 1.0 - f64::EPSILON, 1e16, 1e17, 1e22, 1e23];
        values.extend((0..1_500).map(|_| f64::from_bits(rng.next_u64())));
        // Below the smallest normal number; numbers of everyday size; neighbours of whole numbers and powers of ten.
        values.extend((0..300).map(|_| f64::from_bits(rng.next_u64() >> 12)));
        values.extend((0..1_500).map(|_| rng.below(1 << 53) as f64 / 10_f64.powi(rng.below(22) as i32)));
        values.extend((0..300).map(|n| 10_f64.powi(n - 150).next_up()));
        values.extend((0..300).map(|n| 10_f64.powi(n - 150).next_down()));
        for value in values.into_iter().filter(|value| value.is_finite()) {
            assert_eq!(double_text(value), standard_text(value));
            check(&format!("{value:e}"));
            check(&double_text(value));
        }
    }

    #[test]
    fn any_digits_are_rounded_as_the_standard_library_does() {
        let mut rng = SplitMix64::new(4);
        for _ in 0..1_500 {
            let digits = rng.next_u64() >> rng.below(64);
            check(&format!("-{digits}e{}", rng.below(700) as i64 - 350));
            check(&format!("{}.{digits}", rng.below(1000)));
        }
        // Ties, and what only a digit far behind decides.
        let tie = "9007199254740993";
        for text in [
            tie,
            "-9007199254740995",
            "2.4703282292062328e-324",
            "2.4703282292062327e-324",
            "1e400",
            "1e-400",
        ] {
            check(text);
        }
        for zeros in [10, 800, 6_000] {
            check(&format!("{tie}.{}", "0".repeat(zeros)));
            check(&format!("{tie}.{}1", "0".repeat(zeros)));
            check(&format!("0.{}{tie}e{zeros}", "0".repeat(zeros)));
        }
        check(&"7".repeat(400_000));
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in [
            "", "-", "+", ".", "-.", "e5", "1e", "1e+", "nan", "inf", " 1", "1 ", "1.2.3", "--1", "0x10",
            "1_0",
        ] {
            assert_eq!(parse_double(text.as_bytes()), None, "{text}");
        }
    }
}
