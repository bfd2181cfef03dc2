//! `gridlog solve` and `gridlog count`.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde_json::{Value, json};

use super::console::{Console, interruption};
use super::subject::{Subject, What};
use super::{Exit, watch};
use crate::puzzle::draw;
use crate::search::{Ending, Limits};
use crate::solve::{Best, Failure, Outcome, Verdict, Wish, solve, unready};
use crate::source::Sources;

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
    /// How to print solutions
    #[arg(short, long, value_name = "FORMAT", default_value = "grid")]
    format: Format,
    /// Solve again whenever a file changes
    #[arg(long)]
    watch: bool,
}

/// Arguments of `gridlog count`.
#[derive(clap::Args, Debug)]
pub(super) struct CountArgs {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
}

/// How to search.
#[derive(clap::Args, Debug)]
pub(super) struct How {
    /// Stop after this time, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
    /// Stop after this many decisions
    #[arg(long, value_name = "NUMBER")]
    step_limit: Option<u64>,
    /// Decides between choices that look equal
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(super) seed: u64,
    /// Tell what the search did
    #[arg(short, long)]
    pub(super) statistics: bool,
}

/// How solutions are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// As a grid
    Grid,
    /// One line for each solution, row by row
    Line,
    /// One object for each puzzle, on a line
    Jsonl,
    /// As facts of the rule language
    Facts,
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let split =
        text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or("a unit is needed, such as 10s")?;
    let (number, unit) = text.split_at(split);
    let number: f64 = number.trim().parse().map_err(|_| format!("`{number}` is no number"))?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is no time"))
}

impl How {
    /// When to stop before the search is complete.
    pub(super) fn limits(&self) -> Limits {
        Limits { time: self.time_limit, steps: self.step_limit }
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
    let most = match (args.unique, args.number) {
        (true, _) => Some(2),
        (false, 0) => None,
        (false, number) => Some(number),
    };
    each(&args.what, &args.how.wish(most, None), console, |subject, wish, console, stop| {
        let mut solutions: Vec<Value> = Vec::new();
        let Some(ground) = subject.ground.take() else { return Exit::BadInput };
        let (program, name) = (subject.program.clone(), subject.name.clone());
        let started = Instant::now();
        let outcome = solve(&program, ground, wish, stop, |values, world| match args.format {
            Format::Grid => console.print(&format!("{}\n", draw::grid(world, values))),
            Format::Line => console.print(&format!("{}\n", draw::line(world, values))),
            Format::Facts => console.print(&draw::facts(world, values)),
            Format::Jsonl => solutions.push(draw::json(world, values)),
        });
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(failure) => return failed(failure, subject, console),
        };
        if args.format == Format::Jsonl {
            let mut object = json!({
                "puzzle": name,
                "status": outcome.verdict().word(),
                "solutions": solutions,
                "stats": statistics(&outcome, started.elapsed()),
            });
            if let Some(Best { value, proved }) = outcome.best {
                object["best"] = json!({ "value": value, "proved": proved });
            }
            console.print(&format!("{object}\n"));
        } else {
            console.remark(&format!("{name}: {}", outcome.sentence()));
        }
        if args.how.statistics {
            console.remark(&format!("{}", statistics(&outcome, started.elapsed())));
        }
        match (outcome.ending, outcome.verdict()) {
            (Ending::Interrupted, _) => Exit::Interrupted,
            (_, Verdict::Unknown) => Exit::Undecided,
            (Ending::Limit, _) if args.unique || args.number != 1 => Exit::Undecided,
            (_, Verdict::None) => Exit::No,
            (_, Verdict::Several) if args.unique => Exit::No,
            _ => Exit::Yes,
        }
    })
}

pub(super) fn count(args: &CountArgs, console: &mut Console) -> Exit {
    each(
        &args.what,
        &args.how.wish(None, Some(COUNTED_AND_CHECKED)),
        console,
        |subject, wish, console, stop| {
            let Some(ground) = subject.ground.take() else { return Exit::BadInput };
            let started = Instant::now();
            let outcome = match solve(&subject.program, ground, wish, stop, |_, _| {}) {
                Ok(outcome) => outcome,
                Err(failure) => return failed(failure, subject, console),
            };
            let complete = outcome.ending == Ending::Complete;
            console.print(&format!("{}\n", outcome.count));
            if !complete {
                console.remark(&format!(
                    "{}: at least {}; the search was not complete",
                    subject.name, outcome.count
                ));
            }
            if args.how.statistics {
                console.remark(&format!("{}", statistics(&outcome, started.elapsed())));
            }
            match outcome.ending {
                Ending::Complete | Ending::Enough => Exit::Yes,
                Ending::Limit => Exit::Undecided,
                Ending::Interrupted => Exit::Interrupted,
            }
        },
    )
}

/// Does one thing for each puzzle that has no errors.
fn each(
    what: &What,
    wish: &Wish,
    console: &mut Console,
    mut act: impl FnMut(&mut Subject, &Wish, &mut Console, &dyn Fn() -> bool) -> Exit,
) -> Exit {
    let flag = interruption();
    let mut sources = Sources::default();
    what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if flag.load(Ordering::Relaxed) {
            return Exit::Interrupted;
        }
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        if let Some(what) = unready(&subject.program) {
            console.complain(&format!("{}: {what} cannot be solved yet", subject.name));
            return Exit::BadInput;
        }
        act(&mut subject, wish, console, &|| flag.load(Ordering::Relaxed))
    })
}

/// Tells why there is no answer.
pub(super) fn failed(failure: Failure, subject: &Subject, console: &Console) -> Exit {
    match failure {
        Failure::Rules(diagnostic) => {
            console.complain(&format!("{}: {}", subject.name, diagnostic.title));
            Exit::BadInput
        }
        refused @ Failure::Refused(_) => {
            console.complain(&format!("{}: {refused}", subject.name));
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
