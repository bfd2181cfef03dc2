//! All different: no two of the expressions `x + offset` have the same value.
//!
//! Prunes in stages: a fixed value leaves all others; too few values for all is a conflict; where there are just enough
//! values, one that fits in a single place goes there. Other Hall sets are left to [`super::matching`].

use super::eliminate::Eliminate;
use super::hall;
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reading, Reason, Relaxed, Rest, Spec, Store, VarId,
};

/// Variables with offsets, pairwise different.
#[derive(Clone, Debug)]
pub struct Distinct {
    terms: Vec<(VarId, i64)>,
    layout: Layout,
}

/// How the values of all terms lie beside each other.
#[derive(Clone, Debug)]
enum Layout {
    /// All domains are single words, and all values fit into one from this one on. All values, if they are not more than the
    /// terms; else none.
    Word(i64, u64),
    /// All domains are rows of bits from the same value on.
    Rows(Rows),
    /// Anything else.
    Apart,
}

/// Sets of values, as long as the longest domain.
#[derive(Clone, Debug)]
struct Rows {
    fixed: Vec<u64>,
    any: Vec<u64>,
    /// First what occurs twice, then what occurs in one place and has no other.
    once: Vec<u64>,
    /// Whether there are just as many values as terms at the outset.
    tight: bool,
}

impl Rows {
    fn new(terms: &[(VarId, i64)], store: &Store) -> Option<Rows> {
        let start = |&(var, offset): &(VarId, i64)| store.start(var).map(|start| start + offset);
        let first = start(terms.first()?)?;
        if !terms.iter().all(|term| start(term) == Some(first)) {
            return None;
        }
        let words = terms.iter().map(|&(var, _)| store.domain(var).len()).max()?;
        let none = vec![0; words];
        let mut rows = Rows { fixed: none.clone(), any: none.clone(), once: none, tight: false };
        rows.tight = rows.look(terms, store).is_ok_and(|values| values == terms.len());
        Some(rows)
    }

    /// Looks at all domains; how many values there are.
    fn look(&mut self, terms: &[(VarId, i64)], store: &Store) -> Result<usize, Conflict> {
        let Rows { fixed, any, once: twice, .. } = self;
        [&mut *fixed, &mut *any, &mut *twice].into_iter().for_each(|row| row.fill(0));
        for &(var, _) in terms {
            let is_fixed = store.is_fixed(var);
            for (at, &word) in store.domain(var).iter().enumerate() {
                twice[at] |= any[at] & word;
                any[at] |= word;
                if is_fixed {
                    if fixed[at] & word != 0 {
                        return Err(Conflict);
                    }
                    fixed[at] |= word;
                }
            }
        }
        let values = any.iter().map(|word| word.count_ones() as usize).sum();
        let is_tight = values == terms.len();
        for at in 0..any.len() {
            twice[at] = if is_tight { any[at] & !twice[at] & !fixed[at] } else { 0 };
        }
        if values < terms.len() { Err(Conflict) } else { Ok(values) }
    }

    fn prune(&mut self, terms: &[(VarId, i64)], store: &mut Store) -> Result<(), Conflict> {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            self.look(terms, store)?;
            for &(var, _) in terms {
                let domain = store.domain(var);
                let meets = |row: &[u64]| domain.iter().zip(row).any(|(own, other)| own & other != 0);
                let (taken, alone) = (meets(&self.fixed), meets(&self.once));
                if !taken && !alone || store.is_fixed(var) {
                    continue;
                }
                let length = domain.len();
                if alone {
                    let gone: Vec<u64> = self.once[..length].iter().map(|word| !word).collect();
                    store.refute(var, &gone)?;
                    if !store.is_fixed(var) {
                        return Err(Conflict);
                    }
                } else {
                    store.refute(var, &self.fixed[..length])?;
                }
                changed |= store.is_fixed(var);
            }
        }
        Ok(())
    }
}

/// The least value of any of these terms, if all domains are single words and all values fit into one from there on.
pub(super) fn common_base(terms: &[(VarId, i64)], store: &Store) -> Option<i64> {
    let lows = terms.iter().map(|&(var, offset)| Some(store.mask(var)?.0 + offset));
    let base = lows.collect::<Option<Vec<i64>>>()?.into_iter().min()?;
    terms.iter().all(|&(var, offset)| store.max(var) + offset - base < 64).then_some(base)
}

/// The domain of a term as bits from a base on.
#[inline]
pub(super) fn bits((var, offset): (VarId, i64), base: i64, store: &Store) -> u64 {
    let (own, bits) = store.word(var);
    bits << (own + offset - base)
}

/// Bits from a base on as those of a term's variable.
#[inline]
pub(super) fn own_bits(bits: u64, (var, offset): (VarId, i64), base: i64, store: &Store) -> u64 {
    bits >> (store.word(var).0 + offset - base)
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
        let rows = || Rows::new(&terms, store).map_or(Layout::Apart, Layout::Rows);
        let word = |base| Layout::Word(base, hall::all(&terms, base, store));
        let layout = common_base(&terms, store).map_or_else(rows, word);
        Distinct { terms, layout }
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
            *domain = bits(self.terms[index], base, store);
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
                    let term = self.terms[index];
                    store.keep(term.0, own_bits(kept, term, base, store))?;
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

impl Distinct {
    /// Explains values that were lost by those who have them; whether all are had.
    fn taken(&self, store: &Store, found: &Found, reason: &mut Reason) -> bool {
        let mut own = self.terms.iter().filter(|(var, _)| *var == found.var);
        let (Some(&(var, offset)), None) = (own.next(), own.next()) else { return false };
        let Some(start) = store.start(var) else { return false };
        let first = start + 64 * i64::from(found.lost.word - store.first_word(var));
        let mut left = found.lost.values;
        for &(other, shift) in self.terms.iter().filter(|(other, _)| *other != var) {
            let bit = store.value(other).map(|value| value + shift - offset - first);
            if let Some(bit) = bit.filter(|bit| (0..64).contains(bit) && left >> bit & 1 == 1) {
                left &= !(1 << bit);
                reason.whole(store, other);
            }
        }
        left == 0
    }
}

/// The most pairs of equal values that are ruled out one by one.
const MOST_PAIRS: u32 = 20_000;

impl Propagator for Distinct {
    fn spec(&self) -> Spec {
        let events = match &self.layout {
            Layout::Word(..) | Layout::Rows(Rows { tight: true, .. }) => Events::ANY,
            Layout::Rows(_) | Layout::Apart => Events::FIXED,
        };
        Spec::new("distinct", Cost::Linear, events, self.terms.iter().map(|&(var, _)| var))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        match &mut self.layout {
            Layout::Word(base, _) => {
                let base = *base;
                self.by_masks(store, base)
            }
            Layout::Rows(rows) => rows.prune(&self.terms, store),
            Layout::Apart => self.by_values(store),
        }
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        match (&self.layout, found) {
            (Layout::Word(base, all), _) => hall::explain((&self.terms, *base, *all), store, found, reason),
            (_, Some(found)) => self.taken(store, found, reason),
            _ => false,
        }
    }

    /// No two have the same value; each value has a place, where there are no more values than terms.
    fn relaxed(&self, store: &Store) -> Option<Relaxed> {
        let rest = Eliminate::new(&self.terms, store)?;
        let base = rest.base();
        let all = hall::all(&self.terms, base, store);
        let values = (0..64).filter(|bit| all >> bit & 1 == 1);
        let nogood = |bit: u32| {
            let others = self.terms.iter().map(|&term| (term.0, own_bits(!(1 << bit), term, base, store)));
            others.collect()
        };
        let mut nogoods: Vec<Vec<(VarId, u64)>> = values.map(nogood).collect();
        let masks: Vec<u64> = self.terms.iter().map(|&term| bits(term, base, store)).collect();
        let common = |left: usize, right: usize| masks[left] & masks[right];
        let pairs = (0..masks.len()).flat_map(|right| (0..right).map(move |left| (left, right)));
        let count: u32 = pairs.clone().map(|(left, right)| common(left, right).count_ones()).sum();
        if count > MOST_PAIRS {
            return Some(Relaxed { nogoods, rest: Some(Box::new(rest)), ..Relaxed::default() });
        }
        for (left, right) in pairs {
            for bit in (0..64).filter(|bit| common(left, right) >> bit & 1 == 1) {
                let own = |place: usize| {
                    let term = self.terms[place];
                    (term.0, own_bits(1 << bit, term, base, store))
                };
                nogoods.push(vec![own(left), own(right)]);
            }
        }
        Some(Relaxed { nogoods, ..Relaxed::default() })
    }

    fn readings(&self) -> Vec<Reading<'_>> {
        vec![Reading::Distinct(self.terms.clone())]
    }

    fn rest(&self, _store: &Store, _told: &mut Vec<u64>) -> Rest {
        // What is taken has left all other domains.
        Rest::Told
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        differ(&self.terms, value)
    }
}

#[cfg(test)]
mod tests {
    use super::{Distinct, Layout};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let terms = draw.many(2..=5, |draw| (draw.some(5, 0..=4), draw.int(0..=2)));
            Distinct::new(terms, &draw.store)
        });
    }

    #[test]
    fn it_keeps_them_beyond_a_word() {
        judge(|draw| {
            let far: [&[i64]; 3] = [&[1, 2, 70, 71], &[1, 70, 71], &[1, 2, 71, 140]];
            let terms = draw.many(2..=4, |draw| {
                let values = draw.pick(&far);
                (draw.store.add(values.iter().copied()), 0)
            });
            let distinct = Distinct::new(terms, &draw.store);
            assert!(matches!(distinct.layout, Layout::Rows(_)), "all begin at 1");
            distinct
        });
    }
}
