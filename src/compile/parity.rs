//! Whether a number of conditions is odd: a chain of literals, each telling whether so many of the first ones are. Sums that begin
//! alike share the beginning of their chains, so that the cells of a row tell each other which side of a line they are on.

use super::Model;
use crate::base::number::Sign;
use crate::language::term::{Node, Open, TermId};
use crate::solver::constraints::linear::View;
use crate::solver::constraints::literal::Literal;
use crate::solver::engine::Conflict;

/// A sum of so many conditions is told whole by a little table, without a chain.
const SHORT: usize = 4;

impl Model {
    /// Makes a comparison hold that asks whether a long sum is odd; nothing for others.
    pub(super) fn post_parity(&mut self, sign: Sign, term: TermId) -> Option<Result<(), Conflict>> {
        if !self.settings.joint {
            return None;
        }
        let world = self.truth.world.clone();
        let asked = world.linear(term);
        let [(factor, part)] = asked.terms[..] else { return None };
        let Node::Open(Open::Mod(sum, divisor)) = *world.terms.node(part) else { return None };
        if world.linear(sum).terms.len() <= SHORT {
            return None;
        }
        let more = asked.constant.checked_add(factor)?;
        let odd = self.parity(sum, divisor)?;
        Some(match (sign.holds(asked.constant), sign.holds(more)) {
            (true, true) => Ok(()),
            (false, true) => self.hold(odd),
            (true, false) => self.hold(odd.negated()),
            (false, false) => Err(Conflict),
        })
    }

    /// A literal that holds exactly if a sum of truths is odd; nothing if the divisor is not 2, or the sum has other parts.
    pub(super) fn parity(&mut self, sum: TermId, divisor: TermId) -> Option<Literal> {
        let world = self.truth.world.clone();
        if !matches!(world.terms.node(divisor), Node::Int(2)) {
            return None;
        }
        let sum = world.linear(sum);
        let mut bits = Vec::with_capacity(sum.terms.len());
        for &(factor, part) in &sum.terms {
            if factor % 2 == 0 {
                return None;
            }
            bits.push(match self.view(part)? {
                View::Truth(literal) => literal,
                View::Var(var) => {
                    let store = &self.engine.store;
                    let bit = store.min(var) >= 0 && store.max(var) <= 1;
                    bit.then(|| Literal::among(store, var, |value| value == 1))??
                }
            });
        }
        let mut bits = bits.into_iter();
        let first = bits.next()?;
        let odd = bits.fold(first, |odd, bit| self.one_alone(odd, bit));
        Some(if sum.constant % 2 == 0 { odd } else { odd.negated() })
    }

    /// A literal that holds exactly if one of two alone does.
    fn one_alone(&mut self, one: Literal, other: Literal) -> Literal {
        if let Some(&known) = self.numbers.odd.get(&(one, other)) {
            return known;
        }
        let odd = Literal::fresh(&mut self.engine.store);
        let (no, yes) = (Literal::negated, |literal: Literal| literal);
        for [first, second, third] in [[no, yes, yes], [yes, no, yes], [yes, yes, no], [no, no, no]] {
            self.clause(&[first(one), second(other), third(odd)]);
        }
        self.numbers.odd.insert((one, other), odd);
        odd
    }
}
