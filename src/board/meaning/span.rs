//! A number that is known to lie between bounds, while the values it is made from are only partly known.
//!
//! Each part of a condition is looked at by itself, so nothing is weighed against anything else, as somebody does who tests a
//! law after each value that is placed.

use super::quantity::Quantity;
use crate::base::number::{self, Interval, Sign};

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Where its value lies, if it has one; nothing if it has none.
    bounds: Option<Interval>,
    /// Whether it has a value for sure.
    sure: bool,
}

/// All numbers.
const ANY: Interval = Interval { low: -i128::MAX, high: i128::MAX };

impl Span {
    /// What two numbers make; whatever leaves the range of numbers may be anything.
    fn with(self, other: Span, make: impl FnOnce(Interval, Interval) -> Option<Interval>) -> Span {
        let (Some(left), Some(right)) = (self.bounds, other.bounds) else { return Span::NONE };
        Span { bounds: Some(make(left, right).unwrap_or(ANY)), sure: self.sure && other.sure }
    }

    /// What a division makes of numbers that can be divided.
    fn divided(self, divisor: Span, make: impl FnOnce(Interval, Interval) -> Option<Interval>) -> Span {
        let by_zero = |by: Interval| by.low <= 0 && by.high >= 0;
        match divisor.bounds {
            Some(Interval { low: 0, high: 0 }) | None => Span::NONE,
            Some(by) => {
                Span { sure: divisor.sure && !by_zero(by), ..divisor }.with(self, |by, all| make(all, by))
            }
        }
    }
}

impl Quantity for Span {
    const NONE: Span = Span { bounds: None, sure: false };

    fn between(low: i128, high: i128) -> Span {
        if low > high { Span::NONE } else { Span { bounds: Some(Interval { low, high }), sure: true } }
    }

    fn bounds(self) -> Option<Interval> {
        self.bounds
    }

    fn is_sure(self) -> bool {
        self.sure
    }

    fn known(self) -> Option<i128> {
        self.bounds.filter(|bounds| self.sure && bounds.low == bounds.high).map(|bounds| bounds.low)
    }

    fn plus(self, factor: i128, part: Span) -> Span {
        self.with(part, |sum, part| sum.plus(part.times(Interval::point(factor))?))
    }

    fn times(self, other: Span) -> Span {
        self.with(other, Interval::times)
    }

    fn div(self, divisor: Span) -> Span {
        self.divided(divisor, Interval::quotients)
    }

    fn rem(self, divisor: Span) -> Span {
        self.divided(divisor, |all, by| match (all.low == all.high, by.low == by.high) {
            (true, true) => number::rem(all.low, by.low).map(Interval::point),
            _ => Some(by.rests()),
        })
    }

    fn abs(self) -> Span {
        Span { bounds: self.bounds.map(Interval::abs), ..self }
    }

    fn extreme(self, other: Span, greatest: bool) -> Span {
        let (Some(one), Some(two)) = (self.bounds, other.bounds) else {
            return if self.bounds.is_none() { other } else { self };
        };
        let all = one.hull(two);
        // Only what is there for sure keeps the greatest from being less, and the least from being greater.
        let sure = [(self.sure, one), (other.sure, two)].into_iter().filter(|part| part.0);
        let bounds = if greatest {
            Interval { low: sure.map(|part| part.1.low).max().unwrap_or(all.low), ..all }
        } else {
            Interval { high: sure.map(|part| part.1.high).min().unwrap_or(all.high), ..all }
        };
        Span { bounds: Some(bounds), sure: self.sure || other.sure }
    }

    fn either(self, other: Span) -> Span {
        let all = self.bounds.into_iter().chain(other.bounds).reduce(Interval::hull);
        Span { bounds: all, sure: self.sure && other.sure }
    }

    fn perhaps(self) -> Span {
        Span { sure: false, ..self }
    }

    fn compared(self, sign: Sign) -> Option<bool> {
        let Some(Interval { low, high }) = self.bounds else { return Some(false) };
        // Bounds of a number do not say that it has a value.
        sign.holds_between(low, high).filter(|&holds| !holds || self.sure)
    }

    fn same(self, other: Span) -> Option<bool> {
        if let (Some(one), Some(two)) = (self.known(), other.known()) {
            return Some(one == two);
        }
        let apart = match (self.bounds, other.bounds) {
            (Some(one), Some(two)) => one.low > two.high || two.low > one.high,
            _ => true,
        };
        (apart && (self.sure || other.sure)).then_some(false)
    }
}
