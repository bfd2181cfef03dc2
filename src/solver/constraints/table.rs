//! A list of allowed rows, looked up by bits: which rows are left, and which rows each value supports.
//!
//! Prunes fully (GAC), with the bitsets of compact-table (CT). Rows are few (some thousands), so the rows that are left are
//! worked out anew each time instead of being kept on the trail.

use std::sync::Arc;

use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// The rows of a table, apart from the variables they are about, so that equal constraints share them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rows {
    /// For each column: the value of its lowest bit, and for each bit the rows that have that value.
    columns: Vec<(i64, Vec<Box<[u64]>>)>,
    /// How many words a set of rows takes.
    words: usize,
    count: usize,
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
        Rows { columns, words, count: rows.len() }
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
