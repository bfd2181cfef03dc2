//! Puzzles as hard as they are wanted, by their explanations.
//!
//! A minimal puzzle is the hardest of its grid. If it is too hard, the least is told again that makes it no harder than
//! wanted; then what that made needless is taken out, as long as the puzzle stays so.

use super::offers::Stage;
use super::{Clue, Made, Recipe, Setter, Trouble, size};
use crate::board::unknown::UnknownId;
use crate::language::term::TermId;
use crate::services::explain::{Effort, Ending, Explainer, Level, Rating};
use crate::services::solve::Failure;

/// How far a puzzle is from what is wanted; nothing of it if it fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Miss {
    /// Levels below or above.
    levels: usize,
    /// Clues above.
    surplus: usize,
    /// Clues at all.
    clues: usize,
}

impl Miss {
    pub(super) fn of(made: &Made, recipe: &Recipe) -> Miss {
        let clues = made.size();
        let most = recipe.amount.of(clues + size(&made.dropped)).unwrap_or(usize::MAX);
        let levels = match (recipe.difficulty, made.level) {
            // Nothing is left to find out.
            (Some(_), _) if made.dropped.is_empty() && made.complete == 0 => Level::ALL.len(),
            (Some((low, high)), Some(level)) => {
                (low as usize).saturating_sub(level as usize) + (level as usize).saturating_sub(high as usize)
            }
            _ => 0,
        };
        Miss { levels, surplus: clues.saturating_sub(most), clues }
    }

    pub(super) fn is_none(self) -> bool {
        self.levels == 0 && self.surplus == 0
    }

    /// What is wrong with the puzzle that comes nearest.
    pub(super) fn told(self, made: &Made) -> String {
        match made.level {
            Some(_) if made.dropped.is_empty() && made.complete == 0 => {
                "all would have to be told".to_owned()
            }
            Some(level) if self.levels > 0 => format!("the nearest is {}", level.word()),
            _ => format!("each needs more clues than {}", self.clues - self.surplus),
        }
    }
}

impl Setter {
    /// Tells more until the puzzle is not too hard, and then no more than is needed for that.
    pub(super) fn fitted(
        &mut self,
        made: Made,
        recipe: &Recipe,
        high: Level,
        stop: &dyn Fn() -> bool,
    ) -> Result<Made, Trouble> {
        let mut scale = Scale::new(self, &made, high);
        let level = scale.level(&made, stop)?;
        if level <= high {
            return Ok(Made { level: Some(level), ..made });
        }
        // Too hard with so many more units, not too hard with so many.
        let (mut few, mut many) = (0, made.dropped.len());
        let whole = told_more(&made, many);
        let easiest = scale.level(&whole, stop)?;
        if easiest > high {
            return Ok(Made { level: Some(easiest), undecided: 0, ..whole });
        }
        let mut fitting = (whole, easiest);
        while many - few > 1 {
            let more = few + (many - few) / 2;
            let easier = told_more(&made, more);
            match scale.level(&easier, stop)? {
                level if level > high => few = more,
                level => {
                    many = more;
                    fitting = (easier, level);
                }
            }
        }
        let (mut fitting, mut level) = fitting;
        let enough = recipe.amount.of(made.size() + size(&made.dropped)).unwrap_or(0);
        // What was told last made it easy enough, so it stays longest.
        let mut at = made.complete;
        for _ in 0..recipe.effort.ratings {
            if at == fitting.kept.len() || stop() {
                break;
            }
            let mut leaner = fitting.clone();
            let unit = leaner.kept.remove(at);
            leaner.dropped.push(unit);
            if leaner.size() < enough {
                break;
            }
            match scale.level(&leaner, stop)? {
                harder if harder <= high => (fitting, level) = (leaner, harder),
                _ => at += 1,
            }
        }
        Ok(Made { level: Some(level), undecided: 0, ..fitting })
    }
}

/// The puzzle with what was taken out last told again: so many units.
fn told_more(made: &Made, units: usize) -> Made {
    let mut easier = made.clone();
    let again = easier.dropped.split_off(easier.dropped.len() - units);
    easier.kept.extend(again.into_iter().rev());
    easier
}

/// What rates the puzzles of one grid.
enum Scale<'s> {
    /// They differ in givens only.
    Givens(&'s mut Setter, Effort),
    /// They differ in facts as well.
    Facts(Box<Stage>, Effort),
}

impl<'s> Scale<'s> {
    fn new(setter: &'s mut Setter, made: &Made, high: Level) -> Scale<'s> {
        // A puzzle that needs more than that is too hard, however hard it is.
        let effort = Effort { hardest: high, ..Effort::default() };
        let facts = |unit: &&Vec<Clue>| unit.iter().any(|clue| matches!(clue, Clue::Fact(..)));
        let told: Vec<Vec<Clue>> = made.kept.iter().chain(&made.dropped).filter(facts).cloned().collect();
        if told.is_empty() {
            Scale::Givens(setter, effort)
        } else {
            Scale::Facts(Box::new(Stage::new(setter, &told)), effort)
        }
    }

    fn level(&mut self, made: &Made, stop: &dyn Fn() -> bool) -> Result<Level, Failure> {
        let givens = |base: &[(UnknownId, TermId)]| -> Vec<_> {
            base.iter().copied().chain(made.clues().filter_map(Clue::given)).collect()
        };
        let explanation = match self {
            Scale::Givens(setter, effort) => {
                let givens = givens(&setter.base);
                if setter.explainer.is_none() {
                    setter.explainer = Some(Explainer::new(setter.ground.clone())?);
                }
                let Some(explainer) = &mut setter.explainer else { return Ok(Level::Beyond) };
                explainer.explain(&givens, *effort, stop)?
            }
            Scale::Facts(stage, effort) => {
                let givens = givens(&stage.base);
                match stage.explainer(&made.kept) {
                    Some(mut explainer) => explainer.explain(&givens, *effort, stop)?,
                    None => return Ok(Level::Beyond),
                }
            }
        };
        // Without an end there may be another solution, so that it is no puzzle at all.
        let solved = explanation.ending == Ending::Solved;
        Ok(if solved { Rating::new(&explanation).level } else { Level::Beyond })
    }
}
