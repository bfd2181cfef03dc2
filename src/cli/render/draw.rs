//! What there is to draw of one puzzle.

use super::Args;
use crate::board::eval::World;
use crate::cli::Exit;
use crate::cli::candidates::pencil;
use crate::cli::console::Console;
use crate::cli::plan;
use crate::cli::solve::failed;
use crate::cli::subject::Subject;
use crate::language::diagnostic::Diagnostic;
use crate::language::source::Sources;
use crate::language::term::TermId;
use crate::moves::plan::Verdict;
use crate::services::explain::{Effort, Explainer};
use crate::services::render::{self, Leaf, View};
use crate::services::solve::{Solver, Wish, solve};
use crate::solver::search::Ending;

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

/// Why there is none.
enum Nothing {
    /// A `draw` statement is wrong.
    Hint(Box<Diagnostic>),
    /// Something else, which has been told.
    Told(Exit),
}

impl From<Box<Diagnostic>> for Nothing {
    fn from(wrong: Box<Diagnostic>) -> Self {
        Nothing::Hint(wrong)
    }
}

impl From<Exit> for Nothing {
    fn from(exit: Exit) -> Self {
        Nothing::Told(exit)
    }
}

/// Draws what is asked for; an exit if there is nothing to draw, which has been told.
pub(super) fn album(
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &mut Console,
) -> Result<Album, Exit> {
    let drawn = if !args.solution && !args.candidates && args.marks.is_none() && args.step.is_none() {
        puzzle(subject)
    } else if !subject.program.moves.is_empty() {
        positions(args, subject, sources, console)
    } else if args.candidates || args.marks.is_some() {
        candidates(args, subject, sources, console)
    } else if let Some(step) = args.step {
        explained(step as usize, args, subject, sources, console)
    } else {
        solution(args, subject, sources, console)
    };
    drawn.map_err(|nothing| match nothing {
        Nothing::Told(exit) => exit,
        Nothing::Hint(wrong) => {
            console.report(&[*wrong], sources);
            Exit::BadInput
        }
    })
}

fn puzzle(subject: &mut Subject) -> Result<Album, Nothing> {
    let ground = subject.ground.as_mut().ok_or(Exit::BadInput)?;
    Ok(Album::of(Leaf::silent(render::scene(&subject.program, &mut ground.world, &View::default())?)))
}

fn candidates(
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &Console,
) -> Result<Album, Nothing> {
    let ground = subject.ground.take().ok_or(Exit::BadInput)?;
    let givens = ground.world.given.values.clone();
    let found = match args.marks {
        Some(by) => pencil(&subject.program, ground, by, &|| args.what.deadline().is_over())
            .map(|(values, world)| (values, Ending::Complete, world)),
        None => Solver::new(&subject.program, ground).and_then(|mut solver| {
            let found = solver.candidates(&givens, args.how.limits(), args.how.seed, &|| false)?;
            Ok((found.values, found.ending, solver.judge))
        }),
    };
    let (found, ending, mut world) =
        found.map_err(|failure| failed(failure, &subject.name, sources, console))?;
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
    let album = Album::of(Leaf::silent(render::scene(&subject.program, &mut world, &view)?));
    Ok(Album { exit: ended(ending), ..album })
}

fn solution(
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &Console,
) -> Result<Album, Nothing> {
    let ground = subject.ground.take().ok_or(Exit::BadInput)?;
    let wish = Wish { most: Some(1), limits: args.how.limits(), seed: args.how.seed, checked: None };
    let mut solution: Option<(Vec<Option<TermId>>, World)> = None;
    let outcome = solve(&subject.program, ground, &wish, &|| false, |values, world| {
        solution = Some((values.iter().copied().map(Some).collect(), world.clone()));
    });
    let outcome = outcome.map_err(|failure| failed(failure, &subject.name, sources, console))?;
    let Some((values, mut world)) = solution else {
        console.remark(&format!("{}: {}", subject.name, outcome.sentence()));
        return Err(ended(outcome.ending).and(Exit::No).into());
    };
    let view = View { values: &values, ..View::default() };
    Ok(Album::of(Leaf::silent(render::scene(&subject.program, &mut world, &view)?)))
}

/// One step of an explanation.
fn explained(
    number: usize,
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &Console,
) -> Result<Album, Nothing> {
    let ground = subject.ground.take().ok_or(Exit::BadInput)?;
    let told = |failure| failed(failure, &subject.name, sources, console);
    let mut explainer = Explainer::new(&subject.program, ground).map_err(told)?;
    let givens = explainer.givens();
    let limits = args.how.limits();
    let usual = Effort::default();
    let effort = Effort { steps: number, decisions: limits.steps.unwrap_or(usual.decisions), ..usual };
    let stop = || args.what.deadline().is_over();
    let explanation = explainer.explain(&givens, effort, &stop).map_err(told)?;
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
fn positions(
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &mut Console,
) -> Result<Album, Nothing> {
    if args.candidates {
        console.complain(&format!("{}: a move puzzle has no candidates", subject.name));
        return Err(Exit::BadInput.into());
    }
    let (report, mut world) = plan::answer(subject, &args.how.plan_wish(false), sources, console)?;
    console.remark(&format!("{}: {}", subject.name, report.sentence()));
    match report.verdict {
        Verdict::Solved | Verdict::Found => {}
        Verdict::NoPlan | Verdict::NotWithin(_) => return Err(Exit::No.into()),
        Verdict::Unknown if report.ending == crate::moves::search::Ending::Interrupted => {
            return Err(Exit::Interrupted.into());
        }
        Verdict::Unknown => return Err(Exit::Undecided.into()),
    }
    let mut leaves = render::plan(&subject.program, &mut world, &report)?;
    if let Some(step) = args.step {
        // The first picture is the position before all moves.
        leaves = leaves.into_iter().skip(step as usize).take(1).collect();
        if leaves.is_empty() {
            return Err(Exit::No.into());
        }
    }
    let exit = if report.verdict == Verdict::Solved { Exit::Yes } else { Exit::Undecided };
    Ok(Album { leaves, is_step: false, exit })
}

fn ended(ending: Ending) -> Exit {
    match ending {
        Ending::Interrupted => Exit::Interrupted,
        Ending::Limit => Exit::Undecided,
        Ending::Complete | Ending::Enough => Exit::Yes,
    }
}
