//! What the domains alone say about an expression: between which bounds its value lies.

use super::World;
use super::linear::Linear;
use crate::formula::{Formulas, Sign};
use crate::term::{Node, Open, TermId};

/// How many parts of an expression are looked at for its bounds; beyond that it has none.
const MOST_PARTS: u32 = 2_000_000;

impl World {
    /// Bounds on a term's value, where the domains give any.
    pub fn bounds(&self, term: TermId) -> Option<(i64, i64)> {
        self.bounds_within(term, &mut { MOST_PARTS })
    }

    /// The same, looking at no more than so many parts: a product of products is short to write and long to walk.
    fn bounds_within(&self, term: TermId, left: &mut u32) -> Option<(i64, i64)> {
        *left = left.checked_sub(1)?;
        match self.terms.node(term) {
            Node::Int(value) => Some((*value, *value)),
            Node::Place(..) => self.domain(term)?.bounds(),
            Node::Open(open) => self.open_bounds(open, left),
            _ => None,
        }
    }

    fn open_bounds(&self, open: &Open, left: &mut u32) -> Option<(i64, i64)> {
        match open {
            Open::Linear(constant, terms) => self.sum_bounds(*constant, terms, left),
            Open::Truth(_) => Some((0, 1)),
            Open::Abs(inner) => {
                let (low, high) = self.bounds_within(*inner, left)?;
                let (one, other) = (low.checked_abs()?, high.checked_abs()?);
                Some((if low <= 0 && high >= 0 { 0 } else { one.min(other) }, one.max(other)))
            }
            Open::Mul(first, second) => {
                corners(self.bounds_within(*first, left)?, self.bounds_within(*second, left)?)
            }
            Open::Product(list) => list.iter().try_fold((1, 1), |so_far, &(guard, term)| {
                let (low, high) = self.bounds_within(term, left)?;
                // What is not there counts as 1.
                let always = guard == Formulas::TRUE;
                corners(so_far, if always { (low, high) } else { (low.min(1), high.max(1)) })
            }),
            Open::Min(list) | Open::Max(list) => self.widest(list.iter().map(|&(_, term)| term), left),
            Open::Nth(_, list) => self.widest(list.iter().copied(), left),
            Open::Mod(_, divisor) => match self.terms.node(*divisor) {
                Node::Int(divisor) if *divisor > 0 => Some((0, divisor - 1)),
                _ => None,
            },
            Open::Div(inner, divisor) => match (self.bounds_within(*inner, left)?, self.terms.node(*divisor))
            {
                ((low, high), Node::Int(divisor)) if *divisor > 0 => {
                    Some((low.div_euclid(*divisor), high.div_euclid(*divisor)))
                }
                _ => None,
            },
            Open::List(_) | Open::Reach(..) | Open::ReachSize(..) => None,
        }
    }

    /// The least and the greatest value that one of these terms may have.
    fn widest(&self, terms: impl Iterator<Item = TermId>, left: &mut u32) -> Option<(i64, i64)> {
        let mut widest: Option<(i64, i64)> = None;
        for term in terms {
            let (low, high) = self.bounds_within(term, left)?;
            let (least, most) = widest.unwrap_or((low, high));
            widest = Some((least.min(low), most.max(high)));
        }
        widest
    }

    fn sum_bounds(&self, constant: i64, terms: &[(i64, TermId)], left: &mut u32) -> Option<(i64, i64)> {
        terms.iter().try_fold((constant, constant), |(low, high), &(factor, term)| {
            let (least, most) = self.bounds_within(term, left)?;
            let (one, other) = (factor.checked_mul(least)?, factor.checked_mul(most)?);
            Some((low.checked_add(one.min(other))?, high.checked_add(one.max(other))?))
        })
    }

    /// How a comparison of a sum with 0 comes out, if the domains decide it.
    pub(super) fn decided(&self, sign: Sign, sum: &Linear) -> Option<bool> {
        let (low, high) = self.sum_bounds(sum.constant, &sum.terms, &mut { MOST_PARTS })?;
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
        sum.constant % factor == 0 && domain.has_int((sum.constant / factor).saturating_neg())
    }
}

/// Bounds of a product of two numbers between bounds.
fn corners((a, b): (i64, i64), (c, d): (i64, i64)) -> Option<(i64, i64)> {
    let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
    Some((*all.iter().min()?, *all.iter().max()?))
}
