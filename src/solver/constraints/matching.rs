//! All different, pruned fully (GAC): a value stays only if some way to give all variables different values uses it.
//!
//! Works on a matching of variables to values (Régin's alldifferent). A variable may take the value of another if that one
//! can be moved on, around a circle back to the first or out to a value that nobody has; found by a transitive closure on
//! words of bits instead of strongly connected components. Costly, so it runs after [`super::distinct`], which finds most
//! of it.

use super::distinct::{bits, common_base, differ, own_bits};
use super::hall;
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reading, Reason, Relaxed, Rest, Spec, Store, VarId,
};

/// Variables with offsets, pairwise different; all values within one word of bits.
#[derive(Clone, Debug)]
pub struct Matching {
    terms: Vec<(VarId, i64)>,
    /// The value of the lowest bit.
    base: i64,
    /// All values, if they are not more than the variables; else none.
    all: u64,
    /// For each variable the bit it was matched with last: where the next matching begins.
    matched: Vec<u32>,
    /// Domains as bits from the base on.
    domains: Vec<u64>,
    /// For each variable the others that it can push out, directly or one after the other.
    pushes: Vec<u64>,
}

/// No variable, or no bit.
pub(super) const NONE: u32 = u32::MAX;

impl Matching {
    /// All of these differ; nothing if there are more than 64 of them, or their values do not fit into a word.
    pub fn new(terms: Vec<(VarId, i64)>, store: &Store) -> Option<Matching> {
        let base = common_base(&terms, store)?;
        let count = terms.len();
        (count <= 64).then(|| Matching {
            all: hall::all(&terms, base, store),
            terms,
            base,
            matched: vec![NONE; count],
            domains: vec![0; count],
            pushes: vec![0; count],
        })
    }

    /// Matches the first variables; for each bit, who has it.
    fn matching(&mut self, open: usize) -> Result<[u32; 64], Conflict> {
        let mut owner = [NONE; 64];
        for var in 0..open {
            let bit = self.matched[var];
            if bit != NONE && self.domains[var] >> bit & 1 == 1 && owner[bit as usize] == NONE {
                owner[bit as usize] = var as u32;
            } else {
                self.matched[var] = NONE;
            }
        }
        let mut has_moved = false;
        for var in 0..open {
            if self.matched[var] == NONE {
                has_moved = true;
                if !augment(&self.domains, &mut owner, var, &mut 0) {
                    return Err(Conflict);
                }
            }
        }
        if !has_moved {
            return Ok(owner);
        }
        for (bit, &var) in (0..).zip(&owner).filter(|(_, var)| **var != NONE) {
            self.matched[var as usize] = bit;
        }
        Ok(owner)
    }
}

/// Finds a value for a variable, moving the owners of values on where none is free (an augmenting path); `seen` are the values
/// whose owners were asked to move.
pub(super) fn augment(domains: &[u64], owner: &mut [u32; 64], var: usize, seen: &mut u64) -> bool {
    let mut free = domains[var] & !*seen;
    while free != 0 {
        let bit = free.trailing_zeros() as usize;
        free &= free - 1;
        if owner[bit] == NONE {
            owner[bit] = var as u32;
            return true;
        }
    }
    loop {
        let open = domains[var] & !*seen;
        if open == 0 {
            return false;
        }
        let bit = open.trailing_zeros() as usize;
        *seen |= 1 << bit;
        if augment(domains, owner, owner[bit] as usize, seen) {
            owner[bit] = var as u32;
            return true;
        }
    }
}

impl Propagator for Matching {
    fn spec(&self) -> Spec {
        Spec::new("distinct, fully", Cost::High, Events::ANY, self.terms.iter().map(|&(var, _)| var))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let (mut fixed, mut open) = (0_u64, 0);
        for index in 0..self.terms.len() {
            let bits = bits(self.terms[index], self.base, store);
            if !bits.is_power_of_two() {
                // Open ones come first.
                self.terms.swap(open, index);
                self.matched.swap(open, index);
                self.domains[open] = bits;
                open += 1;
            } else if fixed & bits != 0 {
                return Err(Conflict);
            } else {
                fixed |= bits;
            }
        }
        self.domains[..open].iter_mut().for_each(|domain| *domain &= !fixed);
        let owner = self.matching(open)?;
        let taken = self.matched[..open].iter().fold(0_u64, |taken, bit| taken | 1 << bit);
        let mut free = 0_u64;
        for var in 0..open {
            let (mut bits, mut pushes) = (self.domains[var] & taken, 0);
            while bits != 0 {
                pushes |= 1 << owner[bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
            self.pushes[var] = pushes;
            free |= u64::from(self.domains[var] & !taken != 0) << var;
        }
        for middle in 0..open {
            let further = self.pushes[middle];
            for pushes in &mut self.pushes[..open] {
                *pushes |= further & 0_u64.wrapping_sub(*pushes >> middle & 1);
            }
        }
        for var in 0..open {
            let mut others = self.domains[var] & taken & !(1 << self.matched[var]);
            let mut gone = fixed;
            while others != 0 {
                let bit = others.trailing_zeros();
                others &= others - 1;
                let pushed = self.pushes[owner[bit as usize] as usize];
                if pushed >> var & 1 == 0 && pushed & free == 0 {
                    gone |= 1_u64 << bit;
                }
            }
            if gone != 0 {
                store.keep(self.terms[var].0, own_bits(!gone, self.terms[var], self.base, store))?;
            }
        }
        Ok(())
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        hall::explain((&self.terms, self.base, self.all), store, found, reason)
    }

    /// It rests: the learned nogoods find more than it does for less, beside [`super::distinct`].
    fn relaxed(&self, _store: &Store) -> Option<Relaxed> {
        Some(Relaxed::default())
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
    use super::Matching;
    use crate::solver::engine::judge::judge;
    use crate::solver::engine::{Propagator, Store, VarId};

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let terms = draw.many(2..=5, |draw| {
                let low = draw.int(-1..=2);
                (draw.var(low..=low + 3), draw.int(-1..=1))
            });
            Matching::new(terms, &draw.store).expect("values within a word")
        });
    }

    #[test]
    fn three_variables_of_three_values_keep_them() {
        let mut store = Store::default();
        let mut terms: Vec<(VarId, i64)> =
            [[1, 2], [2, 3], [3, 1]].map(|values| (store.add(values), 0)).to_vec();
        let other = store.add_range(1, 5);
        terms.push((other, 0));
        let mut matching = Matching::new(terms, &store).expect("values within a word");
        assert_eq!(matching.prune(&mut store), Ok(()));
        assert_eq!(store.values(other).collect::<Vec<_>>(), [4, 5]);
    }
}
