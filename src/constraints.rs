//! Constraints, one file each: what must hold, and the propagator that prunes for it.

pub mod among;
pub mod checked;
pub mod diagram;
pub mod distinct;
pub mod distinct_lists;
pub mod linear;
pub mod reified;
pub mod table;

use crate::engine::{About, Conflict, Store, VarId};

/// All constraints, by name.
pub const ALL: &[&About] = &[
    &among::ABOUT,
    &checked::ABOUT,
    &diagram::ABOUT,
    &distinct::ABOUT,
    &distinct_lists::ABOUT,
    &linear::ABOUT,
    &reified::ABOUT,
    &table::ABOUT,
];

/// The one literal: a variable has a value among these. The variable's domain is one word of bits; the mask's bits are
/// those of the domain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    /// The variable.
    pub var: VarId,
    /// Its values, as bits from the domain's base on.
    pub mask: u64,
}

impl Literal {
    /// Whether it holds, if that is decided.
    pub fn status(self, store: &Store) -> Option<bool> {
        let bits = store.mask(self.var).map_or(0, |(_, bits)| bits);
        if bits & !self.mask == 0 {
            return Some(true);
        }
        (bits & self.mask == 0).then_some(false)
    }

    /// Makes it hold, or not.
    pub fn set(self, store: &mut Store, value: bool) -> Result<(), Conflict> {
        store.keep(self.var, if value { self.mask } else { !self.mask })
    }

    /// Whether it holds for a value of its variable.
    pub fn holds(self, base: i64, value: i64) -> bool {
        self.mask >> (value - base) & 1 == 1
    }

    /// The contrary.
    #[must_use]
    pub fn negated(self) -> Literal {
        Literal { mask: !self.mask, ..self }
    }
}
