//! Numbers beyond 64 bits: their bounds between the bounds of their unknowns, exact for single values.

use std::sync::Arc;

use super::{Model, Truth};
use crate::base::hash::Map;
use crate::base::number::{self, Interval, Total};
use crate::board::formula::{Formula, Sign};
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};
use crate::solver::constraints::wide::{Bounds, Wide};
use crate::solver::engine::VarId;

/// One more than the greatest digit of an objective beyond 64 bits.
const RADIX: i128 = 1 << 60;

/// What is to become as small as possible: digits, the weightiest first, each a variable.
#[derive(Clone, Debug)]
pub struct Aim {
    /// The digits; all but the first are not negative.
    pub digits: Vec<VarId>,
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
}

impl Model {
    /// A comparison of a number that may be too large for every other constraint.
    pub(super) fn post_wide(&mut self, sign: Sign, term: TermId, scope: &[UnknownId]) {
        let vars = scope.iter().map(|&unknown| self.var(unknown)).collect();
        let bounds = self.truth.bounds_over(term, scope);
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
        let bounds = self.truth.bounds_over(term, &scope);
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
        Some(Aim { digits, unit, base: 0 })
    }
}

impl Truth {
    /// The bounds of a number where the unknowns of a scope lie between bounds.
    fn bounds_over(&self, term: TermId, scope: &[UnknownId]) -> Bounds {
        let truth = self.clone();
        let places: Map<UnknownId, usize> = scope.iter().copied().zip(0..).collect();
        Arc::new(move |ranges| {
            let range = |unknown: UnknownId| ranges[places[&unknown]];
            if ranges.iter().all(|range| range.low == range.high) {
                return truth.number(term, &|unknown| range(unknown).low as i64).map(Interval::point);
            }
            Ranges { truth: &truth, range: &range, known: Map::default() }.number(term)
        })
    }
}

/// Bounds of numbers between bounds of unknowns.
struct Ranges<'r> {
    truth: &'r Truth,
    range: &'r dyn Fn(UnknownId) -> Interval,
    known: Map<TermId, Option<Interval>>,
}

impl Ranges<'_> {
    /// Nothing if the number has no value.
    fn number(&mut self, term: TermId) -> Option<Interval> {
        if let Some(unknown) = self.truth.world.unknown(term) {
            return Some((self.range)(unknown));
        }
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        let truth = self.truth;
        let bounds = match truth.world.terms.node(term) {
            Node::Int(value) => Some(Interval::point(*value)),
            Node::Open(open) => self.open(open, term),
            _ => None,
        };
        self.known.insert(term, bounds);
        bounds
    }

    fn open(&mut self, open: &Open, term: TermId) -> Option<Interval> {
        match open {
            Open::Linear(constant, terms) => {
                let mut total = Total::of(*constant);
                for &(factor, part) in terms {
                    total = total.plus(factor, self.number(part)?)?;
                }
                Some(total.bounds)
            }
            Open::Mul(left, right) => self.number(*left)?.times(self.number(*right)?),
            Open::Div(left, right) => self.number(*left)?.quotients(self.number(*right)?),
            Open::Mod(left, right) => {
                let (dividend, divisor) = (self.number(*left)?, self.number(*right)?);
                if dividend.low == dividend.high && divisor.low == divisor.high {
                    return number::rem(dividend.low, divisor.low).map(Interval::point);
                }
                Some(divisor.rests())
            }
            Open::Abs(inner) => Some(self.number(*inner)?.abs()),
            Open::Product(list) => {
                let mut total = Total::of(1);
                for &(guard, part) in list {
                    total = match (self.holds(guard), self.number(part)) {
                        (Some(false), _) => total,
                        (Some(true), part) => total.times(part?)?,
                        // What is not there counts as 1.
                        (None, part) => total
                            .times(part.map_or(Interval::point(1), |part| part.hull(Interval::point(1))))?,
                    };
                }
                Some(total.bounds)
            }
            Open::Min(list) | Open::Max(list) => self.widest(list),
            Open::Nth(index, list) => {
                let index = self.number(*index)?;
                let there = (1..).zip(list).filter(|&(at, _)| index.low <= at && at <= index.high);
                there.filter_map(|(_, &part)| self.number(part)).reduce(Interval::hull)
            }
            Open::Truth(formula) => Some(match self.holds(*formula) {
                Some(holds) => Interval::point(holds.into()),
                None => Interval::TRUTH,
            }),
            Open::ReachSize(..) => self.truth.world.bounds(term),
            Open::List(_) | Open::Reach(..) => None,
        }
    }

    /// The least and the greatest value of what may be there.
    fn widest(&mut self, list: &[Guarded]) -> Option<Interval> {
        let mut widest: Option<Interval> = None;
        for &(guard, part) in list {
            if self.holds(guard) != Some(false)
                && let Some(part) = self.number(part)
            {
                widest = Some(widest.map_or(part, |widest| widest.hull(part)));
            }
        }
        widest
    }

    /// Whether a condition holds, if the bounds tell.
    fn holds(&mut self, id: FormulaId) -> Option<bool> {
        let truth = self.truth;
        match truth.world.formulas.get(id) {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::Not(inner) => self.holds(*inner).map(|holds| !holds),
            Formula::And(parts) => self.joined(parts, false),
            Formula::Or(parts) => self.joined(parts, true),
            Formula::Compare(sign, term) => {
                let Some(Interval { low, high }) = self.number(*term) else { return Some(false) };
                let decided = sign.holds_between(low, high);
                // Bounds of a number do not say that it has a value.
                decided.filter(|&holds| !holds || truth.world.terms.is_total(*term))
            }
            _ => None,
        }
    }

    /// Parts of which one that is `decisive` decides.
    fn joined(&mut self, parts: &[FormulaId], decisive: bool) -> Option<bool> {
        let mut all = true;
        for &part in parts {
            match self.holds(part) {
                Some(holds) if holds == decisive => return Some(decisive),
                Some(_) => {}
                None => all = false,
            }
        }
        all.then_some(!decisive)
    }
}
