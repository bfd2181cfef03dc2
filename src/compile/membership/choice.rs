//! What a condition says of reach: places that are joined or kept apart, or how many of some places one reaches; unless
//! literals hold.

use crate::base::number::Sign;
use crate::board::formula::Formula;
use crate::compile::Model;
use crate::language::term::{FormulaId, Node, Open, RelationId, TermId};
use crate::solver::constraints::literal::Literal;

/// What a choice says of reach, besides literals.
#[derive(Default)]
pub(super) struct Choice {
    pub(super) unless: Vec<Literal>,
    pub(super) joined: Vec<(TermId, TermId)>,
    pub(super) apart: Vec<(TermId, TermId)>,
    pub(super) counted: Option<Counted>,
    pub(super) relations: Vec<RelationId>,
}

/// How many of some places a place reaches: at least, and at most.
pub(super) struct Counted {
    pub(super) pairs: Vec<(TermId, TermId)>,
    pub(super) low: u32,
    pub(super) high: u32,
}

impl Model {
    /// The parts of a choice, if some speak of reach and all others are literals.
    pub(super) fn reach_choice(&mut self, id: FormulaId) -> Option<Choice> {
        let mut parts = Vec::new();
        self.choices(id, true, &mut parts);
        let world = self.truth.world.clone();
        let joined = |id: FormulaId| match *world.formulas.get(id) {
            Formula::Joined(left, right, relation) => Some((left, right, relation)),
            _ => None,
        };
        let counts = |id: FormulaId| match *world.formulas.get(id) {
            Formula::Compare(sign, term) => match world.terms.node(term) {
                Node::Open(Open::Linear(constant, terms)) => match *world.terms.node(terms.first()?.1) {
                    Node::Open(Open::Truth(first)) => joined(first).map(|_| (sign, *constant, terms)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        if !parts.iter().any(|&(part, _)| joined(part).is_some() || counts(part).is_some()) {
            return None;
        }
        let mut choice = Choice::default();
        for (part, holds) in parts {
            if let Some((left, right, relation)) = joined(part) {
                choice.relations.push(relation);
                if holds { &mut choice.joined } else { &mut choice.apart }.push((left, right));
            } else if let Some((sign, constant, terms)) = counts(part).filter(|_| holds) {
                let mut pairs = Vec::with_capacity(terms.len());
                for &(_, term) in terms {
                    let Node::Open(Open::Truth(part)) = *world.terms.node(term) else { return None };
                    let (left, right, relation) = joined(part)?;
                    choice.relations.push(relation);
                    pairs.push((left, right));
                }
                let factor = terms[0].0;
                let even = factor.abs() == 1 && terms.iter().all(|&(other, _)| other == factor);
                let wanted = u32::try_from(-constant * factor).ok().filter(|_| even)?;
                let (low, high) = match (sign, factor > 0) {
                    (Sign::Zero, _) => (wanted, wanted),
                    (Sign::AtMostZero, true) => (0, wanted),
                    (Sign::AtMostZero, false) => (wanted, u32::MAX - 1),
                    (Sign::NotZero, _) => return None,
                };
                if choice.counted.replace(Counted { pairs, low, high }).is_some() {
                    return None;
                }
            } else {
                let literal = self.known_simple(part)?;
                choice.unless.push(if holds { literal } else { literal.negated() });
            }
        }
        choice.relations.dedup();
        let goes_both_ways = |relation: &RelationId| world.relations[relation.0 as usize].one_way.is_none();
        choice.relations.iter().all(goes_both_ways).then_some(choice)
    }
}
