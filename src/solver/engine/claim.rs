//! Claims: what reasons and nogoods are made of.
//!
//! A claim says that the values left in one word of a domain are among some. A domain lies within another exactly if each of
//! its words does, so that the claims of its words together say all that is to be said of a variable; and one word is all
//! that a change of the trail writes.

use super::fact::Fact;
use super::store::{Store, VarId};

/// The values left in a word of the store are among these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The word.
    pub word: u32,
    /// The values, as its bits.
    pub values: u64,
}

impl Claim {
    /// Whether a store knows at least as much.
    #[inline]
    pub fn is_known(self, store: &Store) -> bool {
        store.at(self.word) & !self.values == 0
    }
}

/// What a propagator found out: a variable lost values.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The variable.
    pub var: VarId,
    /// The word of its domain, and the values it lost.
    pub lost: Claim,
}

impl Found {
    /// Whether this value is the only one that was lost.
    pub fn is_lost(&self, store: &Store, value: i64) -> bool {
        let Some(start) = store.start(self.var) else { return false };
        let bit = value - start - 64 * i64::from(self.lost.word - store.first_word(self.var));
        (0..64).contains(&bit) && self.lost.values == 1 << bit
    }

    /// Whether this value is among those that were lost.
    pub fn has_lost(&self, store: &Store, value: i64) -> bool {
        let Some(start) = store.start(self.var) else { return false };
        let bit = value - start - 64 * i64::from(self.lost.word - store.first_word(self.var));
        (0..64).contains(&bit) && self.lost.values >> bit & 1 == 1
    }

    /// The values that were lost; nothing if the domain is no bits.
    pub fn values(&self, store: &Store) -> Option<Vec<i64>> {
        let first = store.start(self.var)? + 64 * i64::from(self.lost.word - store.first_word(self.var));
        let bits = (0..64).filter(|bit| self.lost.values >> bit & 1 == 1);
        Some(bits.map(|bit| first + bit).collect())
    }

    /// Whether none of these values, as bits of a domain of one word, are among those lost.
    pub fn spares(&self, bits: u64) -> bool {
        self.lost.values & bits == 0
    }
}

/// Claims that together force something.
#[derive(Clone, Debug, Default)]
pub struct Reason {
    /// The claims; a word may have several.
    pub claims: Vec<Claim>,
}

impl Reason {
    /// A variable's domain is within what it is now.
    pub fn whole(&mut self, store: &Store, var: VarId) {
        let (first, domain) = (store.first_word(var), store.domain(var));
        self.claims.extend((first..).zip(domain).map(|(word, &values)| Claim { word, values }));
    }

    /// A fact that holds.
    pub fn add(&mut self, store: &Store, fact: &Fact) {
        let words = (store.first_word(fact.var)..).zip(&fact.domain);
        self.claims.extend(words.map(|(word, &values)| Claim { word, values }));
    }

    /// The same for some variables; whether there are any to speak of.
    pub fn wholes(&mut self, store: &Store, vars: Option<Vec<VarId>>) -> bool {
        let known = vars.is_some();
        vars.into_iter().flatten().for_each(|var| self.whole(store, var));
        known
    }

    /// A variable whose domain is one word has values among these bits.
    #[inline]
    pub fn within(&mut self, store: &Store, var: VarId, values: u64) {
        self.claims.push(Claim { word: store.first_word(var), values });
    }

    /// A variable whose domain is bits has none of these values.
    pub fn without(&mut self, store: &Store, var: VarId, values: &[i64]) {
        let start = store.start(var).unwrap_or_default();
        for word in 0..store.domain(var).len() as u32 {
            let bits = values.iter().map(|value| value - start - 64 * i64::from(word));
            let gone = bits.filter(|bit| (0..64).contains(bit)).fold(0_u64, |gone, bit| gone | 1 << bit);
            if gone != 0 {
                self.claims.push(Claim { word: store.first_word(var) + word, values: !gone });
            }
        }
    }

    /// A variable whose domain is bits has no value below a bound.
    pub fn at_least(&mut self, store: &Store, var: VarId, bound: i64) {
        self.beyond(store, var, |value| value - bound >= 0);
    }

    /// A variable whose domain is bits has no value above a bound.
    pub fn at_most(&mut self, store: &Store, var: VarId, bound: i64) {
        self.beyond(store, var, |value| value <= bound);
    }

    /// A variable is between its least and its greatest value now; all of its domain where that is no bits.
    pub fn bounds(&mut self, store: &Store, var: VarId) {
        if store.start(var).is_none() {
            return self.whole(store, var);
        }
        self.at_least(store, var, store.min(var));
        self.at_most(store, var, store.max(var));
    }

    /// A variable whose domain is bits does not have a value.
    pub fn lacks(&mut self, store: &Store, var: VarId, value: i64) {
        let at = value - store.start(var).unwrap_or_default();
        let words = store.domain(var).len() as i64;
        // What lies outside the words was never there.
        if (0..64 * words).contains(&at) {
            let word = store.first_word(var) + (at / 64) as u32;
            self.claims.push(Claim { word, values: !(1 << (at % 64)) });
        }
    }

    fn beyond(&mut self, store: &Store, var: VarId, is_left: impl Fn(i64) -> bool) {
        let start = store.start(var).unwrap_or_default();
        for word in 0..store.domain(var).len() as u32 {
            let value = |bit: u32| start + 64 * i64::from(word) + i64::from(bit);
            let values = (0..64).filter(|&bit| is_left(value(bit))).fold(0, |values, bit| values | 1 << bit);
            if values != u64::MAX {
                self.claims.push(Claim { word: store.first_word(var) + word, values });
            }
        }
    }
}
