//! Integer expressions over values, kept as linear sums in normal form.

use smallvec::SmallVec;

use super::{Stop, World};
use crate::diagnostic::catalogue::meaning;
use crate::formula::{Formula, FormulaId, Formulas, Sign};
use crate::source::Span;
use crate::term::{Node, Open, TermId};

/// `constant + sum of factor * term`, terms sorted, factors not 0. Where there are terms, no number is the least one.
#[derive(Clone, Default, Debug)]
pub struct Linear {
    /// The constant.
    pub constant: i64,
    /// Factors and terms.
    pub terms: SmallVec<[(i64, TermId); 4]>,
}

impl Linear {
    /// Adds `factor` times another sum; nothing if a number leaves 64 bits.
    pub fn add(&mut self, factor: i64, other: &Linear) -> Option<()> {
        self.constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        for &(inner, term) in &other.terms {
            self.add_term(factor.checked_mul(inner)?, term)?;
        }
        // The least number has no contrary, and a sum must have one to be turned around.
        (self.terms.is_empty() || self.constant != i64::MIN).then_some(())
    }

    /// Adds `factor` times a term.
    pub fn add_term(&mut self, factor: i64, term: TermId) -> Option<()> {
        match self.terms.binary_search_by_key(&term, |&(_, known)| known) {
            Ok(at) => {
                self.terms[at].0 = self.terms[at].0.checked_add(factor).filter(|&sum| sum != i64::MIN)?;
                if self.terms[at].0 == 0 {
                    self.terms.remove(at);
                }
            }
            Err(_) if factor == i64::MIN => return None,
            Err(at) if factor != 0 => self.terms.insert(at, (factor, term)),
            Err(_) => {}
        }
        Some(())
    }

    fn scale_down(&mut self, divisor: i64) {
        self.terms.iter_mut().for_each(|(factor, _)| *factor /= divisor);
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

    /// A linear sum as a term: a number, never a place, so that `A + 0` is the value of A and not A itself.
    pub fn linear_term(&mut self, linear: Linear) -> TermId {
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
        factor: i64,
        right: TermId,
        span: Span,
    ) -> Result<TermId, Stop> {
        let mut sum = self.linear(left);
        let right = self.linear(right);
        sum.add(factor, &right).ok_or_else(|| meaning::overflow(span))?;
        Ok(self.linear_term(sum))
    }

    /// The condition that `left - right` compares with 0 in this way.
    pub(crate) fn compare(
        &mut self,
        sign: Sign,
        left: TermId,
        right: TermId,
        offset: i64,
        span: Span,
    ) -> Result<FormulaId, Stop> {
        let mut sum = self.linear(left);
        let right = self.linear(right);
        let fits = sum.add(-1, &right).and_then(|()| {
            sum.constant = sum.constant.checked_add(offset)?;
            Some(())
        });
        fits.ok_or_else(|| meaning::overflow(span))?;
        Ok(self.compare_zero(sign, sum))
    }

    /// The condition that a sum compares with 0 in this way, in normal form.
    pub fn compare_zero(&mut self, sign: Sign, mut sum: Linear) -> FormulaId {
        if sum.terms.is_empty() {
            return Formulas::truth(match sign {
                Sign::Zero => sum.constant == 0,
                Sign::NotZero => sum.constant != 0,
                Sign::AtMostZero => sum.constant <= 0,
            });
        }
        let total = sum.terms.iter().all(|&(_, term)| self.terms.is_total(term));
        let divisor = sum.terms.iter().fold(0, |found, &(factor, _)| gcd(found, factor));
        match sign {
            Sign::Zero | Sign::NotZero => {
                if sum.constant % divisor != 0 && total {
                    return Formulas::truth(sign == Sign::NotZero);
                }
                if sum.constant % divisor == 0 {
                    let divisor = if sum.terms[0].0 < 0 { -divisor } else { divisor };
                    sum.scale_down(divisor);
                    sum.constant /= divisor;
                }
            }
            Sign::AtMostZero => {
                sum.scale_down(divisor);
                sum.constant = -(sum.constant.saturating_neg().div_euclid(divisor));
            }
        }
        if total && let Some(decided) = self.decided(sign, &sum) {
            return Formulas::truth(decided);
        }
        if let [(factor, term)] = sum.terms[..]
            && let &Node::Open(Open::Truth(formula)) = self.terms.node(term)
        {
            return self.compare_truth(sign, factor, sum.constant, formula);
        }
        let term = match sum.terms[..] {
            [(1, term)] if sum.constant == 0 => term,
            _ => self.linear_term(sum),
        };
        self.formulas.add(Formula::Compare(sign, term))
    }

    /// `factor * [formula] + constant` compared with 0: the formula, its contrary, or neither.
    fn compare_truth(&mut self, sign: Sign, factor: i64, constant: i64, formula: FormulaId) -> FormulaId {
        let holds = |value: i64| match sign {
            Sign::Zero => value == 0,
            Sign::NotZero => value != 0,
            Sign::AtMostZero => value <= 0,
        };
        match (holds(constant), holds(constant.saturating_add(factor))) {
            (true, true) => Formulas::TRUE,
            (false, false) => Formulas::FALSE,
            (false, true) => formula,
            (true, false) => self.negate(formula),
        }
    }

    /// The contrary of a condition.
    pub fn negate(&mut self, formula: FormulaId) -> FormulaId {
        if let &Formula::Compare(sign, term) = self.formulas.get(formula) {
            let mut sum = self.linear(term);
            if sum.terms.iter().all(|&(_, term)| self.terms.is_total(term)) {
                match sign {
                    Sign::Zero => return self.compare_zero(Sign::NotZero, sum),
                    Sign::NotZero => return self.compare_zero(Sign::Zero, sum),
                    Sign::AtMostZero => {
                        let mut turned = Linear { constant: 1, ..Linear::default() };
                        if turned.add(-1, &sum).is_some() {
                            return self.compare_zero(Sign::AtMostZero, turned);
                        }
                        sum.terms.clear();
                    }
                }
            }
        }
        self.formulas.not(formula)
    }

    /// 1 if the condition holds, else 0, as a term.
    pub fn truth_term(&mut self, formula: FormulaId) -> TermId {
        match formula {
            Formulas::TRUE => self.terms.int(1),
            Formulas::FALSE => self.terms.int(0),
            open => self.terms.add(Node::Open(Open::Truth(open))),
        }
    }
}

fn gcd(left: i64, right: i64) -> i64 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    i64::try_from(left).unwrap_or(1)
}
