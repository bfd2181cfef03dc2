//! The plain search: decide, propagate, and take the last decision back at a dead end.

use super::{Decision, Ending, MOST_KNOWN, Search};
use crate::solver::engine::luby;

/// Conflicts before the first restart.
const RESTART: u64 = 50;

/// How much longer each run of a steady search is than the one before it.
const STEADY: u64 = 16;

impl Search<'_> {
    /// How many dead ends a plain search may meet before it begins anew.
    fn run_length(&self) -> u64 {
        let runs = self.counters.restarts;
        if self.problem.steady {
            return RESTART.saturating_mul(STEADY.saturating_pow(runs.min(16) as u32));
        }
        luby(runs + 1) * RESTART
    }

    /// Decides, and takes the last decision back at a dead end. Nothing if the turn is over before the search.
    pub(super) fn plainly(
        &mut self,
        found: &mut dyn FnMut(&mut Self) -> bool,
        stop: &dyn Fn() -> bool,
        goes_on: &dyn Fn(&Self) -> bool,
    ) -> Option<Ending> {
        let mut handed_over = false;
        let mut until_restart = self.run_length();
        loop {
            if let Some(ending) = self.ends(stop) {
                return Some(ending);
            }
            if self.prune().is_err() {
                self.counters.conflicts += 1;
                until_restart = until_restart.saturating_sub(1);
                if !self.back() {
                    return Some(Ending::Complete);
                }
                if !self.is_last_turn && !goes_on(self) {
                    self.reset();
                    return None;
                }
                // Beginning anew loses nothing as long as no solution would come twice.
                if until_restart == 0 && (!handed_over || self.better_than.is_some()) {
                    self.counters.restarts += 1;
                    self.reset();
                    until_restart = self.run_length();
                }
                continue;
            }
            if let Some(ending) = self.cut_short() {
                return Some(ending);
            }
            match self.choose() {
                Some(decision) => {
                    self.counters.decisions += 1;
                    self.decide(decision);
                }
                None => {
                    handed_over = true;
                    if self.is_new() {
                        self.is_last_turn |= self.known.len() > MOST_KNOWN;
                        if !found(self) {
                            return Some(Ending::Enough);
                        }
                    } else {
                        self.drop_unseen();
                    }
                    if !self.back() {
                        return Some(Ending::Complete);
                    }
                }
            }
        }
    }

    fn decide(&mut self, decision: Decision) {
        self.store().push_level();
        self.decisions.push((decision, self.settled));
        let depth = self.problem.engine.store.level() - self.base;
        self.counters.deepest = self.counters.deepest.max(depth as u64);
        let made = match decision {
            Decision::Is(var, value) => self.store().fix(var, value),
            Decision::AtMost(var, bound) => self.store().at_most(var, bound),
        };
        debug_assert!(made.is_ok(), "a decision is possible");
    }

    /// Takes back the last decision and makes its negation hold; whether there was one to take back.
    fn back(&mut self) -> bool {
        while let Some((decision, settled)) = self.decisions.pop() {
            self.settled = settled;
            self.problem.engine.clear();
            self.store().pop_level();
            let refuted = match decision {
                Decision::Is(var, value) => self.store().remove(var, value),
                Decision::AtMost(var, bound) => self.store().at_least(var, bound + 1),
            };
            self.last_conflict = Some(decision.var());
            if refuted.is_ok() {
                return true;
            }
        }
        false
    }

    /// Takes back the decisions on variables by which solutions are not told apart: another value there would only
    /// repeat the solution.
    pub(super) fn drop_unseen(&mut self) {
        while let Some(&(last, settled)) = self.decisions.last()
            && self.problem.is_unseen(last.var())
        {
            self.decisions.pop();
            self.settled = settled;
            self.problem.engine.clear();
            self.store().pop_level();
        }
    }
}
