//! The same rules and puzzle under the searches that textbooks compare, side by side: for teachers.
//!
//! ```text
//! backtracking       after each value the laws are tested that speak of it
//! forward checking   .. and open unknowns lose the values that would break such a law at once
//! full fixpoint      .. and all laws prune until nothing more follows
//! breadth-first ..   whole boards waiting in a queue, a stack, or by an estimate; all with the same successors
//! gridlog solve      full fixpoint in an order of its own, learning from dead ends
//! ```

mod boards;
mod depth;
mod filling;

use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::board::ground::Ground;
use crate::board::unknown::UnknownId;
use crate::compile::{Model, Settings};
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::Program;
use crate::moves;
use crate::moves::strategies::{self, Strategy, Tally};
use crate::services::solve::Failure;
use crate::solver::engine::Conflict;
use crate::solver::search::{self, Ending, Search};
use boards::Boards;
use depth::{Fixpoint, Forward, Look};
use filling::Filling;

/// What one way of searching did.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What textbooks call it.
    pub name: &'static str,
    /// Whether a solution was found; nothing if a limit came first.
    pub found: Option<bool>,
    /// Nodes made: values tried.
    pub generated: u64,
    /// Nodes that broke no law and were gone on from, the empty board among them.
    pub expanded: u64,
    /// The most nodes that waited at one time, or, in depth, that were in force.
    pub frontier: u64,
    /// For a move puzzle: the moves of the plan that was found, which need not be a shortest one.
    pub moves: Option<u32>,
    /// Wall-clock time.
    pub time: Duration,
}

impl Trial {
    fn new(name: &'static str) -> Trial {
        Trial { name, found: None, generated: 0, expanded: 0, frontier: 0, moves: None, time: Duration::ZERO }
    }

    /// Takes over what an order of search did.
    fn with(self, tally: &Tally, time: Duration) -> Trial {
        let settled = tally.ending == moves::search::Ending::Settled;
        Trial {
            found: settled.then_some(tally.steps.is_some()),
            generated: tally.counters.generated,
            expanded: tally.counters.expanded,
            frontier: tally.counters.frontier,
            time,
            ..self
        }
    }
}

/// The most bytes that waiting boards or the positions of a move puzzle may take.
const MEMORY: usize = 1 << 30;

/// When searches give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time for one search.
    pub each: Option<Duration>,
    /// Time for all of them: each may take as much of what is left as those that come after it.
    pub whole: Option<Duration>,
    /// Nodes made by one search.
    pub nodes: Option<u64>,
}

/// When one way of searching gives up.
#[derive(Clone, Copy)]
struct Patience<'s> {
    time: Option<Duration>,
    nodes: Option<u64>,
    started: Stopwatch,
    stop: &'s dyn Fn(&Trial) -> bool,
}

impl Patience<'_> {
    fn is_over(&self, row: &Trial) -> bool {
        self.nodes.is_some_and(|most| row.generated >= most) || self.is_late() || (self.stop)(row)
    }

    fn is_late(&self) -> bool {
        self.time.is_some_and(|most| self.started.elapsed() >= most)
    }

    /// The same for an order of search.
    fn ends(
        &self,
        name: &'static str,
        counters: &moves::search::Counters,
        bytes: &dyn Fn() -> usize,
    ) -> Option<moves::search::Ending> {
        let full = counters.expanded.is_multiple_of(256) && bytes() > MEMORY;
        let moves::search::Counters { generated, expanded, frontier, .. } = *counters;
        let row = Trial { generated, expanded, frontier, ..Trial::new(name) };
        (full || self.is_over(&row)).then_some(moves::search::Ending::Interrupted)
    }
}

/// One comparison under way.
struct Comparison<'s> {
    limits: Limits,
    started: Stopwatch,
    /// How many searches are still to come.
    left: u32,
    stop: &'s dyn Fn(&Trial) -> bool,
    tell: &'s mut dyn FnMut(&Trial),
}

impl<'s> Comparison<'s> {
    /// The patience for the next search.
    fn patience(&mut self) -> Patience<'s> {
        let whole =
            self.limits.whole.map(|whole| whole.saturating_sub(self.started.elapsed()) / self.left.max(1));
        self.left = self.left.saturating_sub(1);
        let time = self.limits.each.into_iter().chain(whole).min();
        Patience { time, nodes: self.limits.nodes, started: Stopwatch::start(), stop: self.stop }
    }
}

/// Searches for a first solution in each way, and tells of each when it has ended. `stop` is shown what a search has done
/// so far, again and again, and says whether to give it up.
pub fn compare(
    program: &Program,
    ground: Ground,
    limits: Limits,
    seed: u64,
    stop: &dyn Fn(&Trial) -> bool,
    tell: &mut dyn FnMut(&Trial),
) -> Result<(), Failure> {
    let left = Strategy::ALL.len() as u32;
    let mut all = Comparison { limits, started: Stopwatch::start(), left, stop, tell };
    if !program.moves.is_empty() {
        return plans(program, ground, &mut all);
    }
    all.left += 4;
    let givens = ground.world.given.values.clone();
    let conditions: Vec<_> = ground.instances.iter().map(|instance| instance.formula).collect();
    let mut model = Model::new(ground, Settings::default()).map_err(Failure::Rules)?;
    let codes: Vec<(UnknownId, i64)> =
        givens.iter().map(|&(unknown, value)| (unknown, model.truth.code(value))).collect();
    if let Some(mut filling) = Filling::new(&model, &conditions, &givens) {
        let steps = filling.len();
        let patience = all.patience();
        let look = if filling.is_possible() { Some(&mut filling as &mut dyn Look) } else { None };
        (all.tell)(&depth::search(look, steps, "backtracking", patience));
        let patience = all.patience();
        let mut forward = Forward::new(&mut filling, patience);
        let look = forward.as_mut().map(|look| look as &mut dyn Look);
        (all.tell)(&depth::search(look, steps, "forward checking", patience));
        let patience = all.patience();
        let bound = model.bind(&codes).and_then(|()| model.engine.fixpoint());
        let fixpoint = &mut Fixpoint { model: &mut model, order: filling.order() };
        let look = if bound.is_ok() { Some(fixpoint as &mut dyn Look) } else { None };
        (all.tell)(&depth::search(look, steps, "full fixpoint", patience));
        model.unbind();
        for &(strategy, name) in Strategy::ALL {
            let patience = all.patience();
            let mut ends = |counters: &_, bytes: &dyn Fn() -> usize| patience.ends(name, counters, bytes);
            let mut row = Trial { found: Some(false), ..Trial::new(name) };
            if filling.is_possible() {
                let Ok(tally) = strategies::explore(&mut Boards::new(&mut filling), strategy, &mut ends);
                row = row.with(&tally, patience.started.elapsed());
            }
            (all.tell)(&row);
        }
    } else {
        all.left = 1;
        let names = ["backtracking", "forward checking", "full fixpoint"].into_iter();
        names
            .chain(Strategy::ALL.iter().map(|&(_, name)| name))
            .for_each(|name| (all.tell)(&Trial::new(name)));
    }
    let row = solver(&mut model, &codes, all.patience(), seed);
    (all.tell)(&row);
    Ok(())
}

/// The orders in which the positions of a move puzzle can be tried.
fn plans(program: &Program, ground: Ground, all: &mut Comparison<'_>) -> Result<(), Failure> {
    let mut system = moves::System::new(ground);
    for &(strategy, name) in Strategy::ALL {
        let patience = all.patience();
        let mut ends = |counters: &_, bytes: &dyn Fn() -> usize| patience.ends(name, counters, bytes);
        let tally = strategies::run(&mut system, strategy, &mut ends).map_err(|trouble| match trouble {
            moves::Trouble::Rules(diagnostic) => Failure::Rules(diagnostic),
            moves::Trouble::Narrow | moves::Trouble::TooManyValues => {
                Failure::Rules(Box::new(meaning::domain_too_large(program.moves[0].law.span)))
            }
        })?;
        let row = Trial::new(name).with(&tally, patience.started.elapsed());
        (all.tell)(&Trial { moves: tally.steps, ..row });
    }
    Ok(())
}

/// What `gridlog solve` does.
fn solver(model: &mut Model, givens: &[(UnknownId, i64)], patience: Patience<'_>, seed: u64) -> Trial {
    let mut row = Trial::new("gridlog solve");
    match model.bind(givens) {
        Err(Conflict) => row.found = Some(false),
        Ok(()) => {
            let limits =
                search::Limits { time: patience.time, steps: patience.nodes, ..search::Limits::default() };
            let mut search = Search::new(model, limits, seed);
            let ending = search.run(|_| false, &|| (patience.stop)(&row));
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
    row.time = patience.started.elapsed();
    row
}
