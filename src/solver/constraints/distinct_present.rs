//! All different among the elements that are there.
//!
//! A value taken by an element that is there leaves the others; an element that could only repeat one is not there; more
//! elements than values is a conflict.

use super::literal::Presence;
use crate::base::hash::Set;
use crate::solver::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

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
}

/// What people are told.
pub const ABOUT: About = About {
    name: "distinct if there",
    meaning: "the elements that are there differ",
    prunes: "values taken by an element that is surely there",
};

impl Propagator for DistinctPresent {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        let there = self.items.iter().flat_map(|&(there, _)| there.vars());
        let values = self.items.iter().map(|&(_, var)| (var, Events::ANY));
        there.map(|var| (var, Events::ANY)).chain(values).collect()
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
    fn keeps_its_promises() {
        judge(|random, store| {
            let wide = *random.pick(&[1, 1, 40]);
            let items = (0..2 + random.below(3))
                .map(|_| {
                    let values = (0..3).map(|_| wide * (random.below(5) as i64 - 2)).collect::<Vec<_>>();
                    (Presence::drawn(random, store), store.add(values))
                })
                .collect();
            Box::new(DistinctPresent::new(items))
        });
    }
}
