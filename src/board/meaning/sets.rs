//! The values that are left to unknowns, as sets.

use std::rc::Rc;

use smallvec::SmallVec;

use super::conditions::Conditions;
use super::quantity::Quantity as _;
use super::span::Span;
use crate::base::hash::Map;
use crate::board::unknown::UnknownId;

/// Some values of an unknown, as bits in the order of its domain.
pub type Bits = SmallVec<[u64; 1]>;

/// The values left to each unknown.
#[derive(Clone, Debug)]
pub struct Sets {
    /// The values of each unknown as numbers, in the order of its domain.
    codes: Vec<Rc<[i64]>>,
    left: Vec<Bits>,
    /// What was left before each change, oldest first.
    changes: Vec<(UnknownId, Bits)>,
}

/// The most values of an unknown that are listed.
pub const MOST_VALUES: u64 = 4096;

impl Sets {
    /// All values of all unknowns; nothing if there are too many to list.
    pub fn new(on: Conditions<'_>) -> Option<Sets> {
        let mut known: Map<usize, Rc<[i64]>> = Map::default();
        let mut sets = Sets { codes: Vec::new(), left: Vec::new(), changes: Vec::new() };
        let unknowns = &on.board.unknowns;
        for (at, unknown) in unknowns.iter().enumerate() {
            if unknown.domain.len() > MOST_VALUES {
                return None;
            }
            // Most neighbours have the same domain.
            let alike = at.checked_sub(1).filter(|&last| unknowns[last].domain == unknown.domain);
            let codes = match alike.and_then(|last| known.get(&last)) {
                Some(codes) => codes.clone(),
                None => on.codes_of(UnknownId(at as u32)).into(),
            };
            known.insert(at, codes.clone());
            let count = codes.len();
            let words = (0..count.div_ceil(64)).map(|word| match count - 64 * word {
                rest @ ..64 => (1 << rest) - 1,
                _ => u64::MAX,
            });
            sets.left.push(words.collect());
            sets.codes.push(codes);
        }
        Some(sets)
    }

    /// How many unknowns there are.
    pub fn count(&self) -> usize {
        self.left.len()
    }

    /// The values of an unknown as numbers, in the order of its domain.
    pub fn codes(&self, unknown: UnknownId) -> &[i64] {
        &self.codes[unknown.0 as usize]
    }

    /// Whether two unknowns have the same domain, as far as that is seen at once.
    pub(super) fn are_alike(&self, one: UnknownId, other: UnknownId) -> bool {
        Rc::ptr_eq(&self.codes[one.0 as usize], &self.codes[other.0 as usize])
    }

    /// The values that are left.
    pub fn left(&self, unknown: UnknownId) -> &Bits {
        &self.left[unknown.0 as usize]
    }

    /// How many values are left.
    pub fn size(&self, unknown: UnknownId) -> u32 {
        self.left(unknown).iter().map(|word| word.count_ones()).sum()
    }

    /// The values that are left, as numbers.
    pub fn values(&self, unknown: UnknownId) -> impl Iterator<Item = i64> + '_ {
        ones(self.left(unknown)).map(move |bit| self.codes[unknown.0 as usize][bit])
    }

    /// The value that is left, if it is only one.
    pub(super) fn only(&self, unknown: UnknownId) -> Option<i64> {
        self.values(unknown).next().filter(|_| self.size(unknown) == 1)
    }

    /// A set of one value by its place in the domain.
    pub fn single(&self, unknown: UnknownId, bit: usize) -> Bits {
        let mut bits: Bits = self.left(unknown).iter().map(|_| 0).collect();
        bits[bit / 64] = 1 << (bit % 64);
        bits
    }

    /// Whether what is left are all among these.
    pub fn is_within(&self, unknown: UnknownId, bits: &Bits) -> bool {
        self.left(unknown).iter().zip(bits).all(|(left, bits)| left & !bits == 0)
    }

    /// Keeps of an unknown's values those that are, or are not, among these; whether any is left.
    pub fn keep(&mut self, unknown: UnknownId, bits: &Bits, among: bool) -> bool {
        let turn = if among { 0 } else { u64::MAX };
        let kept: Bits =
            self.left(unknown).iter().zip(bits).map(|(left, bits)| left & (bits ^ turn)).collect();
        let is_some = kept.iter().any(|&word| word != 0);
        if kept != *self.left(unknown) {
            let before = std::mem::replace(&mut self.left[unknown.0 as usize], kept);
            self.changes.push((unknown, before));
        }
        is_some
    }

    /// The state to come back to.
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Takes back what was changed after a mark.
    pub fn back(&mut self, mark: usize) {
        for (unknown, before) in self.changes.drain(mark..).rev() {
            self.left[unknown.0 as usize] = before;
        }
    }

    /// What was changed so far holds for good.
    pub fn settle(&mut self) {
        self.changes.clear();
    }

    /// Between which numbers the values lie that are left.
    pub(super) fn span(&self, unknown: UnknownId) -> Span {
        let ends = self.values(unknown).fold(None, |ends: Option<(i64, i64)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        ends.map_or(Span::NONE, |(low, high)| Span::between(low.into(), high.into()))
    }
}

/// The places of the bits that are set.
pub fn ones(bits: &Bits) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let mut left = bits;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * word + bit)
        })
    })
}
