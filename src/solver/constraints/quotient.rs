//! Division rounded down, and what is left: `x = q * y + r` with `r` between 0 and `y`, on the side of `y`.
//!
//! Bound to nothing where `y` is 0. Prunes to bounds; where values are few, each needs a partner.

use super::literal::Presence;
use crate::base::hash::Set;
use crate::base::number::{self, Interval};
use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId};

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
                store.retain(var, |_, value| used.contains(&value))?;
            }
        }
        Ok(())
    }

    fn bounds(&self, store: &mut Store) -> Result<(), Conflict> {
        store.remove(self.divisor, 0)?;
        let divisor = store.bounds(self.divisor);
        store.within(self.rest, divisor.rests())?;
        let quotients = store.bounds(self.dividend).quotients(divisor).ok_or(Conflict)?;
        store.within(self.quotient, quotients)?;
        // Variables have 64 bits, so what they multiply to has 128.
        let quotient = store.bounds(self.quotient);
        let Some(whole) = quotient.times(divisor) else { return Ok(()) };
        let Some(dividends) = whole.plus(store.bounds(self.rest)) else { return Ok(()) };
        store.within(self.dividend, dividends)?;
        if whole.low == whole.high {
            // Dividend and rest differ by a constant.
            let rests = store.bounds(self.dividend).plus(Interval::point(-whole.low));
            rests.map_or(Ok(()), |rests| store.within(self.rest, rests))?;
        }
        Ok(())
    }
}

impl Propagator for Quotient {
    fn spec(&self) -> Spec {
        Spec::new("quotient", Cost::Linear, Events::ANY, self.parts().into_iter().chain(self.defined.vars()))
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
    fn it_keeps_its_promises() {
        judge(|draw| Quotient {
            dividend: draw.scaled(-7..=7),
            divisor: draw.var(-3..=3),
            quotient: draw.var(-7..=7),
            rest: draw.var(-2..=2),
            defined: Presence::drawn(draw),
        });
    }
}
