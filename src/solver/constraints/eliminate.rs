//! All of some variables have different values: what is fixed rules itself out elsewhere, and no more.
//!
//! Stands in for [`super::distinct`] where nogoods are learned.

use super::distinct::{bits, common_base, differ, own_bits};
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// All of some terms differ.
#[derive(Clone, Debug)]
pub struct Eliminate {
    terms: Box<[(VarId, i64)]>,
    base: i64,
}

impl Eliminate {
    /// All of these differ; nothing if their values do not fit into a word, or a variable comes twice.
    pub fn new(terms: &[(VarId, i64)], store: &Store) -> Option<Eliminate> {
        let base = common_base(terms, store)?;
        let mut vars: Vec<VarId> = terms.iter().map(|&(var, _)| var).collect();
        vars.sort_unstable();
        vars.windows(2).all(|two| two[0] != two[1]).then(|| Eliminate { terms: terms.into(), base })
    }

    /// The value that the lowest bit stands for where domains are compared.
    pub fn base(&self) -> i64 {
        self.base
    }

    /// For each value that is fixed: who has it, by place.
    fn owners(&self, store: &Store) -> [u8; 64] {
        let mut owners = [NOBODY; 64];
        for (place, &term) in (0..NOBODY).zip(&self.terms) {
            let bits = bits(term, self.base, store);
            if bits.is_power_of_two() {
                owners[bits.trailing_zeros() as usize] = place;
            }
        }
        owners
    }

    /// Claims the values of those who have some values; whether all are had.
    fn claim(&self, values: u64, owners: &[u8; 64], store: &Store, reason: &mut Reason) -> bool {
        (0..64).filter(|bit| values >> bit & 1 == 1).all(|bit| {
            let owner = self.terms.get(usize::from(owners[bit]));
            owner.inspect(|term| reason.whole(store, term.0)).is_some()
        })
    }
}

/// No place.
const NOBODY: u8 = u8::MAX;

impl Propagator for Eliminate {
    fn spec(&self) -> Spec {
        Spec::new("distinct, fixed", Cost::Constant, Events::FIXED, self.terms.iter().map(|&(var, _)| var))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut before = 0_u64;
        loop {
            let mut fixed = 0_u64;
            for &term in &self.terms {
                let bits = bits(term, self.base, store);
                if bits.is_power_of_two() {
                    if fixed & bits != 0 {
                        return Err(Conflict);
                    }
                    fixed |= bits;
                }
            }
            if fixed == before {
                return Ok(());
            }
            before = fixed;
            for &term in &self.terms {
                let bits = bits(term, self.base, store);
                if bits & fixed != 0 && !bits.is_power_of_two() {
                    store.keep(term.0, own_bits(!fixed, term, self.base, store))?;
                }
            }
        }
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        if self.terms.len() >= usize::from(NOBODY) {
            return false;
        }
        let owners = self.owners(store);
        if let Some(found) = found {
            let own = self.terms.iter().find(|term| term.0 == found.var);
            return own.is_some_and(|own| {
                let lost = found.lost.values << (store.word(own.0).0 + own.1 - self.base);
                self.claim(lost, &owners, store, reason)
            });
        }
        // Two have the same value, or one has only values that others have.
        let fixed = (0..64).filter(|&bit| owners[bit] != NOBODY).fold(0_u64, |fixed, bit| fixed | 1 << bit);
        let stuck = self.terms.iter().zip(0_u8..).find(|&(&term, place)| {
            let bits = bits(term, self.base, store);
            bits & !fixed == 0 && owners[bits.trailing_zeros() as usize] != place
        });
        stuck.is_some_and(|(&term, _)| {
            reason.whole(store, term.0);
            self.claim(bits(term, self.base, store), &owners, store, reason)
        })
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        differ(&self.terms, value)
    }
}

#[cfg(test)]
mod tests {
    use super::Eliminate;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let vars = draw.many(2..=5, |draw| draw.var(-1..=4));
            let terms: Vec<_> = vars.into_iter().map(|var| (var, draw.int(-1..=1))).collect();
            Eliminate::new(&terms, &draw.store).expect("values within a word")
        });
    }
}
