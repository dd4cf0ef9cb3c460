//! Natural numbers of any size, and the exact way from decimal text to a binary fraction of limited precision.
//!
//! Everything is exact until it is rounded once, to nearest, ties to even (IEEE 754). The standard library
//! reads and prints doubles faster, with tables that weigh 25 kB in the page; whole numbers, which is what
//! nearly all scores are, never come here. Deliberately absent: hexadecimal input.

use std::cmp::Ordering;

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
    pub digits: Natural,
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
        let (mut digits, mut count, mut power) = (Natural::default(), 0, exponent);
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
        let ten = Natural::power_of_ten(self.power.unsigned_abs());
        let one = Natural::from(1);
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
    numerator: &Natural,
    denominator: &Natural,
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

/// A natural number of any size: 32-bit limbs, the lowest first, none of the highest zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Natural(Vec<u32>);

impl From<u128> for Natural {
    fn from(n: u128) -> Self {
        Self((0..4).map(|limb| (n >> (32 * limb)) as u32).collect()).trimmed()
    }
}

/// The low 32 bits.
const fn low_limb(n: u64) -> u32 {
    (n & 0xffff_ffff) as u32
}

impl Natural {
    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Its width in bits.
    pub(crate) fn bits(&self) -> u64 {
        let top = self.0.last().map_or(0, |limb| 32 - limb.leading_zeros());
        (self.0.len().saturating_sub(1) * 32) as u64 + u64::from(top)
    }

    /// `10^power`.
    pub(crate) fn power_of_ten(power: u64) -> Self {
        let mut result = Self::from(1);
        for _ in 0..power {
            result.multiply_add(10, 0);
        }
        result
    }

    /// `self * factor + addend`, in place.
    fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = low_limb(product);
            carry = product >> 32;
        }
        if carry != 0 {
            self.0.push(low_limb(carry));
        }
    }

    /// The product.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut limbs = vec![0_u32; self.0.len() + other.0.len()];
        for (offset, &factor) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (at, &limb) in other.0.iter().enumerate() {
                let sum = u64::from(factor) * u64::from(limb) + u64::from(limbs[offset + at]) + carry;
                limbs[offset + at] = low_limb(sum);
                carry = sum >> 32;
            }
            limbs[offset + other.0.len()] = low_limb(carry);
        }
        Self(limbs).trimmed()
    }

    /// The sum.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let len = self.0.len().max(other.0.len()) + 1;
        let (mut limbs, mut carry) = (Vec::with_capacity(len), 0);
        for at in 0..len {
            let sum = self.limb(at) + other.limb(at) + carry;
            limbs.push(low_limb(sum));
            carry = sum >> 32;
        }
        Self(limbs).trimmed()
    }

    /// The difference; `other` must not be greater.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let (mut limbs, mut borrow) = (Vec::with_capacity(self.0.len()), 0);
        for at in 0..self.0.len() {
            let difference = (1 << 32) + self.limb(at) - other.limb(at) - borrow;
            limbs.push(low_limb(difference));
            borrow = 1 - (difference >> 32);
        }
        assert!(borrow == 0, "a natural number cannot be negative");
        Self(limbs).trimmed()
    }

    fn limb(&self, at: usize) -> u64 {
        self.0.get(at).copied().map_or(0, u64::from)
    }

    /// Which of two is greater.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// `self * 2^bits`.
    pub(crate) fn shifted_left(&self, bits: u64) -> Self {
        let Ok(limbs) = usize::try_from(bits / 32) else { return Self::default() };
        let mut shifted = Self(vec![0; limbs]);
        shifted.0.extend_from_slice(&self.0);
        if !bits.is_multiple_of(32) {
            shifted.multiply_add(1 << (bits % 32), 0);
        }
        shifted.trimmed()
    }

    /// A quotient that fits 127 bits, rounded to the nearest integer, ties to even.
    pub(crate) fn divided_rounded(&self, divisor: &Self) -> u128 {
        let (halves, exact) = self.shifted_left(1).divided(divisor);
        let (whole, half) = (halves >> 1, halves & 1);
        whole + u128::from(half == 1 && (!exact || whole & 1 == 1))
    }

    /// A quotient that fits 128 bits, and whether nothing remains.
    fn divided(&self, divisor: &Self) -> (u128, bool) {
        let steps = (self.bits() + 1).saturating_sub(divisor.bits());
        let (mut quotient, mut rest) = (0_u128, self.clone());
        for step in (0..steps).rev() {
            let part = divisor.shifted_left(step);
            quotient <<= 1;
            if rest.compare(&part) != Ordering::Less {
                rest = rest.minus(&part);
                quotient |= 1;
            }
        }
        (quotient, rest.is_zero())
    }

    /// Its digits.
    pub(crate) fn decimal(&self) -> String {
        const CHUNK: u64 = 1_000_000_000;
        let (mut rest, mut chunks) = (self.clone(), Vec::new());
        while !rest.is_zero() {
            let mut remainder = 0;
            for limb in rest.0.iter_mut().rev() {
                let part = (remainder << 32) | u64::from(*limb);
                *limb = low_limb(part / CHUNK);
                remainder = part % CHUNK;
            }
            rest = rest.trimmed();
            chunks.push(remainder);
        }
        let mut text = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text += &format!("{chunk:09}");
        }
        text
    }
}
