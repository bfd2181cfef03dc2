//! Division rounded down, and what is left: `x = q * y + r` with `r` between 0 and `y`, on the side of `y`.
//!
//! Bound to nothing where `y` is 0. Prunes to bounds; where values are few, each needs a partner.

use super::literal::Presence;
use crate::base::hash::Set;
use crate::base::number::{self, Interval};
use crate::solver::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

/// The most pairs of dividend and divisor that are tried one by one.
const MOST_PAIRS: u64 = 512;

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
            for divisor in store.values(self.divisor) {
                let (up, by) = (i128::from(dividend), i128::from(divisor));
                let (Some(quotient), Some(rest)) = (number::div(up, by), number::rem(up, by)) else {
                    continue;
                };
                let Ok(quotient) = i64::try_from(quotient) else { continue };
                let rest = rest as i64;
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
        let range = |store: &Store, var: VarId| Interval::new(store.min(var), store.max(var));
        let narrow = |store: &mut Store, var: VarId, bounds: Interval| {
            let clamp = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
            store.at_least(var, clamp(bounds.low))?;
            store.at_most(var, clamp(bounds.high))
        };
        let divisor = range(store, self.divisor);
        narrow(store, self.rest, divisor.rests())?;
        let quotients = range(store, self.dividend).quotients(divisor).ok_or(Conflict)?;
        narrow(store, self.quotient, quotients)?;
        // Variables have 64 bits, so what they multiply to has 128.
        let quotient = range(store, self.quotient);
        let Some(whole) = quotient.times(divisor) else { return Ok(()) };
        let Some(dividends) = whole.plus(range(store, self.rest)) else { return Ok(()) };
        narrow(store, self.dividend, dividends)?;
        if whole.low == whole.high {
            // Dividend and rest differ by a constant.
            let rests = range(store, self.dividend).plus(Interval::point(-whole.low));
            rests.map_or(Ok(()), |rests| narrow(store, self.rest, rests))?;
        }
        Ok(())
    }
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
        let defined = self.defined.vars();
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
        number::div(dividend, divisor) == Some(quotient) && number::rem(dividend, divisor) == Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::Quotient;
    use crate::solver::constraints::literal::Presence;
    use crate::solver::engine::judge::judge;

    #[test]
    fn keeps_its_promises() {
        judge(|random, store| {
            let wide = *random.pick(&[1, 1, 40]);
            let dividend = store.add((-7..=7).map(|value| value * wide));
            let divisor = store.add_range(-3, 3);
            let (quotient, rest) = (store.add_range(-7, 7), store.add_range(-2, 2));
            let defined = Presence::drawn(random, store);
            Box::new(Quotient { dividend, divisor, quotient, rest, defined })
        });
    }
}
