//! Facts: what is known of single variables, on their way into reasons and nogoods.

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

    /// The same fact with some values ruled out; nothing if none is left.
    pub fn without_all(self, store: &Store, values: impl IntoIterator<Item = i64>) -> Option<Fact> {
        values.into_iter().try_fold(self, |fact, value| fact.without(store, value))
    }

    /// What two facts about one variable say together; nothing if they contradict each other.
    pub fn and(mut self, store: &Store, other: &Fact) -> Option<Fact> {
        store.meet(self.var, &mut self.domain, &other.domain).then_some(self)
    }

    /// The least and the greatest value it leaves.
    pub fn ends(&self, store: &Store) -> (i64, i64) {
        let ends = store.ends(self.var, &self.domain);
        debug_assert!(ends.is_some(), "a fact leaves a value");
        ends.unwrap_or_default()
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

    /// What something comes to where some facts hold in place of what is known of their variables.
    pub fn suppose<'f, T>(
        &mut self,
        facts: impl IntoIterator<Item = &'f Fact>,
        then: impl FnOnce(&mut Store) -> T,
    ) -> T {
        self.push_level();
        facts.into_iter().for_each(|fact| self.assume(fact));
        let result = then(self);
        self.pop_level();
        result
    }

    /// Keeps the values that a fact leaves to its variable.
    pub fn hold(&mut self, fact: &Fact) -> Result<(), Conflict> {
        if let Some(value) = fact.value(self) {
            return self.fix(fact.var, value);
        }
        if self.is_interval(fact.var) {
            let (low, high) = fact.ends(self);
            return self.at_least(fact.var, low).and_then(|()| self.at_most(fact.var, high));
        }
        let lost: Vec<i64> = self.values(fact.var).filter(|&value| !fact.allows(self, value)).collect();
        lost.into_iter().try_for_each(|value| self.remove(fact.var, value))
    }

    /// Puts a fact in place of what is known of its variable. Undone with the level.
    pub fn assume(&mut self, fact: &Fact) {
        self.put(fact.var, &fact.domain);
    }
}
