//! Depth-first search: decide, propagate, undo. Counts what it does, so that runs can be compared.

use std::time::{Duration, Instant};

use crate::compile::Model;
use crate::engine::{Store, VarId};

/// When to stop before the search is complete.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Decisions.
    pub steps: Option<u64>,
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Values tried.
    pub decisions: u64,
    /// Dead ends.
    pub conflicts: u64,
    /// Times the search began anew.
    pub restarts: u64,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Everything was looked at.
    Complete,
    /// As many solutions as were asked for were found; there may be more.
    Enough,
    /// A limit was reached.
    Limit,
    /// Somebody asked to stop.
    Interrupted,
}

/// A search over the unknowns of a model.
pub struct Search<'m> {
    model: &'m mut Model,
    limits: Limits,
    /// Decisions in force.
    decisions: Vec<Decision>,
    /// What was done.
    pub counters: Counters,
    random: u64,
    /// The variable of the last dead end: it is tried first again.
    last_conflict: Option<VarId>,
    /// Variables by which solutions are told apart.
    order: Vec<VarId>,
    /// Variables by which they are not; decided last.
    unseen: Vec<VarId>,
}

#[derive(Clone, Copy, Debug)]
enum Decision {
    /// The variable has this value; else it has not.
    Is(VarId, i64),
    /// The variable is at most this; else it is more.
    AtMost(VarId, i64),
}

impl<'m> Search<'m> {
    /// A search with a seed for the order in which equal choices are tried.
    pub fn new(model: &'m mut Model, limits: Limits, seed: u64, hidden: &[bool]) -> Self {
        let (shown, unseen): (Vec<_>, Vec<_>) =
            model.vars.iter().zip(hidden).partition(|(_, hidden)| !**hidden);
        let order = shown.into_iter().map(|(&var, _)| var).collect();
        let unseen = unseen.into_iter().map(|(&var, _)| var).collect();
        Search {
            model,
            limits,
            decisions: Vec::new(),
            counters: Counters::default(),
            random: seed.wrapping_mul(2).wrapping_add(1),
            last_conflict: None,
            order,
            unseen,
        }
    }

    fn store(&mut self) -> &mut Store {
        &mut self.model.engine.store
    }

    /// Looks for solutions; each is handed over as the values of the unknowns, and the search ends when `found` says so.
    pub fn run(&mut self, mut found: impl FnMut(&[i64]) -> bool, stop: &dyn Fn() -> bool) -> Ending {
        if self.model.broken {
            return Ending::Complete;
        }
        let start = Instant::now();
        let mut solutions = 0_u64;
        let mut until_restart = luby(1) * RESTART;
        loop {
            if stop() {
                return Ending::Interrupted;
            }
            if self.limits.steps.is_some_and(|most| self.counters.decisions >= most)
                || self.counters.decisions.is_multiple_of(64)
                    && self.limits.time.is_some_and(|most| start.elapsed() >= most)
            {
                return Ending::Limit;
            }
            if self.model.engine.fixpoint().is_err() {
                self.counters.conflicts += 1;
                until_restart = until_restart.saturating_sub(1);
                if !self.back() {
                    return Ending::Complete;
                }
                // Beginning anew loses nothing as long as no solution has been handed over.
                if until_restart == 0 && solutions == 0 {
                    self.restart();
                    until_restart = luby(self.counters.restarts + 1) * RESTART;
                }
                continue;
            }
            match self.choose() {
                Some(decision) => {
                    self.counters.decisions += 1;
                    self.decide(decision);
                }
                None => {
                    solutions += 1;
                    let values: Vec<i64> =
                        self.model.vars.clone().into_iter().map(|var| self.store().min(var)).collect();
                    if !found(&values) {
                        return Ending::Enough;
                    }
                    self.drop_unseen();
                    if !self.back() {
                        return Ending::Complete;
                    }
                }
            }
        }
    }

    fn decide(&mut self, decision: Decision) {
        self.store().push_level();
        self.decisions.push(decision);
        let made = match decision {
            Decision::Is(var, value) => self.store().fix(var, value),
            Decision::AtMost(var, bound) => self.store().at_most(var, bound),
        };
        debug_assert!(made.is_ok(), "a decision is possible");
    }

    /// Takes back the last decision and makes its contrary hold; whether there was one to take back.
    fn back(&mut self) -> bool {
        while let Some(decision) = self.decisions.pop() {
            self.model.engine.clear();
            self.store().pop_level();
            let (var, refuted) = match decision {
                Decision::Is(var, value) => (var, self.store().remove(var, value)),
                Decision::AtMost(var, bound) => (var, self.store().at_least(var, bound + 1)),
            };
            self.last_conflict = Some(var);
            if refuted.is_ok() {
                return true;
            }
        }
        false
    }

    /// Takes back the decisions on variables by which solutions are not told apart: another value there would only
    /// repeat the solution.
    fn drop_unseen(&mut self) {
        while let Some(&(Decision::Is(var, _) | Decision::AtMost(var, _))) = self.decisions.last()
            && self.unseen.contains(&var)
        {
            self.decisions.pop();
            self.model.engine.clear();
            self.store().pop_level();
        }
    }

    fn restart(&mut self) {
        self.counters.restarts += 1;
        while self.decisions.pop().is_some() {
            self.store().pop_level();
        }
        self.model.engine.clear();
        self.last_conflict = None;
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// The open variable with the smallest domain for its weight, and its most promising value.
    fn choose(&mut self) -> Option<Decision> {
        let last = self.last_conflict.filter(|&var| !self.model.engine.store.is_fixed(var));
        let var = match last {
            Some(var) if self.order.contains(&var) => var,
            _ => match self.best_variable(false) {
                Some(var) => var,
                None => self.best_variable(true)?,
            },
        };
        let store = &self.model.engine.store;
        if store.size(var) > 128 {
            let (low, high) = (store.min(var), store.max(var));
            return Some(Decision::AtMost(var, low + (high - low) / 2));
        }
        let values: Vec<i64> = store.values(var).collect();
        let rooms: Vec<i64> = values.iter().map(|&value| self.model.engine.room(var, value)).collect();
        let most = rooms.iter().max().copied()?;
        let best: Vec<i64> =
            values.iter().zip(&rooms).filter(|(_, room)| **room == most).map(|(&value, _)| value).collect();
        let pick = self.next_random() as usize % best.len();
        // The ends of a range are what sums are made of.
        let pick = if best.len() > 2 && pick > 0 { (pick % 2) * (best.len() - 1) } else { pick };
        Some(Decision::Is(var, best[pick]))
    }

    fn best_variable(&mut self, unseen: bool) -> Option<VarId> {
        let mut best: Option<(VarId, u64, u64)> = None;
        let mut ties = 1;
        let count = if unseen { self.unseen.len() } else { self.order.len() };
        for index in 0..count {
            let var = if unseen { self.unseen[index] } else { self.order[index] };
            if self.model.engine.store.is_fixed(var) {
                continue;
            }
            let (size, weight) = (self.model.engine.store.size(var), self.model.engine.weight(var).max(1));
            let better = match best {
                None => true,
                Some((_, least, heaviest)) => {
                    let (left, right) =
                        (u128::from(size) * u128::from(heaviest), u128::from(least) * u128::from(weight));
                    if left == right && self.counters.restarts > 0 {
                        ties += 1;
                        self.next_random().is_multiple_of(ties)
                    } else {
                        left < right
                    }
                }
            };
            if better {
                best = Some((var, size, weight));
            }
        }
        best.map(|(var, ..)| var)
    }
}

/// Conflicts before the first restart.
const RESTART: u64 = 50;

/// The sequence 1 1 2 1 1 2 4 ..: how long each run may be.
fn luby(number: u64) -> u64 {
    let mut size = 1;
    while size < number + 1 {
        size *= 2;
    }
    if size == number + 1 { size / 2 } else { luby(number + 1 - size / 2) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_runs_grow_as_they_should() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
