//! The element at an index (`element`): `z` is the value of the element whose number `i` is.
//!
//! Bound to nothing where the index is the number of no element. Prunes indices whose element cannot be the result, and
//! the result to what the elements left can be: fully (GAC) where values are few, else to bounds.

use super::literal::Presence;
use super::reasons::{disjoint, emptied};
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// The most values that are compared one by one.
const MOST_VALUES: u64 = 64;

/// `result` is `items[index - first]`.
#[derive(Clone, Debug)]
pub struct At {
    /// Chooses the element.
    pub index: VarId,
    /// The index of the first element.
    pub first: i64,
    /// The elements.
    pub items: Vec<VarId>,
    /// The value of the chosen one.
    pub result: VarId,
    /// That the index is the number of an element.
    pub defined: Presence,
}

/// Whether two variables can have the same value; yes where there are too many values to look.
fn meet(store: &Store, left: VarId, right: VarId) -> bool {
    let (low, high) = (store.min(left).max(store.min(right)), store.max(left).min(store.max(right)));
    if low > high {
        return false;
    }
    let fewer = if store.size(left) <= store.size(right) { left } else { right };
    store.size(fewer) > MOST_VALUES
        || store.values(fewer).any(|value| store.contains(left, value) && store.contains(right, value))
}

/// Keeps of `left` what `right` can be.
fn within(store: &mut Store, left: VarId, right: VarId) -> Result<(), Conflict> {
    store.within(left, store.bounds(right))?;
    if store.size(left) <= MOST_VALUES {
        store.retain(left, |store, value| store.contains(right, value))?;
    }
    Ok(())
}

impl At {
    fn item(&self, index: i64) -> Option<VarId> {
        let at = usize::try_from(index.checked_sub(self.first)?).ok()?;
        self.items.get(at).copied()
    }

    /// Keeps of the result what one of these elements can be.
    fn result_within(&self, store: &mut Store, items: &[VarId]) -> Result<(), Conflict> {
        let least = items.iter().map(|&item| store.min(item)).min().ok_or(Conflict)?;
        let most = items.iter().map(|&item| store.max(item)).max().ok_or(Conflict)?;
        store.at_least(self.result, least)?;
        store.at_most(self.result, most)?;
        if store.size(self.result) <= MOST_VALUES {
            store
                .retain(self.result, |store, value| items.iter().any(|&item| store.contains(item, value)))?;
        }
        Ok(())
    }

    /// Why a variable lost values.
    fn why_lost(&self, store: &Store, found: &Found, reason: &mut Reason) -> bool {
        let Some(lost) = found.values(store) else { return false };
        self.defined.because(store, true, reason);
        if found.var == self.index {
            let apart = |item: VarId, reason: &mut Reason| disjoint(store, item, self.result, reason);
            return lost.iter().all(|&index| self.item(index).is_none_or(|item| apart(item, reason)));
        }
        let can = |var: VarId| lost.iter().any(|&value| store.contains(var, value));
        if found.var != self.result {
            reason.whole(store, self.index);
            reason.without(store, self.result, &lost);
            let chosen = store.value(self.index).and_then(|index| self.item(index));
            return chosen == Some(found.var) && !can(self.result);
        }
        for (index, &item) in (self.first..).zip(&self.items) {
            if !store.contains(self.index, index) {
                reason.lacks(store, self.index, index);
            } else if !can(item) {
                reason.without(store, item, &lost);
            } else {
                return false;
            }
        }
        true
    }
}

impl Propagator for At {
    fn spec(&self) -> Spec {
        let own = [self.index, self.result].into_iter().chain(self.defined.vars());
        let cost = if self.items.len() <= 2 { Cost::Constant } else { Cost::Linear };
        Spec::new("element", cost, Events::ANY, own.chain(self.items.iter().copied()))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if self.defined.status(store) != Some(true) {
            return Ok(());
        }
        let last = self.first.saturating_add(self.items.len() as i64 - 1);
        store.at_least(self.index, self.first)?;
        store.at_most(self.index, last)?;
        let indices: Vec<i64> = store.values(self.index).collect();
        let mut items = Vec::with_capacity(indices.len());
        for index in indices {
            match self.item(index) {
                Some(item) if meet(store, item, self.result) => items.push(item),
                _ => store.remove(self.index, index)?,
            }
        }
        self.result_within(store, &items)?;
        match self.item(store.min(self.index)) {
            Some(item) if store.is_fixed(self.index) => {
                within(store, item, self.result)?;
                within(store, self.result, item)
            }
            _ => Ok(()),
        }
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let lost = |found: &Found, reason: &mut Reason| self.why_lost(store, found, reason);
        match found {
            Some(found) => lost(found, reason),
            None => emptied(store, self.index, reason, lost),
        }
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        if !self.defined.holds(value) {
            return true;
        }
        self.item(value(self.index)).is_some_and(|item| value(item) == value(self.result))
    }
}

#[cfg(test)]
mod tests {
    use super::At;
    use crate::solver::constraints::literal::Presence;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| At {
            index: draw.var(0..=4),
            first: 1,
            items: draw.many(1..=3, |draw| draw.some(3, -3..=4)),
            result: draw.scaled(-3..=4),
            defined: Presence::drawn(draw),
        });
    }
}
