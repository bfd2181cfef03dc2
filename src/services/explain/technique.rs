//! Techniques: the names that people have for shapes of deductions, found from what a step rests on and what follows.
//!
//! All are about houses, and about any of them: rows and columns, boxes, diagonals, cages of different digits.

use super::find::Finder;
use super::houses::House;
use super::{Explainer, Kind, Known, Only, Step};
use crate::solver::engine::VarId;

/// A shape of deductions that has a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    /// The last open place of a house.
    FullHouse,
    /// A value that fits in one place of a house only.
    HiddenSingle,
    /// A place with one value left.
    NakedSingle,
    /// All places of a value in one house lie in another, whose other places lose it.
    LockedCandidates,
    /// So many places of a house share as many values, which its other places lose.
    Naked(usize),
    /// So many values of a house share as many places, which lose all other values.
    Hidden(usize),
    /// In so many houses all places of a value lie in as many others, whose other places lose it.
    Fish(usize),
    /// Three places with two of three values each: whichever value the first has, one of the other two has the third.
    XyWing,
}

impl Technique {
    /// The name, for people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Technique::FullHouse => "full house",
            Technique::HiddenSingle => "hidden single",
            Technique::NakedSingle => "naked single",
            Technique::LockedCandidates => "locked candidates",
            Technique::Naked(2) => "naked pair",
            Technique::Naked(3) => "naked triple",
            Technique::Naked(4) => "naked quad",
            Technique::Naked(_) => "naked set",
            Technique::Hidden(2) => "hidden pair",
            Technique::Hidden(3) => "hidden triple",
            Technique::Hidden(4) => "hidden quad",
            Technique::Hidden(_) => "hidden set",
            Technique::Fish(2) => "x-wing",
            Technique::Fish(3) => "swordfish",
            Technique::Fish(4) => "jellyfish",
            Technique::Fish(_) => "fish",
            Technique::XyWing => "xy-wing",
        }
    }
}

/// What a step shows.
type Shown = Option<(Technique, Vec<Only>)>;

impl Finder<'_> {
    /// Names a step. A place that holds a value already is none where another one fits: it is a fact the step rests on.
    pub(super) fn name_step(&self, step: &mut Step) {
        self.explainer.name_step(step);
        if !matches!(step.technique, Some(Technique::LockedCandidates | Technique::Fish(_))) {
            return;
        }
        let places = step.only.iter().flat_map(|only| only.places.iter().copied());
        let filled: Vec<VarId> = places.filter(|place| self.notes.placed[place.0 as usize]).collect();
        if filled.is_empty() {
            return;
        }
        step.only.iter_mut().for_each(|only| only.places.retain(|place| !filled.contains(place)));
        let facts = filled.into_iter().map(|place| self.notes.premise(self.notes.known.fact(place)));
        step.premises.extend(facts);
        step.premises.sort_by_key(|known| known.unknown);
        step.grounds = self.grounds(&step.premises);
    }
}

impl Explainer {
    /// Names a step, and says which values fit only in some places.
    pub(super) fn name_step(&self, step: &mut Step) {
        if let Some((technique, only)) = self.shown(step) {
            step.technique = Some(technique);
            step.only = only;
            if matches!(technique, Technique::LockedCandidates | Technique::Fish(_)) {
                step.chain.clear();
            }
        }
    }

    /// Whether a step is a fish, which no law alone can see.
    pub(super) fn is_fish(&self, step: &Step) -> bool {
        let based = |known: &&Known| step.conclusions.iter().all(|other| other.unknown != known.unknown);
        let premises = step.premises.iter().filter(based).cloned().collect();
        let plain = Step { premises, ..step.clone() };
        matches!(self.shown(&plain), Some((Technique::Fish(_), _)))
    }

    fn shown(&self, step: &Step) -> Shown {
        match (step.kind, &step.instances[..], step.tried) {
            (Kind::Left, _, None) => {
                let [known] = &step.conclusions[..] else { return None };
                let mut around = self.groups.at[known.unknown.0 as usize].iter();
                around.any(|&one| self.house(one).is_some()).then(|| (Technique::NakedSingle, Vec::new()))
            }
            (kind, &[instance], None) => self.set(step, kind, instance, self.house(instance)?),
            (Kind::Together | Kind::LookAhead, instances, Some((var, value, _))) => {
                let houses: Option<Vec<&House>> =
                    instances.iter().map(|&instance| self.house(instance)).collect();
                let houses = houses?;
                self.fish(step, &houses, var, value).or_else(|| self.wing(step, value))
            }
            _ => None,
        }
    }

    /// The values that a premise leaves, as bits of a house.
    fn left(&self, house: &House, premise: &Known) -> u64 {
        let declared = &self.declared;
        house.bits(declared.values(premise.unknown).filter(|&value| premise.fact.allows(declared, value)))
    }

    /// Places that share as many values.
    fn set(&self, step: &Step, kind: Kind, instance: u32, house: &House) -> Shown {
        let concluded = |var: VarId| step.conclusions.iter().any(|known| known.unknown == var);
        let set: Vec<&Known> = step.premises.iter().filter(|known| !concluded(known.unknown)).collect();
        let values = set.iter().fold(0, |all, known| all | self.left(house, known));
        if step.conclusions.is_empty() || values.count_ones() as usize != set.len() {
            return None;
        }
        let open = set.iter().filter(|known| known.is.is_none()).count();
        if open == 0 {
            return (kind == Kind::Finished).then(|| (Technique::FullHouse, Vec::new()));
        }
        let rest = house.cells.iter().copied().filter(|&var| set.iter().all(|known| known.unknown != var));
        let places: Vec<VarId> = rest.collect();
        if !house.is_full() || places.len() > open {
            return (open > 1).then(|| (Technique::Naked(open), Vec::new()));
        }
        let only = Only { instance, values: house.listed(house.others(values)), places };
        let technique = match only.places.len() {
            1 => Technique::HiddenSingle,
            size => Technique::Hidden(size),
        };
        Some((technique, vec![only]))
    }

    /// Houses in which all places of a value lie in as many others.
    fn fish(&self, step: &Step, houses: &[&House], var: VarId, value: i64) -> Shown {
        let size = houses.len() / 2;
        if houses.len() % 2 == 1 || size > 4 {
            return None;
        }
        let out = |cell: VarId| {
            let premise = step.premises.iter().find(|known| known.unknown == cell);
            !self.declared.contains(cell, value)
                || premise.is_some_and(|known| !known.fact.allows(&self.declared, value))
        };
        (0_u32..1 << houses.len()).filter(|bases| bases.count_ones() as usize == size).find_map(|bases| {
            let is_base = |at: usize| bases >> at & 1 == 1;
            let all = || houses.iter().enumerate();
            let base: Vec<&House> = all().filter(|(at, _)| is_base(*at)).map(|(_, house)| *house).collect();
            let covered = |cell: VarId| all().any(|(at, house)| !is_base(at) && house.holds(cell));
            let based = |cell: VarId| base.iter().filter(|house| house.holds(cell)).count();
            let sound = base.iter().all(|house| {
                house.is_full()
                    && house.cells.iter().all(|&cell| based(cell) == 1 && (covered(cell) || out(cell)))
            });
            let hit =
                |known: &Known| known.not == [value] && covered(known.unknown) && based(known.unknown) == 0;
            let needed = step.premises.iter().all(|known| based(known.unknown) == 1);
            if !sound || !needed || !covered(var) || !step.conclusions.iter().all(hit) {
                return None;
            }
            let only = all().filter(|(at, _)| is_base(*at)).map(|(at, house)| Only {
                instance: step.instances[at],
                values: vec![value],
                places: house.cells.iter().copied().filter(|&cell| !out(cell)).collect(),
            });
            let technique = if size == 1 { Technique::LockedCandidates } else { Technique::Fish(size) };
            Some((technique, only.collect()))
        })
    }

    /// Three places with two of three values each.
    fn wing(&self, step: &Step, value: i64) -> Shown {
        let [_, _, _] = step.premises[..] else { return None };
        let left = |known: &Known| -> Vec<i64> {
            let declared = &self.declared;
            declared.values(known.unknown).filter(|&value| known.fact.allows(declared, value)).collect()
        };
        let pairs: Vec<Vec<i64>> = step.premises.iter().map(left).collect();
        let mut all: Vec<i64> = pairs.concat();
        all.sort_unstable();
        let twice = all.chunk_by(|one, other| one == other).all(|same| same.len() == 2);
        let shape = pairs.iter().all(|pair| pair.len() == 2) && twice && all.contains(&value);
        shape.then(|| (Technique::XyWing, Vec::new()))
    }
}
