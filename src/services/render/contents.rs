//! What cells hold: values, and candidates where no value is known.

use super::figures::Spelling;
use super::scene::{Content, Pencil, Scene};
use super::{View, places};
use crate::base::hash::Map;
use crate::board::eval::World;
use crate::board::unknown::UnknownId;
use crate::language::term::TermId;

/// Pencil marks hold no more values than this; a cell that may have more is left empty.
const MOST_PENCILLED: u64 = 25;

/// What is known of the unknowns, and how values are written.
pub struct Contents<'a> {
    /// Places and unknowns.
    pub world: &'a World,
    /// Candidates, and which of them are struck out.
    pub view: &'a View<'a>,
    /// The values to be seen.
    pub values: &'a [Option<TermId>],
    /// How the rule set wants values to be written.
    pub spelling: &'a Spelling,
}

impl Contents<'_> {
    /// Fills the cells; unknowns without a board are listed. All values may count as given.
    pub fn fill(&self, all_given: bool, scene: &mut Scene) {
        let given: Map<UnknownId, TermId> = self.world.given.values.iter().copied().collect();
        for (index, unknown) in self.world.unknowns.iter().enumerate() {
            let id = UnknownId(index as u32);
            let value = self.values[index];
            let Some((row, column)) = self.world.coordinates(unknown.place) else {
                if let (true, Some(value)) = (scene.rows == 0 && !unknown.hidden, value) {
                    scene.others.push((self.world.show(unknown.place), self.spelled(value)));
                }
                continue;
            };
            let content = match value {
                Some(value) if all_given || given.get(&id) == Some(&value) => {
                    Content::Given(self.spelled(value))
                }
                Some(value) => Content::Found(self.spelled(value)),
                None => Content::Open(self.pencil(id)),
            };
            let (row, column) = (row as i32, column as i32);
            if matches!(&content, Content::Open(pencil) if !pencil.is_empty()) {
                scene.make_room(row, column);
            }
            if let Some(cell) = scene.cell_mut(row, column) {
                cell.content = content;
            }
        }
    }

    /// The value of an unknown that is no cell in a few signs, or what is ruled out for it, or what is left.
    pub fn label(&self, place: TermId) -> String {
        let Some(id) = self.world.unknown(place) else { return String::new() };
        let listed = |values: &[TermId]| {
            let words: Vec<String> = values.iter().map(|&value| places::word(self.world, value)).collect();
            words.join(",")
        };
        let struck = self.struck(id);
        match self.values[id.0 as usize] {
            Some(value) => self.spelled(value),
            None if struck.is_empty() => {
                self.view.candidates.get(id.0 as usize).map_or_else(String::new, |left| listed(left))
            }
            None => format!("≠{}", listed(&struck)),
        }
    }

    /// A value as the rule set wants it written.
    pub fn spelled(&self, value: TermId) -> String {
        self.spelling.get(&value).cloned().unwrap_or_else(|| places::word(self.world, value))
    }

    fn struck(&self, id: UnknownId) -> Vec<TermId> {
        self.view.struck.iter().filter(|(of, _)| *of == id).map(|&(_, value)| value).collect()
    }

    /// The pencil marks of a cell, each at its own place among the values of the domain.
    fn pencil(&self, id: UnknownId) -> Vec<Pencil> {
        let domain = &self.world.unknowns[id.0 as usize].domain;
        let left = self.view.candidates.get(id.0 as usize).map_or(&[][..], Vec::as_slice);
        let struck = self.struck(id);
        let mut all: Vec<TermId> = left.to_vec();
        all.extend(struck.iter().filter(|value| !left.contains(value)));
        all.sort_by(|&one, &other| self.world.terms.order(one, other));
        if all.len() as u64 > MOST_PENCILLED {
            return Vec::new();
        }
        let small = domain.len() <= MOST_PENCILLED;
        let marks = all.iter().enumerate().map(|(nth, &value)| {
            let place = places::rank(self.world, domain, value).filter(|_| small).unwrap_or(nth);
            // What is not written as a value has to be named among candidates.
            let text = self.spelling.get(&value).filter(|text| !text.is_empty()).cloned();
            let text = text.unwrap_or_else(|| places::word(self.world, value));
            let of = if small { domain.len() as usize } else { all.len() };
            Pencil { text, place, of, struck: struck.contains(&value) }
        });
        marks.collect()
    }
}
