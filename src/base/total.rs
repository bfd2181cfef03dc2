//! How many: a number without bounds. Most are small, and cost no more than a word.

use std::fmt;
use std::ops::{AddAssign, MulAssign};

use num_bigint::BigUint;

/// A number from 0 on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Total(Size);

/// Invariant: what fits into a word is in one.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Size {
    Word(u64),
    Large(Box<BigUint>),
}

impl Total {
    /// None.
    pub const ZERO: Total = Total(Size::Word(0));
    /// One.
    pub const ONE: Total = Total(Size::Word(1));

    /// Whether it is none.
    pub fn is_zero(&self) -> bool {
        *self == Total::ZERO
    }

    /// The number that has these digits; nothing if they are none.
    pub fn read(digits: &str) -> Option<Total> {
        let large: BigUint = digits.parse().ok()?;
        Some(u64::try_from(&large).map_or_else(|_| Total(Size::Large(Box::new(large))), Total::from))
    }

    /// The number as a word; nothing if it does not fit.
    pub fn word(&self) -> Option<u64> {
        match self.0 {
            Size::Word(word) => Some(word),
            Size::Large(_) => None,
        }
    }

    fn large(&self) -> BigUint {
        match &self.0 {
            Size::Word(word) => BigUint::from(*word),
            Size::Large(large) => (**large).clone(),
        }
    }
}

impl From<u64> for Total {
    fn from(word: u64) -> Total {
        Total(Size::Word(word))
    }
}

impl From<u128> for Total {
    fn from(number: u128) -> Total {
        u64::try_from(number).map_or_else(|_| Total(Size::Large(Box::new(number.into()))), Total::from)
    }
}

impl AddAssign<&Total> for Total {
    fn add_assign(&mut self, other: &Total) {
        if let (Size::Word(one), Size::Word(two)) = (&self.0, &other.0) {
            *self = Total::from(u128::from(*one) + u128::from(*two));
            return;
        }
        let sum = self.large() + other.large();
        *self = Total(Size::Large(Box::new(sum)));
    }
}

impl MulAssign<&Total> for Total {
    fn mul_assign(&mut self, other: &Total) {
        if let (Size::Word(one), Size::Word(two)) = (&self.0, &other.0) {
            *self = Total::from(u128::from(*one) * u128::from(*two));
        } else if self.is_zero() || other.is_zero() {
            *self = Total::ZERO;
        } else {
            let product = self.large() * other.large();
            *self = Total(Size::Large(Box::new(product)));
        }
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Word(word) => word.fmt(f),
            Size::Large(large) => large.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Total;

    #[test]
    fn numbers_grow_beyond_every_word_and_print_all_their_digits() {
        let mut factorial = Total::ONE;
        for number in 1..=40_u64 {
            factorial *= &Total::from(number);
            assert_eq!(factorial.word().is_some(), number <= 20, "{number}! is {factorial}");
        }
        assert_eq!(factorial.to_string(), "815915283247897734345611269596115894272000000000");
        let mut sum = Total::ZERO;
        (0..1000).for_each(|_| sum += &factorial);
        assert_eq!(sum.to_string(), format!("{factorial}000"));
        assert_eq!(
            (Total::read(&sum.to_string()), Total::read("12")),
            (Some(sum), Some(Total::from(12_u64)))
        );
        let mut most = Total::from(u64::MAX);
        most += &Total::ONE;
        assert_eq!((most.word(), most.to_string().as_str()), (None, "18446744073709551616"));
        most *= &Total::ZERO;
        assert_eq!(most, Total::ZERO);
    }
}
