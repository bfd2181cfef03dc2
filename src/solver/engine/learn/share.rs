//! What one search tells others about the same puzzle, and hears from them: values out of the question for good, and short clauses.
//!
//! Each numbers atoms in its own way, so that literals are told by where their values stand in the store.

use super::Learner;
use super::atoms::{Lit, Place};
use crate::solver::engine::store::Conflict;

/// That a value, by where it stands in the store, is its variable's, or is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    word: u32,
    bit: u8,
    holds: bool,
}

/// A clause, in words that other searches understand.
pub type Telling = Box<[Told]>;

/// Longer clauses are of use to few, and dear to all.
const LONGEST: usize = 5;

/// Literals of a clause that is told came to fail on so few levels.
const NEAREST: u32 = 2;

/// What has been learned and not been told yet.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// Whether anybody listens.
    is_open: bool,
    clauses: Vec<Telling>,
    /// So many literals that hold for good have been told.
    told: usize,
}

impl Learner {
    /// From now on keeps what is worth telling, or does not, since nobody listens.
    pub fn keep_news(&mut self, kept: bool) {
        self.outbox.is_open = kept;
    }

    /// The clause that was just learned, whose literals came to fail on so many levels, may be worth telling.
    pub(super) fn note_news(&mut self, blocks: u32) {
        let count = self.clause.len();
        let is_short = count <= 2 || count <= LONGEST && blocks <= NEAREST;
        if self.outbox.is_open && is_short && self.clause.iter().all(|&lit| self.is_told(lit)) {
            let clause = self.clause.iter().map(|&lit| self.in_words(lit)).collect();
            self.outbox.clauses.push(clause);
        }
    }

    /// Whether others know what a literal is about.
    fn is_told(&self, lit: Lit) -> bool {
        !self.known.atoms.is_helper(lit.atom())
    }

    fn in_words(&self, lit: Lit) -> Told {
        // The denial of an atom loses its own value.
        let Place { word, bit } = self.known.atoms.lost(Lit::new(lit.atom(), false));
        Told { word, bit: bit as u8, holds: lit.is_positive() }
    }

    /// The clauses that have been learned since it was last asked.
    pub fn new_clauses(&mut self) -> Vec<Telling> {
        std::mem::take(&mut self.outbox.clauses)
    }

    /// What has come to hold for good since it was last asked; no decision is in force.
    pub fn new_facts(&mut self) -> Vec<Telling> {
        debug_assert_eq!(self.known.level(), 0, "what holds now holds for good");
        let facts = &self.known.trail[self.outbox.told..];
        self.outbox.told = self.known.trail.len();
        let told = facts.iter().filter(|&&lit| self.is_told(lit));
        told.map(|&lit| -> Telling { [self.in_words(lit)].into() }).collect()
    }

    /// Takes over what another search has found out; no decision is in force. A conflict if there
    /// are no more solutions.
    pub fn hear(&mut self, clause: &[Told]) -> Result<(), Conflict> {
        let literal = |told: &Told| {
            let lit = self.known.atoms.known(Place { word: told.word, bit: told.bit.into() });
            if told.holds { lit } else { lit.not() }
        };
        let mut literals: Vec<Lit> = clause.iter().map(literal).collect();
        if self.known.require(&mut literals) { Ok(()) } else { Err(Conflict) }
    }
}
