//! What changes rest on, told of the variables that others know alone.

use super::Log;
use super::nogoods::Nogoods;
use crate::base::hash::Set;
use crate::solver::engine::claim::{Claim, Found, Reason};
use crate::solver::engine::fact::Fact;
use crate::solver::engine::propagator::each_once;
use crate::solver::engine::queue::Engine;
use crate::solver::engine::shrink::minimal;
use crate::solver::engine::store::{Change, Store, VarId};

/// Explains changes of the trail.
#[derive(Debug)]
pub(super) struct Trace {
    /// The domains before anything was found out.
    pub(super) start: Store,
    /// Domains as they once were; only those of the propagator at hand.
    past: Store,
    /// The variables of each propagator, once they were asked for.
    scopes: Vec<Option<Box<[VarId]>>>,
    known: usize,
    /// So many changes were made before the first decision: what they say is written down by itself.
    pub(super) ground: u32,
    /// What the last explanation rests on.
    pub(super) claims: Vec<Claim>,
    /// What the propagators of the last explanation were posted for.
    pub(super) from: Vec<u32>,
    /// The changes of helping variables that have been explained, each with the values it took.
    met: Set<(u32, u64)>,
}

impl Trace {
    pub(super) fn new(start: Store, known: usize) -> Trace {
        let (scopes, claims, from, met) = Default::default();
        Trace { past: start.clone(), start, scopes, known, ground: 0, claims, from, met }
    }

    /// Finds out what a change, or a conflict, rests on that its cause came to when the trail was so long; everything that
    /// the cause knew then, or what it names.
    pub(super) fn explain(
        &mut self,
        engine: &Engine,
        nogoods: &Nogoods,
        cause: u32,
        at: u32,
        found: Option<&Found>,
        whole: bool,
    ) {
        self.claims.clear();
        self.from.clear();
        self.met.clear();
        match nogoods.facts(cause) {
            Some(facts) => {
                let var = found.map(|found| found.var);
                for fact in facts.iter().filter(|fact| Some(fact.var) != var) {
                    let words = engine.store.first_word(fact.var)..;
                    self.claims.extend(words.zip(&fact.domain).map(|(word, &values)| Claim { word, values }));
                }
            }
            None => self.expand(engine, cause, at, found, whole),
        }
        self.from.sort_unstable();
        self.from.dedup();
    }

    fn expand(&mut self, engine: &Engine, cause: u32, at: u32, found: Option<&Found>, whole: bool) {
        let store = &engine.store;
        self.from.extend(engine.origin(cause));
        if self.scopes.len() <= cause as usize {
            self.scopes.resize(engine.count(), None);
        }
        let scope = self.scopes[cause as usize]
            .take()
            .unwrap_or_else(|| each_once(engine.propagator(cause).scope()).into_boxed_slice());
        for &var in &scope {
            for word in words(store, var) {
                self.past.put_word(word, store.at_change(word, at));
            }
        }
        let mut reason = Reason::default();
        let told = !whole
            && !scope.iter().any(|&var| store.is_interval(var))
            && engine.propagator(cause).explain(&self.past, &self.start, found, &mut reason);
        if !told {
            reason.claims.clear();
            let known = scope.iter().filter(|&&var| self.past.domain(var) != self.start.domain(var));
            known.for_each(|&var| reason.whole(&self.past, var));
        }
        self.scopes[cause as usize] = Some(scope);
        for claim in reason.claims {
            let var = store.var_of(claim.word);
            if (var.0 as usize) < self.known {
                if store.at_change(claim.word, self.ground) & !claim.values != 0 {
                    self.claims.push(claim);
                }
            } else {
                self.expand_helper(engine, var, claim, at, whole);
            }
        }
    }

    /// What a claim about a helping variable rests on.
    fn expand_helper(&mut self, engine: &Engine, var: VarId, claim: Claim, at: u32, whole: bool) {
        let store = &engine.store;
        let is_interval = store.is_interval(var);
        let mut last = store.last_change(claim.word);
        while last != Change::NONE {
            let change = store.trail()[last as usize];
            let made = store.at_change(claim.word, last + 1);
            let lost = if is_interval { 0 } else { change.old & !made & !claim.values };
            if last < at && (is_interval || lost != 0) && self.met.insert((last, lost)) {
                if change.cause >= Store::GIVEN {
                    self.from.push(super::BOUND);
                } else {
                    let found = Found { var, lost: Claim { word: claim.word, values: lost } };
                    self.expand(engine, change.cause, last, Some(&found), whole || is_interval);
                }
            }
            last = change.before;
        }
    }

    /// What never holds all at once by the last explanation.
    pub(super) fn facts(&self, store: &Store, found: Option<&Found>) -> Vec<Fact> {
        let mut facts: Vec<Fact> = found.map(|found| fact_of(store, found)).into_iter().collect();
        for claim in &self.claims {
            let var = store.var_of(claim.word);
            let at = facts.iter().position(|fact| fact.var == var).unwrap_or_else(|| {
                facts.push(self.start.fact(var));
                facts.len() - 1
            });
            facts[at].domain[(claim.word - store.first_word(var)) as usize] &= claim.values;
        }
        facts
    }

    /// Leaves out claims that are not needed, as the log sees it.
    pub(super) fn lessen(&mut self, store: &Store, found: Option<&Found>, log: &mut dyn Log) {
        let claims = std::mem::take(&mut self.claims);
        self.claims.clone_from(&claims);
        if !log.sees(&self.from, &self.facts(store, found), &self.start) {
            return;
        }
        self.claims = minimal(claims, |fewer| {
            self.claims = fewer.to_vec();
            log.sees(&self.from, &self.facts(store, found), &self.start)
        });
    }
}

/// The fact that a variable has one of the values it lost.
pub(super) fn fact_of(store: &Store, found: &Found) -> Fact {
    let lost = |word: u32| if word == found.lost.word { found.lost.values } else { 0 };
    Fact { var: found.var, domain: words(store, found.var).map(lost).collect() }
}

/// The words of a variable's domain.
fn words(store: &Store, var: VarId) -> std::ops::Range<u32> {
    let first = store.first_word(var);
    first..first + store.domain(var).len() as u32
}

/// What is needed for a conflict.
#[derive(Debug)]
pub(super) struct Needs {
    /// For each word the values that are needed to be all; all bits if nothing is.
    need: Vec<u64>,
    vars: Vec<VarId>,
    is_needed: Vec<bool>,
    /// So many changes were made before the first decision.
    pub(super) ground: u32,
}

impl Needs {
    pub(super) fn new(store: &Store, ground: u32) -> Needs {
        let (need, is_needed) = (vec![u64::MAX; store.words()], vec![false; store.count()]);
        Needs { need, vars: Vec::new(), is_needed, ground }
    }

    /// A claim is needed; its variable.
    pub(super) fn require(&mut self, store: &Store, Claim { word, values }: Claim) -> Option<VarId> {
        let need = self.need[word as usize];
        if store.at_change(word, self.ground) & !values == 0 || need & !values == 0 {
            return None;
        }
        self.need[word as usize] = need & values;
        let var = store.var_of(word);
        if !std::mem::replace(&mut self.is_needed[var.0 as usize], true) {
            self.vars.push(var);
        }
        Some(var)
    }

    /// The variables of which something is needed that did not hold when the trail was so long.
    pub(super) fn open(&self, store: &Store, start: u32) -> Vec<VarId> {
        let is_open = |word: u32| {
            let need = self.need[word as usize];
            need != u64::MAX && store.at_change(word, start) & !need != 0
        };
        self.vars.iter().copied().filter(|&var| words(store, var).any(is_open)).collect()
    }

    /// What a change did that made something needed true, and its cause.
    pub(super) fn made(&self, store: &Store, at: u32) -> Option<(Found, u32)> {
        let change = store.trail()[at as usize];
        let need = self.need[change.word as usize];
        if change.old & !need == 0 {
            return None;
        }
        let lost = change.old & !store.at_change(change.word, at + 1) & !need;
        (lost != 0).then_some((
            Found { var: change.var, lost: Claim { word: change.word, values: lost } },
            change.cause,
        ))
    }

    /// What is needed of a word once what was lost no longer is.
    pub(super) fn weakened(&self, store: &Store, found: &Found) -> u64 {
        let Claim { word, values } = found.lost;
        let weaker = self.need[word as usize] | values;
        if store.at_change(word, self.ground) & !weaker == 0 { u64::MAX } else { weaker }
    }

    /// What was lost is no longer needed.
    pub(super) fn weaken(&mut self, store: &Store, found: &Found) {
        self.need[found.lost.word as usize] = self.weakened(store, found);
    }

    /// Whether a claim follows from what is needed, with `without` needed of the word of `found`.
    pub(super) fn covers(&self, store: &Store, claim: Claim, found: &Found, without: u64) -> bool {
        let need = if claim.word == found.lost.word { without } else { self.need[claim.word as usize] };
        store.at_change(claim.word, self.ground) & need & !claim.values == 0
    }

    /// The facts that are needed, `first` at first and then those that came true last, and at which levels these came true.
    pub(super) fn facts(
        &self,
        store: &Store,
        start: &Store,
        first: Option<VarId>,
    ) -> (Vec<Fact>, Vec<usize>) {
        let mut all: Vec<(usize, Fact)> = Vec::new();
        for &var in &self.vars {
            let mut made = None;
            for word in words(store, var) {
                let need = self.need[word as usize];
                let mut last = store.last_change(word);
                while need != u64::MAX && last != Change::NONE && last >= self.ground {
                    let change = &store.trail()[last as usize];
                    if change.old & !need != 0 {
                        made = made.max(Some(last));
                        break;
                    }
                    last = change.before;
                }
            }
            if let Some(made) = made {
                let level = if Some(var) == first { usize::MAX } else { store.level_of(made as usize) };
                let needs = words(store, var).map(|word| self.need[word as usize] & start.at(word));
                all.push((level, Fact { var, domain: needs.collect() }));
            }
        }
        all.sort_by_key(|(level, fact)| (std::cmp::Reverse(*level), fact.var));
        let levels = all.iter().map(|&(level, _)| level).filter(|&level| level != usize::MAX).collect();
        (all.into_iter().map(|(_, fact)| fact).collect(), levels)
    }
}
