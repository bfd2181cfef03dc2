//! The search that learns: each dead end leaves a nogood, and the search goes back as far as that allows.

use super::{Decision, Ending, MOST_KNOWN, Search, luby};
use crate::solver::engine::{Fact, Learner, Pruned, VarId};

/// Conflicts before the first restart.
const RESTART: u64 = 40;

impl Search<'_> {
    /// Whether the solution has not been found before, in this turn or another. Keeps it in mind.
    pub(super) fn is_new(&mut self) -> bool {
        if self.improving {
            return true;
        }
        let seen = &self.problem.order[..self.problem.seen];
        let values: Vec<i64> = seen.iter().map(|&var| self.problem.engine.store.min(var)).collect();
        if self.is_last_turn { !self.known.contains(&values) } else { self.known.insert(values) }
    }

    /// The facts that a solution consists of.
    fn facts(&self, values: &[i64]) -> Vec<Fact> {
        let store = &self.problem.engine.store;
        self.problem.order.iter().zip(values).map(|(&var, &value)| store.fact_of(var, value)).collect()
    }

    /// Decides, and learns from each dead end. Nothing if the turn is over before the search: after so many calls of
    /// propagators, unless there are more solutions than can be kept in mind.
    pub(super) fn learning(
        &mut self,
        learner: &mut Option<Learner>,
        found: &mut dyn FnMut(&mut Self) -> bool,
        stop: &dyn Fn() -> bool,
        until: u64,
    ) -> Option<Ending> {
        if self.prune().is_err() {
            return Some(Ending::Complete);
        }
        let learner = learner.get_or_insert_with(|| Learner::new(&mut self.problem.engine));
        let known: Vec<Vec<Fact>> =
            self.known.iter().skip(learner.excluded).map(|values| self.facts(values)).collect();
        let engine = &mut self.problem.engine;
        let begun = learner.begin(engine).and_then(|()| learner.settle(engine));
        if begun.and_then(|()| known.iter().try_for_each(|facts| learner.exclude(engine, facts))).is_err() {
            return Some(Ending::Complete);
        }
        let mut last: Vec<Option<i64>> = vec![None; self.problem.engine.store.count()];
        let mut runs = 0;
        let mut until_restart = 0;
        loop {
            if let Some(ending) = self.ends(stop) {
                return Some(ending);
            }
            match learner.prune(&mut self.problem.engine, self.base) {
                Pruned::Settled => {}
                Pruned::WentBack => {
                    self.counters.conflicts += 1;
                    until_restart -= 1;
                    continue;
                }
                Pruned::Exhausted => {
                    self.counters.conflicts += 1;
                    return Some(Ending::Complete);
                }
            }
            if let Some(ending) = self.cut_short() {
                return Some(ending);
            }
            let over = self.known.len() <= MOST_KNOWN && self.problem.engine.calls >= until;
            if over || until_restart <= 0 {
                runs += 1;
                until_restart = (luby(runs) * RESTART) as i64;
                self.counters.restarts += 1;
                self.reset();
                learner.rewind(&self.problem.engine);
                if self.prune().is_err() || learner.settle(&mut self.problem.engine).is_err() {
                    return Some(Ending::Complete);
                }
                if over {
                    learner.pause(&mut self.problem.engine);
                    return None;
                }
                continue;
            }
            match self.choose_learned(learner, &mut last) {
                Some(decision) => {
                    self.counters.decisions += 1;
                    self.decide(decision);
                    self.decisions.clear();
                }
                None => {
                    let seen = &self.problem.order[..self.problem.seen];
                    let solution: Vec<Fact> =
                        seen.iter().map(|&var| self.problem.engine.store.fact(var)).collect();
                    if self.is_new() && !found(self) {
                        return Some(Ending::Enough);
                    }
                    if self.improving {
                        until_restart = 0;
                    } else if learner.forbid(&mut self.problem.engine, &solution, self.base)
                        == Pruned::Exhausted
                    {
                        return Some(Ending::Complete);
                    }
                }
            }
        }
    }

    /// The open variable whose values had most to do with conflicts for the size of its domain. Of more than two values that
    /// which had most; of two the one it had last (phase saving).
    fn choose_learned(&mut self, learner: &Learner, last: &mut [Option<i64>]) -> Option<Decision> {
        let mut best: Option<(VarId, f64, Option<i64>)> = None;
        let store = &self.problem.engine.store;
        for &var in &self.problem.order {
            if store.is_fixed(var) {
                last[var.0 as usize] = Some(store.min(var));
                continue;
            }
            let (score, value) = learner.activity(store, var);
            if best.is_none_or(|(_, most, _)| score > most) {
                best = Some((var, score, value));
            }
        }
        let (var, score, value) = best?;
        let last = last[var.0 as usize].filter(|&value| store.contains(var, value));
        let value = value.filter(|_| score > 0.0).or(last);
        Some(value.map_or_else(|| self.branch(var), |value| Decision::Is(var, value)))
    }
}
