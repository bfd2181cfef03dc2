//! A line of cells with two values: how many there may be of each, where three may not be alike, and what follows.
//!
//! A set of cells is a word, the first cell its lowest bit. What is known of a line is two such sets: the cells that have the
//! value 0 and those that have the value 1.

use crate::solver::engine::Conflict;

/// The most cells of a line: counts of them, with none, are the bits of a word.
pub(super) const MOST_LENGTH: usize = 63;

/// Lines with at most so many open cells are filled in all ways.
pub(super) const FEW: u32 = 5;

/// A line of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its cells, in order.
    pub cells: Vec<u32>,
    /// How many cells may have each value.
    pub most: [u32; 2],
    /// For each value: where three cells begin that may not all have it.
    pub runs: [u64; 2],
    /// The lines, by number and as long as this, that are not the same.
    pub unlike: Vec<u32>,
}

impl Line {
    /// A line on which anything goes.
    pub fn new(cells: Vec<u32>) -> Line {
        let length = cells.len() as u32;
        Line { cells, most: [length; 2], runs: [0; 2], unlike: Vec::new() }
    }

    /// All of its cells.
    #[inline]
    pub(super) fn all(&self) -> u64 {
        (1 << self.cells.len()) - 1
    }

    /// What follows at one look: the third of two, and the rest once there are enough of a value.
    #[inline]
    pub(super) fn sweep(&self, has: [u64; 2]) -> Result<[u64; 2], Conflict> {
        let open = self.all() & !(has[0] | has[1]);
        let mut next = has;
        for value in 0..2 {
            let (own, runs) = (has[value], self.runs[value]);
            let (second, third) = (own >> 1, own >> 2);
            let barred = (own & second & runs) << 2 | (own & third & runs) << 1 | second & third & runs;
            let count = own.count_ones();
            if barred & own != 0 || count > self.most[value] {
                return Err(Conflict);
            }
            next[1 - value] |= if count == self.most[value] { open } else { barred };
        }
        if next[0] & next[1] == 0 { Ok(next) } else { Err(Conflict) }
    }

    /// What all ways to fill a line with few open cells have in common, if it may become none of some full lines, of which
    /// the cells with 1 are given.
    pub(super) fn filled(&self, has: [u64; 2], taken: &[u64]) -> Result<[u64; 2], Conflict> {
        let (all, open) = (self.all(), self.all() & !(has[0] | has[1]));
        let (mut never, mut always) = (all, all);
        let mut some = open;
        loop {
            let one = has[1] | some;
            let zero = all & !one;
            let alike = |value: usize, set: u64| set & set >> 1 & set >> 2 & self.runs[value] != 0;
            let fits = one.count_ones() <= self.most[1] && zero.count_ones() <= self.most[0];
            if fits && !alike(0, zero) && !alike(1, one) && !taken.contains(&one) {
                (never, always) = (never & zero, always & one);
            }
            if some == 0 {
                break;
            }
            some = (some - 1) & open;
        }
        if never & always == 0 { Ok([never, always]) } else { Err(Conflict) }
    }

    /// What all ways to fill a line have in common (GAC). For the last two values there is a set of counts of 1, a word,
    /// that is followed through the line and back.
    pub(super) fn followed(&self, has: [u64; 2]) -> Result<[u64; 2], Conflict> {
        let length = self.cells.len();
        let may = |cell: usize, value: usize| has[1 - value] >> cell & 1 == 0;
        let third = |cell: usize, value: usize| cell >= 2 && self.runs[value] >> (cell - 2) & 1 == 1;
        // A state is twice the value before the last, and the last; before the line there is anything.
        let mut before = [[0_u64; 4]; MOST_LENGTH + 1];
        before[0][0] = 1;
        for cell in 0..length {
            let [a, b, c, d] = before[cell];
            let next = &mut before[cell + 1];
            if may(cell, 0) {
                (next[0], next[2]) = (if third(cell, 0) { c } else { a | c }, b | d);
            }
            if may(cell, 1) {
                (next[1], next[3]) = ((a | c) << 1, if third(cell, 1) { b << 1 } else { (b | d) << 1 });
            }
        }
        let (low, high) = (self.cells.len() as u32 - self.most[0], self.most[1]);
        let mut after = [u64::MAX << low & u64::MAX >> (63 - high); 4];
        let mut found = has;
        for cell in (0..length).rev() {
            let [a, b, c, d] = before[cell];
            let (zero, one) = ([after[0], after[2]], [after[1] >> 1, after[3] >> 1]);
            let (zero_third, one_third) = (third(cell, 0), third(cell, 1));
            let (can_zero, can_one) = (may(cell, 0), may(cell, 1));
            let zeros = [if can_zero { zero[0] } else { 0 }, if can_zero { zero[1] } else { 0 }];
            let ones = [if can_one { one[0] } else { 0 }, if can_one { one[1] } else { 0 }];
            // After 0 and 0, 0 and 1, 1 and 0, 1 and 1.
            let by_zero = [if zero_third { 0 } else { zeros[0] }, zeros[1], zeros[0], zeros[1]];
            let by_one = [ones[0], ones[1], ones[0], if one_third { 0 } else { ones[1] }];
            let meets = |by: [u64; 4]| a & by[0] | b & by[1] | c & by[2] | d & by[3] != 0;
            match (meets(by_zero), meets(by_one)) {
                (true, true) => {}
                (true, false) => found[0] |= 1 << cell,
                (false, true) => found[1] |= 1 << cell,
                (false, false) => return Err(Conflict),
            }
            after = std::array::from_fn(|state| by_zero[state] | by_one[state]);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::Line;
    use crate::solver::engine::judge::rng::Random;

    /// What all ways to fill a line have in common, by trying them.
    fn tried(line: &Line, has: [u64; 2], taken: &[u64]) -> Option<[u64; 2]> {
        let all = line.all();
        let is_fit = |one: &u64| {
            let sets = [all & !one, *one];
            let mut values = (0..2).map(|value| (sets[value], value));
            values.all(|(set, value)| {
                let alike =
                    (0..line.cells.len()).any(|at| line.runs[value] & 1 << at != 0 && set >> at & 7 == 7);
                set & has[1 - value] == 0 && set.count_ones() <= line.most[value] && !alike
            }) && !taken.contains(one)
        };
        (0..=all).filter(is_fit).fold(None, |common, one| {
            let [never, always] = common.unwrap_or([all; 2]);
            Some([never & !one, always & one])
        })
    }

    #[test]
    fn what_ways_have_in_common_is_found() {
        let mut counts = [0; 2];
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let length = 1 + random.below(10);
            let mut line = Line::new((0..length as u32).collect());
            let less = |random: &mut Random| random.below(1 + 2 * length / 3) as u32;
            line.most = [length as u32 - less(&mut random), length as u32 - less(&mut random)];
            let runs = |random: &mut Random| random.next() & ((1 << length) - 1) >> 2;
            line.runs = [runs(&mut random), runs(&mut random)];
            let mut has = [0; 2];
            for cell in 0..length {
                if let value @ 0..2 = random.below(4) {
                    has[value] |= 1 << cell;
                }
            }
            let taken: Vec<u64> = (0..random.below(4)).map(|_| random.next() & line.all()).collect();
            let expected = tried(&line, has, &[]);
            assert_eq!(line.followed(has).ok(), expected, "seed {seed}");
            assert_eq!(line.filled(has, &taken).ok(), tried(&line, has, &taken), "seed {seed}");
            // One look sees less, but nothing wrong, and all there is in a full line.
            match (line.sweep(has), expected) {
                (Ok(found), Some(common)) => {
                    assert!((0..2).all(|value| found[value] & !common[value] == 0), "seed {seed}");
                }
                (Ok(_), None) => assert!(has[0] | has[1] != line.all(), "seed {seed}"),
                (Err(_), common) => assert_eq!(common, None, "seed {seed}"),
            }
            counts[usize::from(expected.is_some())] += 1;
        }
        assert!(counts.iter().all(|&count| count > 200), "{counts:?} without and with ways");
    }
}
