//! The least or the greatest of the elements that are there (`minimum`, `maximum`).
//!
//! Bound to nothing where no element is there. Prunes to bounds: of the elements, of the result, and elements that
//! would surpass the result are not there.

use super::literal::Presence;
use super::reasons::emptied;
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

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

    /// Claims that `turn * var` is no less than a bound.
    fn no_less(&self, store: &Store, var: VarId, bound: i64, reason: &mut Reason) {
        if self.turn > 0 { reason.at_least(store, var, bound) } else { reason.at_most(store, var, -bound) }
    }

    /// Claims that `turn * var` is no greater than a bound.
    fn no_greater(&self, store: &Store, var: VarId, bound: i64, reason: &mut Reason) {
        if self.turn > 0 { reason.at_most(store, var, bound) } else { reason.at_least(store, var, -bound) }
    }

    /// Claims that no item, but for one, goes beyond a bound; whether none does.
    fn none_beyond(&self, store: &Store, but: Option<usize>, bound: i64, reason: &mut Reason) -> bool {
        let others = self.items.iter().enumerate().filter(|(at, _)| Some(*at) != but);
        others.map(|(_, item)| item).all(|&(there, var)| {
            if there.status(store) == Some(false) {
                there.because(store, false, reason);
            } else {
                self.no_greater(store, var, bound, reason);
            }
            there.status(store) == Some(false) || self.bounds(store, var).1 <= bound
        })
    }

    /// Claims that only one item can be the result; whether that is so.
    fn only(&self, store: &Store, at: usize, reason: &mut Reason) -> bool {
        let (bottom, _) = self.bounds(store, self.result);
        self.no_less(store, self.result, bottom, reason);
        self.none_beyond(store, Some(at), bottom - 1, reason)
    }

    /// Why the result is not between two numbers.
    fn why_result(&self, store: &Store, low: i64, high: i64, reason: &mut Reason) -> bool {
        let surpasses = |&&(there, var): &&(Presence, VarId)| {
            there.status(store) == Some(true) && self.bounds(store, var).0 > high
        };
        if let Some(&(there, var)) = self.items.iter().find(surpasses) {
            there.because(store, true, reason);
            self.no_less(store, var, high + 1, reason);
            return true;
        }
        self.none_beyond(store, None, low - 1, reason)
    }

    /// Why an item is not between two numbers.
    fn why_item(&self, store: &Store, at: usize, (low, high): (i64, i64), reason: &mut Reason) -> bool {
        let (there, _) = self.items[at];
        let (bottom, top) = self.bounds(store, self.result);
        if there.status(store) == Some(true) && top < low {
            there.because(store, true, reason);
            self.no_greater(store, self.result, low - 1, reason);
            return true;
        }
        if top < low {
            self.no_greater(store, self.result, low - 1, reason);
        }
        (top < low || high < bottom) && self.only(store, at, reason)
    }

    /// Why an item is there, or not.
    fn why_there(&self, store: &Store, at: usize, found: &Found, reason: &mut Reason) -> bool {
        let (there, var) = self.items[at];
        let (_, top) = self.bounds(store, self.result);
        if self.bounds(store, var).0 > top && there.takes(store, false, found, reason) {
            self.no_less(store, var, top + 1, reason);
            self.no_greater(store, self.result, top, reason);
            return true;
        }
        there.takes(store, true, found, reason) && self.only(store, at, reason)
    }

    fn at_most(&self, store: &mut Store, var: VarId, bound: i64) -> Result<(), Conflict> {
        if self.turn > 0 { store.at_most(var, bound) } else { store.at_least(var, -bound) }
    }

    fn at_least(&self, store: &mut Store, var: VarId, bound: i64) -> Result<(), Conflict> {
        if self.turn > 0 { store.at_least(var, bound) } else { store.at_most(var, -bound) }
    }

    /// Why a variable lost values.
    fn why_lost(&self, store: &Store, found: &Found, reason: &mut Reason) -> bool {
        let before = reason.claims.len();
        let Some(lost) = found.values(store) else { return false };
        let (Some(low), Some(high)) = (
            lost.iter().map(|value| self.turn * value).min(),
            lost.iter().map(|value| self.turn * value).max(),
        ) else {
            return false;
        };
        let mut from = |why: &dyn Fn(&mut Reason) -> bool| {
            reason.claims.truncate(before);
            self.defined.because(store, true, reason);
            why(reason)
        };
        if found.var == self.result && from(&|reason| self.why_result(store, low, high, reason)) {
            return true;
        }
        (0..self.items.len()).any(|at| {
            let own = self.items[at].1 == found.var;
            own && from(&|reason| self.why_item(store, at, (low, high), reason))
                || from(&|reason| self.why_there(store, at, found, reason))
        })
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

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let lost = |found: &Found, reason: &mut Reason| self.why_lost(store, found, reason);
        let Some(found) = found else {
            let vars = [self.result].into_iter().chain(self.items.iter().map(|&(_, var)| var));
            return vars.into_iter().any(|var| emptied(store, var, reason, lost));
        };
        lost(found, reason)
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
