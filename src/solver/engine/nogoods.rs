//! Learned nogoods: literals that never hold all at once. A literal says that a variable's values are among some.
//!
//! Each nogood watches two of its literals that do not hold yet (two watched literals), each by a value that still contradicts it
//! (a witness). Only when that value is gone is the nogood looked at; when one literal is left that does not hold, it must
//! not come to hold.

use super::claim::{Claim, Reason};
use super::store::{Change, Conflict, Store, VarId};

/// All nogoods, in the order in which they were learned. Each is known by where its head stands, before its literals.
#[derive(Debug, Default)]
pub struct Nogoods {
    /// The head of each nogood, and its literals.
    arena: Vec<Literal>,
    /// The head of the nogood that is being made, if one is.
    begun: Option<u32>,
    /// The values of literals about domains of several words.
    wide: Vec<u64>,
    /// For each value of each variable: the nogoods of which it is a witness.
    watches: Vec<Vec<Watch>>,
    /// For each word of the store: where its values begin among all.
    starts: Vec<u32>,
    /// When some were forgotten last, and before that.
    forgot: [u64; 2],
    /// How many changes of the trail have been looked at.
    seen: usize,
    /// How many times one was looked at.
    pub looks: u64,
    /// The causes of changes are numbered from here on.
    first: u32,
}

/// What is known of a nogood, in the shape of a literal, so that it stands beside those.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// How many literals it has.
    count: u32,
    /// On how many levels its literals came true (literal block distance); 0 for one that is never forgotten.
    blocks: u32,
    /// When it was last of use.
    used: u64,
}

impl Head {
    fn of(Literal { word: count, wide: blocks, values: used }: Literal) -> Head {
        Head { count, blocks, used }
    }

    fn written(self) -> Literal {
        Literal { word: self.count, wide: self.blocks, values: self.used }
    }
}

#[derive(Clone, Copy, Debug)]
struct Literal {
    /// The first word of the variable's domain.
    word: u32,
    /// Where the values of a domain of several words stand; [`Literal::SINGLE`] for one word.
    wide: u32,
    /// The values as bits, if they are one word.
    values: u64,
}

impl Literal {
    const SINGLE: u32 = u32::MAX;
}

/// A nogood, and one of its literals by which it can be told, mostly, that nothing need be done.
#[derive(Clone, Copy, Debug)]
struct Watch {
    nogood: u32,
    /// The word of that literal; [`Watch::NONE`] if it is of several.
    word: u32,
    values: u64,
}

impl Watch {
    const NONE: u32 = u32::MAX;

    fn new(nogood: u32, other: Literal) -> Watch {
        let word = if other.wide == Literal::SINGLE { other.word } else { Watch::NONE };
        Watch { nogood, word, values: other.values }
    }

    /// Whether the literal can no longer come to hold.
    #[inline]
    fn is_idle(self, store: &Store) -> bool {
        self.word != Watch::NONE && store.at(self.word) & self.values == 0
    }
}

/// Nogoods whose literals came true on so few levels are never forgotten.
const GLUE: u32 = 2;

/// Nogoods whose literals came true on so few levels are not forgotten soon.
const NEAR: u32 = 6;

/// One of so many is kept of those that have been of no use.
const KEPT: usize = 4;

impl Nogoods {
    /// None yet, for the variables of a store; the causes of their changes are numbered from `first` on.
    pub fn new(store: &Store, first: u32) -> Nogoods {
        let mut starts = Vec::with_capacity(store.words());
        let mut values = 0;
        for word in 0..store.words() as u32 {
            starts.push(values);
            values += u64::BITS - store.at(word).leading_zeros();
        }
        let (watches, seen) = (vec![Vec::new(); values as usize], store.trail().len());
        Nogoods { watches, starts, seen, first, ..Nogoods::default() }
    }

    /// How many values all variables have.
    pub fn values(&self) -> usize {
        self.watches.len()
    }

    /// The number of a value among those of all variables.
    #[inline]
    pub fn value(&self, word: u32, bit: u32) -> usize {
        (self.starts[word as usize] + bit) as usize
    }

    /// The nogood that is the cause of a change, if one is.
    pub fn of_cause(&self, cause: u32) -> Option<u32> {
        cause.checked_sub(self.first).filter(|&number| (number as usize) < self.arena.len())
    }

    /// Adds to a reason what a nogood rests on: those of its literals that hold. It has been of use now.
    pub fn explain(&mut self, number: u32, now: u64, store: &Store, reason: &mut Reason) {
        self.arena[number as usize].values = now;
        for &literal in &self.arena[self.range(number)] {
            if self.outside(literal, store).is_none() {
                let words = (literal.word..).zip(self.domain(&literal, store));
                reason.claims.extend(words.map(|(word, &values)| Claim { word, values }));
            }
        }
    }

    /// The variables that a nogood speaks of.
    pub fn vars<'n>(&'n self, number: u32, store: &'n Store) -> impl Iterator<Item = VarId> + 'n {
        self.arena[self.range(number)].iter().map(|literal| store.var_of(literal.word))
    }

    fn range(&self, number: u32) -> std::ops::Range<usize> {
        let start = number as usize + 1;
        start..start + self.arena[number as usize].word as usize
    }

    /// The values of a literal.
    fn domain<'n>(&'n self, literal: &'n Literal, store: &Store) -> &'n [u64] {
        if literal.wide == Literal::SINGLE {
            return std::slice::from_ref(&literal.values);
        }
        &self.wide[literal.wide as usize..][..store.domain(store.var_of(literal.word)).len()]
    }

    /// A value that contradicts a literal: its word and its bit.
    #[inline]
    fn outside(&self, literal: Literal, store: &Store) -> Option<(u32, u32)> {
        if literal.wide == Literal::SINGLE {
            let rest = store.at(literal.word) & !literal.values;
            return (rest != 0).then(|| (literal.word, rest.trailing_zeros()));
        }
        let mut words = (literal.word..).zip(self.domain(&literal, store));
        words.find_map(|(word, &values)| {
            let rest = store.at(word) & !values;
            (rest != 0).then(|| (word, rest.trailing_zeros()))
        })
    }

    /// The value whose loss made a literal true that holds; nothing if it always did.
    fn last_outside(&self, literal: Literal, store: &Store) -> Option<(u32, u32)> {
        let words = (literal.word..).zip(self.domain(&literal, store));
        let lost = words.filter_map(|(word, &values)| {
            let mut at = store.last_change(word);
            while at != Change::NONE {
                let change = &store.trail()[at as usize];
                if change.old & !values != 0 {
                    return Some((at, word, (change.old & !values).trailing_zeros()));
                }
                at = change.before;
            }
            None
        });
        lost.max().map(|(_, word, bit)| (word, bit))
    }

    /// Whether a literal can no longer come to hold.
    fn is_apart(&self, literal: Literal, store: &Store) -> bool {
        (literal.word..).zip(self.domain(&literal, store)).all(|(word, &values)| store.at(word) & values == 0)
    }

    /// Keeps a literal from coming to hold.
    fn refute(&self, literal: Literal, cause: u32, store: &mut Store) -> Result<(), Conflict> {
        let before = std::mem::replace(&mut store.cause, cause);
        let var = store.var_of(literal.word);
        let refuted = if literal.wide == Literal::SINGLE {
            store.keep(var, !literal.values)
        } else {
            store.refute(var, self.domain(&literal, store))
        };
        store.cause = before;
        refuted
    }

    /// The trail has become shorter.
    pub fn rewind(&mut self, store: &Store) {
        self.seen = self.seen.min(store.trail().len());
    }

    /// A literal of the nogood that is made next: a variable's values are among these.
    pub fn push(&mut self, store: &Store, var: VarId, domain: &[u64]) {
        let word = store.first_word(var);
        let literal = if let [values] = *domain {
            Literal { word, wide: Literal::SINGLE, values }
        } else {
            self.wide.extend_from_slice(domain);
            Literal { word, wide: (self.wide.len() - domain.len()) as u32, values: 0 }
        };
        if self.begun.is_none() {
            self.begun = Some(self.arena.len() as u32);
            self.arena.push(Head { count: 0, blocks: 0, used: 0 }.written());
        }
        self.arena.push(literal);
    }

    /// Makes a nogood of the literals that were pushed since the last one; nothing if there are none.
    fn make(&mut self, blocks: u32, used: u64) -> Option<u32> {
        let number = self.begun.take()?;
        let count = self.arena.len() as u32 - number - 1;
        self.arena[number as usize] = Head { count, blocks, used }.written();
        Some(number)
    }

    /// Makes a nogood of what was pushed since the last one, which is never forgotten. No decision is in force.
    pub fn exclude(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let number = self.make(0, u64::MAX).ok_or(Conflict)?;
        self.enter(number, store)
    }

    /// Watches the last nogood, which need not be about to fail, without what holds for good; no decision is in force.
    fn enter(&mut self, number: u32, store: &mut Store) -> Result<(), Conflict> {
        let range = self.range(number);
        let mut kept = range.start;
        for at in range.clone() {
            let literal = self.arena[at];
            if self.is_apart(literal, store) {
                self.arena.truncate(number as usize);
                return Ok(());
            }
            if self.outside(literal, store).is_some() {
                self.arena[kept] = literal;
                kept += 1;
            }
        }
        self.arena.truncate(kept);
        self.arena[number as usize].word = (kept - range.start) as u32;
        match kept - range.start {
            0 => Err(Conflict),
            1 => {
                let literal = self.arena[range.start];
                self.arena.truncate(number as usize);
                self.refute(literal, Store::GIVEN, store)
            }
            _ => {
                self.watch(number, 0, store);
                self.watch(number, 1, store);
                Ok(())
            }
        }
    }

    /// Makes a nogood: all of its literals hold but the first, and the second was the last to come true. Makes the first fail.
    pub fn add(&mut self, blocks: u32, now: u64, store: &mut Store) -> Result<(), Conflict> {
        let number = self.make(blocks, now).ok_or(Conflict)?;
        let range = self.range(number);
        (0..range.len().min(2)).for_each(|place| self.watch(number, place, store));
        self.refute(self.arena[range.start], self.first + number, store)
    }

    /// Watches one of the first two literals of a nogood.
    fn watch(&mut self, nogood: u32, place: usize, store: &Store) {
        let range = self.range(nogood);
        let literal = self.arena[range.start + place];
        let other = self.arena[range.start + (1 - place).min(range.len() - 1)];
        let witness = self.outside(literal, store).or_else(|| self.last_outside(literal, store));
        if let Some((word, bit)) = witness {
            let value = self.value(word, bit);
            self.watches[value].push(Watch::new(nogood, other));
        }
    }

    /// Prunes for all changes since it last did; on a conflict, the nogood whose literals all hold.
    pub fn prune(&mut self, store: &mut Store) -> Result<(), u32> {
        while self.seen < store.trail().len() {
            let Change { word, old, .. } = store.trail()[self.seen];
            self.seen += 1;
            let mut lost = old & !store.at(word);
            while lost != 0 {
                let value = self.value(word, lost.trailing_zeros());
                lost &= lost - 1;
                if !self.watches[value].is_empty() {
                    self.lose(value, word, store)?;
                }
            }
        }
        Ok(())
    }

    /// Looks at all nogoods that watched a value of a word that is gone.
    fn lose(&mut self, value: usize, word: u32, store: &mut Store) -> Result<(), u32> {
        let mut watches = std::mem::take(&mut self.watches[value]);
        self.looks += watches.len() as u64;
        let (mut result, mut at) = (Ok(()), 0);
        while at < watches.len() {
            if watches[at].is_idle(store) {
                at += 1;
                continue;
            }
            match self.look(watches[at].nogood, word, store) {
                Look::Stays(other) => {
                    watches[at] = Watch::new(watches[at].nogood, other);
                    at += 1;
                }
                Look::Moved => drop(watches.swap_remove(at)),
                Look::Broken => {
                    result = Err(watches[at].nogood);
                    break;
                }
            }
        }
        self.watches[value] = watches;
        result
    }

    /// Looks at a nogood whose literal about the variable of a word may have come true.
    fn look(&mut self, number: u32, word: u32, store: &mut Store) -> Look {
        let range = self.range(number);
        let (start, count) = (range.start, range.len());
        let is_own = |literal: Literal| {
            literal.word == word
                || literal.wide != Literal::SINGLE && store.var_of(literal.word) == store.var_of(word)
        };
        if count > 1 && is_own(self.arena[start]) {
            self.arena.swap(start, start + 1);
        }
        let first = self.arena[start];
        let own = start + count.min(2) - 1;
        if let Some((word, bit)) = self.outside(self.arena[own], store) {
            let value = self.value(word, bit);
            self.watches[value].push(Watch::new(number, first));
            return Look::Moved;
        }
        if count == 1 {
            return Look::Broken;
        }
        // The literal came true at the last level, so that the value is back when it no longer holds.
        if self.is_apart(first, store) {
            return Look::Stays(first);
        }
        for other in start + 2..range.end {
            let literal = self.arena[other];
            if let Some((word, bit)) = self.outside(literal, store) {
                if self.is_apart(literal, store) {
                    return Look::Stays(literal);
                }
                let value = self.value(word, bit);
                self.watches[value].push(Watch::new(number, first));
                self.arena.swap(start + 1, other);
                return Look::Moved;
            }
        }
        match self.refute(first, self.first + number, store) {
            Ok(()) => Look::Stays(first),
            Err(Conflict) => Look::Broken,
        }
    }

    /// Forgets most of those that have been of no use since it last did, and whose literals came true on many levels. No decision
    /// is in force: what holds or fails for good is left out.
    pub fn forget(&mut self, now: u64, store: &mut Store) -> Result<(), Conflict> {
        let [before, last] = self.forgot;
        self.forgot = [last, now];
        let is_safe =
            |head: Head| head.blocks <= GLUE || head.used > last || head.blocks <= NEAR && head.used > before;
        let mut worst: Vec<(u32, u32)> = self
            .heads()
            .filter(|&(_, head)| !is_safe(head))
            .map(|(_, head)| (head.blocks, head.count))
            .collect();
        worst.sort_unstable();
        let limit = worst.get(worst.len() / KEPT).copied();
        let is_kept =
            |head: Head| is_safe(head) || limit.is_some_and(|limit| (head.blocks, head.count) < limit);
        let kept: Vec<(u32, Head)> = self.heads().filter(|&(_, head)| is_kept(head)).collect();
        let (arena, wide) = (std::mem::take(&mut self.arena), std::mem::take(&mut self.wide));
        self.watches.iter_mut().for_each(Vec::clear);
        self.seen = store.trail().len();
        for (number, head) in kept {
            for literal in &arena[number as usize + 1..][..head.count as usize] {
                let var = store.var_of(literal.word);
                if literal.wide == Literal::SINGLE {
                    self.push(store, var, &[literal.values]);
                } else {
                    self.push(store, var, &wide[literal.wide as usize..][..store.domain(var).len()]);
                }
            }
            let number = self.make(head.blocks, head.used);
            number.map_or(Ok(()), |number| self.enter(number, store))?;
        }
        Ok(())
    }

    /// All nogoods with their heads.
    fn heads(&self) -> impl Iterator<Item = (u32, Head)> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let head = Head::of(*self.arena.get(next as usize)?);
            let number = next;
            next += head.count + 1;
            Some((number, head))
        })
    }
}

/// What came of looking at a nogood.
enum Look {
    /// It goes on watching the value, with this other literal.
    Stays(Literal),
    /// It watches another value now.
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
            let mut nogoods = Nogoods::new(&store, 7);
            vars.iter().for_each(|&var| nogoods.push(&store, var, &store.fact_of(var, 0).domain));
            assert_eq!(nogoods.exclude(&mut store), Ok(()));
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
        let mut nogoods = Nogoods::new(&store, 0);
        for now in 1..=8 {
            store.push_level();
            for &var in &vars {
                nogoods.push(&store, var, &store.fact_of(var, i64::from(now % 2 == 0)).domain);
            }
            assert!(nogoods.add(7 + now, u64::from(now), &mut store).is_ok());
            store.pop_level();
        }
        for (now, left) in [(8, 8), (16, 2)] {
            assert_eq!(nogoods.forget(now, &mut store), Ok(()));
            assert_eq!(nogoods.heads().count(), left);
        }
        vars[1..].iter().for_each(|&var| store.fix(var, 1).expect("a possible value"));
        assert_eq!((nogoods.prune(&mut store), store.value(vars[0])), (Ok(()), Some(0)));
    }
}
