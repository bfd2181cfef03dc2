//! Sums over groups of different values: a cage of a killer sudoku, a run of a kakuro, or what sticks out of a row where
//! the cages across it are known.
//!
//! `x + y + .. - z - .. = total`, where the variables fall into groups; those of a group differ and have one sign. A group
//! takes a *combination* of values, a set, and which sets have which sum is looked up. What groups can add up to is worked
//! out on sets of sums; a value stays if some combination with a fitting sum lets one place have it and the others the rest.
//!
//! A *house* is a number of variables that have just as many values among them, each once. Where a group shares variables
//! with one, a value that the others of the house cannot have must be in the group; and a value that all combinations have,
//! and that the group can only have inside the house, the others cannot have.
//!
//! ```text
//! house  1..9  [ a b c | 1 6 8, 6 8, .. nowhere 9 ]   a + b + c = 15: one of them is 9, so that they are 9 4 2 or 9 5 1
//! ```
//!
//! Prunes fully (GAC) for one group of up to six open variables without houses.

mod combinations;
mod reasons;

use std::sync::Arc;

use smallvec::SmallVec;

use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reading, Reason, Spec, Steps, Store, VarId,
};
pub use combinations::Tables;
use combinations::{Combinations, Sums, WIDEST, added, left};

/// The most variables.
const MOST: usize = 12;

/// A variable, and how its domain is laid over the values of the combinations.
#[derive(Clone, Copy, Debug)]
struct Place {
    var: VarId,
    /// How far the bits of the domain are moved to the left.
    shift: i32,
    /// Whether the value is taken away, so that the greatest counts 0.
    taken: bool,
}

/// A house that shares variables with a group.
#[derive(Clone, Debug)]
struct House {
    group: usize,
    /// The shared variables: a bit for each, by place.
    inside: u16,
    /// The others.
    outside: Vec<Place>,
    /// Its values.
    all: u16,
}

/// Groups of different values with a known sum.
#[derive(Clone, Debug)]
pub struct SumDistinct {
    /// The variables, group by group.
    places: Vec<Place>,
    /// Where each group ends.
    ends: Vec<usize>,
    total: i64,
    /// The sum of the values, counted from 0.
    rest: usize,
    houses: Vec<House>,
    combinations: Arc<Combinations>,
}

/// The domains that pruning looks at.
#[derive(Clone, Default)]
struct Seen {
    /// For each place: its values, counted from 0.
    places: [u16; MOST],
    /// For each house: the values that those outside the group can have.
    others: SmallVec<[u16; 4]>,
}

/// What pruning comes to.
struct Outcome {
    open: Open,
    /// For each open place: the values it can have.
    kept: [u16; MOST],
    /// The values that all combinations have.
    required: u16,
}

/// What is open, group by group.
#[derive(Default)]
struct Open {
    /// The values that are left, counted from 0.
    values: [u16; MOST],
    /// Whose they are, by place.
    places: [u8; MOST],
    count: usize,
    /// Where each group ends.
    ends: [usize; MOST],
    /// The values that each group has taken.
    fixed: [u16; MOST],
    /// The values that each group has to take besides.
    must: [u16; MOST],
    /// The sum of what is open.
    rest: usize,
}

impl SumDistinct {
    /// The variables of each group differ; their sum, less that of the groups that are taken away, is the total. Nothing if
    /// they are too many, or their values too far apart, or the total is far off.
    pub fn new(
        groups: &[(bool, Vec<VarId>)],
        total: i64,
        tables: &mut Tables,
        store: &Store,
    ) -> Option<SumDistinct> {
        let vars = || groups.iter().flat_map(|(taken, vars)| vars.iter().map(|&var| (*taken, var)));
        let base = vars().map(|(_, var)| store.min(var)).min()?;
        let top = vars().map(|(_, var)| store.max(var)).max()?;
        let width = usize::try_from(top - base + 1).ok().filter(|&width| width <= WIDEST)?;
        let count = vars().count();
        if count > MOST
            || count * (width - 1) >= Sums::BITS as usize
            || vars().any(|(_, var)| store.mask(var).is_none())
        {
            return None;
        }
        let rest = vars().fold(total, |rest, (taken, _)| if taken { rest + top } else { rest - base });
        let rest = usize::try_from(rest).ok().filter(|&rest| rest < Sums::BITS as usize)?;
        let places = vars()
            .map(|(taken, var)| Place { var, shift: (store.word(var).0 - base) as i32, taken })
            .collect();
        let mut ends = Vec::new();
        groups.iter().for_each(|(_, vars)| ends.push(ends.last().unwrap_or(&0) + vars.len()));
        let combinations = tables.of(width);
        Some(SumDistinct { places, ends, total, rest, houses: Vec::new(), combinations })
    }

    /// The same for variables that have, with others of some house, all values of the house.
    #[must_use]
    pub fn within<'h>(mut self, houses: impl Iterator<Item = &'h Vec<VarId>>, store: &Store) -> SumDistinct {
        let base = store.word(self.places[0].var).0 - i64::from(self.places[0].shift);
        for house in houses {
            let place = |&var: &VarId| {
                let narrow = store.min(var) >= base && store.max(var) < base + self.combinations.width as i64;
                let (own, _) = store.mask(var).filter(|_| narrow)?;
                Some(Place { var, shift: (own - base) as i32, taken: false })
            };
            let shared = self.places.iter().filter(|place| house.contains(&place.var)).count();
            let members = || house.iter().map(place).collect::<Option<Vec<Place>>>();
            let Some(members) = (shared > 1).then(members).flatten() else { continue };
            let mut start = 0;
            for (group, &end) in self.ends.iter().enumerate() {
                let own = &self.places[start..end];
                let is_own = |place: &Place| own.iter().any(|other| other.var == place.var);
                let inside = (start..end).filter(|&at| house.contains(&self.places[at].var));
                let inside = inside.fold(0_u16, |inside, at| inside | 1 << at);
                let members = members.iter().map(|&place| Place { taken: own[0].taken, ..place });
                let outside: Vec<Place> = members.clone().filter(|place| !is_own(place)).collect();
                if inside.count_ones() > 1 && !outside.is_empty() {
                    let all = members.fold(0, |all, place| all | self.domain(store, place));
                    self.houses.push(House { group, inside, outside, all });
                }
                start = end;
            }
        }
        self
    }

    /// Whether it shares variables with a house.
    pub fn is_housed(&self) -> bool {
        !self.houses.is_empty()
    }

    fn mirrored(&self, bits: u16) -> u16 {
        bits.reverse_bits() >> (16 - self.combinations.width)
    }

    fn domain(&self, store: &Store, place: Place) -> u16 {
        let (_, bits) = store.word(place.var);
        let bits = if place.shift < 0 { bits >> -place.shift } else { bits << place.shift } as u16;
        if place.taken { self.mirrored(bits) } else { bits }
    }

    /// Values of a place, as bits of its domain.
    fn bits(&self, place: Place, values: u16) -> u64 {
        let bits = u64::from(if place.taken { self.mirrored(values) } else { values });
        if place.shift < 0 { bits << -place.shift } else { bits >> place.shift }
    }

    fn keep(&self, store: &mut Store, place: Place, values: u16) -> Result<(), Conflict> {
        store.keep(place.var, self.bits(place, values))
    }

    fn look(&self, store: &Store) -> Seen {
        let mut seen = Seen::default();
        for (values, &place) in seen.places.iter_mut().zip(&self.places) {
            *values = self.domain(store, place);
        }
        let others =
            |house: &House| house.outside.iter().fold(0, |all, &place| all | self.domain(store, place));
        seen.others.extend(self.houses.iter().map(others));
        seen
    }

    /// Tells what is open from what is fixed.
    fn open(&self, seen: &Seen) -> Result<Open, Conflict> {
        let mut open = Open { rest: self.rest, ..Open::default() };
        let mut start = 0;
        for (group, &end) in self.ends.iter().enumerate() {
            let (first, mut fixed) = (open.count, 0_u16);
            for at in start..end {
                let values = seen.places[at];
                if !values.is_power_of_two() {
                    (open.values[open.count], open.places[open.count]) = (values, at as u8);
                    open.count += 1;
                    continue;
                }
                if fixed & values != 0 {
                    return Err(Conflict);
                }
                fixed |= values;
                open.rest = open.rest.checked_sub(values.trailing_zeros() as usize).ok_or(Conflict)?;
            }
            open.values[first..open.count].iter_mut().for_each(|values| *values &= !fixed);
            (open.ends[group], open.fixed[group], start) = (open.count, fixed, end);
        }
        Ok(open)
    }

    /// Works out what the groups must take, since the others of a house cannot.
    fn ask_houses(&self, seen: &Seen, open: &mut Open) -> Result<(), Conflict> {
        for (house, others) in self.houses.iter().zip(&seen.others) {
            let needed = house.all & !others;
            if needed == 0 {
                continue;
            }
            let first = if house.group == 0 { 0 } else { open.ends[house.group - 1] };
            for at in first..open.ends[house.group] {
                if house.inside >> open.places[at] & 1 == 0 {
                    // Once in the house, and so not a second time in the group.
                    open.values[at] &= !needed;
                }
            }
            let inside = (0..self.places.len()).filter(|at| house.inside >> at & 1 == 1);
            if needed & !inside.fold(0, |all, at| all | seen.places[at]) != 0 {
                return Err(Conflict);
            }
            open.must[house.group] |= needed & !open.fixed[house.group];
        }
        Ok(())
    }

    /// What follows from some domains; nothing if there is nothing open. What is loose need not be looked at.
    fn work_out(&self, seen: &Seen, hurried: bool) -> Result<Option<Outcome>, Conflict> {
        let mut open = self.open(seen)?;
        self.ask_houses(seen, &mut open)?;
        let count = open.count;
        if count == 0 {
            return if open.rest == 0 { Ok(None) } else { Err(Conflict) };
        }
        let (mut kept, mut required) = ([0; MOST], if self.houses.is_empty() { 0 } else { u16::MAX });
        if self.ends.len() == 1 {
            let (values, must) = (&open.values[..count], open.must[0]);
            let wanted = 1 << open.rest;
            if self.combinations.fill(values, wanted, must, &mut kept[..count], &mut required) == 0 {
                return Err(Conflict);
            }
        } else if hurried && is_loose(&open) {
            return Ok(None);
        } else {
            self.balance(&open, &mut kept)?;
        }
        Ok(Some(Outcome { open, kept, required }))
    }

    /// Prunes several groups, each by the sums of the others.
    fn balance(&self, open: &Open, kept: &mut [u16; MOST]) -> Result<(), Conflict> {
        let whole = Sums::MAX >> (Sums::BITS as usize - 1 - open.rest);
        let groups = self.ends.len();
        let mut sums = [0; MOST];
        let fill = |group: usize, wanted: Sums, kept: &mut [u16; MOST]| {
            let own = if group == 0 { 0 } else { open.ends[group - 1] }..open.ends[group];
            let must = open.must[group];
            self.combinations.fill(&open.values[own.clone()], wanted, must, &mut kept[own], &mut 0)
        };
        for (group, sums) in sums[..groups].iter_mut().enumerate() {
            *sums = fill(group, whole, kept);
        }
        // What the groups from each one on can add up to.
        let mut after = [1; MOST + 1];
        for group in (0..groups).rev() {
            after[group] = added(after[group + 1], sums[group]) & whole;
        }
        let mut before = 1;
        for group in 0..groups {
            let others = added(before, after[group + 1]) & whole;
            let wanted = left(open.rest, others) & sums[group];
            if wanted == 0 {
                return Err(Conflict);
            }
            if wanted != sums[group] {
                fill(group, wanted, kept);
            }
            before = added(before, sums[group]) & whole;
        }
        Ok(())
    }

    /// The values that all combinations have, and have inside a house.
    fn claimed(&self, house: &House, outcome: &Outcome) -> u16 {
        let Outcome { open, kept, required } = outcome;
        if self.ends.len() > 1 || open.count <= 2 {
            return 0;
        }
        let is_outside = |&at: &usize| house.inside >> open.places[at] & 1 == 0;
        let elsewhere = (0..open.count).filter(is_outside).fold(0, |all, at| all | kept[at]);
        required & !elsewhere
    }

    /// Takes what all combinations have from those who share a house with all places that can have it.
    fn tell_houses(&self, store: &mut Store, outcome: &Outcome) -> Result<(), Conflict> {
        for house in &self.houses {
            let inside = self.claimed(house, outcome);
            if inside == 0 {
                continue;
            }
            for &place in &house.outside {
                let values = self.domain(store, place);
                if values & inside != 0 {
                    self.keep(store, place, values & !inside)?;
                }
            }
        }
        Ok(())
    }
}

/// Whether each place could have any of its values with the others somewhere between their bounds: there is hardly anything
/// to prune, and much to look at.
fn is_loose(open: &Open) -> bool {
    let (mut low, mut high, mut widest) = (0, 0, 0);
    for &values in &open.values[..open.count] {
        let (least, most) = (values.trailing_zeros() as usize, values.checked_ilog2().unwrap_or(0) as usize);
        if least > most {
            return false;
        }
        (low, high, widest) = (low + least, high + most, widest.max(most - least));
    }
    low + widest <= open.rest && open.rest + widest <= high
}

impl Propagator for SumDistinct {
    fn spec(&self) -> Spec {
        Spec::new("sum of different", Cost::High, Events::ANY, self.places.iter().map(|place| place.var))
    }

    fn scope(&self) -> Vec<VarId> {
        let others = self.houses.iter().flat_map(|house| &house.outside);
        self.places.iter().chain(others).map(|place| place.var).collect()
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Some(outcome) = self.work_out(&self.look(store), true)? else { return Ok(()) };
        let Outcome { open, kept, .. } = &outcome;
        for (&values, &at) in kept[..open.count].iter().zip(&open.places) {
            let place = self.places[at as usize];
            if values != self.domain(store, place) {
                self.keep(store, place, values)?;
            }
        }
        self.tell_houses(store, &outcome)
    }

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        self.because(store, root, found, reason)
    }

    fn readings(&self) -> Vec<Reading<'_>> {
        let sign = |place: &Place| if place.taken { -1 } else { 1 };
        let next =
            move |sum: i128, place: usize, value: i64| sum + sign(&self.places[place]) * i128::from(value);
        let ends = |sum: i128| sum == i128::from(self.total);
        let vars = self.places.iter().map(|place| place.var).collect();
        let sum = Steps { vars, ordered: false, start: 0, next: Box::new(next), ends: Box::new(ends) };
        let terms = |places: &mut dyn Iterator<Item = &Place>| {
            Reading::Distinct(places.map(|place| (place.var, 0)).collect())
        };
        let group = |at: usize| &self.places[if at == 0 { 0 } else { self.ends[at - 1] }..self.ends[at]];
        let groups = (0..self.ends.len()).map(|at| terms(&mut group(at).iter()));
        let houses = self.houses.iter().map(|house| {
            let inside = (0..self.places.len()).filter(|at| house.inside >> at & 1 == 1);
            terms(&mut inside.map(|at| &self.places[at]).chain(&house.outside))
        });
        std::iter::once(Reading::Steps(sum)).chain(groups).chain(houses).collect()
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let differ = |places: &mut dyn Iterator<Item = &Place>| {
            let mut values: Vec<i64> = places.map(|place| value(place.var)).collect();
            values.sort_unstable();
            values.windows(2).all(|pair| pair[0] != pair[1])
        };
        let group = |at: usize| &self.places[if at == 0 { 0 } else { self.ends[at - 1] }..self.ends[at]];
        let in_house = |house: &House| {
            let inside = (0..self.places.len()).filter(|at| house.inside >> at & 1 == 1);
            differ(&mut inside.map(|at| &self.places[at]).chain(&house.outside))
        };
        let signed = |place: &Place| if place.taken { -value(place.var) } else { value(place.var) };
        self.places.iter().map(signed).sum::<i64>() == self.total
            && (0..self.ends.len()).all(|at| differ(&mut group(at).iter()))
            && self.houses.iter().all(in_house)
    }
}

#[cfg(test)]
mod tests {
    use super::{SumDistinct, Tables};
    use crate::solver::engine::judge::{Draw, judge};
    use crate::solver::engine::{Propagator, Store, VarId};

    fn close(draw: &mut Draw) -> VarId {
        let low = draw.int(-1..=2);
        draw.var(low..=low + 4)
    }

    /// Draws until a total is not too far off.
    fn draw_until_close(
        draw: &mut Draw,
        mut groups: impl FnMut(&mut Draw) -> (Vec<(bool, Vec<VarId>)>, Vec<Vec<VarId>>),
    ) -> SumDistinct {
        loop {
            let (groups, houses) = groups(draw);
            let signed = groups.iter().map(|(taken, vars)| if *taken { -2 } else { 2 } * vars.len() as i64);
            let total = signed.sum::<i64>() + draw.int(-2..=2);
            if let Some(sum) = SumDistinct::new(&groups, total, &mut Tables::default(), &draw.store) {
                return sum.within(houses.iter(), &draw.store);
            }
        }
    }

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| draw_until_close(draw, |draw| (vec![(false, draw.many(2..=5, close))], Vec::new())));
    }

    #[test]
    fn it_keeps_its_promises_for_several_groups() {
        judge(|draw| {
            draw_until_close(draw, |draw| {
                (draw.many(2..=3, |draw| (draw.below(3) == 0, draw.many(1..=2, close))), Vec::new())
            })
        });
    }

    #[test]
    fn it_keeps_its_promises_in_houses() {
        judge(|draw| {
            draw_until_close(draw, |draw| {
                let houses = draw.many(1..=2, |draw| draw.many(4..=4, |draw| draw.var(1..=4)));
                let mut vars: Vec<VarId> = houses.iter().flat_map(|house| house[..2].to_vec()).collect();
                vars.push(draw.var(1..=4));
                let apart = draw.below(4) == 0;
                let groups =
                    if apart { vec![(true, vars.split_off(2)), (false, vars)] } else { vec![(false, vars)] };
                (groups, houses)
            })
        });
    }

    #[test]
    fn three_cells_of_seven_hold_one_two_and_four() {
        let mut store = Store::default();
        let vars: Vec<VarId> = (0..3).map(|_| store.add_range(1, 9)).collect();
        let cage = SumDistinct::new(&[(false, vars.clone())], 7, &mut Tables::default(), &store);
        assert_eq!(cage.expect("digits").prune(&mut store), Ok(()));
        assert_eq!(store.values(vars[1]).collect::<Vec<_>>(), [1, 2, 4]);
    }
}
