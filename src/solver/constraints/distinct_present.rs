//! All different among the elements that are there.
//!
//! A value taken by an element that is there leaves the others; an element that could only repeat one is not there; more
//! elements than values is a conflict.

use super::literal::Presence;
use crate::base::hash::Set;
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// The items that are there have different values.
#[derive(Clone, Debug)]
pub struct DistinctPresent {
    items: Vec<(Presence, VarId)>,
}

impl DistinctPresent {
    /// Those of the items that are there differ.
    pub fn new(items: Vec<(Presence, VarId)>) -> DistinctPresent {
        DistinctPresent { items }
    }

    /// Takes a value away from all others; whether that fixed or settled one of them.
    fn take(&self, store: &mut Store, own: usize, value: i64) -> Result<bool, Conflict> {
        let mut changed = false;
        for (at, &(there, var)) in self.items.iter().enumerate() {
            if at == own || !store.contains(var, value) {
                continue;
            }
            match there.status(store) {
                Some(true) => {
                    let open = !store.is_fixed(var);
                    store.remove(var, value)?;
                    changed |= open && store.is_fixed(var);
                }
                None if store.is_fixed(var) => {
                    there.set(store, false)?;
                    // The literal may be about an element's own variable.
                    changed = true;
                }
                _ => {}
            }
        }
        Ok(changed)
    }

    /// Claims that another item than one is there and has a value; whether one does.
    fn taken(&self, store: &Store, own: usize, value: i64, reason: &mut Reason) -> bool {
        let has_it = |&(there, var): &(Presence, VarId)| {
            store.value(var) == Some(value) && there.status(store) == Some(true)
        };
        let other = self.items.iter().enumerate().find(|(at, item)| *at != own && has_it(item));
        if let Some((_, &(there, var))) = other {
            there.because(store, true, reason);
            reason.whole(store, var);
        }
        other.is_some()
    }

    /// Claims that too many items are there for the values between their bounds; whether they are.
    fn crowded(&self, store: &Store, reason: &mut Reason) -> bool {
        let sure = || self.items.iter().filter(|(there, _)| there.status(store) == Some(true));
        let (least, most) = sure().fold((i64::MAX, i64::MIN), |(least, most), &(_, var)| {
            (least.min(store.min(var)), most.max(store.max(var)))
        });
        for &(there, var) in sure() {
            there.because(store, true, reason);
            reason.at_least(store, var, least);
            reason.at_most(store, var, most);
        }
        sure().count() > 0 && sure().count() as u64 - 1 > most.abs_diff(least)
    }
}

impl Propagator for DistinctPresent {
    fn spec(&self) -> Spec {
        let there = self.items.iter().flat_map(|&(there, _)| there.vars());
        let values = self.items.iter().map(|&(_, var)| var);
        Spec::new("distinct if there", Cost::Linear, Events::ANY, there.chain(values))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        loop {
            let mut changed = false;
            for (at, &(there, var)) in self.items.iter().enumerate() {
                if there.status(store) == Some(true)
                    && let Some(value) = store.value(var)
                {
                    changed |= self.take(store, at, value)?;
                }
            }
            if !changed {
                break;
            }
        }
        let sure = self.items.iter().filter(|&&(there, _)| there.status(store) == Some(true));
        let bounds = sure.map(|&(_, var)| (store.min(var), store.max(var)));
        let (count, least, most) = bounds
            .fold((0_u64, i64::MAX, i64::MIN), |(count, least, most), (low, high)| {
                (count + 1, least.min(low), most.max(high))
            });
        if count > 0 && count - 1 > most.abs_diff(least) { Err(Conflict) } else { Ok(()) }
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let before = reason.claims.len();
        for (at, &(there, var)) in self.items.iter().enumerate() {
            reason.claims.truncate(before);
            let Some(found) = found else {
                if there.status(store) == Some(true)
                    && store.value(var).is_some_and(|value| self.taken(store, at, value, reason))
                {
                    there.because(store, true, reason);
                    reason.whole(store, var);
                    return true;
                }
                continue;
            };
            if var == found.var && there.status(store) == Some(true) {
                there.because(store, true, reason);
                let Some(lost) = found.values(store) else { return false };
                if lost.iter().all(|&value| self.taken(store, at, value, reason)) {
                    return true;
                }
                reason.claims.truncate(before);
            }
            if let Some(value) = store.value(var)
                && there.takes(store, false, found, reason)
                && self.taken(store, at, value, reason)
            {
                reason.whole(store, var);
                return true;
            }
        }
        reason.claims.truncate(before);
        found.is_none() && self.crowded(store, reason)
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let mut seen = Set::default();
        self.items.iter().filter(|(there, _)| there.holds(value)).all(|&(_, var)| seen.insert(value(var)))
    }
}

#[cfg(test)]
mod tests {
    use super::DistinctPresent;
    use crate::solver::constraints::literal::Presence;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let items = draw.many(2..=4, |draw| (Presence::drawn(draw), draw.some(3, -2..=2)));
            DistinctPresent::new(items)
        });
    }
}
