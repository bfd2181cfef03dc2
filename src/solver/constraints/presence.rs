//! Whether something is there: an element of a list whose length depends on values, or a number that may have no value.

use super::Literal;
use crate::solver::engine::{Conflict, Store, VarId};

/// A literal with the base of its variable's domain; nothing for what is always there.
#[derive(Clone, Copy, Debug)]
pub struct Presence(pub Option<(Literal, i64)>);

impl Presence {
    /// There whatever the values are.
    pub const ALWAYS: Presence = Presence(None);

    /// Whether it is there, if that is decided.
    pub fn status(self, store: &Store) -> Option<bool> {
        self.0.map_or(Some(true), |(literal, _)| literal.status(store))
    }

    /// Makes it be there, or not.
    pub fn set(self, store: &mut Store, value: bool) -> Result<(), Conflict> {
        match self.0 {
            Some((literal, _)) => literal.set(store, value),
            None if value => Ok(()),
            None => Err(Conflict),
        }
    }

    /// Whether it is there for these values.
    pub fn holds(self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.0.is_none_or(|(literal, base)| literal.holds(base, value(literal.var)))
    }

    /// The variable that decides.
    pub fn var(self) -> Option<VarId> {
        self.0.map(|(literal, _)| literal.var)
    }
}

#[cfg(test)]
impl Presence {
    /// Always there, or decided by a new variable.
    pub fn drawn(random: &mut crate::solver::engine::judge::Random, store: &mut Store) -> Presence {
        match random.below(3) {
            0 => Presence::ALWAYS,
            _ => Presence(Some((Literal { var: store.add_range(3, 4), mask: 0b10 }, 3))),
        }
    }
}
