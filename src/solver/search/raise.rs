//! The least value of a sum, from below: all its terms are assumed to be as small as they can be. A core of these assumptions says
//! that the sum is larger, and its terms become one new term, which then takes their place (core-guided optimisation, OLL).
//!
//! ```text
//! x + y + z      core: x = 0, y = 0       s = x + y >= 1       s + z, which is at least 1
//! ```
//!
//! A solution in which all terms are as small as they can be is the best. Cores that share no weight are looked for before the
//! first of them is written down, since a learner knows no new variables.

use super::{Answer, Asker, Counters, Ending, Limits};
use crate::base::number::Sign;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::engine::store::WIDEST;
use crate::solver::engine::{Conflict, Fact, Store, VarId};
use crate::solver::problem::{Problem, Sum};

/// A search for the least value of a sum. What it adds to a problem is there until it leaves.
pub struct Raise {
    terms: Vec<Term>,
    constant: i64,
    goal: VarId,
    /// Terms of less weight are not assumed yet.
    weighty: i64,
    asker: Asker,
    cores: Vec<Core>,
    /// Whether a new term would have too many values: then there is no way on.
    is_stuck: bool,
    /// How many propagators and variables there were before.
    before: (u32, usize),
}

/// So many times what a variable or a condition counts, or less than nothing if it has to become large.
#[derive(Clone, Copy, Debug)]
struct Term {
    /// What is left of its weight: some may have become part of others.
    weight: i64,
    /// Whether it has to become large.
    large: bool,
    view: View,
}

/// That a term is as small as it could be when that was assumed.
struct Assumed {
    term: usize,
    least: i64,
    fact: Fact,
}

/// Terms that cannot all be as small as they could be, and the weight they share.
struct Core {
    terms: Vec<usize>,
    weight: i64,
    /// How small they can be together at least.
    least: i64,
}

impl Core {
    fn least(&self, terms: &[Term], store: &Store) -> i64 {
        let least = self.terms.iter().map(|&at| terms[at].least(store)).sum::<i64>();
        self.least.max(least)
    }
}

/// Dead ends that it may take to see whether a core can do without one of its terms, and the most terms that are tried.
const PATIENCE: u64 = 50;
const MOST_TRIED: usize = 40;

impl Term {
    /// How small it can be, without its weight.
    fn least(&self, store: &Store) -> i64 {
        let (low, high) = self.view.bounds(store);
        if self.large { -high } else { low }
    }

    fn most(&self, store: &Store) -> i64 {
        let (low, high) = self.view.bounds(store);
        if self.large { -low } else { high }
    }

    /// That it is as small as it can be.
    fn is_least(&self, store: &Store) -> Fact {
        match self.view {
            View::Var(var) => store.fact_of(var, if self.large { store.max(var) } else { store.min(var) }),
            View::Truth(literal) => {
                let least = self.least(store) != 0;
                let fact = store.fact(literal.var);
                let others = store.values(literal.var).filter(|&value| literal.holds(value) != least);
                fact.clone().without_all(store, others).unwrap_or(fact)
            }
        }
    }
}

impl Raise {
    /// Gets ready for the sum of a problem, at the level of its store as it is. All domains must be bits.
    pub fn new(problem: &Problem, sum: &Sum) -> Raise {
        let term = |&(factor, view): &(i64, View)| Term { weight: factor.abs(), large: factor < 0, view };
        let terms: Vec<Term> = sum.terms.iter().map(term).filter(|term| term.weight > 0).collect();
        Raise {
            weighty: terms.iter().map(|term| term.weight).max().unwrap_or_default(),
            terms,
            constant: sum.constant,
            goal: sum.goal,
            asker: Asker::default(),
            cores: Vec::new(),
            is_stuck: false,
            before: (problem.engine.count() as u32, problem.engine.store.count()),
        }
    }

    /// Goes on for so many dead ends. Each solution that is found is better than all before it, as the bound of the goal says.
    /// Nothing if the turn is over; `Complete` if no solution is better than the last.
    pub fn turn(
        &mut self,
        problem: &mut Problem,
        limits: Limits,
        counters: &mut Counters,
        found: &mut dyn FnMut(&[i64], i64),
        stop: &dyn Fn() -> bool,
    ) -> Option<Ending> {
        let begun = counters.conflicts;
        loop {
            let used = counters.conflicts - begun;
            let left = limits.conflicts.map(|most| most.saturating_sub(used));
            if left == Some(0) || self.is_stuck {
                return None;
            }
            let ended = self.step(problem, Limits { conflicts: left, ..limits }, found, stop);
            *counters += std::mem::take(&mut self.asker.counters);
            match ended {
                Ok(None) => {}
                Ok(Some(Ending::Limit)) if left.is_some() && !problem.engine.deadline.is_over() => {
                    return None;
                }
                Ok(ending) => return ending,
                Err(Conflict) => return Some(Ending::Complete),
            }
        }
    }

    /// Asks once, and takes note of the answer; a conflict if there is nothing better.
    fn step(
        &mut self,
        problem: &mut Problem,
        limits: Limits,
        found: &mut dyn FnMut(&[i64], i64),
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Ending>, Conflict> {
        let bound = self.bound(&problem.engine.store);
        problem.engine.store.at_least(self.goal, bound)?;
        let store = &problem.engine.store;
        let is_assumed =
            |term: &Term| term.weight >= self.weighty.max(1) && term.least(store) < term.most(store);
        let assumed: Vec<Assumed> = (0..self.terms.len())
            .filter(|&at| is_assumed(&self.terms[at]))
            .map(|at| Assumed {
                term: at,
                least: self.terms[at].least(store),
                fact: self.terms[at].is_least(store),
            })
            .collect();
        let facts: Vec<Fact> = assumed.iter().map(|one| one.fact.clone()).collect();
        let mut value = 0;
        let read = &mut |store: &Store| value = store.min(self.goal);
        match self.asker.ask_and_read(problem, &facts, limits, stop, read) {
            Answer::Found(values) => {
                found(&values, value);
                problem.engine.store.at_most(self.goal, value - 1)?;
                if !self.cores.is_empty() {
                    self.write_cores(problem);
                } else if self.terms.iter().any(|term| 0 < term.weight && term.weight < self.weighty) {
                    let lighter =
                        self.terms.iter().map(|term| term.weight).filter(|&weight| weight < self.weighty);
                    self.weighty = (self.weighty / 2).min(lighter.max().unwrap_or_default());
                }
                // Else all are as small as they can be, and nothing is better: the next question says so.
            }
            Answer::Never(core) if core.is_empty() => return Err(Conflict),
            Answer::Never(core) => {
                let core = self.lessen(problem, core.into_iter().map(|at| &assumed[at]).collect(), stop);
                if let [only] = *core {
                    return refute(&only.fact, &mut problem.engine.store).map(|()| None);
                }
                let weight = core.iter().map(|one| self.terms[one.term].weight).min().unwrap_or_default();
                core.iter().for_each(|one| self.terms[one.term].weight -= weight);
                let least = core.iter().map(|one| one.least).sum::<i64>() + 1;
                self.cores.push(Core { terms: core.iter().map(|one| one.term).collect(), weight, least });
            }
            Answer::Open(ending) => return Ok(Some(ending)),
        }
        Ok(None)
    }

    /// How small the sum can be at least.
    fn bound(&self, store: &Store) -> i64 {
        let terms = self.terms.iter().map(|term| term.weight * term.least(store));
        let of_core = |core: &Core| core.weight * core.least(&self.terms, store);
        self.constant + terms.sum::<i64>() + self.cores.iter().map(of_core).sum::<i64>()
    }

    /// Leaves out terms of a core that it is soon seen to need not.
    fn lessen<'a>(
        &mut self,
        problem: &mut Problem,
        mut core: Vec<&'a Assumed>,
        stop: &dyn Fn() -> bool,
    ) -> Vec<&'a Assumed> {
        let limits = Limits { conflicts: Some(PATIENCE), ..Limits::default() };
        let mut at = 0;
        while at < core.len() && core.len() <= MOST_TRIED {
            let mut fewer = core.clone();
            fewer.remove(at);
            let facts: Vec<Fact> = fewer.iter().map(|one| one.fact.clone()).collect();
            match self.asker.ask(problem, &facts, limits, stop) {
                Answer::Never(needed) if !needed.is_empty() => {
                    core = needed.into_iter().map(|at| fewer[at]).collect();
                }
                _ => at += 1,
            }
        }
        core
    }

    /// Makes a term of each core.
    fn write_cores(&mut self, problem: &mut Problem) {
        std::mem::take(&mut self.asker).leave(problem);
        for core in std::mem::take(&mut self.cores) {
            let store = &mut problem.engine.store;
            let parts = || core.terms.iter().map(|&at| self.terms[at]);
            let least = core.least(&self.terms, store);
            let most = parts().map(|term| term.most(store)).sum::<i64>().max(least);
            if most.saturating_sub(least) >= WIDEST {
                self.is_stuck = true;
                return;
            }
            let mut summands: Vec<(i64, View)> =
                parts().map(|term| (if term.large { -1 } else { 1 }, term.view)).collect();
            let sum = View::Var(store.add_range(least, most));
            summands.push((-1, sum));
            problem.engine.post(Box::new(Linear { sign: Sign::Zero, constant: 0, terms: summands }));
            self.terms.push(Term { weight: core.weight, large: false, view: sum });
        }
    }

    /// Takes away what it has added; the level at which it did so has been undone.
    pub fn leave(self, problem: &mut Problem) {
        self.asker.leave(problem);
        let (propagators, variables) = self.before;
        problem.engine.withdraw(propagators);
        problem.engine.withdraw_variables(variables);
    }
}

/// Makes a fact fail.
fn refute(fact: &Fact, store: &mut Store) -> Result<(), Conflict> {
    let values: Vec<i64> = store.values(fact.var).filter(|&value| fact.allows(store, value)).collect();
    values.into_iter().try_for_each(|value| store.remove(fact.var, value))
}

#[cfg(test)]
mod tests {
    use super::Raise;
    use crate::base::number::Sign;
    use crate::solver::constraints::linear::{Linear, View};
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::rng::Random;
    use crate::solver::problem::{Problem, Sum};
    use crate::solver::search::drawn::drawn;
    use crate::solver::search::{Counters, Ending, Limits, Search};

    /// A problem drawn by lot, and a sum of its variables and of conditions on them.
    fn with_sum(seed: u64) -> (Problem, Sum) {
        let mut problem = drawn(seed);
        let mut random = Random::new(seed + 7);
        let mut terms = Vec::new();
        for &var in &problem.vars {
            let factor = random.below(9) as i64 - 4;
            let literal = Literal { var, base: 0, mask: 1 + random.below(3) as u64 };
            let view = if random.below(3) == 0 { View::Truth(literal) } else { View::Var(var) };
            if factor != 0 {
                terms.push((factor, view));
            }
        }
        let mut sum = Linear { sign: Sign::Zero, constant: random.below(5) as i64, terms: terms.clone() };
        let (low, high) = sum.bounds(&problem.engine.store);
        let goal = problem.engine.store.add_range(low, high);
        let constant = sum.constant;
        sum.terms.push((-1, View::Var(goal)));
        problem.engine.post(Box::new(sum));
        (problem, Sum { terms, constant, goal })
    }

    #[test]
    fn the_least_sum_from_below_is_that_from_above() {
        let mut cores = 0;
        for seed in 0..1500 {
            let (mut problem, sum) = with_sum(seed);
            let mut above = None;
            let mut search = Search::new(&mut problem, Limits::default(), seed);
            let ending = search.improve(
                sum.goal,
                |_, store| {
                    above = Some(store.min(sum.goal));
                    true
                },
                &|| false,
            );
            assert_eq!(ending, Ending::Complete);

            let (mut problem, sum) = with_sum(seed);
            let (count, variables) = (problem.engine.count(), problem.engine.store.count());
            problem.engine.store.push_level();
            let mut raise = Raise::new(&problem, &sum);
            let (mut below, mut counters) = (None, Counters::default());
            let found = &mut |_: &[i64], value| {
                assert!(below.is_none_or(|before| value < before), "seed {seed}");
                below = Some(value);
            };
            let ending = raise.turn(&mut problem, Limits::default(), &mut counters, found, &|| false);
            assert_eq!((below, ending), (above, Some(Ending::Complete)), "seed {seed}");
            cores += usize::from(raise.terms.len() > sum.terms.len());
            problem.engine.clear();
            problem.engine.store.pop_level();
            raise.leave(&mut problem);
            assert_eq!((problem.engine.count(), problem.engine.store.count()), (count, variables));
        }
        assert!(cores > 100, "there are cores in {cores}");
    }
}
