//! Choices between several things that hold together, as `L = [.., A, ..M, B, ..], A = 0, B = 0, sum(M) = K` states them:
//! one diagram, as a recursive definition gets it, where that stays small.
//!
//! What other laws say of how often the values of a pattern occur (`count(0, L) = 2`, different digits) goes into its
//! diagram, so that it reads a line as the author of a recursive definition would: the first 0, then the second.

mod derive;
mod made;

use std::sync::Arc;

use super::Model;
use super::shape::Shape;
use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Set};
use crate::base::number::Sign;
use crate::board::formula::Formula;
use crate::language::term::{FormulaId, Node, Open};
use crate::solver::constraints::diagram::{Follows, Layers};
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::constraints::literal::Literal;
use crate::solver::engine::{Conflict, VarId};
use derive::{Said, Sum};

/// The fewest things that hold together in a choice that becomes a diagram; few of them are better told apart by literals.
const FEWEST_PARTS: usize = 3;

/// The most places of a choice that becomes a diagram.
const MOST_PLACES: usize = 40;

/// The most rests of a condition that are met on the way to its diagram.
const MOST_RESTS: usize = 20_000;

/// The most nodes of a diagram that prunes.
const MOST_NODES: usize = 3_000;

/// Choices that wait until all instances are known, and what has been counted.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    waiting: Vec<(FormulaId, Option<u32>)>,
    /// Comparisons of how many literals hold, by the variable of the first.
    counts: Map<VarId, Vec<Linear>>,
}

#[derive(Clone, Debug)]
enum Pattern {
    Decided(bool),
    Layers(Arc<Layers>),
}

/// The variables of a choice in order, with their values.
struct Places {
    vars: Vec<VarId>,
    domains: Vec<Vec<i64>>,
    /// The literals that it mentions.
    literals: Set<Literal>,
}

impl Patterns {
    /// Remembers a comparison of how many literals hold.
    pub(super) fn count(&mut self, linear: &Linear) {
        let is_plain = |&(factor, view): &(i64, View)| factor.abs() == 1 && matches!(view, View::Truth(_));
        if let [(_, View::Truth(first)), _, ..] = linear.terms[..]
            && linear.terms.len() <= MOST_PLACES
            && linear.terms.iter().all(is_plain)
        {
            self.counts.entry(first.var).or_default().push(linear.clone());
        }
    }
}

impl Places {
    /// A sum over values and over literals; nothing if its numbers are too large.
    fn sum(&self, sign: Sign, holds: bool, constant: i64, parts: &[(i64, View)]) -> Option<Sum> {
        let mut terms: Vec<(u32, Box<[i64]>)> = Vec::new();
        for (place, (&var, domain)) in self.vars.iter().zip(&self.domains).enumerate() {
            let own = |view: &View| match view {
                View::Var(other) => *other == var,
                View::Truth(literal) => literal.var == var,
            };
            let mut adds = vec![0_i64; domain.len()].into_boxed_slice();
            for (factor, view) in parts.iter().filter(|(_, view)| own(view)) {
                for (add, &value) in adds.iter_mut().zip(domain) {
                    let number = match view {
                        View::Var(_) => value,
                        View::Truth(literal) => i64::from(literal.holds(value)),
                    };
                    *add = add.checked_add(factor.checked_mul(number)?)?;
                }
            }
            // Sums stay far from overflow.
            let is_small = adds.iter().all(|add| add.unsigned_abs() < 1 << 40);
            if !is_small || constant.unsigned_abs() >= 1 << 60 {
                return None;
            }
            if adds.iter().any(|&add| add != 0) {
                terms.push((place as u32, adds));
            }
        }
        Some(Sum { sign, holds, constant, terms })
    }
}

impl Model {
    /// Makes a choice hold by a diagram, at once or when all instances are known; nothing if it is no choice between things
    /// that hold together, or its diagram would be too large.
    pub(super) fn post_pattern(&mut self, id: FormulaId) -> Option<Result<(), Conflict>> {
        let Formula::Or(parts) = self.truth.world.formulas.get(id) else { return None };
        let is_joint = |&part: &FormulaId| matches!(self.truth.world.formulas.get(part), Formula::And(_));
        if parts.iter().filter(|part| is_joint(part)).count() < FEWEST_PARTS {
            return None;
        }
        if !self.settings.joint {
            return self.post_diagram(id);
        }
        self.patterns.waiting.push((id, self.engine.origin));
        Some(Ok(()))
    }

    /// Posts the choices that have waited.
    pub(super) fn post_patterns(&mut self) {
        for (id, origin) in std::mem::take(&mut self.patterns.waiting) {
            self.engine.origin = origin;
            let posted = self.post_diagram(id).unwrap_or_else(|| self.post_parts(id));
            if posted.is_err() {
                self.impossible.extend(origin);
            }
        }
        self.impossible.sort_unstable();
        self.engine.origin = None;
    }

    fn post_diagram(&mut self, id: FormulaId) -> Option<Result<(), Conflict>> {
        let mut shape = Shape::default();
        shape.take(self, id, u64::MAX).ok()?;
        if shape.scope.len() > MOST_PLACES {
            return None;
        }
        let vars: Vec<VarId> = shape.scope.iter().map(|&unknown| self.var(unknown)).collect();
        let store = &self.engine.store;
        let domains = vars.iter().map(|&var| store.mask(var).map(|_| store.values(var).collect()));
        let domains = domains.collect::<Option<_>>()?;
        let mut places = Places { vars, domains, literals: Set::default() };
        let said = self.said(id, true, &mut places)?;
        let counts = self.counted(&places);
        let said = Said::All(counts.into_iter().map(Said::Sum).chain([said]).collect());
        let pattern = made::recall(&said, &places, || pattern(&said, &places));
        Some(match pattern? {
            Pattern::Decided(true) => Ok(()),
            Pattern::Decided(false) => Err(Conflict),
            Pattern::Layers(layers) => {
                self.engine.post(Box::new(Follows::new(places.vars, layers)));
                Ok(())
            }
        })
    }

    /// What other laws say of how many of the literals hold that a choice mentions.
    fn counted(&self, places: &Places) -> Vec<Sum> {
        let mentions = |view: &View| match view {
            View::Truth(literal) => places.literals.contains(&self.bare(*literal)),
            View::Var(_) => false,
        };
        let mut counts: Vec<Sum> = Vec::new();
        if !self.settings.joint {
            return counts;
        }
        for var in &places.vars {
            let linears = self.patterns.counts.get(var).into_iter().flatten();
            let known = linears.filter(|linear| linear.terms.iter().all(|(_, view)| mentions(view)));
            counts.extend(
                known.filter_map(|linear| places.sum(linear.sign, true, linear.constant, &linear.terms)),
            );
        }
        let mut values: Vec<i64> = places.literals.iter().filter_map(|literal| single(*literal)).collect();
        values.sort_unstable();
        values.dedup();
        for group in self.cages.groups() {
            let inside: Vec<VarId> =
                places.vars.iter().copied().filter(|var| group.binary_search(var).is_ok()).collect();
            for &value in values.iter().filter(|_| inside.len() > 1) {
                let literal = |&var: &VarId| Literal::among(&self.engine.store, var, |other| other == value);
                let terms: Vec<(i64, View)> =
                    inside.iter().filter_map(literal).map(|literal| (1, View::Truth(literal))).collect();
                counts.extend(places.sum(Sign::AtMostZero, true, -1, &terms));
            }
        }
        counts
    }

    /// A literal that says nothing of values its variable does not have.
    fn bare(&self, literal: Literal) -> Literal {
        Literal { mask: literal.mask & self.engine.store.word(literal.var).1, ..literal }
    }

    /// What a condition says, if that is made from sums over values and over what one unknown decides.
    fn said(&mut self, id: FormulaId, holds: bool, places: &mut Places) -> Option<Said> {
        if let Some(literal) = self.known_simple(id) {
            places.literals.insert(self.bare(literal));
            return places.sum(Sign::Zero, holds, -1, &[(1, View::Truth(literal))]).map(Said::Sum);
        }
        let world = self.truth.world.clone();
        match world.formulas.get(id) {
            Formula::Not(inner) => self.said(*inner, !holds, places),
            Formula::And(parts) | Formula::Or(parts) => {
                let all = matches!(world.formulas.get(id), Formula::And(_)) == holds;
                let parts: Option<Vec<Said>> =
                    parts.iter().map(|&part| self.said(part, holds, places)).collect();
                Some(if all { Said::All(parts?) } else { Said::Any(parts?) })
            }
            Formula::Compare(sign, term) => {
                let sum = world.linear(*term);
                let (constant, parts) = super::sums::words(sum.constant, &sum.terms)?;
                let mut terms = Vec::with_capacity(parts.len());
                for (factor, part) in parts {
                    let view = match (world.unknown(part), world.terms.node(part)) {
                        (Some(unknown), _) => View::Var(self.var(unknown)),
                        (None, Node::Open(Open::Truth(condition))) => {
                            View::Truth(self.known_simple(*condition)?)
                        }
                        _ => return None,
                    };
                    terms.push((factor, view));
                }
                places.sum(*sign, holds, constant, &terms).map(Said::Sum)
            }
            _ => None,
        }
    }
}

/// The value of a literal that has one.
fn single(literal: Literal) -> Option<i64> {
    let bit = i64::from(literal.mask.trailing_zeros());
    literal.mask.is_power_of_two().then_some(literal.base + bit)
}

/// What a condition becomes; nothing if it is too large.
fn pattern(said: &Said, places: &Places) -> Option<Pattern> {
    let values: Vec<usize> = places.domains.iter().map(Vec::len).collect();
    let diagram = derive::diagram(said, &values, MOST_RESTS)?;
    match diagram.root {
        Diagram::FALSE => Some(Pattern::Decided(false)),
        Diagram::TRUE => Some(Pattern::Decided(true)),
        _ if diagram.len() > MOST_NODES => None,
        _ => {
            let values = |layer: u32| places.domains[layer as usize].clone();
            Some(Pattern::Layers(Arc::new(Layers::new(&diagram, places.vars.len(), Some, values)?)))
        }
    }
}
