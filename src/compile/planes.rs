//! Boards on which nothing counts but groups of different values, or lines of two: they are searched on planes of bits.

use std::ops::Range;

use super::Model;
use crate::base::number::Sign;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::engine::{VarId, each_once};
use crate::solver::planes::Planes;

/// The groups of different variables that have been posted.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Each with the first of its propagators.
    posted: Vec<(Vec<VarId>, u32)>,
    /// The propagators of groups, by number, and those that have nothing more to say.
    own: Vec<bool>,
    /// Whether something differs that is no plain variable.
    mixed: bool,
}

impl Groups {
    /// Remembers terms that differ; `first` is the first of their propagators.
    pub(super) fn group(&mut self, terms: &[(VarId, i64)], first: usize) {
        let vars = each_once(terms.iter().map(|&(var, _)| var));
        let is_even = terms.iter().all(|&(_, offset)| offset == terms[0].1);
        self.mixed |= vars.len() < terms.len() || !is_even;
        self.posted.push((vars, first as u32));
    }

    /// Remembers that these propagators say what groups or domains say.
    pub(super) fn own(&mut self, numbers: Range<usize>) {
        self.own.resize(numbers.start, false);
        self.own.resize(numbers.end, true);
    }

    /// Remembers a comparison that is about to be posted if it says that two variables differ.
    pub(super) fn pair(&mut self, linear: &Linear, number: usize) {
        if let [(factor, View::Var(one)), (other_factor, View::Var(other))] = linear.terms[..]
            && (linear.sign, linear.constant, factor + other_factor) == (Sign::NotZero, 0, 0)
            && one != other
        {
            self.group(&[(one, 0), (other, 0)], number);
            self.own(number..number + 1);
        }
    }
}

impl Model {
    /// Makes planes if groups, or lines of two values, say all there is to say: about variables by which solutions are told
    /// apart, and no others.
    pub(super) fn find_planes(&mut self) {
        let Groups { posted, own, mixed } = std::mem::take(&mut self.groups);
        let lines = std::mem::take(&mut self.lines);
        if self.broken || self.seen < self.engine.store.count() {
            return;
        }
        if posted.is_empty() {
            self.problem.planes = lines.and_then(|lines| lines.planes(&self.engine));
            return;
        }
        let says_more =
            |number: u32| !own.get(number as usize).is_some_and(|&own| own) && self.engine.wakes(number);
        let says_all = !mixed && !(0..self.engine.count() as u32).any(says_more);
        if says_all {
            self.problem.planes = Planes::new(&self.engine, posted);
        }
    }
}
