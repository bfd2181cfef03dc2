//! Numbers beyond 64 bits: their bounds between the bounds of their unknowns, exact for single values.

use std::sync::Arc;

use super::Model;
use crate::base::number::Interval;
use crate::base::number::Sign;
use crate::board::meaning::{Quantity, Span};
use crate::board::unknown::UnknownId;
use crate::language::term::{Part, TermId};
use crate::solver::constraints::wide::{Bounds, Wide};
use crate::solver::engine::VarId;
use crate::solver::problem::Sum;

/// One more than the greatest digit of an objective beyond 64 bits.
const RADIX: i128 = 1 << 60;

/// What is to become as small as possible: digits, the weightiest first, each a variable.
#[derive(Clone, Debug)]
pub struct Aim {
    /// The digits; all but the first are not negative.
    pub digits: Vec<VarId>,
    /// What the only digit is the sum of, if it is known as one.
    pub sum: Option<Sum>,
    /// What one unit is worth; negative if the value is to become large.
    pub(super) unit: i128,
    /// The value where all digits are 0.
    pub(super) base: i128,
}

impl Aim {
    /// The value that digits stand for.
    pub fn value(&self, digits: &[i64]) -> i128 {
        self.base + self.unit * digits.iter().fold(0, |number, &digit| number * RADIX + i128::from(digit))
    }

    /// The only digit, and what it is for a value; nothing if there are several.
    pub fn single(&self, value: i128) -> Option<(VarId, i64)> {
        let &[digit] = &self.digits[..] else { return None };
        Some((digit, i64::try_from((value - self.base) / self.unit).ok()?))
    }
}

impl Model {
    /// A comparison of a number that may be too large for every other constraint.
    pub(super) fn post_wide(&mut self, sign: Sign, term: TermId, scope: &[UnknownId]) {
        let vars = scope.iter().map(|&unknown| self.var(unknown)).collect();
        let bounds = self.bounds_over(term, scope);
        self.engine.post(Box::new(Wide::new(sign, vars, bounds)));
    }

    /// The digits of a number, to be made as small as possible.
    pub(super) fn wide_aim(&mut self, term: TermId, maximise: bool) -> Option<Aim> {
        let world = self.truth.world.clone();
        let unit = if maximise { -1 } else { 1 };
        let whole = world.bounds(term)?.times(Interval::point(unit))?;
        let first = whole.quotients(Interval::point(RADIX * RADIX))?;
        let digits = vec![
            self.engine.store.add_range(first.low as i64, first.high as i64),
            self.engine.store.add_range(0, (RADIX - 1) as i64),
            self.engine.store.add_range(0, (RADIX - 1) as i64),
        ];
        let scope = self.term_scope(term);
        let bounds = self.bounds_over(term, &scope);
        let count = scope.len();
        let difference = move |ranges: &[Interval]| {
            let number = bounds(&ranges[..count])?.times(Interval::point(unit))?;
            let told = |end: fn(&Interval) -> i128| {
                ranges[count..].iter().fold(0, |sum, digit| sum * RADIX + end(digit))
            };
            let (least, most) = (told(|digit| digit.low), told(|digit| digit.high));
            // What is cut off here is far from 0 on either side.
            Some(Interval { low: number.low.saturating_sub(most), high: number.high.saturating_sub(least) })
        };
        let vars = scope.iter().map(|&unknown| self.var(unknown)).chain(digits.iter().copied()).collect();
        self.engine.post(Box::new(Wide::new(Sign::Zero, vars, Arc::new(difference))));
        Some(Aim { digits, sum: None, unit, base: 0 })
    }
}

impl Model {
    /// The bounds of a number where the unknowns of a scope lie between bounds.
    fn bounds_over(&mut self, term: TermId, scope: &[UnknownId]) -> Bounds {
        let instance = self.instance(Part::Number(term));
        let (truth, scope) = (self.truth.clone(), scope.to_vec());
        Arc::new(move |ranges| {
            if ranges.iter().all(|range| range.low == range.high) {
                return truth.value_on(&instance, &scope, |at| ranges[at].low, &mut Vec::new()).bounds();
            }
            let span = |at: usize| Span::between(ranges[at].low, ranges[at].high);
            truth.value_on(&instance, &scope, span, &mut Vec::new()).bounds()
        })
    }
}
