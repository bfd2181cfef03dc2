//! Planes: a search of its own for boards on which nothing counts but groups of different values, or lines of two values.
//!
//! Sudoku, jigsaw, diagonals, latin squares: the values of the board are few, and each has a *plane*, the set of cells that
//! can have it. One operation on a plane looks at all cells at once, and a whole position is a few hundred bytes, which are
//! copied at a decision instead of trailed. The propagators of the groups say the same and remain for all who ask why.
//! Takuzu: of two planes each line is a word of its own, and one operation looks at all cells of a line.
//!
//! ```text
//! . 2 .      plane 1  1 0 1      plane 2  0 1 0      plane 3  1 0 1
//! . . 1               1 1 0               1 0 0               1 1 0
//! ```
//!
//! Each module uses only those above it.

mod bits;

mod position;

mod line;

mod lines;

mod tables;

mod node;

use crate::solver::engine::store::Moment;
use crate::solver::engine::{Conflict, Engine, Store, VarId};
pub use line::Line;
use node::Node;
use position::{Board, Position};
use tables::Tables;

/// The most cells of a board of groups.
const MOST_CELLS: usize = 640;

/// Variables, and groups of them that differ.
#[derive(Debug)]
pub struct Planes {
    vars: Vec<VarId>,
    /// The value of the first plane.
    base: i64,
    board: Box<dyn Position>,
    /// The states of the store of which the board knows what follows: the first one for good, the others as long as they are
    /// in force.
    known: Vec<Moment>,
    /// How many propagators there were: those that are posted later know more.
    posted: usize,
    /// What has not been put to use yet: cells, and the propagators that speak for them.
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
        let board = match vars.len() {
            0..=64 => grouped::<1, 4>(&domains, &cells)?,
            65..=128 => grouped::<2, 4>(&domains, &cells)?,
            129..=256 => grouped::<4, 8>(&domains, &cells)?,
            _ => grouped::<10, 16>(&domains, &cells)?,
        };
        Some(Planes { vars, base, board, known: vec![store.now()], posted: engine.count(), idle: groups })
    }

    /// A board of all variables of an engine, each with the values `base` and `base + 1` or one of them, on which nothing counts
    /// but these lines; with the propagators that say so. Nothing if there are too many lines for words.
    pub fn of_lines(
        engine: &Engine,
        base: i64,
        lines: Vec<Line>,
        speakers: Vec<(Vec<VarId>, u32)>,
    ) -> Option<Planes> {
        let store = &engine.store;
        let vars: Vec<VarId> = (0..store.count() as u32).map(VarId).collect();
        let domains: Vec<u64> = vars.iter().map(|&var| domain(store, var, base)).collect();
        let (tables, given) = lines::begin(&domains, lines)?;
        let board = Box::new(Board::new(tables, given));
        Some(Planes { vars, base, board, known: vec![store.now()], posted: engine.count(), idle: speakers })
    }

    /// Dead ends after which others had better go on.
    pub fn patience(&self) -> u64 {
        self.board.patience()
    }

    /// Whether they still say all that an engine knows.
    pub fn is_whole(&self, engine: &Engine) -> bool {
        self.posted == engine.count() && self.vars.len() == engine.store.count()
    }

    /// Begins with the domains of a store, and with what is known to follow from them.
    pub fn begin(&mut self, store: &Store) -> Result<(), Conflict> {
        while self.known.len() > 1 && self.known.last().is_some_and(|moment| !store.is_in_force(moment)) {
            self.known.pop();
        }
        let from = self.known.last().map_or(0, |moment| moment.changes);
        self.board.begin(self.known.len() - 1);
        store.trail()[from..].iter().try_for_each(|change| {
            let var = change.var;
            self.board.keep(var.0 as usize, domain(store, var, self.base))
        })
    }

    /// Finds out what follows from the domains of a store, and knows it as long as they are in force.
    pub fn remember(&mut self, store: &Store) -> Result<(), Conflict> {
        self.begin(store)?;
        self.board.settle()?;
        self.board.remember(self.known.len());
        self.known.push(store.now());
        Ok(())
    }

    /// The values of a variable, as bits, that are left by what is remembered of a store.
    fn domain(&self, store: &Store, var: VarId) -> u64 {
        let last = self.known.iter().rposition(|moment| store.is_in_force(moment));
        self.board.remembered(last.unwrap_or(0), var.0 as usize)
    }

    /// The values of a variable that are left by what is remembered of a store.
    pub fn left(&self, store: &Store, var: VarId) -> Vec<i64> {
        bits::ones(self.domain(store, var)).map(|bit| self.base + bit as i64).collect()
    }

    /// Whether one value is left.
    pub fn is_fixed(&self, store: &Store, var: VarId) -> bool {
        self.domain(store, var).is_power_of_two()
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

/// A board of groups with tables of these widths.
fn grouped<const W: usize, const P: usize>(
    domains: &[u64],
    groups: &[Vec<usize>],
) -> Option<Box<dyn Position>> {
    let (tables, tasks) = Tables::<W, P>::new(domains, groups)?;
    Some(Box::new(Board::new(tables, Node::new(domains, tasks))))
}
