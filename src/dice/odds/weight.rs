//! Whole numbers that count ways: machine numbers while they fit, big integers otherwise.

use std::fmt::Debug;

use num_bigint::BigUint;

/// A weight or a common denominator.
///
/// Weights are numerators of probabilities, so no weight exceeds its denominator: once the denominators are known to
/// fit, the weights may be added and multiplied without checks.
pub(crate) trait Weight: Clone + Ord + Debug {
    fn zero() -> Self;
    fn one() -> Self;
    /// The value; `None` if it does not fit.
    fn from_big(value: &BigUint) -> Option<Self>;
    /// The product, known to fit.
    fn times(&self, other: &Self) -> Self;
    fn checked_times(&self, other: &Self) -> Option<Self>;
    /// Adds a number; the sum is known to fit.
    fn add(&mut self, other: &Self);
    /// The quotient by `other`, which is not 0 and divides this number.
    fn divided(&self, other: &Self) -> Self;
    /// The remainder by `other`, which is not 0.
    fn remainder(&self, other: &Self) -> Self;

    /// The quotient by `other`, which is not 0; `None` if it does not divide this number.
    fn quotient(&self, other: &Self) -> Option<Self> {
        (self.remainder(other) == Self::zero()).then(|| self.divided(other))
    }

    /// The greatest common divisor.
    fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while b != Self::zero() {
            (a, b) = (b.clone(), a.remainder(&b));
        }
        a
    }

    /// The least common multiple of two numbers that are not 0; `None` if it does not fit.
    fn lcm(&self, other: &Self) -> Option<Self> {
        if self.remainder(other) == Self::zero() {
            return Some(self.clone());
        }
        if other.remainder(self) == Self::zero() {
            return Some(other.clone());
        }
        self.divided(&self.gcd(other)).checked_times(other)
    }
}

impl Weight for u128 {
    fn zero() -> Self {
        0
    }

    fn one() -> Self {
        1
    }

    fn from_big(value: &BigUint) -> Option<Self> {
        u128::try_from(value).ok()
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        debug_assert!(u128::checked_mul(*self, *other).is_some(), "weights stay below their denominator");
        self.wrapping_mul(*other)
    }

    fn checked_times(&self, other: &Self) -> Option<Self> {
        u128::checked_mul(*self, *other)
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        debug_assert!(u128::checked_add(*self, *other).is_some(), "weights stay below their denominator");
        *self = self.wrapping_add(*other);
    }

    #[inline]
    fn divided(&self, other: &Self) -> Self {
        in_registers(*self, *other).map_or_else(|| self / other, |(own, other)| u128::from(own / other))
    }

    #[inline]
    fn remainder(&self, other: &Self) -> Self {
        in_registers(*self, *other).map_or_else(|| self % other, |(own, other)| u128::from(own % other))
    }

    #[inline]
    fn quotient(&self, other: &Self) -> Option<Self> {
        if let Some((own, other)) = in_registers(*self, *other) {
            return own.is_multiple_of(other).then(|| u128::from(own / other));
        }
        let quotient = self / other;
        (quotient.wrapping_mul(*other) == *self).then_some(quotient)
    }
}

/// Two numbers that fit into a register, as most do: their division takes a tenth of the time.
#[inline]
fn in_registers(one: u128, other: u128) -> Option<(u64, u64)> {
    u64::try_from(one).ok().zip(u64::try_from(other).ok())
}

impl Weight for BigUint {
    fn zero() -> Self {
        BigUint::ZERO
    }

    fn one() -> Self {
        BigUint::from(1_u8)
    }

    fn from_big(value: &BigUint) -> Option<Self> {
        Some(value.clone())
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn checked_times(&self, other: &Self) -> Option<Self> {
        Some(self * other)
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn divided(&self, other: &Self) -> Self {
        self / other
    }

    fn remainder(&self, other: &Self) -> Self {
        self % other
    }
}

/// As [`ratio`], for machine numbers.
pub(crate) fn small_ratio(part: u128, total: u128) -> f64 {
    const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
    if let (Ok(part), Ok(total)) = (u64::try_from(part), u64::try_from(total))
        && part <= EXACT
        && total <= EXACT
    {
        return part as f64 / total as f64;
    }
    if part == 0 {
        return 0.0;
    }
    let room = total.leading_zeros();
    let shift = (66 + part.leading_zeros()).checked_sub(room);
    let Some(shift) = shift.filter(|_| room > 0) else {
        return ratio(&BigUint::from(part), &BigUint::from(total));
    };
    // A long division for the quotient of `ratio`, as many bits at a time as there is room for.
    let mut left = shift.saturating_sub(part.leading_zeros());
    let shifted = part << (shift - left);
    let (mut quotient, mut rest) = (shifted / total, shifted % total);
    while left > 0 {
        let step = left.min(room);
        rest <<= step;
        quotient = (quotient << step) | (rest / total);
        rest %= total;
        left -= step;
    }
    scaled_down((quotient | u128::from(rest != 0)) as f64, i64::from(shift))
}

/// A fraction as the nearest `f64`, exact for numbers of any size. `total` is not 0.
///
/// A quotient below the smallest normal `f64` may be off by its last bit.
pub(crate) fn ratio(part: &BigUint, total: &BigUint) -> f64 {
    const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
    if let (Ok(part), Ok(total)) = (u64::try_from(part), u64::try_from(total))
        && part <= EXACT
        && total <= EXACT
    {
        return part as f64 / total as f64;
    }
    // A quotient of 66 or 67 bits, with its last bit set if there is a remainder, rounds as the fraction does.
    let shift = 66 + total.bits() as i64 - part.bits() as i64;
    let (part, total) = if shift >= 0 {
        (part << shift.unsigned_abs(), total.clone())
    } else {
        (part.clone(), total << shift.unsigned_abs())
    };
    let quotient = u128::try_from(&part / &total).expect("a quotient of 67 bits fits");
    let rest = u128::from(&part % &total != BigUint::ZERO);
    scaled_down((quotient | rest) as f64, shift)
}

/// The value divided by 2 to the power of `shift`.
fn scaled_down(mut value: f64, shift: i64) -> f64 {
    let mut left = shift;
    // In steps whose powers of two are exact as `f64`.
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        value *= 2_f64.powi(-(step as i32));
        left -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(base: u32, exponent: u32) -> BigUint {
        BigUint::from(base).pow(exponent)
    }

    #[test]
    fn lcm_of_powers_is_the_greater_and_overflow_is_seen() {
        assert_eq!(Weight::lcm(&3_u128.pow(7), &3_u128.pow(12)), Some(3_u128.pow(12)));
        assert_eq!(Weight::lcm(&3_u128.pow(60), &3_u128.pow(41)), Some(3_u128.pow(60)));
        assert_eq!(Weight::lcm(&12_u128, &18), Some(36));
        assert_eq!(Weight::lcm(&3_u128.pow(80), &2_u128.pow(80)), None);
        assert_eq!(power(3, 80).lcm(&power(2, 80)), Some(power(6, 80)));
    }

    #[test]
    fn ratios_are_the_nearest_float_at_any_size() {
        for (part, total) in
            [(0_u64, 7), (1, 3), (2, 3), (5, 5), (7, 2), (1, 46_656), (123_456, 1_000_003_u64)]
        {
            let wanted = part as f64 / total as f64;
            for scale in [BigUint::one(), power(3, 40), power(7, 500), power(10, 2000)] {
                let got = ratio(&(BigUint::from(part) * &scale), &(BigUint::from(total) * &scale));
                assert_eq!(got.to_bits(), wanted.to_bits(), "{part}/{total} times {scale}");
            }
        }
    }

    #[test]
    fn ratios_of_machine_numbers_are_those_of_big_ones() {
        let mut random = 1_u128;
        for at in 0..20_000_u32 {
            let mut draw = || {
                random = random.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
                random
            };
            let total = (draw() >> (at % 120)).max(1);
            let part = (draw() >> (at / 120 % 120)) % total;
            for part in [part, total - part, total, draw() >> (at % 90)] {
                let wanted = ratio(&BigUint::from(part), &BigUint::from(total));
                assert_eq!(small_ratio(part, total).to_bits(), wanted.to_bits(), "{part}/{total}");
            }
        }
    }

    #[test]
    fn tiny_ratios_do_not_collapse() {
        let tiny = ratio(&BigUint::one(), &power(10, 300));
        assert_eq!(tiny.to_bits(), 1e-300_f64.to_bits());
        assert_eq!(ratio(&BigUint::one(), &power(10, 5000)), 0.0);
    }
}
