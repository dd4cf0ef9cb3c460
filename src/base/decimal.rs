//! Numbers as decimal text, and the exact way from there to a binary fraction of limited precision.
//!
//! Everything is exact until it is rounded once, to nearest, ties to even (IEEE 754). The standard library
//! reads and prints doubles faster, with tables that weigh 25 kB in the page; whole numbers, which is what
//! nearly all scores are, never come here. Deliberately absent: hexadecimal input.

use std::cmp::Ordering;

use super::biguint::BigUint;

/// How many digits of a decimal text are kept; a double never needs more than 768 to be rounded correctly.
const MAX_DIGITS: i64 = 5 * 1024;
/// Decimal exponents are held within this; it is beyond what digits could make up for.
const MAX_DECIMAL_EXPONENT: i64 = 1_000_000_000;

/// A binary floating-point format.
pub(crate) struct Format {
    /// The mantissa's width in bits, at most 64.
    pub precision: u32,
    /// The first power of two that overflows.
    pub max_exponent: i64,
    /// The power of two of the smallest number above zero.
    pub lowest: i64,
}

/// What a decimal text says: `digits * 10^power`.
pub(crate) struct Decimal {
    /// All digits, as one number.
    pub digits: BigUint,
    /// The power of ten they are multiplied by.
    pub power: i64,
    /// How many digits there are, without leading zeros: the number is below `10^(count + power)`.
    pub count: i64,
}

impl Decimal {
    /// Reads `12.5e3`: digits with at most one point among them, then perhaps an exponent; no sign.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let e = text.iter().position(|byte| byte.eq_ignore_ascii_case(&b'e'));
        let (mantissa, exponent) = match e {
            Some(at) => (&text[..at], decimal_exponent(&text[at + 1..])?),
            None => (text, 0),
        };
        let (mut digits, mut count, mut power) = (BigUint::default(), 0, exponent);
        let (mut any, mut point, mut dropped) = (false, false, false);
        for &byte in mantissa {
            match byte {
                b'0'..=b'9' => {
                    any = true;
                    if count < MAX_DIGITS {
                        digits.multiply_add(10, u32::from(byte - b'0'));
                        count += i64::from(!digits.is_zero());
                    } else {
                        dropped |= byte != b'0';
                        power += 1;
                    }
                    power -= i64::from(point);
                }
                b'.' if !point => point = true,
                _ => return None,
            }
        }
        if dropped {
            // One more digit stands for all that were dropped: they can only break a tie.
            digits.multiply_add(10, 1);
            (count, power) = (count + 1, power - 1);
        }
        any.then_some(Self { digits, power, count })
    }

    /// The nearest number in a format; `None` when it overflows. The power must not be huge.
    pub(crate) fn nearest(&self, format: &Format) -> Option<(u64, i64)> {
        let ten = BigUint::power_of_ten(self.power.unsigned_abs());
        let one = BigUint::from(1);
        if self.power >= 0 {
            nearest(&self.digits.times(&ten), &one, 0, format)
        } else {
            nearest(&self.digits, &ten, 0, format)
        }
    }
}

/// Reads an exponent, holding it within what can matter.
fn decimal_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = split_sign(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |n: i64, digit: &u8| (n * 10 + i64::from(digit - b'0')).min(MAX_DECIMAL_EXPONENT);
    let magnitude = digits.iter().fold(0, add);
    Some(if negative { -magnitude } else { magnitude })
}

/// Whether a number's text starts with a minus sign, and the text without its sign.
pub(crate) fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// The nearest number to `numerator / denominator * 2^exponent` in a format, ties to even, as a mantissa and the
/// power of two it is multiplied by; `None` when it overflows.
pub(crate) fn nearest(
    numerator: &BigUint,
    denominator: &BigUint,
    exponent: i64,
    format: &Format,
) -> Option<(u64, i64)> {
    if numerator.is_zero() {
        return Some((0, 0));
    }
    // Scaled so that the quotient has two or three bits more than the widest mantissa.
    let scale = (denominator.bits() + 66) as i64 - numerator.bits() as i64;
    let shift = scale.unsigned_abs();
    let (quotient, exact) = if scale >= 0 {
        numerator.shifted_left(shift).divided(denominator)
    } else {
        numerator.divided(&denominator.shifted_left(shift))
    };
    let exponent = exponent - scale;
    let too_wide = i64::from(u128::BITS - quotient.leading_zeros() - format.precision);
    // Near zero the smallest number decides, not the width.
    let spare = too_wide.max(format.lowest - exponent);
    if spare >= i64::from(u128::BITS) {
        return Some((0, 0));
    }
    let (kept, dropped) = (quotient >> spare, quotient & ((1 << spare) - 1));
    let up = match dropped.cmp(&(1 << (spare - 1))) {
        Ordering::Less => false,
        Ordering::Equal => !exact || kept & 1 == 1,
        Ordering::Greater => true,
    };
    let (mut mantissa, mut exponent) = (kept + u128::from(up), exponent + spare);
    if mantissa >> format.precision != 0 {
        (mantissa, exponent) = (mantissa >> 1, exponent + 1);
    }
    let magnitude = exponent + i64::from(u128::BITS - mantissa.leading_zeros());
    let mantissa = u64::try_from(mantissa).expect("at most 64 bits of precision");
    if mantissa == 0 {
        Some((0, 0))
    } else {
        (magnitude <= format.max_exponent).then_some((mantissa, exponent))
    }
}
