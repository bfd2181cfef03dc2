//! What placeholders stand for, and the trail by which that is taken back.

use super::World;
use crate::language::term::{Node, TermId, Terms};

/// Room for what a small question needs, so that it does not grow step by step.
const FEW: usize = 64;
const UNBOUND: TermId = TermId(u32::MAX);

/// The placeholders of one run, by their numbers.
pub(super) struct Bindings {
    values: Vec<TermId>,
    /// The term of each placeholder.
    terms: Vec<TermId>,
    trail: Vec<u32>,
}

impl Bindings {
    pub(super) fn new() -> Bindings {
        let room = || Vec::with_capacity(FEW);
        Bindings { values: room(), terms: room(), trail: Vec::with_capacity(FEW) }
    }

    /// Makes new unbound placeholders and returns the first one's number.
    pub(super) fn add(&mut self, count: usize, world: &mut World) -> u32 {
        let base = self.values.len();
        self.values.resize(base + count, UNBOUND);
        while self.terms.len() < self.values.len() {
            self.terms.push(world.placeholder(self.terms.len()));
        }
        base as u32
    }

    /// How many placeholders there are.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.values.len() as u32
    }

    /// The term of a placeholder, unbound or not.
    pub(super) fn term(&self, var: u32) -> TermId {
        self.terms[var as usize]
    }

    pub(super) fn bind(&mut self, var: u32, term: TermId) {
        debug_assert!(self.values[var as usize] == UNBOUND, "a placeholder is bound once");
        self.values[var as usize] = term;
        self.trail.push(var);
    }

    /// Lets a placeholder stand for a term, whatever it stood for, without a trace.
    #[inline]
    pub(super) fn put(&mut self, var: u32, term: TermId) {
        self.values[var as usize] = term;
    }

    /// The term that was [put](Bindings::put) in the place of a placeholder.
    #[inline]
    pub(super) fn get(&self, var: u32) -> TermId {
        debug_assert!(self.values[var as usize] != UNBOUND, "code asks for what is bound");
        self.values[var as usize]
    }

    /// The same, if there is one.
    #[inline]
    pub(super) fn put_for(&self, var: u32) -> Option<TermId> {
        Some(self.values[var as usize]).filter(|&term| term != UNBOUND)
    }

    /// Lets a placeholder stand for nothing, without a trace.
    #[inline]
    pub(super) fn clear(&mut self, var: u32) {
        self.values[var as usize] = UNBOUND;
    }

    /// Follows bindings until a term shows.
    #[inline]
    pub(super) fn deref(&self, mut term: TermId, terms: &Terms) -> TermId {
        while let &Node::Var(var) = terms.node(term) {
            let bound = self.values[var as usize];
            if bound == UNBOUND {
                return term;
            }
            term = bound;
        }
        term
    }

    /// What a placeholder stands for: a term, or itself.
    #[inline]
    pub(super) fn value(&self, var: u32, terms: &Terms) -> TermId {
        let bound = self.values[var as usize];
        if bound == UNBOUND { self.terms[var as usize] } else { self.deref(bound, terms) }
    }

    /// Lets the bindings made since a mark stay, whatever is taken back.
    pub(super) fn keep(&mut self, mark: u32) {
        self.trail.truncate(mark as usize);
    }

    /// Forgets all placeholders but the first ones, and that others were bound.
    #[inline]
    pub(super) fn leave(&mut self, count: u32) {
        self.values.truncate(count as usize);
        while self.trail.last().is_some_and(|&var| var >= count) {
            self.trail.pop();
        }
    }

    /// How many bindings have been made.
    pub(super) fn mark(&self) -> u32 {
        self.trail.len() as u32
    }

    /// Takes back the bindings made since a mark.
    pub(super) fn undo_to(&mut self, mark: u32) {
        for &var in &self.trail[mark as usize..] {
            self.values[var as usize] = UNBOUND;
        }
        self.trail.truncate(mark as usize);
    }

    /// Forgets all placeholders but the first ones.
    #[inline]
    pub(super) fn truncate(&mut self, count: u32) {
        self.values.truncate(count as usize);
    }

    /// Forgets all placeholders but the first ones, and how they were bound.
    pub(super) fn reset(&mut self, kept: usize) {
        self.values.truncate(kept);
        self.trail.clear();
    }
}
