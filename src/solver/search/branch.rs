//! What to decide next: the variable by dom/wdeg, the value by the room that it leaves.
//!
//! dom/wdeg takes the smallest domain for the weight of its constraints, which grows with each conflict of theirs; the variable of
//! the last dead end goes before all others. After a restart equal ones are drawn by lot.

use std::ops::Range;

use super::{Decision, Search};
use crate::solver::engine::VarId;

/// A domain of more values is halved instead of tried value by value.
const MOST_VALUES: u64 = 128;

impl Search<'_> {
    pub(super) fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// The open variable with the smallest domain for its weight, and its most promising value.
    pub(super) fn choose(&mut self) -> Option<Decision> {
        let last =
            self.last_conflict.filter(|&var| !self.store().is_fixed(var) && !self.problem.is_unseen(var));
        let var = match last {
            Some(var) => var,
            None => {
                let (seen, all) = (self.problem.seen, self.problem.order.len());
                while self.settled < seen
                    && self.problem.engine.store.is_fixed(self.problem.order[self.settled])
                {
                    self.settled += 1;
                }
                self.best_variable(self.settled..seen).or_else(|| self.best_variable(seen..all))?
            }
        };
        Some(self.branch(var))
    }

    /// What to try for a variable: its most promising value, or half of its values if there are many.
    pub(super) fn branch(&mut self, var: VarId) -> Decision {
        let store = &self.problem.engine.store;
        let (low, high) = (store.min(var), store.max(var));
        if store.size(var) <= MOST_VALUES {
            let value = self.best_value(var);
            // Inside an interval a value could not be ruled out afterwards.
            if value == low || value == high || !self.problem.engine.store.is_interval(var) {
                return Decision::Is(var, value);
            }
        }
        Decision::AtMost(var, low + (high - low) / 2)
    }

    /// The value the objective likes best; else the one that the counting constraints leave most room for.
    fn best_value(&mut self, var: VarId) -> i64 {
        let engine = &self.problem.engine;
        match self.problem.wanted.get(&var) {
            Some(factor) if *factor > 0 => return engine.store.min(var),
            Some(_) => return engine.store.max(var),
            None => {}
        }
        let mut best: Vec<i64> = Vec::new();
        let mut most = i64::MIN;
        for value in engine.store.values(var) {
            let room = engine.room(var, value);
            if room > most {
                most = room;
                best.clear();
            }
            if room == most {
                best.push(value);
            }
        }
        // As many bits on every machine.
        let pick = (self.next_random() % best.len() as u64) as usize;
        // The ends of a range are what sums are made of.
        let pick = if best.len() > 2 && pick > 0 { (pick % 2) * (best.len() - 1) } else { pick };
        best[pick]
    }

    /// Of the variables at these places of the order: the open one whose domain is smallest for its weight. The first of
    /// equals, until the search has begun anew: then any of them.
    fn best_variable(&mut self, places: Range<usize>) -> Option<VarId> {
        let mut best: Option<(VarId, u64, u64)> = None;
        let mut ties = 1;
        let heaviest = self.problem.engine.heaviest();
        let anew = self.counters.restarts > 0;
        for place in places {
            let var = self.problem.order[place];
            if self.problem.engine.store.is_fixed(var) {
                continue;
            }
            let (size, weight) = (self.problem.engine.store.size(var), self.problem.engine.weight(var));
            let better = match best {
                None => true,
                Some((_, least, most)) => {
                    let (left, right) =
                        (u128::from(size) * u128::from(most), u128::from(least) * u128::from(weight));
                    if left == right && anew {
                        ties += 1;
                        self.next_random().is_multiple_of(ties)
                    } else {
                        left < right
                    }
                }
            };
            if better {
                best = Some((var, size, weight));
                // Nothing can be better than two values and the greatest weight.
                if size == 2 && weight == heaviest && !anew {
                    break;
                }
            }
        }
        best.map(|(var, ..)| var)
    }
}
