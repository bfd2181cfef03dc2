//! What a search is about: variables, the propagators on them, and which of them to decide.

use crate::base::hash::Map;
use crate::solver::constraints::linear::View;
use crate::solver::engine::{Conflict, Engine, VarId};
use crate::solver::exchange::Partner;
use crate::solver::planes::Planes;

/// A sum that is to become as small as possible.
#[derive(Clone, Debug)]
pub struct Sum {
    /// Its terms, each with its factor.
    pub terms: Vec<(i64, View)>,
    /// What is added to them.
    pub constant: i64,
    /// The variable that it is equal to.
    pub goal: VarId,
}

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
    /// Whether to go on after dead ends rather than to learn from them or begin anew: where sums and houses meet, nogoods say
    /// little and each is dear, and what is left is to be gone through.
    pub steady: bool,
    /// All of it once more as planes of bits, if it is a board of groups of different values and nothing else.
    pub planes: Option<Planes>,
    /// What the next search has to do with others for the same, in other threads.
    pub partner: Option<Partner>,
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
        Problem {
            engine,
            vars,
            order,
            seen,
            wanted: Map::default(),
            steady: false,
            planes: None,
            partner: None,
            is_seen,
        }
    }

    /// The planes, as long as they say all that the engine knows.
    fn whole(&self) -> Option<&Planes> {
        self.planes.as_ref().filter(|planes| planes.is_whole(&self.engine))
    }

    /// Finds out what follows from the domains as they are. Planes keep it to themselves: ask [`Problem::left`].
    pub fn settle(&mut self) -> Result<(), Conflict> {
        match self.planes.as_mut().filter(|planes| planes.is_whole(&self.engine)) {
            Some(planes) => planes.remember(&self.engine.store),
            None => self.engine.fixpoint(),
        }
    }

    /// The values that the last call of [`Problem::settle`] has left to a variable; there must not be too many to list.
    pub fn left(&self, var: VarId) -> Vec<i64> {
        match self.whole() {
            Some(planes) => planes.left(&self.engine.store, var),
            None => self.engine.store.values(var).collect(),
        }
    }

    /// Whether the last call of [`Problem::settle`] has left one value to a variable.
    pub fn is_fixed(&self, var: VarId) -> bool {
        match self.whole() {
            Some(planes) => planes.is_fixed(&self.engine.store, var),
            None => self.engine.store.is_fixed(var),
        }
    }

    /// Whether solutions are not told apart by a variable.
    pub fn is_unseen(&self, var: VarId) -> bool {
        !self.is_seen.get(var.0 as usize).is_some_and(|&seen| seen)
    }
}
