//! Sums that follow from others: what is known of a region against the sums that lie across it.
//!
//! A house has each of its values once, so that its sum is known, and the sum of a region of several houses is too. Take away
//! the sums of the cages in it: what is left are its *innies*, and what the cages have outside are its *outies*.
//!
//! ```text
//! a a b b c c    the row is 21 in all; a, b and c are known: the row less b is 21 - b = a a c c,
//! a . . . . c    and a + b + c - 21 is the sum of the two cells below
//! ```

use smallvec::{SmallVec, smallvec};

use crate::base::hash::{Map, Set};
use crate::solver::engine::VarId;

/// Variables with a known sum.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    /// In order, each once.
    pub(super) vars: Vec<VarId>,
    pub(super) total: i64,
    pub(super) origin: Option<u32>,
}

/// Sums of variables with a known difference.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) more: Vec<VarId>,
    pub(super) less: Vec<VarId>,
    pub(super) total: i64,
    pub(super) origin: Option<u32>,
}

/// The most houses of a region.
const MOST_HOUSES: usize = 4;

/// The most regions.
const MOST_REGIONS: usize = 2000;

/// The most variables of a derived sum, unless they all are in one house.
const MOST_TERMS: usize = 5;

/// A set of variables, by their numbers here.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Bits(SmallVec<[u64; 2]>);

impl Bits {
    fn each(&self, other: &Bits, both: impl Fn(u64, u64) -> u64) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(&left, &right)| both(left, right)).collect())
    }

    fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(left, right)| left & right != 0)
    }

    fn common(&self, other: &Bits) -> usize {
        self.0.iter().zip(&other.0).map(|(left, right)| (left & right).count_ones() as usize).sum()
    }

    fn list(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * self.0.len()).filter(|at| self.0[at / 64] >> (at % 64) & 1 == 1)
    }

    fn len(&self) -> usize {
        self.common(self)
    }
}

/// Variables with a known sum, as a set.
struct Part {
    bits: Bits,
    size: usize,
    total: i64,
    origin: Option<u32>,
}

/// What may be taken away from a region.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taking {
    /// The sums inside it.
    Inside,
    /// Those with more variables inside it than outside.
    Mostly,
    /// All that it meets, if they cover it.
    Covering,
}

/// The sums that follow from those of some variables and of houses, with few variables each.
pub(super) fn derive(houses: &[Sum], sums: &[Sum]) -> Vec<Difference> {
    let mut numbers: Map<VarId, usize> = Map::default();
    let mut vars: Vec<VarId> = Vec::new();
    for &var in houses.iter().chain(sums).flat_map(|sum| &sum.vars) {
        numbers.entry(var).or_insert_with(|| {
            vars.push(var);
            vars.len() - 1
        });
    }
    let part = |sum: &Sum| {
        let mut bits = Bits(smallvec![0; vars.len().div_ceil(64)]);
        sum.vars.iter().map(|var| numbers[var]).for_each(|at| bits.0[at / 64] |= 1 << (at % 64));
        Part { bits, size: sum.vars.len(), total: sum.total, origin: sum.origin }
    };
    let cages: Vec<Part> = sums.iter().map(part).collect();
    let mut known: Set<(Bits, Bits)> = Set::default();
    let none = Bits(smallvec![0; vars.len().div_ceil(64)]);
    known.extend(cages.iter().map(|cage| (cage.bits.clone(), none.clone())));
    let mut found = Vec::new();
    for (region, count) in regions(houses.iter().map(part).collect(), &cages) {
        for taking in [Taking::Inside, Taking::Mostly, Taking::Covering] {
            let most = if count == 1 { region.size } else { MOST_TERMS };
            let Some((inside, outside, total, origin)) = rest(&region, &cages, taking, most) else {
                continue;
            };
            let few = inside.len() + outside.len() <= MOST_TERMS || count == 1 && outside.len() == 0;
            if !few || inside == outside {
                continue;
            }
            let (more, less, total) =
                if inside.len() == 0 { (outside, inside, -total) } else { (inside, outside, total) };
            if known.insert((more.clone(), less.clone())) {
                let named = |bits: &Bits| bits.list().map(|at| vars[at]).collect();
                found.push(Difference { more: named(&more), less: named(&less), total, origin });
            }
        }
    }
    found
}

/// Houses, and houses apart from each other that cages join; each with how many houses it is made of.
fn regions(houses: Vec<Part>, cages: &[Part]) -> Vec<(Part, usize)> {
    let around = |house: &Part| {
        let joined = cages.iter().filter(|cage| cage.bits.meets(&house.bits));
        joined.fold(house.bits.clone(), |all, cage| all.each(&cage.bits, |left, right| left | right))
    };
    let houses: Vec<(Part, Bits)> = houses
        .into_iter()
        .map(|house| (around(&house), house))
        .map(|(around, house)| (house, around))
        .collect();
    let mut known: Set<Bits> = Set::default();
    let mut regions: Vec<(Part, usize)> = Vec::new();
    for (house, _) in &houses {
        if known.insert(house.bits.clone()) {
            regions.push((Part { bits: house.bits.clone(), ..*house }, 1));
        }
    }
    let mut start = 0;
    for count in 2..=MOST_HOUSES {
        let end = regions.len();
        for at in start..end {
            for (house, around) in &houses {
                let (Part { bits, size, total, .. }, _) = &regions[at];
                if bits.meets(&house.bits) || !bits.meets(around) || regions.len() >= MOST_REGIONS {
                    continue;
                }
                let bits = bits.each(&house.bits, |left, right| left | right);
                let (size, total) = (size + house.size, total + house.total);
                if known.insert(bits.clone()) {
                    regions.push((Part { bits, size, total, origin: None }, count));
                }
            }
        }
        start = end;
    }
    regions
}

/// What is left of a region, and what it lacks, once cages are taken away; the difference of the two, and the law that the
/// first cage is from.
fn rest(
    region: &Part,
    cages: &[Part],
    taking: Taking,
    most: usize,
) -> Option<(Bits, Bits, i64, Option<u32>)> {
    let mut order: SmallVec<[(usize, &Part); 16]> = SmallVec::new();
    let (mut open, mut beyond) = (region.bits.len(), 0);
    for cage in cages {
        let inside = cage.bits.common(&region.bits);
        let outside = cage.size - inside;
        let takes = match taking {
            Taking::Inside => outside == 0,
            Taking::Mostly => inside > outside,
            Taking::Covering => inside > 0,
        };
        if takes {
            order.push((outside, cage));
            open = open.saturating_sub(inside);
            beyond += outside;
        }
    }
    // Overlapping cages leave more than that.
    if open + beyond > MOST_TERMS && (open > most || beyond > 0) {
        return None;
    }
    // Where cages overlap, those that lie more inside come first.
    order.sort_by_key(|&(outside, _)| outside);
    let mut taken = Bits(smallvec![0; region.bits.0.len()]);
    let (mut total, mut origin) = (region.total, None);
    for (_, cage) in order {
        if !taken.meets(&cage.bits) {
            taken = taken.each(&cage.bits, |left, right| left | right);
            total -= cage.total;
            origin = origin.or(cage.origin);
        }
    }
    let inside = region.bits.each(&taken, |region, taken| region & !taken);
    let outside = region.bits.each(&taken, |region, taken| taken & !region);
    let useless = taken.len() == 0 || taking == Taking::Covering && inside.len() > 0;
    (!useless).then_some((inside, outside, total, origin))
}
