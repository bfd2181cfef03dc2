//! Integer expressions over values, kept as linear sums in normal form.

use smallvec::SmallVec;

use super::{Stop, World};
use crate::base::number::Sign;
use crate::base::number::{self, Interval, gcd};
use crate::board::formula::{Formula, Formulas};
use crate::language::diagnostic::catalogue::meaning;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, Open, TermId};

/// `constant + sum of factor * term`, terms sorted, factors not 0.
#[derive(Clone, Default, Debug)]
pub struct Linear {
    /// The constant.
    pub constant: i128,
    /// Factors and terms.
    pub terms: SmallVec<[(i128, TermId); 4]>,
}

impl Linear {
    /// Adds `factor` times another sum; nothing if a number gets too large.
    pub fn add(&mut self, factor: i128, other: &Linear) -> Option<()> {
        self.constant = number::add(self.constant, number::mul(factor, other.constant)?)?;
        for &(inner, term) in &other.terms {
            self.add_term(number::mul(factor, inner)?, term)?;
        }
        Some(())
    }

    /// Adds `factor` times a term.
    pub fn add_term(&mut self, factor: i128, term: TermId) -> Option<()> {
        match self.terms.binary_search_by_key(&term, |&(_, known)| known) {
            Ok(at) => {
                self.terms[at].0 = number::add(self.terms[at].0, factor)?;
                if self.terms[at].0 == 0 {
                    self.terms.remove(at);
                }
            }
            Err(at) if factor != 0 => self.terms.insert(at, (factor, term)),
            Err(_) => {}
        }
        Some(())
    }

    /// Divides by a number that divides all factors, and the constant.
    fn scale_down(&mut self, divisor: i128) {
        match divisor {
            1 => {}
            -1 => {
                self.terms.iter_mut().for_each(|(factor, _)| *factor = -*factor);
                self.constant = -self.constant;
            }
            _ => {
                self.terms.iter_mut().for_each(|(factor, _)| *factor /= divisor);
                self.constant /= divisor;
            }
        }
    }
}

impl World {
    /// A value as a linear sum. The term is an integer, a place that holds an integer, or open.
    pub fn linear(&self, term: TermId) -> Linear {
        match self.terms.node(term) {
            Node::Int(value) => Linear { constant: *value, terms: SmallVec::new() },
            Node::Open(Open::Linear(constant, terms)) => {
                Linear { constant: *constant, terms: terms.iter().copied().collect() }
            }
            _ => Linear { constant: 0, terms: SmallVec::from_slice(&[(1, term)]) },
        }
    }

    /// A sum as a term; E309 if some values of its places may make it too large.
    pub(crate) fn sum_term(&mut self, linear: Linear, span: Span) -> Result<TermId, Stop> {
        self.sum_total(linear.constant, &linear.terms).ok_or_else(|| meaning::overflow(span))?;
        Ok(self.linear_term(linear))
    }

    /// A linear sum as a term: a number, never a place, so that `A + 0` is the value of A and not A itself.
    pub(super) fn linear_term(&mut self, linear: Linear) -> TermId {
        match linear.terms.as_slice() {
            [] => self.terms.int(linear.constant),
            [(1, term)] if linear.constant == 0 && !matches!(self.terms.node(*term), Node::Place(..)) => {
                *term
            }
            _ => self.terms.add(Node::Open(Open::Linear(linear.constant, linear.terms.into_vec().into()))),
        }
    }

    /// `left + factor * right` as a term.
    pub(crate) fn combine(
        &mut self,
        left: TermId,
        factor: i128,
        right: TermId,
        span: Span,
    ) -> Result<TermId, Stop> {
        let mut sum = self.linear(left);
        let right = self.linear(right);
        sum.add(factor, &right).ok_or_else(|| meaning::overflow(span))?;
        self.sum_term(sum, span)
    }

    /// The condition that `left - right` compares with 0 in this way.
    pub(crate) fn compare(
        &mut self,
        sign: Sign,
        left: TermId,
        right: TermId,
        offset: i128,
        span: Span,
    ) -> Result<FormulaId, Stop> {
        if let (&Node::Int(left), &Node::Int(right)) = (self.terms.node(left), self.terms.node(right)) {
            // Fixed numbers are compared as they are: their difference may be too large.
            let left = number::add(left, offset);
            return Ok(Formulas::truth(match sign {
                Sign::Zero => left == Some(right),
                Sign::NotZero => left != Some(right),
                Sign::AtMostZero => left.is_some_and(|left| left <= right),
            }));
        }
        if let Some(formula) = self.compare_small(sign, left, right, offset) {
            return Ok(formula);
        }
        let mut sum = self.linear(left);
        let right = self.linear(right);
        let formula = sum.add(-1, &right).and_then(|()| {
            sum.constant = number::add(sum.constant, offset)?;
            self.compare_zero(sign, sum)
        });
        formula.ok_or_else(|| meaning::overflow(span).into())
    }

    /// The same for two places, or a place and a number, by far the most common: the normal form at once.
    fn compare_small(&mut self, sign: Sign, left: TermId, right: TermId, offset: i128) -> Option<FormulaId> {
        let (first, second) = (self.bounds(left)?.words()?, self.bounds(right)?.words()?);
        let offset = i64::try_from(offset).ok()?;
        let (constant, factors) = match (self.terms.node(left), self.terms.node(right)) {
            (Node::Place(..), Node::Place(..)) if left < right => {
                (offset, [(1, left), (-1, right)].as_slice().into())
            }
            (Node::Place(..), Node::Place(..)) if right < left => {
                (offset, [(-1, right), (1, left)].as_slice().into())
            }
            (Node::Place(..), Node::Int(_)) => (offset - second.0, [(1, left)].as_slice().into()),
            (Node::Int(_), Node::Place(..)) => (offset + first.0, [(-1, right)].as_slice().into()),
            _ => return None,
        };
        let bounds = Interval::new(first.0 - second.1 + offset, first.1 - second.0 + offset);
        let mut sum = Linear { constant: constant.into(), terms: factors };
        if let Some(decided) = self.decided(sign, &sum, bounds) {
            return Some(Formulas::truth(decided));
        }
        if sign != Sign::AtMostZero && sum.terms[0].0 < 0 {
            sum.scale_down(-1);
        }
        let term = match sum.terms[..] {
            [(1, term)] if sum.constant == 0 => term,
            _ => self.linear_term(sum),
        };
        Some(self.formulas.add(Formula::Compare(sign, term)))
    }

    /// The condition that a sum compares with 0 in this way, in normal form; nothing if the sum may become too large.
    fn compare_zero(&mut self, sign: Sign, mut sum: Linear) -> Option<FormulaId> {
        let bounds = self.sum_total(sum.constant, &sum.terms)?.bounds;
        let total = sum.terms.iter().all(|&(_, term)| self.terms.is_total(term));
        if total && let Some(decided) = self.decided(sign, &sum, bounds) {
            return Some(Formulas::truth(decided));
        }
        let divisor = sum.terms.iter().fold(0, |found, &(factor, _)| gcd(found, factor));
        match sign {
            Sign::Zero | Sign::NotZero => {
                let divides = divisor == 1 || sum.constant % divisor == 0;
                if !divides && total {
                    return Some(Formulas::truth(sign == Sign::NotZero));
                }
                if divides {
                    let divisor = if sum.terms[0].0 < 0 { -divisor } else { divisor };
                    sum.scale_down(divisor);
                }
            }
            Sign::AtMostZero if divisor > 1 => {
                let constant = -(-sum.constant).div_euclid(divisor);
                sum.scale_down(divisor);
                sum.constant = constant;
            }
            Sign::AtMostZero => {}
        }
        if let [(factor, term)] = sum.terms[..]
            && let &Node::Open(Open::Truth(formula)) = self.terms.node(term)
        {
            return Some(self.compare_truth(sign, factor, sum.constant, formula));
        }
        let term = match sum.terms[..] {
            [(1, term)] if sum.constant == 0 => term,
            _ => self.linear_term(sum),
        };
        Some(self.formulas.add(Formula::Compare(sign, term)))
    }

    /// `factor * [formula] + constant` compared with 0: the formula, its negation, or neither.
    fn compare_truth(&mut self, sign: Sign, factor: i128, constant: i128, formula: FormulaId) -> FormulaId {
        let holds = |value: i128| match sign {
            Sign::Zero => value == 0,
            Sign::NotZero => value != 0,
            Sign::AtMostZero => value <= 0,
        };
        match (holds(constant), holds(constant + factor)) {
            (true, true) => FormulaId::TRUE,
            (false, false) => FormulaId::FALSE,
            (false, true) => formula,
            (true, false) => self.negate(formula),
        }
    }

    /// The negation of a condition.
    pub fn negate(&mut self, formula: FormulaId) -> FormulaId {
        if let &Formula::Compare(sign, term) = self.formulas.get(formula) {
            let sum = self.linear(term);
            if sum.terms.iter().all(|&(_, term)| self.terms.is_total(term)) {
                let turned = match sign {
                    Sign::Zero => self.compare_zero(Sign::NotZero, sum),
                    Sign::NotZero => self.compare_zero(Sign::Zero, sum),
                    Sign::AtMostZero => {
                        let mut turned = Linear { constant: 1, ..Linear::default() };
                        turned.add(-1, &sum).and_then(|()| self.compare_zero(Sign::AtMostZero, turned))
                    }
                };
                if let Some(turned) = turned {
                    return turned;
                }
            }
        }
        self.formulas.not(formula)
    }

    /// 1 if the condition holds, else 0, as a term.
    pub fn truth_term(&mut self, formula: FormulaId) -> TermId {
        match formula {
            FormulaId::TRUE => self.terms.int(1),
            FormulaId::FALSE => self.terms.int(0),
            open => self.terms.add(Node::Open(Open::Truth(open))),
        }
    }
}
