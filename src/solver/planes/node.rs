//! What is known at one point of the search, and what follows from it.
//!
//! Three stages, each only where those before it find nothing more, and only for values whose planes have changed:
//! a cell with one value (naked single), a value with one cell in a group (hidden single), a value whose cells in a
//! group all lie in another group and so leave the rest of that (locked candidates).

use super::bits::{Bits, ones};
use super::position::Standing;
use super::tables::{HALF, Tables};
use crate::solver::engine::Conflict;

/// A plane for each value, and what is left to do.
#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize, const P: usize> {
    /// For each value the cells that can have it.
    planes: Vec<Bits<W>>,
    /// Cells whose value is not settled.
    open: Bits<W>,
    /// For each value: the groups in which it has no cell yet and needs one, and the pairs of them that may still tell something.
    tasks: Vec<[u64; P]>,
    /// Values whose planes have changed since groups were looked at.
    changed: u64,
    /// The same for pairs of groups.
    changed_for_pairs: u64,
    /// What was decided here: a cell and its value.
    decided: (usize, usize),
}

impl<const W: usize, const P: usize> Node<W, P> {
    /// Nothing known but domains, as bits.
    pub(super) fn new(domains: &[u64], tasks: Vec<[u64; P]>) -> Node<W, P> {
        let values = tasks.len();
        let can = |value: usize| (0..domains.len()).filter(move |&cell| domains[cell] >> value & 1 == 1);
        let all = if values < 64 { (1 << values) - 1 } else { u64::MAX };
        Node {
            planes: (0..values).map(|value| Bits::of(can(value))).collect(),
            open: Bits::of(0..domains.len()),
            tasks,
            changed: all,
            changed_for_pairs: all,
            decided: (0, 0),
        }
    }

    /// The values, as bits, that a cell can have.
    fn can(&self, cell: usize) -> u64 {
        let bits = self.planes.iter().enumerate();
        bits.fold(0, |domain, (value, plane)| domain | u64::from(plane.has(cell)) << value)
    }

    /// Takes values, as bits, from a cell that is open.
    fn forbid(&mut self, cell: usize, values: u64) {
        for value in ones(values) {
            self.planes[value].remove(&Bits::of([cell]));
        }
        self.changed |= values;
    }

    /// Settles a cell.
    #[inline]
    fn fix(&mut self, tables: &Tables<W, P>, cell: usize, value: usize) -> Result<(), Conflict> {
        if self.planes.get(value).is_none_or(|plane| !plane.has(cell)) {
            return Err(Conflict);
        }
        let (word, bit) = (cell / 64, cell % 64);
        for (value, plane) in self.planes.iter_mut().enumerate() {
            self.changed |= (plane.0[word] >> bit & 1) << value;
            plane.0[word] &= !(1 << bit);
        }
        self.planes[value].0[word] |= 1 << bit;
        self.open.0[word] &= !(1 << bit);
        self.place(tables, cell, value);
        Ok(())
    }

    /// Takes the value of a cell from those that see it.
    #[inline]
    fn place(&mut self, tables: &Tables<W, P>, cell: usize, value: usize) {
        self.planes[value].remove(&tables.peers[cell]);
        self.changed |= 1 << value;
        let settled = &tables.settles[cell];
        self.tasks[value].iter_mut().zip(settled).for_each(|(tasks, settled)| *tasks &= !settled);
    }

    /// Settles the cells that have one value left, all at once, until there are none.
    fn cells(&mut self, tables: &Tables<W, P>) -> Result<(), Conflict> {
        loop {
            let (mut any, mut several) = (Bits::NONE, Bits::NONE);
            for plane in &self.planes {
                several.add(&any.and(plane));
                any.add(plane);
            }
            if any != tables.all {
                return Err(Conflict);
            }
            let single = self.open.without(&several);
            if single.is_empty() {
                return Ok(());
            }
            self.open.remove(&single);
            for value in 0..self.planes.len() {
                // One that loses its value to another has none in the next round.
                for cell in self.planes[value].and(&single).cells() {
                    self.place(tables, cell, value);
                }
            }
        }
    }

    /// Settles the values that have one cell left in a group; whether there were any.
    fn groups(&mut self, tables: &Tables<W, P>) -> Result<bool, Conflict> {
        let changed = std::mem::take(&mut self.changed);
        self.changed_for_pairs |= changed;
        let mut found = false;
        for value in ones(changed) {
            let plane = self.planes[value];
            for block in 0..tables.blocks {
                let count = tables.count(block, &plane);
                if self.tasks[value][block] & !count != 0 {
                    return Err(Conflict);
                }
                let mut once = self.tasks[value][block] & !(count >> HALF);
                while once != 0 {
                    let group = block * HALF + once.trailing_zeros() as usize;
                    let cell = plane.and(&tables.groups[group]).first().ok_or(Conflict)?;
                    self.fix(tables, cell, value)?;
                    found = true;
                    once &= self.tasks[value][block];
                }
            }
        }
        Ok(found)
    }

    /// Takes values whose cells in one group all lie in a second from the rest of that; whether there were any.
    fn shared(&mut self, tables: &Tables<W, P>) -> bool {
        let changed = std::mem::take(&mut self.changed_for_pairs);
        for value in ones(changed) {
            let mut plane = self.planes[value];
            for block in tables.blocks..tables.all_blocks {
                let outside = tables.outside(block, &plane);
                for pair in ones(self.tasks[value][block] & !outside) {
                    plane.remove(&tables.rests[64 * (block - tables.blocks) + pair]);
                }
                // What has been told stays told.
                self.tasks[value][block] &= outside;
            }
            if plane != self.planes[value] {
                self.planes[value] = plane;
                self.changed |= 1 << value;
            }
        }
        self.changed != 0
    }

    /// The open cells with fewest values.
    fn fewest(&self) -> Bits<W> {
        let [mut one, mut two, mut three, mut four] = [Bits::NONE; 4];
        for plane in &self.planes {
            four.add(&three.and(plane));
            three.add(&two.and(plane));
            two.add(&one.and(plane));
            one.add(plane);
        }
        [two.without(&three), three.without(&four)]
            .into_iter()
            .find(|cells| !cells.is_empty())
            .unwrap_or_else(|| {
                let size = |cell: usize| self.planes.iter().filter(|plane| plane.has(cell)).count();
                Bits::of(self.open.cells().min_by_key(|&cell| size(cell)))
            })
    }
}

impl<const W: usize, const P: usize> Standing for Node<W, P> {
    type Tables = Tables<W, P>;

    /// A board that is still open by then wants learning; one of many cells soon, since each dead end takes long to reach.
    const PATIENCE: u64 = if W <= 4 { 20_000 } else { 500 };

    fn copy(&mut self, other: &Self) {
        self.planes.copy_from_slice(&other.planes);
        self.tasks.copy_from_slice(&other.tasks);
        self.open = other.open;
        self.changed = other.changed;
        self.changed_for_pairs = other.changed_for_pairs;
    }

    fn domain(&self, _: &Tables<W, P>, cell: usize) -> u64 {
        self.can(cell)
    }

    fn keep(&mut self, tables: &Tables<W, P>, cell: usize, values: u64) -> Result<(), Conflict> {
        if self.open.has(cell) && values.is_power_of_two() {
            return self.fix(tables, cell, values.trailing_zeros() as usize);
        }
        let domain = self.can(cell);
        if domain & values == 0 {
            return Err(Conflict);
        }
        self.forbid(cell, domain & !values);
        Ok(())
    }

    fn settle(&mut self, tables: &Tables<W, P>) -> Result<(), Conflict> {
        loop {
            self.cells(tables)?;
            if self.open.is_empty() || !self.groups(tables)? && !self.shared(tables) {
                return Ok(());
            }
        }
    }

    fn open(&self) -> u32 {
        self.open.count()
    }

    /// Decides on one of the cells with fewest values: on one that most others of them see and share a value
    /// with, so that most follows. On hard sudokus that takes a third of the decisions away, on others half.
    fn decide(&mut self, tables: &Tables<W, P>, random: u64) -> (usize, usize) {
        let few = self.fewest();
        let cell = few.cells().max_by_key(|&cell| {
            let mut alike = Bits::NONE;
            self.planes.iter().filter(|plane| plane.has(cell)).for_each(|plane| alike.add(plane));
            few.and(&tables.peers[cell]).and(&alike).count()
        });
        let cell = cell.unwrap_or_default();
        let count = self.planes.iter().filter(|plane| plane.has(cell)).count().max(1);
        let pick = (random % count as u64) as usize;
        let mut values = (0..self.planes.len()).filter(|&value| self.planes[value].has(cell));
        self.decided = (cell, values.nth(pick).unwrap_or_default());
        self.decided
    }

    fn put(&mut self, tables: &Tables<W, P>, cell: usize, value: usize) {
        let decided = self.fix(tables, cell, value);
        debug_assert!(decided.is_ok(), "a decision is possible");
    }

    fn refute(&mut self, _: &Tables<W, P>) {
        let (cell, value) = self.decided;
        self.forbid(cell, 1 << value);
    }

    fn values(&self, _: &Tables<W, P>, values: &mut [i64]) {
        for (value, plane) in self.planes.iter().enumerate() {
            plane.cells().for_each(|cell| values[cell] += value as i64);
        }
    }
}
