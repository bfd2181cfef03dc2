//! Learned nogoods: literals that never hold all at once. A literal says that a variable's values are among some.
//!
//! Each nogood watches two of its literals that do not hold yet (two watched literals), by a value that still contradicts each
//! (a witness). Only when that value is gone is the nogood looked at; when one literal is left that does not hold, it must
//! not come to hold.

use super::claim::{Claim, Reason};
use super::store::{Conflict, Store, VarId};

/// All nogoods, in the order in which they were learned.
#[derive(Debug, Default)]
pub struct Nogoods {
    all: Vec<Nogood>,
    /// The literals of all, those of each together.
    literals: Vec<Literal>,
    /// The values of literals about domains of several words.
    wide: Vec<u64>,
    /// For each variable: the nogoods that watch a literal about it.
    watches: Vec<Vec<Watch>>,
    /// How many changes of the trail have been looked at.
    seen: usize,
    /// The causes of changes are numbered from here on.
    first: u32,
}

#[derive(Clone, Copy, Debug)]
struct Nogood {
    start: u32,
    count: u32,
    /// On how many levels its literals came true (literal block distance); 0 for one that is never forgotten.
    blocks: u32,
    /// When it was last of use.
    used: u64,
}

#[derive(Clone, Copy, Debug)]
struct Literal {
    var: VarId,
    /// The values as bits; of a domain of several words, where they stand.
    values: u64,
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    nogood: u32,
    /// A value that contradicts the literal, as a bit of the domain; [`Watch::NONE`] if none is known.
    witness: u32,
}

impl Watch {
    const NONE: u32 = u32::MAX;
}

/// Nogoods whose literals came true on so few levels are never forgotten.
const GLUE: u32 = 2;

impl Nogoods {
    /// None yet, for a store with so many variables; the causes of their changes are numbered from `first` on.
    pub fn new(vars: usize, first: u32) -> Nogoods {
        Nogoods { watches: vec![Vec::new(); vars], first, ..Nogoods::default() }
    }

    /// How many there are that may be forgotten.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The nogood that is the cause of a change, if one is.
    pub fn of_cause(&self, cause: u32) -> Option<u32> {
        cause.checked_sub(self.first).filter(|&number| (number as usize) < self.all.len())
    }

    /// Adds to a reason what a nogood rests on: those of its literals that hold. It has been of use now.
    pub fn explain(&mut self, number: u32, now: u64, store: &Store, reason: &mut Reason) {
        self.all[number as usize].used = now;
        for at in self.range(number) {
            let literal = self.literals[at];
            if self.outside(literal, store).is_none() {
                self.claim(literal, store, reason);
            }
        }
    }

    /// The variables that a nogood speaks of.
    pub fn vars(&self, number: u32) -> impl Iterator<Item = VarId> + '_ {
        self.literals[self.range(number)].iter().map(|literal| literal.var)
    }

    fn claim(&self, literal: Literal, store: &Store, reason: &mut Reason) {
        if store.mask(literal.var).is_some() {
            return reason.within(store, literal.var, literal.values);
        }
        let words = (store.first_word(literal.var)..).zip(self.domain(literal, store));
        reason.claims.extend(words.map(|(word, &values)| Claim { word, values }));
    }

    fn range(&self, number: u32) -> std::ops::Range<usize> {
        let Nogood { start, count, .. } = self.all[number as usize];
        start as usize..(start + count) as usize
    }

    /// The values of a literal about a domain of several words.
    fn domain(&self, literal: Literal, store: &Store) -> &[u64] {
        &self.wide[literal.values as usize..][..store.domain(literal.var).len()]
    }

    /// A value that contradicts a literal, as a bit of the domain.
    #[inline]
    fn outside(&self, literal: Literal, store: &Store) -> Option<u32> {
        if let Some((_, bits)) = store.mask(literal.var) {
            let rest = bits & !literal.values;
            return (rest != 0).then(|| rest.trailing_zeros());
        }
        let both = store.domain(literal.var).iter().zip(self.domain(literal, store));
        let mut rests = (0..).step_by(64).zip(both.map(|(own, other)| own & !other));
        rests.find_map(|(first, rest): (u32, u64)| (rest != 0).then(|| first + rest.trailing_zeros()))
    }

    /// Whether a literal can no longer come to hold.
    #[inline]
    fn is_apart(&self, literal: Literal, store: &Store) -> bool {
        match store.mask(literal.var) {
            Some((_, bits)) => bits & literal.values == 0,
            None => store.is_apart(literal.var, self.domain(literal, store)),
        }
    }

    /// Keeps a literal from coming to hold.
    fn refute(&self, literal: Literal, cause: u32, store: &mut Store) -> Result<(), Conflict> {
        let before = std::mem::replace(&mut store.cause, cause);
        let refuted = match store.mask(literal.var) {
            Some(_) => store.keep(literal.var, !literal.values),
            None => store.refute(literal.var, self.domain(literal, store)),
        };
        store.cause = before;
        refuted
    }

    /// The trail has become shorter.
    pub fn rewind(&mut self, store: &Store) {
        self.seen = self.seen.min(store.trail().len());
    }

    /// A literal of the nogood that is made next: a variable's values are among these.
    pub fn push(&mut self, var: VarId, domain: &[u64]) {
        let values = if let [values] = *domain {
            values
        } else {
            self.wide.extend_from_slice(domain);
            (self.wide.len() - domain.len()) as u64
        };
        self.literals.push(Literal { var, values });
    }

    /// Makes a nogood of the literals that were pushed since the last one.
    fn make(&mut self, blocks: u32, now: u64) -> u32 {
        let number = self.all.len() as u32;
        let start = self.all.last().map_or(0, |last| last.start + last.count);
        self.all.push(Nogood { start, count: self.literals.len() as u32 - start, blocks, used: now });
        self.watch(number);
        number
    }

    /// Makes a nogood whose literals need not hold, and which is never forgotten. It will be looked at with all others.
    pub fn exclude(&mut self) {
        self.make(0, u64::MAX);
        self.seen = 0;
    }

    /// Makes a nogood: all of its literals hold but the first, and the second was the last to come true. Makes the first fail.
    pub fn add(&mut self, blocks: u32, now: u64, store: &mut Store) -> Result<(), Conflict> {
        let number = self.make(blocks, now);
        match self.range(number).next() {
            Some(at) if at < self.literals.len() => {
                self.refute(self.literals[at], self.first + number, store)
            }
            _ => Err(Conflict),
        }
    }

    /// Watches the first two literals of a nogood.
    fn watch(&mut self, nogood: u32) {
        for at in self.range(nogood).take(2) {
            let var = self.literals[at].var;
            self.watches[var.0 as usize].push(Watch { nogood, witness: Watch::NONE });
        }
    }

    /// Prunes for all changes since it last did; on a conflict, the nogood whose literals all hold.
    pub fn prune(&mut self, store: &mut Store) -> Result<(), u32> {
        while self.seen < store.trail().len() {
            let var = store.trail()[self.seen].var;
            self.seen += 1;
            let mut watches = std::mem::take(&mut self.watches[var.0 as usize]);
            let (mut result, mut at) = (Ok(()), 0);
            while at < watches.len() {
                let Watch { nogood, witness } = watches[at];
                if witness != Watch::NONE && store.has_bit(var, witness) {
                    at += 1;
                    continue;
                }
                match self.look(nogood, var, store) {
                    Look::Stays(witness) => {
                        watches[at].witness = witness;
                        at += 1;
                    }
                    Look::Moved => drop(watches.swap_remove(at)),
                    Look::Broken => {
                        result = Err(nogood);
                        break;
                    }
                }
            }
            self.watches[var.0 as usize] = watches;
            result?;
        }
        Ok(())
    }

    /// Looks at a nogood whose literal about a variable may have come true.
    fn look(&mut self, number: u32, var: VarId, store: &mut Store) -> Look {
        let range = self.range(number);
        let (start, count) = (range.start, range.len());
        if count > 1 && self.literals[start].var == var {
            self.literals.swap(start, start + 1);
        }
        let own = start + count.min(2) - 1;
        if let Some(witness) = self.outside(self.literals[own], store) {
            return Look::Stays(witness);
        }
        if count == 1 {
            return Look::Broken;
        }
        if self.is_apart(self.literals[start], store) {
            return Look::Stays(Watch::NONE);
        }
        for other in start + 2..range.end {
            let literal = self.literals[other];
            if let Some(witness) = self.outside(literal, store) {
                self.watches[literal.var.0 as usize].push(Watch { nogood: number, witness });
                self.literals.swap(start + 1, other);
                return Look::Moved;
            }
        }
        match self.refute(self.literals[start], self.first + number, store) {
            Ok(()) => Look::Stays(Watch::NONE),
            Err(Conflict) => Look::Broken,
        }
    }

    /// Forgets half of those that may be forgotten: whose literals came true on many levels, and that have been of no use for
    /// longest. No change on the trail may have one of them as its cause, other than those that are there for good.
    pub fn forget(&mut self) {
        let mut worst: Vec<(u32, std::cmp::Reverse<u64>)> =
            self.all.iter().map(|nogood| (nogood.blocks, std::cmp::Reverse(nogood.used))).collect();
        worst.sort_unstable();
        let limit = worst.get(worst.len() / 2).copied();
        let (literals, wide) = (std::mem::take(&mut self.literals), std::mem::take(&mut self.wide));
        let all = std::mem::take(&mut self.all);
        self.watches.iter_mut().for_each(Vec::clear);
        for nogood in all {
            let is_kept = nogood.blocks <= GLUE
                || limit.is_some_and(|limit| (nogood.blocks, std::cmp::Reverse(nogood.used)) < limit);
            if is_kept {
                let start = self.literals.len() as u32;
                self.literals.extend_from_slice(&literals[nogood.start as usize..][..nogood.count as usize]);
                self.all.push(Nogood { start, ..nogood });
            }
        }
        self.wide = wide;
        (0..self.all.len() as u32).for_each(|number| self.watch(number));
        // Which literals are watched may be wrong now: everything is looked at anew.
        self.seen = 0;
    }
}

/// What came of looking at a nogood.
enum Look {
    /// It goes on watching the literal, by this value.
    Stays(u32),
    /// It watches another literal now.
    Moved,
    /// All of its literals hold.
    Broken,
}

#[cfg(test)]
mod tests {
    use super::Nogoods;
    use crate::solver::engine::store::Store;

    #[test]
    fn the_last_literal_must_not_come_true() {
        for wide in [5, 100] {
            let mut store = Store::default();
            let vars = [0; 3].map(|low| store.add_range(low, wide));
            let mut nogoods = Nogoods::new(3, 7);
            vars.iter().for_each(|&var| nogoods.push(var, &store.fact_of(var, 0).domain));
            nogoods.exclude();
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
            store.push_level();
            vars.iter()
                .for_each(|&var| nogoods.push(var, &store.fact_of(var, i64::from(now % 2 == 0)).domain));
            assert!(nogoods.add(5, now, &mut store).is_ok());
            store.pop_level();
        }
        nogoods.forget();
        assert_eq!(nogoods.count(), 2);
        vars[1..].iter().for_each(|&var| store.fix(var, 1).expect("a possible value"));
        assert_eq!((nogoods.prune(&mut store), store.value(vars[0])), (Ok(()), Some(0)));
    }
}
