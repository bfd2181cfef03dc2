//! A search for nothing: it goes on until no values are left, and has each step of the way written down.
//!
//! What it learns speaks of the first variables alone, those that others know; what is known of helping variables is
//! traced back to them. Every pruning that counts becomes an *inference*, facts that never hold all at once because of
//! what a propagator was posted for, and every conflict a *nogood*, facts that never hold all at once because of steps before
//! it, in the order in which they prune (reverse unit propagation with hints). A [`Log`] writes them down, and
//! refuses an inference that it cannot see by itself.

mod nogoods;
mod trace;

use self::nogoods::Nogoods;
use self::trace::Trace;
use super::claim::{Claim, Found};
use super::fact::Fact;
use super::queue::Engine;
use super::store::{Conflict, Store, VarId};

/// Who writes a proof down.
pub trait Log {
    /// Whether facts can be seen never to hold all at once where what propagators were posted for does.
    fn sees(&mut self, from: &[u32], facts: &[Fact], store: &Store) -> bool;

    /// Writes that down; the number of the step. Nothing if it cannot be seen, for which a patient look may take longer.
    fn infer(&mut self, from: &[u32], facts: &[Fact], store: &Store, patient: bool) -> Option<u64>;

    /// Writes down that facts never hold all at once because of steps, in the order in which they prune.
    fn learn(&mut self, facts: &[Fact], by: &[u64], store: &Store) -> u64;

    /// A nogood will not be used again.
    fn forget(&mut self, step: u64);
}

/// How a proof ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// There is nothing, and all is written down.
    Done,
    /// There are values that satisfy everything.
    Found,
    /// What a propagator of this name found out, for those that it was posted for, cannot be seen.
    Unseen(&'static str, Vec<u32>),
    /// The deadline came first.
    Stopped,
}

/// What a bound on an objective was posted for.
pub const BOUND: u32 = u32::MAX;

/// Conflicts before the first restart.
const RESTART: u64 = 50;

/// Nogoods that are kept at first.
const KEPT: usize = 2000;

/// How fast old conflicts lose weight.
const DECAY: f64 = 0.95;

/// A proof under way.
pub struct Prover<'e> {
    engine: &'e mut Engine,
    log: &'e mut dyn Log,
    /// How many variables, from the first, facts may speak of.
    known: usize,
    nogoods: Nogoods,
    trace: Trace,
    /// The level below which nothing is taken back.
    base: usize,
    /// How many changes of the first level have been written down.
    told: usize,
    activity: Vec<f64>,
    step: f64,
    /// The last value of each variable.
    last: Vec<Option<i64>>,
    conflicts: u64,
    most: usize,
}

/// Why a proof ends before it is done.
type Ended = Result<(), Proof>;

impl<'e> Prover<'e> {
    /// Begins with the domains as they are, all of them bits for the `known` first variables. Nothing may have been pruned.
    pub fn new(engine: &'e mut Engine, known: usize, log: &'e mut dyn Log) -> Prover<'e> {
        let vars = engine.store.count();
        let start = engine.store.domains_at(engine.store.trail().len());
        Prover {
            known,
            nogoods: Nogoods::new(vars, engine.count() as u32),
            trace: Trace::new(start, known),
            base: engine.store.level(),
            told: engine.store.trail().len(),
            activity: vec![0.0; vars],
            step: 1.0,
            last: vec![None; vars],
            conflicts: 0,
            most: KEPT,
            engine,
            log,
        }
    }

    /// How many conflicts there were.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Takes for granted that a helping variable is at most so much: the bound on an objective.
    pub fn bound(&mut self, var: VarId, most: i64) -> Result<(), Conflict> {
        self.engine.store.cause = Store::GIVEN;
        let bounded = self.engine.store.at_most(var, most);
        self.engine.store.cause = Store::DECISION;
        bounded
    }

    /// Takes for granted that facts never hold all at once: a step that has been written down.
    pub fn exclude(&mut self, facts: Vec<Fact>, step: u64) {
        self.nogoods.add(facts, step, &mut self.engine.store);
    }

    /// Goes on until no values are left.
    pub fn run(&mut self) -> Proof {
        loop {
            if let Err(ended) = self.one() {
                return ended;
            }
        }
    }

    /// Prunes, and learns or decides.
    fn one(&mut self) -> Ended {
        let pruned = self.prune();
        let is_ground = self.engine.store.level() == self.base;
        if is_ground {
            self.tell_ground()?;
        }
        match pruned {
            Err(cause) => {
                self.engine.clear();
                self.conflicts += 1;
                self.step /= DECAY;
                return self.learn(cause);
            }
            Ok(()) if self.engine.deadline.is_over_now() => return Err(Proof::Stopped),
            Ok(()) => {}
        }
        if self.nogoods.is_due() {
            self.go_back(self.base);
            self.nogoods.restart(RESTART);
            if self.nogoods.count() > self.most {
                self.nogoods.reduce(&self.engine.store).into_iter().for_each(|step| self.log.forget(step));
                self.most += self.most / 10;
            }
            return Ok(());
        }
        self.decide()
    }

    fn prune(&mut self) -> Result<(), u32> {
        loop {
            self.nogoods.prune(&mut self.engine.store)?;
            let before = self.engine.store.trail().len();
            match self.engine.advance() {
                Err(Conflict) => return Err(self.engine.failed),
                Ok(false) if self.engine.store.trail().len() == before => return Ok(()),
                Ok(_) => {}
            }
        }
    }

    /// The open variable that had most to do with conflicts for the size of its domain, and the value it had last.
    fn decide(&mut self) -> Ended {
        let store = &mut self.engine.store;
        let mut best: Option<(VarId, f64)> = None;
        for var in (0..self.known as u32).map(VarId) {
            if store.is_fixed(var) {
                self.last[var.0 as usize] = Some(store.min(var));
                continue;
            }
            let size = u32::try_from(store.size(var)).unwrap_or(u32::MAX);
            let score = (self.activity[var.0 as usize] + 1e-9) / f64::from(size);
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((var, score));
            }
        }
        let Some((var, _)) = best else { return Err(Proof::Found) };
        let again = self.last[var.0 as usize].filter(|&value| store.contains(var, value));
        store.push_level();
        let value = again.unwrap_or_else(|| store.min(var));
        store.fix(var, value).map_err(|Conflict| Proof::Found)
    }

    fn go_back(&mut self, level: usize) {
        self.engine.clear();
        while self.engine.store.level() > level {
            self.engine.store.pop_level();
        }
        self.nogoods.rewind(&self.engine.store);
    }

    /// Writes down what has been found out before any decision.
    fn tell_ground(&mut self) -> Ended {
        while self.told < self.engine.store.trail().len() {
            let at = self.told as u32;
            self.told += 1;
            let change = self.engine.store.trail()[at as usize];
            if change.var.0 as usize >= self.known || change.cause >= Store::GIVEN {
                continue;
            }
            let lost = change.old & !self.engine.store.at_change(change.word, at + 1);
            let found = Found { var: change.var, lost: Claim { word: change.word, values: lost } };
            let fact = trace::fact_of(&self.engine.store, &found);
            if let Some(step) = self.nogoods.step_of(change.cause) {
                // What a nogood of one fact says is written down already.
                if self.nogoods.facts(change.cause).is_some_and(|facts| facts.len() > 1) {
                    self.log.learn(&[fact], &[step], &self.trace.start);
                }
                continue;
            }
            self.trace.explain(self.engine, &self.nogoods, change.cause, at, Some(&found), false);
            // What else was found out before any decision is known to who checks it.
            if self.log.infer(&self.trace.from, &[fact], &self.trace.start, true).is_none() {
                return Err(self.unseen(change.cause));
            }
        }
        Ok(())
    }

    fn unseen(&self, cause: u32) -> Proof {
        Proof::Unseen(self.engine.name(cause), self.trace.from.clone())
    }

    /// Why a change was made, or a conflict found, as a step; its claims are what it rests on.
    fn reason(&mut self, cause: u32, at: u32, found: Option<&Found>) -> Result<u64, Proof> {
        self.trace.explain(self.engine, &self.nogoods, cause, at, found, false);
        if let Some(step) = self.nogoods.use_of(cause, self.conflicts) {
            return Ok(step);
        }
        let facts = self.trace.facts(&self.engine.store, found);
        if let Some(step) = self.log.infer(&self.trace.from, &facts, &self.trace.start, false) {
            return Ok(step);
        }
        self.trace.explain(self.engine, &self.nogoods, cause, at, found, true);
        self.trace.lessen(&self.engine.store, found, self.log);
        let facts = self.trace.facts(&self.engine.store, found);
        let step = self.log.infer(&self.trace.from, &facts, &self.trace.start, true);
        step.ok_or_else(|| self.unseen(cause))
    }

    /// Learns from a conflict up to the first unique implication point, and goes back as far as that allows.
    fn learn(&mut self, cause: u32) -> Ended {
        let end = self.engine.store.trail().len() as u32;
        let ground = self.engine.store.start_of(self.base + 1);
        self.trace.ground = ground;
        let mut by = vec![(end, self.reason(cause, end, None)?)];
        if self.engine.store.level() == self.base && self.nogoods.step_of(cause).is_none() {
            // The last inference rests on nothing that is not written down.
            return Err(Proof::Done);
        }
        let mut needs = trace::Needs::new(&self.engine.store, ground);
        self.require(&mut needs);
        let (mut at, mut level) = (end, self.engine.store.level());
        let first = loop {
            let mut open = needs.open(&self.engine.store, self.engine.store.start_of(level));
            while level > self.base && open.is_empty() {
                level -= 1;
                open = needs.open(&self.engine.store, self.engine.store.start_of(level));
            }
            match open[..] {
                _ if level <= self.base => break None,
                [first] => break Some(first),
                _ => {}
            }
            at = at.min(self.engine.store.start_of(level + 1));
            let (found, made) = loop {
                at -= 1;
                if let Some(found) = needs.made(&self.engine.store, at) {
                    break found;
                }
            };
            needs.weaken(&self.engine.store, &found);
            by.push((at, self.reason(made, at, Some(&found))?));
            self.require(&mut needs);
        };
        if let Some(first) = first {
            self.lessen(&mut needs, first, level, &mut by);
        }
        by.sort_unstable();
        let by: Vec<u64> = by.into_iter().map(|(_, step)| step).collect();
        let (facts, levels) = needs.facts(&self.engine.store, &self.trace.start, first);
        let step = self.log.learn(&facts, &by, &self.trace.start);
        if facts.is_empty() {
            return Err(Proof::Done);
        }
        self.go_back(levels.first().map_or(self.base, |&level| level.max(self.base)));
        let mut blocks = levels;
        blocks.dedup();
        self.nogoods.learn(facts, step, blocks.len() as u32 + 1, self.conflicts, &mut self.engine.store);
        Ok(())
    }

    /// The claims of the last reason are needed.
    fn require(&mut self, needs: &mut trace::Needs) {
        for &claim in &self.trace.claims {
            if let Some(var) = needs.require(&self.engine.store, claim) {
                self.activity[var.0 as usize] += self.step;
            }
        }
        if self.step > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity /= 1e100);
            self.step /= 1e100;
        }
    }

    /// Leaves out needed claims of earlier levels that follow from others.
    fn lessen(&mut self, needs: &mut trace::Needs, first: VarId, level: usize, by: &mut Vec<(u32, u64)>) {
        for at in (needs.ground..self.engine.store.start_of(level)).rev() {
            let Some((found, cause)) = needs.made(&self.engine.store, at) else { continue };
            if cause >= Store::GIVEN || found.var == first {
                continue;
            }
            self.trace.explain(self.engine, &self.nogoods, cause, at, Some(&found), false);
            let without = needs.weakened(&self.engine.store, &found);
            if !self
                .trace
                .claims
                .iter()
                .all(|&claim| needs.covers(&self.engine.store, claim, &found, without))
            {
                continue;
            }
            let step = self.nogoods.use_of(cause, self.conflicts).or_else(|| {
                let facts = self.trace.facts(&self.engine.store, Some(&found));
                self.log.infer(&self.trace.from, &facts, &self.trace.start, false)
            });
            if let Some(step) = step {
                by.push((at, step));
                needs.weaken(&self.engine.store, &found);
            }
        }
    }
}

impl std::fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover").field("conflicts", &self.conflicts).finish_non_exhaustive()
    }
}
