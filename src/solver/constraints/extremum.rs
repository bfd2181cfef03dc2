//! The least or the greatest of the elements that are there (`minimum`, `maximum`).
//!
//! Bound to nothing where no element is there. Prunes to bounds: of the elements, of the result, and elements that
//! would surpass the result are not there.

use super::literal::Presence;
use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId};

/// `result` is the greatest or the least of the items that are there, if any is.
#[derive(Clone, Debug)]
pub struct Extremum {
    /// 1 for the greatest; -1 for the least: the greatest of the negatives.
    turn: i64,
    items: Vec<(Presence, VarId)>,
    result: VarId,
    defined: Presence,
}

impl Extremum {
    /// The greatest of the items, or the least, where `defined`: one or more are there. Invariant: no value is the least
    /// number, which has no negative.
    pub fn new(greatest: bool, items: Vec<(Presence, VarId)>, result: VarId, defined: Presence) -> Extremum {
        Extremum { turn: if greatest { 1 } else { -1 }, items, result, defined }
    }

    /// Bounds of `turn * var`.
    fn bounds(&self, store: &Store, var: VarId) -> (i64, i64) {
        if self.turn > 0 { (store.min(var), store.max(var)) } else { (-store.max(var), -store.min(var)) }
    }

    fn at_most(&self, store: &mut Store, var: VarId, bound: i64) -> Result<(), Conflict> {
        if self.turn > 0 { store.at_most(var, bound) } else { store.at_least(var, -bound) }
    }

    fn at_least(&self, store: &mut Store, var: VarId, bound: i64) -> Result<(), Conflict> {
        if self.turn > 0 { store.at_least(var, bound) } else { store.at_most(var, -bound) }
    }
}

impl Propagator for Extremum {
    fn spec(&self) -> Spec {
        let values = [self.result].into_iter().chain(self.items.iter().map(|&(_, var)| var));
        let there = self.items.iter().flat_map(|&(there, _)| there.vars()).chain(self.defined.vars());
        Spec::new("extremum", Cost::Linear, Events::BOUNDS, values).and(Events::ANY, there)
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if self.defined.status(store) != Some(true) {
            return Ok(());
        }
        let (mut least, mut most) = (-i64::MAX, -i64::MAX);
        for &(there, var) in &self.items {
            let here = there.status(store);
            let (low, high) = self.bounds(store, var);
            if here != Some(false) {
                most = most.max(high);
            }
            if here == Some(true) {
                least = least.max(low);
            }
        }
        self.at_least(store, self.result, least)?;
        self.at_most(store, self.result, most)?;
        let (bottom, top) = self.bounds(store, self.result);
        let mut reaching = None;
        let mut several = false;
        for &(there, var) in &self.items {
            let here = there.status(store);
            if here == Some(false) {
                continue;
            }
            let (low, high) = self.bounds(store, var);
            if here == Some(true) {
                self.at_most(store, var, top)?;
            } else if low > top {
                there.set(store, false)?;
                continue;
            }
            if high >= bottom {
                several |= reaching.replace((there, var)).is_some();
            }
        }
        match reaching {
            None => Err(Conflict),
            // Only one element can be the result.
            Some((there, var)) if !several => {
                there.set(store, true)?;
                self.at_least(store, var, bottom)?;
                self.at_most(store, var, top)
            }
            _ => Ok(()),
        }
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let there = self.items.iter().filter(|(there, _)| there.holds(value));
        let greatest = there.map(|&(_, var)| self.turn * value(var)).max();
        !self.defined.holds(value) || greatest == Some(self.turn * value(self.result))
    }
}

#[cfg(test)]
mod tests {
    use super::Extremum;
    use crate::solver::constraints::literal::Presence;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let items = draw.many(1..=3, |draw| (Presence::drawn(draw), draw.some(4, -3..=4)));
            Extremum::new(draw.below(2) == 0, items, draw.scaled(-3..=4), Presence::drawn(draw))
        });
    }
}
