//! Ratings: how hard a puzzle is, from the steps of its explanation.
//!
//! The level depends on what kinds of deductions are needed, not on how many: what follows by a kind of deduction still
//! follows when more is given, so a puzzle does not come to a higher level by another given. The score is finer: it also
//! counts how much must be seen at once, and how often.

use super::{Effort, Ending, Explainer, Explanation, Kind, Step, Technique};
use crate::board::ground::Ground;
use crate::services::solve::Failure;
use crate::solver::engine::{Store, VarId};

/// As many places as are seen at a glance, without counting.
pub(super) const GLANCE: usize = 4;

/// A try that fails after at most this many rounds of deductions can be seen together.
pub(super) const TOGETHER: u64 = 4;

/// As many values as are kept in mind while they are ruled out one by one.
const LISTED: u64 = 16;

/// Whether so many values of one place are kept in mind.
pub(super) fn is_short(values: u64) -> bool {
    values <= LISTED
}

/// Whether an instance that speaks of these unknowns is seen at a glance.
pub(super) fn is_small(scope: &[VarId], declared: &Store) -> bool {
    scope.len() <= GLANCE && scope.iter().all(|&var| is_short(declared.size(var)))
}

/// How hard a puzzle is, easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Each value is the last that a small law leaves open.
    Trivial,
    /// Each value follows from one law and what placed values rule out.
    Easy,
    /// One law also rules values out where nothing is placed yet, or many facts must be seen together.
    Medium,
    /// Several laws must be seen together.
    Hard,
    /// A value must be tried.
    Expert,
    /// Tries within tries.
    Beyond,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Level; 6] =
        [Level::Trivial, Level::Easy, Level::Medium, Level::Hard, Level::Expert, Level::Beyond];

    /// The name shown to people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Level::Trivial => "trivial",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
            Level::Beyond => "beyond",
        }
    }

    /// The level of a name.
    pub fn named(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }

    /// How hard one step is.
    pub fn of(step: &Step) -> Level {
        let levels = step.parts().map(|part| Level::of_kind(part.kind, part.rounds, part.small));
        levels.max().unwrap_or(Level::Trivial)
    }

    /// How hard a kind of deduction is, after so many rounds, if all it takes is small or not.
    pub(super) fn of_kind(kind: Kind, rounds: u64, small: bool) -> Level {
        match kind {
            Kind::Finished if small => Level::Trivial,
            Kind::Finished | Kind::Direct | Kind::Placed => Level::Easy,
            Kind::Left | Kind::Forced | Kind::RuledOut if small => Level::Easy,
            Kind::Left | Kind::Forced | Kind::RuledOut => Level::Medium,
            Kind::Together if rounds <= 2 && small => Level::Easy,
            Kind::Together if rounds <= 2 => Level::Medium,
            Kind::Together | Kind::Cases => Level::Hard,
            Kind::LookAhead => Level::Expert,
            Kind::Search => Level::Beyond,
        }
    }
}

/// What a step of a level has at least; a harder one has more than any of an easier level.
const LEVEL_POINTS: [f64; 6] = [0.0, 10.0, 30.0, 50.0, 70.0, 90.0];

/// The most points for how much must be seen at once.
const SIZE_POINTS: f64 = 14.0;

/// So many facts and laws have half of these points; so many decisions, if it is a search.
const HALF_SIZE: f64 = 8.0;
const HALF_SEARCH: f64 = 200.0;

/// How hard one step is, finer than its level.
fn points(step: &Step) -> f64 {
    LEVEL_POINTS[Level::of(step) as usize] + step.technique.map_or_else(|| unnamed(step), named)
}

/// How hard a shape is that people know by name: they look for it as a whole, however many facts it takes.
fn named(technique: Technique) -> f64 {
    match technique {
        Technique::FullHouse => 0.0,
        Technique::HiddenSingle => 2.0,
        Technique::NakedSingle => 4.0,
        Technique::LockedCandidates => 6.0,
        Technique::Naked(2) => 8.0,
        Technique::Hidden(2) => 9.0,
        Technique::Naked(3) => 10.0,
        Technique::Hidden(3) | Technique::Fish(2) => 11.0,
        Technique::Naked(_) | Technique::XyWing => 12.0,
        Technique::Hidden(_) => 13.0,
        Technique::Fish(3) => 14.0,
        Technique::Fish(_) => 16.0,
    }
}

/// How hard another step is, by its kind and by how much must be seen at once.
fn unnamed(step: &Step) -> f64 {
    let kind = match step.kind {
        Kind::Finished | Kind::Forced | Kind::RuledOut | Kind::LookAhead | Kind::Search => 0.0,
        Kind::Direct => 1.0,
        Kind::Placed => 2.0,
        Kind::Left => 4.0,
        Kind::Together | Kind::Cases => 6.0,
    };
    let half = if step.kind == Kind::Search { HALF_SEARCH } else { HALF_SIZE };
    let size = count(step.size());
    kind + SIZE_POINTS * size / (size + half)
}

/// How often a step counts: a named shape once, whatever it rules out. Others count for each place that they are about,
/// so that a puzzle is no easier where several conclusions are told in one step.
fn times(step: &Step) -> f64 {
    if step.technique.is_some() { 1.0 } else { count(step.conclusions.len().max(1)) }
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The points of all steps together, of which the hardest count for nearly all, to one decimal place: twice as many
/// steps of the same points add one.
fn score(steps: &[Step]) -> f64 {
    let weights: f64 = steps.iter().map(|step| times(step) * points(step).exp2()).sum();
    (weights.max(1.0).log2() * 10.0).round() / 10.0
}

/// How hard a puzzle is, and what it rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// The level of the hardest step; beyond all if the effort did not reach the end.
    pub level: Level,
    /// How hard it is as a number, from 0: near the points of the hardest step, more if there are many such.
    pub score: f64,
    /// How many steps there are.
    pub steps: usize,
    /// How many facts and laws the hardest step takes together.
    pub hardest: usize,
    /// Whether a value had to be tried.
    pub look_ahead: bool,
    /// How many steps there are of each level, easiest first.
    pub counts: [usize; 6],
    /// How the explanation ends: only a puzzle that is solved has a rating that means something.
    pub ending: Ending,
}

impl Rating {
    /// The rating of an explanation.
    pub fn new(explanation: &Explanation) -> Rating {
        let mut counts = [0; 6];
        let mut hardest = (Level::Trivial, 0);
        for step in &explanation.steps {
            counts[Level::of(step) as usize] += 1;
            hardest = hardest.max((Level::of(step), step.size()));
        }
        Rating {
            level: if explanation.ending == Ending::Limit { Level::Beyond } else { hardest.0 },
            score: score(&explanation.steps),
            steps: explanation.steps.len(),
            hardest: hardest.1,
            look_ahead: explanation.steps.iter().any(|step| step.kind >= Kind::LookAhead),
            counts,
            ending: explanation.ending,
        }
    }
}

/// Rates a puzzle with what is given in it.
pub fn rate(ground: Ground, stop: &dyn Fn() -> bool) -> Result<Rating, Failure> {
    let givens = ground.world.given.values.clone();
    let explanation = Explainer::new(ground)?.explain(&givens, Effort::default(), stop)?;
    Ok(Rating::new(&explanation))
}
