//! Sums that a recursive definition adds up on its way back, as in `total(T, J), K = J + H`: equations that wait for each
//! other are put into one, so that runs which have come to the same number are the same, whatever they have added up.

use std::sync::Arc;

use super::{UnknownId, World};
use crate::base::hash::Map;
use crate::base::number;
use crate::board::formula::GoalRef;
use crate::language::program::{Expr, Goal, GoalKind, Slot};
use crate::language::source::Span;
use crate::language::syntax::ast::{Comparison, Operator};
use crate::language::term::{Node, TermId};

/// `factor * other + constant`, the value of a placeholder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Equation {
    pub(super) result: u32,
    factor: i128,
    pub(super) other: u32,
    constant: i128,
}

/// A constant, and at most two placeholders with their factors.
#[derive(Clone, Default, Debug)]
struct Sum {
    constant: i128,
    parts: Vec<(u32, i128)>,
}

impl Sum {
    fn add(mut self, factor: i128, other: Sum) -> Option<Sum> {
        self.constant = number::add(self.constant, number::mul(factor, other.constant)?)?;
        for (var, inner) in other.parts {
            let inner = number::mul(factor, inner)?;
            match self.parts.iter_mut().find(|(known, _)| *known == var) {
                Some((_, sum)) => *sum = number::add(*sum, inner)?,
                None => self.parts.push((var, inner)),
            }
        }
        self.parts.retain(|&(_, factor)| factor != 0);
        (self.parts.len() <= 2).then_some(self)
    }
}

impl Equation {
    /// The equation that a goal comes to, where it is one between two placeholders and tells the first by the second.
    pub(super) fn of(
        world: &World,
        goal: &Goal,
        env: &[(Slot, TermId)],
        values: &Map<UnknownId, TermId>,
    ) -> Option<Equation> {
        let GoalKind::Compare(Comparison::Equal, left, right) = &goal.kind else { return None };
        if !matches!(left, Expr::Arithmetic(..)) && !matches!(right, Expr::Arithmetic(..)) {
            return None;
        }
        let at = Place { world, env, values };
        let sum = at.sum(left)?.add(-1, at.sum(right)?)?;
        let &[first, second] = &sum.parts[..] else { return None };
        // A goal may tell either by the other; the one that is written alone is told by what is computed.
        let alone = |expr: &Expr| match at.sum(expr)?.parts[..] {
            [(var, 1)] if !matches!(expr, Expr::Arithmetic(..)) => Some(var),
            _ => None,
        };
        let result = alone(left).or_else(|| alone(right))?;
        let (own, other) = if first.0 == result { (first, second) } else { (second, first) };
        // own.1 is 1 or -1, since it is written alone.
        let scale = -own.1;
        (own.1.abs() == 1).then_some(())?;
        let factor = number::mul(scale, other.1)?;
        Some(Equation { result, factor, other: other.0, constant: number::mul(scale, sum.constant)? })
    }

    /// This one with the other put in for what it waits for.
    pub(super) fn after(self, inner: Equation) -> Option<Equation> {
        let factor = number::mul(self.factor, inner.factor)?;
        let constant = number::add(number::mul(self.factor, inner.constant)?, self.constant)?;
        Some(Equation { factor, other: inner.other, constant, ..self })
    }

    /// The terms of the placeholders of [`goal`].
    pub(super) fn env(self, world: &mut World) -> Box<[(Slot, TermId)]> {
        let terms = [
            world.placeholder(self.result as usize),
            world.terms.int(self.factor),
            world.placeholder(self.other as usize),
            world.terms.int(self.constant),
        ];
        (0..).zip(terms).collect()
    }
}

/// `K = F * J + C`, the goal of every equation; one for a world, since goals are compared by where they are.
pub(super) fn goal() -> GoalRef {
    let slot = |slot| Box::new(Expr::Slot(slot));
    let product = Box::new(Expr::Arithmetic(Operator::Mul, slot(1), slot(2)));
    let sum = Expr::Arithmetic(Operator::Add, product, slot(3));
    let kind = GoalKind::Compare(Comparison::Equal, Expr::Slot(0), sum);
    GoalRef(Arc::new(Goal { kind, span: Span::default(), strict: false }))
}

/// Where a goal stands.
struct Place<'w> {
    world: &'w World,
    env: &'w [(Slot, TermId)],
    values: &'w Map<UnknownId, TermId>,
}

impl Place<'_> {
    fn sum(&self, expr: &Expr) -> Option<Sum> {
        match expr {
            Expr::Ground(term) => self.term(*term),
            Expr::Slot(slot) => self.term(self.env.iter().find(|(known, _)| known == slot)?.1),
            Expr::Param(number) => self.term(self.world.params[*number]?),
            Expr::Negative(inner) => Sum::default().add(-1, self.sum(inner)?),
            Expr::Arithmetic(Operator::Add, left, right) => self.sum(left)?.add(1, self.sum(right)?),
            Expr::Arithmetic(Operator::Sub, left, right) => self.sum(left)?.add(-1, self.sum(right)?),
            Expr::Arithmetic(Operator::Mul, left, right) => {
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                let (factor, sum) = if left.parts.is_empty() { (left, right) } else { (right, left) };
                factor.parts.is_empty().then_some(())?;
                Sum::default().add(factor.constant, sum)
            }
            _ => None,
        }
    }

    fn term(&self, term: TermId) -> Option<Sum> {
        let term = match self.world.unknown(term) {
            Some(unknown) => *self.values.get(&unknown)?,
            None => term,
        };
        match *self.world.terms.node(term) {
            Node::Int(constant) => Some(Sum { constant, parts: Vec::new() }),
            Node::Var(var) => Some(Sum { constant: 0, parts: vec![(var, 1)] }),
            _ => None,
        }
    }
}
