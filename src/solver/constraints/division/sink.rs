//! Prunes for a division, and remembers where to look first for reasons.

use smallvec::SmallVec;

use super::reasons::Why;
use crate::base::hash::Map;
use crate::solver::constraints::literal::{Presence, equate};
use crate::solver::constraints::sink::Sink;
use crate::solver::engine::{Conflict, Store, VarId};

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

impl Sink<Why> for Prunes<'_> {
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
