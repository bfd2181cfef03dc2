//! Plans: found, replayed by the evaluator on the source rules, and read from text.

use super::search::{self, Counters, Ending, Found, Limits, Progress, Watch};
use super::system::{Head, System, Trouble};
use crate::board::check;
use crate::board::eval::World;
use crate::board::ground::{Ground, Instance, moves as rules};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Expected, Program};
use crate::language::term::TermId;

/// What to look for.
#[derive(Clone, Copy, Default, Debug)]
pub struct Wish {
    /// When to stop before the question is settled.
    pub limits: Limits,
    /// Whether to count the shortest plans.
    pub count: bool,
}

/// The answer, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a shortest plan.
    Solved,
    /// There is a plan, but a limit was reached before it was known to be shortest.
    Found,
    /// There is no plan at all; this is a proof.
    NoPlan,
    /// Every plan, if there is one, has more moves than were allowed.
    NotWithin(u32),
    /// A limit was reached, or somebody asked to stop.
    Unknown,
}

impl Verdict {
    /// The word shown to programs.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::NoPlan => "none",
            Verdict::NotWithin(_) => "none within the limit",
            Verdict::Found | Verdict::Unknown => "unknown",
        }
    }
}

/// One step of a plan.
#[derive(Clone, Debug)]
pub struct Step {
    /// `swipe(left)`.
    pub title: String,
    /// The doc line of the move with its names filled in; empty if it has none.
    pub sentence: String,
    /// The values afterwards.
    pub values: Vec<TermId>,
}

/// What came out.
#[derive(Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The first position.
    pub start: Vec<TermId>,
    /// The steps of a plan, each replayed by the evaluator.
    pub steps: Vec<Step>,
    /// The first law that the first position breaks: then there is no plan.
    pub broken: Option<String>,
    /// Every plan has at least so many moves.
    pub at_least: u32,
    /// How many shortest plans there are, if that was asked; nothing if it is beyond all counting.
    pub count: Option<u128>,
    /// Why the search ended.
    pub ending: Ending,
    /// What it did.
    pub counters: Counters,
    /// The bound that guided the search, if one did.
    pub bound: Option<String>,
    /// How many symmetric positions one stood in for at most, if they were looked at once.
    pub symmetry: Option<usize>,
}

impl Report {
    /// The answer in words.
    pub fn sentence(&self) -> String {
        let moves = |number: usize| if number == 1 { "1 move".to_owned() } else { format!("{number} moves") };
        match (self.verdict, self.ending) {
            (Verdict::Solved, _) if self.steps.is_empty() => "0 moves: the goal holds already".to_owned(),
            (Verdict::Solved, _) => format!("{}, no plan is shorter", moves(self.steps.len())),
            (Verdict::NoPlan, _) => match &self.broken {
                Some(law) => format!("no plan: the first position breaks {law}"),
                None if self.counters.generated == 0 => {
                    "no plan: no move is possible in the first position".to_owned()
                }
                None => "no plan".to_owned(),
            },
            (Verdict::NotWithin(most), _) => format!("no plan within {}", moves(most as usize)),
            (verdict, ending) => {
                let why = match ending {
                    Ending::Time => "the time is over",
                    Ending::Memory => "the memory limit was reached",
                    Ending::Interrupted => "interrupted",
                    Ending::Steps | Ending::Better | Ending::Settled | Ending::Moves => {
                        "the step limit was reached"
                    }
                };
                let found = match verdict {
                    Verdict::Found => format!("a plan of {} found; ", moves(self.steps.len())),
                    _ => String::new(),
                };
                format!("undecided: {why}; {found}every plan has at least {}", moves(self.at_least as usize))
            }
        }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The rules cannot be followed.
    #[error("the rules cannot be followed")]
    Rules(Box<Diagnostic>),
    /// An unknown takes too many values.
    #[error("an unknown takes more than 65,536 different values")]
    TooManyValues,
    /// The evaluator refuses a plan: a bug in the search, never shown as an answer.
    #[error("the search found a plan that the rules refuse at {0}; please report this")]
    Refused(String),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Rules(diagnostic) => Failure::Rules(diagnostic),
            Trouble::Narrow | Trouble::TooManyValues => Failure::TooManyValues,
        }
    }
}

impl From<Box<Diagnostic>> for Failure {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Failure::Rules(diagnostic)
    }
}

/// Solves a move puzzle: a shortest plan, or the proof that there is none. The world gives the values their meaning.
pub fn solve(
    ground: Ground,
    wish: &Wish,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<(Report, World), Failure> {
    let mut system = System::new(ground);
    let report = answer(&mut system, wish, stop, progress)?;
    Ok((report, system.into_world()))
}

/// Solves the puzzle of a system that is ready.
pub fn answer(
    system: &mut System,
    wish: &Wish,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report, Failure> {
    let program = system.world().program.clone();
    let start = system.start().ok_or(Failure::TooManyValues)?;
    let first = rules::start(system.world());
    let broken = check::all_broken(system.world(), &first)?;
    let mut report = Report {
        verdict: Verdict::NoPlan,
        start: first,
        steps: Vec::new(),
        broken: broken.first().map(|instance| told(instance, &program, system.world())),
        at_least: 0,
        count: wish.count.then_some(0),
        ending: Ending::Settled,
        counters: Counters::default(),
        bound: None,
        symmetry: None,
    };
    if report.broken.is_some() {
        return Ok(report);
    }
    let deadline = system.world().deadline.clone();
    let mut watch = Watch::new(wish.limits, stop, progress).within(deadline.clone());
    let found = if wish.count {
        search::count(system, &start, &mut watch)
    } else {
        search::shortest(system, &start, &mut watch)
    };
    let found = match (found, deadline.cause()) {
        // The evaluator was the first to notice.
        (Err(Trouble::Rules(_)), Some(cause)) => Found::nothing(cause.into()),
        (found, _) => found?,
    };
    let Found { plan, at_least, count, ending, counters } = found;
    report.verdict = match (&plan, ending) {
        (Some(_), Ending::Settled) => Verdict::Solved,
        (Some(_), _) => Verdict::Found,
        (None, Ending::Settled) => Verdict::NoPlan,
        (None, Ending::Moves) => Verdict::NotWithin(wish.limits.moves.unwrap_or(u32::MAX)),
        (None, _) => Verdict::Unknown,
    };
    report.count = if plan.is_some() { count } else { report.count };
    (report.at_least, report.ending, report.counters) = (at_least, ending, counters);
    report.bound = system.bound_name();
    report.symmetry = system.symmetry();
    if let Some(plan) = plan {
        deadline.grant();
        let heads: Vec<Head> = plan.iter().map(|&head| system.head(head).clone()).collect();
        let replayed = replay_heads(&program, system.world(), &report.start, &heads)?;
        report.steps = replayed.steps;
        if let Some(trouble) = replayed.trouble {
            return Err(Failure::Refused(trouble.to_string()));
        }
    }
    Ok(report)
}

/// Why a plan does not solve the puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The first position breaks a law.
    #[error("the first position breaks {0}")]
    Start(String),
    /// There is no such move in that position.
    #[error("move {0}, {1}: not possible there; possible: {2}")]
    Move(usize, String, String),
    /// The move leads to a position that breaks a law.
    #[error("move {0}, {1}: breaks {2}")]
    Law(usize, String, String),
    /// After the last move the goal is not reached.
    #[error("after {0} moves the goal is not reached")]
    NoGoal(usize),
}

/// A plan as far as the rules allow it.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The steps up to the first that is not legal.
    pub steps: Vec<Step>,
    /// What is wrong; nothing if the plan solves the puzzle.
    pub trouble: Option<Illegal>,
}

/// Replays a plan by the evaluator, which shares nothing with the search. Moves are named as they are printed.
pub fn replay(
    program: &Program,
    world: &mut World,
    start: &[TermId],
    plan: &[String],
) -> Result<Replay, Box<Diagnostic>> {
    follow(program, world, start, plan.len(), &mut |world, values, number| {
        let wanted: String = plan[number].split_whitespace().collect();
        let successors = rules::successors(world, values)?;
        let titles: Vec<String> = successors
            .iter()
            .map(|next| rules::title(&program.moves[next.rule], &next.head, world))
            .collect();
        let same = |title: &String| title.split_whitespace().collect::<String>() == wanted;
        let at = titles.iter().position(same);
        let possible = if titles.is_empty() { "none".to_owned() } else { titles.join(", ") };
        let next = at.and_then(|at| successors.into_iter().nth(at));
        Ok(next.ok_or(Illegal::Move(number + 1, wanted, possible)))
    })
}

/// The same for moves by their heads: nothing but these moves is evaluated.
fn replay_heads(
    program: &Program,
    world: &mut World,
    start: &[TermId],
    plan: &[Head],
) -> Result<Replay, Box<Diagnostic>> {
    follow(program, world, start, plan.len(), &mut |world, values, number| {
        let Head { rule, args } = &plan[number];
        let wanted = rules::title(&program.moves[*rule], args, world);
        let next = rules::successor(*rule, args, world, values)?;
        Ok(next.ok_or(Illegal::Move(number + 1, wanted, "others".to_owned())))
    })
}

/// What a move by its number leads to from a position.
type Next<'n> = dyn FnMut(&mut World, &[TermId], usize) -> Result<Result<rules::Successor, Illegal>, Box<Diagnostic>>
    + 'n;

/// Goes through a plan of so many moves, and asks all laws on the way and the goal at its end.
fn follow(
    program: &Program,
    world: &mut World,
    start: &[TermId],
    moves: usize,
    next: &mut Next<'_>,
) -> Result<Replay, Box<Diagnostic>> {
    let mut steps = Vec::new();
    let mut values = start.to_vec();
    if let Some(broken) = check::all_broken(world, &values)?.first() {
        let trouble = Some(Illegal::Start(told(broken, program, world)));
        return Ok(Replay { steps, trouble });
    }
    for number in 0..moves {
        world.steps = 0;
        let next = match next(world, &values, number)? {
            Ok(next) => next,
            Err(trouble) => return Ok(Replay { steps, trouble: Some(trouble) }),
        };
        let title = rules::title(&program.moves[next.rule], &next.head, world);
        if let Some(broken) = check::all_broken(world, &next.values)?.first() {
            let trouble = Some(Illegal::Law(number + 1, title, told(broken, program, world)));
            return Ok(Replay { steps, trouble });
        }
        values.clone_from(&next.values);
        let sentence = sentence(program, world, &next);
        steps.push(Step { title, sentence, values: values.clone() });
    }
    world.steps = 0;
    let reached = check::is_goal(world, &values)?;
    let trouble = (!reached).then_some(Illegal::NoGoal(moves));
    Ok(Replay { steps, trouble })
}

/// The doc line of a move, as far as its names stand in the head.
pub fn sentence(program: &Program, world: &World, next: &rules::Successor) -> String {
    let rule = &program.moves[next.rule];
    let mut text = rule.law.doc.clone();
    for (arg, &term) in rule.head.iter().zip(&next.head) {
        if let crate::language::program::Expr::Slot(slot) = arg {
            let name = &rule.law.scope.names[usize::from(*slot)];
            text = text.replace(&format!("{{{name}}}"), &world.name(term));
        }
    }
    text
}

/// `law safe(goat, cabbage): goat is not left alone with cabbage`.
fn told(instance: &Instance, program: &Program, world: &World) -> String {
    let law = &program.laws[instance.law];
    let (title, sentence) = (instance.title(law, world), instance.sentence(law, world));
    if sentence.is_empty() { title } else { format!("{title}: {sentence}") }
}

/// Whether an expectation holds; nothing if it does not speak about plans, or the search did not settle it.
pub fn meets(report: &Report, expected: Expected) -> Option<bool> {
    let settled = matches!(report.verdict, Verdict::Solved | Verdict::NoPlan);
    let moves = (report.verdict == Verdict::Solved).then_some(report.steps.len() as i64);
    match expected {
        Expected::Moves(number) => settled.then_some(moves == Some(number)),
        Expected::None => settled.then_some(report.verdict == Verdict::NoPlan),
        Expected::Count(number) => match (report.count, u128::try_from(number)) {
            (Some(count), Ok(number)) if settled => Some(count == number),
            _ => None,
        },
        Expected::Unique => report.count.filter(|_| settled).map(|count| count == 1),
        Expected::Several => report.count.filter(|_| settled).map(|count| count > 1),
        Expected::Best(_) => None,
    }
}
