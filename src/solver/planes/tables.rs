//! What never changes while cells are filled: who sees whom, and tables that tell of all groups at once.
//!
//! A table has 256 entries for each eight cells. To learn how often a value occurs in each group, the entries of all bytes of
//! its plane are put together:
//!
//! ```text
//! plane of a value   01000010 00010000 ..
//! entries            first byte: [who occurs | who occurs twice], second byte: the same, ..
//! together           first + second: occurs in either | occurs twice in either, or in both
//! ```

use super::bits::{Bits, ones};

/// Groups that one entry of a table tells of: half of a word for those that occur, half for those that occur twice.
pub(super) const HALF: usize = 32;

/// The tables of a board of up to 64 `W` cells. What is left to find out about a value is `P` words: first those for groups,
/// then those for pairs of groups.
#[derive(Clone, Debug)]
pub(super) struct Tables<const W: usize, const P: usize> {
    /// All cells.
    pub(super) all: Bits<W>,
    /// For each cell those that cannot have its value.
    pub(super) peers: Vec<Bits<W>>,
    /// Groups that hold every value they can have.
    pub(super) groups: Vec<Bits<W>>,
    /// How many words tell of all groups.
    pub(super) blocks: usize,
    /// How many words tell of all groups and pairs.
    pub(super) all_blocks: usize,
    /// For each two groups that share cells: the cells of the second that are not in the first.
    pub(super) rests: Vec<Bits<W>>,
    /// For each cell: its groups, and the pairs whose first group has it.
    pub(super) settles: Vec<[u64; P]>,
    /// For each word and each eight cells: the groups that occur, and those that occur twice; then the pairs for which one of
    /// them is in the first group and not in the second.
    entries: Vec<[u64; 256]>,
    /// How many bytes all cells are.
    bytes: usize,
}

impl<const W: usize, const P: usize> Tables<W, P> {
    /// The tables for cells with these values, as bits, and groups of different cells; and what each value has to find: the
    /// groups that need it, and pairs of such. Nothing if there are too many groups.
    pub(super) fn new(domains: &[u64], groups: &[Vec<usize>]) -> Option<(Tables<W, P>, Vec<[u64; P]>)> {
        let cells = domains.len();
        let sets: Vec<Bits<W>> = groups.iter().map(|group| Bits::of(group.iter().copied())).collect();
        let mut peers = vec![Bits::NONE; cells];
        for set in &sets {
            set.cells().for_each(|cell| peers[cell].add(set));
        }
        peers.iter_mut().enumerate().for_each(|(cell, peers)| peers.remove(&Bits::of([cell])));
        // Only a group that has as many values as cells needs them all.
        let held = |group: &Vec<usize>| group.iter().fold(0, |held, &cell| held | domains[cell]);
        let full: Vec<(Bits<W>, u64)> = groups
            .iter()
            .zip(&sets)
            .map(|(group, set)| (*set, held(group)))
            .filter(|(set, held)| held.count_ones() == set.count())
            .collect();
        let blocks = full.len().div_ceil(HALF);
        let values = 64 - domains.iter().fold(0, |any, domain| any | domain).leading_zeros() as usize;
        let (mut settles, mut tasks) = (vec![[0; P]; cells], vec![[0; P]; values]);
        let mut outside = vec![[0; P]; cells];
        for (number, (group, held)) in full.iter().enumerate() {
            let (word, bit) = (number / HALF, 1 << (number % HALF));
            (word < P).then_some(())?;
            group.cells().for_each(|cell| settles[cell][word] |= bit);
            group.cells().for_each(|cell| outside[cell][word] |= bit);
            ones(*held).for_each(|value| tasks[value][word] |= bit);
        }
        let mut rests = Vec::new();
        for (first, held) in &full {
            for second in sets.iter().filter(|second| first.and(second).count() > 1) {
                let rest = second.without(first);
                let (word, bit) = (blocks + rests.len() / 64, 1 << (rests.len() % 64));
                // What does not fit is not looked at.
                if rest.is_empty() || word >= P {
                    continue;
                }
                rests.push(rest);
                first.cells().for_each(|cell| settles[cell][word] |= bit);
                first.without(second).cells().for_each(|cell| outside[cell][word] |= bit);
                ones(*held).for_each(|value| tasks[value][word] |= bit);
            }
        }
        let all_blocks = blocks + rests.len().div_ceil(64);
        let entries = (0..all_blocks).flat_map(|word| {
            let of: Vec<u64> = outside.iter().map(|words| words[word]).collect();
            entries(&of, |all, one| if word < blocks { join(all, one) } else { all | one })
        });
        let tables = Tables {
            all: Bits::of(0..cells),
            peers,
            groups: full.into_iter().map(|(set, _)| set).collect(),
            blocks,
            all_blocks,
            rests,
            settles,
            entries: entries.collect(),
            bytes: cells.div_ceil(8),
        };
        Some((tables, tasks))
    }

    /// The groups of a word that occur in a plane, and in the upper half those that occur twice.
    #[inline]
    pub(super) fn count(&self, word: usize, plane: &Bits<W>) -> u64 {
        let entries = &self.entries[word * self.bytes..][..self.bytes];
        let bytes = plane.bytes();
        let bytes = entries.iter().zip(bytes.as_flattened());
        bytes.fold(0, |all, (entries, &byte)| join(all, entries[usize::from(byte)]))
    }

    /// The pairs of a word for which a cell of a plane is in the first group and not in the second.
    #[inline]
    pub(super) fn outside(&self, word: usize, plane: &Bits<W>) -> u64 {
        let entries = &self.entries[word * self.bytes..][..self.bytes];
        let bytes = plane.bytes();
        let bytes = entries.iter().zip(bytes.as_flattened());
        bytes.fold(0, |all, (entries, &byte)| all | entries[usize::from(byte)])
    }
}

/// What two entries say of groups together.
#[inline]
fn join(all: u64, one: u64) -> u64 {
    all | one | (all & one) << HALF
}

/// For each eight cells: what each choice of them comes to.
fn entries(of: &[u64], join: impl Fn(u64, u64) -> u64) -> Vec<[u64; 256]> {
    let byte = |cells: &[u64]| {
        let mut entries = [0; 256];
        for chosen in 1..256_usize {
            let last = chosen.ilog2();
            let one = cells.get(last as usize).copied().unwrap_or(0);
            entries[chosen] = join(entries[chosen & !(1 << last)], one);
        }
        entries
    };
    of.chunks(8).map(byte).collect()
}
