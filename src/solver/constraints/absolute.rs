//! The absolute value: `z = |x|`. Prunes to bounds, and fully (domain consistency, GAC) where values are few.

use super::reasons::emptied;
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// The most values that are looked at one by one.
const MOST_VALUES: u64 = 128;

/// `result` is the absolute value of `inner`. Invariant: neither can be the least number.
#[derive(Clone, Debug)]
pub struct Absolute {
    /// A number.
    pub inner: VarId,
    /// The same without its sign.
    pub result: VarId,
}

impl Absolute {
    /// Why a variable lost values.
    fn why_lost(&self, store: &Store, found: &Found, reason: &mut Reason) -> bool {
        let Some(lost) = found.values(store) else { return false };
        let (other, partners): (VarId, Vec<i64>) = if found.var == self.inner {
            (self.result, lost.iter().map(|value| value.abs()).collect())
        } else {
            let sizes = lost.iter().filter(|&&value| value >= 0);
            (self.inner, sizes.flat_map(|&value| [value, -value]).collect())
        };
        reason.without(store, other, &partners);
        !partners.iter().any(|&value| store.contains(other, value))
    }
}

impl Propagator for Absolute {
    fn spec(&self) -> Spec {
        Spec::new("absolute", Cost::Linear, Events::ANY, [self.inner, self.result])
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let &mut Absolute { inner, result } = self;
        let (low, high) = (store.min(inner), store.max(inner));
        let least = if low > 0 { low } else { (-high).max(0) };
        store.at_least(result, least)?;
        store.at_most(result, high.max(-low))?;
        let (least, most) = (store.min(result), store.max(result));
        store.at_least(inner, -most)?;
        store.at_most(inner, most)?;
        // Between `-least` and `least` there is nothing.
        if store.min(inner) > -least {
            store.at_least(inner, least)?;
        }
        if store.max(inner) < least {
            store.at_most(inner, -least)?;
        }
        if store.size(inner) <= MOST_VALUES {
            store.retain(inner, |store, value| store.contains(result, value.abs()))?;
        }
        if store.size(result) <= MOST_VALUES {
            let is_size =
                |store: &Store, value| store.contains(inner, value) || store.contains(inner, -value);
            store.retain(result, is_size)?;
        }
        Ok(())
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let lost = |found: &Found, reason: &mut Reason| self.why_lost(store, found, reason);
        match found {
            Some(found) => lost(found, reason),
            None => emptied(store, self.inner, reason, lost),
        }
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        value(self.inner).unsigned_abs() == value(self.result) as u64 && value(self.result) >= 0
    }
}

#[cfg(test)]
mod tests {
    use super::Absolute;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| Absolute { inner: draw.scaled(-6..=5), result: draw.scaled(-1..=6) });
    }
}
