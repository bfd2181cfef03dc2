//! Conditions on values: what is left of a rule once everything that does not depend on values has been decided.
//!
//! Formulas are kept once each, like terms, and in a normal form (constants folded, parts sorted), so that a law which
//! picks a pair of cells in both orders states one condition, not two.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::hash::Layered;
use crate::base::number::Sign;
use crate::language::program::{Form, Goal, GrammarId, PredicateId, Slot};
use crate::language::term::{FormulaId, Guarded, Part, RelationId, TermId, each_guarded, guarded_anew};

/// A condition on values. What it is made from are numbers `T`, conditions `F` and lists of numbers `L`: those of a board, or
/// steps of a template.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula<T = TermId, F = FormulaId, L = TermId> {
    /// Holds always.
    True,
    /// Holds never.
    False,
    /// A number compared with 0. A number that has no value (a division by 0, the least of nothing) satisfies none.
    Compare(Sign, T),
    /// Two places, or a place and a symbol, have the same value; used where values are symbols.
    Same(T, T),
    /// All hold; at least two, sorted.
    And(Box<[F]>),
    /// One or more hold; at least two, sorted.
    Or(Box<[F]>),
    /// Does not hold.
    Not(F),
    /// The elements that are there have different values.
    Distinct(Box<[Guarded<T, F>]>),
    /// The lists differ pairwise.
    DistinctLists(Box<[L]>),
    /// The values of a list are a word of a line grammar.
    Matches(TermId, GrammarId, Box<[TermId]>),
    /// There is an answer to these goals: a recursive definition that reads values, and what shares its unbound names.
    Walk(Box<[Closure]>),
    /// The elements that are there hang together.
    Connected(Box<[(F, TermId)]>, RelationId),
    /// Steps of a relation, along its direction, lead from the first place to the second.
    Joined(TermId, TermId, RelationId),
    /// The steps of a relation, taken both ways, form something.
    Forms(Form, RelationId),
}

impl<T: Copy, F: Copy, L: Clone> Formula<T, F, L> {
    /// Tells what it is made from, in order; guards before what they guard. Places that are only named do not count, nor
    /// what definitions and grammars are asked with: they are read through their diagrams.
    pub fn each(&self, tell: &mut impl FnMut(Part<T, F, L>)) {
        match self {
            Formula::True | Formula::False | Formula::Matches(..) | Formula::Walk(_) => {}
            Formula::Compare(_, term) => tell(Part::Number(*term)),
            Formula::Same(left, right) => {
                tell(Part::Number(*left));
                tell(Part::Number(*right));
            }
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|&part| tell(Part::Condition(part)));
            }
            Formula::Not(inner) => tell(Part::Condition(*inner)),
            Formula::Distinct(list) => each_guarded(list, tell),
            Formula::DistinctLists(lists) => lists.iter().for_each(|list| tell(Part::List(list.clone()))),
            Formula::Connected(list, relation) => {
                list.iter().for_each(|&(guard, _)| tell(Part::Condition(guard)));
                tell(Part::Relation(*relation));
            }
            Formula::Joined(.., relation) | Formula::Forms(_, relation) => tell(Part::Relation(*relation)),
        }
    }

    /// The same made from other parts, which come in the order in which [`Formula::each`] tells those of this one, the
    /// elements of a list one by one.
    pub fn remade<P>(
        &self,
        next: &mut impl FnMut() -> P,
        length: impl Fn(&L) -> usize,
    ) -> Formula<P, P, Box<[P]>> {
        match self {
            Formula::True => Formula::True,
            Formula::False => Formula::False,
            Formula::Compare(sign, _) => Formula::Compare(*sign, next()),
            Formula::Same(..) => Formula::Same(next(), next()),
            Formula::And(parts) => Formula::And(parts.iter().map(|_| next()).collect()),
            Formula::Or(parts) => Formula::Or(parts.iter().map(|_| next()).collect()),
            Formula::Not(_) => Formula::Not(next()),
            Formula::Distinct(list) => Formula::Distinct(guarded_anew(list, next)),
            Formula::DistinctLists(lists) => Formula::DistinctLists(
                lists.iter().map(|list| (0..length(list)).map(|_| next()).collect()).collect(),
            ),
            Formula::Matches(list, grammar, args) => Formula::Matches(*list, *grammar, args.clone()),
            Formula::Walk(closures) => Formula::Walk(closures.clone()),
            Formula::Connected(list, relation) => {
                Formula::Connected(list.iter().map(|&(_, place)| (next(), place)).collect(), *relation)
            }
            &Formula::Joined(from, to, relation) => Formula::Joined(from, to, relation),
            &Formula::Forms(form, relation) => Formula::Forms(form, relation),
        }
    }
}

/// A goal with the terms of its placeholders; unbound ones are numbered from 0 within one [`Formula::Walk`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Closure {
    /// A call of a definition.
    Call(PredicateId, Box<[TermId]>),
    /// Any other goal.
    Goal(GoalRef, Box<[(Slot, TermId)]>),
}

/// A goal of the program, compared by its place there.
#[derive(Clone, Debug)]
pub struct GoalRef(pub Arc<Goal>);

impl PartialEq for GoalRef {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for GoalRef {}

impl Hash for GoalRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// Parts that all hold, or one of which does: what a formula is looked for by before it is made.
struct Joint<'p> {
    conjunction: bool,
    parts: &'p [FormulaId],
}

impl Joint<'_> {
    fn formula(&self) -> Formula {
        let parts = self.parts.into();
        if self.conjunction { Formula::And(parts) } else { Formula::Or(parts) }
    }
}

impl Hash for Joint<'_> {
    /// As a formula hashes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let none: Formula =
            if self.conjunction { Formula::And(Box::default()) } else { Formula::Or(Box::default()) };
        std::mem::discriminant(&none).hash(state);
        self.parts.hash(state);
    }
}

impl indexmap::Equivalent<Formula> for Joint<'_> {
    fn equivalent(&self, formula: &Formula) -> bool {
        match formula {
            Formula::And(parts) => self.conjunction && **parts == *self.parts,
            Formula::Or(parts) => !self.conjunction && **parts == *self.parts,
            _ => false,
        }
    }
}

/// How deep a formula nests.
fn nesting(nodes: &Layered<Formula, u16>, formula: &Formula) -> u16 {
    let mut nesting = 0;
    formula.each(&mut |part: Part| {
        if let Part::Condition(inner) = part {
            nesting = nodes.entry(inner.0 as usize).1.saturating_add(1).max(nesting);
        }
    });
    nesting
}

/// All formulas of one run.
#[derive(Clone, Debug)]
pub struct Formulas {
    /// Each with how deep it nests.
    nodes: Layered<Formula, u16>,
    deepest: u16,
    defined: bool,
}

impl Default for Formulas {
    fn default() -> Self {
        let mut formulas = Formulas { nodes: Layered::default(), deepest: 0, defined: false };
        formulas.add(Formula::True);
        formulas.add(Formula::False);
        formulas
    }
}

impl Formulas {
    /// The number of a formula that is already in normal form.
    pub fn add(&mut self, formula: Formula) -> FormulaId {
        self.defined |= matches!(formula, Formula::Matches(..) | Formula::Walk(_));
        let numbered = self.nodes.insert(formula, nesting);
        self.numbered(numbered)
    }

    fn numbered(&mut self, (index, new): (usize, bool)) -> FormulaId {
        if new {
            self.deepest = self.deepest.max(*self.nodes.entry(index).1);
        }
        FormulaId(index as u32)
    }

    /// Shares all formulas with every clone to come.
    pub fn freeze(&mut self) {
        self.nodes.freeze();
    }

    /// Whether any of them is a definition or a grammar.
    pub fn has_definitions(&self) -> bool {
        self.defined
    }

    /// How deep the deepest of all formulas nests.
    pub fn deepest(&self) -> u16 {
        self.deepest
    }

    /// The number of a formula, if it has one.
    pub fn find(&self, formula: &Formula) -> Option<FormulaId> {
        self.nodes.find(formula).map(|index| FormulaId(index as u32))
    }

    /// The formula with this number.
    #[inline]
    pub fn get(&self, id: FormulaId) -> &Formula {
        self.nodes.entry(id.0 as usize).0
    }

    /// Holds always, or never.
    pub fn truth(value: bool) -> FormulaId {
        if value { FormulaId::TRUE } else { FormulaId::FALSE }
    }

    /// All of these.
    pub fn and(&mut self, parts: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.join(parts, FormulaId::TRUE, FormulaId::FALSE)
    }

    /// One or more of these.
    pub fn or(&mut self, parts: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.join(parts, FormulaId::FALSE, FormulaId::TRUE)
    }

    /// Joins parts whose `neutral` element vanishes and whose `absorbing` one decides.
    fn join(
        &mut self,
        parts: impl IntoIterator<Item = FormulaId>,
        neutral: FormulaId,
        absorbing: FormulaId,
    ) -> FormulaId {
        let mut parts = parts.into_iter();
        let first = match (parts.next(), parts.size_hint().1) {
            (None, _) => return neutral,
            (Some(only), Some(0)) => return only,
            (first, _) => first,
        };
        let parts = first.into_iter().chain(parts);
        let conjunction = neutral == FormulaId::TRUE;
        let mut flat: SmallVec<[FormulaId; 8]> = SmallVec::new();
        for part in parts {
            if part == neutral {
                continue;
            }
            match self.get(part) {
                Formula::And(inner) if conjunction => flat.extend_from_slice(inner),
                Formula::Or(inner) if !conjunction => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let contrary = |part: &FormulaId| match self.get(*part) {
            Formula::Not(inner) => flat.binary_search(inner).is_ok(),
            _ => false,
        };
        if flat.contains(&absorbing) || flat.iter().any(contrary) {
            return absorbing;
        }
        match flat.len() {
            0 => neutral,
            1 => flat[0],
            _ => {
                let parts = Joint { conjunction, parts: &flat };
                let numbered = self.nodes.insert_as(&parts, || parts.formula(), nesting);
                self.numbered(numbered)
            }
        }
    }

    /// The negation. A comparison is turned around by whoever knows that its number always has a value.
    pub fn not(&mut self, formula: FormulaId) -> FormulaId {
        match self.get(formula) {
            Formula::True => FormulaId::FALSE,
            Formula::False => FormulaId::TRUE,
            Formula::Not(inner) => *inner,
            _ => self.add(Formula::Not(formula)),
        }
    }
}
