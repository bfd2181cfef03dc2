//! What a search asks of a board of bits, and a board that answers it by copies of what is known.

use std::fmt::Debug;

use crate::solver::engine::Conflict;

/// A board in the midst of its search, whatever its kind and size.
pub(super) trait Position: Debug {
    /// Begins with what is remembered.
    fn begin(&mut self, number: usize);
    /// Leaves a cell only these values.
    fn keep(&mut self, cell: usize, domain: u64) -> Result<(), Conflict>;
    /// Keeps what is known now, under a number.
    fn remember(&mut self, number: usize);
    /// The values of a cell by what is remembered.
    fn remembered(&self, number: usize, cell: usize) -> u64;
    fn settle(&mut self) -> Result<u64, Conflict>;
    fn is_full(&self) -> bool;
    fn decide(&mut self, random: u64);
    fn back(&mut self) -> bool;
    fn depth(&self) -> usize;
    /// Adds to each number the place of the value that its cell has.
    fn values(&self, values: &mut [i64]);
    /// Dead ends after which others had better go on.
    fn patience(&self) -> u64;
}

/// What is known at one point of the search, and what follows from it.
pub(super) trait Standing: Clone + Debug {
    /// What does not change.
    type Tables: Debug;
    /// Dead ends after which others had better go on.
    const PATIENCE: u64;
    /// Becomes a copy of another of the same board, but for what was decided.
    fn copy(&mut self, other: &Self);
    /// The values, as bits, that a cell can have.
    fn domain(&self, tables: &Self::Tables, cell: usize) -> u64;
    /// Leaves a cell only these values, as bits.
    fn keep(&mut self, tables: &Self::Tables, cell: usize, domain: u64) -> Result<(), Conflict>;
    /// Does what follows.
    fn settle(&mut self, tables: &Self::Tables) -> Result<(), Conflict>;
    /// How many cells are not settled.
    fn open(&self) -> u32;
    /// Decides on a value of a cell, and remembers it.
    fn decide(&mut self, tables: &Self::Tables, random: u64) -> (usize, usize);
    /// Settles a cell that can have this value.
    fn put(&mut self, tables: &Self::Tables, cell: usize, value: usize);
    /// Rules out what was decided here.
    fn refute(&mut self, tables: &Self::Tables);
    /// Adds to each number the place of the value that its cell has.
    fn values(&self, tables: &Self::Tables, values: &mut [i64]);
}

/// A board that copies what is known at each decision.
#[derive(Debug)]
pub(super) struct Board<S: Standing> {
    tables: S::Tables,
    /// What is remembered: first what is known before anything is given, then more; those after the last are room for more.
    remembered: Vec<S>,
    /// One for each decision in force, the last one for what is known now; those after `depth` are room for more.
    nodes: Vec<S>,
    depth: usize,
}

impl<S: Standing> Board<S> {
    /// A board of which this much is known.
    pub(super) fn new(tables: S::Tables, given: S) -> Board<S> {
        let mut root = given.clone();
        // A contradiction comes up again in every search.
        if root.settle(&tables).is_err() {
            root = given;
        }
        Board { tables, nodes: vec![root.clone()], remembered: vec![root], depth: 0 }
    }
}

impl<S: Standing> Position for Board<S> {
    fn begin(&mut self, number: usize) {
        self.depth = 0;
        self.nodes[0].copy(&self.remembered[number]);
    }

    fn keep(&mut self, cell: usize, domain: u64) -> Result<(), Conflict> {
        self.nodes[0].keep(&self.tables, cell, domain)
    }

    fn remember(&mut self, number: usize) {
        if self.remembered.len() == number {
            self.remembered.push(self.nodes[0].clone());
        } else {
            self.remembered[number].copy(&self.nodes[0]);
        }
    }

    fn remembered(&self, number: usize, cell: usize) -> u64 {
        self.remembered[number].domain(&self.tables, cell)
    }

    fn settle(&mut self) -> Result<u64, Conflict> {
        let node = &mut self.nodes[self.depth];
        let before = node.open();
        node.settle(&self.tables)?;
        Ok(u64::from(before - node.open()))
    }

    fn is_full(&self) -> bool {
        self.nodes[self.depth].open() == 0
    }

    fn decide(&mut self, random: u64) {
        let (cell, value) = self.nodes[self.depth].decide(&self.tables, random);
        self.depth += 1;
        if self.nodes.len() == self.depth {
            self.nodes.push(self.nodes[0].clone());
        }
        let (before, after) = self.nodes.split_at_mut(self.depth);
        after[0].copy(&before[self.depth - 1]);
        after[0].put(&self.tables, cell, value);
    }

    fn back(&mut self) -> bool {
        let Some(depth) = self.depth.checked_sub(1) else { return false };
        self.depth = depth;
        self.nodes[depth].refute(&self.tables);
        true
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn values(&self, values: &mut [i64]) {
        self.nodes[self.depth].values(&self.tables, values);
    }

    fn patience(&self) -> u64 {
        S::PATIENCE
    }
}
