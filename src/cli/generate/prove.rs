//! Proofs of what is printed: its text is read again, as anybody would, and solved once more.

use super::order::Order;
use crate::board::ground::{Ground, ground};
use crate::cli::files::SHELF;
use crate::language::diagnostic::Diagnostic;
use crate::language::puzzle::layer;
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
    let request = Request { rules, unsketched: true, ..Request::default() };
    let (program, mut wrong) = resolve(&request, &mut sources, &SHELF);
    let options = order.options.without_grid();
    let (ground, more) = ground(&program, &options);
    wrong.extend(more);
    match wrong.into_iter().find(Diagnostic::is_error) {
        Some(wrong) => Err(format!("the puzzle cannot be read again: {}; please report this", wrong.title)),
        None => Ok(ground),
    }
}

/// Puzzles that were proved, to prove more of their kind.
#[derive(Default)]
pub(super) struct Proofs {
    /// What stands before and after the drawing of the givens in the text that was expanded last, and its solver.
    last: Option<(String, String, Solver)>,
}

/// A text without its title: what stands before the drawing of the givens, the drawing, and what stands after it.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let (_, text) = text.split_once('\n')?;
    let (before, rest) = text.split_once("given \"\"\"\n")?;
    let (drawing, after) = rest.split_once("\"\"\"")?;
    Some((before, drawing, after))
}

impl Proofs {
    /// The solver of a puzzle, read from its text. If it differs from the last one in the drawing of its givens alone, only
    /// that is read.
    fn solver(&mut self, order: &Order<'_>, text: &str) -> Result<&mut Solver, String> {
        let parts = parts(text).unwrap_or_default();
        let mut last =
            self.last.take().filter(|(before, after, _)| (&**before, &**after) == (parts.0, parts.2));
        let again = last.as_mut().filter(|_| !parts.1.is_empty()).and_then(|(_, _, solver)| {
            let source = Sources::default().add(order.name.clone(), parts.1);
            solver.draw_again(&layer(source, 0, parts.1))
        });
        let kept = match (last, again.as_deref()) {
            (Some(last), Some([])) => last,
            _ => {
                let solver = Solver::new(reread(order, text)?).map_err(|failure| failure.to_string())?;
                (parts.0.to_owned(), parts.2.to_owned(), solver)
            }
        };
        Ok(&mut self.last.insert(kept).2)
    }

    /// Proves a second time, from the text that is printed, that there is exactly one solution.
    pub(super) fn prove(&mut self, order: &Order<'_>, text: &str, dropped: &[Unit]) -> Result<(), String> {
        order.options.deadline.grant();
        let solver = self.solver(order, text)?;
        let givens = solver.judge.given.values.clone();
        let effort = order.recipe.effort;
        let limits = Limits { conflicts: Some(effort.clue), ..Limits::default() };
        let wish = Wish { most: Some(2), limits, seed: 0, checked: None, judged: false };
        let outcome =
            solver.solve(&givens, &wish, &|| false, |_, _| {}).map_err(|failure| failure.to_string())?;
        let verdict = match outcome.verdict() {
            // The search alone would take long; what was found out on the way shows it the way back.
            Verdict::Solved | Verdict::Unknown => match follows(solver, &givens, dropped, effort.clue) {
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
            other => {
                Err(format!("this puzzle is not unique but {}; please report it:\n{text}", other.word()))
            }
        }
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
