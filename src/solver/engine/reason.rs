//! Why a domain lost values: the facts its propagator rested on, found by asking it again.
//!
//! The trail holds the domains as they were just before each change, so nothing is kept for reasons until one is wanted.
//! A sound reason is the state of the propagator's whole scope, or of the variables that it names itself. A short one leaves out every fact without which the same
//! values are still lost: the propagator is run on a scratch store to see.

use super::queue::Engine;
use super::store::{Conflict, Store, VarId};

/// A variable has one of some of its values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    /// The variable.
    pub var: VarId,
    /// Its values, as the store keeps them.
    pub(super) domain: Box<[u64]>,
}

impl Fact {
    /// Whether it leaves a value to its variable; the store is of the same variables.
    pub fn allows(&self, store: &Store, value: i64) -> bool {
        store.allows(self.var, &self.domain, value)
    }

    /// The same fact with a value let back in.
    #[must_use]
    pub fn with(mut self, store: &Store, value: i64) -> Fact {
        store.allow(self.var, &mut self.domain, value);
        self
    }

    /// The same fact with a value ruled out; nothing if none is left.
    pub fn without(mut self, store: &Store, value: i64) -> Option<Fact> {
        store.forbid(self.var, &mut self.domain, value);
        store.ends(self.var, &self.domain).map(|_| self)
    }

    /// What two facts about one variable say together; nothing if they contradict each other.
    pub fn and(mut self, store: &Store, other: &Fact) -> Option<Fact> {
        store.meet(self.var, &mut self.domain, &other.domain).then_some(self)
    }

    /// Whether it leaves all these values of a domain of one word.
    pub fn allows_all(&self, bits: u64) -> bool {
        self.domain.len() == 1 && bits & !self.domain[0] == 0
    }

    /// The least and the greatest value it leaves.
    pub fn ends(&self, store: &Store) -> (i64, i64) {
        store.ends(self.var, &self.domain).unwrap_or_default()
    }

    /// The value it leaves, if it is only one.
    pub fn value(&self, store: &Store) -> Option<i64> {
        let (low, high) = self.ends(store);
        (low == high).then_some(low)
    }

    /// Whether a store knows at least as much.
    pub fn is_known(&self, store: &Store) -> bool {
        store.is_within(self.var, &self.domain)
    }
}

impl Store {
    /// The state of a variable's domain, as a fact.
    pub fn fact(&self, var: VarId) -> Fact {
        Fact { var, domain: self.domain(var).into() }
    }

    /// The fact that a variable has this value.
    pub fn fact_of(&self, var: VarId, value: i64) -> Fact {
        let mut domain: Box<[u64]> = self.domain(var).into();
        if self.is_interval(var) {
            domain.fill(value as u64);
        } else {
            domain.fill(0);
            self.allow(var, &mut domain, value);
        }
        Fact { var, domain }
    }

    /// Puts a fact in place of what is known of its variable. Undone with the level.
    pub fn assume(&mut self, fact: &Fact) {
        self.put(fact.var, &fact.domain);
    }
}

/// What forced a change, or a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The propagator.
    pub propagator: u32,
    /// What it knew.
    pub facts: Vec<Fact>,
    /// What follows; nothing for a conflict.
    pub conclusion: Option<Fact>,
}

/// All domains as they were declared, to try things on.
#[derive(Debug)]
pub struct Scratch {
    store: Store,
}

impl Scratch {
    /// The values a fact leaves to its variable, and those it rules out; not for intervals.
    pub fn told(&self, fact: &Fact) -> (Vec<i64>, Vec<i64>) {
        let declared = self.store.values(fact.var);
        declared.partition(|&value| self.store.allows(fact.var, &fact.domain, value))
    }

    /// The domains as declared, but for some facts.
    pub fn with(&self, facts: &[Fact]) -> Store {
        let mut store = self.store.clone();
        facts.iter().for_each(|fact| store.put(fact.var, &fact.domain));
        store
    }
}

impl Engine {
    /// A store with all domains as they were declared.
    pub fn scratch(&self) -> Scratch {
        Scratch { store: self.store.rewound(0) }
    }

    /// Why a change on the trail was made. Nothing for decisions and givens.
    pub fn reason(&self, change: usize) -> Option<Reason> {
        let propagator = self.store.trail()[change].cause;
        if propagator >= Store::GIVEN {
            return None;
        }
        let var = self.store.trail()[change].var;
        let after = self.store.rewound(change + 1);
        let mut before = after;
        let conclusion = Some(Fact { var, domain: before.domain(var).into() });
        before.undo_change();
        let declared = self.store.rewound(0);
        let (mut facts, _) = self.facts(propagator, &before, &declared, conclusion.as_ref());
        // What was known of the variable itself is part of what is known of it now.
        if before.domain(var) != declared.domain(var) && facts.iter().all(|fact| fact.var != var) {
            facts.push(before.fact(var));
        }
        Some(Reason { propagator, facts, conclusion })
    }

    /// Why a propagator finds a conflict on the domains as they are now.
    pub fn reason_for_conflict(&self, propagator: u32) -> Reason {
        let declared = self.store.rewound(0);
        let (facts, _) = self.facts(propagator, &self.store, &declared, None);
        Reason { propagator, facts, conclusion: None }
    }

    /// What a propagator knows, beyond what is declared, of the variables that let it come to a conclusion or a conflict:
    /// those it names, or its whole scope. Also whether it names them.
    pub(super) fn facts(
        &self,
        propagator: u32,
        now: &Store,
        declared: &Store,
        conclusion: Option<&Fact>,
    ) -> (Vec<Fact>, bool) {
        let named = self.propagator(propagator).because(now, conclusion);
        let is_named = named.is_some();
        let mut scope = named.unwrap_or_else(|| self.scope(propagator));
        scope.sort_unstable();
        scope.dedup();
        let known = scope.into_iter().filter(|&var| now.domain(var) != declared.domain(var));
        (known.map(|var| now.fact(var)).collect(), is_named)
    }

    /// The same reason without facts it does not need: first whole facts are left out, then single values are let back in.
    pub fn shrunk(&mut self, mut reason: Reason, scratch: &mut Scratch) -> Reason {
        for at in (0..reason.facts.len()).rev() {
            let mut fewer = reason.clone();
            fewer.facts.remove(at);
            if self.follows(&fewer, scratch) {
                reason = fewer;
            }
        }
        for at in 0..reason.facts.len() {
            let var = reason.facts[at].var;
            for value in scratch.told(&reason.facts[at]).1 {
                let mut weaker = reason.clone();
                scratch.store.allow(var, &mut weaker.facts[at].domain, value);
                if self.follows(&weaker, scratch) {
                    reason = weaker;
                }
            }
        }
        reason
    }

    /// Whether the facts of a reason alone let its propagator come to its conclusion.
    pub fn follows(&mut self, reason: &Reason, scratch: &mut Scratch) -> bool {
        let store = &mut scratch.store;
        store.push_level();
        for fact in &reason.facts {
            store.put(fact.var, &fact.domain);
        }
        let result = loop {
            let before = store.prunings;
            match self.prune_on(reason.propagator, store) {
                Ok(()) if store.prunings != before => {}
                end => break end,
            }
        };
        let follows = match (result, &reason.conclusion) {
            (Err(Conflict), _) => true,
            (Ok(()), None) => false,
            (Ok(()), Some(fact)) => store.is_within(fact.var, &fact.domain),
        };
        store.pop_level();
        follows
    }
}
