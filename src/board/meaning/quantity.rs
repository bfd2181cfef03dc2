//! What a number is to whoever evaluates: exact, or somewhere between bounds.
//!
//! An exact number is an integer of the machine of which the least means that there is no number: with 128 bits whatever rules
//! can say, with 64 bits, unchecked, where nothing on the way reaches [`number::WORD`].

use crate::base::number::{self, Interval, Sign};

/// A number, as far as it is known. Truths are the numbers 1 and 0.
pub trait Quantity: Copy {
    /// No number: a division by 0, the least of nothing.
    const NONE: Self;

    /// One of the numbers from `low` to `high`. An exact quantity is asked for nothing but single numbers.
    fn between(low: i128, high: i128) -> Self;
    /// Between which bounds it lies; nothing if it is no number.
    fn bounds(self) -> Option<Interval>;
    /// Whether it is a number for sure.
    fn is_sure(self) -> bool;
    /// What tells it from others, once it is known.
    fn known(self) -> Option<i128>;
    /// With a number of times another.
    fn plus(self, factor: i128, part: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// The quotient, rounded down.
    fn div(self, divisor: Self) -> Self;
    /// What is left by the division.
    fn rem(self, divisor: Self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// The greater of two, or the lesser; of two only one of which is a number, that.
    fn extreme(self, other: Self, greatest: bool) -> Self;
    /// One of two, it is not known which.
    fn either(self, other: Self) -> Self;
    /// The same, if it is there at all.
    fn perhaps(self) -> Self;
    /// Whether it compares so with 0. What is no number satisfies no comparison.
    fn compared(self, sign: Sign) -> Option<bool>;
    /// Whether two are the same.
    fn same(self, other: Self) -> Option<bool>;

    /// One number.
    fn exact(number: i128) -> Self {
        Self::between(number, number)
    }

    /// A truth as a number.
    fn of_truth(truth: Option<bool>) -> Self {
        truth.map_or_else(|| Self::between(0, 1), |truth| Self::exact(truth.into()))
    }

    /// A number as a truth.
    fn truth(self) -> Option<bool> {
        self.known().map(|number| number == 1)
    }
}

/// An integer of the machine.
pub trait Whole: Copy + Ord + Default {
    /// The least, which stands for no number.
    const LEAST: Self;
    /// A number that has room.
    fn narrow(number: i128) -> Self;
    /// The same with 128 bits.
    fn wide(self) -> i128;
    /// `self + factor * part` of numbers.
    fn plus_times(self, factor: i128, part: Self) -> Self;
    /// The product of numbers.
    fn product(self, other: Self) -> Self;
}

impl Whole for i128 {
    const LEAST: i128 = i128::MIN;

    fn narrow(number: i128) -> i128 {
        number
    }

    fn wide(self) -> i128 {
        self
    }

    fn plus_times(self, factor: i128, part: i128) -> i128 {
        number::mul(factor, part).and_then(|more| number::add(self, more)).unwrap_or(Self::LEAST)
    }

    fn product(self, other: i128) -> i128 {
        number::mul(self, other).unwrap_or(Self::LEAST)
    }
}

impl Whole for i64 {
    const LEAST: i64 = i64::MIN;

    fn narrow(number: i128) -> i64 {
        number as i64
    }

    fn wide(self) -> i128 {
        self.into()
    }

    fn plus_times(self, factor: i128, part: i64) -> i64 {
        self + factor as i64 * part
    }

    fn product(self, other: i64) -> i64 {
        self * other
    }
}

/// What division makes of two numbers.
fn divided<N: Whole>(dividend: N, divisor: N, divide: fn(i128, i128) -> Option<i128>) -> N {
    if dividend == N::LEAST || divisor == N::LEAST {
        return N::LEAST;
    }
    divide(dividend.wide(), divisor.wide()).map_or(N::LEAST, N::narrow)
}

impl<N: Whole> Quantity for N {
    const NONE: N = N::LEAST;

    fn between(low: i128, high: i128) -> N {
        // A truth that is not known is none.
        if low == high { N::narrow(low) } else { Self::NONE }
    }

    fn bounds(self) -> Option<Interval> {
        self.is_sure().then(|| Interval::point(self.wide()))
    }

    fn is_sure(self) -> bool {
        self != Self::NONE
    }

    fn known(self) -> Option<i128> {
        Some(self.wide())
    }

    fn plus(self, factor: i128, part: N) -> N {
        if self == Self::NONE || part == Self::NONE { Self::NONE } else { self.plus_times(factor, part) }
    }

    fn times(self, other: N) -> N {
        if self == Self::NONE || other == Self::NONE { Self::NONE } else { self.product(other) }
    }

    fn div(self, divisor: N) -> N {
        divided(self, divisor, number::div)
    }

    fn rem(self, divisor: N) -> N {
        divided(self, divisor, number::rem)
    }

    fn abs(self) -> N {
        if self == Self::NONE { self } else { N::narrow(self.wide().abs()) }
    }

    fn extreme(self, other: N, greatest: bool) -> N {
        match (self.is_sure(), other.is_sure()) {
            (false, _) => other,
            (_, false) => self,
            _ if greatest => self.max(other),
            _ => self.min(other),
        }
    }

    fn either(self, other: N) -> N {
        if self == other { self } else { Self::NONE }
    }

    fn perhaps(self) -> N {
        self
    }

    fn compared(self, sign: Sign) -> Option<bool> {
        Some(self != Self::NONE && sign.holds(self))
    }

    fn same(self, other: N) -> Option<bool> {
        Some(self == other)
    }
}
