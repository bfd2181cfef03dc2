//! Positions of move puzzles at a wanted distance from the goal.
//!
//! The last K moves of a shortest plan are a shortest plan themselves. So any position that is K moves away or more will
//! do: the one on its plan that has K to go is what is wanted. Such positions are looked for by walks from random goal
//! positions, which find them where moves can be taken back, and by random positions, which may find them elsewhere.

use std::sync::Arc;

use super::fill::{self, SCATTERED};
use super::random::Random;
use super::{Effort, Trouble};
use crate::board::check;
use crate::board::eval::World;
use crate::board::ground::{Ground, Options, ground, moves as rules};
use crate::board::unknown::UnknownId;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::term::{Node, TermId};
use crate::moves::plan::{self, Failure, Verdict};
use crate::moves::search::Limits;
use crate::services::solve::{Failure as SolveFailure, Solver};

/// A position, and the world that gives its values a meaning.
#[derive(Debug)]
pub struct Placed {
    /// A value for each unknown.
    pub values: Vec<TermId>,
    /// Where they mean something.
    pub world: World,
    /// How many moves there are to go.
    pub moves: usize,
}

/// How many moves a position should have to go if nobody says.
pub const USUAL: usize = 10;

/// The most positions that one search for a plan looks at.
const STEPS: u64 = 300_000;

/// Bytes for the positions of one search.
const MEMORY: usize = 1 << 30;

/// A random position with exactly this many moves to go, and whether one was found. If not, it is the farthest of those
/// that were tried, which will do if nobody says how far it should be.
pub fn position(
    program: &Arc<Program>,
    options: &Options,
    moves: Option<usize>,
    effort: &Effort,
    seed: u64,
    begin: &dyn Fn(u64),
    stop: &dyn Fn() -> bool,
) -> Result<(Placed, bool), Trouble> {
    let wanted = moves.unwrap_or(USUAL);
    let (first, _) = ground(program, options);
    let given = !first.world.given.values.is_empty();
    let mut best: Option<Placed> = None;
    for attempt in 0..effort.grids {
        begin(attempt);
        let mut random = Random::new(seed, attempt);
        let (mut ground, _) = ground(program, options);
        match (attempt, given) {
            // The position that the puzzle starts from may be far enough.
            (0, true) => {}
            (_, true) => {
                let start = rules::start(&mut ground.world);
                let length = random.below(attempt as usize + 1);
                let end = walk(&mut ground.world, start, length, &mut random)?;
                put_first(&mut ground, end);
            }
            _ if attempt % 4 == 3 => {
                let start = drawn(program, options, false, effort, (&mut random, stop), &mut ground.world)?;
                put_first(&mut ground, start);
            }
            _ => {
                let start = drawn(program, options, true, effort, (&mut random, stop), &mut ground.world)?;
                let length = (wanted + 1) * (2 + attempt as usize);
                let end = walk(&mut ground.world, start, length, &mut random)?;
                put_first(&mut ground, end);
            }
        }
        let (report, world) = shortest(ground, stop)?;
        if report.verdict == Verdict::Solved {
            let length = report.steps.len();
            let values = match length.saturating_sub(wanted) {
                0 => report.start,
                walked => report.steps[walked - 1].values.clone(),
            };
            let placed = Placed { values, world, moves: length.min(wanted) };
            if placed.moves == wanted {
                return Ok((placed, true));
            }
            if best.as_ref().is_none_or(|best| best.moves < placed.moves) {
                best = Some(placed);
            }
        }
        if stop() {
            break;
        }
    }
    match best {
        Some(placed) if placed.moves > 0 => Ok((placed, moves.is_none())),
        _ if stop() => Err(Trouble::Interrupted(None)),
        _ => {
            let why = "none of them has a move to go".to_owned();
            Err(Trouble::NotFound { tried: effort.grids, why, best: None })
        }
    }
}

/// Looks for a shortest plan from the first position, with bounded effort.
pub fn shortest(ground: Ground, stop: &dyn Fn() -> bool) -> Result<(plan::Report, World), Trouble> {
    let limits = Limits { steps: Some(STEPS), memory: Some(MEMORY), ..Limits::default() };
    let wish = plan::Wish { limits, count: false };
    plan::solve(ground, &wish, stop, &mut |_| {}).map_err(failed)
}

fn failed(failure: Failure) -> Trouble {
    Trouble::Failed(match failure {
        Failure::Rules(diagnostic) => SolveFailure::Rules(diagnostic),
        other => SolveFailure::Refused(other.to_string()),
    })
}

/// Random values that satisfy the laws, and the goal if that is wanted. No move has a say.
fn drawn(
    program: &Program,
    options: &Options,
    at_goal: bool,
    effort: &Effort,
    (random, stop): (&mut Random, &dyn Fn() -> bool),
    world: &mut World,
) -> Result<Vec<TermId>, Trouble> {
    let still = still(program, at_goal);
    let (ground, wrong) = ground(&Arc::new(still), options);
    if let Some(wrong) = wrong.into_iter().find(Diagnostic::is_error) {
        return Err(Trouble::Failed(SolveFailure::Rules(Box::new(wrong))));
    }
    let mut solver = Solver::new(ground)?;
    let values = fill::fill(&mut solver, &[], SCATTERED, effort, random, stop)?;
    // That world is not the caller's, in which the same values have other numbers.
    let terms = &mut world.terms;
    let value = |value: TermId| match solver.judge.terms.node(value) {
        Node::Sym(symbol) => terms.sym(solver.judge.terms.name(*symbol)),
        node => terms.add(node.clone()),
    };
    Ok(values.into_iter().map(value).collect())
}

/// Makes a position the first one.
fn put_first(ground: &mut Ground, position: Vec<TermId>) {
    ground.world.given.values = (0..).map(UnknownId).zip(position).collect();
}

/// The rules without moves: positions that satisfy the laws, and the goal if that is wanted.
pub(super) fn still(program: &Program, at_goal: bool) -> Program {
    let mut still = program.clone();
    still.moves.clear();
    still.bounds.clear();
    let goals = std::mem::take(&mut still.goals);
    if at_goal {
        still.laws.extend(goals);
    }
    still
}

/// Walks at random from a position, never into one that breaks a law, and gives the end of the walk.
pub(super) fn walk(
    world: &mut World,
    start: Vec<TermId>,
    length: usize,
    random: &mut Random,
) -> Result<Vec<TermId>, Trouble> {
    let rules_failed = |wrong: Box<Diagnostic>| Trouble::Failed(SolveFailure::Rules(wrong));
    let mut here = start;
    let mut before: Option<Vec<TermId>> = None;
    for _ in 0..length {
        world.steps = 0;
        let mut next = rules::successors(world, &here).map_err(rules_failed)?;
        random.shuffle(&mut next);
        // Not straight back, if there is another way.
        next.sort_by_key(|next| Some(&next.values) == before.as_ref());
        let mut lawful = None;
        for successor in next {
            if check::all_broken(world, &successor.values).map_err(rules_failed)?.is_empty() {
                lawful = Some(successor.values);
                break;
            }
        }
        let Some(there) = lawful else { break };
        before = Some(std::mem::replace(&mut here, there));
    }
    Ok(here)
}
