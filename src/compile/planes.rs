//! Boards on which nothing counts but groups of different values: they are searched on planes of bits.

use super::Model;
use crate::solver::engine::{VarId, each_once};
use crate::solver::planes::Planes;

/// The groups of different variables that have been posted.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Each with the first of its propagators.
    groups: Vec<(Vec<VarId>, u32)>,
    /// The propagators of groups, by number.
    own: Vec<bool>,
    /// Whether something differs that is no plain variable.
    mixed: bool,
}

impl Groups {
    /// Remembers terms that differ; their propagators are those from this number on, up to the next `end`.
    pub(super) fn add(&mut self, terms: &[(VarId, i64)], first: usize) {
        let vars = each_once(terms.iter().map(|&(var, _)| var));
        let is_even = terms.iter().all(|&(_, offset)| offset == terms[0].1);
        self.mixed |= vars.len() < terms.len() || !is_even;
        self.groups.push((vars, first as u32));
        self.own.resize(first, false);
    }

    /// All propagators of the last group have been posted.
    pub(super) fn end(&mut self, count: usize) {
        self.own.resize(count, true);
    }
}

impl Model {
    /// Makes planes if groups say all there is to say: about variables by which solutions are told apart, and no others.
    pub(super) fn find_planes(&mut self) {
        let Groups { groups, own, mixed } = std::mem::take(&mut self.groups);
        let says_more =
            |number: u32| !own.get(number as usize).is_some_and(|&own| own) && self.engine.wakes(number);
        let says_all = !mixed
            && !groups.is_empty()
            && !self.broken
            && self.seen == self.engine.store.count()
            && !(0..self.engine.count() as u32).any(says_more);
        if says_all {
            self.problem.planes = Planes::new(&self.engine, groups);
        }
    }
}
