//! Moves backwards: which positions lead to a given one.
//!
//! What a move does at one place is known in full once its tree of reads has been walked through, value by value. Each
//! way to write there can then be undone: the places it read get back the values that were read. Where several acts make
//! up one move, every choice of them is undone, and only what the move really leads from counts.

use super::codes::Code;
use super::rows::{ActRows, Row};
use super::system::{Expansion, System, Trouble};
use crate::base::hash::Map;

/// An act, backwards.
#[derive(Clone, Debug, Default)]
struct Undo {
    rows: Vec<Row>,
    /// Rows by the first place they write and its value afterwards.
    by_write: Map<(u32, Code), Vec<u32>>,
    /// The first places of all rows.
    firsts: Vec<u32>,
    /// Whether it may also leave everything as it is.
    may_rest: bool,
}

/// All moves backwards: the acts of each group.
#[derive(Clone, Debug)]
pub struct Inverse {
    groups: Vec<Vec<Undo>>,
}

/// So many outcomes are looked at.
const MOST_ROWS: usize = 20_000;

impl Inverse {
    /// Walks through all that moves can do on the way from `start`. Nothing if that is too much, or moves act at places
    /// that depend on values.
    pub fn new(system: &mut System, start: &[Code]) -> Option<Inverse> {
        let rows = system.rows(start, MOST_ROWS)?;
        let undo = |rows: ActRows| {
            let mut undo = Undo { may_rest: rows.may_rest, ..Undo::default() };
            rows.rows.into_iter().for_each(|row| undo.add(row));
            undo
        };
        let groups = rows.groups.into_iter().map(|acts| acts.into_iter().map(undo).collect()).collect();
        Some(Inverse { groups })
    }

    /// Finds all positions from which one move leads to this one, as changes that lead back.
    pub fn expand(
        &self,
        system: &mut System,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        found.clear();
        let mut expansion = Expansion::default();
        for (group, undos) in self.groups.iter().enumerate() {
            let mut candidates = Vec::new();
            undone(undos, position, &mut Vec::new(), &mut candidates);
            for candidate in candidates {
                let mut earlier = position.to_vec();
                candidate.iter().for_each(|&(place, code)| earlier[place as usize] = code);
                system.expand_one(group, &earlier, &mut expansion)?;
                if expansion.is_empty() {
                    continue;
                }
                let mut later = earlier.clone();
                expansion.get(0).1.iter().for_each(|&(place, code)| later[place as usize] = code);
                if later == position {
                    found.add(expansion.get(0).0, &candidate);
                }
            }
        }
        Ok(())
    }
}

impl Undo {
    fn add(&mut self, row: Row) {
        let Some(&first) = row.after.first() else { return };
        if !self.firsts.contains(&first.0) {
            self.firsts.push(first.0);
        }
        self.by_write.entry(first).or_default().push(self.rows.len() as u32);
        self.rows.push(row);
    }
}

/// All ways to undo one row of some of the acts, as values before the move.
fn undone(
    undos: &[Undo],
    position: &[Code],
    before: &mut Vec<(u32, Code)>,
    candidates: &mut Vec<Vec<(u32, Code)>>,
) {
    let Some((undo, rest)) = undos.split_first() else {
        if !before.is_empty() && !candidates.contains(before) {
            candidates.push(before.clone());
        }
        return;
    };
    if undo.may_rest {
        undone(rest, position, before, candidates);
    }
    for &first in &undo.firsts {
        let key = (first, position[first as usize]);
        for &row in undo.by_write.get(&key).into_iter().flatten() {
            let row = &undo.rows[row as usize];
            if row.after.iter().any(|&(place, code)| position[place as usize] != code) {
                continue;
            }
            let known = before.len();
            let mut fits = true;
            for &(place, code) in &row.before {
                match before.iter().find(|&&(known, _)| known == place) {
                    Some(&(_, other)) => fits &= other == code,
                    None => before.push((place, code)),
                }
            }
            if fits {
                undone(rest, position, before, candidates);
            }
            before.truncate(known);
        }
    }
}
