//! The check of solutions, and their way to whoever asked for them.

use super::found::Found;
use super::{Failure, Wish, accept, judged, terms};
use crate::board::draw::Pen;
use crate::board::eval::World;
use crate::board::meaning::Judge;
use crate::compile::Truth;
use crate::language::term::FormulaId;

/// What it takes to check solutions.
pub(super) struct Means<'s> {
    pub(super) judge: &'s mut World,
    pub(super) codes: &'s [Vec<i64>],
    pub(super) instances: &'s [FormulaId],
    pub(super) quick: &'s mut Option<Judge>,
    pub(super) truth: &'s Truth,
}

impl Means<'_> {
    /// Checks a solution as is wished for one of this number, from 1 on.
    pub(super) fn check(&mut self, wish: &Wish, number: u64, values: &[i64]) -> Result<(), Failure> {
        let by_rules = wish.is_by_rules(number);
        let is_broken = !by_rules
            && wish.judged
            && judged(self.quick, self.instances, self.truth.conditions(), values).is_some();
        if by_rules || is_broken {
            let terms = terms(self.judge, self.codes, values);
            accept(self.judge, &terms)?;
        }
        if is_broken {
            let told = "the solver found values that break an instance of a law".to_owned();
            return Err(Failure::Refused(told));
        }
        Ok(())
    }
}

/// Checks solutions in the order in which they are found, and hands them over.
pub(super) struct Inspection<'s> {
    means: Means<'s>,
    wish: &'s Wish,
    pen: &'s mut Option<Pen>,
    found: &'s mut dyn FnMut(Found<'_>),
    /// How many solutions were found, and how many of them were accepted.
    count: u64,
    pub(super) accepted: u64,
    pub(super) refused: Option<Failure>,
}

impl<'s> Inspection<'s> {
    pub(super) fn new(
        means: Means<'s>,
        wish: &'s Wish,
        pen: &'s mut Option<Pen>,
        found: &'s mut dyn FnMut(Found<'_>),
    ) -> Inspection<'s> {
        Inspection { means, wish, pen, found, count: 0, accepted: 0, refused: None }
    }

    /// A solution was found; whether more are wanted.
    pub(super) fn see(&mut self, values: &[i64]) -> bool {
        self.count += 1;
        match self.means.check(self.wish, self.count, values) {
            Ok(()) => self.accept(values),
            Err(failure) => self.refused = Some(failure),
        }
        self.refused.is_none() && self.wish.most.is_none_or(|most| self.count < most)
    }

    fn accept(&mut self, values: &[i64]) {
        self.accepted += 1;
        if self.wish.is_by_rules(self.count) || self.wish.judged {
            let Means { judge, codes, .. } = &mut self.means;
            (self.found)(Found { values, world: judge, codes, pen: self.pen });
        }
    }
}
