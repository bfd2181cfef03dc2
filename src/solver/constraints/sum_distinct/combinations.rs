//! Combinations: the sets of values that have a sum, and how places can share the values of a set.

use std::sync::Arc;

/// The most values between the least and the greatest, both counted.
pub const WIDEST: usize = 12;

/// The most places that are matched with the values of a set; more are only asked whether each can have one.
pub const EXACT: usize = 6;

/// Sets of sums: bit `s` stands for the sum `s`.
pub type Sums = u128;

/// For each number of values and each sum: the sets of values that have it. Values are counted from 0, and a set has a bit
/// for each.
#[derive(Debug)]
pub struct Combinations {
    /// How many values there are.
    pub width: usize,
    sets: Vec<u16>,
    /// Where the sets of a number of values and a sum begin; those of the next sum follow.
    starts: Vec<u32>,
    /// The sum of all values, and 1.
    sums: usize,
}

impl Combinations {
    fn new(width: usize) -> Combinations {
        let sums = width * (width - 1) / 2 + 1;
        let sum = |set: u16| (0..width).filter(|value| set >> value & 1 == 1).sum::<usize>();
        let key = |set: u16| set.count_ones() as usize * sums + sum(set);
        let mut sets: Vec<u16> = (0..1_u16 << width).collect();
        sets.sort_by_cached_key(|&set| key(set));
        let mut starts = vec![0_u32; (width + 1) * sums + 1];
        sets.iter().for_each(|&set| starts[key(set) + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        Combinations { width, sets, starts, sums }
    }

    /// The sets of so many values with a sum.
    fn of(&self, count: usize, sum: usize) -> &[u16] {
        if count > self.width || sum >= self.sums {
            return &[];
        }
        let key = count * self.sums + sum;
        &self.sets[self.starts[key] as usize..self.starts[key + 1] as usize]
    }

    /// The sums, of those wanted, that different values of these domains can have if they take all that they must; `kept` is
    /// for each domain the values that are part of one, and `required` loses what is not part of all.
    pub fn fill(&self, open: &[u16], wanted: Sums, must: u16, kept: &mut [u16], required: &mut u16) -> Sums {
        kept.fill(0);
        match *open {
            [] => wanted & Sums::from(must == 0),
            [only] => {
                kept[0] = only & wanted as u16 & last(must);
                kept[0].into()
            }
            [left, right] => pairs(left, right, wanted, must, kept),
            _ => {
                let union = open.iter().fold(0, |union, values| union | values);
                let (mut wanted, mut sums) = (wanted, 0);
                while wanted != 0 {
                    let sum = wanted.trailing_zeros();
                    wanted &= wanted - 1;
                    for &set in self.of(open.len(), sum as usize) {
                        let news = sums >> sum & 1 == 0 || *required & !set != 0;
                        if set & !union | must & !set == 0 && share(open, set, kept, news) {
                            sums |= 1 << sum;
                            *required &= set;
                        }
                    }
                }
                sums
            }
        }
    }
}

/// The values that a last place may have if these must be taken.
fn last(must: u16) -> u16 {
    match must.count_ones() {
        0 => u16::MAX,
        1 => must,
        _ => 0,
    }
}

/// The same for two places.
fn pairs(left: u16, right: u16, wanted: Sums, must: u16, kept: &mut [u16]) -> Sums {
    let (mut values, mut sums) = (left, 0);
    while values != 0 {
        let value = values.trailing_zeros();
        values &= values - 1;
        let partners = right & !(1 << value) & (wanted >> value) as u16 & last(must & !(1 << value));
        if partners != 0 {
            kept[0] |= 1 << value;
            kept[1] |= partners;
            sums |= Sums::from(partners) << value;
        }
    }
    sums
}

/// Whether the places can have the values of a set, one each, and something new comes of it; `kept` grows by what each can
/// have of them.
fn share(open: &[u16], set: u16, kept: &mut [u16], news: bool) -> bool {
    let (mut news, mut all) = (news, true);
    for (values, kept) in open.iter().zip(&*kept) {
        let common = values & set;
        if common == 0 {
            return false;
        }
        news |= common & !kept != 0;
        all &= common == set;
    }
    if !news {
        return false;
    }
    if all || open.len() > EXACT {
        open.iter().zip(kept).for_each(|(values, kept)| *kept |= values & set);
        return true;
    }
    matched(open, set, kept)
}

/// For each of six values: the sets that it is not in, bit `t` for the set `t`.
const WITHOUT: [u64; EXACT] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The same, found out by dynamic programming: bit `t` of a word stands for the part `t` of the set, its values numbered
/// from 0, that the places so far may have taken.
fn matched(open: &[u16], set: u16, kept: &mut [u16]) -> bool {
    let count = open.len();
    let mut bits = [0_u16; EXACT];
    let mut rest = set;
    for bit in &mut bits[..count] {
        *bit = rest & rest.wrapping_neg();
        rest &= rest - 1;
    }
    let mut before = [0_u64; EXACT + 1];
    before[0] = 1;
    for (at, &values) in open.iter().enumerate() {
        for value in (0..count).filter(|&value| values & bits[value] != 0) {
            before[at + 1] |= (before[at] & WITHOUT[value]) << (1 << value);
        }
    }
    let mut after = 1_u64 << ((1 << count) - 1);
    if before[count] & after == 0 {
        return false;
    }
    for (at, &values) in open.iter().enumerate().rev() {
        let mut next = 0;
        for value in (0..count).filter(|&value| values & bits[value] != 0) {
            let from = (after & !WITHOUT[value]) >> (1 << value) & before[at];
            if from != 0 {
                kept[at] |= bits[value];
                next |= from;
            }
        }
        after = next;
    }
    true
}

/// All sums of one of the first and one of the second.
pub fn added(first: Sums, second: Sums) -> Sums {
    let fewer = first.count_ones() < second.count_ones();
    let (mut few, many) = if fewer { (first, second) } else { (second, first) };
    let mut sums = 0;
    while few != 0 {
        sums |= many << few.trailing_zeros();
        few &= few - 1;
    }
    sums
}

/// What is left of a total after each of some sums that are no greater.
pub fn left(total: usize, sums: Sums) -> Sums {
    sums.reverse_bits() >> (Sums::BITS as usize - 1 - total)
}

/// Combinations of every width, each made once.
#[derive(Debug, Default)]
pub struct Tables([Option<Arc<Combinations>>; WIDEST + 1]);

impl Tables {
    /// The combinations of a width from 1 to [`WIDEST`].
    pub fn of(&mut self, width: usize) -> Arc<Combinations> {
        self.0[width].get_or_insert_with(|| Arc::new(Combinations::new(width))).clone()
    }
}
