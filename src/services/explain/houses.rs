//! Houses: groups of places whose values all differ, such as rows, columns and boxes. The shapes of deductions that people
//! have names for are told by them.

use super::Explainer;
use crate::board::eval::World;
use crate::board::formula::Formula;
use crate::board::ground::Instance;
use crate::language::term::FormulaId;
use crate::solver::engine::{Store, VarId};

/// The most places of a set that is looked for as people do.
const MOST_PLACES: usize = 4;

/// The places of a law instance which says that their values differ, and nothing else.
#[derive(Clone, Debug)]
pub(super) struct House {
    /// The places, in order.
    pub(super) cells: Vec<VarId>,
    /// The least value of any of them, as declared.
    base: i64,
    /// All their values, as bits from the base on.
    values: u64,
}

/// Places of a house that share as many values: among themselves, or with no other place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shared {
    /// The places.
    pub(super) cells: Vec<VarId>,
    /// The values.
    pub(super) values: Vec<i64>,
    /// Whether no other place has these values; else these places have no other values.
    pub(super) hidden: bool,
}

impl House {
    /// The house of an instance; nothing if it says anything else, or if values are too far apart.
    pub(super) fn new(instance: &Instance, world: &World, declared: &Store) -> Option<House> {
        let Formula::Distinct(list) = world.formulas.get(instance.formula) else { return None };
        let plain = list.iter().map(|&(guard, place)| {
            let unknown = world.unknown(place).filter(|_| guard == FormulaId::TRUE)?;
            Some(VarId(unknown.0))
        });
        let mut cells = plain.collect::<Option<Vec<VarId>>>()?;
        cells.sort_unstable();
        let base = cells.iter().map(|&var| declared.min(var)).min()?;
        let highest = cells.iter().map(|&var| declared.max(var)).max()?;
        if highest.checked_sub(base)? >= 64 || cells.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let mut house = House { cells, base, values: 0 };
        house.values = house.cells.iter().fold(0, |all, &var| all | house.bits(declared.values(var)));
        Some(house)
    }

    /// Whether there are as many values as places, so that each value occurs.
    pub(super) fn is_full(&self) -> bool {
        self.values.count_ones() as usize == self.cells.len()
    }

    pub(super) fn holds(&self, var: VarId) -> bool {
        self.cells.binary_search(&var).is_ok()
    }

    /// Values as bits.
    pub(super) fn bits(&self, values: impl Iterator<Item = i64>) -> u64 {
        values.fold(0, |all, value| all | 1 << (value - self.base))
    }

    /// Bits as values.
    pub(super) fn listed(&self, bits: u64) -> Vec<i64> {
        (0..64).filter(|at| bits >> at & 1 == 1).map(|at| self.base + at).collect()
    }

    /// The values of the house that are not among these.
    pub(super) fn others(&self, bits: u64) -> u64 {
        self.values & !bits
    }

    /// The smallest set of places that takes a value from a place; of two equally small ones the one that is seen without
    /// looking at the rest of the house.
    pub(super) fn shared(&self, known: &Store, var: VarId, value: i64) -> Option<Shared> {
        let open: Vec<(VarId, u64)> = self
            .cells
            .iter()
            .filter(|&&cell| cell != var && !known.is_fixed(cell))
            .map(|&cell| (cell, self.bits(known.values(cell))))
            .collect();
        let lost = self.bits(std::iter::once(value));
        let own = self.bits(known.values(var));
        for size in 2..=MOST_PLACES {
            let few: Vec<(VarId, u64)> =
                open.iter().copied().filter(|(_, bits)| bits.count_ones() as usize <= size).collect();
            let naked = choose(&few, size, &mut |chosen| {
                let all = chosen.iter().fold(0, |all, (_, bits)| all | bits);
                (all.count_ones() as usize == size && all & lost != 0).then_some(all)
            });
            if let Some((cells, values)) = naked {
                return Some(Shared { cells, values: self.listed(values), hidden: false });
            }
            if !self.is_full() {
                continue;
            }
            let whole = open.iter().fold(own, |all, (_, bits)| all | bits);
            let hidden = choose(&open, size - 1, &mut |chosen| {
                let elsewhere = open.iter().filter(|one| !chosen.contains(one));
                let kept = whole & !elsewhere.fold(0, |all, (_, bits)| all | bits);
                (kept.count_ones() as usize == size && kept & lost == 0).then_some(kept)
            });
            if let Some((mut cells, values)) = hidden {
                cells.push(var);
                cells.sort_unstable();
                return Some(Shared { cells, values: self.listed(values), hidden: true });
            }
        }
        None
    }
}

/// Places with their values as bits, put to a test.
type Test<'t> = &'t mut dyn FnMut(&[(VarId, u64)]) -> Option<u64>;

/// The first choice of so many that passes the test, and what the test says.
fn choose(from: &[(VarId, u64)], size: usize, test: Test<'_>) -> Option<(Vec<VarId>, u64)> {
    fn go(
        from: &[(VarId, u64)],
        size: usize,
        start: usize,
        chosen: &mut Vec<(VarId, u64)>,
        test: Test<'_>,
    ) -> Option<u64> {
        if chosen.len() == size {
            return test(chosen);
        }
        for at in start..from.len() {
            chosen.push(from[at]);
            if let Some(found) = go(from, size, at + 1, chosen, test) {
                return Some(found);
            }
            chosen.pop();
        }
        None
    }
    let mut chosen = Vec::with_capacity(size);
    let found = go(from, size, 0, &mut chosen, test)?;
    Some((chosen.into_iter().map(|(cell, _)| cell).collect(), found))
}

impl Explainer {
    /// The house of an instance.
    pub(super) fn house(&self, instance: u32) -> Option<&House> {
        self.houses[instance as usize].as_ref()
    }
}
