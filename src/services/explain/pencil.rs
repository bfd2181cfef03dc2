//! Pencil marks: the values that are left in each place before anything is tried.

use super::{Effort, Explainer};
use crate::board::eval::World;
use crate::board::unknown::UnknownId;
use crate::language::term::TermId;
use crate::services::solve::{Failure, Givens};
use crate::solver::engine::VarId;

/// Which values are rubbed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// Those that one law rules out by itself or because of one given value.
    Givens,
    /// Those that single laws rule out, each on what the others leave, until nothing more follows.
    Laws,
}

impl Explainer {
    /// For each unknown the values that are left, none at all if laws contradict each other on the way; and the world in
    /// which they have a meaning.
    pub fn pencil(
        &mut self,
        givens: &Givens,
        marks: Marks,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Vec<Vec<TermId>>, World), Failure> {
        let (known, possible) = match marks {
            Marks::Givens => {
                let effort = Effort { steps: 0, ..Effort::default() };
                (self.explain(givens, effort, stop)?.known, true)
            }
            Marks::Laws => {
                let mut store = self.declared.clone();
                let fits = givens.iter().all(|&(unknown, value)| {
                    let code = self.codes.code(value);
                    store.contains(VarId(unknown.0), code) && store.fix(VarId(unknown.0), code).is_ok()
                });
                let all: Vec<u32> = (0..self.groups.len() as u32).collect();
                let conflict = self.groups.follow(&all, &|_| true, u64::MAX, &mut store).conflict;
                (store, fits && !conflict)
            }
        };
        let mut world = self.ground.world.clone();
        let left = |index: usize| {
            let values = world.values(UnknownId(index as u32), u64::MAX).unwrap_or_default();
            let is_left =
                |value: &TermId| possible && known.contains(VarId(index as u32), self.codes.code(*value));
            values.into_iter().filter(is_left).collect()
        };
        let values = (0..self.ground.world.unknowns.len()).map(left).collect();
        Ok((values, world))
    }
}
