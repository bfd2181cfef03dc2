//! What the domains alone say about an expression: whether it always has a value, and between which bounds.

use super::World;
use super::linear::Linear;
use crate::formula::{Formulas, Sign};
use crate::term::{Guarded, Node, Open, TermId};

impl World {
    /// Whether a term has a value whatever the values of the places are.
    pub fn is_total(&self, term: TermId) -> bool {
        let parts = |list: &[Guarded]| list.iter().all(|&(_, term)| self.is_total(term));
        match self.terms.node(term) {
            Node::Int(_) | Node::Place(..) => true,
            Node::Open(open) => match open {
                Open::Linear(_, terms) => terms.iter().all(|&(_, term)| self.is_total(term)),
                Open::Mul(left, right) => self.is_total(*left) && self.is_total(*right),
                Open::Div(left, right) | Open::Mod(left, right) => {
                    self.is_total(*left)
                        && matches!(self.terms.node(*right), Node::Int(divisor) if *divisor != 0)
                }
                Open::Abs(inner) => self.is_total(*inner),
                Open::Min(list) | Open::Max(list) => {
                    parts(list) && list.iter().any(|&(guard, _)| guard == Formulas::TRUE)
                }
                Open::Product(list) => parts(list),
                Open::Truth(_) | Open::ReachSize(..) => true,
                Open::Nth(..) | Open::List(_) | Open::Reach(..) => false,
            },
            _ => false,
        }
    }

    /// Bounds on a term's value, where the domains give any.
    pub fn bounds(&self, term: TermId) -> Option<(i64, i64)> {
        match self.terms.node(term) {
            Node::Int(value) => Some((*value, *value)),
            Node::Place(..) => self.domain(term)?.bounds(),
            Node::Open(open) => match open {
                Open::Linear(constant, terms) => self.sum_bounds(*constant, terms),
                Open::Truth(_) => Some((0, 1)),
                Open::Abs(inner) => {
                    let (low, high) = self.bounds(*inner)?;
                    let most = low.checked_abs()?.max(high.checked_abs()?);
                    Some((if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) }, most))
                }
                Open::Mul(left, right) => corners(self.bounds(*left)?, self.bounds(*right)?),
                Open::Min(list) | Open::Max(list) => {
                    let all: Option<Vec<_>> = list.iter().map(|&(_, term)| self.bounds(term)).collect();
                    let all = all?;
                    Some((all.iter().map(|bound| bound.0).min()?, all.iter().map(|bound| bound.1).max()?))
                }
                Open::Nth(_, list) => {
                    let all: Option<Vec<_>> = list.iter().map(|&term| self.bounds(term)).collect();
                    let all = all?;
                    Some((all.iter().map(|bound| bound.0).min()?, all.iter().map(|bound| bound.1).max()?))
                }
                Open::Mod(_, divisor) => match self.terms.node(*divisor) {
                    Node::Int(divisor) if *divisor > 0 => Some((0, divisor - 1)),
                    _ => None,
                },
                Open::Div(left, divisor) => match (self.bounds(*left)?, self.terms.node(*divisor)) {
                    ((low, high), Node::Int(divisor)) if *divisor > 0 => {
                        Some((low.div_euclid(*divisor), high.div_euclid(*divisor)))
                    }
                    _ => None,
                },
                Open::Product(list) => list.iter().try_fold((1, 1), |(low, high), &(guard, term)| {
                    let (a, b) = self.bounds(term)?;
                    // What is not there counts as 1.
                    let (a, b) = if guard == Formulas::TRUE { (a, b) } else { (a.min(1), b.max(1)) };
                    corners((low, high), (a, b))
                }),
                Open::List(_) | Open::Reach(..) | Open::ReachSize(..) => None,
            },
            _ => None,
        }
    }

    fn sum_bounds(&self, constant: i64, terms: &[(i64, TermId)]) -> Option<(i64, i64)> {
        terms.iter().try_fold((constant, constant), |(low, high), &(factor, term)| {
            let (least, most) = self.bounds(term)?;
            let (one, other) = (factor.checked_mul(least)?, factor.checked_mul(most)?);
            Some((low.checked_add(one.min(other))?, high.checked_add(one.max(other))?))
        })
    }

    /// How a comparison of a sum with 0 comes out, if the domains decide it.
    pub(super) fn decided(&self, sign: Sign, sum: &Linear) -> Option<bool> {
        let (low, high) = self.sum_bounds(sum.constant, &sum.terms)?;
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
