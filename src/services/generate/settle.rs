//! Grids that are changed where their clues do not say enough.
//!
//! ```text
//! grid ──clues──> another solution?   the places where the two agree keep their values, the others are filled anew
//!      ──clues──> deductions?         the places that they find keep their values, the others are filled anew
//! ```
//!
//! A grid that is drawn at random nearly always has some corner that could be filled in two ways, or where a search alone would find
//! the way; to throw it away would be to draw hundreds.

use super::fill;
use super::offers::{self, Offered, Stage};
use super::random::Random;
use super::{Clue, Made, Need, Recipe, Setter, Trouble, Unfit};
use crate::board::unknown::UnknownId;
use crate::language::term::TermId;
use crate::services::solve::{Failure, Wish};
use crate::solver::search::Limits;

/// How often a grid is changed.
const CHANGES: usize = 40;

/// One in so many of the places that are right is filled anew as well, so that there is another way.
const LOOSE: usize = 8;

/// The same where deductions have found the rest: what is hard about a grid has to do with more than what is left.
const MENDED: usize = 2;

/// So often in a row a grid is changed without leaving less open.
const VAIN: usize = 3;

/// Whether so many of the unknowns are open that nothing but another grid helps.
pub(super) fn is_far(open: usize, of: usize) -> bool {
    open * 3 > of
}

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
            let agree = |at: usize| values[at] == other[at];
            values = self.changed(&values, (agree, LOOSE), recipe, random, stop)?;
        }
        Ok(values)
    }

    /// A puzzle for a finished grid, or for one that was changed where deductions do not find its values, as long as there are fewer
    /// and fewer of these. If not `whole`, values may be told where that does not help.
    pub(super) fn mended(
        &mut self,
        mut values: Vec<TermId>,
        recipe: &Recipe,
        whole: bool,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Result<Result<Made, Unfit>, Trouble> {
        if !self.has_own_clues() {
            let need = if whole { Need::Nothing } else { Need::Values };
            return self.puzzle(values, recipe, need, random, stop);
        }
        let need = if whole { Need::Nothing } else { Need::Much };
        let (mut least, mut vain) = (usize::MAX, 0);
        loop {
            let unfit = match self.puzzle(values.clone(), recipe, need, random, stop)? {
                Err(unfit) if !unfit.open.is_empty() && !self.is_far(&unfit.open) => unfit,
                made => return Ok(made),
            };
            let open = unfit.open.len();
            vain = if open < least { 0 } else { vain + 1 };
            least = least.min(open);
            if vain == VAIN {
                if whole {
                    return Ok(Err(unfit));
                }
                return self.puzzle(values, recipe, Need::Values, random, stop);
            }
            let is_found = |at: usize| !unfit.open.contains(&UnknownId(at as u32));
            values = self.changed(&values, (is_found, MENDED), recipe, random, stop)?;
        }
    }

    /// Whether so much is open that nothing but another grid helps.
    pub(super) fn is_far(&self, open: &[UnknownId]) -> bool {
        is_far(open.len(), self.solver.model.seen)
    }

    /// The grid with what is `right`, apart from one in so many places that are `loose`, and all else filled anew.
    fn changed(
        &mut self,
        values: &[TermId],
        (right, loose): (impl Fn(usize) -> bool, usize),
        recipe: &Recipe,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<TermId>, Trouble> {
        let mut kept = self.base.clone();
        for unknown in (0..values.len() as u32).map(UnknownId) {
            let at = unknown.0 as usize;
            let told =
                self.solver.judge.unknowns[at].hidden || self.base.iter().any(|(known, _)| *known == unknown);
            if right(at) && !told && random.below(loose) > 0 {
                kept.push((unknown, values[at]));
            }
        }
        fill::fill(&mut self.solver, &kept, fill::SCATTERED, &recipe.effort, random, stop)
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
