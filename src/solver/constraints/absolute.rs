//! The absolute value: `z = |x|`. Prunes to bounds, and fully where values are few.

use crate::solver::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

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

/// What people are told.
pub const ABOUT: About = About {
    name: "absolute",
    meaning: "the size of a number without its sign",
    prunes: "bounds, and values without a partner where there are few",
};

impl Propagator for Absolute {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        vec![(self.inner, Events::ANY), (self.result, Events::ANY)]
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
            let gone: Vec<i64> =
                store.values(inner).filter(|&value| !store.contains(result, value.abs())).collect();
            gone.into_iter().try_for_each(|value| store.remove(inner, value))?;
        }
        if store.size(result) <= MOST_VALUES {
            let gone: Vec<i64> = store
                .values(result)
                .filter(|&value| !store.contains(inner, value) && !store.contains(inner, -value))
                .collect();
            gone.into_iter().try_for_each(|value| store.remove(result, value))?;
        }
        Ok(())
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
    fn keeps_its_promises() {
        judge(|random, store| {
            let wide = *random.pick(&[1, 1, 40]);
            let inner = store.add((-6..=5).map(|value| value * wide));
            let result = store.add((-1..=6).map(|value| value * wide));
            Box::new(Absolute { inner, result })
        });
    }
}
