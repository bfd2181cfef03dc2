//! The truth of a condition, and the value of an open term, where all values are known.

use super::World;
use crate::base::number;
use crate::board::formula::{Formula, Sign};
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};

/// Values of unknowns.
pub trait Values {
    /// The value of an unknown.
    fn value(&self, unknown: u32) -> Option<TermId>;
}

impl Values for &[TermId] {
    fn value(&self, unknown: u32) -> Option<TermId> {
        self.get(unknown as usize).copied()
    }
}

/// Only some unknowns.
impl Values for &[(u32, TermId)] {
    fn value(&self, unknown: u32) -> Option<TermId> {
        self.iter().find(|&&(known, _)| known == unknown).map(|&(_, value)| value)
    }
}

impl World {
    /// Whether a condition holds at these values; nothing if it is of a kind that only rules can decide.
    pub fn truth(&self, formula: FormulaId, values: &impl Values) -> Option<bool> {
        Some(match self.formulas.get(formula) {
            Formula::True => true,
            Formula::False => false,
            // A number that has no value satisfies no comparison.
            Formula::Compare(sign, term) => self.amount(*term, values)?.is_some_and(|number| match sign {
                Sign::Zero => number == 0,
                Sign::NotZero => number != 0,
                Sign::AtMostZero => number <= 0,
            }),
            Formula::Same(left, right) => self.value_at(*left, values)? == self.value_at(*right, values)?,
            Formula::And(parts) => {
                let truths: Option<Vec<bool>> = parts.iter().map(|&part| self.truth(part, values)).collect();
                truths?.into_iter().all(|truth| truth)
            }
            Formula::Or(parts) => {
                let truths: Option<Vec<bool>> = parts.iter().map(|&part| self.truth(part, values)).collect();
                truths?.into_iter().any(|truth| truth)
            }
            Formula::Not(inner) => !self.truth(*inner, values)?,
            _ => return None,
        })
    }

    /// The value of a place, or any other term as it is.
    fn value_at(&self, term: TermId, values: &impl Values) -> Option<TermId> {
        self.unknown(term).map_or(Some(term), |unknown| values.value(unknown.0))
    }

    /// The number a term stands for at these values: `Some(None)` if it has none, nothing if only rules can tell.
    pub fn amount(&self, term: TermId, values: &impl Values) -> Option<Option<i128>> {
        let open = match self.terms.node(self.value_at(term, values)?) {
            Node::Int(number) => return Some(Some(*number)),
            Node::Open(open) => open,
            _ => return None,
        };
        let two = |left: TermId, right: TermId| -> Option<Option<(i128, i128)>> {
            Some(self.amount(left, values)?.zip(self.amount(right, values)?))
        };
        let number = match open {
            Open::Linear(constant, terms) => {
                let mut sum = Some(*constant);
                for &(factor, term) in terms {
                    let more = self.amount(term, values)?.and_then(|number| number::mul(number, factor));
                    sum = sum.zip(more).and_then(|(sum, more)| number::add(sum, more));
                }
                sum
            }
            Open::Mul(left, right) => two(*left, *right)?.and_then(|(left, right)| number::mul(left, right)),
            Open::Div(left, right) => two(*left, *right)?.and_then(|(left, right)| number::div(left, right)),
            Open::Mod(left, right) => two(*left, *right)?.and_then(|(left, right)| number::rem(left, right)),
            Open::Abs(inner) => self.amount(*inner, values)?.map(i128::abs),
            Open::Min(list) => self.amounts(list, values)?.into_iter().min(),
            Open::Max(list) => self.amounts(list, values)?.into_iter().max(),
            Open::Truth(formula) => Some(i128::from(self.truth(*formula, values)?)),
            _ => return None,
        };
        Some(number)
    }

    /// The numbers of the elements that are there.
    fn amounts(&self, list: &[Guarded], values: &impl Values) -> Option<Vec<i128>> {
        let mut found = Vec::new();
        for &(guard, term) in list {
            if self.truth(guard, values)? {
                found.extend(self.amount(term, values)?);
            }
        }
        Some(found)
    }

    /// Tells the unknowns that a condition depends on, some more than once; nothing if only rules can tell.
    pub fn places_of(&self, formula: FormulaId, tell: &mut impl FnMut(u32)) -> Option<()> {
        match self.formulas.get(formula) {
            Formula::True | Formula::False => Some(()),
            Formula::Compare(_, term) => self.places_in(*term, tell),
            Formula::Same(left, right) => {
                self.places_in(*left, tell)?;
                self.places_in(*right, tell)
            }
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().try_for_each(|&part| self.places_of(part, tell))
            }
            Formula::Not(inner) => self.places_of(*inner, tell),
            _ => None,
        }
    }

    /// Tells the unknowns that a number depends on, some more than once; nothing if only rules can tell.
    pub fn places_in(&self, term: TermId, tell: &mut impl FnMut(u32)) -> Option<()> {
        if let Some(unknown) = self.unknown(term) {
            tell(unknown.0);
            return Some(());
        }
        match self.terms.node(term) {
            Node::Int(_) | Node::Sym(_) => Some(()),
            Node::Open(Open::Linear(_, terms)) => {
                terms.iter().try_for_each(|&(_, term)| self.places_in(term, tell))
            }
            Node::Open(Open::Mul(left, right) | Open::Div(left, right) | Open::Mod(left, right)) => {
                self.places_in(*left, tell)?;
                self.places_in(*right, tell)
            }
            Node::Open(Open::Abs(inner)) => self.places_in(*inner, tell),
            Node::Open(Open::Truth(formula)) => self.places_of(*formula, tell),
            Node::Open(Open::Min(list) | Open::Max(list)) => list.iter().try_for_each(|&(guard, term)| {
                self.places_of(guard, tell)?;
                self.places_in(term, tell)
            }),
            _ => None,
        }
    }
}
