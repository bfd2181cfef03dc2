//! What pays once a search takes long: packed positions without room for values that cannot be, and symmetric positions once.

use super::{MOST_ROWS, Question, System};
use crate::moves::codes::Code;
use crate::moves::rows::Rows;
use crate::moves::symmetry::Symmetry;
use crate::moves::symmetry::find::{Deed, Doings, mixed};

/// Symmetries are not looked for among more deeds than this.
const MOST_DEEDS: usize = 20_000;
/// The kind of a row, and that of values at which an act is not possible; others are tables plus this.
const WRITES: u32 = 0;
const IMPOSSIBLE: u32 = 1;
const TABLES: u32 = 2;
/// A value that is not written.
const KEPT: u32 = 0xffff;

impl System {
    /// Whether it was not yet asked what there is to tighten.
    pub fn could_tighten(&self) -> bool {
        self.unfixed.is_empty() && !self.tightened
    }

    /// Looks for symmetries, given some positions seen from one end or another, and uses them if there are many symmetric
    /// ones among these. Says whether it does. Positions packed before no longer mean anything then.
    pub fn use_symmetry(&mut self, start: &[Code], seen: &[Vec<Vec<Code>>]) -> bool {
        if !self.could_tighten() {
            return false;
        }
        self.tightened = true;
        let rows = self.rows(start, MOST_ROWS);
        let Some(doings) = self.doings(rows.as_ref()) else { return false };
        let mut exchanges = doings.exchanges();
        exchanges.retain(|exchange| self.is_unnoticed(exchange));
        let symmetry = Symmetry::new(&exchanges, &self.codes);
        self.symmetry = symmetry.filter(|symmetry| seen.iter().any(|seen| symmetry.pays(seen, &self.codes)));
        if self.symmetry.is_some() && rows.is_some_and(|rows| self.codes.narrow(&rows.values)) {
            self.symmetry = Symmetry::new(&exchanges, &self.codes);
        }
        self.symmetry.is_some()
    }

    /// Whether packed positions could become smaller.
    pub fn could_narrow(&self) -> bool {
        self.symmetry.is_none() && self.codes.words() > 1 && self.is_enumerable() && !self.codes.is_narrow()
    }

    /// Leaves room in packed positions for values alone that can be reached from `start`. Says whether that makes them
    /// smaller; positions packed before no longer mean anything then.
    pub fn narrow(&mut self, start: &[Code]) -> bool {
        self.could_narrow() && self.rows(start, MOST_ROWS).is_some_and(|rows| self.codes.narrow(&rows.values))
    }

    /// Puts the stand-in of all symmetric positions in the place of a packed one.
    #[inline]
    pub fn stand_in(&self, packed: &mut [u64]) {
        if let Some(symmetry) = &self.symmetry {
            symmetry.stand_in(packed);
        }
    }

    /// Whether laws and goal do not notice an exchange of places.
    fn is_unnoticed(&self, exchange: &[u32]) -> bool {
        let (Question::Compiled(laws), Question::Compiled(goals)) = (&self.laws, &self.goals) else {
            return false;
        };
        (0..).zip(exchange).all(|(place, &other)| self.codes.are_alike(place, other))
            && self.gauge.is_kept(laws, exchange)
            && self.gauge.is_kept(goals, exchange)
    }

    /// All that moves can do. Nothing if that is not known, or too much.
    fn doings(&self, rows: Option<&Rows>) -> Option<Doings> {
        let mut left = MOST_DEEDS;
        let mut moves = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            let mut acts = Vec::new();
            for (at, act) in self.acts[group.acts.clone()].iter().enumerate() {
                let mut deeds = Vec::new();
                if act.shared {
                    let parts = act.places.iter().copied().zip(0..).collect();
                    deeds.push(Deed { kind: TABLES + act.table, parts });
                } else {
                    let known = &rows?.groups[number][at];
                    for row in &known.rows {
                        let written = |place: u32| row.after.iter().find(|&&(other, _)| other == place);
                        let part = |&(place, code): &(u32, Code)| {
                            let after = written(place).map_or(KEPT, |&(_, code)| code.into());
                            (place, u32::from(code) << 16 | after)
                        };
                        deeds.push(Deed { kind: WRITES, parts: row.before.iter().map(part).collect() });
                    }
                    // Where an act is not possible, all of its move is not: that matters if there are others.
                    for values in known.impossible.iter().filter(|_| group.acts.len() > 1) {
                        let parts = values.iter().map(|&(place, code)| (place, u32::from(code))).collect();
                        deeds.push(Deed { kind: IMPOSSIBLE, parts });
                    }
                }
                left = left.checked_sub(deeds.len())?;
                acts.push(deeds);
            }
            moves.push(acts);
        }
        let colour = |place: u32| {
            let class = u64::from(self.codes.class(place));
            let values = rows.map(|rows| &rows.values[place as usize]);
            let mut values: Vec<Code> = values.cloned().unwrap_or_default();
            values.sort_unstable();
            values.into_iter().fold(class, |colour, code| mixed(colour, code.into()))
        };
        Some(Doings { moves, colours: (0..self.codes.len() as u32).map(colour).collect() })
    }
}
