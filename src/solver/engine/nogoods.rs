//! Learned nogoods: facts that never hold all at once.
//!
//! Each nogood watches two of its facts that do not hold yet (two watched literals), by a value that still contradicts each.
//! Only when that value is gone is the nogood looked at; when one fact is left that does not hold, it must not come to hold.

use super::fact::Fact;
use super::store::{Conflict, Store, VarId};

/// All nogoods, in the order in which they were learned.
#[derive(Debug, Default)]
pub struct Nogoods {
    all: Vec<Nogood>,
    /// For each variable: the nogoods that watch a fact about it.
    watches: Vec<Vec<Watch>>,
    /// How many changes of the trail have been looked at.
    seen: usize,
    /// The causes of changes are numbered from here on.
    first: u32,
}

#[derive(Debug)]
struct Nogood {
    /// The first two are watched.
    facts: Vec<Fact>,
    /// When it was last of use.
    used: u64,
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    nogood: u32,
    /// A value that contradicts the fact.
    outside: i64,
}

impl Nogoods {
    /// None yet, for a store with so many variables; the causes of their changes are numbered from `first` on.
    pub fn new(vars: usize, first: u32) -> Nogoods {
        Nogoods { all: Vec::new(), watches: vec![Vec::new(); vars], seen: 0, first }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The nogood that is the cause of a change, if one is.
    pub fn of_cause(&self, cause: u32) -> Option<u32> {
        cause.checked_sub(self.first).filter(|&number| (number as usize) < self.all.len())
    }

    /// The facts of a nogood. It has been of use now.
    pub fn facts(&mut self, number: u32, now: u64) -> &[Fact] {
        let nogood = &mut self.all[number as usize];
        nogood.used = now;
        &nogood.facts
    }

    /// The trail has become shorter.
    pub fn rewind(&mut self, store: &Store) {
        self.seen = self.seen.min(store.trail().len());
    }

    /// Adds a nogood whose facts need not hold. It will be looked at with all others.
    pub fn exclude(&mut self, facts: Vec<Fact>) {
        self.watch(self.all.len() as u32, &facts);
        self.all.push(Nogood { facts, used: u64::MAX });
        self.seen = 0;
    }

    /// Adds a nogood: all of its facts hold but the first, and the second was the last to come true. Makes the first fail.
    pub fn add(&mut self, facts: Vec<Fact>, now: u64, store: &mut Store) -> Result<(), Conflict> {
        let number = self.all.len() as u32;
        self.watch(number, &facts);
        let cause = std::mem::replace(&mut store.cause, self.first + number);
        let result = facts.first().map_or(Err(Conflict), |fact| store.refute(fact.var, &fact.domain));
        store.cause = cause;
        self.all.push(Nogood { facts, used: now });
        result
    }

    /// Watches the first two facts of a nogood.
    fn watch(&mut self, nogood: u32, facts: &[Fact]) {
        for fact in facts.iter().take(2) {
            self.watches[fact.var.0 as usize].push(Watch { nogood, outside: i64::MIN });
        }
    }

    /// Prunes for all changes since it last did; on a conflict, the nogood whose facts all hold.
    pub fn prune(&mut self, store: &mut Store) -> Result<(), u32> {
        while self.seen < store.trail().len() {
            let var = store.trail()[self.seen].var;
            self.seen += 1;
            let mut watches = std::mem::take(&mut self.watches[var.0 as usize]);
            let mut result = Ok(());
            let mut at = 0;
            while at < watches.len() {
                let watch = watches[at];
                if watch.outside != i64::MIN && store.contains(var, watch.outside) {
                    at += 1;
                    continue;
                }
                match self.look(watch.nogood, var, store) {
                    Look::Stays(outside) => {
                        watches[at].outside = outside;
                        at += 1;
                    }
                    Look::Moved => {
                        watches.swap_remove(at);
                    }
                    Look::Broken => {
                        result = Err(watch.nogood);
                        break;
                    }
                }
            }
            self.watches[var.0 as usize] = watches;
            result?;
        }
        Ok(())
    }

    /// Looks at a nogood whose fact about a variable may have come true.
    fn look(&mut self, number: u32, var: VarId, store: &mut Store) -> Look {
        let facts = &mut self.all[number as usize].facts;
        if facts.len() > 1 && facts[0].var == var {
            facts.swap(0, 1);
        }
        let own = facts.len().min(2) - 1;
        if let Some(outside) = store.outside(var, &facts[own].domain) {
            return Look::Stays(outside);
        }
        debug_assert!(
            facts[2.min(facts.len())..].iter().all(|fact| fact.var != var),
            "one fact for a variable"
        );
        if facts.len() == 1 {
            return Look::Broken;
        }
        if store.is_apart(facts[0].var, &facts[0].domain) {
            return Look::Stays(i64::MIN);
        }
        for other in 2..facts.len() {
            let fact = &facts[other];
            if let Some(outside) = store.outside(fact.var, &fact.domain) {
                self.watches[fact.var.0 as usize].push(Watch { nogood: number, outside });
                facts.swap(1, other);
                return Look::Moved;
            }
        }
        let cause = std::mem::replace(&mut store.cause, self.first + number);
        let result = store.refute(facts[0].var, &facts[0].domain);
        store.cause = cause;
        match result {
            Ok(()) => Look::Stays(i64::MIN),
            Err(Conflict) => Look::Broken,
        }
    }

    /// Forgets the half that has been of no use for longest, apart from short ones. No change on the trail may have one of
    /// them as its cause, other than those that are there for good.
    pub fn forget(&mut self) {
        let mut ages: Vec<u64> = self.all.iter().map(|nogood| nogood.used).collect();
        ages.sort_unstable();
        let old = ages.get(ages.len() / 2).copied().unwrap_or(0);
        self.all.retain(|nogood| nogood.used > old || nogood.facts.len() <= SHORT);
        self.watches.iter_mut().for_each(Vec::clear);
        let all = std::mem::take(&mut self.all);
        for (number, nogood) in all.iter().enumerate() {
            self.watch(number as u32, &nogood.facts);
        }
        self.all = all;
        // Which facts are watched may be wrong now: everything is looked at anew.
        self.seen = 0;
    }
}

/// A nogood of so few facts is never forgotten.
const SHORT: usize = 3;

/// What came of looking at a nogood.
enum Look {
    /// It goes on watching the fact, by this value.
    Stays(i64),
    /// It watches another fact now.
    Moved,
    /// All of its facts hold.
    Broken,
}

#[cfg(test)]
mod tests {
    use super::Nogoods;
    use crate::solver::engine::store::Store;

    #[test]
    fn the_last_fact_must_not_come_true() {
        for wide in [5, 100] {
            let mut store = Store::default();
            let vars = [0; 3].map(|low| store.add_range(low, wide));
            let mut nogoods = Nogoods::new(3, 7);
            nogoods.exclude(vars.map(|var| store.fact_of(var, 0)).to_vec());
            for open in 0..3 {
                store.push_level();
                for &var in vars.iter().filter(|&&var| var != vars[open]) {
                    assert_eq!(nogoods.prune(&mut store), Ok(()));
                    assert!(store.contains(vars[open], 0));
                    store.fix(var, 0).expect("a possible value");
                }
                assert_eq!(nogoods.prune(&mut store), Ok(()));
                assert!(!store.contains(vars[open], 0));
                assert_eq!(store.trail().last().map(|change| change.cause), Some(7));
                store.pop_level();
                nogoods.rewind(&store);
                assert!(store.contains(vars[open], 0));
            }
            store.push_level();
            vars.iter().for_each(|&var| store.fix(var, 0).expect("a possible value"));
            assert_eq!(nogoods.prune(&mut store), Err(0));
        }
    }

    #[test]
    fn what_is_of_no_use_is_forgotten() {
        let mut store = Store::default();
        let vars: Vec<_> = (0..6).map(|_| store.add_range(0, 1)).collect();
        let mut nogoods = Nogoods::new(vars.len(), 0);
        for now in 1..=4 {
            let facts = vars.iter().map(|&var| store.fact_of(var, i64::from(now % 2 == 0))).collect();
            store.push_level();
            assert!(nogoods.add(facts, now, &mut store).is_ok());
            store.pop_level();
        }
        nogoods.forget();
        assert_eq!(nogoods.count(), 1);
        vars[1..].iter().for_each(|&var| store.fix(var, 1).expect("a possible value"));
        assert_eq!((nogoods.prune(&mut store), store.value(vars[0])), (Ok(()), Some(0)));
    }
}
