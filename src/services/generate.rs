//! Puzzles with exactly one solution, for any rule set.
//!
//! ```text
//! empty board ──fill──> finished grid ──offers──> all true clues ──dig──> those that are needed
//! ```
//!
//! A finished grid is drawn at random. What it gives away is the values of its cells and, where the rule set offers
//! them, the facts that are true of it. Then one clue after the other is taken out as long as no second solution can come
//! up. All efforts are counted in conflicts, never in time, so that a seed decides what comes out.

mod dig;
mod fill;
mod fit;
mod grade;
mod lean;
mod lift;
mod offers;
mod positions;
mod random;
mod settle;
mod sketch;
mod symmetry;
mod write;

use crate::board::eval::World;
use crate::board::ground::{Ground, Options};
use crate::board::unknown::UnknownId;
use crate::language::program::PredicateId;
use crate::language::term::TermId;
use crate::services::explain::{Explainer, Level};
use crate::services::solve::{Failure, Solver, Verdict, Wish};
use crate::solver::engine::store::WIDEST;
use crate::solver::search::Limits;

pub use lean::{Lean, Needless, minimise, needless_laws};
pub use positions::{Placed, USUAL, position, shortest};
pub use random::Random;
pub use sketch::Sketcher;
pub use symmetry::Symmetry;
pub use write::{filled, written};

pub use dig::Unit;

use dig::{Piece, dug};
use fit::Miss;
use offers::{Offered, Stage};

/// What a puzzle tells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Clue {
    /// A value, known from the start.
    Given(UnknownId, TermId),
    /// A fact of an input.
    Fact(PredicateId, Box<[TermId]>),
}

impl Clue {
    /// The value that it gives, if it gives one.
    fn given(&self) -> Option<(UnknownId, TermId)> {
        match self {
            Clue::Given(unknown, value) => Some((*unknown, *value)),
            Clue::Fact(..) => None,
        }
    }
}

/// How many clues a puzzle may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// As few as the grid allows: without any of them there is a second solution.
    Minimal,
    /// At most so many.
    Number(usize),
    /// At most so many out of a hundred.
    Percent(usize),
}

impl Amount {
    /// How many out of all; nothing for as few as possible.
    fn of(self, all: usize) -> Option<usize> {
        match self {
            Amount::Minimal => None,
            Amount::Number(number) => Some(number),
            Amount::Percent(percent) => Some(percent * all / 100),
        }
    }
}

/// What is wanted of a puzzle.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// How many clues.
    pub amount: Amount,
    /// How they lie.
    pub symmetry: Symmetry,
    /// What must not be told: `givens`, or the names of inputs.
    pub without: Vec<String>,
    /// How hard it may be: from, to.
    pub difficulty: Option<(Level, Level)>,
    /// Where its board comes from.
    pub board: Board,
    /// Whether grids whose clues have to say all are changed until they do. It takes longer than to draw another few.
    pub settles: bool,
    /// What one puzzle may cost.
    pub effort: Effort,
}

/// What a board is for a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    /// It was told: one does not expect it to say all.
    Told,
    /// It was drawn, and may say all.
    Drawn,
    /// The same, and it is no good if values must be given besides what the rule set offers.
    Whole,
}

impl Recipe {
    /// Whether values of cells may be told.
    pub fn tells_values(&self) -> bool {
        !self.without.iter().any(|name| name == "given" || name == "givens")
    }
}

/// What one puzzle may cost, in conflicts of the search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// To do without one clue; a clue that may need more is kept.
    pub clue: u64,
    /// To finish a grid on which values are scattered.
    pub scattered: u64,
    /// To finish an empty grid.
    pub grid: u64,
    /// To see whether all clues together leave one solution.
    pub proof: u64,
    /// How many grids are tried.
    pub grids: u64,
    /// How often the puzzle of one grid is rated, to make it as hard as wanted.
    pub ratings: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { clue: 200, scattered: 500, grid: 20_000, proof: 20_000, grids: 50, ratings: 100 }
    }
}

/// A puzzle with exactly one solution.
#[derive(Clone, Debug)]
pub struct Made {
    /// The solution: a value for each unknown.
    pub values: Vec<TermId>,
    /// What is told; clues of a row go or stay together.
    pub kept: Vec<Vec<Clue>>,
    /// What need not be told, in the order in which it was found out.
    pub dropped: Vec<Vec<Clue>>,
    /// How many rows of `kept`, the first ones, are told in any case: the rule set offers them all or none.
    pub complete: usize,
    /// How many clues are told only because the effort was over.
    pub undecided: usize,
    /// How hard it is, if that was asked for.
    pub level: Option<Level>,
}

impl Made {
    /// All that is told.
    pub fn clues(&self) -> impl Iterator<Item = &Clue> {
        self.kept.iter().flatten()
    }

    /// The same with what every puzzle tells.
    fn with(mut self, complete: Vec<Clue>) -> Made {
        self.complete = complete.len();
        self.kept.splice(0..0, complete.into_iter().map(|clue| vec![clue]));
        self
    }

    /// How much is told.
    pub fn size(&self) -> usize {
        size(&self.kept)
    }
}

fn size(units: &[Vec<Clue>]) -> usize {
    units.iter().map(Vec::len).sum()
}

/// Why there is no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// Nothing satisfies the rules.
    #[error("the rules have no solution on this board: there is nothing to make a puzzle from")]
    NoSolution,
    /// A sketch has no filling.
    #[error("the sketch of the rule set has no solution on a board of this size")]
    NoBoard,
    /// No filling of a sketch was found.
    #[error("no board was found in the sketch within {0} conflicts of the search")]
    Undrawn(u64),
    /// A sketch drew what the rules do not take.
    #[error("{0}")]
    Board(String),
    /// No grid was found.
    #[error("no finished grid was found within {0} conflicts of the search")]
    Unfilled(u64),
    /// There is nothing that may be told.
    #[error("there is no clue left to give: the rule set offers none of its own")]
    NothingToTell,
    /// No rule set declares this.
    #[error("`{0}` is nothing that can be left out; there is: {1}")]
    NoSuchClue(String, String),
    /// A symmetry that the board does not have.
    #[error("a board of {1} by {2} cannot be turned as the symmetry `{0}` wants")]
    NotSquare(&'static str, i64, i64),
    /// More clues than there are.
    #[error("{0} clues are wanted, but there are {1} in all")]
    TooManyClues(usize, usize),
    /// The best of several solutions is asked for.
    #[error("puzzles with an objective cannot be made: one solution is best, not the only one")]
    Objective,
    /// The effort is over.
    #[error("no such puzzle among {tried} grids: {why}")]
    NotFound {
        /// How many grids were tried.
        tried: u64,
        /// What was wrong with them.
        why: String,
        /// What came nearest.
        best: Option<Box<Made>>,
    },
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted(Option<Box<Made>>),
    /// The solver failed.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// The seed of one of several puzzles, by its number.
pub fn seed_of(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

/// A rule set on a board, ready to make puzzles.
#[derive(Debug)]
pub struct Setter {
    options: Options,
    solver: Solver,
    /// What the puzzle that was started from gives.
    base: Vec<(UnknownId, TermId)>,
    /// What the rules amount to, and what rates puzzles that differ in givens only; made when it is needed.
    ground: Ground,
    explainer: Option<Explainer>,
}

impl Setter {
    /// Compiles the rules. What the ground gives is given in every puzzle; the options are those it was made with.
    pub fn new(mut ground: Ground, options: Options) -> Result<Setter, Trouble> {
        if ground.world.program.objective.is_some() {
            return Err(Trouble::Objective);
        }
        ground.world.name_values(WIDEST as u64);
        let base = ground.world.given.values.clone();
        let solver = Solver::new(ground.clone())?;
        Ok(Setter { options, solver, base, ground, explainer: None })
    }

    /// The world that gives the terms of puzzles their meaning.
    pub fn world(&self) -> &World {
        &self.solver.judge
    }

    /// What need not be told, as variables and values: they are the same however often the rules are compiled.
    pub fn dropped(&self, made: &Made) -> Vec<Unit> {
        made.dropped.iter().map(|unit| numbers(unit, &self.solver)).collect()
    }

    /// Makes the puzzle of a seed. Grids are tried until one has a puzzle as it is wanted; `begin` is told of each.
    pub fn make(
        &mut self,
        recipe: &Recipe,
        seed: u64,
        begin: &dyn Fn(u64),
        stop: &dyn Fn() -> bool,
    ) -> Result<Made, Trouble> {
        self.possible(recipe)?;
        let mut best: Option<(Miss, Made)> = None;
        let mut why = String::new();
        // The first that would be good but for a few values that it tells, or for telling next to nothing, and how many grids
        // were tried since.
        let (mut few, mut since): (Option<Made>, u64) = (None, 0);
        for grid in 0..recipe.effort.grids {
            if since >= PATIENCE {
                break;
            }
            since += u64::from(few.is_some());
            begin(grid);
            let mut random = Random::new(seed, grid);
            match self.bare(recipe, stop)? {
                Some(Ok(made)) => return Ok(made),
                Some(Err(reason)) => {
                    why = reason;
                    continue;
                }
                None => {}
            }
            let (solver, base) = (&mut self.solver, &self.base);
            let values = match fill::fill(solver, base, fill::SCATTERED, &recipe.effort, &mut random, stop) {
                Err(Trouble::Interrupted(_)) => break,
                values => values?,
            };
            let values = if self.is_complete() && recipe.settles {
                match self.settled(values, recipe, &mut random, stop) {
                    Err(Trouble::Interrupted(_)) => break,
                    values => values?,
                }
            } else {
                values
            };
            // Where all clues of a kind are told, values belong to a puzzle only if nothing else is found.
            let whole = recipe.board == Board::Whole
                || few.is_some()
                || self.is_complete() && grid + 1 < recipe.effort.grids;
            let made = match self.mended(values, recipe, whole, &mut random, stop) {
                Ok(Ok(made)) => Ok(made),
                Ok(Err(unfit)) => {
                    since += if few.is_some() && self.is_far(&unfit.open) { FAR } else { 0 };
                    why = unfit.why;
                    continue;
                }
                Err(trouble) => Err(trouble),
            };
            let made = match made {
                // The evaluator was the first to notice.
                Err(Trouble::Failed(Failure::Rules(_))) if stop() => break,
                made => made?,
            };
            let miss = Miss::of(&made, recipe);
            if miss.is_none() && !stop() {
                if !self.tells_few(&made, recipe) && !self.is_meagre(&made, recipe) {
                    return Ok(made);
                }
                few.get_or_insert(made);
                continue;
            }
            if best.as_ref().is_none_or(|(least, _)| miss < *least) {
                best = Some((miss, made));
            }
            if stop() {
                break;
            }
        }
        if let Some(made) = few {
            return Ok(made);
        }
        if stop() {
            return Err(Trouble::Interrupted(best.map(|(_, made)| Box::new(made))));
        }
        if let Some((miss, made)) = &best {
            why = miss.told(made);
        }
        let best = best.map(|(_, made)| Box::new(made));
        Err(Trouble::NotFound { tried: recipe.effort.grids, why, best })
    }

    /// The puzzle that a drawn board is by itself, where nothing else but values could be told; or why there is none, if it has
    /// to be that. Nothing if values have to be given.
    fn bare(
        &mut self,
        recipe: &Recipe,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Result<Made, String>>, Trouble> {
        let asked = recipe.amount == Amount::Minimal && recipe.difficulty.is_none();
        if recipe.board == Board::Told || !asked || self.has_own_clues() {
            return Ok(None);
        }
        let limits = Limits { conflicts: Some(recipe.effort.proof), ..Limits::default() };
        let wish = Wish { most: Some(2), limits, seed: 0, checked: Some(0), judged: true };
        let mut values = Vec::new();
        let outcome = self.solver.solve(&self.base, &wish, stop, |found, _| values = found.to_vec())?;
        Ok(match outcome.verdict() {
            Verdict::Unique => {
                let dropped = recipe.symmetry.units(self.givens(&values), &self.solver.judge);
                Some(Ok(Made { values, kept: Vec::new(), dropped, complete: 0, undecided: 0, level: None }))
            }
            Verdict::None => return Err(Trouble::NoSolution),
            _ if recipe.board == Board::Whole => Some(Err(MORE_THAN_ONE.to_owned())),
            _ => None,
        })
    }

    /// The values that may be given.
    fn givens(&self, values: &[TermId]) -> Vec<Clue> {
        let open = |unknown: &UnknownId| {
            !self.solver.judge.unknowns[unknown.0 as usize].hidden
                && self.base.iter().all(|(known, _)| known != unknown)
        };
        let all = (0..values.len() as u32).map(UnknownId).filter(open);
        all.map(|unknown| Clue::Given(unknown, values[unknown.0 as usize])).collect()
    }

    /// Refuses what no grid could satisfy.
    fn possible(&self, recipe: &Recipe) -> Result<(), Trouble> {
        let mut known: Vec<&str> = vec!["givens"];
        known.extend(
            self.solver
                .judge
                .program
                .offers
                .iter()
                .map(|offer| self.solver.judge.program.name_of_predicate(offer.predicate)),
        );
        known.dedup();
        for name in &recipe.without {
            if name != "given" && !known.contains(&name.as_str()) {
                return Err(Trouble::NoSuchClue(name.clone(), known.join(", ")));
            }
        }
        let offers = |offer: &&crate::language::program::Offer| {
            !recipe
                .without
                .iter()
                .any(|name| name == self.solver.judge.program.name_of_predicate(offer.predicate))
        };
        if !recipe.tells_values() && self.solver.judge.program.offers.iter().filter(offers).count() == 0 {
            return Err(Trouble::NothingToTell);
        }
        let (rows, cols) = self.solver.judge.size.unwrap_or((1, 1));
        if recipe.symmetry.wants_square() && rows != cols {
            return Err(Trouble::NotSquare(recipe.symmetry.name(), rows, cols));
        }
        let cells = self.solver.model.seen;
        match recipe.amount {
            Amount::Number(wanted) if self.solver.judge.program.offers.is_empty() && wanted > cells => {
                Err(Trouble::TooManyClues(wanted, cells))
            }
            _ => Ok(()),
        }
    }

    /// A puzzle for a finished grid, or why there is none.
    fn puzzle(
        &mut self,
        values: Vec<TermId>,
        recipe: &Recipe,
        need: Need,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Result<Result<Made, Unfit>, Trouble> {
        let telling = self.telling(&values, recipe, random)?;
        let all = telling.size();
        let enough = recipe.amount.of(all).unwrap_or(0);
        let job = Job { enough, left: all, need, cap: recipe.effort.clue, proof: recipe.effort.proof, stop };
        if all == 0 {
            return Ok(Err(Unfit::from("there is nothing to tell about them")));
        }
        let level = recipe.difficulty.map(|(_, high)| high);
        if let Some(high) = level.filter(|&high| grade::is_graded(high))
            && let Some(made) = self.graded(&values, &telling, recipe, high, &job)?
        {
            return Ok(made.map(|made| made.with(telling.complete)));
        }
        let Telling { complete, told, units } = telling;
        let made = if told.is_empty() && complete.is_empty() {
            Ok(self.dig(values, &units, &job))
        } else {
            Stage::new(self, &told).and(&complete).puzzle(values, units, told, job)?
        };
        let made = match made {
            Ok(made) => made.with(complete),
            Err(why) => return Ok(Err(Unfit { why, open: Vec::new() })),
        };
        match level {
            Some(high) => Ok(Ok(self.fitted(made, recipe, high, stop)?)),
            None => Ok(Ok(made)),
        }
    }

    /// All that may be told about a finished grid, in random order.
    fn telling(
        &mut self,
        values: &[TermId],
        recipe: &Recipe,
        random: &mut Random,
    ) -> Result<Telling, Trouble> {
        let Offered { complete, facts } =
            offers::offered(&mut self.solver.judge, values, &recipe.without).map_err(Failure::Rules)?;
        let given = if recipe.tells_values() { self.givens(values) } else { Vec::new() };
        let mut units = recipe.symmetry.units(given, &self.solver.judge);
        random.shuffle(&mut units);
        let mut told = recipe.symmetry.units(facts, &self.solver.judge);
        random.shuffle(&mut told);
        Ok(Telling { complete, told, units })
    }

    /// Whether a puzzle of a rule set with clues of its own also tells a few values: there may be a grid that does without.
    fn tells_few(&self, made: &Made, recipe: &Recipe) -> bool {
        let givens = made.clues().filter(|clue| clue.given().is_some()).count();
        let own = recipe.board == Board::Told && self.has_own_clues();
        own && recipe.amount == Amount::Minimal && (1..=FEW).contains(&givens)
    }

    /// Whether next to nothing is told: the loop around one square, say, which a single clue gives away.
    fn is_meagre(&self, made: &Made, recipe: &Recipe) -> bool {
        let own = recipe.board == Board::Told && self.has_own_clues();
        own && recipe.amount == Amount::Minimal && made.size() * MEAGRE < self.solver.model.seen
    }

    /// Whether the rule set offers clues, so that a puzzle might do without values.
    fn has_own_clues(&self) -> bool {
        !self.solver.judge.program.offers.is_empty()
    }

    /// Whether the rule set has clues of which a puzzle tells all.
    pub fn is_complete(&self) -> bool {
        self.solver.judge.program.offers.iter().any(|offer| offer.complete)
    }

    /// Takes out givens alone.
    fn dig(&mut self, values: Vec<TermId>, units: &[Vec<Clue>], job: &Job<'_>) -> Made {
        let pieces: Vec<Piece> = units.iter().map(|unit| Piece::given(unit, &self.solver)).collect();
        let dug = dug(&mut self.solver, &self.base, (&pieces, units), job, false);
        Made {
            values,
            kept: dug.kept.iter().map(|&unit| units[unit].clone()).collect(),
            dropped: dug.dropped.iter().map(|&unit| units[unit].clone()).collect(),
            complete: 0,
            undecided: dug.undecided.len(),
            level: None,
        }
    }
}

/// All that may be told about a finished grid; clues of a row go or stay together.
struct Telling {
    /// What every puzzle tells.
    complete: Vec<Clue>,
    /// Facts that the rule set offers.
    told: Vec<Vec<Clue>>,
    /// Values of cells.
    units: Vec<Vec<Clue>>,
}

impl Telling {
    /// How many clues these are.
    fn size(&self) -> usize {
        self.complete.len() + size(&self.told) + size(&self.units)
    }
}

/// Where no more values than this must be told besides clues or a board, there may be a grid or a board that does without.
pub const FEW: usize = 8;

/// A puzzle tells at least one clue for so many unknowns, if there is a grid that needs as many.
const MEAGRE: usize = 25;

/// How many grids or boards are tried to do without a few values.
pub const PATIENCE: u64 = 20;

/// A grid that deductions leave open for the most part counts as so many of these: the clues of such a rule set do not say enough.
const FAR: u64 = PATIENCE / 2;

/// Why there is no puzzle on a board that does not say all.
const MORE_THAN_ONE: &str = "the boards leave more than one solution";

/// Where the values of a grid may be given, if the clues of its rule set are not enough.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Nowhere.
    Nothing,
    /// Only where deductions leave most of the grid open: else it can be changed until they leave nothing open.
    Much,
    /// Everywhere.
    Values,
}

/// Why a grid has no puzzle.
struct Unfit {
    why: String,
    /// What deductions from all its clues leave open, if they were made.
    open: Vec<UnknownId>,
}

impl From<&str> for Unfit {
    fn from(why: &str) -> Unfit {
        Unfit { why: why.to_owned(), open: Vec::new() }
    }
}

/// How far to take clues out.
#[derive(Clone, Copy)]
struct Job<'s> {
    enough: usize,
    left: usize,
    /// Whether values may be given.
    need: Need,
    cap: u64,
    proof: u64,
    stop: &'s dyn Fn() -> bool,
}

/// Givens as variables and values.
fn numbers(unit: &[Clue], solver: &Solver) -> Unit {
    let number = |clue: &Clue| match clue {
        Clue::Given(unknown, value) => Some((solver.model.vars[unknown.0 as usize], solver.code(*value))),
        Clue::Fact(..) => None,
    };
    unit.iter().filter_map(number).collect()
}

/// Whether a puzzle that was made from its grid by taking out givens has no second solution: each of them follows from
/// what is told and from those that were taken out after it.
pub fn follows(solver: &mut Solver, told: &[(UnknownId, TermId)], dropped: &[Unit], cap: u64) -> Verdict {
    let told = solver.coded(told);
    let model = &mut solver.model;
    let mut sure = model.bind(&told).and_then(|()| model.settle()).is_ok();
    for &(var, value) in dropped.iter().rev().flatten() {
        sure = sure
            && dig::refute(model, var, value, cap, &|| false) == crate::solver::search::Ending::Complete
            && model.engine.store.fix(var, value).and_then(|()| model.settle()).is_ok();
    }
    let seen = &model.order[..model.seen];
    sure = sure && seen.iter().all(|&var| model.is_fixed(var));
    model.unbind();
    if sure { Verdict::Unique } else { Verdict::Unknown }
}
