//! The arithmetic of `INCRBYFLOAT`: x86's 80-bit `long double`, in which the reference server adds.
//!
//! Redis reads both numbers into a 64-bit mantissa, adds them, and prints 17 decimals without trailing zeros.
//! That is why `1000.1 + 0.1` answers `1000.19999999999999996`, and this module answers the same. (A
//! server on another processor rounds elsewhere and may print other last digits.) Integers of any size, in
//! 32-bit limbs, make every step exact before it is rounded once, to even.
//!
//! Deliberately absent: hexadecimal input, and the reduced precision of numbers below `2^-16382`, which print
//! as zero either way.

use std::cmp::Ordering;

use super::number::names_infinity;

/// The mantissa's width.
const PRECISION_BITS: u64 = 64;
/// The first power of two that overflows.
const MAX_EXPONENT: i64 = 16_384;
/// Numbers below this power of two are zero.
const MIN_EXPONENT: i64 = -16_446;
/// The longest text Redis reads as a number (`MAX_LONG_DOUBLE_CHARS`).
const MAX_TEXT_BYTES: usize = 5 * 1024;
/// A decimal exponent beyond this over- or underflows whatever the digits are.
const MAX_DECIMAL_EXPONENT: i64 = 20_000;

/// A number in 80-bit extended precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extended {
    /// Plus or minus infinity.
    Infinite { negative: bool },
    /// `mantissa * 2^exponent`.
    Finite { negative: bool, mantissa: u64, exponent: i64 },
}

impl Extended {
    pub(super) const ZERO: Self = Self::Finite { negative: false, mantissa: 0, exponent: 0 };

    /// Reads a number; `None` for what is not one, for NaN, and for what is out of range.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        if text.len() >= MAX_TEXT_BYTES {
            return None;
        }
        let (negative, unsigned) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        if names_infinity(unsigned) {
            let known = [&b"inf"[..], b"infinity"].iter().any(|name| unsigned.eq_ignore_ascii_case(name));
            return known.then_some(Self::Infinite { negative });
        }
        let (digits, power) = split_decimal(unsigned)?;
        if digits.is_zero() {
            return Some(Self::Finite { negative, mantissa: 0, exponent: 0 });
        }
        if power.abs() > MAX_DECIMAL_EXPONENT {
            return None;
        }
        let ten = Natural::power_of_ten(power.unsigned_abs());
        let (one, no_shift) = (Natural::from(1), 0);
        let rounded = if power >= 0 {
            round(negative, &digits.times(&ten), &one, no_shift)
        } else {
            round(negative, &digits, &ten, no_shift)
        };
        let underflowed = matches!(rounded, Self::Finite { mantissa: 0, .. });
        let overflowed = matches!(rounded, Self::Infinite { .. });
        (!underflowed && !overflowed).then_some(rounded)
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
        let left = Natural::from(mantissa).shifted_left(exponent.abs_diff(lowest));
        let right = Natural::from(other_mantissa).shifted_left(other_exponent.abs_diff(lowest));
        let (sign, sum) = if negative == other_negative {
            (negative, left.plus(&right))
        } else {
            match left.compare(&right) {
                Ordering::Less => (other_negative, right.minus(&left)),
                Ordering::Equal => return Some(Self::ZERO),
                Ordering::Greater => (negative, left.minus(&right)),
            }
        };
        let rounded = round(sign, &sum, &Natural::from(1), lowest);
        (!matches!(rounded, Self::Infinite { .. })).then_some(rounded)
    }

    /// The number with at most 17 decimals and no trailing zeros.
    pub(super) fn text(self) -> String {
        const DECIMALS: usize = 17;
        let (negative, mantissa, exponent) = match self {
            Self::Infinite { negative: true } => return "-inf".to_owned(),
            Self::Infinite { negative: false } => return "inf".to_owned(),
            Self::Finite { negative, mantissa, exponent } => (negative, mantissa, exponent),
        };
        let scaled = Natural::from(mantissa).times(&Natural::power_of_ten(DECIMALS as u64));
        let shift = exponent.unsigned_abs();
        let scaled = if exponent >= 0 { scaled.shifted_left(shift) } else { scaled.rounded_right(shift) };
        let digits = format!("{:0>width$}", scaled.decimal(), width = DECIMALS + 1);
        let (whole, fraction) = digits.split_at(digits.len() - DECIMALS);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        let sign = if negative && !scaled.is_zero() { "-" } else { "" };
        format!("{sign}{whole}{point}{fraction}")
    }
}

/// Splits `12.5e3` into the digits `125` and the power of ten they are multiplied by.
fn split_decimal(text: &[u8]) -> Option<(Natural, i64)> {
    let e = text.iter().position(|byte| byte.eq_ignore_ascii_case(&b'e'));
    let (mantissa, exponent) = match e {
        Some(at) => (&text[..at], decimal_exponent(&text[at + 1..])?),
        None => (text, 0),
    };
    let (mut digits, mut any, mut decimals) = (Natural::default(), false, None);
    for &byte in mantissa {
        match byte {
            b'0'..=b'9' => {
                digits.multiply_add(10, u32::from(byte - b'0'));
                any = true;
                decimals = decimals.map(|n: i64| n + 1);
            }
            b'.' if decimals.is_none() => decimals = Some(0),
            _ => return None,
        }
    }
    any.then(|| (digits, exponent - decimals.unwrap_or(0)))
}

/// Reads an exponent, holding it within what can matter.
fn decimal_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let bound = 10 * MAX_DECIMAL_EXPONENT;
    let magnitude = digits.iter().fold(0, |n, digit| (n * 10 + i64::from(digit - b'0')).min(bound));
    Some(if negative { -magnitude } else { magnitude })
}

/// The nearest number to `numerator / denominator * 2^exponent`, ties to even.
fn round(negative: bool, numerator: &Natural, denominator: &Natural, exponent: i64) -> Extended {
    if numerator.is_zero() {
        return Extended::Finite { negative, mantissa: 0, exponent: 0 };
    }
    // Scaled so that the quotient has one or two bits more than the mantissa.
    let wanted = i64::try_from(denominator.bits() + PRECISION_BITS + 1).unwrap_or(i64::MAX);
    let scale = wanted - i64::try_from(numerator.bits()).unwrap_or(i64::MAX);
    let shift = scale.unsigned_abs();
    let (quotient, exact) = if scale >= 0 {
        numerator.shifted_left(shift).divided(denominator)
    } else {
        numerator.divided(&denominator.shifted_left(shift))
    };
    let spare = u128::BITS - quotient.leading_zeros() - PRECISION_BITS as u32;
    let (kept, dropped) = (quotient >> spare, quotient & ((1 << spare) - 1));
    let half = 1_u128 << (spare - 1);
    let up = match dropped.cmp(&half) {
        Ordering::Less => false,
        Ordering::Equal => !exact || kept & 1 == 1,
        Ordering::Greater => true,
    };
    let mut exponent = exponent - scale + i64::from(spare);
    let mut kept = kept + u128::from(up);
    if kept >> PRECISION_BITS != 0 {
        kept >>= 1;
        exponent += 1;
    }
    let magnitude = exponent + PRECISION_BITS as i64;
    if magnitude > MAX_EXPONENT {
        return Extended::Infinite { negative };
    }
    if magnitude < MIN_EXPONENT {
        return Extended::Finite { negative, mantissa: 0, exponent: 0 };
    }
    let mantissa = u64::try_from(kept).unwrap_or(u64::MAX);
    Extended::Finite { negative, mantissa, exponent }
}

/// A natural number of any size: 32-bit limbs, the lowest first, none of the highest zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Natural(Vec<u32>);

impl From<u64> for Natural {
    fn from(n: u64) -> Self {
        Self(vec![low_limb(n), low_limb(n >> 32)]).trimmed()
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

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn bits(&self) -> u64 {
        let top = self.0.last().map_or(0, |limb| 32 - limb.leading_zeros());
        (self.0.len().saturating_sub(1) * 32) as u64 + u64::from(top)
    }

    fn power_of_ten(power: u64) -> Self {
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

    fn times(&self, other: &Self) -> Self {
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

    fn plus(&self, other: &Self) -> Self {
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
    fn minus(&self, other: &Self) -> Self {
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

    fn compare(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn shifted_left(&self, bits: u64) -> Self {
        let Ok(limbs) = usize::try_from(bits / 32) else { return Self::default() };
        let mut shifted = Self(vec![0; limbs]);
        shifted.0.extend_from_slice(&self.0);
        if !bits.is_multiple_of(32) {
            shifted.multiply_add(1 << (bits % 32), 0);
        }
        shifted.trimmed()
    }

    /// `self / 2^bits`, rounded to the nearest integer, ties to even.
    fn rounded_right(&self, bits: u64) -> Self {
        if bits > self.bits() {
            return Self::default();
        }
        let bit = |at: u64| usize::try_from(at / 32).map_or(0, |limb| (self.limb(limb) >> (at % 32)) & 1);
        let mut quotient = Self::default();
        for at in (bits..self.bits()).rev() {
            quotient.multiply_add(2, low_limb(bit(at)));
        }
        let half = bits > 0 && bit(bits - 1) == 1;
        let more_than_half = half && (0..bits - 1).any(|at| bit(at) == 1);
        let odd = quotient.limb(0) & 1 == 1;
        if half && (more_than_half || odd) { quotient.plus(&Self::from(1)) } else { quotient }
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

    fn decimal(&self) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(left: &str, right: &str) -> Option<String> {
        let (left, right) = (Extended::parse(left.as_bytes())?, Extended::parse(right.as_bytes())?);
        left.plus(right).map(Extended::text)
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
            assert_eq!(Extended::parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Extended::parse("1".repeat(MAX_TEXT_BYTES).as_bytes()), None);
        assert!(Extended::parse(b"1e4932").is_some());
        assert!(Extended::parse(b"1e4933").is_none());
        assert_eq!(Extended::parse(b"0e999999999999"), Some(Extended::ZERO));
    }

    #[test]
    fn a_sum_with_infinity_is_refused() {
        assert_eq!(Extended::parse(b"-Infinity"), Some(Extended::Infinite { negative: true }));
        assert_eq!(sum("inf", "1"), None);
        assert_eq!(sum("1e4932", "1e4932"), None);
    }
}
