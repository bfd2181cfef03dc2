//! Proofs of what is printed: its text is read again, as anybody would, and solved once more.

use super::order::Order;
use crate::board::ground::{Ground, ground};
use crate::cli::files::Shelf;
use crate::language::diagnostic::Diagnostic;
use crate::language::resolve::{Request, resolve};
use crate::language::source::Sources;
use crate::moves::plan;
use crate::services::generate::{Unit, follows};
use crate::services::solve::{Solver, Verdict, Wish};
use crate::solver::search::Limits;

/// The text of a puzzle, read and expanded as anybody would.
pub(super) fn reread(order: &Order<'_>, text: &str) -> Result<Ground, String> {
    order.options.deadline.grant();
    let mut sources = Sources::default();
    let rules = Some(sources.add(order.name.clone(), text));
    let (program, mut wrong) = resolve(&Request { rules, ..Request::default() }, &mut sources, &Shelf);
    let options = order.options.without_grid();
    let (ground, more) = ground(&program, &options);
    wrong.extend(more);
    match wrong.into_iter().find(Diagnostic::is_error) {
        Some(wrong) => Err(format!("the puzzle cannot be read again: {}; please report this", wrong.title)),
        None => Ok(ground),
    }
}

/// Proves a second time, from the text that is printed, that there is exactly one solution.
pub(super) fn proved(order: &Order<'_>, text: &str, dropped: &[Unit]) -> Result<(), String> {
    let ground = reread(order, text)?;
    let givens = ground.world.given.values.clone();
    let mut solver = Solver::new(ground).map_err(|failure| failure.to_string())?;
    let effort = order.recipe.effort;
    let limits = Limits { conflicts: Some(effort.clue), ..Limits::default() };
    let wish = Wish { most: Some(2), limits, seed: 0, checked: None };
    let outcome =
        solver.solve(&givens, &wish, &|| false, |_, _| {}).map_err(|failure| failure.to_string())?;
    let verdict = match outcome.verdict() {
        // The search alone would take long; what was found out on the way shows it the way back.
        Verdict::Solved | Verdict::Unknown => match follows(&mut solver, &givens, dropped, effort.clue) {
            Verdict::Unique => Verdict::Unique,
            _ => {
                let limits = Limits { conflicts: Some(effort.proof), ..Limits::default() };
                let wish = Wish { limits, ..wish };
                let again = solver.solve(&givens, &wish, &|| false, |_, _| {});
                again.map_err(|failure| failure.to_string())?.verdict()
            }
        },
        verdict => verdict,
    };
    match verdict {
        Verdict::Unique => Ok(()),
        other => Err(format!("this puzzle is not unique but {}; please report it:\n{text}", other.word())),
    }
}

/// Proves from the text that is printed how long its shortest plan is.
pub(super) fn planned(order: &Order<'_>, text: &str, moves: usize) -> Result<(), String> {
    let ground = reread(order, text)?;
    let limits = crate::moves::search::Limits::default();
    let wish = plan::Wish { limits, count: false };
    let (report, _) =
        plan::solve(ground, &wish, &|| false, &mut |_| {}).map_err(|failure| failure.to_string())?;
    if report.verdict == plan::Verdict::Solved && report.steps.len() == moves {
        Ok(())
    } else {
        Err(format!("the shortest plan is not what was wanted: {}; please report this", report.sentence()))
    }
}
