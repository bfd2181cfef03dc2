//! All different: no two of the expressions `x + offset` have the same value.
//!
//! Prunes in stages: a fixed value leaves all others; too few values for all is a conflict; where there are just enough
//! values, one that fits in a single place goes there. Other Hall sets are left to [`super::matching`].

use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId};

/// Variables with offsets, pairwise different.
#[derive(Clone, Debug)]
pub struct Distinct {
    terms: Vec<(VarId, i64)>,
    /// The least value of any term, if all domains are single words and all values fit into one.
    base: Option<i64>,
}

/// The least value of any of these terms, if all domains are single words and all values fit into one from there on.
pub(super) fn common_base(terms: &[(VarId, i64)], store: &Store) -> Option<i64> {
    let lows = terms.iter().map(|&(var, offset)| Some(store.mask(var)?.0 + offset));
    let base = lows.collect::<Option<Vec<i64>>>()?.into_iter().min()?;
    terms.iter().all(|&(var, offset)| store.max(var) + offset - base < 64).then_some(base)
}

/// Whether these terms have different values.
pub(super) fn differ(terms: &[(VarId, i64)], value: &dyn Fn(VarId) -> i64) -> bool {
    let mut values: Vec<i64> = terms.iter().map(|&(var, offset)| value(var) + offset).collect();
    values.sort_unstable();
    values.windows(2).all(|pair| pair[0] != pair[1])
}

impl Distinct {
    /// All of these differ.
    pub fn new(terms: Vec<(VarId, i64)>, store: &Store) -> Distinct {
        let base = common_base(&terms, store);
        Distinct { terms, base }
    }

    /// The domains as bits from the common base on.
    fn bits(&self, store: &Store, base: i64, index: usize) -> u64 {
        let (var, offset) = self.terms[index];
        let (own, bits) = store.word(var);
        bits << (own + offset - base)
    }

    fn keep(&self, store: &mut Store, base: i64, index: usize, bits: u64) -> Result<(), Conflict> {
        let (var, offset) = self.terms[index];
        let (own, _) = store.word(var);
        store.keep(var, bits >> (own + offset - base))
    }

    fn by_masks(&self, store: &mut Store, base: i64) -> Result<(), Conflict> {
        let count = self.terms.len();
        if count > 64 {
            // More than there are values.
            return Err(Conflict);
        }
        let mut domains = [0_u64; 64];
        let domains = &mut domains[..count];
        for (index, domain) in domains.iter_mut().enumerate() {
            *domain = self.bits(store, base, index);
        }
        loop {
            let (mut fixed, mut open, mut any, mut twice) = (0_u64, 0_u64, 0_u64, 0_u64);
            for &bits in &*domains {
                twice |= any & bits;
                any |= bits;
                if !bits.is_power_of_two() {
                    open |= bits;
                } else if fixed & bits != 0 {
                    return Err(Conflict);
                } else {
                    fixed |= bits;
                }
            }
            let values = any.count_ones() as usize;
            if values < count {
                return Err(Conflict);
            }
            let once = if values == count { any & !twice & !fixed } else { 0 };
            if open & fixed == 0 && once == 0 {
                return Ok(());
            }
            let mut changed = false;
            for (index, domain) in domains.iter_mut().enumerate() {
                let bits = *domain;
                if bits.is_power_of_two() {
                    continue;
                }
                let mut kept = bits & !fixed;
                if bits & once != 0 {
                    kept = bits & once;
                    if kept & (kept - 1) != 0 {
                        return Err(Conflict);
                    }
                }
                if kept != bits {
                    self.keep(store, base, index, kept)?;
                    *domain = kept;
                    changed |= kept.is_power_of_two();
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    fn by_values(&self, store: &mut Store) -> Result<(), Conflict> {
        let mut open: Vec<usize> = (0..self.terms.len()).collect();
        let mut at = 0;
        while at < open.len() {
            let own = open[at];
            let (var, offset) = self.terms[own];
            let Some(value) = store.value(var) else {
                at += 1;
                continue;
            };
            open.swap_remove(at);
            for (index, &(other, shift)) in self.terms.iter().enumerate() {
                // The same variable may be there twice, and then differs from itself nowhere.
                if index != own {
                    store.remove(other, value + offset - shift)?;
                }
            }
            at = 0;
        }
        Ok(())
    }
}

impl Propagator for Distinct {
    fn spec(&self) -> Spec {
        let events = if self.base.is_some() { Events::ANY } else { Events::FIXED };
        Spec::new("distinct", Cost::Linear, events, self.terms.iter().map(|&(var, _)| var))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        match self.base {
            Some(base) => self.by_masks(store, base),
            None => self.by_values(store),
        }
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        differ(&self.terms, value)
    }
}

#[cfg(test)]
mod tests {
    use super::Distinct;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let terms = draw.many(2..=5, |draw| (draw.some(5, 0..=4), draw.int(0..=2)));
            Distinct::new(terms, &draw.store)
        });
    }
}
