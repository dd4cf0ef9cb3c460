//! Exact decimal numbers: PostgreSQL's `numeric`, as far as 34 digits go.

use std::cmp::Ordering;

/// The largest number of digits, before and after the point together.
const MAX_DIGITS: u32 = 34;
/// Division goes on until its quotient has so many significant digits.
const MIN_SIGNIFICANT: i64 = 16;
/// PostgreSQL counts digits in groups of so many.
const GROUP: i64 = 4;

/// A decimal number; `1.0` and `1.00` compare as equal but are told apart, as they print differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numeric {
    units: i128,
    scale: u8,
}

impl From<i64> for Numeric {
    fn from(number: i64) -> Self {
        Self { units: i128::from(number), scale: 0 }
    }
}

/// Ten to the power of `exponent`, if that fits.
fn power(exponent: u32) -> Option<i128> {
    10_i128.checked_pow(exponent)
}

/// A quotient rounded to the nearest whole number, halves away from zero.
fn divide_rounded(dividend: i128, divisor: i128) -> i128 {
    let (quotient, rest) = (dividend / divisor, dividend % divisor);
    let up = rest.unsigned_abs() * 2 >= divisor.unsigned_abs();
    quotient + if up { dividend.signum() * divisor.signum() } else { 0 }
}

impl Numeric {
    fn checked(units: i128, scale: u32) -> Option<Self> {
        let fits = scale <= MAX_DIGITS && units.unsigned_abs() < power(MAX_DIGITS)?.unsigned_abs();
        fits.then_some(Self { units, scale: scale as u8 })
    }

    /// Digits with a point and an exponent; `None` when it is none or has too many digits.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (digits, exponent) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], rest[at + 1..].parse::<i32>().ok()?),
            None => (rest, 0),
        };
        let (mut units, mut scale, mut point, mut any) = (0_i128, 0_i32, false, false);
        for byte in digits.bytes() {
            if byte == b'.' && !point {
                point = true;
            } else if byte.is_ascii_digit() {
                units = units.checked_mul(10)?.checked_add(i128::from(byte - b'0'))?;
                scale += i32::from(point);
                any = true;
            } else {
                return None;
            }
        }
        let scale = scale.checked_sub(exponent)?;
        if scale < 0 {
            units = units.checked_mul(power(scale.unsigned_abs())?)?;
        }
        let units = if negative { -units } else { units };
        if any { Self::checked(units, scale.max(0).unsigned_abs()) } else { None }
    }

    /// With so many digits after the point, rounded.
    pub fn rescaled(self, scale: u8) -> Option<Self> {
        let units = if scale >= self.scale {
            self.units.checked_mul(power(u32::from(scale - self.scale))?)?
        } else {
            divide_rounded(self.units, power(u32::from(self.scale - scale))?)
        };
        Self::checked(units, u32::from(scale))
    }

    /// Whether it is smaller than ten to the power of `digits`.
    pub fn fits(self, digits: u8) -> bool {
        let bound = power(u32::from(digits) + u32::from(self.scale));
        bound.is_none_or(|bound| self.units.unsigned_abs() < bound.unsigned_abs())
    }

    /// The nearest whole number.
    pub fn to_i64(self) -> Option<i64> {
        i64::try_from(self.rescaled(0)?.units).ok()
    }

    /// Whether it is 0, with whatever scale.
    pub fn is_zero(self) -> bool {
        self.units == 0
    }

    /// The same number with the other sign.
    pub fn negated(self) -> Self {
        Self { units: -self.units, scale: self.scale }
    }

    fn aligned(self, other: Self) -> Option<(i128, i128, u32)> {
        let scale = self.scale.max(other.scale);
        let up = |n: Self| n.units.checked_mul(power(u32::from(scale - n.scale))?);
        Some((up(self)?, up(other)?, u32::from(scale)))
    }

    /// `+ - * / %`; `None` when the result has too many digits. The divisor is not zero.
    pub fn arithmetic(self, operator: u8, other: Self) -> Option<Self> {
        match operator {
            b'*' => Self::checked(
                self.units.checked_mul(other.units)?,
                u32::from(self.scale) + u32::from(other.scale),
            ),
            b'/' => self.divided(other),
            _ => {
                let (left, right, scale) = self.aligned(other)?;
                let units = match operator {
                    b'+' => left.checked_add(right)?,
                    b'-' => left.checked_sub(right)?,
                    _ => left.checked_rem(right)?,
                };
                Self::checked(units, scale)
            }
        }
    }

    /// The weight of the first group of four digits, and that group.
    fn leading(self) -> (i64, u128) {
        let scale = i64::from(self.scale);
        let padding = (GROUP - scale % GROUP) % GROUP;
        let mut rest = self.units.unsigned_abs().saturating_mul(10_u128.pow(padding as u32));
        let mut weight = -(scale + padding) / GROUP;
        while rest >= 10_000 {
            rest /= 10_000;
            weight += 1;
        }
        if rest == 0 { (0, 0) } else { (weight, rest) }
    }

    /// `select_div_scale` of PostgreSQL's numeric.c, then long division.
    fn divided(self, other: Self) -> Option<Self> {
        let ((weight, first), (other_weight, other_first)) = (self.leading(), other.leading());
        let quotient_weight = weight - other_weight - i64::from(first <= other_first);
        let scale = (MIN_SIGNIFICANT - quotient_weight * GROUP)
            .max(i64::from(self.scale))
            .max(i64::from(other.scale))
            .max(0);
        let dividend = self.units.checked_mul(power(u32::from(other.scale))?)?;
        let divisor = other.units.checked_mul(power(u32::from(self.scale))?)?;
        let (mut quotient, mut rest) = (dividend / divisor, dividend % divisor);
        for _ in 0..scale {
            let next = rest.checked_mul(10)?;
            quotient = quotient.checked_mul(10)?.checked_add(next / divisor)?;
            rest = next % divisor;
        }
        if rest.unsigned_abs() * 2 >= divisor.unsigned_abs() {
            quotient += dividend.signum() * divisor.signum();
        }
        Self::checked(quotient, u32::try_from(scale).ok()?)
    }

    /// The order of the numbers, whatever their scales.
    pub fn compare(self, other: Self) -> Ordering {
        match self.aligned(other) {
            Some((left, right, _)) => left.cmp(&right),
            // One of them has too many digits before its point for the other's scale: the whole parts decide.
            None => {
                let whole = |n: Self| n.units / power(u32::from(n.scale)).unwrap_or(1);
                whole(self).cmp(&whole(other))
            }
        }
    }

    /// All its digits, as many after the point as its scale says.
    pub fn to_text(self) -> String {
        let digits = self.units.unsigned_abs().to_string();
        let scale = usize::from(self.scale);
        let mut text = String::new();
        if self.units < 0 {
            text.push('-');
        }
        for place in 0..digits.len().max(scale + 1) {
            let left = digits.len().max(scale + 1) - place;
            if left == scale {
                text.push('.');
            }
            let at = digits.len().checked_sub(left);
            text.push(at.map_or('0', |at| digits.as_bytes()[at] as char));
        }
        text
    }
}
