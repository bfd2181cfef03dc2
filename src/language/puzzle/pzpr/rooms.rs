//! Rooms: cells that no border parts.

use std::collections::BTreeMap;

use crate::language::puzzle::gameid::block_name;

/// The rooms of a board, numbered in the order of their first cells.
#[derive(Clone, Debug)]
pub(super) struct Rooms {
    rows: usize,
    cols: usize,
    /// The room of each cell.
    pub(super) of: Vec<usize>,
    /// How many there are.
    pub(super) count: usize,
    /// What they are called.
    pub(super) names: Vec<String>,
    /// Where borders are.
    borders: Vec<bool>,
    /// Whether a cell belongs to none after all.
    out: Vec<bool>,
}

impl Rooms {
    /// The rooms that borders leave: all that stand upright, row by row, then all that lie.
    pub(super) fn parted(rows: usize, cols: usize, is_border: impl Fn(usize) -> bool) -> Rooms {
        let mut of = vec![usize::MAX; rows * cols];
        let mut count = 0;
        for start in 0..of.len() {
            if of[start] != usize::MAX {
                continue;
            }
            let mut open = vec![start];
            of[start] = count;
            while let Some(cell) = open.pop() {
                let (row, col) = (cell / cols, cell % cols);
                let beside = |row: usize, col: usize| row * (cols - 1) + col;
                let below = |row: usize, col: usize| (cols - 1) * rows + row * cols + col;
                let ways = [
                    (col + 1 < cols).then(|| (cell + 1, beside(row, col))),
                    (col > 0).then(|| (cell - 1, beside(row, col - 1))),
                    (row + 1 < rows).then(|| (cell + cols, below(row, col))),
                    (row > 0).then(|| (cell - cols, below(row - 1, col))),
                ];
                for (next, border) in ways.into_iter().flatten() {
                    if of[next] == usize::MAX && !is_border(border) {
                        of[next] = count;
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        let names = (0..count).map(block_name).collect();
        let borders = (0..borders(rows, cols)).map(is_border).collect();
        let out = vec![false; rows * cols];
        Rooms { rows, cols, of, count, names, borders, out }
    }

    /// The rooms that are drawn with a name in each cell. A cell without one stands alone; a room in several parts is refused.
    pub(super) fn named(rows: usize, cols: usize, cells: &[Option<String>]) -> Result<Rooms, String> {
        let apart = |one: usize, other: usize| cells[one].is_none() || cells[one] != cells[other];
        let mut rooms = Rooms::parted(rows, cols, |border| {
            let (one, other) = beside(rows, cols, border);
            apart(one, other)
        });
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for (cell, name) in cells.iter().enumerate() {
            let Some(name) = name else {
                rooms.out[cell] = true;
                continue;
            };
            if *known.entry(name).or_insert(rooms.of[cell]) != rooms.of[cell] {
                return Err(format!("the room `{name}` in several parts"));
            }
        }
        rooms.names = vec![String::new(); rooms.count];
        known.into_iter().for_each(|(name, room)| rooms.names[room] = name.to_owned());
        Ok(rooms)
    }

    /// Whether there is a border, for each place of one.
    pub(super) fn borders(&self) -> impl Iterator<Item = bool> {
        let ends = (0..borders(self.rows, self.cols)).map(|border| beside(self.rows, self.cols, border));
        ends.map(|(one, other)| self.of[one] != self.of[other])
    }

    /// Takes a cell out of its room.
    pub(super) fn take_out(&mut self, cell: usize) {
        self.out[cell] = true;
    }

    /// The rooms without the cells that were taken out: those that only they held together are several.
    pub(super) fn settled(self) -> Rooms {
        if !self.out.contains(&true) {
            return self;
        }
        let Rooms { rows, cols, borders, out, .. } = self;
        let parted = Rooms::parted(rows, cols, |border| {
            let (one, other) = beside(rows, cols, border);
            borders[border] || out[one] || out[other]
        });
        // What was taken out is no room, and has no name.
        let mut firsts = vec![usize::MAX; parted.count];
        let mut named = 0;
        for (cell, room) in parted.of.iter().enumerate() {
            if !out[cell] && firsts[*room] == usize::MAX {
                firsts[*room] = named;
                named += 1;
            }
        }
        let names = firsts
            .into_iter()
            .map(|first| if first == usize::MAX { String::new() } else { block_name(first) });
        Rooms { names: names.collect(), out, ..parted }
    }

    /// What is drawn: the name of its room in each cell.
    pub(super) fn drawn(&self) -> Vec<Option<String>> {
        let mut cells: Vec<Option<String>> =
            self.of.iter().map(|room| Some(self.names[*room].clone())).collect();
        cells.iter_mut().zip(&self.out).filter(|(_, out)| **out).for_each(|(cell, _)| *cell = None);
        cells
    }

    /// How many cells each has.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.count];
        self.of.iter().zip(&self.out).filter(|(_, out)| !**out).for_each(|(room, _)| sizes[*room] += 1);
        sizes
    }
}

/// How many places for borders a board has.
fn borders(rows: usize, cols: usize) -> usize {
    (cols - 1) * rows + cols * (rows - 1)
}

/// The cells on both sides of a border.
pub(super) fn beside(rows: usize, cols: usize, border: usize) -> (usize, usize) {
    let upright = (cols - 1) * rows;
    if border < upright {
        let cell = border / (cols - 1) * cols + border % (cols - 1);
        (cell, cell + 1)
    } else {
        (border - upright, border - upright + cols)
    }
}
