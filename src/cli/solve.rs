//! `gridlog solve` and `gridlog count`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use super::batch::Batch;
use super::checks::Checks;
use super::console::Console;
use super::foreign::Scribe;
use super::helpers::Helpers;
use super::known::Known;
use super::output::{self, Output};
use super::plan;
use super::pulse::Pulse;
use super::subject::{Jobs, Subject, What};
use super::trouble::Trouble;
use super::{Exit, files, proof, reason, watch};
use crate::base::clock::Stopwatch;
use crate::board::draw;
use crate::board::ground::{Ground, Options};
use crate::language::diagnostic::catalogue::files as say;
use crate::language::program::Program;
use crate::language::source::Sources;
use crate::services::record::{self, Details, Record};
use crate::services::solve::{Best, Counted, Found, Outcome, Verdict, Wish};
use crate::solver::count::Method;
use crate::solver::search::{Ending, Limits};

/// Arguments of `gridlog solve`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    batch: Batch,
    /// Stop after this many solutions; 0 for all
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1)]
    number: u64,
    /// Succeed only if there is exactly one solution
    #[arg(long, conflicts_with = "number")]
    unique: bool,
    /// A solution that is known: it is checked and told first, and only others are looked for
    #[arg(long, value_name = "FILE", requires = "unique", conflicts_with_all = ["proof", "watch"])]
    known: Option<PathBuf>,
    /// How to print solutions: else by the ending of the file, or as a grid
    #[arg(short, long, alias = "to", value_name = "FORMAT", value_parser = output::one_of(OUTPUTS))]
    format: Option<Output>,
    /// Write solutions to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a proof of the answer to this file, which `gridlog verify --proof` checks
    #[arg(long, value_name = "FILE", conflicts_with = "watch")]
    proof: Option<PathBuf>,
    /// Solve again whenever a file changes
    #[arg(long)]
    watch: bool,
    /// Show each position of a plan
    #[arg(short, long)]
    verbose: bool,
}

const OUTPUTS: &[&str] = &["grid", "line", "facts", "judge", "json", "jsonl", output::FOREIGN];

/// Arguments of `gridlog count`.
#[derive(clap::Args, Debug)]
pub(super) struct CountArgs {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    batch: Batch,
    /// How to print the number
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

/// How to search.
#[derive(clap::Args, Debug)]
pub(super) struct How {
    /// Stop after this many decisions
    #[arg(long, value_name = "NUMBER")]
    step_limit: Option<u64>,
    /// Decides between choices that look equal
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(super) seed: u64,
    /// Tell what the search did and how long it took
    #[arg(short, long = "stats", alias = "statistics")]
    pub(super) stats: bool,
    #[command(flatten)]
    checks: Checks,
    #[command(flatten)]
    plans: plan::PlanLimits,
}

/// A proof must not take the place of what is read or written besides.
fn may_hold_proof(proof: &Path, args: &Args) -> Result<(), Trouble> {
    let (name, takes) = (files::name(proof), |other: &PathBuf| files::is_same(proof, other));
    if args.output.iter().any(takes) {
        return Err(Trouble::call(format!(
            "--proof and --output both name {name}: a file for each is needed"
        )));
    }
    if args.what.paths().iter().any(takes) {
        return Err(Trouble::call(format!("--proof names {name}, which holds the rules or the puzzle")));
    }
    Ok(())
}

impl How {
    /// When to stop before the search is complete.
    pub(super) fn limits(&self) -> Limits {
        Limits { steps: self.step_limit, ..Limits::default() }
    }

    /// What to look for in a move puzzle.
    pub(super) fn plan_wish(&self, count: bool) -> crate::moves::Wish {
        self.plans.wish(self.step_limit, count)
    }

    /// What to look for in a puzzle. Where its solutions are checked on the rules as written, at most so many are.
    pub(super) fn wish(&self, subject: &Subject, most: Option<u64>, checked: Option<u64>) -> Wish {
        let checked = if self.checks.on_rules(subject.number) { checked } else { Some(0) };
        Wish { checked, judged: true, most, limits: self.limits(), seed: self.seed }
    }
}

/// How many solutions `count` checks: none of them is shown, and millions would take their time.
const COUNTED_AND_CHECKED: u64 = 100;

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    watch::repeat(args.watch, &args.what.paths(), console, |console| once(args, console))
}

fn once(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    if let Some(proof) = &args.proof {
        may_hold_proof(proof, args)?;
    }
    // A file may have any ending: where it means no form, solutions are printed as grids.
    let output = output::chosen(args.format, args.output.as_deref(), OUTPUTS).ok().flatten();
    let output = args.batch.form(output).unwrap_or(Output::Text);
    if matches!(output, Output::Judge) {
        return plan::judge(&args.what, &args.how.plan_wish(false), console);
    }
    console.answer_as(Some(output));
    console.keep_for(args.output.as_deref());
    let known = match &args.known {
        Some(path) => match Known::read(&args.what, path, console)? {
            Ok(known) => Some(known),
            Err(exit) => return Ok(exit),
        },
        None => None,
    };
    let solving = Solving { args, output, known, hopeless: Mutex::default() };
    let exit = args.what.each_apart(args.jobs, &args.batch, console, &|| {
        let mut text = String::new();
        let solving = &solving;
        Box::new(move |subject, sources, console| solving.solve(subject, sources, console, &mut text))
    });
    let exit = exit.unwrap_or_else(|trouble| trouble.tell(console));
    let hopeless = solving.hopeless.into_inner().unwrap_or_default();
    if let (true, Some((program, options))) = (console.is_about_one(), hopeless) {
        reason::tell(&args.what, &program, &options, console);
    }
    Ok(exit.and(files::write_kept(args.output.as_deref(), console)))
}

/// Solves one puzzle after the other.
struct Solving<'a> {
    args: &'a Args,
    output: Output,
    /// A solution that is known.
    known: Option<Known>,
    /// A puzzle without solution that may be the only one: a batch is counted, not explained.
    hopeless: Mutex<Option<(Arc<Program>, Options)>>,
}

impl Solving<'_> {
    /// What a proof is to be about, if one is wanted.
    fn to_prove(&self, subject: &Subject) -> Result<Option<Ground>, Trouble> {
        match &self.args.proof {
            Some(_) if subject.number > 1 => Err(Trouble::refused("--proof is for one puzzle")),
            Some(_) => Ok(subject.ground.clone()),
            None => Ok(None),
        }
    }

    fn solve(
        &self,
        subject: &mut Subject,
        sources: &Sources,
        console: &mut Console,
        text: &mut String,
    ) -> Result<Exit, Trouble> {
        let args = self.args;
        if subject.has_moves() {
            if self.known.is_some() {
                return Err(Trouble::refused("--known is for puzzles without moves"));
            }
            let show = plan::Show { output: self.output, positions: args.verbose, stats: args.how.stats };
            let mut ground = self.to_prove(subject)?;
            let (exit, report) = plan::run(subject, &args.how.plan_wish(args.unique), &show, console)?;
            if let (Some(path), Some(ground)) = (&args.proof, &mut ground) {
                proof::write_moves(path, ground, &report, console)?;
            }
            return Ok(exit);
        }
        let mut scribe = match self.output {
            Output::Foreign(format) => Some(Scribe::new(format, subject, args.number != 1, sources)?),
            _ => None,
        };
        let ground = self.to_prove(subject)?;
        let most = match (args.unique, args.number) {
            (true, _) => Some(2),
            // There is more to prove of a puzzle than that it can be solved.
            (false, 1) if ground.as_ref().is_some_and(|ground| ground.objective.is_none()) => Some(2),
            (false, 0) => None,
            (false, number) => Some(number),
        };
        let mut refused: Option<String> = None;
        let (mut solutions, mut proved): (Vec<Value>, Vec<Vec<i64>>) = Default::default();
        let started = Stopwatch::start();
        let deadline = subject.deadline.clone();
        let pulse = Pulse::new(&deadline, console);
        let colour = console.colour && args.output.is_none();
        let wish = args.how.wish(subject, most, None);
        let known = self.known.as_ref();
        let outcome = solved(subject, args.jobs, known, &wish, &pulse, &mut |mut found| {
            pulse.found_one();
            if ground.is_some() {
                proved.push(found.values.to_vec());
            }
            text.clear();
            match self.output {
                Output::Line => match found.line(text) {
                    Ok(()) => {
                        text.push('\n');
                        console.print(text);
                    }
                    Err(what) => refused = Some(what),
                },
                Output::Facts => {
                    let terms = found.terms();
                    console.print_part(&draw::facts(found.world, &terms));
                }
                Output::Json | Output::Jsonl => {
                    let terms = found.terms();
                    solutions.push(draw::json(found.world, &terms));
                }
                Output::Foreign(_) => {
                    let terms = found.terms();
                    let text = scribe.as_mut().and_then(|scribe| scribe.solution(found.world, &terms));
                    console.print(&text.unwrap_or_default());
                }
                _ if colour => {
                    let terms = found.terms();
                    console.print_styled(&format!("{}\n", draw::grid(found.world, &terms, true)));
                }
                _ => {
                    found.grid(text);
                    text.push('\n');
                    console.print_styled(text);
                }
            }
        })?;
        if let Some(what) = refused {
            return Err(Trouble::Text(Box::new(say::cannot_hold(&subject.name, "line", &what))));
        }
        if let Some(scribe) = scribe {
            console.print(&scribe.end(&outcome)?);
        }
        if let (Some(path), Some(ground)) = (&args.proof, &ground) {
            proof::write(path, ground, &outcome, proved, console)?;
        }
        let verdict = outcome.verdict();
        if verdict == Verdict::None && !subject.in_batch && console.is_about_one() {
            let hopeless = Some((subject.program.clone(), subject.options.clone()));
            self.hopeless.lock().map(|mut kept| *kept = hopeless).ok();
        }
        console.answer_with(verdict.into(), || {
            let best = outcome
                .best
                .map(|Best { value, proved }| record::Best { value: draw::number_json(value), proved });
            let details = Details::Solve { complete: outcome.ending == Ending::Complete, best };
            let stats = args.how.stats.then(|| statistics(&outcome, started.elapsed()));
            let record = Record::new(verdict, outcome.sentence()).with(details);
            Record { solutions, stats, ..record }
        });
        Ok(match (outcome.ending, verdict) {
            (Ending::Interrupted, _) => Exit::Interrupted,
            (_, Verdict::Unknown) => Exit::Undecided,
            (Ending::Limit, _) if args.unique || args.number != 1 => Exit::Undecided,
            (_, Verdict::None) => Exit::No,
            (_, Verdict::Several) if args.unique => Exit::No,
            _ => Exit::Yes,
        })
    }
}

pub(super) fn count(args: &CountArgs, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.batch.form(args.format));
    args.what.each_apart(args.jobs, &args.batch, console, &|| {
        Box::new(|subject, _, console| count_one(args, subject, console))
    })
}

fn count_one(args: &CountArgs, subject: &mut Subject, console: &mut Console) -> Result<Exit, Trouble> {
    if subject.has_moves() {
        return plan::count(subject, &args.how.plan_wish(true), args.how.stats, console);
    }
    let started = Stopwatch::start();
    let deadline = subject.deadline.clone();
    let pulse = Pulse::new(&deadline, console);
    let wish = args.how.wish(subject, None, Some(COUNTED_AND_CHECKED));
    let helpers = Helpers::new(subject.ground.as_ref(), args.jobs.most());
    let counted = helpers.count(&mut *subject.solver()?, &wish, &|| pulse.stops())?;
    drop(pulse);
    let Counted { total, method, outcome, .. } = &counted;
    let complete = outcome.ending == Ending::Complete;
    console.print(&format!("{total}\n"));
    let message = match (complete, method) {
        (false, _) => Some(format!("at least {total}; the search was not complete")),
        (true, Method::Search) => None,
        (true, method) => Some(format!("counted by {}, not one by one", method.word())),
    };
    console.answer(Record {
        status: outcome.verdict().into(),
        message,
        details: Details::Count { count: Some(total.into()), complete, method: Some(method.word()) },
        stats: args.how.stats.then(|| {
            let mut stats = statistics(outcome, started.elapsed());
            stats["method"] = json!(method.word());
            stats["states"] = json!(counted.widest);
            stats["repeated"] = json!(counted.repeated);
            stats
        }),
        ..Record::default()
    });
    Ok(ended(outcome.ending))
}

/// The exit that the end of a search means, as far as it says so by itself.
pub(super) fn ended(ending: Ending) -> Exit {
    match ending {
        Ending::Complete | Ending::Enough => Exit::Yes,
        Ending::Limit => Exit::Undecided,
        Ending::Interrupted => Exit::Interrupted,
    }
}

/// Asks the solver of a puzzle, which the puzzles of one file share.
fn solved(
    subject: &mut Subject,
    jobs: Jobs,
    known: Option<&Known>,
    wish: &Wish,
    pulse: &Pulse<'_>,
    found: &mut dyn FnMut(Found<'_>),
) -> Result<Outcome, Trouble> {
    if let Some(known) = known {
        if subject.number > 1 {
            return Err(Trouble::refused("--known is for one puzzle"));
        }
        let mut solver = subject.solver()?;
        if solver.model.objective.is_some() {
            return Err(Trouble::refused("--known is for rules without an objective"));
        }
        let (givens, values) = (solver.given(), known.coded(&mut solver)?);
        let outcome = solver.solve_beside(&givens, &values, wish, &|| pulse.stops(), found)?;
        return outcome.ok_or_else(|| known.is_none());
    }
    let helpers = Helpers::new(subject.ground.as_ref(), jobs.most());
    Ok(helpers.solve(&mut *subject.solver()?, wish, &|| pulse.stops(), found)?)
}

fn statistics(outcome: &Outcome, time: Duration) -> Value {
    json!({
        "decisions": outcome.counters.decisions,
        "conflicts": outcome.counters.conflicts,
        "restarts": outcome.counters.restarts,
        "part": outcome.counters.part.word(),
        "prunings": outcome.prunings,
        "milliseconds": time.as_secs_f64() * 1000.0,
    })
}
