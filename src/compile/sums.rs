//! Comparisons of sums: over the values of unknowns, and over whether conditions hold.

use super::Model;
use crate::base::number::Sign;
use crate::base::number::{Interval, Total, WORD};
use crate::language::term::{Node, Open, TermId};
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::engine::{Conflict, VarId};

/// The numbers of a sum with 64 bits; nothing if one needs more.
pub(super) fn words(constant: i128, terms: &[(i128, TermId)]) -> Option<(i64, Vec<(i64, TermId)>)> {
    let terms = terms.iter().map(|&(factor, part)| Some((i64::try_from(factor).ok()?, part)));
    Some((i64::try_from(constant).ok()?, terms.collect::<Option<_>>()?))
}

impl Model {
    /// A single variable of a sum is pruned at once.
    pub(super) fn post_linear(&mut self, linear: Linear) -> Result<(), Conflict> {
        if let ([(_, View::Var(_))], Sign::AtMostZero | Sign::NotZero) =
            (linear.terms.as_slice(), linear.sign)
        {
            let number = self.engine.count();
            self.groups.own(number..number + 1);
            return self.post_now(Box::new(linear));
        }
        if let Some(choice) = self.choice_of(&linear) {
            return self.post_choice(choice);
        }
        self.patterns.count(&linear);
        if !self.keeps_sums || !self.cages.sum(&linear, self.engine.origin) {
            let number = self.engine.count();
            self.groups.pair(&linear, number);
            if let Some(lines) = &mut self.lines {
                lines.sum(&linear, number);
            }
            self.engine.post(Box::new(linear));
        }
        Ok(())
    }

    /// A sum over variables and literals; nothing if something else is multiplied, divided or chosen in it.
    pub(super) fn linear(&mut self, sign: Sign, term: TermId) -> Option<Linear> {
        let sum = self.truth.world.linear(term);
        let (constant, parts) = words(sum.constant, &sum.terms)?;
        let mut terms = Vec::with_capacity(parts.len());
        for (factor, part) in parts {
            terms.push((factor, self.view(part)?));
        }
        let linear = Linear { sign, constant, terms };
        self.fits(&linear).then_some(linear)
    }

    /// An unknown's value, or whether a condition holds.
    pub(super) fn view(&mut self, term: TermId) -> Option<View> {
        if let Some(unknown) = self.truth.world.unknown(term) {
            return Some(View::Var(self.var(unknown)));
        }
        match *self.truth.world.terms.node(term) {
            Node::Open(Open::Truth(formula)) => {
                let literal = self.literal(formula)?;
                Some(View::Truth(literal))
            }
            Node::Open(Open::ReachSize(from, relation)) => Some(View::Var(self.reach_size(from, relation))),
            _ => None,
        }
    }

    /// Whether a sum stays far inside 64 bits.
    pub(super) fn fits(&self, linear: &Linear) -> bool {
        let bits = |var| {
            self.engine.store.mask(var).map_or(i64::MAX, |(base, _)| base.saturating_abs().saturating_add(64))
        };
        let size = |&(factor, view): &(i64, View)| match view {
            View::Var(var) => factor.saturating_abs().saturating_mul(bits(var)),
            View::Truth(..) => factor.saturating_abs(),
        };
        let small = |all: i64, term| all.saturating_add(size(term));
        // Nearly all sums are far from the limit, which a rough look tells.
        if linear.terms.iter().fold(linear.constant.saturating_abs(), small) < 1 << 32 {
            return true;
        }
        let total =
            linear.terms.iter().try_fold(Total::of(linear.constant.into()), |total, &(factor, view)| {
                let bounds = match view {
                    View::Var(var) => Interval::new(self.engine.store.min(var), self.engine.store.max(var)),
                    View::Truth(..) => Interval::TRUTH,
                };
                total.plus(factor.into(), bounds)
            });
        total.is_some_and(|total| total.size() < WORD)
    }

    /// `x + c` as a variable with an offset.
    pub(super) fn offset(&self, term: TermId) -> Option<(VarId, i64)> {
        if let Some(unknown) = self.truth.world.unknown(term) {
            return Some((self.var(unknown), 0));
        }
        match self.truth.world.terms.node(term) {
            Node::Open(Open::Linear(constant, terms)) => match terms[..] {
                [(1, inner)] if constant.abs() < WORD / 2 => {
                    self.truth.world.unknown(inner).map(|unknown| (self.var(unknown), *constant as i64))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
