//! Reasons of propagators: what they name themselves, or what is left of all they know when they are run again on less.

use super::Learner;
#[cfg(test)]
use crate::solver::engine::claim::Claim;
use crate::solver::engine::claim::Found;
use crate::solver::engine::fact::Fact;
use crate::solver::engine::queue::Engine;
use crate::solver::engine::shrink::minimal;

impl Learner {
    /// Puts into the reason few claims that let a propagator come to what it found out, or to a conflict: those it names, or
    /// all it knows without those that it does not need.
    pub(in crate::solver::engine) fn explain(
        &mut self,
        engine: &mut Engine,
        propagator: u32,
        found: Option<&Found>,
    ) {
        self.reason.claims.clear();
        if engine.propagator(propagator).explain(&engine.store, &self.root, found, &mut self.reason) {
            engine.tell_guard(propagator, &mut self.reason);
            return;
        }
        self.reason.claims.clear();
        engine.tell_guard(propagator, &mut self.reason);
        let scope = engine.scope(propagator).into_iter();
        let known = scope.filter(|&var| engine.store.domain(var) != self.root.domain(var));
        let facts: Vec<Fact> = known.map(|var| engine.store.fact(var)).collect();
        // Taken out from the end on, so that what stays is about the first variables.
        let needed =
            minimal(facts.iter().rev().collect(), |fewer| self.comes_of(engine, propagator, fewer, found));
        needed.into_iter().rev().for_each(|fact| self.reason.add(&engine.store, fact));
    }

    /// The claims that were put into the reason last.
    #[cfg(test)]
    pub(in crate::solver::engine) fn claims(&self) -> &[Claim] {
        &self.reason.claims
    }

    /// Whether some facts alone let a propagator come to what it found out, or to a conflict.
    fn comes_of(
        &mut self,
        engine: &mut Engine,
        propagator: u32,
        facts: &[&Fact],
        found: Option<&Found>,
    ) -> bool {
        engine.calls += 1;
        self.root.suppose(facts.iter().copied(), |store| {
            engine.prune_on(propagator, store).is_err()
                || found.is_some_and(|found| store.at(found.lost.word) & found.lost.values == 0)
        })
    }
}
