//! Learning from conflicts: which facts led to one, as few and as early as can be found.
//!
//! Conflict analysis up to the first unique implication point (1-UIP), as in SAT solvers, but on facts instead of
//! literals. Nothing is kept for reasons until one is wanted (lazy explanation): the trail holds the domains as they were
//! just before each change, and the propagator names the variables that it rested on or is run again on fewer facts.
//!
//! The trail is taken back change by change. A change that made a needed fact true is replaced by the facts that its cause
//! rested on, until only one needed fact was not true before the last decision:
//!
//! ```text
//! conflict <- a b c       c made true by d e     a b d e      e made true by d      a b d
//! ```
//!
//! Then `a b d` never hold all at once. The search goes back to where `a` and `b` held already, and `d` must not.

use super::fact::Fact;
use super::nogoods::Nogoods;
use super::propagator::each_once;
use super::queue::Engine;
use super::shrink::minimal;
use super::store::{Conflict, Store, VarId};

/// What a conflict comes from.
enum Contradiction {
    /// A propagator finds no way on.
    Propagator(u32),
    /// All facts of a nogood hold.
    Nogood(u32),
    /// These facts must not hold all at once.
    Facts(Vec<Fact>),
}

/// What came of pruning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruned {
    /// Nobody has anything to do.
    Settled,
    /// There was a conflict; decisions have been taken back, and a nogood keeps them from being made again.
    WentBack,
    /// There was a conflict that no decision had part in: there is no solution, or none more.
    Exhausted,
}

/// Learns nogoods, and prunes by them. All domains are bits: a nogood could not rule a value out inside an interval.
#[derive(Debug)]
pub struct Learner {
    /// How many nogoods it was told.
    pub excluded: usize,
    nogoods: Nogoods,
    /// What holds for good, to try reasons on.
    root: Store,
    /// For each variable: the fact that is needed of it.
    need: Vec<Option<Fact>>,
    /// The variables some fact of which is needed, and others.
    needed: Vec<VarId>,
    /// How many needed facts came true at the last level.
    open: usize,
    /// For each variable: how much it had to do with conflicts, recent ones most (VSIDS).
    activity: Vec<f64>,
    step: f64,
    conflicts: u64,
    /// Nogoods before the first are forgotten.
    most: usize,
}

/// How fast old conflicts lose weight.
const DECAY: f64 = 0.95;

/// Nogoods that are kept at first.
const KEPT: usize = 4000;

impl Learner {
    /// Begins with what the engine's store knows now: all of that holds for good.
    pub fn new(engine: &Engine) -> Learner {
        let vars = engine.store.count();
        debug_assert!(!engine.store.has_intervals(), "nogoods rule out single values");
        Learner {
            excluded: 0,
            nogoods: Nogoods::new(vars, engine.count() as u32),
            root: engine.store.domains_at(engine.store.trail().len()),
            need: vec![None; vars],
            needed: Vec::new(),
            open: 0,
            activity: vec![0.0; vars],
            step: 1.0,
            conflicts: 0,
            most: KEPT,
        }
    }

    /// How much a variable had to do with conflicts.
    pub fn activity(&self, var: VarId) -> f64 {
        self.activity[var.0 as usize]
    }

    /// No decision is in force: what is known now holds for good, and nogoods of no use are forgotten.
    pub fn settle(&mut self, engine: &Engine) {
        self.root = engine.store.domains_at(engine.store.trail().len());
        self.nogoods.rewind(&engine.store);
        if self.nogoods.count() > self.most {
            self.nogoods.forget();
            self.most += self.most / 10;
        }
    }

    /// Runs propagators and nogoods until none has anything to do. A conflict is learned from: decisions are taken back
    /// as far as that allows.
    pub fn prune(&mut self, engine: &mut Engine, base: usize) -> Pruned {
        loop {
            if let Err(nogood) = self.nogoods.prune(&mut engine.store) {
                return self.learn(engine, Contradiction::Nogood(nogood), base);
            }
            let before = engine.store.trail().len();
            if engine.fixpoint().is_err() {
                let found = Contradiction::Propagator(engine.failed);
                return self.learn(engine, found, base);
            }
            if engine.store.trail().len() == before {
                return Pruned::Settled;
            }
        }
    }

    /// Makes sure that some facts never hold all at once; no decision is in force.
    pub fn exclude(&mut self, facts: Vec<Fact>) {
        self.excluded += 1;
        self.nogoods.exclude(facts);
    }

    /// Decisions have been taken back.
    pub fn rewind(&mut self, engine: &Engine) {
        self.nogoods.rewind(&engine.store);
    }

    /// Makes sure that some facts, which hold now, never again hold all at once.
    pub fn forbid(&mut self, engine: &mut Engine, facts: Vec<Fact>, base: usize) -> Pruned {
        self.learn(engine, Contradiction::Facts(facts), base)
    }

    fn learn(&mut self, engine: &mut Engine, found: Contradiction, base: usize) -> Pruned {
        engine.clear();
        self.conflicts += 1;
        self.step /= DECAY;
        if self.step > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity /= 1e100);
            self.step /= 1e100;
        }
        let facts = match found {
            Contradiction::Propagator(number) => self.reason(engine, number, None),
            Contradiction::Nogood(number) => self.nogoods.facts(number, self.conflicts).to_vec(),
            Contradiction::Facts(facts) => facts,
        };
        let mut start = engine.store.domains_at(engine.store.level_start());
        facts.into_iter().for_each(|fact| self.require(fact, &start));
        let found = self.trace(engine, &mut start, base);
        let learned = found.and_then(|first| self.back(engine, &mut start, first, base));
        for var in std::mem::take(&mut self.needed) {
            self.need[var.0 as usize] = None;
        }
        self.open = 0;
        self.nogoods.rewind(&engine.store);
        match learned.map(|facts| self.nogoods.add(facts, self.conflicts, &mut engine.store)) {
            Some(Ok(())) => Pruned::WentBack,
            Some(Err(Conflict)) | None => Pruned::Exhausted,
        }
    }

    /// Takes changes back until one needed fact alone came true at the last level; its variable. Nothing if all held
    /// without any decision.
    fn trace(&mut self, engine: &mut Engine, start: &mut Store, base: usize) -> Option<VarId> {
        if engine.store.level() <= base {
            return None;
        }
        loop {
            while self.open == 0 {
                engine.store.pop_level();
                if engine.store.level() <= base {
                    return None;
                }
                *start = engine.store.domains_at(engine.store.level_start());
                self.count(start);
            }
            if self.open == 1 {
                let is_open = |var: &&VarId| {
                    self.need[var.0 as usize].as_ref().is_some_and(|fact| !fact.is_known(start))
                };
                return self.needed.iter().find(is_open).copied();
            }
            let after = engine.store.trail().len();
            let var = engine.store.trail()[after - 1].var;
            if self.need[var.0 as usize].is_none() {
                engine.store.undo_change();
                continue;
            }
            let made = engine.store.fact(var);
            let cause = engine.store.undo_change().map_or(Store::DECISION, |change| change.cause);
            let Some(need) = self.need[var.0 as usize].take() else { continue };
            if need.is_known(&engine.store) {
                self.need[var.0 as usize] = Some(need);
                continue;
            }
            // What was removed by this change is no longer needed of the variable, but of others.
            self.open -= usize::from(!need.is_known(start));
            let before = engine.store.fact(var);
            let (weaker, conclusion) = self.root.split(&need, &before, &made);
            // Invariant: when the decision of a level is taken back, only its own fact can be needed at that level.
            debug_assert!(cause < Store::GIVEN, "a decision has no reason");
            let facts = match self.nogoods.of_cause(cause) {
                Some(number) => {
                    let facts = self.nogoods.facts(number, self.conflicts);
                    facts.iter().filter(|fact| fact.var != var).cloned().collect()
                }
                None if cause >= Store::GIVEN => Vec::new(),
                None => self.reason(engine, cause, Some(&conclusion)),
            };
            self.require(weaker, start);
            facts.into_iter().for_each(|fact| self.require(fact, start));
        }
    }

    /// Goes back to the level at which all needed facts but the first came true, and gives them.
    fn back(
        &mut self,
        engine: &mut Engine,
        start: &mut Store,
        first: VarId,
        base: usize,
    ) -> Option<Vec<Fact>> {
        let mut facts = vec![self.need[first.0 as usize].take()?];
        // Now the store is what `start` is.
        engine.store.pop_level();
        let mut last = None;
        for (index, change) in engine.store.trail().iter().enumerate().rev() {
            start.take_back(change);
            if self.need[change.var.0 as usize].as_ref().is_some_and(|fact| !fact.is_known(start)) {
                last = Some((index, change.var));
                break;
            }
        }
        let level = last.map_or(base, |(index, _)| engine.store.level_of(index).max(base));
        facts.extend(last.and_then(|(_, var)| self.need[var.0 as usize].take()));
        for &var in &self.needed {
            facts.extend(self.need[var.0 as usize].take());
        }
        while engine.store.level() > level {
            engine.store.pop_level();
        }
        Some(facts)
    }

    /// A fact is needed besides what is needed already.
    fn require(&mut self, fact: Fact, start: &Store) {
        if fact.is_known(&self.root) {
            return;
        }
        let var = fact.var;
        self.activity[var.0 as usize] += self.step;
        let merged = match self.need[var.0 as usize].take() {
            Some(need) => {
                self.open -= usize::from(!need.is_known(start));
                let both = need.and(&self.root, &fact);
                debug_assert!(both.is_some(), "needed facts held together");
                both.unwrap_or(fact)
            }
            None => {
                self.needed.push(var);
                fact
            }
        };
        self.open += usize::from(!merged.is_known(start));
        self.need[var.0 as usize] = Some(merged);
    }

    fn count(&mut self, start: &Store) {
        let needs = self.needed.iter().filter_map(|var| self.need[var.0 as usize].as_ref());
        let open = needs.filter(|fact| !fact.is_known(start)).map(|fact| fact.var);
        self.open = each_once(open).len();
    }

    /// Few facts that let a propagator come to a conclusion, or to a conflict: those it names, or all it knows without
    /// those that it does not need.
    pub(super) fn reason(
        &mut self,
        engine: &mut Engine,
        propagator: u32,
        conclusion: Option<&Fact>,
    ) -> Vec<Fact> {
        let named = engine.propagator(propagator).because(&engine.store, conclusion);
        let is_named = named.is_some();
        let scope = named.map_or_else(|| engine.scope(propagator), each_once);
        let known = scope.into_iter().filter(|&var| engine.store.domain(var) != self.root.domain(var));
        let facts: Vec<Fact> = known.map(|var| engine.store.fact(var)).collect();
        if is_named || facts.len() <= 1 {
            return facts;
        }
        // Taken out from the end on, so that what stays is about the first variables.
        let needed = minimal(facts.iter().rev().collect(), |fewer| {
            self.follows(engine, propagator, fewer, conclusion)
        });
        needed.into_iter().rev().cloned().collect()
    }

    /// Whether some facts alone let a propagator come to a conclusion, or to a conflict.
    fn follows(
        &mut self,
        engine: &mut Engine,
        propagator: u32,
        facts: &[&Fact],
        conclusion: Option<&Fact>,
    ) -> bool {
        engine.calls += 1;
        self.root.suppose(facts.iter().copied(), |store| {
            engine.prune_on(propagator, store).is_err() || conclusion.is_some_and(|fact| fact.is_known(store))
        })
    }
}

impl Store {
    /// Of a needed fact that a change made true: what was needed before it, and what the change had to bring about. The
    /// store is what holds for good.
    pub(super) fn split(&self, need: &Fact, before: &Fact, made: &Fact) -> (Fact, Fact) {
        let (mut weaker, mut conclusion) = (need.clone(), self.fact(need.var));
        for word in 0..need.domain.len() {
            let gone = before.domain[word] & !made.domain[word] & !need.domain[word];
            weaker.domain[word] |= gone;
            conclusion.domain[word] &= !gone;
        }
        (weaker, conclusion)
    }
}
