//! Guards: where a move acts only if single places have certain values, these are known beforehand, and the evaluator need not be
//! asked at which others it rests.

use smallvec::SmallVec;

use super::System;
use crate::base::hash::Map;
use crate::board::formula::Formula;
use crate::board::ground::moves as rules;
use crate::language::term::FormulaId;
use crate::moves::codes::Code;

/// A place, and the values there with which an act need not rest, as bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Guard {
    pub(super) place: u32,
    pub(super) values: u64,
}

impl Guard {
    /// Whether a position has such a value there.
    #[inline]
    pub(super) fn lets(self, position: &[Code]) -> bool {
        self.values >> position[self.place as usize] & 1 == 1
    }
}

/// All that an act demands of single places, the rarest first.
pub(super) type Guards = SmallVec<[Guard; 4]>;

/// A value is a bit of a guard.
const MOST_VALUES: usize = 64;

impl System {
    /// What conditions of acts demand of single places: for each act its guards, or nothing if it demands anything else
    /// or some value has no bit.
    pub(super) fn guards(&mut self, conditions: &[FormulaId]) -> Vec<Option<Guards>> {
        let few = |place: u32| self.codes.known(place) <= MOST_VALUES;
        if !self.codes.is_whole() || !(0..self.codes.len() as u32).all(few) {
            return vec![None; conditions.len()];
        }
        let values = rules::start(&mut self.world);
        let start = self.position(&values);
        let mut known: Map<FormulaId, Option<Guard>> = Map::default();
        let mut all = Vec::with_capacity(conditions.len());
        for &condition in conditions {
            let mut parts = Vec::new();
            self.conjuncts_of(condition, &mut parts);
            let guards: Option<Guards> = parts
                .into_iter()
                .map(|part| match known.get(&part) {
                    Some(&guard) => guard,
                    None => {
                        let guard = self.guard(part);
                        known.insert(part, guard);
                        guard
                    }
                })
                .collect();
            all.push(guards.map(joined));
        }
        // What few places have at first is most likely to tell.
        let mut common: Map<(u16, u64), usize> = Map::default();
        let mut often = |guard: Guard| {
            let class = self.codes.class(guard.place);
            let places =
                || start.iter().flatten().zip(0..).filter(|&(_, place)| self.codes.class(place) == class);
            *common
                .entry((class, guard.values))
                .or_insert_with(|| places().filter(|&(code, _)| guard.values >> code & 1 == 1).count())
        };
        for guards in all.iter_mut().flatten() {
            guards.sort_by_cached_key(|&guard| often(guard));
        }
        all
    }

    /// The conditions that all hold where this one does. That something is so for all of a list means that it is not
    /// otherwise for any.
    fn conjuncts_of(&mut self, condition: FormulaId, parts: &mut Vec<FormulaId>) {
        match self.world.formulas.get(condition).clone() {
            Formula::And(inner) => inner.iter().for_each(|&part| self.conjuncts_of(part, parts)),
            Formula::Not(inner) => match self.world.formulas.get(inner).clone() {
                Formula::Or(inner) => {
                    for &part in &inner {
                        let otherwise = self.world.formulas.not(part);
                        self.conjuncts_of(otherwise, parts);
                    }
                }
                _ => parts.push(condition),
            },
            _ => parts.push(condition),
        }
    }

    /// A condition on a single place.
    fn guard(&mut self, condition: FormulaId) -> Option<Guard> {
        let steps = self.build().condition(condition)?;
        self.gauge.keep_up(&self.codes);
        let (place, truths) = self.gauge.about_one(&steps)?;
        let values = truths.iter().zip(0..).filter(|&(&truth, _)| truth == 1).map(|(_, code)| 1_u64 << code);
        Some(Guard { place, values: values.sum() })
    }
}

/// Guards of one place made one.
fn joined(guards: Guards) -> Guards {
    let mut joined = Guards::new();
    for guard in guards {
        match joined.iter_mut().find(|known| known.place == guard.place) {
            Some(known) => known.values &= guard.values,
            None => joined.push(guard),
        }
    }
    joined
}
