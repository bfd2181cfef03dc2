//! Conditions that are a choice between literals, told from their form: nothing is tried out.

use smallvec::SmallVec;

use super::Model;
use crate::base::number::Sign;
use crate::board::formula::Formula;
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Node, Open, TermId};
use crate::solver::constraints::apart::Apart;
use crate::solver::constraints::clause::Clause;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::constraints::literal::Literal;
use crate::solver::engine::{Conflict, VarId};

/// What is known of conditions by their form.
#[derive(Debug, Default)]
pub(super) struct Forms {
    /// By the number of a condition: the literal it is, if it is known to be one.
    literals: Vec<Option<Literal>>,
    /// Room for the parts of a choice, each with whether it is to hold.
    parts: Vec<(FormulaId, bool)>,
}

impl Model {
    /// Makes a condition hold that is a choice between literals, and perhaps that two unknowns differ; nothing if it is none.
    pub(super) fn post_clause(&mut self, id: FormulaId) -> Option<Result<(), Conflict>> {
        let mut parts = std::mem::take(&mut self.forms.parts);
        parts.clear();
        self.choices(id, true, &mut parts);
        let mut differ = None;
        let literals: Option<SmallVec<[Literal; 2]>> = parts
            .iter()
            .filter_map(|&(part, holds)| match self.known_simple(part) {
                Some(literal) => Some(Some(if holds { literal } else { literal.negated() })),
                None if differ.is_none() && self.settings.joint => {
                    differ = self.differing(part, holds);
                    if differ.is_some() { None } else { Some(None) }
                }
                None => Some(None),
            })
            .collect();
        self.forms.parts = parts;
        let choice = Clause::new(literals?);
        let Some((left, right)) = differ else { return Some(self.post_choice(choice)) };
        let Some(unless) = choice.on(&self.engine.store) else { return Some(Ok(())) };
        let apart = Apart::new(left, right, unless.literals().iter().copied())?;
        self.engine.post(Box::new(apart));
        Some(Ok(()))
    }

    /// Two unknowns that differ exactly when a condition holds, or does not; nothing if it says something else.
    fn differing(&self, id: FormulaId, holds: bool) -> Option<(VarId, VarId)> {
        let world = &self.truth.world;
        let (left, right) = match (world.formulas.get(id), holds) {
            (Formula::Same(left, right), false) => (*left, *right),
            (Formula::Compare(Sign::NotZero, term), true) | (Formula::Compare(Sign::Zero, term), false) => {
                let Node::Open(Open::Linear(0, terms)) = world.terms.node(*term) else { return None };
                let ([(1, left), (-1, right)] | [(-1, left), (1, right)]) = **terms else { return None };
                (left, right)
            }
            _ => return None,
        };
        Some((self.var(world.unknown(left)?), self.var(world.unknown(right)?)))
    }

    /// Makes one or more of some literals hold.
    pub(super) fn post_choice(&mut self, choice: Clause) -> Result<(), Conflict> {
        let Some(clause) = choice.on(&self.engine.store) else { return Ok(()) };
        match *clause.literals() {
            [] => return Err(Conflict),
            [only] => return self.hold(only),
            _ => self.engine.post(Box::new(clause)),
        }
        Ok(())
    }

    /// Adds the parts of which one must hold, or not hold, for a condition to hold, or not to.
    pub(super) fn choices(&self, id: FormulaId, holds: bool, found: &mut Vec<(FormulaId, bool)>) {
        match (self.truth.world.formulas.get(id), holds) {
            (Formula::Not(inner), _) => self.choices(*inner, !holds, found),
            (Formula::Or(parts), true) | (Formula::And(parts), false) => {
                parts.iter().for_each(|&part| self.choices(part, holds, found));
            }
            _ => found.push((id, holds)),
        }
    }

    /// The literal of a condition on one unknown, by its form, worked out once; nothing for other conditions.
    pub(super) fn known_simple(&mut self, id: FormulaId) -> Option<Literal> {
        let number = id.0 as usize;
        if let Some(&Some(literal)) = self.forms.literals.get(number) {
            return Some(literal);
        }
        let literal = self.simple(id)?;
        if self.forms.literals.len() <= number {
            self.forms.literals.resize((number + 1).next_power_of_two(), None);
        }
        self.forms.literals[number] = Some(literal);
        Some(literal)
    }

    /// The literal of a condition on one unknown, by its form; nothing for other conditions.
    fn simple(&self, id: FormulaId) -> Option<Literal> {
        let world = &self.truth.world;
        match world.formulas.get(id) {
            Formula::Same(left, right) => {
                let is_place = |term: TermId| matches!(world.terms.node(term), Node::Place(..));
                let (place, value) = match (is_place(*left), is_place(*right)) {
                    (true, false) => (*left, *right),
                    (false, true) => (*right, *left),
                    _ => return None,
                };
                let unknown = world.unknown(place)?;
                let code = self.truth.fixed_code(value)?;
                self.accepting(unknown, |value| value == code)
            }
            Formula::Compare(sign, term) => {
                let (constant, factor, unknown) = self.multiple(*term)?;
                self.accepting(unknown, |value| sign.holds(constant + factor * i128::from(value)))
            }
            Formula::Not(inner) => Some(self.simple(*inner)?.negated()),
            Formula::And(parts) => self.merged(parts, |all, more| all & more),
            Formula::Or(parts) => self.merged(parts, |all, more| all | more),
            _ => None,
        }
    }

    /// That an unknown has one of the values that a test accepts; nothing if its domain is no single word.
    fn accepting(&self, unknown: UnknownId, accept: impl Fn(i64) -> bool) -> Option<Literal> {
        let var = self.var(unknown);
        let (base, bits) = self.engine.store.mask(var)?;
        let (mut left, mut mask) = (bits, 0);
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            mask |= u64::from(accept(base + i64::from(bit))) << bit;
        }
        Some(Literal { var, base, mask })
    }

    /// `constant + factor * unknown`, with numbers far from overflow.
    fn multiple(&self, term: TermId) -> Option<(i128, i128, UnknownId)> {
        let world = &self.truth.world;
        if let Some(unknown) = world.unknown(term) {
            return Some((0, 1, unknown));
        }
        let Node::Open(Open::Linear(constant, terms)) = world.terms.node(term) else { return None };
        let [(factor, place)] = **terms else { return None };
        let small = constant.unsigned_abs() < 1 << 100 && factor.unsigned_abs() < 1 << 60;
        small.then_some((*constant, factor, world.unknown(place)?))
    }

    /// Parts about one unknown as one literal.
    fn merged(&self, parts: &[FormulaId], join: impl Fn(u64, u64) -> u64) -> Option<Literal> {
        let (&first, rest) = parts.split_first()?;
        rest.iter().try_fold(self.simple(first)?, |all, &part| {
            let more = self.simple(part)?;
            (all.var == more.var).then(|| Literal { mask: join(all.mask, more.mask), ..all })
        })
    }

    /// The literals of a sum that is at most 0 unless all its terms are as large as they can be.
    pub(super) fn choice_of(&self, linear: &Linear) -> Option<Clause> {
        let store = &self.engine.store;
        let (_, high) = linear.bounds(store);
        if linear.sign != Sign::AtMostZero || high <= 0 {
            return None;
        }
        let mut literals: SmallVec<[Literal; 2]> = SmallVec::with_capacity(linear.terms.len());
        for &(factor, view) in &linear.terms {
            let below = match view {
                View::Truth(literal) => match literal.status(store) {
                    Some(_) => continue,
                    None if factor > 0 => literal.negated(),
                    None => literal,
                },
                View::Var(var) => {
                    let (base, bits) = store.mask(var)?;
                    match bits.count_ones() {
                        1 => continue,
                        2 => {}
                        _ => return None,
                    }
                    let lowest = bits & bits.wrapping_neg();
                    Literal { var, base, mask: if factor > 0 { lowest } else { bits ^ lowest } }
                }
            };
            let (least, most) = view.bounds(store);
            if high - factor.abs() * (most - least) > 0 {
                return None;
            }
            literals.push(below);
        }
        Some(Clause::new(literals))
    }
}
