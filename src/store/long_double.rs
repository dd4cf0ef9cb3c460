//! The arithmetic of `INCRBYFLOAT`: x86's 80-bit `long double`, in which the reference server adds.
//!
//! Redis reads both numbers into a 64-bit mantissa, adds them, and prints 17 decimals without trailing zeros.
//! That is why `1000.1 + 0.1` answers `1000.19999999999999996`, and this module answers the same. (A
//! server on another processor rounds elsewhere and may print other last digits.) Every step is exact before it is
//! rounded once, to even.

use std::cmp::Ordering;

use super::number::is_infinity;
use crate::base::biguint::BigUint;
use crate::base::cast::wide;
use crate::base::decimal::{Decimal, Format, nearest, split_sign};

const FORMAT: Format = Format { precision: 64, max_exponent: 16_384, lowest: -16_445 };
/// The longest text Redis reads as a number (`MAX_LONG_DOUBLE_CHARS`).
const MAX_TEXT_BYTES: usize = 5 * 1024;
/// A decimal exponent beyond this over- or underflows whatever the digits are.
const MAX_DECIMAL_EXPONENT: i64 = 20_000;

/// A number in 80-bit extended precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LongDouble {
    /// Plus or minus infinity.
    Infinite { negative: bool },
    /// `mantissa * 2^exponent`.
    Finite { negative: bool, mantissa: u64, exponent: i64 },
}

impl LongDouble {
    pub(super) const ZERO: Self = Self::Finite { negative: false, mantissa: 0, exponent: 0 };

    /// Reads a number; `None` for what is not one, for NaN, and for what is out of range.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        if text.len() >= MAX_TEXT_BYTES {
            return None;
        }
        let (negative, unsigned) = split_sign(text);
        if is_infinity(unsigned) {
            return Some(Self::Infinite { negative });
        }
        let number = Decimal::parse(unsigned)?;
        if number.digits.is_zero() {
            return Some(Self::Finite { negative, mantissa: 0, exponent: 0 });
        }
        if number.power.abs() > MAX_DECIMAL_EXPONENT {
            return None;
        }
        let (mantissa, exponent) = number.nearest(&FORMAT)?;
        (mantissa != 0).then_some(Self::Finite { negative, mantissa, exponent })
    }

    /// The sum; `None` when it is not finite.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let Self::Finite { negative, mantissa, exponent } = self else { return None };
        let Self::Finite { negative: other_negative, mantissa: other_mantissa, exponent: other_exponent } =
            other
        else {
            return None;
        };
        let lowest = exponent.min(other_exponent);
        let left = whole(mantissa).shifted_left(exponent.abs_diff(lowest));
        let right = whole(other_mantissa).shifted_left(other_exponent.abs_diff(lowest));
        let (sign, sum) = if negative == other_negative {
            (negative, left.plus(&right))
        } else {
            match left.compare(&right) {
                Ordering::Less => (other_negative, right.minus(&left)),
                Ordering::Equal => return Some(Self::ZERO),
                Ordering::Greater => (negative, left.minus(&right)),
            }
        };
        let (mantissa, exponent) = nearest(&sum, &whole(1), lowest, &FORMAT)?;
        Some(Self::Finite { negative: sign, mantissa, exponent })
    }

    /// The number with at most 17 decimals and no trailing zeros.
    pub(super) fn text(self) -> String {
        const DECIMALS: usize = 17;
        let (negative, mantissa, exponent) = match self {
            Self::Infinite { negative: true } => return "-inf".to_owned(),
            Self::Infinite { negative: false } => return "inf".to_owned(),
            Self::Finite { negative, mantissa, exponent } => (negative, mantissa, exponent),
        };
        let scaled = whole(mantissa).times(&BigUint::power_of_ten(wide(DECIMALS)));
        let shift = exponent.unsigned_abs();
        let scaled = if exponent >= 0 {
            scaled.shifted_left(shift)
        } else {
            // What has an exponent below zero is below 2^64.
            BigUint::from(scaled.divided_rounded(&whole(1).shifted_left(shift)))
        };
        let digits = scaled.decimal();
        let digits = format!("{}{digits}", "0".repeat((DECIMALS + 1).saturating_sub(digits.len())));
        let (whole, fraction) = digits.split_at(digits.len() - DECIMALS);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        let sign = if negative && !scaled.is_zero() { "-" } else { "" };
        [sign, whole, point, fraction].concat()
    }
}

fn whole(n: u64) -> BigUint {
    BigUint::from(u128::from(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(left: &str, right: &str) -> Option<String> {
        let (left, right) = (LongDouble::parse(left.as_bytes())?, LongDouble::parse(right.as_bytes())?);
        left.plus(right).map(LongDouble::text)
    }

    #[test]
    fn a_sum_has_the_last_digits_the_server_prints() {
        let check = |left, right, text: &str| assert_eq!(sum(left, right).as_deref(), Some(text));
        check("1000.1", "0.1", "1000.19999999999999996");
        check("123456.78", "0.01", "123456.78999999999999915");
        check("19.99", "5.01", "25");
        check("99999999.99", "0.01", "100000000");
        check("0.1", "0.2", "0.3");
        check("250.55", "-0.05", "250.5");
        check("1e30", "1", "1000000000000000000024696061952");
        check("3.14159265358979323846", "0", "3.14159265358979324");
        check("5.0e3", "200", "5200");
        check("0", "0", "0");
        check("-0", "-0", "0");
        check("-1.5", "1.5", "0");
        check("1e-30", "-1e-31", "0");
        check("-1e-30", "0", "0");
        check("18446744073709551615", "1", "18446744073709551616");
    }

    #[test]
    fn what_is_no_number_in_range_is_not_read() {
        for text in
            ["", "-", ".", "e5", "1e", "1e+", "nan", "abc", " 1", "1 ", "0x10", "1e5000", "1e-5000", "infi"]
        {
            assert_eq!(LongDouble::parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(LongDouble::parse("1".repeat(MAX_TEXT_BYTES).as_bytes()), None);
        assert!(LongDouble::parse(b"1e4932").is_some());
        assert!(LongDouble::parse(b"1e4933").is_none());
        assert_eq!(LongDouble::parse(b"0e999999999999"), Some(LongDouble::ZERO));
    }

    #[test]
    fn a_sum_with_infinity_is_refused() {
        assert_eq!(LongDouble::parse(b"-Infinity"), Some(LongDouble::Infinite { negative: true }));
        assert_eq!(sum("inf", "1"), None);
        assert_eq!(sum("1e4932", "1e4932"), None);
    }
}
