//! Puzzles no harder than a level: each clue is taken out if all values still follow by deductions of that level.
//!
//! Deductions are sound, so that what follows from the clues alone is the only solution: no search asks for another one. What
//! the clues that stay imply is found once for many of those that are tried, as in [`super::dig`], and where it is all there is to
//! know, none of these is needed:
//!
//! ```text
//! part(a b c d), all others told:   solved? none of them is needed
//!     push, tell c d, part(a b), pop
//!     push, tell what is left of a b, part(c d), pop
//! ```
//!
//! Deductions that lead nowhere are most of the work. Where a search finds a second solution at once, nobody could deduce the
//! first, and none are made.

use super::dig::{Piece as Part, Seconds};
use super::offers::Stage;
use super::settle::is_far;
use super::{Clue, Job, MORE_THAN_ONE, Made, Need, Recipe, Setter, Telling, Trouble, Unfit, size};
use crate::board::unknown::UnknownId;
use crate::language::term::TermId;
use crate::services::explain::{Explainer, Level, Reach};
use crate::services::solve::{Failure, Solver, Verdict};
use crate::solver::engine::VarId;

/// What is wrong with a grid whose clues leave one solution that is too hard to find.
const TOO_HARD: &str = "all clues together do not make them easy enough";

/// Of more pieces than this some are needed, as good as always: nobody looks whether none of them is.
const MANY: usize = 16;

/// The levels that a closure of deductions is known for; what is easier depends on how each value is found.
pub(super) fn is_graded(high: Level) -> bool {
    (Level::Medium..=Level::Expert).contains(&high)
}

impl Setter {
    /// A puzzle for a finished grid that is no harder than this, or why there is none. Nothing if clues of this rule set cannot
    /// be told one by one.
    pub(super) fn graded(
        &mut self,
        values: &[TermId],
        telling: &Telling,
        recipe: &Recipe,
        high: Level,
        job: &Job<'_>,
    ) -> Result<Option<Result<Made, Unfit>>, Trouble> {
        let Telling { complete, told, units } = telling;
        let mut stage = Stage::new(self, told).and(complete);
        let has_facts = !told.is_empty() || !complete.is_empty();
        let (mut own, hang) = if has_facts {
            let Some((ground, hang)) = stage.marked(told) else { return Ok(None) };
            (Some(Explainer::new(ground)?), hang)
        } else {
            (None, Vec::new())
        };
        if own.is_none() && self.explainer.is_none() {
            self.explainer = Some(Explainer::new(self.ground.clone())?);
        }
        let Some(explainer) = own.as_mut().or(self.explainer.as_mut()) else { return Ok(None) };
        let optional: Vec<u32> =
            (0..hang.len() as u32).filter(|&instance| !hang[instance as usize].is_empty()).collect();
        let mut pieces = vec![Piece::default(); told.len()];
        let mut missing = vec![0; hang.len()];
        for &instance in &optional {
            missing[instance as usize] = hang[instance as usize].len();
            hang[instance as usize].iter().for_each(|&unit| pieces[unit].instances.push(instance));
        }
        let code =
            |explainer: &Explainer, unknown: UnknownId, value| (VarId(unknown.0), explainer.code(value));
        let givens: Vec<Piece> = units
            .iter()
            .map(|unit| {
                let given = unit.iter().filter_map(Clue::given);
                let givens = given.map(|(unknown, value)| code(explainer, unknown, value)).collect();
                Piece { givens, instances: Vec::new() }
            })
            .collect();
        let base: Vec<_> =
            self.base.iter().map(|&(unknown, value)| code(explainer, unknown, value)).collect();
        let mut reach = Reach::new(explainer, &optional, high);
        if base.iter().try_for_each(|&(var, value)| reach.give(var, value)).is_err() {
            return Ok(Some(Err(Unfit::from(MORE_THAN_ONE))));
        }
        // Values are told only if the clues are not enough.
        let facts = pieces.len();
        pieces.extend(givens);
        let mut all: Vec<&Vec<Clue>> = told.iter().chain(units).collect();
        let (mut switched, mut parts): (Option<Solver>, Vec<Part>) = (None, Vec::new());
        let mut grade =
            Grade { reach, seconds: None, pieces: &pieces, missing, bound: Vec::new(), all: &all, job: *job };
        let possible = grade.reach.settle();
        debug_assert!(possible.is_ok(), "the clues have a solution");
        let mut tried: Vec<usize> = (facts..pieces.len()).chain(0..facts).collect();
        if recipe.board != super::Board::Told || has_facts {
            grade.bind(0..facts);
            let solved = grade.reach.close(job.stop);
            let open: Vec<UnknownId> = grade.reach.open().map(|var| UnknownId(var.0)).collect();
            grade.release();
            let is_near = !is_far(open.len(), self.solver.model.seen);
            if solved {
                grade.job.left -= size(units);
                tried.drain(..units.len());
            } else if job.need == Need::Nothing
                || job.need == Need::Much && is_near
                || units.is_empty()
                || grade.is_unique(&mut stage, &self.base, told)?
            {
                return Ok(Some(Err(Unfit { open, ..Unfit::from(TOO_HARD) })));
            }
        }
        let found = has_facts.then(|| stage.switched(told, values)).flatten();
        if let Some((solver, facts)) = found {
            (switched, parts) = (Some(solver), facts);
        }
        if let Some(solver) = switched.as_mut().or((!has_facts).then_some(&mut self.solver)) {
            parts.extend(units.iter().map(|unit| Part::given(unit, solver)));
            grade.seconds = Seconds::new(solver, &self.base, &parts, job);
        }
        let mut dug = Dug::default();
        if tried.len() == facts {
            dug.dropped.extend(facts..pieces.len());
        }
        grade.part(&tried, &mut dug);
        let left: Vec<u32> = grade.in_force(&dug.kept, &optional);
        drop(grade);
        let pick = |numbers: &[usize]| numbers.iter().map(|&unit| all[unit].clone()).collect::<Vec<_>>();
        let (kept, dropped) = (pick(&dug.kept), pick(&dug.dropped));
        all.clear();
        let mut givens = self.base.clone();
        givens.extend(kept.iter().flatten().filter_map(Clue::given));
        let level = explainer.level_within(&givens, &optional, &left, high, job.stop)?;
        let level = Some(level.unwrap_or(Level::Beyond));
        Ok(Some(Ok(Made { values: values.to_vec(), kept, dropped, complete: 0, undecided: 0, level })))
    }
}

/// What some clues tell.
#[derive(Clone, Default, Debug)]
struct Piece {
    givens: Vec<(VarId, i64)>,
    /// The instances that hang on them, and perhaps on others.
    instances: Vec<u32>,
}

/// The numbers of the pieces that stay, and of those that go.
#[derive(Default)]
struct Dug {
    kept: Vec<usize>,
    dropped: Vec<usize>,
}

struct Grade<'g> {
    reach: Reach<'g>,
    /// What finds second solutions, if clues can be told to it one by one.
    seconds: Option<Seconds<'g>>,
    pieces: &'g [Piece],
    /// For each instance: how many pieces that it hangs on are not told.
    missing: Vec<usize>,
    /// The pieces told level by level.
    bound: Vec<Vec<usize>>,
    /// The clues of the pieces.
    all: &'g [&'g Vec<Clue>],
    job: Job<'g>,
}

impl Grade<'_> {
    /// Takes out what it can of these pieces, all others being told.
    fn part(&mut self, pieces: &[usize], dug: &mut Dug) {
        if self.job.left <= self.job.enough || (self.job.stop)() {
            dug.kept.extend(pieces);
            return;
        }
        if self.is_enough(pieces) {
            for &piece in pieces {
                if self.job.left > self.job.enough {
                    self.job.left -= self.all[piece].len();
                    dug.dropped.push(piece);
                } else {
                    dug.kept.push(piece);
                }
            }
            return;
        }
        if pieces.len() < 2 {
            dug.kept.extend(pieces);
            return;
        }
        let (first, second) = pieces.split_at(pieces.len() / 2);
        let before = dug.kept.len();
        self.bind(second.iter().copied());
        self.part(first, dug);
        self.release();
        self.bind(dug.kept[before..].to_vec());
        self.part(second, dug);
        self.release();
    }

    /// Whether all values follow without these pieces, where all others are told. Of many pieces nobody asks.
    fn is_enough(&mut self, pieces: &[usize]) -> bool {
        if self.reach.is_solved() {
            return true;
        }
        let in_vain = match &mut self.seconds {
            Some(seconds) => pieces.len() > MANY || seconds.has(pieces),
            None => false,
        };
        !in_vain && self.reach.close(self.job.stop)
    }

    /// Tells pieces, and what single instances say then.
    fn bind(&mut self, pieces: impl IntoIterator<Item = usize>) {
        self.reach.push();
        let pieces: Vec<usize> = pieces.into_iter().collect();
        for &piece in &pieces {
            for &(var, value) in &self.pieces[piece].givens {
                let given = self.reach.give(var, value);
                debug_assert!(given.is_ok(), "the clues have a solution");
            }
            for &instance in &self.pieces[piece].instances {
                self.missing[instance as usize] -= 1;
                if self.missing[instance as usize] == 0 {
                    self.reach.put_in_force(instance);
                }
            }
        }
        if let Some(seconds) = &mut self.seconds {
            seconds.bind(&pieces);
        }
        self.bound.push(pieces);
        let settled = self.reach.settle();
        debug_assert!(settled.is_ok(), "the clues have a solution");
    }

    /// Takes back what was told last.
    fn release(&mut self) {
        self.reach.pop();
        self.seconds.iter_mut().for_each(Seconds::release);
        for piece in self.bound.pop().unwrap_or_default() {
            self.pieces[piece].instances.iter().for_each(|&one| self.missing[one as usize] += 1);
        }
    }

    /// The instances that these pieces together put in force.
    fn in_force(&self, pieces: &[usize], optional: &[u32]) -> Vec<u32> {
        let mut missing = self.missing.clone();
        let instances = pieces.iter().flat_map(|&piece| &self.pieces[piece].instances);
        instances.for_each(|&instance| missing[instance as usize] -= 1);
        optional.iter().copied().filter(|&instance| missing[instance as usize] == 0).collect()
    }

    /// Whether the clues leave one solution: then it is for the level that values would be told.
    fn is_unique(
        &self,
        stage: &mut Stage,
        base: &[(UnknownId, TermId)],
        told: &[Vec<Clue>],
    ) -> Result<bool, Failure> {
        Ok(stage.verdict(told, base, self.job.cap, self.job.stop)? == Verdict::Unique)
    }
}
