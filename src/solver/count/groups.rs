//! Groups of different values, read with the set of values that have been taken; and values that may change places.
//!
//! Where nothing but groups is to come, no value is like no other by its name: only by the groups that have taken it and by the
//! variables that can still have it. So the sets are written value by value, and values that the same variables can
//! have are sorted: all that differ by an exchange of such values are counted as one.

use crate::base::hash::Map;
use crate::solver::engine::{Store, VarId, each_once};

/// Variables that differ.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// For each variable its place in the order of reading, and what is added to its value to make it a bit.
    pub(super) members: Vec<(u32, i64)>,
    /// The values that fixed variables have taken.
    pub(super) taken: u64,
    /// Whether a value is the same bit as in all other groups.
    pub(super) plain: bool,
}

/// Groups of variables with offsets, without those that others contain; nothing if some have too many values.
pub(super) fn made(
    terms: &[Vec<(VarId, i64)>],
    store: &Store,
    place: &dyn Fn(VarId) -> Option<u32>,
) -> Option<Vec<Group>> {
    let mut kept: Vec<&Vec<(VarId, i64)>> = Vec::new();
    let mut sorted: Vec<Vec<(VarId, i64)>> = terms.to_vec();
    sorted.iter_mut().for_each(|terms| terms.sort_unstable());
    sorted.sort_by_key(|terms| std::cmp::Reverse(terms.len()));
    for terms in &sorted {
        if !kept.iter().any(|other| terms.iter().all(|term| other.binary_search(term).is_ok())) {
            kept.push(terms);
        }
    }
    let least = |terms: &[(VarId, i64)]| terms.iter().map(|&(var, offset)| store.min(var) + offset).min();
    let most = |terms: &[(VarId, i64)]| terms.iter().map(|&(var, offset)| store.max(var) + offset).max();
    let low = kept.iter().filter_map(|terms| least(terms)).min().unwrap_or(0);
    let high = kept.iter().filter_map(|terms| most(terms)).max().unwrap_or(0);
    let alike = kept.iter().all(|terms| terms.iter().all(|&(_, offset)| offset == 0)) && high - low < 64;
    let mut groups = Vec::new();
    for terms in kept {
        let base = if alike { low } else { least(terms)? };
        let vars = each_once(terms.iter().map(|&(var, _)| var));
        if most(terms)? - base >= 64 || vars.len() < terms.len() {
            return None;
        }
        let mut group = Group { members: Vec::new(), taken: 0, plain: alike };
        for &(var, offset) in terms {
            match place(var) {
                Some(place) => group.members.push((place, offset - base)),
                None => group.taken |= 1 << (store.min(var) + offset - base),
            }
        }
        groups.push(group);
    }
    Some(groups)
}

impl Group {
    /// The bit that a member's value is.
    pub(super) fn bit(value: i64, shift: i64) -> u64 {
        1 << (value + shift)
    }
}

/// Values as bits of groups, by the variables that can still have them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Classes(Vec<u32>);

impl Classes {
    /// For each number of variables that have been read, from all to none: the classes of values.
    pub(super) fn all(domains: &[u64]) -> Vec<Classes> {
        let mut now = Classes(vec![0; 64]);
        let mut all = vec![now.clone()];
        for domain in domains.iter().rev() {
            let mut names: Map<(u32, bool), u32> = Map::default();
            let class = |(bit, &class): (usize, &u32)| {
                let next = names.len() as u32;
                *names.entry((class, domain >> bit & 1 == 1)).or_insert(next)
            };
            now = Classes(now.0.iter().enumerate().map(class).collect());
            all.push(now.clone());
        }
        all.reverse();
        all
    }

    /// These values, those of one class together.
    pub(super) fn sorted(&self, values: u64) -> Exchange {
        let mut bits: Vec<u32> = (0..64).filter(|bit| values >> bit & 1 == 1).collect();
        bits.sort_by_key(|&bit| self.0[bit as usize]);
        let mut ends = Vec::new();
        for at in 0..bits.len() {
            if at + 1 == bits.len() || self.0[bits[at] as usize] != self.0[bits[at + 1] as usize] {
                ends.push(at + 1);
            }
        }
        Exchange { bits, ends }
    }
}

/// Values of which those of one class may change places.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    /// Their bits, class by class.
    bits: Vec<u32>,
    /// Where each class ends.
    ends: Vec<usize>,
}

/// The most groups that are written value by value.
pub(super) const MOST_GROUPS: usize = 128;

impl Exchange {
    /// Whether any two values may change places.
    pub(super) fn is_of_use(&self) -> bool {
        self.ends.len() < self.bits.len()
    }

    /// Writes the sets of these groups, each with the values that it can still come upon, so that an exchange of values does not show.
    pub(super) fn write(
        &self,
        taken: &[u64],
        groups: &[(u32, u64)],
        key: &mut Vec<u8>,
        room: &mut Vec<u128>,
    ) {
        room.clear();
        room.extend(self.bits.iter().map(|&bit| {
            let own = groups.iter().enumerate();
            own.fold(0, |all, (at, &(group, of_use))| {
                all | u128::from((taken[group as usize] & of_use) >> bit & 1) << at
            })
        }));
        let mut first = 0;
        for &end in &self.ends {
            room[first..end].sort_unstable();
            first = end;
        }
        let bytes = groups.len().div_ceil(8);
        room.iter().for_each(|column| key.extend(&column.to_le_bytes()[..bytes]));
    }

    /// Reads what was written; what is left of the key.
    pub(super) fn read<'k>(&self, taken: &mut [u64], groups: &[(u32, u64)], key: &'k [u8]) -> &'k [u8] {
        let bytes = groups.len().div_ceil(8);
        groups.iter().for_each(|&(group, _)| taken[group as usize] = 0);
        for (&bit, column) in self.bits.iter().zip(key.chunks(bytes.max(1))) {
            for (at, &(group, _)) in groups.iter().enumerate() {
                taken[group as usize] |= u64::from(column[at / 8] >> (at % 8) & 1) << bit;
            }
        }
        &key[bytes * self.bits.len()..]
    }
}
