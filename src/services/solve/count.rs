//! How many solutions there are: the first ones by search, and checked; if there are many, without looking at each.

use super::{Best, Coded, Failure, Found, Outcome, Solver, Wish};
use crate::base::clock::Cause;
use crate::base::total::Total;
use crate::solver::count::{Attempt, Counter, Method};
use crate::solver::search::{Ending, Limits};

/// The answer to "how many?".
#[derive(Clone, Debug)]
pub struct Counted {
    /// How many; there may be more unless the ending says that this is all.
    pub total: Total,
    /// How they were counted.
    pub method: Method,
    /// What a search found on the way: its ending is that of the count.
    pub outcome: Outcome,
    /// The most cases that were kept apart at one time, and the components that came again, if there was need to.
    pub widest: u64,
    /// The components that came again.
    pub repeated: u64,
    /// Whether the rounds were over before the count was.
    pub is_left: bool,
}

/// Which ways may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ways {
    /// Decisions, and solutions, of the first search.
    pub search: u64,
    /// How often they take turns, each with more work than before.
    pub rounds: u32,
    /// Whether to count by frontier.
    pub frontier: bool,
    /// Whether to count by components.
    pub components: bool,
}

impl Default for Ways {
    fn default() -> Ways {
        Ways { search: SEARCH, rounds: u32::MAX, frontier: true, components: true }
    }
}

/// Solutions and decisions of the first search: fewer are better looked at one by one.
const SEARCH: u64 = 20_000;

/// Steps of a count by frontier for each decision of a search, which takes as long.
const STEPS: u64 = 500;

/// How much more work each round may take than the one before.
const GROWTH: u64 = 8;

impl Solver {
    /// Counts the solutions. As many as are wished are checked; with an objective the best are counted.
    pub fn count(
        &mut self,
        givens: &Coded,
        wish: &Wish,
        ways: Ways,
        stop: &dyn Fn() -> bool,
    ) -> Result<Counted, Failure> {
        let prunings = self.model.engine.store.prunings;
        let bound = self.model.bind(givens);
        let mut counting =
            Counting { wish: *wish, ways, counter: Counter::default(), outcome: Outcome::new() };
        let result = match bound {
            Err(_) => Ok((Total::ZERO, Method::Search)),
            Ok(()) => counting.run(self, stop),
        };
        counting.outcome.prunings = self.model.engine.store.prunings - prunings;
        self.model.unbind();
        let (total, method) = result?;
        let Counting { counter, mut outcome, ways, .. } = counting;
        outcome.count = total.word().unwrap_or(u64::MAX);
        outcome.counters.decisions += counter.decisions;
        Ok(Counted {
            total,
            method,
            outcome,
            widest: counter.widest,
            repeated: counter.repeated,
            is_left: ways.rounds == 0,
        })
    }
}

/// A count under way.
struct Counting {
    wish: Wish,
    ways: Ways,
    counter: Counter,
    outcome: Outcome,
}

impl Counting {
    fn run(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) -> Result<(Total, Method), Failure> {
        if solver.model.objective.is_some() {
            // First the best value, which then is fixed.
            let first = Wish { most: Some(1), ..self.wish };
            solver.best(&first, stop, &mut self.outcome, &mut |_: Found<'_>| {})?;
            if !matches!(self.outcome.best, Some(Best { proved: true, .. })) {
                return Ok((Total::from(self.outcome.count), Method::Search));
            }
        }
        let mut most = self.ways.search.max(1);
        let mut least = 0;
        loop {
            let is_last = !self.ways.frontier && !self.ways.components;
            let best = self.search(solver, stop, (!is_last).then_some(most))?;
            least = least.max(self.outcome.count);
            if best || stop() || solver.model.engine.deadline.cause().is_some() {
                return Ok((Total::from(least), Method::Search));
            }
            for method in [Method::Components, Method::Frontier] {
                match self.attempt(solver, method, most, stop) {
                    Attempt::Counted(total) => {
                        self.outcome.ending = Ending::Complete;
                        return Ok((total, method));
                    }
                    Attempt::Unfit => self.exclude(method),
                    Attempt::Dear => {}
                    Attempt::Stopped if solver.model.engine.deadline.cause() == Some(Cause::Memory) => {
                        // What it took is given back, and a search needs little.
                        solver.model.engine.deadline.relieve();
                        self.counter = Counter::default();
                        self.exclude(method);
                    }
                    Attempt::Stopped => {
                        let cause = solver.model.engine.deadline.cause();
                        self.outcome.ending = cause.map_or(Ending::Interrupted, Ending::from);
                        return Ok((Total::from(least), Method::Search));
                    }
                }
            }
            self.ways.rounds = self.ways.rounds.saturating_sub(1);
            if self.ways.rounds == 0 {
                self.outcome.ending = Ending::Limit;
                return Ok((Total::from(least), Method::Search));
            }
            most = most.saturating_mul(GROWTH);
        }
    }

    /// Looks for solutions one by one, up to a limit; whether that was all that is asked for.
    fn search(
        &mut self,
        solver: &mut Solver,
        stop: &dyn Fn() -> bool,
        most: Option<u64>,
    ) -> Result<bool, Failure> {
        let own = self.wish.limits.steps;
        let counters = std::mem::take(&mut self.outcome.counters);
        let steps = most.map(|most| 2 * most).into_iter().chain(own).min();
        let limits = Limits { steps, ..self.wish.limits };
        let wish = Wish { most, limits, ..self.wish };
        self.outcome.count = 0;
        // What a search has gone through is out of the question for the rest of it, and only for that.
        solver.model.engine.store.push_level();
        let searched = solver.all(&wish, stop, &mut self.outcome, &mut |_| {});
        solver.model.engine.clear();
        solver.model.engine.store.pop_level();
        searched?;
        let is_own_limit = own.is_some_and(|own| self.outcome.counters.decisions >= own);
        let decided = match self.outcome.ending {
            Ending::Complete => true,
            Ending::Interrupted => true,
            Ending::Enough => false,
            Ending::Limit => is_own_limit || solver.model.engine.deadline.cause().is_some(),
        };
        self.outcome.counters += counters;
        Ok(decided)
    }

    fn attempt(
        &mut self,
        solver: &mut Solver,
        method: Method,
        most: u64,
        stop: &dyn Fn() -> bool,
    ) -> Attempt {
        let problem = &mut solver.model.problem;
        // A search on planes leaves the engine as it was.
        problem.engine.wake_all();
        if problem.engine.fixpoint().is_err() {
            return Attempt::Counted(Total::ZERO);
        }
        match method {
            Method::Frontier if self.ways.frontier => {
                self.counter.by_frontier(problem, most.saturating_mul(STEPS), stop)
            }
            Method::Components if self.ways.components => self.counter.by_components(problem, most, stop),
            _ => Attempt::Unfit,
        }
    }

    fn exclude(&mut self, method: Method) {
        match method {
            Method::Frontier => self.ways.frontier = false,
            Method::Components => self.ways.components = false,
            Method::Search => {}
        }
    }
}
