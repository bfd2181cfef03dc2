//! What a search is about: variables, the propagators on them, and which of them to decide.

use crate::base::hash::Map;
use crate::solver::engine::{Engine, VarId};
use crate::solver::planes::Planes;

/// A puzzle as the search sees it.
#[derive(Debug)]
pub struct Problem {
    /// Domains and propagators.
    pub engine: Engine,
    /// The variables that a solution gives values to, in the order in which it lists them.
    pub vars: Vec<VarId>,
    /// The same in the order they are decided: those by which solutions are told apart come first.
    pub order: Vec<VarId>,
    /// How many of `order`, from the first, solutions are told apart by.
    pub seen: usize,
    /// For variables that should become small or large: their factors in what is to become small.
    pub wanted: Map<VarId, i64>,
    /// All of it once more as planes of bits, if it is a board of groups of different values and nothing else.
    pub planes: Option<Planes>,
    /// For each variable: whether solutions are told apart by it.
    is_seen: Vec<bool>,
}

impl Problem {
    /// A problem with these variables to be decided, each with whether solutions are told apart by it.
    pub fn new(engine: Engine, vars: Vec<(VarId, bool)>) -> Problem {
        let mut is_seen = vec![false; engine.store.count()];
        vars.iter().for_each(|&(var, seen)| is_seen[var.0 as usize] = seen);
        let vars: Vec<VarId> = vars.into_iter().map(|(var, _)| var).collect();
        let mut order = vars.clone();
        order.sort_by_key(|var| !is_seen[var.0 as usize]);
        let seen = order.partition_point(|var| is_seen[var.0 as usize]);
        Problem { engine, vars, order, seen, wanted: Map::default(), planes: None, is_seen }
    }

    /// Whether solutions are not told apart by a variable.
    pub fn is_unseen(&self, var: VarId) -> bool {
        !self.is_seen.get(var.0 as usize).is_some_and(|&seen| seen)
    }
}
