//! The trail: all changes in force, oldest first, so that a level can be undone and a change explained.

use super::{Store, VarId};

/// One change of a domain: enough to undo it, and to ask why.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The variable.
    pub var: VarId,
    /// The propagator that did it; [`Store::DECISION`] for a decision, [`Store::GIVEN`] for a given.
    pub cause: u32,
    pub(super) word: u32,
    pub(super) old: u64,
}

impl Store {
    /// The number of decisions in force.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level: everything from here on can be undone together.
    pub fn push_level(&mut self) {
        self.levels.push(self.trail.len() as u32);
    }

    /// Undoes the last level.
    pub fn pop_level(&mut self) {
        let start = self.levels.pop();
        debug_assert!(start.is_some(), "a level is open");
        while self.trail.len() > start.unwrap_or(0) as usize {
            self.undo_change();
        }
        self.changed.clear();
    }

    /// All changes in force, oldest first.
    pub fn trail(&self) -> &[Change] {
        &self.trail
    }

    /// How long the trail was when the last level was opened.
    pub(in crate::solver::engine) fn level_start(&self) -> usize {
        self.levels.last().map_or(0, |&start| start as usize)
    }

    /// The domains as they were when the trail had this many changes, without the way there.
    pub(in crate::solver::engine) fn domains_at(&self, changes: usize) -> Store {
        let (vars, words) = (self.vars.clone(), self.words.clone());
        let mut earlier = Store { vars, words, ..Store::default() };
        self.trail[changes..].iter().rev().for_each(|change| earlier.take_back(change));
        earlier
    }

    /// Puts the domain of a changed variable back as it was before the change.
    pub(in crate::solver::engine) fn take_back(&mut self, change: &Change) {
        self.words[change.word as usize] = change.old;
    }

    /// The level at which a change of the trail was made.
    pub(in crate::solver::engine) fn level_of(&self, change: usize) -> usize {
        self.levels.partition_point(|&start| start as usize <= change)
    }

    /// Takes the last change back.
    pub(in crate::solver::engine) fn undo_change(&mut self) -> Option<Change> {
        let change = self.trail.pop()?;
        self.take_back(&change);
        Some(change)
    }
}
