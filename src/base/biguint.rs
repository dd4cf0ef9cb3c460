//! Whole numbers of any size, none below zero: as much arithmetic as reading and printing numbers exactly takes.
//!
//! Invariant: the highest limb is not zero, so that equal numbers are equal values. Small instead of fast.
//! Deliberately absent: negative numbers, and quotients that do not fit 128 bits.

use std::cmp::Ordering;

use super::cast::wide;

/// A whole number of any size, not below zero: 32-bit limbs, the lowest first, none of the highest zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BigUint(Vec<u32>);

impl From<u128> for BigUint {
    fn from(n: u128) -> Self {
        Self((0..4).map(|limb| (n >> (32 * limb)) as u32).collect()).trimmed()
    }
}

/// The low 32 bits.
const fn low_limb(n: u64) -> u32 {
    (n & 0xffff_ffff) as u32
}

impl BigUint {
    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    /// Whether the highest limb is not zero, as it must be.
    fn is_trimmed(&self) -> bool {
        self.0.last() != Some(&0)
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        debug_assert!(self.is_trimmed(), "zero has no limbs");
        self.0.is_empty()
    }

    /// Its width in bits.
    pub(crate) fn bits(&self) -> u64 {
        let top = self.0.last().map_or(0, |limb| 32 - limb.leading_zeros());
        wide(self.0.len().saturating_sub(1) * 32) + u64::from(top)
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
    pub(super) fn multiply_add(&mut self, factor: u32, addend: u32) {
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
        assert!(borrow == 0, "a number without a sign cannot be negative");
        Self(limbs).trimmed()
    }

    fn limb(&self, at: usize) -> u64 {
        self.0.get(at).copied().map_or(0, u64::from)
    }

    /// Which of two is greater.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        debug_assert!(self.is_trimmed() && other.is_trimmed(), "the longer one is greater");
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
    pub(super) fn divided(&self, divisor: &Self) -> (u128, bool) {
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
