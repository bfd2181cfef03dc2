//! What the domains alone say about an expression: between which bounds its value lies, and whether it always is a number.

use super::linear::Linear;
use super::{Stop, World};
use crate::base::number::Sign;
use crate::base::number::{Interval, Total};
use crate::language::diagnostic::catalogue::meaning;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};

impl World {
    /// Bounds on a term's value; nothing for what is no number.
    pub fn bounds(&self, term: TermId) -> Option<Interval> {
        match self.terms.node(term) {
            Node::Int(value) => Some(Interval::point(*value)),
            Node::Place(..) => self.domain(term)?.bounds().map(|(low, high)| Interval::new(low, high)),
            Node::Open(Open::Truth(_)) => Some(Interval::TRUTH),
            Node::Open(Open::Linear(constant, terms)) => {
                self.sum_total(*constant, terms).map(|total| total.bounds)
            }
            Node::Open(Open::ReachSize(_, relation)) => {
                // No more places than there are steps between them, and one to begin with.
                let pairs = self.relations[relation.0 as usize].pairs.len();
                Some(Interval::new(1, pairs as u64 + 1))
            }
            Node::Open(_) => self.computed.get(&term).copied(),
            _ => None,
        }
    }

    /// A number computed from others, none of them a sum; E309 if some values of its places may make it too large.
    pub(super) fn compute(&mut self, open: Open, span: Span) -> Result<TermId, Stop> {
        let bounds = self.open_bounds(&open).ok_or_else(|| meaning::overflow(span))?;
        let term = self.terms.add(Node::Open(open));
        self.computed.insert(term, bounds);
        Ok(term)
    }

    fn open_bounds(&self, open: &Open) -> Option<Interval> {
        match open {
            Open::Abs(inner) => Some(self.bounds(*inner)?.abs()),
            Open::Mul(left, right) => self.bounds(*left)?.times(self.bounds(*right)?),
            Open::Product(list) => self.product_total(list).map(|total| total.bounds),
            Open::Min(list) | Open::Max(list) => self.widest(list.iter().map(|&(_, term)| term)),
            Open::Nth(_, list) => self.widest(list.iter().copied()),
            Open::Mod(_, divisor) => Some(self.bounds(*divisor)?.rests()),
            Open::Div(dividend, divisor) => {
                let (dividend, divisor) = (self.bounds(*dividend)?, self.bounds(*divisor)?);
                // Where the divisor is always 0 there is no value to bound.
                Some(dividend.quotients(divisor).unwrap_or(Interval::point(0)))
            }
            Open::Linear(..) | Open::Truth(_) | Open::List(_) | Open::Reach(..) | Open::ReachSize(..) => None,
        }
    }

    /// Bounds of a product of the elements that are there, whatever their order; nothing if it may become too large.
    pub(crate) fn product_total(&self, list: &[Guarded]) -> Option<Total> {
        list.iter().try_fold(Total::of(1), |total, &(guard, term)| {
            let part = self.bounds(term)?;
            // What is not there counts as 1.
            total.times(if guard == FormulaId::TRUE { part } else { part.hull(Interval::point(1)) })
        })
    }

    /// Bounds of a sum, whatever the order of its parts; nothing if it may become too large.
    pub(crate) fn sum_total(&self, constant: i128, terms: &[(i128, TermId)]) -> Option<Total> {
        terms
            .iter()
            .try_fold(Total::of(constant), |total, &(factor, term)| total.plus(factor, self.bounds(term)?))
    }

    /// Whether a number, and what is computed on the way to it from its parts, stays below a size.
    pub(crate) fn stays_within(&self, term: TermId, most: i128) -> bool {
        let size = match self.terms.node(term) {
            Node::Open(Open::Linear(constant, terms)) => self.sum_total(*constant, terms).map(Total::size),
            Node::Open(Open::Product(list)) => self.product_total(list).map(Total::size),
            _ => self.bounds(term).map(Interval::size),
        };
        size.is_some_and(|size| size < most)
    }

    /// The least and the greatest value that one of these terms may have.
    fn widest(&self, mut terms: impl Iterator<Item = TermId>) -> Option<Interval> {
        let first = self.bounds(terms.next()?)?;
        terms.try_fold(first, |widest, term| Some(widest.hull(self.bounds(term)?)))
    }

    /// How a comparison of a sum between these bounds with 0 comes out, if the domains decide it.
    pub(super) fn decided(&self, sign: Sign, sum: &Linear, bounds: Interval) -> Option<bool> {
        let Interval { low, high } = bounds;
        match sign {
            Sign::AtMostZero if high <= 0 => Some(true),
            Sign::AtMostZero if low > 0 => Some(false),
            Sign::AtMostZero => None,
            Sign::Zero | Sign::NotZero => {
                let possible = low <= 0 && high >= 0 && self.single_value_fits(sum);
                if !possible {
                    return Some(sign == Sign::NotZero);
                }
                (low == 0 && high == 0).then_some(sign == Sign::Zero)
            }
        }
    }

    /// For one place with a factor: whether the value that makes the sum 0 is in its domain.
    fn single_value_fits(&self, sum: &Linear) -> bool {
        let [(factor, term)] = sum.terms[..] else { return true };
        let Some(domain) = self.domain(term) else { return true };
        if factor.abs() == 1 {
            return domain.has_int(-(sum.constant * factor));
        }
        sum.constant % factor == 0 && domain.has_int(-(sum.constant / factor))
    }
}
