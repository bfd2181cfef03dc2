//! Samples of rule sets: what comes out of each, as text to compare, and whether it is what the sample expects.
//!
//! The text says only what follows from the rules, never what a search happened upon first: solutions are shown when all
//! of them were found and they are few, and then in an order of their own.

pub mod mutate;
pub mod snapshot;

use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::{Cause, Deadline};
use crate::base::hash::Set;
use crate::board::draw;
use crate::board::ground::{Ground, Options, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Expected, Program};
use crate::language::resolve::{Library, Request, resolve};
use crate::language::source::{SourceId, Sources};
use crate::language::syntax::ast::{Statement, StatementKind};
use crate::language::syntax::parse::parse;
use crate::moves;
use crate::services::record::Status;
use crate::services::solve::{Failure, Outcome, Verdict, Wish, solve};
use crate::solver::search::{Ending, Limits};

/// More solutions than this are counted, not shown.
const SHOWN: u64 = 10;

/// How many solutions are checked on the source rules; those that are shown are among them.
const CHECKED: u64 = 100;

/// What one sample may cost, so that a hard one cannot hold up the others.
pub const BOUND: Limits =
    Limits { time: Some(Duration::from_secs(10)), steps: Some(1_000_000), conflicts: None, plain: None };

/// A file of the language with the rule sets it may use.
#[derive(Clone, Copy)]
pub struct Sample<'a> {
    /// What people call it; a name that ends in `.puzzle` is a puzzle.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// How many lines and bytes of its file come before it.
    pub before: (usize, usize),
    /// Where its rule sets come from.
    pub library: &'a dyn Library,
}

/// Whether a text says what must come out of it, apart from what it says about its laws.
pub fn expects(text: &str) -> bool {
    let tests = |statement: &Statement| {
        let StatementKind::Expect { what, .. } = &statement.kind else { return false };
        !matches!(what.text.as_str(), "implied" | "slack")
    };
    parse(0, text).0.statements.iter().any(tests)
}

/// A sample, expanded.
#[derive(Debug)]
pub struct Loaded {
    /// All texts that were read for it.
    pub sources: Sources,
    /// The rules and the puzzle.
    pub program: Arc<Program>,
    /// What they amount to; nothing if they have errors.
    pub ground: Option<Ground>,
    /// What is to be said about them.
    pub diagnostics: Vec<Diagnostic>,
    /// What this sample expects; what a used rule set expects of itself is not its concern.
    pub expected: Vec<Expected>,
    /// When to stop.
    deadline: Deadline,
}

/// What came out of a sample.
#[derive(Debug)]
pub enum Came {
    /// Nothing: its text has errors.
    Wrong,
    /// Somebody asked to stop.
    Interrupted,
    /// A solution that the rules refuse, which is a bug; a sentence.
    Refused(String),
    /// An answer.
    Answer(Answer),
}

/// An answer, and how it compares with what was expected.
#[derive(Debug)]
pub struct Answer {
    /// What is compared with the snapshot: solutions and verdict, as `solve` prints them.
    pub text: String,
    /// What is known about the solutions.
    pub status: Status,
    /// The expectations that are not met, each as a sentence.
    pub unmet: Vec<String>,
    /// Whether a limit was reached before the expectations could be judged.
    pub undecided: bool,
    /// The laws, by number, that ruled something out on the way.
    pub active: Set<usize>,
}

impl Answer {
    fn new(text: String, status: impl Into<Status>) -> Answer {
        Answer { text, status: status.into(), unmet: Vec::new(), undecided: false, active: Set::default() }
    }

    /// Compares it with what is expected; `met` says whether that is so, as far as it is known.
    fn judged(
        mut self,
        expected: &[Expected],
        sentence: &str,
        met: impl Fn(Expected) -> Option<bool>,
    ) -> Answer {
        for &what in expected {
            match met(what) {
                Some(true) => {}
                Some(false) => self.unmet.push(format!("expects {}, but has {sentence}", in_words(what))),
                None => self.undecided = true,
            }
        }
        self
    }
}

impl Sample<'_> {
    /// Reads and expands the sample. The deadline is for this and for what is done with it.
    pub fn load(&self, deadline: &Deadline) -> Loaded {
        let mut sources = Sources::default();
        let main: SourceId = sources.add_part(self.name, self.text, self.before);
        let request = Request { rules: Some(main), ..Request::default() };
        let (program, mut diagnostics) = resolve(&request, &mut sources, self.library);
        let own = program.expectations.iter().filter(|expectation| expectation.span.source == main);
        let expected = own.map(|expectation| expectation.what).collect();
        let mut expanded = None;
        if !diagnostics.iter().any(Diagnostic::is_error) {
            let puzzle = self.name.strip_suffix(".puzzle").is_some();
            let (ground, found) =
                ground(&program, &Options { puzzle, deadline: deadline.clone(), ..Options::default() });
            diagnostics.extend(found);
            expanded = (!diagnostics.iter().any(Diagnostic::is_error)).then_some(ground);
        }
        Loaded { sources, program, ground: expanded, diagnostics, expected, deadline: deadline.clone() }
    }
}

impl Loaded {
    /// Solves the sample and judges its expectations. Afterwards it holds no instances any more.
    pub fn run(&mut self, limits: Limits, stop: &dyn Fn() -> bool) -> Came {
        let Some(ground) = self.ground.take() else { return self.wrong() };
        if !self.program.moves.is_empty() {
            return self.plan(ground, limits, stop);
        }
        let wish =
            Wish { most: Some(most(&self.expected)), limits, seed: 0, checked: Some(CHECKED), judged: true };
        let laws: Vec<usize> = ground.instances.iter().map(|instance| instance.law).collect();
        let mut drawn = Vec::new();
        let outcome = solve(ground, &wish, stop, |values, world| {
            if drawn.len() as u64 <= SHOWN {
                drawn.push(draw::grid(world, values, false));
            }
        });
        match outcome {
            Ok(outcome) if outcome.ending == Ending::Interrupted => Came::Interrupted,
            Ok(outcome) => {
                let active = outcome.active.iter().map(|&instance| laws[instance as usize]).collect();
                Came::Answer(Answer { active, ..judge(&outcome, drawn, &self.expected) })
            }
            Err(Failure::Rules(diagnostic)) => {
                self.diagnostics.push(*diagnostic);
                self.wrong()
            }
            Err(refused @ Failure::Refused(_)) => Came::Refused(refused.to_string()),
        }
    }

    /// What errors mean: that the text is wrong, or that it was not understood in time.
    fn wrong(&mut self) -> Came {
        match self.deadline.cause() {
            None => Came::Wrong,
            Some(Cause::Asked) => Came::Interrupted,
            Some(cause @ (Cause::Time | Cause::Memory)) => {
                self.diagnostics.retain(|found| !found.is_error());
                let answer = Answer::new(format!("undecided: {cause}\n"), Status::Unknown);
                Came::Answer(Answer { undecided: true, ..answer })
            }
        }
    }

    /// Looks for a shortest plan and judges the expectations. Which of the shortest it is does not follow from the rules,
    /// so only their length is told.
    fn plan(&mut self, ground: Ground, limits: Limits, stop: &dyn Fn() -> bool) -> Came {
        let counted =
            |what: &Expected| matches!(what, Expected::Count(_) | Expected::Unique | Expected::Several);
        let Limits { time, steps, .. } = limits;
        let limits = moves::search::Limits { moves: None, time, memory: Some(MEMORY), steps };
        let wish = moves::Wish { limits, count: self.expected.iter().any(counted) };
        let report = match moves::solve(ground, &wish, stop, &mut |_| {}) {
            Ok((report, _)) if report.ending == moves::search::Ending::Interrupted => {
                return Came::Interrupted;
            }
            Ok((report, _)) => report,
            Err(moves::Failure::Rules(diagnostic)) => {
                self.diagnostics.push(*diagnostic);
                return self.wrong();
            }
            Err(refused) => return Came::Refused(refused.to_string()),
        };
        let sentence = report.sentence();
        let answer = Answer::new(format!("{sentence}\n"), &report);
        let met = |what| moves::plan::meets(&report, what);
        Came::Answer(answer.judged(&self.expected, &sentence, met))
    }
}

/// The most bytes that the positions of a move puzzle may take.
const MEMORY: usize = 1 << 30;

/// How many solutions it takes to judge: one more than a count that is expected.
fn most(expected: &[Expected]) -> u64 {
    let needed = expected.iter().map(|what| match what {
        Expected::Count(number) => u64::try_from(*number).unwrap_or(0).saturating_add(1),
        _ => 2,
    });
    needed.max().unwrap_or(2).max(2)
}

fn judge(outcome: &Outcome, mut drawn: Vec<String>, expected: &[Expected]) -> Answer {
    let sentence = outcome.sentence();
    let mut lines = Vec::new();
    if outcome.ending == Ending::Complete && outcome.count <= SHOWN {
        drawn.sort();
        lines = drawn;
    }
    lines.push(sentence.clone());
    let text = format!("{}\n", lines.join("\n"));
    let answer = Answer::new(text, outcome.verdict()).judged(expected, &sentence, |what| met(what, outcome));
    let cut_short = outcome.ending == Ending::Limit && outcome.count < 2;
    Answer { undecided: answer.undecided || cut_short, ..answer }
}

/// Whether an expectation is met, as far as it is known.
fn met(what: Expected, outcome: &Outcome) -> Option<bool> {
    let complete = outcome.ending == Ending::Complete;
    match what {
        Expected::Unique => (complete || outcome.count > 1).then(|| outcome.verdict() == Verdict::Unique),
        Expected::None => (complete || outcome.count > 0).then(|| outcome.verdict() == Verdict::None),
        Expected::Several => (complete || outcome.count > 1).then(|| outcome.verdict() == Verdict::Several),
        Expected::Count(number) => {
            let over = u64::try_from(number).map_or(true, |number| outcome.count > number);
            (complete || over).then(|| u64::try_from(number) == Ok(outcome.count))
        }
        Expected::Best(number) => match outcome.best {
            Some(best) => best.proved.then_some(best.value == i128::from(number)),
            None => complete.then_some(false),
        },
        // A plan is no solution: `resolve` refuses the one where the other is meant.
        Expected::Moves(_) => None,
    }
}

fn in_words(what: Expected) -> String {
    match what {
        Expected::Unique => "exactly one solution".to_owned(),
        Expected::None => "no solution".to_owned(),
        Expected::Several => "several solutions".to_owned(),
        Expected::Count(number) => format!("{number} solutions"),
        Expected::Moves(number) => format!("a plan of {number} moves"),
        Expected::Best(number) => format!("{number} as the best value"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Expected, Status, most};

    #[test]
    fn a_count_takes_one_solution_more() {
        assert_eq!((most(&[]), most(&[Expected::Unique, Expected::Count(3)])), (2, 4));
    }

    #[test]
    fn expectations_are_met_or_not_or_open() {
        let met = |what| match what {
            Expected::Several => Some(true),
            Expected::Unique => Some(false),
            _ => None,
        };
        let judged = |expected: &[Expected]| {
            let answer = Answer::new(String::new(), Status::Several).judged(expected, "2 solutions", met);
            (answer.unmet, answer.undecided)
        };
        assert_eq!(judged(&[Expected::Several]), (vec![], false));
        let unmet = "expects exactly one solution, but has 2 solutions".to_owned();
        assert_eq!(judged(&[Expected::Unique, Expected::None]), (vec![unmet], true));
    }
}
