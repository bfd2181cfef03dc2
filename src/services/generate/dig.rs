//! Which clues can go: each is taken out, and other values of the cells it is about are refuted with all the others in place.
//! With it there is one solution, so if these cells have no other value without it, neither has any cell.
//!
//! One engine does it all. To try a half of the clues, the other half is told once for all of them:
//!
//! ```text
//! try(a b c d):  bind c d    try(a b):  bind b, try a;   bind what is left of a, try b
//!                bind what is left of a b    try(c d):  ..
//! ```
//!
//! so that n clues are told about n log n times, and what they imply is found once for each time.
//!
//! Clues that are too hard for that are left to one search that learns, see `cores`.

mod cores;

use super::{Clue, Job, numbers};
use crate::base::hash::Set;
use crate::compile::Model;
use crate::services::solve::{Givens, Solver};
use crate::solver::engine::{Conflict, VarId};
use crate::solver::search::{Asker, Ending, Limits, Search};

/// Givens that go or stay together, each as a variable and its value.
pub type Unit = Vec<(VarId, i64)>;

/// What is left after digging.
#[derive(Default, Debug)]
pub(super) struct Dug {
    /// The numbers of the pieces that are needed, or that nobody could do without within the cap.
    pub kept: Vec<usize>,
    /// Those that are not, in the order in which they went.
    pub dropped: Vec<usize>,
    /// Those of them that are kept because the cap was reached.
    pub undecided: Vec<usize>,
}

/// Clues that go or stay together.
#[derive(Debug)]
pub(super) struct Piece {
    /// The variables that they are about, each with its value: once all of these follow, the clues do.
    pub about: Unit,
    /// How they are told.
    pub told: Told,
}

impl Piece {
    /// Givens that go or stay together.
    pub(super) fn given(unit: &[Clue], solver: &Solver) -> Piece {
        Piece { about: numbers(unit, solver), told: Told::Given }
    }
}

/// What is left of pieces, each of so many clues, that have exactly one solution together with what is given in any case. If
/// `alone`, each is tried with all the others in place, those that could go as well.
pub(super) fn dug(
    solver: &mut Solver,
    base: &Givens,
    (pieces, units): (&[Piece], &[Vec<Clue>]),
    job: &Job<'_>,
    alone: bool,
) -> Dug {
    let mut dug = Dug::default();
    if solver.model.bind(&solver.coded(base)).is_ok() {
        let sizes = units.iter().map(Vec::len).collect();
        let dig = Dig::new(&mut solver.model, pieces, sizes, job);
        dug = Dig { alone, ..dig }.run();
    }
    solver.model.unbind();
    dug
}

/// How clues are told to a model.
#[derive(Debug)]
pub(super) enum Told {
    /// Their variables have these values from the start.
    Given,
    /// By what laws say because of them: the model's switches with these numbers.
    Switched(Vec<u32>),
}

/// Digs on the domains as they are now. They must have exactly one solution together with all pieces.
struct Dig<'m> {
    model: &'m mut Model,
    pieces: &'m [Piece],
    /// For each switch: how many pieces that it hangs on are not told.
    missing: Vec<u32>,
    /// The pieces told level by level.
    bound: Vec<Vec<usize>>,
    /// The most conflicts that refuting the other values of one cell may take.
    cap: u64,
    /// How many clues there are now.
    left: usize,
    /// No clue goes once there are only this many.
    enough: usize,
    /// How many clues each piece has.
    sizes: Vec<usize>,
    /// Whether each piece is tried with all the others in place, those that could go as well.
    alone: bool,
    stop: &'m dyn Fn() -> bool,
}

/// Conflicts after which the search for another value learns from them.
const PLAIN: u64 = 40;

/// What goes easily goes first: at first one cell may take only one in so many of the conflicts.
const HASTE: u64 = 10;

impl<'m> Dig<'m> {
    /// A dig for pieces of so many clues each.
    fn new(model: &'m mut Model, pieces: &'m [Piece], sizes: Vec<usize>, job: &Job<'m>) -> Dig<'m> {
        let mut missing = vec![0; model.switches.len()];
        for piece in pieces {
            if let Told::Switched(switches) = &piece.told {
                switches.iter().for_each(|&switch| missing[switch as usize] += 1);
            }
        }
        let Job { cap, left, enough, stop, .. } = *job;
        Dig { model, pieces, missing, bound: Vec::new(), cap, left, enough, sizes, alone: false, stop }
    }

    /// Tries all pieces, in their order; those that are not easy to decide a second time after all others.
    fn run(mut self) -> Dug {
        let mut dug = Dug::default();
        let all: Vec<usize> = (0..self.pieces.len()).collect();
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
        dug.kept.retain(|piece| !is_doubtful.contains(piece));
        let others = if self.alone { all } else { dug.kept.clone() };
        let by_cores = self.missing.iter().all(|&missing| missing <= 1);
        self.bind(others.into_iter().filter(|piece| !is_doubtful.contains(piece)));
        if by_cores && Asker::fits(self.model) && !self.model.steady {
            self.learn(doubtful, &mut dug);
        } else {
            self.part(&doubtful, &mut dug);
        }
        self.release();
        dug
    }

    /// A piece is not needed.
    fn drop(&mut self, piece: usize, dug: &mut Dug) {
        self.left -= self.sizes[piece];
        dug.dropped.push(piece);
    }

    /// Tries these pieces, with all the others told.
    fn part(&mut self, pieces: &[usize], dug: &mut Dug) {
        if self.left <= self.enough || (self.stop)() {
            dug.kept.extend(pieces);
            return;
        }
        match *pieces {
            [] => {}
            [piece] => self.piece(piece, dug),
            _ => {
                let (first, second) = pieces.split_at(pieces.len() / 2);
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

    /// Tells some pieces on a level of their own.
    fn bind(&mut self, pieces: impl IntoIterator<Item = usize>) {
        self.model.engine.store.push_level();
        self.bound.push(Vec::new());
        let told = pieces.into_iter().try_for_each(|piece| self.tell(piece));
        let bound = told.and_then(|()| self.model.settle());
        debug_assert!(bound.is_ok(), "the clues have a solution");
    }

    /// Tells a piece on the last level.
    fn tell(&mut self, piece: usize) -> Result<(), Conflict> {
        let all = self.pieces;
        self.bound.last_mut().into_iter().for_each(|bound| bound.push(piece));
        match &all[piece].told {
            Told::Given => {
                let mut about = all[piece].about.iter();
                about.try_for_each(|&(var, value)| self.model.engine.give(var, value))
            }
            Told::Switched(switches) => {
                let mut told = Ok(());
                for &switch in switches {
                    self.missing[switch as usize] -= 1;
                    if self.missing[switch as usize] == 0 {
                        told = told.and(self.model.switch_on(switch));
                    }
                }
                told
            }
        }
    }

    /// Takes back what was told last.
    fn release(&mut self) {
        undo(self.model);
        let all = self.pieces;
        for piece in self.bound.pop().unwrap_or_default() {
            if let Told::Switched(switches) = &all[piece].told {
                for &switch in switches {
                    if self.missing[switch as usize] == 0 {
                        self.model.switch_off(switch);
                    }
                    self.missing[switch as usize] += 1;
                }
            }
        }
    }

    /// Whether all others leave no other value for what these pieces are about: `Complete` if so, `Enough` if they leave one.
    fn refuted(&mut self, pieces: &[usize]) -> Ending {
        self.model.engine.store.push_level();
        let (all, mut verdict) = (self.pieces, Ending::Complete);
        for &(var, value) in pieces.iter().flat_map(|&piece| &all[piece].about) {
            verdict = refute(self.model, var, value, self.cap, self.stop);
            // What is refuted once need not be refuted again for the others of the piece.
            let fixed = self.model.engine.store.fix(var, value);
            if verdict != Ending::Complete || fixed.and_then(|()| self.model.settle()).is_err() {
                break;
            }
        }
        undo(self.model);
        verdict
    }

    fn piece(&mut self, number: usize, dug: &mut Dug) {
        let verdict = self.refuted(&[number]);
        if verdict == Ending::Complete {
            self.drop(number, dug);
        } else {
            if verdict == Ending::Limit {
                dug.undecided.push(number);
            }
            dug.kept.push(number);
        }
    }
}

/// Second solutions, for whoever else takes out clues: pieces are told and taken back here as they are there.
pub(super) struct Seconds<'m>(Dig<'m>);

impl<'m> Seconds<'m> {
    /// Nothing is told yet but what is given in any case; all pieces together must have exactly one solution.
    pub(super) fn new(
        solver: &'m mut Solver,
        base: &Givens,
        pieces: &'m [Piece],
        job: &Job<'m>,
    ) -> Option<Seconds<'m>> {
        let base = solver.coded(base);
        let possible = solver.model.bind(&base).and_then(|()| solver.model.settle());
        if possible.is_err() {
            solver.model.unbind();
            return None;
        }
        let job = Job { cap: job.cap / HASTE, ..*job };
        Some(Seconds(Dig::new(&mut solver.model, pieces, Vec::new(), &job)))
    }

    /// Tells some pieces.
    pub(super) fn bind(&mut self, pieces: &[usize]) {
        self.0.bind(pieces.iter().copied());
    }

    /// Takes back what was told last.
    pub(super) fn release(&mut self) {
        self.0.release();
    }

    /// Whether there certainly is a second solution without these pieces, where all others are told.
    pub(super) fn has(&mut self, pieces: &[usize]) -> bool {
        self.0.refuted(pieces) == Ending::Enough
    }
}

impl Drop for Seconds<'_> {
    fn drop(&mut self) {
        self.0.model.unbind();
    }
}

/// Takes the last level back.
fn undo(model: &mut Model) {
    model.engine.clear();
    model.engine.store.pop_level();
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
    undo(model);
    ending
}
