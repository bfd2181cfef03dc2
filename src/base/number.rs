//! Exact integers: what arithmetic in rules means, once for everybody who computes.
//!
//! A number has 128 bits, and each has a negative: the least of the machine's integers is none of them. What leaves this
//! range is nothing here and E309 for people. It is told from the domains, by [`Interval`]s, when a term is made; whoever
//! evaluates the term later cannot meet it.

/// Constraints and positions of moves are computed with 64 bits, unchecked: only with numbers whose sizes stay below this, on
/// the way too. Whatever may get larger is left to the evaluator.
pub const WORD: i128 = 1 << 62;

/// Whether an integer of the machine is a number of the rules.
fn is_number(&number: &i128) -> bool {
    number != i128::MIN
}

/// The sum.
pub fn add(left: i128, right: i128) -> Option<i128> {
    left.checked_add(right).filter(is_number)
}

/// The difference.
pub fn sub(left: i128, right: i128) -> Option<i128> {
    left.checked_sub(right).filter(is_number)
}

/// The product.
pub fn mul(left: i128, right: i128) -> Option<i128> {
    left.checked_mul(right).filter(is_number)
}

/// The quotient, rounded down; nothing if the divisor is 0.
pub fn div(dividend: i128, divisor: i128) -> Option<i128> {
    let quotient = dividend.checked_div(divisor)?;
    let down = dividend % divisor != 0 && (dividend < 0) != (divisor < 0);
    Some(quotient - i128::from(down))
}

/// What is left by [`div`], with the divisor's sign; nothing if the divisor is 0.
pub fn rem(dividend: i128, divisor: i128) -> Option<i128> {
    let rest = dividend.checked_rem(divisor)?;
    Some(if rest != 0 && (rest < 0) != (divisor < 0) { rest + divisor } else { rest })
}

/// The greatest common divisor; 0 of 0 and 0.
pub fn gcd(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.abs(), right.abs());
    // Most factors of most sums are 1.
    if left == 1 || right == 1 {
        return 1;
    }
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// How a number compares with 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// Equal to 0.
    Zero,
    /// Not equal to 0.
    NotZero,
    /// At most 0.
    AtMostZero,
}

impl Sign {
    /// Whether a number compares so.
    pub fn holds<N: Ord + Copy + Default>(self, number: N) -> bool {
        self.holds_between(number, number) == Some(true)
    }

    /// Whether all numbers from `low` to `high` compare so; nothing if only some do.
    pub fn holds_between<N: Ord + Copy + Default>(self, low: N, high: N) -> Option<bool> {
        let zero = N::default();
        let (always, never) = match self {
            Sign::AtMostZero => (high <= zero, low > zero),
            Sign::Zero | Sign::NotZero => {
                let (zero, other) = (low == zero && high == zero, low > zero || high < zero);
                if self == Sign::Zero { (zero, other) } else { (other, zero) }
            }
        };
        (always || never).then_some(always)
    }
}

/// All numbers from one to another; there is at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

impl Interval {
    /// What a truth is as a number.
    pub const TRUTH: Interval = Interval { low: 0, high: 1 };

    /// From one number to another that is not less.
    pub fn new(low: impl Into<i128>, high: impl Into<i128>) -> Interval {
        Interval { low: low.into(), high: high.into() }
    }

    /// One number.
    pub fn point(number: i128) -> Interval {
        Interval { low: number, high: number }
    }

    /// The size of the number that is farthest from 0.
    pub fn size(self) -> i128 {
        self.high.max(-self.low)
    }

    /// The numbers of both, and what lies between.
    pub fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The least and the greatest of these numbers, if there are any.
    fn around(numbers: impl IntoIterator<Item = i128>) -> Option<Interval> {
        numbers.into_iter().map(Interval::point).reduce(Interval::hull)
    }

    /// The sums.
    pub fn plus(self, other: Interval) -> Option<Interval> {
        Some(Interval { low: add(self.low, other.low)?, high: add(self.high, other.high)? })
    }

    /// The ends as words, if they are far inside 64 bits.
    pub fn words(self) -> Option<(i64, i64)> {
        const FAR: i128 = 1 << 60;
        (-FAR < self.low && self.high < FAR).then_some((self.low as i64, self.high as i64))
    }

    /// The products.
    pub fn times(self, other: Interval) -> Option<Interval> {
        Interval::around([
            mul(self.low, other.low)?,
            mul(self.low, other.high)?,
            mul(self.high, other.low)?,
            mul(self.high, other.high)?,
        ])
    }

    /// The quotients by the numbers of the other that are not 0; nothing if there are none.
    pub fn quotients(self, divisor: Interval) -> Option<Interval> {
        let positive = (divisor.high > 0).then(|| [divisor.low.max(1), divisor.high]);
        let negative = (divisor.low < 0).then(|| [divisor.low, divisor.high.min(-1)]);
        let by = positive.into_iter().chain(negative).flatten();
        Interval::around(by.flat_map(|by| [div(self.low, by), div(self.high, by)]).flatten())
    }

    /// What is left by divisions by numbers of this interval.
    pub fn rests(self) -> Interval {
        Interval { low: (self.low + 1).min(0), high: (self.high - 1).max(0) }
    }

    /// The absolute values.
    pub fn abs(self) -> Interval {
        let low = if self.low <= 0 && self.high >= 0 { 0 } else { self.low.abs().min(self.high.abs()) };
        Interval { low, high: self.size() }
    }
}

/// A sum or product under way whose parts come in any order: it is a number whatever the order, and whatever the signs.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// Between which bounds it lies.
    pub bounds: Interval,
    /// The size of the largest part of it.
    size: i128,
}

impl Total {
    /// Nothing yet, or one number.
    pub fn of(number: i128) -> Total {
        Total { bounds: Interval::point(number), size: number.abs() }
    }

    /// With `factor` times a number of an interval; nothing if the sum may leave what numbers can be.
    pub fn plus(self, factor: i128, part: Interval) -> Option<Total> {
        if factor.abs() == 1 {
            // Most factors are.
            let Interval { low, high } = part;
            let part = if factor == 1 { part } else { Interval { low: -high, high: -low } };
            return Some(Total { bounds: self.bounds.plus(part)?, size: add(self.size, part.size())? });
        }
        let size = add(self.size, mul(factor.abs(), part.size())?)?;
        Some(Total { bounds: self.bounds.plus(part.times(Interval::point(factor))?)?, size })
    }

    /// Times a number of an interval; nothing if the product may leave what numbers can be.
    pub fn times(self, part: Interval) -> Option<Total> {
        let size = mul(self.size.max(1), part.size().max(1))?;
        Some(Total { bounds: self.bounds.times(part)?, size })
    }

    /// How large a part of it, or it itself, can get.
    pub fn size(self) -> i128 {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::{Interval, add, div, mul, rem, sub};

    /// Quotient and rest are those of the book: `dividend = quotient * divisor + rest`, the rest on the divisor's side.
    #[test]
    fn division_rounds_down() {
        let most = i128::MAX;
        let numbers = [-most, -8, -7, -2, -1, 0, 1, 2, 7, 8, most - 1, most];
        for dividend in numbers {
            for divisor in numbers {
                let (Some(quotient), Some(rest)) = (div(dividend, divisor), rem(dividend, divisor)) else {
                    assert_eq!(divisor, 0);
                    continue;
                };
                // The product alone may leave the range that the sum is in.
                let back = quotient.wrapping_mul(divisor).wrapping_add(rest);
                assert_eq!(back, dividend, "{dividend} by {divisor}");
                assert!(if divisor > 0 { (0..divisor).contains(&rest) } else { divisor < rest && rest <= 0 });
            }
        }
    }

    #[test]
    fn the_least_integer_is_no_number() {
        assert_eq!(add(-i128::MAX, -1), None);
        assert_eq!(sub(-i128::MAX, 1), None);
        assert_eq!(mul(-(1 << 126), 2), None);
        assert_eq!(Interval::new(-i128::MAX, 0).size(), i128::MAX);
    }

    /// Every result of numbers from two intervals lies in the interval of the results.
    #[test]
    fn intervals_hold_all_results() {
        let intervals: Vec<(i64, i64)> =
            (-3..=3).flat_map(|low| (low..=3).map(move |high| (low, high))).collect();
        let holds = |interval: Option<Interval>, number: i128| {
            interval.is_some_and(|interval| (interval.low..=interval.high).contains(&number))
        };
        for (low, high) in &intervals {
            for (least, most) in &intervals {
                let (one, other) = (Interval::new(*low, *high), Interval::new(*least, *most));
                for left in one.low..=one.high {
                    assert!(holds(Some(one.abs()), left.abs()));
                    for right in other.low..=other.high {
                        assert!(holds(one.plus(other), left + right));
                        assert!(holds(one.times(other), left * right));
                        assert!(
                            right == 0 || holds(one.quotients(other), div(left, right).unwrap_or(i128::MAX))
                        );
                        assert!(
                            right == 0 || holds(Some(other.rests()), rem(left, right).unwrap_or(i128::MAX))
                        );
                    }
                }
            }
        }
    }
}
