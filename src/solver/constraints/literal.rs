//! Conditions that propagators ask and set: literals, and whether a part of a list or a graph is there.

use crate::solver::engine::{Conflict, Found, Reason, Store, VarId};

/// A variable has a value among these. Invariant: the variable's domain is one word of bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The variable.
    pub var: VarId,
    /// The value of the lowest bit.
    pub base: i64,
    /// Its values, as bits from the base on.
    pub mask: u64,
}

impl Literal {
    /// That a new variable of 0 and 1 is 1.
    pub fn fresh(store: &mut Store) -> Literal {
        Literal { var: store.add_range(0, 1), base: 0, mask: 0b10 }
    }

    /// That a variable has one of the values that a test accepts; nothing if its domain is no single word.
    pub fn among(store: &Store, var: VarId, accept: impl Fn(i64) -> bool) -> Option<Literal> {
        let (base, _) = store.mask(var)?;
        let values = store.values(var).filter(|&value| accept(value));
        Some(Literal { var, base, mask: values.fold(0, |mask, value| mask | 1 << (value - base)) })
    }

    /// Whether it holds, if that is decided.
    #[inline]
    pub fn status(self, store: &Store) -> Option<bool> {
        let (_, bits) = store.word(self.var);
        if bits & !self.mask == 0 {
            return Some(true);
        }
        (bits & self.mask == 0).then_some(false)
    }

    /// Makes it hold, or not.
    pub fn set(self, store: &mut Store, value: bool) -> Result<(), Conflict> {
        store.keep(self.var, if value { self.mask } else { !self.mask })
    }

    /// Claims that it holds, or not.
    pub fn because(self, store: &Store, value: bool, reason: &mut Reason) {
        reason.within(store, self.var, if value { self.mask } else { !self.mask });
    }

    /// Whether it holds for a value of its variable.
    pub fn holds(self, value: i64) -> bool {
        self.mask >> (value - self.base) & 1 == 1
    }

    /// The negation.
    #[must_use]
    pub fn negated(self) -> Literal {
        Literal { mask: !self.mask, ..self }
    }
}

/// The condition under which an element of a list, a number, a node or an edge is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// There whatever the values are.
    Always,
    /// A literal holds.
    If(Literal),
    /// Two variables have the same value. Their domains are bits, not intervals.
    Equal(VarId, VarId),
}

impl Presence {
    /// Whether it is there, if that is decided.
    #[inline]
    pub fn status(self, store: &Store) -> Option<bool> {
        match self {
            Presence::Always => Some(true),
            Presence::If(literal) => literal.status(store),
            Presence::Equal(left, right) => match (store.value(left), store.value(right)) {
                (Some(value), Some(other)) => Some(value == other),
                (Some(value), None) => (!store.contains(right, value)).then_some(false),
                (None, Some(value)) => (!store.contains(left, value)).then_some(false),
                (None, None) => (!meet(store, left, right)).then_some(false),
            },
        }
    }

    /// Makes it be there, or not.
    pub fn set(self, store: &mut Store, value: bool) -> Result<(), Conflict> {
        match self {
            Presence::Always if value => Ok(()),
            Presence::Always => Err(Conflict),
            Presence::If(literal) => literal.set(store, value),
            Presence::Equal(left, right) if value => equate(store, left, right),
            Presence::Equal(left, right) => match (store.value(left), store.value(right)) {
                (Some(value), _) => store.remove(right, value),
                (_, Some(value)) => store.remove(left, value),
                _ => Ok(()),
            },
        }
    }

    /// Whether it is there for these values.
    pub fn holds(self, value: &dyn Fn(VarId) -> i64) -> bool {
        match self {
            Presence::Always => true,
            Presence::If(literal) => literal.holds(value(literal.var)),
            Presence::Equal(left, right) => value(left) == value(right),
        }
    }

    /// Claims that it is there, or not, as is decided.
    pub fn because(self, store: &Store, value: bool, reason: &mut Reason) {
        match self {
            Presence::Always => {}
            Presence::If(literal) => literal.because(store, value, reason),
            Presence::Equal(left, right) => match (value, store.value(left), store.value(right)) {
                (false, Some(value), _) => {
                    reason.whole(store, left);
                    reason.lacks(store, right, value);
                }
                (false, _, Some(value)) => {
                    reason.whole(store, right);
                    reason.lacks(store, left, value);
                }
                _ => [left, right].iter().for_each(|&var| reason.whole(store, var)),
            },
        }
    }

    /// Whether it takes away what was lost if it is there, or if it is not; claims what that needs besides.
    pub fn takes(self, store: &Store, value: bool, found: &Found, reason: &mut Reason) -> bool {
        match self {
            Presence::If(literal) if literal.var == found.var => {
                found.spares(if value { literal.mask } else { !literal.mask })
            }
            Presence::Equal(left, right) if [left, right].contains(&found.var) => {
                let other = if found.var == left { right } else { left };
                let Some(lost) = found.values(store) else { return false };
                match store.value(other) {
                    _ if value && !lost.iter().any(|&value| store.contains(other, value)) => {
                        reason.without(store, other, &lost);
                        true
                    }
                    Some(only) if !value && lost == [only] => {
                        reason.whole(store, other);
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The variables that decide.
    pub fn vars(self) -> impl Iterator<Item = VarId> {
        let (first, second) = match self {
            Presence::Always => (None, None),
            Presence::If(literal) => (Some(literal.var), None),
            Presence::Equal(left, right) => (Some(left), Some(right)),
        };
        first.into_iter().chain(second)
    }

    /// The literal that decides, if one does.
    pub fn literal(self) -> Option<Literal> {
        if let Presence::If(literal) = self { Some(literal) } else { None }
    }
}

/// Whether two variables have a possible value in common.
fn meet(store: &Store, left: VarId, right: VarId) -> bool {
    match (store.mask(left), store.mask(right)) {
        (Some((base, bits)), Some((other, others))) if base == other => bits & others != 0,
        _ => store.values(left).any(|value| store.contains(right, value)),
    }
}

/// Gives two variables the same possible values.
pub fn equate(store: &mut Store, left: VarId, right: VarId) -> Result<(), Conflict> {
    for (var, other) in [(left, right), (right, left)] {
        store.retain(var, |store, value| store.contains(other, value))?;
    }
    Ok(())
}

/// Random ones for the judge.
#[cfg(test)]
mod random {
    use super::{Literal, Presence};
    use crate::solver::engine::judge::Draw;

    impl Literal {
        /// About a new variable of three values.
        pub(crate) fn drawn(draw: &mut Draw) -> Literal {
            Literal { var: draw.var(3..=5), base: 3, mask: draw.int(1..=6) as u64 }
        }
    }

    impl Presence {
        /// Always there, or decided by a new variable.
        pub(crate) fn drawn(draw: &mut Draw) -> Presence {
            match draw.below(3) {
                0 => Presence::Always,
                _ => Presence::If(Literal { var: draw.var(3..=4), base: 3, mask: 0b10 }),
            }
        }
    }
}
