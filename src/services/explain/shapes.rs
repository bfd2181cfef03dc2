//! Shapes that people look for before they try values: locked candidates, wings and fish.

use super::find::Finder;
use super::houses::House;
use super::notes::is_listed;
use super::several::clash;
use super::tries::Refuted;
use super::{Kind, Step};
use crate::solver::engine::shrink::minimal;
use crate::solver::engine::{Fact, VarId, each_once};

/// The most houses of a fish.
const MOST_BASES: usize = 3;

/// Three bases are looked for among at most this many.
const MOST_CHOICE: usize = 30;

/// A full house, a value, and its places there.
type Base = (u32, i64, Vec<VarId>);

/// A value that some places lose because of what some houses say.
struct Loss {
    var: VarId,
    value: i64,
    instances: Vec<u32>,
    /// The places that matter, and whether all that is known of them does, or only that they lack the value.
    places: Vec<VarId>,
    whole: bool,
    rounds: u64,
}

impl Finder<'_> {
    /// All places of a value in one house lie in another, whose other places lose it; only houses that are seen at a
    /// glance, or any.
    pub(super) fn locked(&mut self, small: bool) -> Option<Step> {
        let loss = self.bases(2..usize::MAX).into_iter().find_map(|(instance, value, places)| {
            let house = self.explainer.house(instance)?;
            if small && !self.is_small(instance) {
                return None;
            }
            let around = self.explainer.groups.at[places[0].0 as usize].iter().copied();
            around.filter(|&other| other != instance && (!small || self.is_small(other))).find_map(|other| {
                let cover = self.explainer.house(other)?;
                if !places.iter().all(|&place| cover.holds(place)) {
                    return None;
                }
                let var = self.loses(cover, &[house], value)?;
                let places = house.cells.iter().copied().filter(|&cell| !cover.holds(cell)).collect();
                Some(Loss { var, value, instances: vec![other, instance], places, whole: false, rounds: 2 })
            })
        })?;
        self.lost(loss)
    }

    /// Houses in which all places of a value lie in as many others, whose other places lose it; this place, or any.
    pub(super) fn fish(&mut self, wanted: Option<(VarId, i64)>, stop: &dyn Fn() -> bool) -> Option<Step> {
        for size in 2..=MOST_BASES {
            let mut bases = self.bases(2..size + 1);
            bases.retain(|(_, value, _)| wanted.is_none_or(|(_, wanted)| *value == wanted));
            for (at, (.., value, _)) in bases.iter().enumerate() {
                if stop() {
                    return None;
                }
                // On large boards there are too many choices of three, and nobody sees them.
                let same: Vec<&Base> = bases[at..].iter().filter(|base| base.1 == *value).collect();
                if size > 2 && same.len() > MOST_CHOICE {
                    continue;
                }
                let mut chosen = vec![same[0]];
                let place = wanted.map(|(place, _)| place);
                if let Some(loss) = self.hooked(&same, (1, size), &mut chosen, place) {
                    return self.lost(loss);
                }
            }
        }
        None
    }

    /// Adds bases to those chosen, none of which share a place, until there are enough; then looks for covers.
    fn hooked<'b>(
        &self,
        all: &[&'b Base],
        (from, size): (usize, usize),
        chosen: &mut Vec<&'b Base>,
        wanted: Option<VarId>,
    ) -> Option<Loss> {
        if chosen.len() == size {
            let houses: Vec<&House> = chosen.iter().filter_map(|base| self.explainer.house(base.0)).collect();
            return self.covered(chosen, &houses, &mut Vec::new(), wanted);
        }
        for at in from..all.len() {
            let house = self.explainer.house(all[at].0)?;
            let apart = chosen.iter().all(|base| {
                let other = self.explainer.house(base.0);
                other.is_some_and(|other| !other.cells.iter().any(|&cell| house.holds(cell)))
            });
            if apart {
                chosen.push(all[at]);
                let found = self.hooked(all, (at + 1, size), chosen, wanted);
                chosen.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// As many houses as bases that hold all their places of the value, and some place that loses it.
    fn covered(
        &self,
        bases: &[&Base],
        houses: &[&House],
        covers: &mut Vec<u32>,
        wanted: Option<VarId>,
    ) -> Option<Loss> {
        let value = bases[0].1;
        let held = |place: VarId| {
            covers.iter().any(|&cover| self.explainer.house(cover).is_some_and(|cover| cover.holds(place)))
        };
        let open = bases.iter().flat_map(|base| base.2.iter().copied()).find(|&place| !held(place));
        if let Some(open) = open {
            let around = self.explainer.groups.at[open.0 as usize].iter().copied();
            let others: Vec<u32> = around
                .filter(|&one| bases.iter().all(|base| base.0 != one) && self.explainer.house(one).is_some())
                .collect();
            if covers.len() == bases.len() {
                return None;
            }
            return others.into_iter().find_map(|cover| {
                covers.push(cover);
                let found = self.covered(bases, houses, covers, wanted);
                covers.pop();
                found
            });
        }
        if covers.len() < bases.len() {
            return None;
        }
        let mut losers = covers.iter().filter_map(|&cover| match wanted {
            Some(place) if !held(place) || houses.iter().any(|base| base.holds(place)) => None,
            Some(place) => Some(place),
            None => self.loses(self.explainer.house(cover)?, houses, value),
        });
        let var = losers.next()?;
        let cells = houses.iter().flat_map(|house| house.cells.iter().copied());
        let places = cells.filter(|&cell| !held(cell)).collect();
        let instances = covers.iter().copied().chain(bases.iter().map(|base| base.0)).collect();
        Some(Loss { var, value, instances, places, whole: false, rounds: 3 })
    }

    /// Three places with two of three values each: whichever value the first has, one of the others has the third.
    pub(super) fn wing(&mut self) -> Option<Step> {
        let known = &self.notes.known;
        let pair = |var: VarId| -> Option<[i64; 2]> {
            if known.size(var) != 2 || !is_listed(known, var) {
                return None;
            }
            known.values(var).collect::<Vec<i64>>().try_into().ok()
        };
        let unknowns = (0..self.notes.placed.len() as u32).map(VarId);
        let loss =
            unknowns.filter_map(|pivot| Some((pivot, pair(pivot)?))).find_map(|(pivot, [one, two])| {
                let wings: Vec<(VarId, [i64; 2], u32)> = self
                    .seen_from(pivot)
                    .into_iter()
                    .filter_map(|(wing, house)| Some((wing, pair(wing)?, house)))
                    .collect();
                let third = |values: [i64; 2], shared: i64, other: i64| match values {
                    [first, second] if first == shared && second != other => Some(second),
                    [first, second] if second == shared && first != other => Some(first),
                    _ => None,
                };
                wings.iter().find_map(|&(left, values, by)| {
                    let value = third(values, one, two)?;
                    let rights =
                        wings.iter().filter(|(_, values, _)| third(*values, two, one) == Some(value));
                    rights.into_iter().find_map(|&(right, _, with)| {
                        let here = self.seen_from(left);
                        let there = self.seen_from(right);
                        let (var, first, second) = here.iter().find_map(|&(var, first)| {
                            let hit = known.contains(var, value) && ![pivot, left, right].contains(&var);
                            let other = there.iter().find(|(other, _)| *other == var)?;
                            (hit && !known.is_fixed(var)).then_some((var, first, other.1))
                        })?;
                        let mut instances = vec![first, second, by, with];
                        instances.dedup();
                        let places = vec![pivot, left, right];
                        Some(Loss { var, value, instances, places, whole: true, rounds: 2 })
                    })
                })
            })?;
        self.lost(loss)
    }

    /// The other places of the houses of a place, each with the first of these houses.
    fn seen_from(&self, var: VarId) -> Vec<(VarId, u32)> {
        let mut seen: Vec<(VarId, u32)> = Vec::new();
        for &instance in &self.explainer.groups.at[var.0 as usize] {
            let Some(house) = self.explainer.house(instance) else { continue };
            let new = house.cells.iter().filter(|&&cell| cell != var);
            let new: Vec<(VarId, u32)> = new
                .filter(|&&cell| seen.iter().all(|(known, _)| *known != cell))
                .map(|&cell| (cell, instance))
                .collect();
            seen.extend(new);
        }
        seen
    }

    /// All full houses and values that have so many places there, with these places.
    fn bases(&self, count: std::ops::Range<usize>) -> Vec<Base> {
        let known = &self.notes.known;
        let mut found = Vec::new();
        for instance in 0..self.pending.len() as u32 {
            let Some(house) = self.explainer.house(instance).filter(|house| house.is_full()) else {
                continue;
            };
            for value in house.listed(house.others(0)) {
                let places: Vec<VarId> =
                    house.cells.iter().copied().filter(|&cell| known.contains(cell, value)).collect();
                if count.contains(&places.len()) && places.iter().all(|&place| !known.is_fixed(place)) {
                    found.push((instance, value, places));
                }
            }
        }
        found
    }

    /// A place of a house, but of none of the bases, that still has a value.
    fn loses(&self, cover: &House, bases: &[&House], value: i64) -> Option<VarId> {
        let known = &self.notes.known;
        let outside = |cell: &VarId| bases.iter().all(|base| !base.holds(*cell));
        let mut cells = cover.cells.iter().copied().filter(outside);
        cells.find(|&cell| known.contains(cell, value) && !known.is_fixed(cell))
    }

    /// A step out of a loss.
    fn lost(&mut self, loss: Loss) -> Option<Step> {
        let Loss { var, value, instances, places, whole, rounds } = loss;
        let Finder { explainer, notes, desk, .. } = self;
        let facts = places.into_iter().filter(|&place| whole || desk.contains(place, value));
        let facts = facts.map(|place| {
            if whole || notes.placed[place.0 as usize] {
                Some(notes.known.fact(place))
            } else {
                desk.fact(place).without(desk, value)
            }
        });
        let facts = facts.collect::<Option<Vec<Fact>>>()?;
        let runs = instances.len() as u64;
        if !whole {
            return self.swept(Refuted { var, value, instances, facts, runs, rounds });
        }
        let tried = desk.fact_of(var, value);
        let groups = &mut explainer.groups;
        let mut refutes = |fewer: &[u32]| clash(groups, fewer, &facts, &tried, u64::MAX, desk);
        if !refutes(&instances) {
            return None;
        }
        let instances = minimal(instances, refutes);
        Some(self.refutation(Refuted { var, value, instances, facts, runs, rounds }, Kind::Together))
    }

    /// A step that takes a value from all places of the covers outside the bases; the covers come first.
    fn swept(&self, found: Refuted) -> Option<Step> {
        let houses: Vec<&House> =
            found.instances.iter().filter_map(|&instance| self.explainer.house(instance)).collect();
        let (covers, bases) = houses.split_at(houses.len() / 2);
        let (known, value) = (&self.notes.known, found.value);
        let mut cells = each_once(covers.iter().flat_map(|cover| cover.cells.iter().copied()));
        cells.retain(|&cell| {
            !known.is_fixed(cell) && known.contains(cell, value) && bases.iter().all(|base| !base.holds(cell))
        });
        let conclusions = cells.into_iter().filter_map(|cell| known.fact(cell).without(known, value));
        let step = self.refuting(found, Kind::Together, conclusions.collect(), Vec::new());
        step.technique.is_some().then_some(step)
    }
}
