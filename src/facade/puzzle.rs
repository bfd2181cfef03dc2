//! Puzzles, and what can be asked of them.

use std::sync::Arc;

use super::error::{Error, Problem};
use super::solution::{Solution, Value};
use crate::board::ground::Ground;
use crate::language::source::Sources;
use crate::moves::plan;
use crate::services::explain::{self, Explainer, Rating};
use crate::services::render::{View, scene, svg};
use crate::services::solve::{Failure, Solver, Ways, Wish};
use crate::solver::search::Limits;

pub use crate::services::solve::Verdict;

/// What to say of a question that was given up.
const UNDECIDED: &str = "undecided: a limit was reached";

/// A rule set on a board, with what is given.
///
/// ```
/// use gridlog::{Puzzle, Verdict};
///
/// let puzzle = Puzzle::read(
///     r#"
///     use sudoku with r = 2, c = 2.
///     given """
///         1 . . .
///         . . 3 .
///         . 4 . .
///         . . . 2
///     """.
///     "#,
/// )?;
/// let answer = puzzle.solve()?;
/// assert_eq!(answer.verdict, Verdict::Unique);
/// assert_eq!(answer.solutions[0].to_string(), "1 3 2 4\n4 2 3 1\n2 4 1 3\n3 1 4 2");
/// # Ok::<(), gridlog::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub(super) ground: Ground,
    pub(super) sources: Arc<Sources>,
    pub(super) warnings: Vec<Problem>,
    pub(super) decisions: Option<u64>,
}

/// What is known about the solutions. Each that is listed has been checked on the rules as written; those that are only
/// counted have not.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Whether there is exactly one, several, none.
    pub verdict: Verdict,
    /// How many were found; as many as a word can tell where there are more.
    pub count: u64,
    /// Those that were asked for: not all that were counted.
    pub solutions: Vec<Solution>,
}

/// The way to a solution.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The end of the way: nothing if the steps do not lead to a solution.
    pub solution: Option<Solution>,
    /// How hard the puzzle is, in a word from `trivial` to `beyond`; nothing if it is not solved.
    pub level: Option<&'static str>,
    /// The same as a number.
    pub score: Option<f64>,
}

/// A step of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What follows: `r1c2 = 3`.
    pub result: String,
    /// The step in words, with its reason.
    pub text: String,
}

/// A plan of a move puzzle.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The moves, as rules name them: `swipe(left)`.
    pub moves: Vec<String>,
    /// Whether it is proved that no plan is shorter.
    pub is_shortest: bool,
}

impl Puzzle {
    /// The same puzzle, for answers that give up after so many decisions of the search: then they are not complete. In an
    /// explanation each step has so many; a plan is looked for without such a bound.
    #[must_use]
    pub fn within(mut self, decisions: u64) -> Puzzle {
        self.decisions = Some(decisions);
        self
    }

    /// What may be wrong with the texts it was read from.
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// The solution, and whether it is the only one.
    pub fn solve(&self) -> Result<Answer, Error> {
        self.solutions(Some(2)).map(|mut answer| {
            answer.solutions.truncate(1);
            answer
        })
    }

    /// The solutions, at most so many; none for all.
    pub fn solutions(&self, most: Option<u64>) -> Result<Answer, Error> {
        self.search(most, most)
    }

    /// How many solutions there are, at most so many; none for all. It does not keep them.
    pub fn count(&self, most: Option<u64>) -> Result<Answer, Error> {
        self.search(most, Some(0))
    }

    /// Whether there is exactly one solution; an error if the search gave up before that was known.
    pub fn is_unique(&self) -> Result<bool, Error> {
        match self.search(Some(2), Some(0))?.verdict {
            Verdict::Unique => Ok(true),
            Verdict::Several | Verdict::None => Ok(false),
            Verdict::Solved | Verdict::Unknown => Err(Error::plain(&UNDECIDED)),
        }
    }

    fn search(&self, most: Option<u64>, checked: Option<u64>) -> Result<Answer, Error> {
        let mut solver = self.solver()?;
        if most == Some(0) {
            return Ok(Answer { verdict: Verdict::Unknown, count: 0, solutions: Vec::new() });
        }
        let wish = Wish { most, limits: self.limits(), seed: 0, checked, judged: false };
        if (most, checked) == (None, Some(0)) {
            let givens = solver.coded(&self.ground.world.given.values);
            let counted = solver.count(&givens, &wish, Ways::default(), &|| false);
            let outcome = counted.map_err(|failure| self.failed(failure))?.outcome;
            return Ok(Answer { verdict: outcome.verdict(), count: outcome.count, solutions: Vec::new() });
        }
        let mut solutions = Vec::new();
        let mut answer = self.each(solver, &wish, &|| false, |solution| solutions.push(solution))?;
        answer.solutions = solutions;
        Ok(answer)
    }

    /// Hands each solution over as soon as it is found, at most so many, none for all, and ends early when `stop` says so. What
    /// is known in the end is told without a list.
    pub fn each_solution(
        &self,
        most: Option<u64>,
        stop: &dyn Fn() -> bool,
        found: impl FnMut(Solution),
    ) -> Result<Answer, Error> {
        let wish = Wish { most, limits: self.limits(), seed: 0, checked: most, judged: false };
        self.each(self.solver()?, &wish, stop, found)
    }

    fn each(
        &self,
        mut solver: Solver,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        mut found: impl FnMut(Solution),
    ) -> Result<Answer, Error> {
        let outcome = solver.solve(&self.ground.world.given.values, wish, stop, |values, world| {
            found(Solution::new(world, values));
        });
        let outcome = outcome.map_err(|failure| self.failed(failure))?;
        Ok(Answer { verdict: outcome.verdict(), count: outcome.count, solutions: Vec::new() })
    }

    /// For each place the values that it has in some solution; an error if the search gave up before all were known.
    pub fn candidates(&self) -> Result<Vec<(String, Vec<Value>)>, Error> {
        let mut solver = self.solver()?;
        let givens = &self.ground.world.given.values;
        let wish = Wish { most: None, limits: self.limits(), seed: 0, checked: None, judged: true };
        let found = solver.candidates(&solver.coded(givens), &wish, &|| false);
        let found = found.map_err(|failure| self.failed(failure))?;
        if found.unsettled > 0 {
            return Err(Error::plain(&UNDECIDED));
        }
        let world = &solver.judge;
        let all = world.unknowns.iter().zip(found.values);
        let told = all.map(|(unknown, values)| {
            let values = values.into_iter().map(|value| Value::new(world, value)).collect();
            (world.show(unknown.place), values)
        });
        Ok(told.collect())
    }

    /// The way to the solution, step by step, as a person would go; for rules without moves and without an objective.
    pub fn explain(&self) -> Result<Explanation, Error> {
        let program = &self.ground.world.program;
        if !program.moves.is_empty() || program.objective.is_some() {
            return Err(Error::plain(&"only rules without moves and without an objective can be explained"));
        }
        let mut explainer = Explainer::new(self.ground.clone()).map_err(|failure| self.failed(failure))?;
        let givens = explainer.givens();
        let mut effort = explain::Effort::default();
        effort.decisions = self.decisions.unwrap_or(effort.decisions);
        let found = explainer.explain(&givens, effort, &|| false).map_err(|failure| self.failed(failure))?;
        let teller = explainer.teller();
        let told = found.steps.iter().map(|step| Step {
            result: teller.result(step),
            text: teller.paragraph(&found, step).trim_end().to_owned(),
        });
        let rating = found.solution.as_ref().map(|_| Rating::new(&found));
        Ok(Explanation {
            steps: told.collect(),
            solution: found.solution.as_ref().map(|values| Solution::new(explainer.world(), values)),
            level: rating.as_ref().map(|rating| rating.level.word()),
            score: rating.map(|rating| rating.score),
        })
    }

    /// A plan of a move puzzle, the shortest unless it says otherwise; nothing if there is none.
    pub fn plan(&self) -> Result<Option<Plan>, Error> {
        if self.ground.world.program.moves.is_empty() {
            return Err(Error::plain(&"the rules have no moves: there is nothing to plan"));
        }
        let solved = plan::solve(self.ground.clone(), &plan::Wish::default(), &|| false, &mut |_| {});
        let (report, _) = solved.map_err(|failure| match failure {
            plan::Failure::Rules(wrong) => Error::of_text(&[*wrong], &self.sources),
            failure => Error::plain(&failure),
        })?;
        if report.verdict == plan::Verdict::Unknown {
            return Err(Error::plain(&UNDECIDED));
        }
        let is_shortest = report.verdict == plan::Verdict::Solved;
        let has_plan = is_shortest || report.verdict == plan::Verdict::Found;
        let moves = report.steps.into_iter().map(|step| step.title).collect();
        Ok(has_plan.then_some(Plan { moves, is_shortest }))
    }

    /// The puzzle as an SVG picture.
    pub fn svg(&self) -> Result<String, Error> {
        let mut world = self.ground.world.clone();
        let scene = scene(&mut world, &View::default());
        let scene = scene.map_err(|wrong| Error::of_text(&[*wrong], &self.sources))?;
        Ok(svg::write(&scene))
    }

    fn solver(&self) -> Result<Solver, Error> {
        if !self.ground.world.program.moves.is_empty() {
            return Err(Error::plain(&"the rules have moves: ask for a plan"));
        }
        Solver::new(self.ground.clone()).map_err(|failure| self.failed(failure))
    }

    fn limits(&self) -> Limits {
        Limits { steps: self.decisions, ..Limits::default() }
    }

    fn failed(&self, failure: Failure) -> Error {
        match failure {
            Failure::Rules(wrong) => Error::of_text(&[*wrong], &self.sources),
            failure @ Failure::Refused(_) => Error::plain(&failure),
        }
    }
}
