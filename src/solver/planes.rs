//! Planes: a search of its own for boards on which nothing counts but groups of different values.
//!
//! Sudoku, jigsaw, diagonals, latin squares: the values of the board are few, and each has a *plane*, the set of cells that
//! can have it. One operation on a plane looks at all cells at once, and a whole position is a few hundred bytes, which are
//! copied at a decision instead of trailed. The propagators of the groups say the same and remain for all who ask why.
//!
//! ```text
//! . 2 .      plane 1  1 0 1      plane 2  0 1 0      plane 3  1 0 1
//! . . 1               1 1 0               1 0 0               1 1 0
//! ```
//!
//! Each module uses only those above it.

mod bits;

mod tables;

mod node;

use crate::solver::engine::{Conflict, Engine, Store, VarId};
use node::Node;
use tables::Tables;

/// The most cells of a board.
const MOST_CELLS: usize = 640;

/// Variables, and groups of them that differ.
#[derive(Debug)]
pub struct Planes {
    vars: Vec<VarId>,
    /// The value of the first plane.
    base: i64,
    board: Box<dyn Position>,
    /// Room for the domains that a search begins with.
    domains: Vec<u64>,
    /// How many propagators there were: those that are posted later know more.
    posted: usize,
    /// Groups that have not been put to use yet: their cells, and the propagators that speak for them.
    idle: Vec<(Vec<VarId>, u32)>,
}

impl Planes {
    /// A board of all variables of an engine, on which nothing counts but these groups of variables, each with one of the
    /// propagators that say so. Nothing if the values are too many for planes, or the board is too large.
    pub fn new(engine: &Engine, groups: Vec<(Vec<VarId>, u32)>) -> Option<Planes> {
        let store = &engine.store;
        let vars: Vec<VarId> = (0..store.count() as u32).map(VarId).collect();
        let lows = vars.iter().map(|&var| store.mask(var).map(|(_, _)| store.min(var)));
        let base = lows.collect::<Option<Vec<i64>>>()?.into_iter().min()?;
        if vars.len() > MOST_CELLS || vars.iter().any(|&var| store.max(var) - base >= 64) {
            return None;
        }
        let domains: Vec<u64> = vars.iter().map(|&var| domain(store, var, base)).collect();
        let cells: Vec<Vec<usize>> =
            groups.iter().map(|(group, _)| group.iter().map(|var| var.0 as usize).collect()).collect();
        let board: Box<dyn Position> = match vars.len() {
            ..=64 => Box::new(Board::<1, 4>::new(domains, &cells)?),
            ..=128 => Box::new(Board::<2, 4>::new(domains, &cells)?),
            ..=256 => Box::new(Board::<4, 8>::new(domains, &cells)?),
            _ => Box::new(Board::<10, 16>::new(domains, &cells)?),
        };
        let domains = Vec::with_capacity(vars.len());
        Some(Planes { vars, base, board, domains, posted: engine.count(), idle: groups })
    }

    /// Whether they still say all that an engine knows.
    pub fn is_whole(&self, engine: &Engine) -> bool {
        self.posted == engine.count() && self.vars.len() == engine.store.count()
    }

    /// Begins with the domains of a store.
    pub fn begin(&mut self, store: &Store) -> Result<(), Conflict> {
        self.domains.clear();
        self.domains.extend(self.vars.iter().map(|&var| domain(store, var, self.base)));
        self.board.begin(&self.domains)
    }

    /// Does what follows; how many cells were settled by that.
    pub fn settle(&mut self) -> Result<u64, Conflict> {
        self.board.settle()
    }

    /// Whether every cell has its value.
    pub fn is_full(&self) -> bool {
        self.board.is_full()
    }

    /// Decides for a value of a cell that has few; a random number chooses among them.
    pub fn decide(&mut self, random: u64) {
        self.board.decide(random);
    }

    /// Takes the last decision back and rules it out; whether there was one.
    pub fn back(&mut self) -> bool {
        self.board.back()
    }

    /// How many decisions are in force.
    pub fn depth(&self) -> usize {
        self.board.depth()
    }

    /// The values of all variables, once every cell has one.
    pub fn values(&self) -> Vec<i64> {
        let mut values = vec![self.base; self.vars.len()];
        self.board.values(&mut values);
        values
    }

    /// The propagators of groups that a search from a store has put to use for the first time.
    pub fn awoken(&mut self, store: &Store) -> Vec<u32> {
        let is_used = |group: &(Vec<VarId>, u32)| group.0.iter().any(|&var| !store.is_fixed(var));
        self.idle.extract_if(.., |group| is_used(group)).map(|(_, number)| number).collect()
    }
}

/// The values of a variable as bits from a base on.
fn domain(store: &Store, var: VarId, base: i64) -> u64 {
    let (own, bits) = store.word(var);
    // Values below the base have been ruled out for good.
    if own >= base { bits << (own - base) } else { bits >> (base - own) }
}

/// A board in the midst of its search, whatever its size.
trait Position: std::fmt::Debug {
    fn begin(&mut self, domains: &[u64]) -> Result<(), Conflict>;
    fn settle(&mut self) -> Result<u64, Conflict>;
    fn is_full(&self) -> bool;
    fn decide(&mut self, random: u64);
    fn back(&mut self) -> bool;
    fn depth(&self) -> usize;
    /// Adds to each number the place of the value that its cell has.
    fn values(&self, values: &mut [i64]);
}

/// A board with tables of these widths.
#[derive(Debug)]
struct Board<const W: usize, const P: usize> {
    tables: Tables<W, P>,
    /// What is known before anything is given.
    root: Node<W, P>,
    domains: Vec<u64>,
    /// One for each decision in force, the last one for what is known now; those after `depth` are room for more.
    nodes: Vec<Node<W, P>>,
    depth: usize,
}

impl<const W: usize, const P: usize> Board<W, P> {
    fn new(domains: Vec<u64>, groups: &[Vec<usize>]) -> Option<Board<W, P>> {
        let (tables, tasks) = Tables::new(&domains, groups)?;
        let mut root = Node::new(&domains, tasks);
        // A contradiction comes up again in every search.
        let _settled = root.settle(&tables);
        Some(Board { tables, nodes: vec![root.clone()], root, domains, depth: 0 })
    }
}

impl<const W: usize, const P: usize> Position for Board<W, P> {
    fn begin(&mut self, domains: &[u64]) -> Result<(), Conflict> {
        self.depth = 0;
        let node = &mut self.nodes[0];
        node.copy(&self.root);
        for (cell, (&domain, &known)) in domains.iter().zip(&self.domains).enumerate() {
            if domain == known {
                continue;
            }
            if domain.is_power_of_two() {
                node.fix(&self.tables, cell, domain.trailing_zeros() as usize)?;
            } else {
                node.forbid(cell, known & !domain);
            }
        }
        Ok(())
    }

    fn settle(&mut self) -> Result<u64, Conflict> {
        let node = &mut self.nodes[self.depth];
        let before = node.open.count();
        node.settle(&self.tables)?;
        Ok(u64::from(before - node.open.count()))
    }

    fn is_full(&self) -> bool {
        self.nodes[self.depth].open.is_empty()
    }

    fn decide(&mut self, random: u64) {
        let (cell, value) = self.nodes[self.depth].decide(random);
        self.depth += 1;
        if self.nodes.len() == self.depth {
            self.nodes.push(self.root.clone());
        }
        let (before, after) = self.nodes.split_at_mut(self.depth);
        after[0].copy(&before[self.depth - 1]);
        let decided = after[0].fix(&self.tables, cell, value);
        debug_assert!(decided.is_ok(), "a decision is possible");
    }

    fn back(&mut self) -> bool {
        let Some(depth) = self.depth.checked_sub(1) else { return false };
        self.depth = depth;
        self.nodes[depth].refute();
        true
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn values(&self, values: &mut [i64]) {
        self.nodes[self.depth].values(|cell, value| values[cell] += value as i64);
    }
}
