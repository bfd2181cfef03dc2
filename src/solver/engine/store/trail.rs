//! The trail: all changes in force, oldest first, so that a level can be undone and a change explained.

use super::{Mark, Store, VarId};

/// One change of a domain: enough to undo it, and to ask why.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The variable.
    pub var: VarId,
    /// The propagator that did it; [`Store::DECISION`] for a decision, [`Store::GIVEN`] for a given.
    pub cause: u32,
    /// The word it was made in.
    pub(in crate::solver::engine) word: u32,
    /// The change of the same word before this one; [`Change::NONE`] if there is none.
    pub(in crate::solver::engine) before: u32,
    /// What the word was.
    pub(in crate::solver::engine) old: u64,
}

impl Change {
    /// No change.
    pub(in crate::solver::engine) const NONE: u32 = u32::MAX;
}

/// A level that is open: where its changes begin on the trail, and which of all levels ever opened it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    start: u32,
    opened: u32,
}

/// A state of the store to come back to: everything it knew then is known as long as it is in force.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    level: usize,
    opened: u32,
    /// How many changes there were.
    pub changes: usize,
}

impl Store {
    /// The state of the store now.
    pub fn now(&self) -> Moment {
        let opened = self.levels.last().map_or(0, |level| level.opened);
        Moment { level: self.levels.len(), opened, changes: self.trail.len() }
    }

    /// Whether nothing has been undone that was known at a moment.
    pub fn is_in_force(&self, moment: &Moment) -> bool {
        moment.level == 0
            || self.levels.get(moment.level - 1).is_some_and(|level| level.opened == moment.opened)
    }

    /// The number of decisions in force.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level: everything from here on can be undone together.
    pub fn push_level(&mut self) {
        self.opened = self.opened.wrapping_add(1);
        self.levels.push(Level { start: self.trail.len() as u32, opened: self.opened });
    }

    /// Undoes the last level.
    pub fn pop_level(&mut self) {
        let level = self.levels.pop();
        debug_assert!(level.is_some(), "a level is open");
        while self.trail.len() > level.map_or(0, |level| level.start as usize) {
            self.undo_change();
        }
        self.changed.clear();
    }

    /// All changes in force, oldest first.
    pub fn trail(&self) -> &[Change] {
        &self.trail
    }

    /// The domains as they were when the trail had this many changes, without the way there.
    pub(in crate::solver::engine) fn domains_at(&self, changes: usize) -> Store {
        let (vars, words) = (self.vars.clone(), self.words.clone());
        let marks = self.marks.iter().map(|mark| Mark { last: Change::NONE, ..*mark }).collect();
        let mut earlier = Store { vars, words, marks, ..Store::default() };
        self.trail[changes..].iter().rev().for_each(|change| earlier.take_back(change));
        earlier
    }

    /// Puts the domain of a changed variable back as it was before the change.
    pub(in crate::solver::engine) fn take_back(&mut self, change: &Change) {
        self.words[change.word as usize] = change.old;
    }

    /// How long the trail was when a level was opened, or is if that is not open; levels are numbered from 1.
    #[cfg(feature = "proof")]
    pub(in crate::solver::engine) fn start_of(&self, level: usize) -> u32 {
        let open = level.checked_sub(1).map(|level| self.levels.get(level));
        open.map_or(0, |open| open.map_or(self.trail.len() as u32, |level| level.start))
    }

    /// The level at which a change of the trail was made.
    #[cfg(feature = "proof")]
    pub(in crate::solver::engine) fn level_of(&self, change: usize) -> usize {
        self.levels.partition_point(|level| level.start as usize <= change)
    }

    /// Takes the last change back.
    pub(in crate::solver::engine) fn undo_change(&mut self) -> Option<Change> {
        let change = self.trail.pop()?;
        self.take_back(&change);
        self.marks[change.word as usize].last = change.before;
        Some(change)
    }

    /// The first word of a variable's domain.
    #[inline]
    pub fn first_word(&self, var: VarId) -> u32 {
        self.vars[var.0 as usize].first
    }

    /// The bits of a word.
    #[inline]
    pub fn at(&self, word: u32) -> u64 {
        self.words[word as usize]
    }

    /// Of which variable's domain a word is.
    #[inline]
    pub(in crate::solver::engine) fn var_of(&self, word: u32) -> VarId {
        self.marks[word as usize].var
    }

    /// How many words all domains have.
    pub(in crate::solver::engine) fn words(&self) -> usize {
        self.words.len()
    }

    /// The last change of a word; [`Change::NONE`] if there is none.
    #[inline]
    #[cfg(feature = "proof")]
    pub(in crate::solver::engine) fn last_change(&self, word: u32) -> u32 {
        self.marks[word as usize].last
    }

    /// The bits of a word as they were when the trail had this many changes.
    #[inline]
    pub(in crate::solver::engine) fn at_change(&self, word: u32, changes: u32) -> u64 {
        let (mut bits, mut last) = (self.words[word as usize], self.marks[word as usize].last);
        while last != Change::NONE && last >= changes {
            let change = &self.trail[last as usize];
            (bits, last) = (change.old, change.before);
        }
        bits
    }

    /// The bits that the last change has left in its word.
    #[cfg(test)]
    pub(in crate::solver::engine) fn last_made(&self) -> u64 {
        self.trail.last().map_or(0, |change| self.words[change.word as usize])
    }

    /// Puts bits into a word, without a way back.
    pub(in crate::solver::engine) fn put_word(&mut self, word: u32, bits: u64) {
        self.words[word as usize] = bits;
    }
}
