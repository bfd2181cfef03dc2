//! Division rounded down, and what is left: `x = q * y + r` with `r` between 0 and `y`, on the side of `y`.
//!
//! Bound to nothing where `y` is 0. Prunes to bounds; where values are few, each needs a partner.

use super::literal::Presence;
use super::reasons::{by_bounds, emptied};
use crate::base::hash::Set;
use crate::base::number::{self, Interval};
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

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

    /// Whether bounds of the four, in order, leave nothing.
    fn refuted(ranges: &[Interval]) -> bool {
        let &[dividend, mut divisor, quotient, rest] = ranges else { return false };
        divisor.low += i128::from(divisor.low == 0);
        divisor.high -= i128::from(divisor.high == 0);
        if divisor.low > divisor.high {
            return true;
        }
        let apart = |left: Interval, right: Interval| left.high < right.low || right.high < left.low;
        let whole = quotient.times(divisor).and_then(|whole| whole.plus(rest));
        apart(rest, divisor.rests())
            || dividend.quotients(divisor).is_none_or(|quotients| apart(quotients, quotient))
            || whole.is_some_and(|dividends| apart(dividends, dividend))
    }

    /// Why values have no partners: for each pair of dividend and divisor, what the other two lack.
    fn no_partners(&self, store: &Store, found: &Found, reason: &mut Reason) -> bool {
        let Some(lost) = found.values(store) else { return false };
        let values = |var: VarId| {
            if var == found.var { lost.clone() } else { store.values(var).collect() }
        };
        let (dividends, divisors) = (values(self.dividend), values(self.divisor));
        if dividends.len().saturating_mul(divisors.len()) as u64 > MOST_PAIRS {
            return false;
        }
        for var in [self.dividend, self.divisor].into_iter().filter(|&var| var != found.var) {
            reason.whole(store, var);
        }
        for &dividend in &dividends {
            for &divisor in &divisors {
                let (up, by) = (i128::from(dividend), i128::from(divisor));
                let (Some(quotient), Some(rest)) = (number::div(up, by), number::rem(up, by)) else {
                    continue;
                };
                let (quotient, rest) = (i64::try_from(quotient).unwrap_or(i64::MAX), rest as i64);
                let parts = [(self.quotient, quotient), (self.rest, rest)];
                if parts.iter().any(|(var, value)| *var == found.var && !lost.contains(value)) {
                    continue;
                }
                let mut others = parts.into_iter().filter(|(var, _)| *var != found.var);
                let Some((var, value)) = others.find(|&(var, value)| !store.contains(var, value)) else {
                    return false;
                };
                reason.lacks(store, var, value);
            }
        }
        true
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

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        self.defined.because(store, true, reason);
        let before = reason.claims.len();
        if found.is_some_and(|found| found.var == self.divisor && found.is_lost(store, 0))
            || by_bounds(store, root, &self.parts(), found, Quotient::refuted, reason)
        {
            return true;
        }
        let lost = |found: &Found, reason: &mut Reason| self.no_partners(store, found, reason);
        let told = match found {
            Some(found) => lost(found, reason),
            None => emptied(store, self.dividend, reason, lost),
        };
        if told {
            return true;
        }
        reason.claims.truncate(before);
        let others = self.parts().into_iter().filter(|&var| found.is_none_or(|found| found.var != var));
        reason.wholes(store, Some(others.collect()))
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
