//! A list of allowed rows, looked up by bits: which rows are left, and which rows each value supports.
//!
//! Prunes fully (GAC), with the bitsets of compact-table (CT). Rows are few (some thousands), so the rows that are left are
//! worked out anew each time instead of being kept on the trail.

use std::sync::{Arc, OnceLock};

use super::cover::cover;
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Relaxed, Spec, Store, VarId};

/// The rows of a table, apart from the variables they are about, so that equal constraints share them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    /// For each column: the value of its lowest bit, and for each bit the rows that have that value.
    columns: Vec<(i64, Vec<Box<[u64]>>)>,
    /// How many words a set of rows takes.
    words: usize,
    count: usize,
    /// What the rows leave out as boxes, values as bits for each column; nothing if these are many. Known once it was asked for.
    boxes: OnceLock<Option<Vec<Vec<u64>>>>,
}

impl Rows {
    /// The table of these rows; each column's base and width are those of its variable's domain.
    pub fn new(shape: &[(i64, u32)], rows: &[Vec<i64>]) -> Rows {
        let words = rows.len().div_ceil(64).max(1);
        let mut columns: Vec<(i64, Vec<Box<[u64]>>)> =
            shape.iter().map(|&(base, width)| (base, vec![vec![0; words].into(); width as usize])).collect();
        for (number, row) in rows.iter().enumerate() {
            for ((base, column), value) in columns.iter_mut().zip(row) {
                column[(value - *base) as usize][number / 64] |= 1 << (number % 64);
            }
        }
        Rows { columns, words, count: rows.len(), boxes: OnceLock::new() }
    }

    fn boxes(&self) -> Option<Vec<Vec<u64>>> {
        let used = |(_, supports): &(i64, Vec<Box<[u64]>>)| -> Vec<usize> {
            (0..supports.len()).filter(|&bit| supports[bit].iter().any(|&rows| rows != 0)).collect()
        };
        let values: Vec<Vec<usize>> = self.columns.iter().map(used).collect();
        let sizes: Vec<usize> = values.iter().map(Vec::len).collect();
        let allows = |row: &[usize]| {
            let mut left = vec![u64::MAX; self.words];
            for ((value, bits), (_, supports)) in row.iter().zip(&values).zip(&self.columns) {
                left.iter_mut().zip(&supports[bits[*value]]).for_each(|(left, rows)| *left &= rows);
            }
            left.iter().any(|&rows| rows != 0)
        };
        let boxes = cover(&sizes, MOST_NOGOODS * sizes.iter().sum::<usize>(), &allows)?;
        let bits = |(found, bits): (u64, &Vec<usize>)| {
            let own = bits.iter().enumerate().filter(|(value, _)| found >> value & 1 == 1);
            own.fold(0, |all, (_, bit)| all | 1 << bit)
        };
        let told = |found: Vec<u64>| found.into_iter().zip(&values).map(bits).collect();
        Some(boxes.into_iter().map(told).collect())
    }
}

/// For each value of a column the rows that have it.
type Supports = [Box<[u64]>];

/// Keeps of a set of rows those that have one of some values in a column.
fn meet(set: &mut [u64], supports: &Supports, values: u64) {
    for (word, rows) in set.iter_mut().enumerate() {
        let some = supports.iter().enumerate().filter(|(bit, _)| values >> bit & 1 == 1);
        *rows &= some.fold(0, |all, (_, support)| all | support[word]);
    }
}

/// The most nogoods for each value of a column that are better than a table where clauses are learned.
const MOST_NOGOODS: usize = 2;

/// The variables take one of the rows.
#[derive(Clone, Debug)]
pub struct Table {
    vars: Vec<VarId>,
    rows: Arc<Rows>,
    left: Vec<u64>,
    column: Vec<u64>,
}

impl Table {
    /// A table on these variables, one for each column.
    pub fn new(vars: Vec<VarId>, rows: Arc<Rows>) -> Table {
        let words = rows.words;
        Table { vars, rows, left: vec![0; words], column: vec![0; words] }
    }
}

impl Propagator for Table {
    fn spec(&self) -> Spec {
        let cost = if self.rows.words <= 2 { Cost::Constant } else { Cost::Linear };
        Spec::new("table", cost, Events::ANY, self.vars.iter().copied())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Table { vars, rows, left, column } = self;
        for (word, bits) in left.iter_mut().enumerate() {
            let from = 64 * word;
            let here = rows.count.saturating_sub(from).min(64);
            *bits = if here == 64 { u64::MAX } else { (1 << here) - 1 };
        }
        for (var, (_, supports)) in vars.iter().zip(&rows.columns) {
            column.fill(0);
            let (_, mut bits) = store.word(*var);
            while bits != 0 {
                let value = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                column.iter_mut().zip(&supports[value]).for_each(|(all, more)| *all |= more);
            }
            left.iter_mut().zip(column.iter()).for_each(|(all, some)| *all &= some);
        }
        if left.iter().all(|&word| word == 0) {
            return Err(Conflict);
        }
        for (var, (_, supports)) in vars.iter().zip(&rows.columns) {
            let (_, domain) = store.word(*var);
            let (mut bits, mut kept) = (domain, 0);
            while bits != 0 {
                let value = bits.trailing_zeros();
                bits &= bits - 1;
                if supports[value as usize].iter().zip(left.iter()).any(|(support, left)| support & left != 0)
                {
                    kept |= 1 << value;
                }
            }
            store.keep(*var, kept)?;
        }
        Ok(())
    }

    /// Each row with what was lost has died of a value that another variable has lost: variables are taken by how many rows they
    /// answer for.
    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let mut open = vec![u64::MAX; self.rows.words];
        let mut others: Vec<(VarId, &Supports)> = Vec::new();
        for (&var, (_, supports)) in self.vars.iter().zip(&self.rows.columns) {
            let lost = found.filter(|found| found.var == var).map(|found| found.lost.values);
            meet(&mut open, supports, lost.unwrap_or(root.word(var).1));
            others.extend(lost.is_none().then_some((var, &supports[..])));
        }
        while open.iter().any(|&word| word != 0) {
            let dying = |&(var, supports): &(VarId, &Supports)| {
                let mut left = open.clone();
                meet(&mut left, supports, store.word(var).1);
                open.iter().zip(&left).map(|(open, left)| (open & !left).count_ones()).sum::<u32>()
            };
            let most = others.iter().map(dying).enumerate().max_by_key(|&(_, dead)| dead);
            let Some((at, _)) = most.filter(|&(_, dead)| dead > 0) else { return false };
            let (var, supports) = others.swap_remove(at);
            let gone = root.word(var).1 & !store.word(var).1;
            let is_needed =
                |bit: &usize| supports[*bit].iter().zip(&open).any(|(rows, open)| rows & open != 0);
            let needed = (0..supports.len()).filter(|bit| gone >> bit & 1 == 1).filter(is_needed);
            reason.within(store, var, !needed.fold(0, |needed, bit| needed | 1 << bit));
            meet(&mut open, supports, store.word(var).1);
        }
        true
    }

    fn relaxed(&self, store: &Store) -> Option<Relaxed> {
        let boxes = self.rows.boxes.get_or_init(|| self.rows.boxes()).as_ref()?;
        let nogood = |found: &Vec<u64>| {
            let parts = self.vars.iter().zip(found).map(|(&var, &values)| (var, values, store.word(var).1));
            // What holds anyway is not told, and what cannot be need not be ruled out.
            let is_possible = parts.clone().all(|(_, values, left)| values & left != 0);
            let told =
                parts.filter(|(_, values, left)| left & !values != 0).map(|(var, values, _)| (var, values));
            is_possible.then(|| told.collect())
        };
        // Values that no row has lie in no box.
        let unused = self.vars.iter().zip(&self.rows.columns).filter_map(|(&var, (_, supports))| {
            let used = (0..supports.len()).filter(|&bit| supports[bit].iter().any(|&rows| rows != 0));
            let unused = store.word(var).1 & !used.fold(0, |used, bit| used | 1 << bit);
            (unused != 0).then(|| vec![(var, unused)])
        });
        Some(Relaxed {
            nogoods: unused.chain(boxes.iter().filter_map(nogood)).collect(),
            ..Relaxed::default()
        })
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        (0..self.rows.count).any(|row| {
            self.vars.iter().zip(&self.rows.columns).all(|(&var, (base, supports))| {
                let bit = (value(var) - base) as usize;
                supports.get(bit).is_some_and(|rows| rows[row / 64] >> (row % 64) & 1 == 1)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Rows, Table};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let shape = draw.many(1..=5, |draw| (draw.int(-2..=2), draw.int(1..=4) as u32));
            let ranges: Vec<_> =
                shape.iter().map(|&(base, width)| base..=base + i64::from(width) - 1).collect();
            let rows = draw.many(1..=90, |draw| ranges.iter().map(|range| draw.int(range.clone())).collect());
            let vars = ranges.iter().map(|range| draw.var(range.clone())).collect();
            Table::new(vars, Arc::new(Rows::new(&shape, &rows)))
        });
    }
}
