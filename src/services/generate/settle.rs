//! Grids for clues of which a puzzle tells all: where these leave another solution, the grid is changed there until they leave
//! none.
//!
//! ```text
//! grid ──clues──> another solution?   the places where the two agree keep their values, the others are filled anew
//! ```
//!
//! A grid that is drawn at random nearly always has some corner that could be filled in two ways; to throw it away would be to
//! draw hundreds.

use super::fill;
use super::offers::{self, Offered, Stage};
use super::random::Random;
use super::{Clue, Recipe, Setter, Trouble};
use crate::board::unknown::UnknownId;
use crate::language::term::TermId;
use crate::services::solve::{Failure, Wish};
use crate::solver::search::Limits;

/// How often a grid is changed.
const CHANGES: usize = 40;

/// One in so many of the places where two solutions agree is filled anew as well, so that there is another way.
const LOOSE: usize = 8;

/// Conflicts after which another solution is no longer looked for.
const EFFORT: u64 = 2_000;

impl Setter {
    /// The grid, changed until its clues leave no other solution, or as often as that is tried.
    pub(super) fn settled(
        &mut self,
        mut values: Vec<TermId>,
        recipe: &Recipe,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<TermId>, Trouble> {
        for _ in 0..CHANGES {
            let Some(other) = self.other(&values, recipe, stop)? else { break };
            let mut kept = self.base.clone();
            for unknown in (0..values.len() as u32).map(UnknownId) {
                let at = unknown.0 as usize;
                let told = self.solver.judge.unknowns[at].hidden
                    || self.base.iter().any(|(known, _)| *known == unknown);
                if values[at] == other[at] && !told && random.below(LOOSE) > 0 {
                    kept.push((unknown, values[at]));
                }
            }
            values = fill::fill(&mut self.solver, &kept, fill::SCATTERED, &recipe.effort, random, stop)?;
        }
        Ok(values)
    }

    /// Another solution that has all the clues of this one, if one is found.
    fn other(
        &mut self,
        values: &[TermId],
        recipe: &Recipe,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<TermId>>, Trouble> {
        let Offered { complete, facts } =
            offers::offered(&mut self.solver.judge, values, &recipe.without).map_err(Failure::Rules)?;
        let told: Vec<Vec<Clue>> = facts.into_iter().map(|fact| vec![fact]).collect();
        let Some(mut solver) = Stage::new(self, &told).and(&complete).compiled(&told) else {
            return Ok(None);
        };
        if solver.judge.unknowns.len() != values.len() {
            return Ok(None);
        }
        let limits = Limits { conflicts: Some(EFFORT), ..Limits::default() };
        let wish = Wish { most: Some(2), limits, seed: 0, checked: Some(0), judged: true };
        let mut other = None;
        let unknowns = &self.solver.judge.unknowns;
        let differs = |found: &[TermId]| {
            let pairs = found.iter().zip(values).zip(unknowns);
            pairs.into_iter().any(|((one, other), unknown)| one != other && !unknown.hidden)
        };
        solver.solve(&self.base, &wish, stop, |found, _| {
            if differs(found) {
                other = Some(found.to_vec());
            }
        })?;
        Ok(other)
    }
}
