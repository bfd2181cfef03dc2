//! Where prunings go: into the store, or past it in search of the one that is to be explained.
//!
//! A propagator that tells with each pruning why it is so need not be written twice: to explain, it is run past a store that
//! does not change, until it comes to what was found out.

use super::literal::{Presence, equate};
use crate::solver::engine::{Conflict, Found, Store, VarId};

/// Takes what follows, with why.
pub trait Sink<W> {
    /// The domains.
    fn store(&self) -> &Store;

    /// How much has been pruned.
    fn prunings(&self) -> u64 {
        self.store().prunings
    }

    /// A part is there, or not.
    fn set(&mut self, part: Presence, value: bool, why: W) -> Result<(), Conflict>;
    /// A variable has no lesser value.
    fn at_least(&mut self, var: VarId, bound: i64, why: W) -> Result<(), Conflict>;
    /// A variable has no greater value.
    fn at_most(&mut self, var: VarId, bound: i64, why: W) -> Result<(), Conflict>;
    /// A variable has this value.
    fn fix(&mut self, var: VarId, value: i64, why: W) -> Result<(), Conflict>;
    /// A variable does not have this value.
    fn remove(&mut self, var: VarId, value: i64, why: W) -> Result<(), Conflict>;
    /// Two variables have the same value.
    fn equate(&mut self, left: VarId, right: VarId, why: W) -> Result<(), Conflict>;
    /// Nothing is possible.
    fn fail(&mut self, why: W) -> Conflict;
}

impl<W> Sink<W> for Store {
    fn store(&self) -> &Store {
        self
    }

    fn set(&mut self, part: Presence, value: bool, _why: W) -> Result<(), Conflict> {
        part.set(self, value)
    }

    fn at_least(&mut self, var: VarId, bound: i64, _why: W) -> Result<(), Conflict> {
        Store::at_least(self, var, bound)
    }

    fn at_most(&mut self, var: VarId, bound: i64, _why: W) -> Result<(), Conflict> {
        Store::at_most(self, var, bound)
    }

    fn fix(&mut self, var: VarId, value: i64, _why: W) -> Result<(), Conflict> {
        Store::fix(self, var, value)
    }

    fn remove(&mut self, var: VarId, value: i64, _why: W) -> Result<(), Conflict> {
        Store::remove(self, var, value)
    }

    fn equate(&mut self, left: VarId, right: VarId, _why: W) -> Result<(), Conflict> {
        equate(self, left, right)
    }

    fn fail(&mut self, _why: W) -> Conflict {
        Conflict
    }
}

/// Looks for what was found out, or for a conflict, and stops there.
pub struct Explains<'s, W> {
    store: &'s Store,
    /// The variable that lost values, and these; nothing for a conflict.
    lost: Option<(VarId, Vec<i64>)>,
    /// Why that is.
    pub why: Option<W>,
    /// Variables whose domains matter besides.
    pub also: Vec<VarId>,
}

impl<'s, W> Explains<'s, W> {
    /// Nothing if the values lost are not known.
    pub fn new(store: &'s Store, found: Option<&Found>) -> Option<Explains<'s, W>> {
        let lost = match found {
            None => None,
            Some(found) => Some((found.var, found.values(store)?)),
        };
        Some(Explains { store, lost, why: None, also: Vec::new() })
    }

    /// A variable keeps only some values, because of the domains of others as well.
    fn keep(
        &mut self,
        var: VarId,
        keeps: impl Fn(i64) -> bool,
        also: &[VarId],
        why: W,
    ) -> Result<(), Conflict> {
        let wanted = match &self.lost {
            Some((lost, values)) => *lost == var && !values.iter().any(|&value| keeps(value)),
            None => !self.store.values(var).any(keeps),
        };
        if !wanted {
            return Ok(());
        }
        if self.lost.is_none() {
            self.also.push(var);
        }
        self.also.extend_from_slice(also);
        self.why = Some(why);
        Err(Conflict)
    }
}

impl<W: Copy> Sink<W> for Explains<'_, W> {
    fn store(&self) -> &Store {
        self.store
    }

    fn set(&mut self, part: Presence, value: bool, why: W) -> Result<(), Conflict> {
        match part {
            Presence::Always if value => Ok(()),
            Presence::Always => Err(self.fail(why)),
            Presence::If(literal) => self.keep(literal.var, |other| literal.holds(other) == value, &[], why),
            Presence::Equal(left, right) if value => self.equate(left, right, why),
            Presence::Equal(left, right) => match (self.store.value(left), self.store.value(right)) {
                (Some(value), _) => self.keep(right, |other| other != value, &[left], why),
                (_, Some(value)) => self.keep(left, |other| other != value, &[right], why),
                _ => Ok(()),
            },
        }
    }

    fn at_least(&mut self, var: VarId, bound: i64, why: W) -> Result<(), Conflict> {
        self.keep(var, |value| value >= bound, &[], why)
    }

    fn at_most(&mut self, var: VarId, bound: i64, why: W) -> Result<(), Conflict> {
        self.keep(var, |value| value <= bound, &[], why)
    }

    fn fix(&mut self, var: VarId, value: i64, why: W) -> Result<(), Conflict> {
        self.keep(var, |other| other == value, &[], why)
    }

    fn remove(&mut self, var: VarId, value: i64, why: W) -> Result<(), Conflict> {
        self.keep(var, |other| other != value, &[], why)
    }

    fn equate(&mut self, left: VarId, right: VarId, why: W) -> Result<(), Conflict> {
        let store = self.store;
        self.keep(left, |value| store.contains(right, value), &[right], why)?;
        self.keep(right, |value| store.contains(left, value), &[left], why)
    }

    fn fail(&mut self, why: W) -> Conflict {
        self.why = Some(why);
        Conflict
    }
}
