//! A number that may be too large for 64 bits compared with 0, asked by its exact bounds.
//!
//! Prunes each variable to the bounds between which the comparison is possible, found by halving (bisection over interval
//! arithmetic); and the values of the last open variable. Costly, and for numbers that no other constraint takes.

use std::fmt;
use std::sync::Arc;

use super::reasons::by_bounds;
use crate::base::number::{Interval, Sign};
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// Bounds of the number where the variables lie between these bounds, in order; nothing if it has no value at all. For
/// single values the bounds are exact.
pub type Bounds = Arc<dyn Fn(&[Interval]) -> Option<Interval> + Send + Sync>;

/// The most open variables that are narrowed: beside many others none says much.
const MOST_OPEN: usize = 32;

/// The most values of the last open variable that are tried one by one.
const MOST_VALUES: u64 = 256;

/// A number compared with 0.
#[derive(Clone)]
pub struct Wide {
    sign: Sign,
    vars: Vec<VarId>,
    bounds: Bounds,
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wide").field("sign", &self.sign).field("vars", &self.vars).finish_non_exhaustive()
    }
}

impl Wide {
    /// The number of these variables compares so.
    pub fn new(sign: Sign, vars: Vec<VarId>, bounds: Bounds) -> Wide {
        Wide { sign, vars, bounds }
    }

    fn possible(&self, ranges: &[Interval]) -> bool {
        (self.bounds)(ranges)
            .is_some_and(|Interval { low, high }| self.sign.holds_between(low, high) != Some(false))
    }

    /// The least number at which a range that begins or ends there leaves the comparison possible; it does on the whole.
    fn edge(&self, ranges: &mut [Interval], at: usize, least: bool) -> i128 {
        let Interval { mut low, mut high } = ranges[at];
        let whole = ranges[at];
        while low < high {
            let middle = low + (high - low).div_euclid(2);
            // Of the two halves the one on this side comes first.
            ranges[at] = if least {
                Interval { high: middle, ..whole }
            } else {
                Interval { low: middle + 1, ..whole }
            };
            match (self.possible(ranges), least) {
                (true, true) | (false, false) => high = middle,
                (false, true) | (true, false) => low = middle + 1,
            }
        }
        ranges[at] = whole;
        low
    }
}

impl Propagator for Wide {
    fn spec(&self) -> Spec {
        Spec::new("wide", Cost::Highest, Events::BOUNDS, self.vars.iter().copied())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut ranges: Vec<Interval> = self.vars.iter().map(|&var| store.bounds(var)).collect();
        if !self.possible(&ranges) {
            return Err(Conflict);
        }
        if self.vars.iter().filter(|&&var| !store.is_fixed(var)).count() > MOST_OPEN {
            return Ok(());
        }
        for (at, &var) in self.vars.iter().enumerate() {
            if store.is_fixed(var) {
                continue;
            }
            let low = self.edge(&mut ranges, at, true);
            store.at_least(var, low as i64)?;
            ranges[at] = store.bounds(var);
            // The next value after a gap may be one that is not possible.
            if !self.possible(&ranges) {
                return Err(Conflict);
            }
            let high = self.edge(&mut ranges, at, false);
            store.at_most(var, high as i64)?;
            ranges[at] = store.bounds(var);
            if !self.possible(&ranges) {
                return Err(Conflict);
            }
        }
        let mut open = (0..self.vars.len()).filter(|&at| !store.is_fixed(self.vars[at]));
        let (Some(last), None) = (open.next(), open.next()) else { return Ok(()) };
        let var = self.vars[last];
        if store.size(var) > MOST_VALUES {
            return Ok(());
        }
        store.retain(var, |_, value| {
            ranges[last] = Interval::point(value.into());
            self.possible(&ranges)
        })
    }

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        by_bounds(store, root, &self.vars, found, |ranges| !self.possible(ranges), reason)
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let points: Vec<Interval> = self.vars.iter().map(|&var| Interval::point(value(var).into())).collect();
        self.possible(&points)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Wide;
    use crate::base::number::{Interval, Sign, Total};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let sign = draw.pick(&[Sign::Zero, Sign::NotZero, Sign::AtMostZero]);
            let scale = draw.pick(&[1, 1_i128 << 90]);
            let shift = scale * i128::from(draw.int(-15..=14));
            let low = draw.int(-2..=1);
            let vars = vec![draw.var(low..=low + 4), draw.var(-2..=3), draw.var(-1..=1)];
            let number = move |ranges: &[Interval]| {
                let product = ranges[0].times(ranges[1])?;
                Some(Total::of(shift).plus(scale, product)?.plus(3 * scale, ranges[2])?.bounds)
            };
            Wide::new(sign, vars, Arc::new(number))
        });
    }
}
