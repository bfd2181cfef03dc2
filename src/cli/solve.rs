//! `gridlog solve` and `gridlog count`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::console::Console;
use super::output::{self, Output};
use super::plan;
use super::pulse::Pulse;
use super::subject::{Subject, What};
use super::told::Told;
use super::{Exit, reason, watch};
use crate::board::draw;
use crate::board::eval::World;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::puzzle::BETWEEN;
use crate::language::source::Sources;
use crate::language::term::TermId;
use crate::services::record::{self, Details, Record};
use crate::services::solve::{Best, Failure, Outcome, Verdict, Wish};
use crate::solver::search::{Ending, Limits};

/// Arguments of `gridlog solve`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    /// Stop after this many solutions; 0 for all
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1)]
    number: u64,
    /// Succeed only if there is exactly one solution
    #[arg(long, conflicts_with = "number")]
    unique: bool,
    /// How to print solutions: else by the ending of the file, or as a grid
    #[arg(short, long, alias = "to", value_name = "FORMAT", value_parser = output::one_of(OUTPUTS))]
    format: Option<Output>,
    /// Write solutions to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
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
    plans: plan::PlanLimits,
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

    fn wish(&self, most: Option<u64>, checked: Option<u64>) -> Wish {
        Wish { checked, most, limits: self.limits(), seed: self.seed }
    }
}

/// How many solutions `count` checks: none of them is shown, and millions would take their time.
const COUNTED_AND_CHECKED: u64 = 100;

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    watch::repeat(args.watch, &args.what.paths(), console, |console| once(args, console))
}

fn once(args: &Args, console: &mut Console) -> Exit {
    // A file may have any ending: where it means no form, solutions are printed as grids.
    let output = output::chosen(args.format, args.output.as_deref(), OUTPUTS).ok().flatten();
    let output = output.unwrap_or(Output::Text);
    if matches!(output, Output::Judge) {
        return plan::judge(&args.what, &args.how.plan_wish(false), console);
    }
    let most = match (args.unique, args.number) {
        (true, _) => Some(2),
        (false, 0) => None,
        (false, number) => Some(number),
    };
    console.answer_as(Some(output));
    console.keep_for(args.output.as_deref());
    // A puzzle without solution, if it is the only one: a batch is counted, not explained.
    let (mut seen, mut hopeless) = (0, None);
    let mut told_facts = false;
    let exit = each(&args.what, &args.how.wish(most, None), console, |subject, sources, wish, console| {
        if !subject.program.moves.is_empty() {
            let show = plan::Show { output, positions: args.verbose, stats: args.how.stats };
            let wish = args.how.plan_wish(args.unique);
            return plan::run(subject, &wish, &show, sources, console);
        }
        seen += 1;
        let mut told = match output {
            Output::Foreign(format) => match Told::new(format, subject, args.number != 1, sources) {
                Ok(told) => Some(told),
                Err(diagnostic) => {
                    console.report(&[*diagnostic], sources);
                    return Exit::BadInput;
                }
            },
            _ => None,
        };
        let mut refused: Option<String> = None;
        let mut solutions: Vec<Value> = Vec::new();
        let started = Instant::now();
        let pulse = Pulse::new(args.what.deadline(), console.is_quiet());
        let outcome = solved(subject, wish, &pulse, |values, world| {
            pulse.found_one();
            match output {
                Output::Line => match draw::line(world, values) {
                    Ok(line) => console.print(&format!("{line}\n")),
                    Err(what) => refused = Some(what),
                },
                Output::Facts => {
                    if told_facts {
                        console.print(&format!("{BETWEEN}\n"));
                    }
                    told_facts = true;
                    console.print(&draw::facts(world, values));
                }
                Output::Json | Output::Jsonl => solutions.push(draw::json(world, values)),
                Output::Foreign(_) => {
                    let text = told.as_mut().and_then(|told| told.solution(world, values));
                    console.print(&text.unwrap_or_default());
                }
                _ => {
                    let colour = console.colour && args.output.is_none();
                    console.print_styled(&format!("{}\n", draw::grid(world, values, colour)));
                }
            }
        });
        let outcome = match outcome {
            None => return Exit::BadInput,
            Some(Err(failure)) => return failed(failure, &subject.name, sources, console),
            Some(Ok(outcome)) => outcome,
        };
        if let Some(what) = refused {
            console.report(&[say::cannot_hold(&subject.name, "line", &what)], sources);
            return Exit::BadInput;
        }
        if let Some(told) = told {
            match told.end(&outcome) {
                Ok(text) => console.print(&text),
                Err(diagnostic) => {
                    console.report(&[*diagnostic], sources);
                    return Exit::BadInput;
                }
            }
        }
        let best = outcome
            .best
            .map(|Best { value, proved }| record::Best { value: draw::number_json(value), proved });
        let complete = outcome.ending == Ending::Complete;
        let details = Details::Solve { complete, best };
        let stats = args.how.stats.then(|| statistics(&outcome, started.elapsed()));
        let record = Record::new(outcome.verdict(), outcome.sentence()).with(details);
        console.answer(Record { solutions, stats, ..record });
        if outcome.verdict() == Verdict::None {
            hopeless = Some((subject.program.clone(), subject.options.clone()));
        }
        match (outcome.ending, outcome.verdict()) {
            (Ending::Interrupted, _) => Exit::Interrupted,
            (_, Verdict::Unknown) => Exit::Undecided,
            (Ending::Limit, _) if args.unique || args.number != 1 => Exit::Undecided,
            (_, Verdict::None) => Exit::No,
            (_, Verdict::Several) if args.unique => Exit::No,
            _ => Exit::Yes,
        }
    });
    if let (1, Some((program, options))) = (seen, hopeless) {
        reason::tell(&args.what, &program, &options, console);
    }
    exit.and(console.write_kept(args.output.as_deref()))
}

pub(super) fn count(args: &CountArgs, console: &mut Console) -> Exit {
    console.answer_as(args.format);
    each(
        &args.what,
        &args.how.wish(None, Some(COUNTED_AND_CHECKED)),
        console,
        |subject, sources, wish, console| {
            if !subject.program.moves.is_empty() {
                let wish = args.how.plan_wish(true);
                return plan::count(subject, &wish, args.how.stats, sources, console);
            }
            let started = Instant::now();
            let outcome =
                match solved(subject, wish, &Pulse::new(args.what.deadline(), console.is_quiet()), |_, _| {})
                {
                    None => return Exit::BadInput,
                    Some(Err(failure)) => return failed(failure, &subject.name, sources, console),
                    Some(Ok(outcome)) => outcome,
                };
            let complete = outcome.ending == Ending::Complete;
            console.print(&format!("{}\n", outcome.count));
            let message =
                (!complete).then(|| format!("at least {}; the search was not complete", outcome.count));
            console.answer(Record {
                status: outcome.verdict().into(),
                message,
                details: Details::Count { count: Some(outcome.count.into()), complete },
                stats: args.how.stats.then(|| statistics(&outcome, started.elapsed())),
                ..Record::default()
            });
            match outcome.ending {
                Ending::Complete | Ending::Enough => Exit::Yes,
                Ending::Limit => Exit::Undecided,
                Ending::Interrupted => Exit::Interrupted,
            }
        },
    )
}

/// Asks the solver of a puzzle, which the puzzles of one file share; nothing if the puzzle has errors.
fn solved(
    subject: &mut Subject,
    wish: &Wish,
    pulse: &Pulse<'_>,
    found: impl FnMut(&[TermId], &World),
) -> Option<Result<Outcome, Failure>> {
    let shared = subject.shared.clone();
    let mut shared = shared.borrow_mut();
    Some(subject.solver(&mut shared)?.and_then(|solver| {
        let givens = solver.judge.given.values.clone();
        solver.solve(&givens, wish, &|| pulse.stops(), found)
    }))
}

/// Does one thing for each puzzle that has no errors.
fn each(
    what: &What,
    wish: &Wish,
    console: &mut Console,
    mut act: impl FnMut(&mut Subject, &Sources, &Wish, &mut Console) -> Exit,
) -> Exit {
    let mut sources = Sources::default();
    what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        act(&mut subject, sources, wish, console)
    })
}

/// Tells why there is no answer.
pub(super) fn failed(failure: Failure, name: &str, sources: &Sources, console: &Console) -> Exit {
    match failure {
        Failure::Rules(diagnostic) => {
            console.report(&[*diagnostic], sources);
            Exit::BadInput
        }
        refused @ Failure::Refused(_) => {
            console.complain(&format!("{name}: {refused}"));
            Exit::Internal
        }
    }
}

fn statistics(outcome: &Outcome, time: Duration) -> Value {
    json!({
        "decisions": outcome.counters.decisions,
        "conflicts": outcome.counters.conflicts,
        "restarts": outcome.counters.restarts,
        "prunings": outcome.prunings,
        "milliseconds": time.as_secs_f64() * 1000.0,
    })
}
