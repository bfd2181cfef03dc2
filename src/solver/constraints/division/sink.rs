//! Where the prunings of a division go: into the store, or past it in search of the one that is to be explained.

use smallvec::SmallVec;

use super::reasons::Why;
use crate::base::hash::Map;
use crate::solver::constraints::literal::{Presence, equate};
use crate::solver::engine::{Conflict, Found, Store, VarId};

/// Takes what follows, with why.
pub(super) trait Sink {
    /// The domains.
    fn store(&self) -> &Store;

    /// How much has been pruned.
    fn prunings(&self) -> u64 {
        self.store().prunings
    }

    /// A part is there, or not.
    fn set(&mut self, part: Presence, value: bool, why: Why) -> Result<(), Conflict>;
    /// A variable has no lesser value.
    fn at_least(&mut self, var: VarId, bound: i64, why: Why) -> Result<(), Conflict>;
    /// A variable has no greater value.
    fn at_most(&mut self, var: VarId, bound: i64, why: Why) -> Result<(), Conflict>;
    /// A variable has this value.
    fn fix(&mut self, var: VarId, value: i64, why: Why) -> Result<(), Conflict>;
    /// A variable does not have this value.
    fn remove(&mut self, var: VarId, value: i64, why: Why) -> Result<(), Conflict>;
    /// Two variables have the same value.
    fn equate(&mut self, left: VarId, right: VarId, why: Why) -> Result<(), Conflict>;
    /// Nothing is possible.
    fn fail(&mut self, why: Why) -> Conflict;
}

/// Prunes, and remembers which region led to what.
pub(super) struct Prunes<'s> {
    pub(super) store: &'s mut Store,
    pub(super) traces: &'s mut Traces,
}

/// Where each variable was last pruned by the region of a group, and where the last conflict was: where to look first for
/// the reason. What is found there is found anew, so that a trace that is out of date does no harm.
#[derive(Clone, Default, Debug)]
pub(super) struct Traces {
    pub(super) of: Map<VarId, u32>,
    pub(super) conflict: Option<u32>,
}

impl Prunes<'_> {
    fn trace(
        &mut self,
        vars: &[VarId],
        why: Why,
        act: impl FnOnce(&mut Store) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        let Why::Grown(group) = why else {
            self.traces.conflict = None;
            return act(self.store);
        };
        self.traces.conflict = Some(group);
        let before = self.store.prunings;
        let done = act(self.store);
        if self.store.prunings > before {
            self.traces.of.extend(vars.iter().map(|&var| (var, group)));
        }
        done
    }
}

impl Sink for Prunes<'_> {
    fn store(&self) -> &Store {
        self.store
    }

    fn set(&mut self, part: Presence, value: bool, why: Why) -> Result<(), Conflict> {
        let vars: SmallVec<[VarId; 2]> = part.vars().collect();
        self.trace(&vars, why, |store| part.set(store, value))
    }

    fn at_least(&mut self, var: VarId, bound: i64, why: Why) -> Result<(), Conflict> {
        self.trace(&[var], why, |store| store.at_least(var, bound))
    }

    fn at_most(&mut self, var: VarId, bound: i64, why: Why) -> Result<(), Conflict> {
        self.trace(&[var], why, |store| store.at_most(var, bound))
    }

    fn fix(&mut self, var: VarId, value: i64, why: Why) -> Result<(), Conflict> {
        self.trace(&[var], why, |store| store.fix(var, value))
    }

    fn remove(&mut self, var: VarId, value: i64, why: Why) -> Result<(), Conflict> {
        self.trace(&[var], why, |store| store.remove(var, value))
    }

    fn equate(&mut self, left: VarId, right: VarId, why: Why) -> Result<(), Conflict> {
        self.trace(&[left, right], why, |store| equate(store, left, right))
    }

    fn fail(&mut self, why: Why) -> Conflict {
        self.traces.conflict = if let Why::Grown(group) = why { Some(group) } else { None };
        Conflict
    }
}

/// Looks for what was found out, or for a conflict, and stops there.
pub(super) struct Explains<'s> {
    store: &'s Store,
    /// The variable that lost values, and these; nothing for a conflict.
    lost: Option<(VarId, Vec<i64>)>,
    /// Why that is.
    pub(super) why: Option<Why>,
    /// Variables whose domains matter besides.
    pub(super) also: Vec<VarId>,
}

impl<'s> Explains<'s> {
    /// Nothing if the values lost are not known.
    pub(super) fn new(store: &'s Store, found: Option<&Found>) -> Option<Explains<'s>> {
        let lost = match found {
            None => None,
            Some(found) => {
                let first =
                    store.start(found.var)? + 64 * i64::from(found.lost.word - store.first_word(found.var));
                let bits = (0..64).filter(|bit| found.lost.values >> bit & 1 == 1);
                Some((found.var, bits.map(|bit| first + bit).collect()))
            }
        };
        Some(Explains { store, lost, why: None, also: Vec::new() })
    }

    /// A variable keeps only some values, because of the domains of others as well.
    fn keep(
        &mut self,
        var: VarId,
        keeps: impl Fn(i64) -> bool,
        also: &[VarId],
        why: Why,
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

impl Sink for Explains<'_> {
    fn store(&self) -> &Store {
        self.store
    }

    fn set(&mut self, part: Presence, value: bool, why: Why) -> Result<(), Conflict> {
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

    fn at_least(&mut self, var: VarId, bound: i64, why: Why) -> Result<(), Conflict> {
        self.keep(var, |value| value >= bound, &[], why)
    }

    fn at_most(&mut self, var: VarId, bound: i64, why: Why) -> Result<(), Conflict> {
        self.keep(var, |value| value <= bound, &[], why)
    }

    fn fix(&mut self, var: VarId, value: i64, why: Why) -> Result<(), Conflict> {
        self.keep(var, |other| other == value, &[], why)
    }

    fn remove(&mut self, var: VarId, value: i64, why: Why) -> Result<(), Conflict> {
        self.keep(var, |other| other != value, &[], why)
    }

    fn equate(&mut self, left: VarId, right: VarId, why: Why) -> Result<(), Conflict> {
        let store = self.store;
        self.keep(left, |value| store.contains(right, value), &[right], why)?;
        self.keep(right, |value| store.contains(left, value), &[left], why)
    }

    fn fail(&mut self, why: Why) -> Conflict {
        self.why = Some(why);
        Conflict
    }
}
