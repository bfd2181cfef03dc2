//! Finished grids, drawn at random: some values are scattered over the empty board, the search completes the rest.

use super::random::Random;
use super::{Effort, Trouble};
use crate::board::unknown::UnknownId;
use crate::language::term::TermId;
use crate::services::solve::{Givens, Solver, Wish};
use crate::solver::search::{Ending, Limits};

/// The share of the unknowns of a puzzle, one in so many, that is scattered at first. Fewer are if that leaves no way to
/// finish.
pub(super) const SCATTERED: usize = 4;

/// The same for the unknowns of a sketch, whose laws are loose: all of them.
pub(super) const WILD: usize = 1;

/// Draws a solution of the rules with what is given. The search alone would prefer tame grids, since it takes the values
/// that leave most room; what is scattered before it makes them wild.
pub(super) fn fill(
    solver: &mut Solver,
    base: &Givens,
    mut share: usize,
    effort: &Effort,
    random: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<TermId>, Trouble> {
    loop {
        let count = solver.model.seen / share;
        let mut givens = base.to_vec();
        givens.extend(scatter(solver, base, count, random));
        let last = count == 0;
        let conflicts = if last { effort.grid } else { effort.scattered };
        let limits = Limits { conflicts: Some(conflicts), ..Limits::default() };
        // What becomes of it is checked on the rules in the end.
        let wish = Wish { most: Some(1), limits, seed: random.draw(), checked: Some(0), judged: true };
        let mut values: Option<Vec<TermId>> = None;
        let outcome = solver.solve(&givens, &wish, stop, |found, _| values = Some(found.to_vec()))?;
        match (values, outcome.ending) {
            (Some(values), _) => return Ok(values),
            (None, Ending::Interrupted) => return Err(Trouble::Interrupted(None)),
            (None, Ending::Complete) if last => return Err(Trouble::NoSolution),
            (None, _) if last => return Err(Trouble::Unfilled(effort.grid)),
            // From one in four, say, to one in eight, .., and at last none.
            (None, _) => share = if count < 4 { usize::MAX } else { share * 2 },
        }
    }
}

/// Values for some unknowns, none of which contradicts the others as far as propagation sees.
fn scatter(
    solver: &mut Solver,
    base: &Givens,
    count: usize,
    random: &mut Random,
) -> Vec<(UnknownId, TermId)> {
    let mut chosen = Vec::with_capacity(count);
    let mut order: Vec<u32> = (0..solver.model.vars.len() as u32).collect();
    random.shuffle(&mut order);
    if count > 0 && solver.model.bind(&solver.coded(base)).and_then(|()| solver.model.settle()).is_ok() {
        for unknown in order {
            if chosen.len() == count {
                break;
            }
            let var = solver.model.vars[unknown as usize];
            let model = &mut solver.model;
            if model.engine.store.size(var) > WIDEST || solver.judge.unknowns[unknown as usize].hidden {
                continue;
            }
            let values = model.left(var);
            if values.len() < 2 {
                continue;
            }
            let value = values[random.below(values.len())];
            model.engine.store.push_level();
            if model.engine.store.fix(var, value).and_then(|()| model.settle()).is_err() {
                model.engine.clear();
                model.engine.store.pop_level();
                continue;
            }
            let unknown = UnknownId(unknown);
            chosen.push((unknown, value));
        }
    }
    solver.model.unbind();
    chosen.into_iter().map(|(unknown, value)| (unknown, solver.term(unknown, value))).collect()
}

/// A domain of more values has no typical one.
const WIDEST: u64 = 1024;
