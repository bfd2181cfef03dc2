//! Why values cannot be had where all differ: Hall sets, as many variables as they have values among them.

use super::distinct::{bits, own_bits};
use super::matching::{NONE, augment};
use crate::solver::engine::{Found, Reason, Store, VarId};

/// Variables with offsets that all differ, and a matching of them with values; all values fit into one word from a base on.
struct Crowd<'t> {
    terms: &'t [(VarId, i64)],
    base: i64,
    domains: [u64; 64],
    /// For each value, whose it is.
    owner: [u32; 64],
}

/// Explains what was lost, or a conflict, by a Hall set or by more variables than values; whether there is one. `all` are all
/// values there are for good, if they are not more than the variables; else none.
pub(super) fn explain(
    (terms, base, all): (&[(VarId, i64)], i64, u64),
    store: &Store,
    found: Option<&Found>,
    reason: &mut Reason,
) -> bool {
    let mut hall = Crowd { terms, base, domains: [0; 64], owner: [NONE; 64] };
    if terms.len() > 64 {
        return false;
    }
    let (mut fixed, mut any, mut twice, mut own, mut count) = (0_u64, 0_u64, 0_u64, 0, 0);
    for (place, &term) in terms.iter().enumerate() {
        let bits = bits(term, base, store);
        hall.domains[place] = bits;
        twice |= any & bits;
        any |= bits;
        fixed |= if bits.is_power_of_two() { bits } else { 0 };
        if found.is_some_and(|found| found.var == term.0) {
            (own, count) = (place, count + 1);
        }
    }
    // Most of what is lost is had by others, or makes way for what has no other place.
    if let Some(found) = found.filter(|_| count == 1) {
        let (var, offset) = terms[own];
        let lost = found.lost.values << (store.word(var).0 + offset - base);
        let alone = hall.domains[own] & !twice;
        if lost & !fixed == 0 && !hall.domains[own].is_power_of_two() {
            for place in (0..terms.len()).filter(|&place| place != own) {
                let bits = hall.domains[place];
                if bits.is_power_of_two() && bits & lost != 0 {
                    hall.claim(1 << place, bits, store, reason);
                }
            }
            return true;
        }
        if all != 0 && alone != 0 && alone & lost == 0 {
            let others = (u64::MAX >> (64 - terms.len())) & !(1 << own);
            hall.claim(others, !(alone & alone.wrapping_neg()), store, reason);
            return true;
        }
    } else if found.is_none() && all & !any != 0 {
        let lacking = all & !any;
        hall.claim(u64::MAX >> (64 - terms.len()), !(lacking & lacking.wrapping_neg()), store, reason);
        return true;
    }
    if let Some(crowd) = hall.crowd() {
        hall.claim(crowd, hall.values(crowd), store, reason);
        return true;
    }
    let Some(found) = found else { return false };
    // A variable may be there twice: either place of it may have ruled a value out.
    let mut left = found.lost.values;
    for (place, &(var, offset)) in terms.iter().enumerate().filter(|(_, term)| term.0 == found.var) {
        let shift = store.word(var).0 + offset - base;
        let mut lost = left << shift;
        while lost != 0 {
            let set = hall.reached(lost.trailing_zeros()).filter(|set| set >> place & 1 == 0);
            if let Some(set) = set {
                let values = hall.values(set);
                hall.claim(set, values, store, reason);
                left &= !(values >> shift);
                lost &= !values;
            } else {
                lost &= lost - 1;
            }
        }
    }
    left == 0
}

impl Crowd<'_> {
    /// Matches all variables with values; if that cannot be, a set of them that has too few values.
    fn crowd(&mut self) -> Option<u64> {
        // Most have a value that nobody else wants.
        let mut open = Vec::new();
        for place in 0..self.terms.len() {
            let domain = self.domains[place];
            match (domain.is_power_of_two(), self.owner[domain.trailing_zeros() as usize % 64]) {
                (true, NONE) => self.owner[domain.trailing_zeros() as usize] = place as u32,
                (true, other) => return Some(1 << place | 1 << other),
                (false, _) => open.push(place),
            }
        }
        for place in open {
            let mut seen = 0;
            if !augment(&self.domains, &mut self.owner, place, &mut seen) {
                let tried = (0..64).filter(|bit| seen >> bit & 1 == 1).map(|bit| self.owner[bit as usize]);
                return Some(tried.fold(1 << place, |set, owner| set | 1 << owner));
            }
        }
        None
    }

    /// The variables that have to move if somebody else takes a value; nothing if one of them finds a value that is free.
    fn reached(&self, bit: u32) -> Option<u64> {
        let owner = self.owner[bit as usize];
        if owner == NONE {
            return None;
        }
        let (mut set, mut open, mut seen) = (1_u64 << owner, 1_u64 << owner, 1_u64 << bit);
        while open != 0 {
            let place = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut values = self.domains[place] & !seen;
            seen |= values;
            while values != 0 {
                let owner = self.owner[values.trailing_zeros() as usize];
                values &= values - 1;
                if owner == NONE {
                    return None;
                }
                open |= 1 << owner & !set;
                set |= 1 << owner;
            }
        }
        Some(set)
    }

    /// All values of some variables.
    fn values(&self, set: u64) -> u64 {
        (0..self.terms.len())
            .filter(|place| set >> place & 1 == 1)
            .fold(0, |all, place| all | self.domains[place])
    }

    /// Claims that some variables have no values but these.
    fn claim(&self, set: u64, values: u64, store: &Store, reason: &mut Reason) {
        for (place, &term) in self.terms.iter().enumerate() {
            if set >> place & 1 == 1 {
                reason.within(store, term.0, own_bits(values, term, self.base, store));
            }
        }
    }
}

/// All values of some terms, as bits from a base on, if they are not more than the terms; else none.
pub(super) fn all(terms: &[(VarId, i64)], base: i64, store: &Store) -> u64 {
    let all = terms.iter().fold(0, |all, &term| all | bits(term, base, store));
    if all.count_ones() as usize == terms.len() { all } else { 0 }
}
