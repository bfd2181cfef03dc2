//! The same rules and puzzle under the searches that textbooks compare, side by side: for teachers.
//!
//! ```text
//! backtracking       a law is looked at once all its unknowns have values
//! forward checking   .. once all but one have: the last one loses values
//! full fixpoint      what `gridlog solve` does
//! breadth-first ..   whole boards waiting in a queue, a stack, or by an estimate; all with the same successors
//! ```

mod filling;
mod orders;

use std::time::{Duration, Instant};

use crate::compile::{Model, Settings};
use crate::diagnostic::catalogue::meaning;
use crate::engine::Conflict;
use crate::eval::UnknownId;
use crate::ground::Ground;
use crate::moves;
use crate::moves::search::Watch;
use crate::moves::strategies::{self, Strategy};
use crate::program::Program;
use crate::search::{Ending, Limits, Search};
use crate::solve::Failure;
use filling::Filling;
use orders::Order;

/// What one way of searching did.
#[derive(Clone, Debug)]
pub struct Row {
    /// What textbooks call it.
    pub name: &'static str,
    /// Whether a solution was found; nothing if a limit came first.
    pub found: Option<bool>,
    /// Nodes made: values tried.
    pub generated: u64,
    /// Nodes whose successors were looked at.
    pub expanded: u64,
    /// The most nodes that waited at one time, or, in depth, that were in force.
    pub frontier: u64,
    /// For a move puzzle: the moves of the plan that was found, which need not be a shortest one.
    pub moves: Option<u32>,
    /// Wall-clock time.
    pub time: Duration,
}

impl Row {
    fn new(name: &'static str) -> Row {
        Row { name, found: None, generated: 0, expanded: 0, frontier: 0, moves: None, time: Duration::ZERO }
    }
}

/// The most bytes that the positions of a move puzzle may take.
const MEMORY: usize = 1 << 30;

/// When one way of searching gives up.
#[derive(Clone, Copy)]
pub(crate) struct Patience<'s> {
    limits: Limits,
    started: Instant,
    stop: &'s dyn Fn() -> bool,
}

impl Patience<'_> {
    fn is_over(&self, generated: u64) -> bool {
        self.limits.steps.is_some_and(|most| generated >= most)
            || generated.is_multiple_of(256)
                && (self.limits.time.is_some_and(|most| self.started.elapsed() >= most) || (self.stop)())
    }
}

/// Searches for a first solution in each way. The limits are for each of them.
pub fn compare(
    program: &Program,
    ground: Ground,
    limits: Limits,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Row>, Failure> {
    if !program.moves.is_empty() {
        return plans(program, ground, limits, stop);
    }
    let givens = ground.world.givens.clone();
    let conditions: Vec<_> = ground.instances.iter().map(|instance| instance.formula).collect();
    let mut model = Model::new(program, ground, Settings::default()).map_err(Failure::Rules)?;
    let codes: Vec<(UnknownId, i64)> =
        givens.iter().map(|&(unknown, value)| (unknown, model.truth.code(value))).collect();
    let mut rows = Vec::new();
    let patience = || Patience { limits, started: Instant::now(), stop };
    if let Some(mut filling) = Filling::new(&model, &conditions, &givens) {
        rows.push(filling.backtracking(patience()));
        rows.push(filling.forward_checking(patience()));
        rows.push(full_fixpoint(&mut model, &codes, limits, seed, stop));
        rows.extend(Order::ALL.iter().map(|&order| orders::run(&mut filling, order, patience())));
    } else {
        rows.push(full_fixpoint(&mut model, &codes, limits, seed, stop));
    }
    Ok(rows)
}

/// The orders in which the positions of a move puzzle can be tried.
fn plans(
    program: &Program,
    ground: Ground,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Row>, Failure> {
    let Limits { time, steps, .. } = limits;
    let limits = moves::search::Limits { moves: None, time, memory: Some(MEMORY), steps };
    let mut system = moves::System::new(program, ground);
    let mut rows = Vec::new();
    for &(strategy, name) in Strategy::ALL {
        let mut quiet = |_| {};
        let mut watch = Watch::new(limits, stop, &mut quiet);
        let tally = strategies::run(&mut system, strategy, &mut watch).map_err(|trouble| match trouble {
            moves::Trouble::Rules(diagnostic) => Failure::Rules(diagnostic),
            moves::Trouble::Narrow | moves::Trouble::TooManyValues => {
                Failure::Rules(Box::new(meaning::domain_too_large(program.moves[0].law.span)))
            }
        })?;
        let found = match tally.ending {
            moves::search::Ending::Settled => Some(tally.moves.is_some()),
            _ => None,
        };
        let counters = tally.counters;
        let (generated, expanded, frontier) = (counters.generated, counters.expanded, counters.frontier);
        rows.push(Row { name, found, generated, expanded, frontier, moves: tally.moves, time: tally.time });
    }
    Ok(rows)
}

fn full_fixpoint(
    model: &mut Model,
    givens: &[(UnknownId, i64)],
    limits: Limits,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Row {
    let started = Instant::now();
    let mut row = Row::new("full fixpoint");
    match model.bind(givens) {
        Err(Conflict) => row.found = Some(false),
        Ok(()) => {
            let mut search = Search::new(model, limits, seed);
            let ending = search.run(|_| false, stop);
            row.found = match ending {
                Ending::Enough => Some(true),
                Ending::Complete => Some(false),
                Ending::Limit | Ending::Interrupted => None,
            };
            row.generated = search.counters.decisions + search.counters.conflicts;
            row.expanded = search.counters.decisions;
            row.frontier = search.counters.deepest;
        }
    }
    model.unbind();
    row.time = started.elapsed();
    row
}
