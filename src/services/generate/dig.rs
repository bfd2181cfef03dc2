//! Which givens can go: each is taken out, and its other values are refuted with all the others in place.
//!
//! One engine does it all. To try a half of the givens, the other half is bound once for all of them:
//!
//! ```text
//! try(a b c d):  bind c d    try(a b):  bind b, try a;   bind what is left of a, try b
//!                bind what is left of a b    try(c d):  ..
//! ```
//!
//! so that n givens are bound about n log n times, and what they imply is found once for each time.

use crate::base::hash::Set;
use crate::compile::Model;
use crate::solver::engine::VarId;
use crate::solver::search::{Ending, Limits, Search};

/// Givens that go or stay together, each as a variable and its value.
pub type Unit = Vec<(VarId, i64)>;

/// What is left after digging.
#[derive(Default, Debug)]
pub(super) struct Dug {
    /// The numbers of the units that are needed, or that nobody could do without within the cap.
    pub kept: Vec<usize>,
    /// Those that are not, in the order in which they went.
    pub dropped: Vec<usize>,
    /// Those of them that are kept because the cap was reached.
    pub undecided: Vec<usize>,
}

/// Digs on the domains as they are now. They must have exactly one solution together with all units.
pub(super) struct Dig<'m> {
    pub model: &'m mut Model,
    pub units: &'m [Unit],
    /// The most conflicts that refuting the other values of one cell may take.
    pub cap: u64,
    /// How many clues there are now.
    pub left: usize,
    /// No clue goes once there are only this many.
    pub enough: usize,
    /// Whether each unit is tried with all the others in place, those that could go as well.
    pub alone: bool,
    pub stop: &'m dyn Fn() -> bool,
}

/// Conflicts after which the search for another value learns from them.
const PLAIN: u64 = 40;

/// What goes easily goes first: at first one cell may take only one in so many of the conflicts.
const HASTE: u64 = 10;

impl Dig<'_> {
    /// Tries all units, in their order; those that are not easy to decide a second time after all others.
    pub(super) fn run(mut self) -> Dug {
        let mut dug = Dug::default();
        let all: Vec<usize> = (0..self.units.len()).collect();
        if self.model.settle().is_err() {
            return dug;
        }
        let patience = self.cap;
        self.cap /= HASTE;
        self.part(&all, &mut dug);
        if dug.undecided.is_empty() || self.left <= self.enough || (self.stop)() {
            return dug;
        }
        self.cap = patience;
        let doubtful = std::mem::take(&mut dug.undecided);
        let is_doubtful: Set<usize> = doubtful.iter().copied().collect();
        dug.kept.retain(|unit| !is_doubtful.contains(unit));
        let others = if self.alone { all } else { dug.kept.clone() };
        self.bind(others.into_iter().filter(|unit| !is_doubtful.contains(unit)));
        self.part(&doubtful, &mut dug);
        self.release();
        dug
    }

    /// Tries these units, with all the others bound.
    fn part(&mut self, units: &[usize], dug: &mut Dug) {
        if self.left <= self.enough || (self.stop)() {
            dug.kept.extend(units);
            return;
        }
        match *units {
            [] => {}
            [unit] => self.unit(unit, dug),
            _ => {
                let (first, second) = units.split_at(units.len() / 2);
                let before = dug.kept.len();
                self.bind(second.iter().copied());
                self.part(first, dug);
                self.release();
                let kept = if self.alone { first.to_vec() } else { dug.kept[before..].to_vec() };
                self.bind(kept);
                self.part(second, dug);
                self.release();
            }
        }
    }

    fn bind(&mut self, units: impl IntoIterator<Item = usize>) {
        self.model.engine.store.push_level();
        for unit in units {
            for &(var, value) in &self.units[unit] {
                let given = self.model.engine.give(var, value);
                debug_assert!(given.is_ok(), "the clues have a solution");
            }
        }
        let bound = self.model.settle();
        debug_assert!(bound.is_ok(), "the clues have a solution");
    }

    fn release(&mut self) {
        self.model.engine.clear();
        self.model.engine.store.pop_level();
    }

    fn unit(&mut self, number: usize, dug: &mut Dug) {
        let unit = &self.units[number];
        self.model.engine.store.push_level();
        let mut verdict = Ending::Complete;
        for &(var, value) in unit {
            verdict = refute(self.model, var, value, self.cap, self.stop);
            // What is refuted once need not be refuted again for the others of the unit.
            let fixed = self.model.engine.store.fix(var, value);
            if verdict != Ending::Complete || fixed.and_then(|()| self.model.settle()).is_err() {
                break;
            }
        }
        self.release();
        if verdict == Ending::Complete {
            self.left -= unit.len();
            dug.dropped.push(number);
        } else {
            if verdict == Ending::Limit {
                dug.undecided.push(number);
            }
            dug.kept.push(number);
        }
    }
}

/// Whether a variable can have no other value than this: `Complete` if so, `Enough` if it can.
pub(super) fn refute(model: &mut Model, var: VarId, value: i64, cap: u64, stop: &dyn Fn() -> bool) -> Ending {
    if model.is_fixed(var) {
        return Ending::Complete;
    }
    model.engine.store.push_level();
    let mut ending = Ending::Complete;
    if model.engine.store.remove(var, value).is_ok() {
        let limits = Limits { conflicts: Some(cap), plain: Some(PLAIN), ..Limits::default() };
        let mut search = Search::new(model, limits, 0);
        ending = search.run(|_| false, stop);
        search.reset();
    }
    model.engine.clear();
    model.engine.store.pop_level();
    ending
}
