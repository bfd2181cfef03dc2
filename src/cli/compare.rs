//! `gridlog compare`: one table of what the searches of textbooks do on the same puzzle.

use std::cell::Cell;
use std::time::Duration;

use super::Exit;
use super::console::{Console, tick};
use super::output::{self, Output};
use super::solve::How;
use super::subject::What;
use super::trouble::Trouble;
use crate::base::clock::Stopwatch;
use crate::services::compare::{Limits, Trial, compare};
use crate::services::record::{Details, Record, Searched, Status};

/// Arguments of `gridlog compare`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Limits: a search gives up after 10 seconds; with --time-limit all searches of a puzzle share that time \
                        evenly. --step-limit is for each search: values tried. Waiting boards may take 1 GiB. Puzzles with more \
                        than 100,000 values to try are only solved as `gridlog solve` does it."
)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    /// How to print the table
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

/// How long one way of searching may take if nobody says otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

/// Between two signs of life.
const BEAT: Duration = Duration::from_millis(250);

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.format);
    let (deadline, whole) = (args.what.deadline(), args.what.time_limit());
    let each = if whole.is_none() { Some(PATIENCE) } else { None };
    let limits = Limits { each, whole, nodes: args.how.limits().steps };
    args.what.each(console, &mut |subject, _, console| {
        let ground = subject.take_ground()?;
        let progress = Progress::new(console.is_quiet());
        let stop = |row: &Trial| {
            progress.show(row);
            deadline.is_over()
        };
        console.print(&format!("{}\n{}", subject.name, line(&HEADS.map(str::to_owned))));
        let mut rows: Vec<Trial> = Vec::new();
        compare(&subject.program, ground, limits, args.how.seed, &stop, &mut |row| {
            progress.clear();
            console.print(&line(&cells(row)));
            // Whoever waits for the next search can read this one.
            console.flush();
            rows.push(row.clone());
        })?;
        let found = rows.iter().find_map(|row| row.found);
        let status = match found {
            Some(true) => Status::Solved,
            Some(false) => Status::None,
            None => Status::Unknown,
        };
        let message = rows.iter().any(|row| row.found.is_none()).then(|| gave_up(&limits));
        let searches = rows.iter().map(|row| searched(row, args.how.stats)).collect();
        console.answer(Record {
            status,
            message,
            details: Details::Compare { searches },
            ..Record::default()
        });
        Ok(match found {
            Some(true) => Exit::Yes,
            Some(false) => Exit::No,
            None => Exit::Undecided,
        })
    })
}

/// Says on a terminal which search is at work and how far it is.
struct Progress {
    quiet: bool,
    started: Stopwatch,
    /// When it is told next, in the time of the stopwatch.
    due: Cell<Duration>,
    shown: Cell<bool>,
}

impl Progress {
    fn new(quiet: bool) -> Progress {
        Progress { quiet, started: Stopwatch::start(), due: Cell::new(BEAT), shown: Cell::new(false) }
    }

    fn show(&self, row: &Trial) {
        let passed = self.started.elapsed();
        if !self.quiet && passed >= self.due.get() {
            self.due.set(passed + BEAT);
            self.shown.set(true);
            let tried = if row.generated == 0 { String::new() } else { format!(", {} tried", row.generated) };
            tick(&format!("{} s: {}{tried}", passed.as_secs(), row.name));
        }
    }

    fn clear(&self) {
        if self.shown.replace(false) {
            tick("");
        }
    }
}

/// Why some search has no result.
fn gave_up(limits: &Limits) -> String {
    let time = match (limits.each, limits.whole) {
        (_, Some(whole)) => format!("an even share of {} s", whole.as_secs_f64()),
        (Some(each), None) => format!("{} s", each.as_secs_f64()),
        (None, None) => "no time limit".to_owned(),
    };
    let nodes = limits.nodes.map(|nodes| format!(", {nodes} tried")).unwrap_or_default();
    format!("limits for one search: {time}{nodes}, 1 GiB")
}

fn result(row: &Trial) -> String {
    match (row.found, row.moves) {
        (Some(true), Some(1)) => "1 move".to_owned(),
        (Some(true), Some(moves)) => format!("{moves} moves"),
        (Some(true), None) => "solved".to_owned(),
        (Some(false), _) => "none".to_owned(),
        (None, _) if row.generated == 0 => "not begun".to_owned(),
        (None, _) => "gave up".to_owned(),
    }
}

const HEADS: [&str; 6] = ["search", "result", "generated", "expanded", "frontier", "time"];

/// Wide enough for all names and, nearly always, numbers: rows are printed before the last one is known.
const WIDTHS: [usize; 6] = [16, 9, 11, 11, 9, 11];

fn cells(row: &Trial) -> [String; 6] {
    [
        row.name.to_owned(),
        result(row),
        row.generated.to_string(),
        row.expanded.to_string(),
        row.frontier.to_string(),
        format!("{:.1} ms", row.time.as_secs_f64() * 1000.0),
    ]
}

fn line(cells: &[String; 6]) -> String {
    let mut line = String::new();
    for (column, (word, &width)) in cells.iter().zip(&WIDTHS).enumerate() {
        // Words stand left, numbers right.
        line.push_str(&if column < 2 { format!("  {word:<width$}") } else { format!("  {word:>width$}") });
    }
    format!("{}\n", line.trim_end())
}

/// What one way of searching did, with its time only if that is asked for: the same input gives the same record.
fn searched(row: &Trial, timed: bool) -> Searched {
    Searched {
        search: row.name,
        result: result(row),
        generated: row.generated,
        expanded: row.expanded,
        frontier: row.frontier,
        milliseconds: timed.then_some(row.time.as_secs_f64() * 1000.0),
    }
}
