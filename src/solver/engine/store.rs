//! All domains now, and the trail of their changes.
//!
//! A domain of up to [`WIDEST`] values is a row of bits from its least value on; a wider one is an interval.
//!
//! ```text
//! words  [ 1 0 1 1 .. | .. ]   bit b of word w: the value base + 64 w + b is possible
//! words  [ low | high ]        for an interval
//! ```

mod domains;
mod trail;

use std::ops::BitOr;

use crate::base::number::Interval;
use trail::Level;
pub use trail::{Change, Moment};

/// Number of a variable in its [`Store`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);

/// The most values between the least and the greatest of a domain that is kept as bits.
pub const WIDEST: i64 = 4096;

/// What has happened to a domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Events(pub u8);

impl Events {
    /// None: the propagator has nothing more to do once it has run.
    pub const NEVER: Events = Events(0);
    /// Some value was removed.
    pub const ANY: Events = Events(1);
    /// The least or the greatest value was removed.
    pub const BOUNDS: Events = Events(2);
    /// One value is left.
    pub const FIXED: Events = Events(4);

    /// Whether the two have an event in common.
    pub fn meets(self, other: Events) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Events {
    type Output = Events;

    fn bitor(self, other: Events) -> Events {
        Events(self.0 | other.0)
    }
}

/// A domain has become empty, or a constraint cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

#[derive(Clone, Copy, Debug)]
struct Var {
    base: i64,
    first: u32,
    /// How many words of bits; 0 for an interval.
    words: u32,
}

/// What is known of a word besides its bits.
#[derive(Clone, Copy, Debug)]
struct Mark {
    var: VarId,
    last: u32,
}

/// All domains now.
#[derive(Clone, Debug)]
pub struct Store {
    vars: Vec<Var>,
    words: Vec<u64>,
    /// For each word its variable, and the last change of it on the trail.
    marks: Vec<Mark>,
    trail: Vec<Change>,
    levels: Vec<Level>,
    /// How many levels have been opened.
    opened: u32,
    /// Who changes domains at the moment.
    pub(super) cause: u32,
    /// What has changed since the queue last looked.
    pub(super) changed: Vec<(VarId, Events)>,
    /// How many changes there have been.
    pub prunings: u64,
    /// Whether who changes domains at the moment is called again after changes of its own, so that it may leave what is
    /// costly for then.
    pub comes_again: bool,
}

impl Default for Store {
    /// No variables; what is changed first is a decision.
    fn default() -> Store {
        let (vars, words, marks, trail, levels, changed) = Default::default();
        Store {
            vars,
            words,
            marks,
            trail,
            levels,
            opened: 0,
            cause: Store::DECISION,
            changed,
            prunings: 0,
            comes_again: false,
        }
    }
}

impl Store {
    /// The cause of changes that are decisions.
    pub const DECISION: u32 = u32::MAX;
    /// The cause of changes that are givens.
    pub const GIVEN: u32 = u32::MAX - 1;

    /// Adds a variable with these values, of which there is one at least; they need not be sorted.
    pub fn add(&mut self, values: impl IntoIterator<Item = i64>) -> VarId {
        let values: Vec<i64> = values.into_iter().collect();
        let ends = |(low, high): (i64, i64), &value: &i64| (low.min(value), high.max(value));
        let (low, high) = values.iter().fold((i64::MAX, i64::MIN), ends);
        let id = self.add_range(low, high);
        if self.vars[id.0 as usize].words > 0 {
            let first = self.vars[id.0 as usize].first as usize;
            let words = self.vars[id.0 as usize].words as usize;
            self.words[first..first + words].fill(0);
            for value in values {
                let bit = (value - low) as usize;
                self.words[first + bit / 64] |= 1 << (bit % 64);
            }
        }
        id
    }

    /// Adds a variable with all values of a range; `low <= high`.
    pub fn add_range(&mut self, low: i64, high: i64) -> VarId {
        debug_assert!(low <= high, "a domain has a value");
        let id = VarId(self.vars.len() as u32);
        let first = self.words.len() as u32;
        let span = high.saturating_sub(low).saturating_add(1);
        if span > WIDEST {
            self.words.extend([low as u64, high as u64]);
            self.marks.extend([Mark { var: id, last: Change::NONE }; 2]);
            self.vars.push(Var { base: low, first, words: 0 });
            return id;
        }
        let count = (span as usize).div_ceil(64);
        for word in 0..count {
            let left = span as usize - 64 * word;
            self.words.push(if left >= 64 { u64::MAX } else { (1 << left) - 1 });
        }
        self.marks.extend(std::iter::repeat_n(Mark { var: id, last: Change::NONE }, count));
        self.vars.push(Var { base: low, first, words: count as u32 });
        id
    }

    /// Takes the last variables away, from this number on. No change of theirs may be on the trail.
    pub(super) fn withdraw(&mut self, first: usize) {
        let Some(&Var { first: word, .. }) = self.vars.get(first) else { return };
        debug_assert!(self.trail.iter().all(|change| change.word < word), "nothing is to be undone");
        self.changed.retain(|&(var, _)| (var.0 as usize) < first);
        self.vars.truncate(first);
        self.words.truncate(word as usize);
        self.marks.truncate(word as usize);
    }

    /// How many variables there are.
    pub fn count(&self) -> usize {
        self.vars.len()
    }

    // ---- looking

    /// The least possible value.
    #[inline]
    pub fn min(&self, var: VarId) -> i64 {
        let Var { base, first, words } = self.vars[var.0 as usize];
        if words == 0 {
            return self.words[first as usize] as i64;
        }
        let mut at = first as usize;
        while self.words[at] == 0 {
            at += 1;
        }
        base + 64 * (at - first as usize) as i64 + i64::from(self.words[at].trailing_zeros())
    }

    /// The greatest possible value.
    #[inline]
    pub fn max(&self, var: VarId) -> i64 {
        let Var { base, first, words } = self.vars[var.0 as usize];
        if words == 0 {
            return self.words[first as usize + 1] as i64;
        }
        let mut at = first as usize + words as usize - 1;
        while self.words[at] == 0 {
            at -= 1;
        }
        base + 64 * (at - first as usize) as i64 + 63 - i64::from(self.words[at].leading_zeros())
    }

    /// The least and the greatest possible value.
    pub fn bounds(&self, var: VarId) -> Interval {
        Interval::new(self.min(var), self.max(var))
    }

    /// How many values are possible.
    #[inline]
    pub fn size(&self, var: VarId) -> u64 {
        let Var { first, words, .. } = self.vars[var.0 as usize];
        if words == 0 {
            return self.max(var).abs_diff(self.min(var)) + 1;
        }
        self.bits(first, words).iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn bits(&self, first: u32, words: u32) -> &[u64] {
        &self.words[first as usize..(first + words) as usize]
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(&self, var: VarId) -> bool {
        let Var { first, words, .. } = self.vars[var.0 as usize];
        match words {
            1 => {
                let word = self.words[first as usize];
                word.is_power_of_two()
            }
            _ => self.min(var) == self.max(var),
        }
    }

    /// The value that is left, if it is only one.
    #[inline]
    pub fn value(&self, var: VarId) -> Option<i64> {
        self.is_fixed(var).then(|| self.min(var))
    }

    /// Whether a value is possible.
    #[inline]
    pub fn contains(&self, var: VarId, value: i64) -> bool {
        let Var { base, first, words } = self.vars[var.0 as usize];
        if words == 0 {
            return self.min(var) <= value && value <= self.max(var);
        }
        let bit = value.wrapping_sub(base) as u64;
        bit < 64 * u64::from(words) && self.words[first as usize + (bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// The possible values in order.
    pub fn values(&self, var: VarId) -> impl Iterator<Item = i64> + '_ {
        (self.min(var)..=self.max(var)).filter(move |&value| self.contains(var, value))
    }

    /// The domain as one word of bits, with the value of its lowest bit; nothing for a domain that needs more.
    #[inline]
    pub fn mask(&self, var: VarId) -> Option<(i64, u64)> {
        let Var { base, first, words } = self.vars[var.0 as usize];
        (words == 1).then(|| (base, self.words[first as usize]))
    }

    /// The same for a domain that is known to be one word.
    #[inline]
    pub fn word(&self, var: VarId) -> (i64, u64) {
        let Var { base, first, words } = self.vars[var.0 as usize];
        debug_assert_eq!(words, 1, "a domain of one word");
        (base, self.words[first as usize])
    }

    // ---- pruning

    fn write(&mut self, var: VarId, word: usize, new: u64) {
        let old = std::mem::replace(&mut self.words[word], new);
        let before = std::mem::replace(&mut self.marks[word].last, self.trail.len() as u32);
        self.trail.push(Change { var, cause: self.cause, word: word as u32, before, old });
        self.prunings += 1;
    }

    fn tell(&mut self, var: VarId, bounds: bool) {
        let mut events = Events::ANY;
        if bounds {
            events = events | Events::BOUNDS;
        }
        if self.is_fixed(var) {
            events = events | Events::FIXED | Events::BOUNDS;
        }
        self.changed.push((var, events));
    }

    /// Keeps only the values whose bits are set, for a domain of one word.
    #[inline]
    pub fn keep(&mut self, var: VarId, mask: u64) -> Result<(), Conflict> {
        let first = self.vars[var.0 as usize].first as usize;
        debug_assert_eq!(self.vars[var.0 as usize].words, 1, "a domain of one word");
        let old = self.words[first];
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Conflict);
        }
        self.write(var, first, new);
        let bounds =
            new.trailing_zeros() != old.trailing_zeros() || new.leading_zeros() != old.leading_zeros();
        self.tell(var, bounds);
        Ok(())
    }

    /// Removes a value. Inside an interval nothing happens.
    pub fn remove(&mut self, var: VarId, value: i64) -> Result<(), Conflict> {
        if !self.contains(var, value) {
            return Ok(());
        }
        let (low, high) = (self.min(var), self.max(var));
        if low == high {
            return Err(Conflict);
        }
        let Var { base, first, words } = self.vars[var.0 as usize];
        if words == 0 {
            return match value {
                value if value == low => self.at_least(var, value + 1),
                value if value == high => self.at_most(var, value - 1),
                _ => Ok(()),
            };
        }
        let bit = (value - base) as usize;
        let word = first as usize + bit / 64;
        let new = self.words[word] & !(1 << (bit % 64));
        self.write(var, word, new);
        self.tell(var, value == low || value == high);
        Ok(())
    }

    /// Keeps the values from `bound` on.
    pub fn at_least(&mut self, var: VarId, bound: i64) -> Result<(), Conflict> {
        if bound <= self.min(var) {
            return Ok(());
        }
        if bound > self.max(var) {
            return Err(Conflict);
        }
        let Var { base, first, words } = self.vars[var.0 as usize];
        if words == 0 {
            self.write(var, first as usize, bound as u64);
        } else {
            let bit = (bound - base) as usize;
            for word in 0..bit / 64 {
                self.clear(var, first as usize + word, 0);
            }
            self.clear(var, first as usize + bit / 64, u64::MAX << (bit % 64));
        }
        self.tell(var, true);
        Ok(())
    }

    /// Keeps the values up to `bound`.
    pub fn at_most(&mut self, var: VarId, bound: i64) -> Result<(), Conflict> {
        if bound >= self.max(var) {
            return Ok(());
        }
        if bound < self.min(var) {
            return Err(Conflict);
        }
        let Var { base, first, words } = self.vars[var.0 as usize];
        if words == 0 {
            self.write(var, first as usize + 1, bound as u64);
        } else {
            let bit = (bound - base) as usize;
            self.clear(var, first as usize + bit / 64, u64::MAX >> (63 - bit % 64));
            for word in bit / 64 + 1..words as usize {
                self.clear(var, first as usize + word, 0);
            }
        }
        self.tell(var, true);
        Ok(())
    }

    fn clear(&mut self, var: VarId, word: usize, keep: u64) {
        let new = self.words[word] & keep;
        if new != self.words[word] {
            self.write(var, word, new);
        }
    }

    /// Keeps the values between bounds, which may lie beyond what a variable can be.
    pub fn within(&mut self, var: VarId, bounds: Interval) -> Result<(), Conflict> {
        let clamp = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        self.at_least(var, clamp(bounds.low))?;
        self.at_most(var, clamp(bounds.high))
    }

    /// Keeps one value.
    pub fn fix(&mut self, var: VarId, value: i64) -> Result<(), Conflict> {
        if !self.contains(var, value) {
            return Err(Conflict);
        }
        let Var { base, words, .. } = self.vars[var.0 as usize];
        if words == 1 {
            return self.keep(var, 1 << (value - base));
        }
        self.at_least(var, value)?;
        self.at_most(var, value)
    }

    /// Keeps the values that a test on the domains as they are accepts, apart from those inside an interval; looks at
    /// each.
    pub fn retain(
        &mut self,
        var: VarId,
        mut accept: impl FnMut(&Store, i64) -> bool,
    ) -> Result<(), Conflict> {
        let gone: Vec<i64> = self.values(var).filter(|&value| !accept(self, value)).collect();
        gone.into_iter().try_for_each(|value| self.remove(var, value))
    }
}

#[cfg(test)]
mod tests {
    use super::{Conflict, Store};

    #[test]
    fn domains_of_every_width_behave_alike() {
        for high in [5, 63, 64, 100, 5000] {
            let mut store = Store::default();
            let var = store.add_range(-3, high);
            assert_eq!((store.min(var), store.max(var), store.size(var)), (-3, high, (high + 4) as u64));
            store.push_level();
            assert_eq!(store.at_least(var, 2), Ok(()));
            assert_eq!(store.at_most(var, 4), Ok(()));
            assert_eq!(store.remove(var, 2), Ok(()));
            assert_eq!((store.min(var), store.max(var)), (3, 4));
            assert_eq!(store.fix(var, 9), Err(Conflict));
            assert_eq!(store.fix(var, 4), Ok(()));
            assert_eq!(store.value(var), Some(4));
            assert_eq!(store.remove(var, 4), Err(Conflict));
            store.pop_level();
            assert_eq!((store.min(var), store.max(var), store.size(var)), (-3, high, (high + 4) as u64));
        }
    }

    #[test]
    fn holes_are_kept_where_there_are_bits() {
        let mut store = Store::default();
        let var = store.add([1, 3, 9, 200]);
        assert_eq!(store.values(var).collect::<Vec<_>>(), [1, 3, 9, 200]);
        assert_eq!(store.remove(var, 9), Ok(()));
        assert_eq!(store.values(var).collect::<Vec<_>>(), [1, 3, 200]);
    }
}
