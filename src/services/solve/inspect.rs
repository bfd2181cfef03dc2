//! The check of solutions, and their way to whoever asked for them.

use std::collections::VecDeque;
use std::sync::Arc;

use super::crew::{Batch, Checked, Crew};
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

    /// Checks the solutions of a batch up to the first that is refused.
    pub(super) fn check_batch(&mut self, wish: &Wish, batch: &Batch) -> Checked {
        for (at, values) in batch.solutions.iter().enumerate() {
            if let Err(failure) = self.check(wish, batch.first + at as u64, values) {
                return (at, Some(failure));
            }
        }
        (batch.solutions.len(), None)
    }
}

/// So many solutions are checked as soon as they are found: others need not be called for few.
const AT_ONCE: u64 = 500;

/// How many solutions are checked at a time.
const BATCH: usize = 64;

/// How many batches may be on their way.
const AHEAD: usize = 16;

/// Checks solutions in the order in which they are found, and hands them over.
pub(super) struct Inspection<'s> {
    means: Means<'s>,
    wish: &'s Wish,
    pen: &'s mut Option<Pen>,
    found: &'s mut dyn FnMut(Found<'_>),
    /// Who helps.
    crew: Option<Arc<Crew>>,
    /// How many solutions were found, and how many of them were accepted.
    count: u64,
    pub(super) accepted: u64,
    pub(super) refused: Option<Failure>,
    /// Solutions that belong to no batch yet.
    open: Vec<Vec<i64>>,
    /// Batches whose solutions have not been handed over yet.
    ahead: VecDeque<Batch>,
}

impl<'s> Inspection<'s> {
    pub(super) fn new(
        means: Means<'s>,
        wish: &'s Wish,
        pen: &'s mut Option<Pen>,
        found: &'s mut dyn FnMut(Found<'_>),
        crew: Option<Arc<Crew>>,
    ) -> Inspection<'s> {
        let (open, ahead) = (Vec::new(), VecDeque::new());
        Inspection { means, wish, pen, found, crew, count: 0, accepted: 0, refused: None, open, ahead }
    }

    /// A solution was found; whether more are wanted.
    pub(super) fn see(&mut self, values: &[i64]) -> bool {
        self.count += 1;
        if self.crew.is_some() && self.count > AT_ONCE {
            self.open.push(values.to_vec());
            if self.open.len() == BATCH {
                self.send();
                self.hand_over(AHEAD);
            }
        } else {
            match self.means.check(self.wish, self.count, values) {
                Ok(()) => self.accept(self.count, values),
                Err(failure) => self.refused = Some(failure),
            }
        }
        self.refused.is_none() && self.wish.most.is_none_or(|most| self.count < most)
    }

    fn accept(&mut self, number: u64, values: &[i64]) {
        self.accepted += 1;
        if self.wish.is_by_rules(number) || self.wish.judged {
            let Means { judge, codes, .. } = &mut self.means;
            (self.found)(Found { values, world: judge, codes, pen: self.pen });
        }
    }

    /// Leaves the solutions that belong to no batch yet to others.
    fn send(&mut self) {
        let Some(crew) = &self.crew else { return };
        let first = self.count + 1 - self.open.len() as u64;
        let batch = Batch { first, solutions: std::mem::take(&mut self.open).into() };
        crew.put(batch.clone());
        self.ahead.push_back(batch);
    }

    /// Hands over what has been checked, and checks batches until no more than so many are left.
    fn hand_over(&mut self, most: usize) {
        let Some(crew) = self.crew.clone() else { return };
        while self.refused.is_none()
            && let Some(next) = self.ahead.front().cloned()
        {
            let checked = match crew.checked(&next) {
                Some(checked) => checked,
                None if self.ahead.len() <= most => return,
                None => {
                    // The first that nobody has begun with; if all are under way, the one that is wanted.
                    let own = crew.take().unwrap_or_else(|| next.clone());
                    let checked = self.means.check_batch(self.wish, &own);
                    if own.first != next.first {
                        crew.tell(&own, checked);
                        continue;
                    }
                    checked
                }
            };
            self.ahead.pop_front();
            let (accepted, refused) = checked;
            for (number, values) in (next.first..).zip(&next.solutions[..accepted]) {
                self.accept(number, values);
            }
            self.refused = refused;
        }
    }

    /// There are no more: hands over the rest.
    pub(super) fn end(&mut self) {
        self.send();
        self.hand_over(0);
    }
}
