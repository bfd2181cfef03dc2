//! The search: decide, propagate, undo. Counts what it does, so that runs can be compared.
//!
//! Most puzzles are solved by `plain` depth-first search before it has met many dead ends. After that the two ways of going on
//! take turns: `learn` goes back by clauses, plain search begins anew and has ever less of the work; `branch` chooses what to
//! decide. A board of groups of different values is tried on `planes` of bits before all that.

mod ask;
mod branch;
mod counters;
#[cfg(test)]
mod drawn;
mod learn;
mod plain;
mod planes;
mod raise;
mod share;

use crate::base::clock::Stopwatch;
use crate::base::hash::{Map, Numbered};
use crate::solver::engine::{Conflict, Cost, Learner, Store, VarId};
use crate::solver::exchange::Partner;
use crate::solver::problem::Problem;

use ask::Assumed;
pub use ask::{Answer, Asker, ask_alone};
pub use counters::{Counters, Ending, Limits, Part};
pub use raise::Raise;

/// A search over the variables of a problem, from the domains as they are when it begins.
pub struct Search<'p> {
    problem: &'p mut Problem,
    limits: Limits,
    started: Stopwatch,
    /// The level of the store at which it began.
    base: usize,
    /// Decisions in force that are taken back one by one, each with the value of `settled` when it was made.
    decisions: Vec<(Decision, usize)>,
    /// The variables at this many first places of the order are fixed.
    settled: usize,
    /// What was done.
    pub counters: Counters,
    random: u64,
    /// The variable of the last dead end: it is tried first again (last-conflict reasoning).
    last_conflict: Option<VarId>,
    /// A variable that must come out smaller than this.
    better_than: Option<(VarId, i64)>,
    /// Whether each solution must be better than the one before.
    improving: bool,
    /// Solutions handed over, by the values they are told apart by: a search that begins anew may find them again.
    known: Numbered<Vec<i64>>,
    /// What must hold in this search alone, if it is one of several that learn together.
    assumed: Option<Assumed>,
    /// Whether there are more than can be kept in mind, so that this turn must be the last.
    is_last_turn: bool,
    /// Its place among searches for the same.
    partner: Option<Partner>,
    /// Solutions that others have told it of, by all their values: it does not hand them over itself.
    pub heard: Vec<Vec<i64>>,
}

#[derive(Clone, Copy, Debug)]
enum Decision {
    /// The variable has this value; else it has not.
    Is(VarId, i64),
    /// The variable is at most this; else it is more.
    AtMost(VarId, i64),
}

impl Decision {
    fn var(self) -> VarId {
        match self {
            Decision::Is(var, _) | Decision::AtMost(var, _) => var,
        }
    }
}

impl<'p> Search<'p> {
    /// A search with a seed for the order in which equal choices are tried. Time counts from now on.
    pub fn new(problem: &'p mut Problem, limits: Limits, seed: u64) -> Self {
        Search {
            base: problem.engine.store.level(),
            problem,
            limits,
            started: Stopwatch::start(),
            decisions: Vec::new(),
            settled: 0,
            counters: Counters::default(),
            random: seed.wrapping_mul(2).wrapping_add(1),
            last_conflict: None,
            better_than: None,
            improving: false,
            known: Numbered::default(),
            assumed: None,
            is_last_turn: false,
            partner: None,
            heard: Vec::new(),
        }
    }

    /// Looks for other solutions than this one, the values of all variables; before the search begins.
    pub fn rule_out(&mut self, values: &[i64]) {
        let of: Map<VarId, i64> = self.problem.vars.iter().copied().zip(values.iter().copied()).collect();
        let seen = &self.problem.order[..self.problem.seen];
        self.known.insert(seen.iter().map(|var| of[var]).collect());
    }

    fn store(&mut self) -> &mut Store {
        &mut self.problem.engine.store
    }

    /// Looks for solutions; each is handed over as the values of its variables, and the search ends when `found` says so.
    pub fn run(&mut self, mut found: impl FnMut(&[i64]) -> bool, stop: &dyn Fn() -> bool) -> Ending {
        self.take_part();
        // Planes know of no solution that is ruled out.
        let on_planes = if self.known.is_empty() { self.on_planes(&mut found, stop) } else { None };
        if let Some(ending) = on_planes {
            self.note_part(Part::Search);
            return ending;
        }
        self.explore(
            |search| {
                let more = found(&search.values());
                search.drop_unseen();
                more
            },
            stop,
        )
    }

    /// Looks for ever smaller values of a variable, and hands each over with the solution. If the search is complete, none
    /// is smaller than the last.
    pub fn improve(
        &mut self,
        goal: VarId,
        mut found: impl FnMut(&[i64], &Store) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Ending {
        self.improving = true;
        let ending = self.explore(
            |search| {
                let number = search.store().min(goal);
                search.better_than = Some((goal, number));
                found(&search.values(), &search.problem.engine.store)
            },
            stop,
        );
        (self.better_than, self.improving) = (None, false);
        ending
    }

    /// Takes back everything this search has decided.
    pub fn reset(&mut self) {
        self.decisions.clear();
        // What was found out without any decision stays, and with it those who are still to look at it.
        if self.problem.engine.store.level() > self.base {
            self.problem.engine.clear();
        }
        while self.problem.engine.store.level() > self.base {
            self.store().pop_level();
        }
        self.last_conflict = None;
        self.settled = 0;
    }

    fn values(&self) -> Vec<i64> {
        self.problem.vars.iter().map(|&var| self.problem.engine.store.min(var)).collect()
    }

    /// Searches in two ways by turns: plainly, and with learning from dead ends. Some puzzles want one, some the other.
    fn explore(&mut self, mut found: impl FnMut(&mut Self) -> bool, stop: &dyn Fn() -> bool) -> Ending {
        let mut learner = None;
        let ending = self.by_turns(&mut learner, &mut found, stop);
        if let Some(learner) = learner {
            learner.leave(&mut self.problem.engine);
        }
        ending
    }

    /// Takes note of the part that came to the end, if anything was decided.
    fn note_part(&mut self, part: Part) {
        let is_decided = self.counters.decisions > 0;
        self.counters.part = if is_decided { part } else { Part::Pruning };
    }

    fn by_turns(
        &mut self,
        learner: &mut Option<Learner>,
        found: &mut dyn FnMut(&mut Self) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Ending {
        let usual = self.patience();
        let plain = self.limits.plain.filter(|_| usual < u64::MAX).unwrap_or(usual);
        let begun = self.problem.engine.calls;
        if let Some(ending) = self.plainly(found, stop, &|search| search.counters.conflicts < plain) {
            self.note_part(Part::Search);
            return ending;
        }
        let mut share = PLAIN_SHARE;
        loop {
            let until = 2 * self.problem.engine.calls - begun;
            if let Some(ending) = self.learning(learner, found, stop, until) {
                self.note_part(Part::Learning);
                return ending;
            }
            let until = self.problem.engine.calls + (self.problem.engine.calls - begun) / share;
            let goes_on = |search: &Self| search.problem.engine.calls < until;
            if let Some(ending) = self.plainly(found, stop, &goes_on) {
                self.note_part(Part::Search);
                return ending;
            }
            share = share.saturating_mul(2);
        }
    }

    /// How many dead ends a plain search may meet before one learns from them: fewer if there are many variables, since
    /// each dead end takes longer to reach, or where graphs are looked at on the way; and more if they have many values, since
    /// nogoods then say little.
    fn patience(&self) -> u64 {
        let store = &self.problem.engine.store;
        let order = &self.problem.order;
        if store.has_intervals() {
            // Nogoods cannot rule a value out inside an interval.
            return u64::MAX;
        }
        let values = order.iter().fold(0_u64, |sum, &var| sum.saturating_add(store.size(var)));
        let count = order.len().max(1) as u64;
        let engine = &self.problem.engine;
        let is_dear = (0..engine.count() as u32).any(|number| engine.cost(number) == Cost::Highest);
        let (share, fewest) = if is_dear { (DEAR, FEWEST_DEAR) } else { (1, FEWEST) };
        let usual = (WORK.saturating_mul(values) / (2 * share * count * count)).max(fewest);
        if self.problem.steady { usual.saturating_mul(PATIENT) } else { usual }
    }

    /// How the search ends now, if it must.
    fn ends(&self, stop: &dyn Fn() -> bool) -> Option<Ending> {
        if let Some(ending) = self.cut_short() {
            return Some(ending);
        }
        if stop() {
            // Whoever asks may have looked at the clock just before.
            let cause = self.problem.engine.deadline.cause();
            return Some(cause.map_or(Ending::Interrupted, Ending::from));
        }
        self.is_over().then_some(Ending::Limit)
    }

    /// How the search ends if the deadline has passed, perhaps in the midst of propagation.
    fn cut_short(&self) -> Option<Ending> {
        let deadline = &self.problem.engine.deadline;
        if deadline.is_over() { deadline.cause().map(Ending::from) } else { None }
    }

    fn is_over(&self) -> bool {
        self.limits.steps.is_some_and(|most| self.counters.decisions >= most)
            || self.limits.conflicts.is_some_and(|most| self.counters.conflicts >= most)
            || (self.counters.decisions + self.counters.conflicts).is_multiple_of(64)
                && self.limits.time.is_some_and(|most| self.started.elapsed() >= most)
    }

    fn prune(&mut self) -> Result<(), Conflict> {
        if let Some((goal, bound)) = self.better_than {
            self.store().at_most(goal, bound - 1)?;
        }
        self.problem.engine.fixpoint()
    }
}

/// Dead ends of a plain search, shared by all variables of two values; but not fewer than these.
const WORK: u64 = 200_000;
const FEWEST: u64 = 250;

/// How many times dearer a dead end is where graphs are looked at, and the fewest there.
const DEAR: u64 = 64;
const FEWEST_DEAR: u64 = 16;

/// How much longer a steady search goes on before it learns.
const PATIENT: u64 = 100;

/// Plain search has one part of so many of the work once the search has begun to learn, and ever fewer.
const PLAIN_SHARE: u64 = 5;

/// The most solutions that are kept in mind from turn to turn.
const MOST_KNOWN: usize = 16;
