//! Answers about solutions: the first ones, all, how many, whether there is exactly one, the best. Each is checked: on the
//! source rules, or on the instances of laws.

mod best;
mod candidates;
mod count;
mod found;
mod inspect;
mod line;
mod split;

use std::sync::Arc;

use crate::board::check;
use crate::board::draw::Pen;
use crate::board::eval::World;
use crate::board::ground::{self, Ground};
use crate::board::meaning::{Conditions, Judge};
use crate::board::unknown::{Domain, UnknownId};
use crate::compile::{Model, Settings};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::puzzle::Picture;
use crate::language::term::{FormulaId, Node, TermId};
use crate::solver::engine::Conflict;
use crate::solver::search::{Counters, Ending, Limits, Search};

pub use candidates::Candidates;
pub use count::{Counted, Ways};
pub use found::Found;
pub use line::{Lines, give_again};
pub use split::{Cube, Fineness};

use inspect::{Inspection, Means};

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// At most this many solutions; none means all.
    pub most: Option<u64>,
    /// When to stop before the search is complete.
    pub limits: Limits,
    /// Decides between choices that look equal.
    pub seed: u64,
    /// How many solutions are checked on the source rules; none means all.
    pub checked: Option<u64>,
    /// Whether the others are judged on the instances of laws; else they only count, and are not handed over.
    pub judged: bool,
}

impl Wish {
    /// Whether a solution of this number, from 1 on, is checked on the source rules.
    fn is_by_rules(&self, number: u64) -> bool {
        self.checked.is_none_or(|most| number <= most)
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How many solutions were found.
    pub count: u64,
    /// How the search ended.
    pub ending: Ending,
    /// What it did.
    pub counters: Counters,
    /// Changes of domains.
    pub prunings: u64,
    /// With an objective: its value for the solutions, and whether no other value is better.
    pub best: Option<Best>,
    /// The law instances, by number, whose constraints ruled something out, some more than once; told by [`solve()`] alone.
    pub active: Vec<u32>,
    /// Solutions that searches in other threads have told this one of: it does not count them, and has not checked them.
    pub heard: Vec<Vec<i64>>,
}

/// What became of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    /// Its value.
    pub value: i128,
    /// Whether none is better.
    pub proved: bool,
}

/// The answer to "how many?", as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Exactly one.
    Unique,
    /// More than one.
    Several,
    /// None.
    None,
    /// At least one; the search was not complete.
    Solved,
    /// None found; the search was not complete.
    Unknown,
}

impl Verdict {
    /// The word shown to people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Several => "several",
            Verdict::None => "none",
            Verdict::Solved => "solved",
            Verdict::Unknown => "unknown",
        }
    }
}

impl Outcome {
    /// No solution, as long as none is found.
    fn new() -> Outcome {
        Outcome {
            count: 0,
            ending: Ending::Complete,
            counters: Counters::default(),
            prunings: 0,
            best: None,
            active: Vec::new(),
            heard: Vec::new(),
        }
    }

    /// What is known about the number of solutions.
    pub fn verdict(&self) -> Verdict {
        match (self.count, self.ending) {
            (0, Ending::Complete) => Verdict::None,
            (1, Ending::Complete) => Verdict::Unique,
            (0, _) => Verdict::Unknown,
            (1, _) => Verdict::Solved,
            _ => Verdict::Several,
        }
    }

    /// The verdict in words.
    pub fn sentence(&self) -> String {
        let number = match (self.verdict(), self.ending) {
            (Verdict::Unique, _) => "exactly one solution".to_owned(),
            (Verdict::None, _) => "no solution".to_owned(),
            (Verdict::Several, Ending::Complete) => format!("{} solutions, no more", self.count),
            (Verdict::Several, _) => format!("{} solutions, maybe more", self.count),
            (Verdict::Solved, _) => "one solution, maybe more".to_owned(),
            (Verdict::Unknown, _) => "undecided: a limit was reached".to_owned(),
        };
        match self.best {
            Some(Best { value, proved: true }) => format!("{number}, {value} is best"),
            Some(Best { value, proved: false }) => {
                format!("{value} is the best found, maybe not the best there is")
            }
            None => number,
        }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The rules could not be made into constraints.
    #[error("the rules cannot be solved")]
    Rules(Box<Diagnostic>),
    /// The independent checker refuses a solution: a bug in the solver, never shown as an answer.
    #[error("{0}; please report this")]
    Refused(String),
}

/// A rule set on a board, compiled once, that can be asked again and again with other givens.
#[derive(Debug)]
pub struct Solver {
    /// Variables and constraints.
    pub model: Model,
    /// The world of the independent checker.
    pub judge: World,
    /// For each unknown whose values are symbols: their numbers.
    codes: Vec<Vec<i64>>,
    /// What the law instances say, and the judge of it once it was needed.
    instances: Vec<FormulaId>,
    quick: Option<Judge>,
    /// How a whole grid on one line is read, once one came.
    lines: Option<Lines>,
    /// What draws solutions, once one was drawn.
    pen: Option<Pen>,
    /// A solution that is known: others are looked for.
    known: Option<Vec<i64>>,
}

/// The values of a puzzle that are given.
pub type Givens = [(UnknownId, TermId)];

/// The same as the model knows them.
pub type Coded = [(UnknownId, i64)];

impl Solver {
    /// Compiles a rule set on a board.
    pub fn new(ground: Ground) -> Result<Solver, Failure> {
        Solver::with(ground, Settings::default())
    }

    /// The same, with a say in how the rules are made into propagators.
    pub fn with(ground: Ground, settings: Settings) -> Result<Solver, Failure> {
        Solver::switched(ground, settings, &[])
    }

    /// The same with some instances, by number and in order, that can be switched on and off; now they are off.
    pub fn switched(ground: Ground, settings: Settings, optional: &[u32]) -> Result<Solver, Failure> {
        let judge = ground.world.clone();
        let instances = ground.instances.iter().map(|instance| instance.formula).collect();
        let model = Model::switched(ground, settings, optional).map_err(Failure::Rules)?;
        let codes = (0..judge.unknowns.len())
            .map(|index| match judge.unknowns[index].domain {
                Domain::Symbols(_) => model.truth.domain_codes(UnknownId(index as u32)),
                _ => Vec::new(),
            })
            .collect();
        Ok(Solver { model, judge, codes, instances, quick: None, lines: None, pen: None, known: None })
    }

    /// Takes another grid of the same size in place of what was given, and says what is wrong with it. Nothing if the rules
    /// have to be expanded again for it.
    pub fn give_again(&mut self, grid: &Picture) -> Option<Vec<Diagnostic>> {
        give_again(grid, &mut self.judge, &self.model.truth)
    }

    /// The same for a whole grid on one line, a character for each cell, row by row; whether it could be taken. If not, it
    /// has to be read as a drawing, which also tells what is wrong with it.
    pub fn give_line(&mut self, line: &str) -> bool {
        let (world, truth) = (&mut self.judge, &self.model.truth);
        self.lines.get_or_insert_with(|| Lines::new(world, truth)).give(line, world)
    }

    /// The same for the tokens of a drawing of so many columns, of which nothing but `.` leaves a cell open.
    pub fn give_tokens<'t>(&mut self, cols: usize, tokens: impl Iterator<Item = &'t str>) -> bool {
        let (world, truth) = (&mut self.judge, &self.model.truth);
        self.lines.get_or_insert_with(|| Lines::new(world, truth)).give_tokens(cols, tokens, world)
    }

    /// The same for a drawing that takes the place of what the puzzle itself draws.
    pub fn draw_again(&mut self, drawing: &Picture) -> Option<Vec<Diagnostic>> {
        self.forget_given()?;
        ground::draw_again(drawing, &mut self.judge)
    }

    /// Nothing if something else than the search depends on what is given.
    fn forget_given(&mut self) -> Option<()> {
        let given = self.judge.program.given?.0 as usize;
        // What a diagram asked while it was made is known to the model's own world only.
        let is_asked = self.model.truth.world.asked[given];
        self.judge.asked[given] &= is_asked;
        (!is_asked).then_some(())
    }

    /// The rules.
    pub fn program(&self) -> &Arc<Program> {
        &self.judge.program
    }

    /// A value as the model knows it.
    pub fn code(&self, value: TermId) -> i64 {
        self.model.truth.code_in(&self.judge.terms, value)
    }

    /// Givens as the model knows them.
    pub fn coded(&self, givens: &Givens) -> Vec<(UnknownId, i64)> {
        givens.iter().map(|&(unknown, value)| (unknown, self.code(value))).collect()
    }

    /// A value of an unknown as the language knows it.
    pub fn term(&mut self, unknown: UnknownId, value: i64) -> TermId {
        let index = unknown.0 as usize;
        term(&mut self.judge, index, &self.codes[index], value)
    }

    /// What is given, as the model knows it.
    pub fn given(&self) -> Vec<(UnknownId, i64)> {
        self.coded(&self.judge.given.values)
    }

    /// The first law instance, by number, that values break.
    pub fn broken(&mut self, values: &[i64]) -> Option<usize> {
        judged(&mut self.quick, &self.instances, self.model.truth.conditions(), values)
    }

    /// Hands over a solution that another solver of the same rules has found and checked.
    pub fn tell(&mut self, values: &[i64], found: &mut dyn FnMut(Found<'_>)) {
        let Solver { judge, codes, pen, .. } = self;
        found(Found { values, world: judge, codes, pen });
    }

    /// Looks for solutions. Each is checked and then handed over: a value for each unknown. With an objective only the best
    /// are solutions.
    pub fn solve(
        &mut self,
        givens: &Givens,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        mut found: impl FnMut(&[TermId], &World),
    ) -> Result<Outcome, Failure> {
        let givens = self.coded(givens);
        self.solve_coded(&givens, wish, stop, &mut |mut solution| {
            let terms = solution.terms();
            found(&terms, solution.world);
        })
    }

    /// The same with values as the model knows them.
    pub fn solve_coded(
        &mut self,
        givens: &Coded,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(Found<'_>),
    ) -> Result<Outcome, Failure> {
        let prunings = self.model.engine.store.prunings;
        let bound = self.model.bind(givens);
        let mut outcome = Outcome::new();
        let mut result = Ok(());
        if bound.is_ok() {
            result = if self.model.objective.is_some() {
                self.best(wish, stop, &mut outcome, found)
            } else {
                self.all(wish, stop, &mut outcome, found)
            };
        }
        outcome.prunings = self.model.engine.store.prunings - prunings;
        self.model.unbind();
        result.map(|()| outcome)
    }

    /// The same where one solution is known by some of its values: it comes first, and then others do. Nothing if there is no
    /// such solution. The rules have no objective.
    pub fn solve_beside(
        &mut self,
        givens: &Coded,
        known: &Coded,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(Found<'_>),
    ) -> Result<Option<Outcome>, Failure> {
        let both: Vec<(UnknownId, i64)> = givens.iter().chain(known).copied().collect();
        let mut values = None;
        let first = self.solve_coded(&both, &Wish { most: Some(1), ..*wish }, stop, &mut |solution| {
            values = Some(solution.values.to_vec());
            found(solution);
        })?;
        if values.is_none() {
            return Ok((first.ending != Ending::Complete).then_some(first));
        }
        let most = wish.most.map(|most| most.saturating_sub(1));
        self.known = values;
        let others = self.solve_coded(givens, &Wish { most, ..*wish }, stop, found);
        self.known = None;
        let mut others = others?;
        others.count += first.count;
        others.counters += first.counters;
        others.prunings += first.prunings;
        Ok(Some(others))
    }

    fn all(
        &mut self,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        outcome: &mut Outcome,
        found: &mut dyn FnMut(Found<'_>),
    ) -> Result<(), Failure> {
        let Solver { model, judge, codes, instances, quick, pen, known, .. } = self;
        let Model { problem, truth, .. } = model;
        let means = Means { judge, codes, instances, quick, truth };
        let mut inspection = Inspection::new(means, wish, pen, found);
        let mut search = Search::new(problem, wish.limits, wish.seed);
        known.iter().for_each(|values| search.rule_out(values));
        outcome.ending = search.run(|values| inspection.see(values), stop);
        outcome.count += inspection.accepted;
        let refused = inspection.refused;
        outcome.counters += search.counters;
        outcome.heard = std::mem::take(&mut search.heard);
        search.reset();
        match (refused, self.judge.deadline.cause()) {
            // What could not be checked in time is not counted.
            (Some(Failure::Rules(_)), Some(cause)) => {
                outcome.ending = cause.into();
                Ok(())
            }
            (refused, _) => refused.map_or(Ok(()), Err),
        }
    }
}

/// Solves a puzzle with what is given in it.
pub fn solve(
    ground: Ground,
    wish: &Wish,
    stop: &dyn Fn() -> bool,
    found: impl FnMut(&[TermId], &World),
) -> Result<Outcome, Failure> {
    let givens = ground.world.given.values.clone();
    let mut solver = Solver::new(ground)?;
    let outcome = solver.solve(&givens, wish, stop, found)?;
    Ok(Outcome { active: solver.model.engine.active().collect(), ..outcome })
}

/// The first law instance, by number, that values break. The judge is made when it is first needed.
fn judged(
    judge: &mut Option<Judge>,
    instances: &[FormulaId],
    on: Conditions<'_>,
    values: &[i64],
) -> Option<usize> {
    judge.get_or_insert_with(|| Judge::new(on, instances.iter().copied())).broken(on, values)
}

/// Whether the rules accept a solution.
fn accept(judge: &mut World, terms: &[TermId]) -> Result<(), Failure> {
    // The budget is for one solution, not for all that are ever checked.
    judge.steps = 0;
    match check::all_broken(judge, terms) {
        Ok(broken) if broken.is_empty() => Ok(()),
        Ok(broken) => {
            let title = broken[0].title(&judge.program.laws[broken[0].law], judge);
            Err(Failure::Refused(format!("the solver found values that break {title}")))
        }
        // A definition may go on with a number after the solver has found it to hold another way.
        Err(diagnostic) if diagnostic.code == "E309" => Err(Failure::Rules(diagnostic)),
        Err(diagnostic) if judge.deadline.cause().is_some() => Err(Failure::Rules(diagnostic)),
        Err(diagnostic) => {
            Err(Failure::Refused(format!("the solver found values that break {}", diagnostic.title)))
        }
    }
}

/// The values of all unknowns as the language knows them.
fn terms(world: &mut World, codes: &[Vec<i64>], values: &[i64]) -> Vec<TermId> {
    values.iter().enumerate().map(|(index, &code)| term(world, index, &codes[index], code)).collect()
}

fn term(world: &mut World, unknown: usize, codes: &[i64], code: i64) -> TermId {
    let symbol = match &world.unknowns[unknown].domain {
        Domain::Symbols(symbols) => codes.iter().position(|&known| known == code).map(|at| symbols[at]),
        _ => None,
    };
    match symbol {
        Some(symbol) => world.terms.add(Node::Sym(symbol)),
        None => world.terms.int(code),
    }
}
