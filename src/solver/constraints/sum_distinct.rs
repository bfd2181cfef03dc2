//! Different values with a known sum: a cage of a killer sudoku, a run of a kakuro.
//!
//! Prunes fully (GAC), by dynamic programming over sets of values: what the variables have taken so far is a set, and its sum
//! is theirs, so that the ways to fill them are the paths through at most as many sets as the values have.
//!
//! ```text
//! layer 0    layer 1      layer 2            layer k
//! {}      -> {1} {2} ..-> {1,2} {1,4} ..  -> sets of k values with the right sum
//! ```

use std::sync::Arc;

use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId};

/// The most values between the least and the greatest, both counted.
pub const WIDEST: i64 = 12;

/// A set of sets of values: bit `m % 64` of word `m / 64` stands for the set whose bits are those of `m`.
type Sets = Vec<u64>;

fn has(sets: &[u64], set: usize) -> bool {
    sets[set / 64] >> (set % 64) & 1 == 1
}

fn insert(sets: &mut [u64], set: usize) {
    sets[set / 64] |= 1 << (set % 64);
}

/// Different values that add up to a total.
#[derive(Clone, Debug)]
pub struct SumDistinct {
    vars: Vec<VarId>,
    /// The value of the lowest bit.
    base: i64,
    total: i64,
    /// Sets of values that are part of one with as many values as there are variables and the right sum.
    useful: Arc<Sets>,
    /// The sets that the variables before each one may have taken.
    layers: Vec<Sets>,
}

impl SumDistinct {
    /// These variables differ and add up to a total; nothing if their values are too far apart.
    pub fn new(vars: Vec<VarId>, total: i64, store: &Store) -> Option<SumDistinct> {
        let base = vars.iter().map(|&var| store.min(var)).min()?;
        let width = vars.iter().map(|&var| store.max(var)).max()? - base + 1;
        let narrow = vars.iter().all(|&var| store.mask(var).is_some());
        if width > WIDEST || !narrow {
            return None;
        }
        let mut useful = vec![0; (1_usize << width).div_ceil(64)];
        for set in (0..1_usize << width).rev() {
            let values = (0..width).filter(|value| set >> value & 1 == 1);
            let sum: i64 = values.map(|value| base + value).sum();
            let larger = (0..width).any(|value| set >> value & 1 == 0 && has(&useful, set | 1 << value));
            let whole = set.count_ones() as usize == vars.len() && sum == total;
            if larger || whole {
                insert(&mut useful, set);
            }
        }
        let layers = vec![vec![0; useful.len()]; vars.len() + 1];
        Some(SumDistinct { vars, base, total, useful: Arc::new(useful), layers })
    }

    fn domain(&self, store: &Store, var: VarId) -> usize {
        let (own, bits) = store.word(var);
        // The domain may have had lesser values once.
        (if own < self.base { bits >> (self.base - own) } else { bits << (own - self.base) }) as usize
    }

    /// Calls `step` for each set of a layer and each value that may be added to it.
    fn steps(layer: &[u64], domain: usize, mut step: impl FnMut(usize, usize)) {
        for (word, &sets) in layer.iter().enumerate() {
            let mut sets = sets;
            while sets != 0 {
                let set = 64 * word + sets.trailing_zeros() as usize;
                sets &= sets - 1;
                let mut values = domain & !set;
                while values != 0 {
                    let value = values & values.wrapping_neg();
                    values &= values - 1;
                    step(set, value);
                }
            }
        }
    }
}

impl Propagator for SumDistinct {
    fn spec(&self) -> Spec {
        Spec::new("sum of different", Cost::High, Events::ANY, self.vars.iter().copied())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut order: Vec<(usize, VarId)> =
            self.vars.iter().map(|&var| (self.domain(store, var), var)).collect();
        // Few values first: fewer sets on the way.
        order.sort_by_key(|(domain, _)| domain.count_ones());
        let count = order.len();
        for layer in &mut self.layers {
            layer.fill(0);
        }
        insert(&mut self.layers[0], 0);
        for (at, &(domain, _)) in order.iter().enumerate() {
            let (before, after) = self.layers.split_at_mut(at + 1);
            let (useful, next) = (&self.useful, &mut after[0]);
            Self::steps(&before[at], domain, |set, value| {
                if has(useful, set | value) {
                    insert(next, set | value);
                }
            });
        }
        // Backwards: a set stays if it leads to the end, and a value if it leads from a set to one that stays.
        for at in (0..count).rev() {
            let (domain, var) = order[at];
            let (before, after) = self.layers.split_at_mut(at + 1);
            let (layer, next) = (&mut before[at], &after[0]);
            let (mut stay, mut kept) = (vec![0; layer.len()], 0);
            Self::steps(layer, domain, |set, value| {
                if has(next, set | value) {
                    insert(&mut stay, set);
                    kept |= value;
                }
            });
            *layer = stay;
            if kept == 0 {
                return Err(Conflict);
            }
            if kept != domain {
                let (own, _) = store.word(var);
                let kept = kept as u64;
                let kept =
                    if own < self.base { kept << (self.base - own) } else { kept >> (own - self.base) };
                store.keep(var, kept)?;
            }
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let mut values: Vec<i64> = self.vars.iter().map(|&var| value(var)).collect();
        values.sort_unstable();
        values.iter().sum::<i64>() == self.total && values.windows(2).all(|pair| pair[0] != pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::SumDistinct;
    use crate::solver::engine::judge::judge;
    use crate::solver::engine::{Propagator, Store, VarId};

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let vars = draw.many(2..=5, |draw| {
                let low = draw.int(-1..=2);
                draw.var(low..=low + 4)
            });
            let total = 2 * vars.len() as i64 + draw.int(-2..=2);
            SumDistinct::new(vars, total, &draw.store).expect("values close together")
        });
    }

    #[test]
    fn three_cells_of_seven_hold_one_two_and_four() {
        let mut store = Store::default();
        let vars: Vec<VarId> = (0..3).map(|_| store.add_range(1, 9)).collect();
        let mut cage = SumDistinct::new(vars.clone(), 7, &store).expect("digits");
        assert_eq!(cage.prune(&mut store), Ok(()));
        assert_eq!(store.values(vars[1]).collect::<Vec<_>>(), [1, 2, 4]);
    }
}
