//! What there is to draw of one puzzle.

use super::Args;
use crate::board::eval::World;
use crate::cli::Exit;
use crate::cli::candidates::find;
use crate::cli::console::Console;
use crate::cli::plan;
use crate::cli::solve::ended;
use crate::cli::subject::Subject;
use crate::cli::trouble::Trouble;
use crate::language::term::TermId;
use crate::moves::plan::Verdict;
use crate::services::explain::{Effort, Explainer};
use crate::services::render::{self, Leaf, View};
use crate::services::solve::{Candidates, Wish, solve};

/// The pictures of one puzzle.
pub(super) struct Album {
    /// In order.
    pub(super) leaves: Vec<Leaf>,
    /// Whether they show a step of an explanation, in which colours mean something.
    pub(super) is_step: bool,
    /// What the run that found them means.
    pub(super) exit: Exit,
}

impl Album {
    fn of(leaf: Leaf) -> Album {
        Album { leaves: vec![leaf], is_step: false, exit: Exit::Yes }
    }
}

/// Draws what is asked for.
pub(super) fn album(args: &Args, subject: &mut Subject, console: &Console) -> Result<Album, Trouble> {
    if !args.solution && !args.candidates && args.marks.is_none() && args.step.is_none() {
        let world = &mut subject.take_ground()?.world;
        return Ok(Album::of(Leaf::silent(render::scene(world, &View::default())?)));
    }
    if subject.has_moves() {
        positions(args, subject, console)
    } else if args.candidates || args.marks.is_some() {
        candidates(args, subject, console)
    } else if let Some(step) = args.step {
        explained(step as usize, args, subject, console)
    } else {
        solution(args, subject, console)
    }
}

fn candidates(args: &Args, subject: &mut Subject, console: &Console) -> Result<Album, Trouble> {
    let (found, mut world) =
        find(subject, args.marks, &args.how, |found, world| (found.clone(), world.clone()))?;
    let Candidates { values: found, ending, .. } = found;
    if found.iter().any(Vec::is_empty) {
        console.remark(&format!("{}: no solution", subject.name));
        return Err(Exit::No.into());
    }
    // What is the same in all solutions is as good as found, so that lines and shades show it too.
    let values: Vec<Option<TermId>> = found
        .iter()
        .map(|left| match left[..] {
            [only] => Some(only),
            _ => None,
        })
        .collect();
    let view = View { values: &values, candidates: &found, ..View::default() };
    let album = Album::of(Leaf::silent(render::scene(&mut world, &view)?));
    Ok(Album { exit: ended(ending), ..album })
}

fn solution(args: &Args, subject: &mut Subject, console: &Console) -> Result<Album, Trouble> {
    let ground = subject.take_ground()?;
    let wish =
        Wish { most: Some(1), limits: args.how.limits(), seed: args.how.seed, checked: None, judged: false };
    let mut solution: Option<(Vec<Option<TermId>>, World)> = None;
    let outcome = solve(ground, &wish, &|| false, |values, world| {
        solution = Some((values.iter().copied().map(Some).collect(), world.clone()));
    })?;
    let Some((values, mut world)) = solution else {
        console.remark(&format!("{}: {}", subject.name, outcome.sentence()));
        return Err(ended(outcome.ending).and(Exit::No).into());
    };
    let view = View { values: &values, ..View::default() };
    Ok(Album::of(Leaf::silent(render::scene(&mut world, &view)?)))
}

/// One step of an explanation.
fn explained(number: usize, args: &Args, subject: &mut Subject, console: &Console) -> Result<Album, Trouble> {
    let ground = subject.take_ground()?;
    let mut explainer = Explainer::new(ground)?;
    let givens = explainer.givens();
    let limits = args.how.limits();
    let usual = Effort::default();
    let effort = Effort { steps: number, decisions: limits.steps.unwrap_or(usual.decisions), ..usual };
    let stop = || args.what.deadline().is_over();
    let explanation = explainer.explain(&givens, effort, &stop)?;
    let leaves = render::steps(&explainer, &explanation, number - 1)?;
    if leaves.is_empty() {
        let count = explanation.steps.len();
        console.remark(&format!("{}: the explanation ends after {count} steps", subject.name));
        let is_limited = explanation.ending == crate::services::explain::Ending::Limit;
        return Err(if is_limited { Exit::Undecided } else { Exit::No }.into());
    }
    Ok(Album { leaves, is_step: true, exit: Exit::Yes })
}

/// The positions of a shortest plan, or one of them.
fn positions(args: &Args, subject: &mut Subject, console: &Console) -> Result<Album, Trouble> {
    if args.candidates {
        return Err(Trouble::refused("a move puzzle has no candidates"));
    }
    let (report, mut world) = plan::answer(subject, &args.how.plan_wish(false), console)?;
    console.remark(&format!("{}: {}", subject.name, report.sentence()));
    let exit = plan::ended(&report);
    if !matches!(report.verdict, Verdict::Solved | Verdict::Found) {
        return Err(exit.into());
    }
    let mut leaves = render::plan(&mut world, &report)?;
    if let Some(step) = args.step {
        // The first picture is the position before all moves.
        leaves = leaves.into_iter().skip(step as usize).take(1).collect();
        if leaves.is_empty() {
            return Err(Exit::No.into());
        }
    }
    Ok(Album { leaves, is_step: false, exit })
}
