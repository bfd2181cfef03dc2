//! Explanations: the way to a solution in steps that a person can follow, each with the laws and facts that force it.
//!
//! ```text
//! notes      what is known so far, and from where: declared values, givens, steps, and marks
//! marks      values ruled out by one law and at most one placed value: noted at once, told where they are used
//! steps      simplest first:  one value is left, or one law places a value
//!                             one law rules values out
//!                             a few laws together rule a value out
//!                             trying a value leads to a contradiction
//!                             a search with several tries does
//! ```
//!
//! A step never looks at the solution: it follows from its premises and its law instances alone.

mod cases;
mod chain;
mod cores;
mod find;
mod grounds;
mod groups;
mod hidden;
mod houses;
mod json;
mod make;
mod marks;
mod notes;
mod otherwise;
mod pencil;
mod rate;
mod reach;
mod search;
mod several;
mod shapes;
mod single;
mod technique;
mod tell;
mod tries;
mod trust;
mod why;

use std::sync::Arc;

use crate::board::eval::World;
use crate::board::ground::{Ground, Instance};
use crate::compile::{Model, Settings};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::puzzle::Picture;
use crate::services::solve::{Failure, Givens, Lines, Solver, Verdict, Wish, give_again};
use crate::solver::engine::store::WIDEST;
use crate::solver::engine::{Fact, Store, VarId};

pub use grounds::{Only, Origin};
pub use json::{rating_json, step_json};
pub use notes::Source;
pub use pencil::Marks;
pub use rate::{Level, Rating, rate};
pub(crate) use reach::Reach;
pub use technique::Technique;
pub use tell::Teller;
pub(crate) use tell::listed;
pub use why::{Claim, Clash, at_once, none, slice};

use find::Finder;
use groups::Groups;
use houses::House;

/// Something known about an unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The unknown's number, the same as its variable's.
    pub unknown: VarId,
    /// Its value, if only one is left.
    pub is: Option<i64>,
    /// The values that are ruled out: by a step if it is a conclusion, in all if it is a premise. Empty for a domain too
    /// wide to list.
    pub not: Vec<i64>,
    /// For a domain too wide to list: the least and the greatest value left.
    pub within: Option<(i64, i64)>,
    /// The values that are left.
    pub fact: Fact,
}

/// Values ruled out by one instance and at most one placed value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The instance.
    pub instance: u32,
    /// The unknown whose value it follows from, with that value.
    pub from: Option<(VarId, i64)>,
    /// The unknown it is about.
    pub unknown: VarId,
    /// What is ruled out.
    pub not: Vec<i64>,
}

/// How a step was found; later ones are harder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// One instance places all its values that were open, and rests on placed values only.
    Finished,
    /// One instance places values, and rests on placed values only.
    Direct,
    /// One instance places a value that fits nowhere else in its places.
    Placed,
    /// Marks leave one value.
    Left,
    /// One instance places values, in view of what is possible elsewhere.
    Forced,
    /// One instance rules values out.
    RuledOut,
    /// A few instances together rule a value out: trying it leads to a contradiction after few rounds of deductions.
    Together,
    /// Two instances together rule a value out: no way to fill their places is left.
    Cases,
    /// Trying a value leads to a contradiction by many deductions, one after the other.
    LookAhead,
    /// Trying a value leads to a contradiction in all ways to go on.
    Search,
}

/// A deduction on the way from a value that is tried to a contradiction.
#[derive(Clone, Debug)]
pub struct Link {
    /// The instance.
    pub instance: u32,
    /// What it finds out that is needed later; nothing for the contradiction.
    pub found: Vec<Known>,
    /// The facts known before that it rests on, beside the value tried and what earlier links have found out.
    pub premises: Vec<Known>,
}

/// A deduction, as a person would make it.
#[derive(Clone, Debug)]
pub struct Step {
    /// How it was found.
    pub kind: Kind,
    /// What follows; nothing if it is a contradiction.
    pub conclusions: Vec<Known>,
    /// The instances it rests on, by number, in the order in which they are used.
    pub instances: Vec<u32>,
    /// The facts it rests on.
    pub premises: Vec<Known>,
    /// Where each of these facts comes from.
    pub grounds: Vec<Origin>,
    /// The value that was tried, and how many deductions it took to a contradiction (decisions for a search).
    pub tried: Option<(VarId, i64, u64)>,
    /// The deductions from the value tried to the contradiction, in order, where they can be told.
    pub chain: Vec<Link>,
    /// The unknown that has no value left, if that is the contradiction.
    pub dead: Option<VarId>,
    /// The values that fit only in some places of an instance, if the step rests on that.
    pub only: Vec<Only>,
    /// The name that people have for it.
    pub technique: Option<Technique>,
    /// What was found out about hidden unknowns that it rests on and no step before has told, in order.
    pub before: Vec<Step>,
    /// How many rounds of deductions it takes: in each, every instance that has news is looked at once.
    pub rounds: u64,
    /// Whether each of its instances is seen at a glance; where one value is left, whether all values are kept in mind.
    pub small: bool,
    /// Of a search: whether none of its instances and facts can be left out.
    pub least: bool,
}

impl Default for Step {
    /// What each step adds to: one value is left, for no reason.
    fn default() -> Step {
        Step {
            kind: Kind::Left,
            conclusions: Vec::new(),
            instances: Vec::new(),
            premises: Vec::new(),
            grounds: Vec::new(),
            tried: None,
            chain: Vec::new(),
            dead: None,
            only: Vec::new(),
            technique: None,
            before: Vec::new(),
            rounds: 1,
            small: false,
            least: false,
        }
    }
}

impl Step {
    /// How much there is to see at once: facts and laws; for a search, its decisions.
    pub fn size(&self) -> usize {
        match (self.kind, self.tried) {
            (Kind::Search, Some((.., decisions))) => decisions as usize,
            _ => self.premises.len() + self.instances.len(),
        }
    }

    /// Whether a search refuted a value, and what it took of laws and facts is not known.
    pub fn is_blind(&self) -> bool {
        self.kind == Kind::Search && self.instances.is_empty()
    }

    /// The deductions it is told by: those about hidden unknowns, and itself.
    pub fn parts(&self) -> impl Iterator<Item = &Step> {
        self.before.iter().chain(std::iter::once(self))
    }
}

/// How an explanation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Every unknown has its value.
    Solved,
    /// The last step is a contradiction: there is no solution.
    Contradiction,
    /// Nothing more follows: there are several solutions.
    Several,
    /// As many steps as were asked for.
    Enough,
    /// The effort was used up, or somebody asked to stop.
    Limit,
}

/// The way from a puzzle to its solution.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The values that are given.
    pub givens: Vec<(VarId, i64)>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// All marks.
    pub marks: Vec<Mark>,
    /// How it ends.
    pub ending: Ending,
    /// The values at the end if it is solved, in the order of the unknowns. The independent checker has found no fault.
    pub solution: Option<Vec<crate::language::term::TermId>>,
    /// All domains after the last step.
    pub known: Store,
    /// Where each thing known comes from.
    pub(crate) notes: notes::Sources,
    /// For each deduction about hidden unknowns: the step that tells it.
    pub(crate) told: Vec<Option<usize>>,
}

/// What an explanation may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// At most this many steps.
    pub steps: usize,
    /// No step is harder; where one would have to be, the effort is over.
    pub hardest: Level,
    /// Decisions of a search for one step.
    pub decisions: u64,
    /// Whether to tell steps about hidden unknowns for themselves, also where nothing else rests on them.
    pub hidden: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { steps: usize::MAX, hardest: Level::Beyond, decisions: 20_000, hidden: false }
    }
}

/// A rule set on a board, ready to explain puzzle after puzzle.
#[derive(Debug)]
pub struct Explainer {
    ground: Ground,
    groups: Groups,
    /// For each instance: its places, if it says that their values differ and nothing else.
    houses: Vec<Option<House>>,
    declared: Store,
    /// For searches; made when one is needed.
    solver: Option<Solver>,
    codes: crate::compile::Truth,
    /// How a whole grid on one line is read, once one came.
    lines: Option<Lines>,
}

impl Explainer {
    /// Compiles a rule set on a board, each instance of a law for itself.
    pub fn new(mut ground: Ground) -> Result<Explainer, Failure> {
        // All values that may be spoken of are terms before the world is copied, so that the copies agree on them.
        ground.world.name_values(WIDEST as u64);
        let settings = Settings { joint: false, ..Settings::default() };
        let model = Model::new(ground.clone(), settings).map_err(Failure::Rules)?;
        let codes = model.truth.clone();
        let (groups, declared) = Groups::new(model, ground.instances.len());
        let houses = ground.instances.iter().map(|one| House::new(one, &ground.world, &declared)).collect();
        Ok(Explainer { ground, groups, houses, declared, solver: None, codes, lines: None })
    }

    /// Takes another grid of the same size in place of what was given, and says what is wrong with it. Nothing if the rules
    /// have to be expanded again for it.
    pub fn give_again(&mut self, grid: &Picture) -> Option<Vec<Diagnostic>> {
        give_again(grid, &mut self.ground.world, &self.codes)
    }

    /// The same for a whole grid on one line; whether it could be taken. If not, it has to be read as a drawing.
    pub fn give_line(&mut self, line: &str) -> bool {
        let (world, truth) = (&mut self.ground.world, &self.codes);
        self.lines.get_or_insert_with(|| Lines::new(world, truth)).give(line, world)
    }

    /// The same for the tokens of a drawing of so many columns, of which nothing but `.` leaves a cell open.
    pub fn give_tokens<'t>(&mut self, cols: usize, tokens: impl Iterator<Item = &'t str>) -> bool {
        let (world, truth) = (&mut self.ground.world, &self.codes);
        self.lines.get_or_insert_with(|| Lines::new(world, truth)).give_tokens(cols, tokens, world)
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.ground.world.program
    }

    /// Places, unknowns and terms.
    pub fn world(&self) -> &World {
        &self.ground.world
    }

    /// What the rules amount to on this board.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// All instances of laws.
    pub fn instances(&self) -> &[Instance] {
        &self.ground.instances
    }

    /// The values that the puzzle on the board gives.
    pub fn givens(&self) -> Vec<(crate::board::unknown::UnknownId, crate::language::term::TermId)> {
        self.ground.world.given.values.clone()
    }

    /// All domains as declared.
    pub fn declared(&self) -> &Store {
        &self.declared
    }

    /// The unknowns that an instance speaks of, in order.
    pub fn scope(&self, instance: u32) -> &[VarId] {
        &self.groups.scopes[instance as usize]
    }

    /// What says things in words.
    pub fn teller(&self) -> Teller<'_> {
        Teller::new(self)
    }

    /// Whether an instance holds for these values; by its meaning, not by its propagators.
    pub fn holds(&self, instance: u32, value: &dyn Fn(VarId) -> i64) -> bool {
        let formula = self.ground.instances[instance as usize].formula;
        self.codes.holds(formula, &|unknown| value(VarId(unknown.0)))
    }

    /// Conditions by their meaning, on numbers that stand for values.
    pub fn truth(&self) -> &crate::compile::Truth {
        &self.codes
    }

    /// The number that stands for a value: a term of this explainer's world.
    pub fn code(&self, value: crate::language::term::TermId) -> i64 {
        self.codes.code(value)
    }

    /// The instances that cannot hold any more, whatever the values that are not given.
    pub fn broken(&mut self, givens: &Givens) -> Vec<u32> {
        let mut store = self.declared.clone();
        store.push_level();
        for &(unknown, value) in givens {
            let fixed = store.fact_of(VarId(unknown.0), self.codes.code(value));
            store.assume(&fixed);
        }
        let is_broken = |instance: &u32| {
            store.push_level();
            let conflict = self.groups.run(*instance, &mut store).is_err();
            store.pop_level();
            conflict
        };
        (0..self.ground.instances.len() as u32).filter(is_broken).collect()
    }

    /// Explains a puzzle, as far as the effort goes.
    pub fn explain(
        &mut self,
        givens: &Givens,
        effort: Effort,
        stop: &dyn Fn() -> bool,
    ) -> Result<Explanation, Failure> {
        Finder::new(self, givens, effort).run(stop)
    }

    /// Asks the solver.
    fn verdict(
        &mut self,
        givens: &Givens,
        most: u64,
        decisions: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Verdict, u64), Failure> {
        if self.solver.is_none() {
            self.solver = Some(Solver::new(self.ground.clone())?);
        }
        let Some(solver) = &mut self.solver else { return Ok((Verdict::Unknown, 0)) };
        let limits = crate::solver::search::Limits {
            steps: Some(decisions),
            ..crate::solver::search::Limits::default()
        };
        let wish = Wish { most: Some(most), limits, seed: 0, checked: Some(0), judged: false };
        let outcome = solver.solve(givens, &wish, stop, |_, _| {})?;
        Ok((outcome.verdict(), outcome.counters.decisions))
    }
}
