//! `gridlog solve` and `gridlog count`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde_json::{Value, json};

use super::Exit;
use super::console::Console;
use super::plan;
use super::subject::{Subject, What};
use crate::puzzle::draw;
use crate::search::{Ending, Limits};
use crate::solve::{Failure, Outcome, Verdict, Wish, solve};
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
    /// Show each position of a plan
    #[arg(short, long)]
    verbose: bool,
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
struct How {
    /// Stop after this time, such as 10s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
    /// Stop after this many decisions
    #[arg(long, value_name = "NUMBER")]
    step_limit: Option<u64>,
    /// Decides between choices that look equal
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Tell what the search did
    #[arg(short, long)]
    statistics: bool,
    #[command(flatten)]
    plans: plan::PlanLimits,
}

/// How solutions are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Format {
    /// As a grid
    Grid,
    /// One line for each solution, row by row
    Line,
    /// One object for each puzzle, on a line
    Jsonl,
    /// As facts of the rule language
    Facts,
    /// Puzzles as test cases of a judge, each answered by its number of moves or `no solution`
    Judge,
}

fn duration(text: &str) -> Result<Duration, String> {
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
    fn plan_wish(&self, count: bool) -> crate::moves::Wish {
        self.plans.wish(self.time_limit, self.step_limit, count)
    }

    fn wish(&self, most: Option<u64>, checked: Option<u64>) -> Wish {
        Wish {
            checked,
            most,
            limits: Limits { time: self.time_limit, steps: self.step_limit },
            seed: self.seed,
        }
    }
}

/// How many solutions `count` checks: none of them is shown, and millions would take their time.
const COUNTED_AND_CHECKED: u64 = 100;

/// Set by the first signal; the second one ends the program at once.
fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without a handler the signal ends the program, which is what it would do anyway.
        let _handled = signal_hook::flag::register_conditional_shutdown(signal, 130, flag.clone());
        let _handled = signal_hook::flag::register(signal, flag.clone());
    }
    flag
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    if args.format == Format::Judge {
        let flag = interruption();
        return plan::judge(&args.what, &args.how.plan_wish(false), console, &|| {
            flag.load(Ordering::Relaxed)
        });
    }
    let most = match (args.unique, args.number) {
        (true, _) => Some(2),
        (false, 0) => None,
        (false, number) => Some(number),
    };
    each(&args.what, &args.how.wish(most, None), console, |subject, wish, console, stop| {
        if !subject.program.moves.is_empty() {
            let show =
                plan::Show { format: args.format, positions: args.verbose, statistics: args.how.statistics };
            return plan::run(subject, &args.how.plan_wish(args.unique), &show, console, stop);
        }
        let mut solutions: Vec<Value> = Vec::new();
        let Some(ground) = subject.ground.take() else { return Exit::BadInput };
        let (program, name) = (subject.program.clone(), subject.name.clone());
        let started = Instant::now();
        let outcome = solve(&program, ground, wish, stop, |values, world| match args.format {
            Format::Grid => console.print(&format!("{}\n", draw::grid(world, values))),
            Format::Line => console.print(&format!("{}\n", draw::line(world, values))),
            Format::Facts => console.print(&draw::facts(world, values)),
            Format::Jsonl => solutions.push(draw::json(world, values)),
            Format::Judge => {}
        });
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(failure) => return failed(failure, subject, console),
        };
        if args.format == Format::Jsonl {
            let object = json!({
                "puzzle": name,
                "status": outcome.verdict().word(),
                "solutions": solutions,
                "stats": statistics(&outcome, started.elapsed()),
            });
            console.print(&format!("{object}\n"));
        } else {
            console.remark(&format!("{name}: {}", sentence(&outcome)));
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
            if !subject.program.moves.is_empty() {
                let wish = args.how.plan_wish(true);
                return plan::count(subject, &wish, args.how.statistics, console, stop);
            }
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
        if subject.program.objective.is_some() {
            let what = "`minimise` and `maximise`";
            console.complain(&format!("{}: {what} cannot be solved yet", subject.name));
            return Exit::BadInput;
        }
        act(&mut subject, wish, console, &|| flag.load(Ordering::Relaxed))
    })
}

fn failed(failure: Failure, subject: &Subject, console: &Console) -> Exit {
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

fn sentence(outcome: &Outcome) -> String {
    match (outcome.verdict(), outcome.ending) {
        (Verdict::Unique, _) => "exactly one solution".to_owned(),
        (Verdict::None, _) => "no solution".to_owned(),
        (Verdict::Several, Ending::Complete) => format!("{} solutions, no more", outcome.count),
        (Verdict::Several, _) => format!("{} solutions, maybe more", outcome.count),
        (Verdict::Solved, _) => "one solution, maybe more".to_owned(),
        (Verdict::Unknown, _) => "undecided: a limit was reached".to_owned(),
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
