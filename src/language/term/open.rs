//! Numbers that depend on the values of places: an operation and what it is made from.

use super::{FormulaId, RelationId, TermId};

/// A list element with the condition under which it is there.
pub type Guarded<T = TermId, F = FormulaId> = (F, T);

/// A term that depends on the values of places. What it is made from are numbers `T` and conditions `F`: those of a board, or
/// steps of a template.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Open<T = TermId, F = FormulaId> {
    /// `constant + sum of factor * term`; terms are places or other open terms, sorted, factors not 0.
    Linear(i128, Box<[(i128, T)]>),
    /// The product of two.
    Mul(T, T),
    /// The quotient, rounded down.
    Div(T, T),
    /// The remainder, with the divisor's sign.
    Mod(T, T),
    /// The absolute value.
    Abs(T),
    /// The least of the elements that are there.
    Min(Box<[Guarded<T, F>]>),
    /// The greatest of the elements that are there.
    Max(Box<[Guarded<T, F>]>),
    /// The product of the elements that are there.
    Product(Box<[Guarded<T, F>]>),
    /// The element at an index that depends on values.
    Nth(T, Box<[T]>),
    /// 1 if the formula holds, else 0.
    Truth(F),
    /// A list whose length depends on values.
    List(Box<[Guarded<T, F>]>),
    /// The places joined to a place by a relation, itself among them.
    Reach(TermId, RelationId),
    /// How many places are joined to a place by a relation, itself counted.
    ReachSize(TermId, RelationId),
}

/// What a condition or an open number is made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part<T = TermId, F = FormulaId, L = TermId> {
    /// A number, or another value.
    Number(T),
    /// A condition.
    Condition(F),
    /// A list, for what its elements are.
    List(L),
    /// The steps of a relation.
    Relation(RelationId),
}

impl<T: Copy, F: Copy> Open<T, F> {
    /// Tells what it is made from, in order; guards before what they guard. Places that are only named do not count.
    pub fn each<L>(&self, tell: &mut impl FnMut(Part<T, F, L>)) {
        match self {
            Open::Linear(_, terms) => terms.iter().for_each(|&(_, term)| tell(Part::Number(term))),
            Open::Mul(left, right) | Open::Div(left, right) | Open::Mod(left, right) => {
                tell(Part::Number(*left));
                tell(Part::Number(*right));
            }
            Open::Abs(inner) => tell(Part::Number(*inner)),
            Open::Min(list) | Open::Max(list) | Open::Product(list) | Open::List(list) => {
                each_guarded(list, tell);
            }
            Open::Nth(index, list) => {
                tell(Part::Number(*index));
                list.iter().for_each(|&term| tell(Part::Number(term)));
            }
            Open::Truth(formula) => tell(Part::Condition(*formula)),
            Open::Reach(_, relation) | Open::ReachSize(_, relation) => tell(Part::Relation(*relation)),
        }
    }

    /// The same made from other parts, which come in the order in which [`Open::each`] tells those of this one.
    pub fn remade<P>(&self, next: &mut impl FnMut() -> P) -> Open<P, P> {
        match self {
            Open::Linear(constant, terms) => {
                Open::Linear(*constant, terms.iter().map(|&(factor, _)| (factor, next())).collect())
            }
            Open::Mul(..) => Open::Mul(next(), next()),
            Open::Div(..) => Open::Div(next(), next()),
            Open::Mod(..) => Open::Mod(next(), next()),
            Open::Abs(_) => Open::Abs(next()),
            Open::Min(list) => Open::Min(guarded_anew(list, next)),
            Open::Max(list) => Open::Max(guarded_anew(list, next)),
            Open::Product(list) => Open::Product(guarded_anew(list, next)),
            Open::Nth(_, list) => Open::Nth(next(), list.iter().map(|_| next()).collect()),
            Open::Truth(_) => Open::Truth(next()),
            Open::List(list) => Open::List(guarded_anew(list, next)),
            &Open::Reach(from, relation) => Open::Reach(from, relation),
            &Open::ReachSize(from, relation) => Open::ReachSize(from, relation),
        }
    }
}

/// Tells the parts of a list, each guard before its element.
pub fn each_guarded<T: Copy, F: Copy, L>(list: &[Guarded<T, F>], tell: &mut impl FnMut(Part<T, F, L>)) {
    for &(guard, term) in list {
        tell(Part::Condition(guard));
        tell(Part::Number(term));
    }
}

/// A list of the same length of other parts.
pub fn guarded_anew<T, F, P>(list: &[Guarded<T, F>], next: &mut impl FnMut() -> P) -> Box<[Guarded<P, P>]> {
    list.iter().map(|_| (next(), next())).collect()
}
