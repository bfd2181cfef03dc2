//! Division rounded down, and what is left: `x = q * y + r` with `r` between 0 and `y`, on the side of `y`.
//!
//! Bound to nothing where `y` is 0. Prunes to bounds; where values are few, each needs a partner.

use super::presence::Presence;
use crate::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};
use crate::hash::Set;

/// The most pairs of dividend and divisor that are tried one by one.
const MOST_PAIRS: u64 = 512;

/// The quotient, rounded down; the divisor is not 0.
pub fn floor(dividend: i128, divisor: i128) -> i128 {
    let quotient = dividend / divisor;
    if dividend % divisor != 0 && (dividend < 0) != (divisor < 0) { quotient - 1 } else { quotient }
}

/// `dividend = quotient * divisor + rest` wherever the divisor is not 0.
#[derive(Clone, Debug)]
pub struct Quotient {
    /// What is divided.
    pub dividend: VarId,
    /// By what.
    pub divisor: VarId,
    /// How often the divisor goes into it, rounded down.
    pub quotient: VarId,
    /// What is left; it has the divisor's sign.
    pub rest: VarId,
    /// That the divisor is not 0.
    pub defined: Presence,
}

impl Quotient {
    fn parts(&self) -> [VarId; 4] {
        [self.dividend, self.divisor, self.quotient, self.rest]
    }

    /// Each value of each of the four needs partners.
    fn pairs(&self, store: &mut Store) -> Result<(), Conflict> {
        let mut used: [Set<i64>; 4] = Default::default();
        for dividend in store.values(self.dividend) {
            for divisor in store.values(self.divisor).filter(|&divisor| divisor != 0) {
                let (up, by) = (i128::from(dividend), i128::from(divisor));
                let quotient = floor(up, by);
                let rest = (up - quotient * by) as i64;
                let Ok(quotient) = i64::try_from(quotient) else { continue };
                if store.contains(self.quotient, quotient) && store.contains(self.rest, rest) {
                    let row = [dividend, divisor, quotient, rest];
                    used.iter_mut().zip(row).for_each(|(used, value)| {
                        used.insert(value);
                    });
                }
            }
        }
        for (var, used) in self.parts().into_iter().zip(&used) {
            let (Some(&least), Some(&most)) = (used.iter().min(), used.iter().max()) else {
                return Err(Conflict);
            };
            store.at_least(var, least)?;
            store.at_most(var, most)?;
            if store.size(var) <= MOST_PAIRS {
                let gone: Vec<i64> = store.values(var).filter(|value| !used.contains(value)).collect();
                gone.into_iter().try_for_each(|value| store.remove(var, value))?;
            }
        }
        Ok(())
    }

    fn bounds(&self, store: &mut Store) -> Result<(), Conflict> {
        store.remove(self.divisor, 0)?;
        let range = |store: &Store, var: VarId| (i128::from(store.min(var)), i128::from(store.max(var)));
        let clamp = |value: i128| value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        let (low, high) = range(store, self.divisor);
        store.at_least(self.rest, clamp((low + 1).min(0)))?;
        store.at_most(self.rest, clamp((high - 1).max(0)))?;
        let (least, most) = quotients(range(store, self.dividend), (low, high));
        store.at_least(self.quotient, clamp(least))?;
        store.at_most(self.quotient, clamp(most))?;
        let (first, last) = range(store, self.quotient);
        let corners = [first * low, first * high, last * low, last * high];
        let rest = range(store, self.rest);
        let least = corners.into_iter().fold(i128::MAX, i128::min) + rest.0;
        let most = corners.into_iter().fold(i128::MIN, i128::max) + rest.1;
        store.at_least(self.dividend, clamp(least))?;
        store.at_most(self.dividend, clamp(most))?;
        if low == high && first == last {
            // Dividend and rest differ by a constant.
            let shift = first * low;
            let (least, most) = range(store, self.dividend);
            store.at_least(self.rest, clamp(least - shift))?;
            store.at_most(self.rest, clamp(most - shift))?;
        }
        Ok(())
    }
}

/// The least and the greatest quotient of two intervals; 0 is left out of the second, which has other numbers.
pub fn quotients(dividend: (i128, i128), divisor: (i128, i128)) -> (i128, i128) {
    let positive = (divisor.1 > 0).then(|| [divisor.0.max(1), divisor.1]);
    let negative = (divisor.0 < 0).then(|| [divisor.0, divisor.1.min(-1)]);
    let by = positive.into_iter().chain(negative).flatten();
    by.flat_map(|by| [floor(dividend.0, by), floor(dividend.1, by)])
        .fold((i128::MAX, i128::MIN), |(least, most), quotient| (least.min(quotient), most.max(quotient)))
}

/// What people are told.
pub const ABOUT: About = About {
    name: "quotient",
    meaning: "a number divided by another, with rest",
    prunes: "bounds, and values without a partner where there are few",
};

impl Propagator for Quotient {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        let defined = self.defined.var();
        self.parts().into_iter().chain(defined).map(|var| (var, Events::ANY)).collect()
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        if self.defined.status(store) != Some(true) {
            return Ok(());
        }
        self.bounds(store)?;
        if store.size(self.dividend).saturating_mul(store.size(self.divisor)) <= MOST_PAIRS {
            return self.pairs(store);
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        if !self.defined.holds(value) {
            return true;
        }
        let [dividend, divisor, quotient, rest] = self.parts().map(|var| i128::from(value(var)));
        divisor != 0 && floor(dividend, divisor) == quotient && dividend - quotient * divisor == rest
    }
}

#[cfg(test)]
mod tests {
    use super::Quotient;
    use crate::constraints::presence::Presence;
    use crate::engine::judge::judge;

    #[test]
    fn keeps_its_promises() {
        judge(|random, store| {
            let wide = *random.pick(&[1, 1, 40]);
            let dividend = store.add((-7..=7).map(|value| value * wide)).expect("values");
            let divisor = store.add_range(-3, 3);
            let (quotient, rest) = (store.add_range(-7, 7), store.add_range(-2, 2));
            let defined = Presence::drawn(random, store);
            Box::new(Quotient { dividend, divisor, quotient, rest, defined })
        });
    }
}
