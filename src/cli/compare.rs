//! `gridlog compare`: one table of what the searches of textbooks do on the same puzzle.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Exit;
use super::console::{Console, interruption};
use super::output::{self, Output};
use super::solve::{How, failed};
use super::subject::{Subject, What};
use crate::compare::{Row, compare};
use crate::record::{Details, Record, Searched, Status};
use crate::search::Limits;
use crate::source::Sources;

/// Arguments of `gridlog compare`.
#[derive(clap::Args, Debug)]
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

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let flag = interruption();
    console.answer_as(args.format);
    let mut sources = Sources::default();
    let limits = args.how.limits();
    let limits = Limits { time: limits.time.or(Some(PATIENCE)), ..limits };
    args.what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        let Some(rows) =
            table(&mut subject, limits, args.how.seed, &|| flag.load(Ordering::Relaxed), sources, console)
        else {
            return Exit::BadInput;
        };
        let found = rows.iter().find_map(|row| row.found);
        let status = match found {
            Some(true) => Status::Solved,
            Some(false) => Status::None,
            None => Status::Unknown,
        };
        console.print(&text(&subject.name, &rows));
        let details =
            Details::Compare { searches: rows.iter().map(|row| searched(row, args.how.stats)).collect() };
        console.answer(Record { status, details, ..Record::default() });
        match found {
            _ if flag.load(Ordering::Relaxed) => Exit::Interrupted,
            Some(true) => Exit::Yes,
            Some(false) => Exit::No,
            None => Exit::Undecided,
        }
    })
}

fn table(
    subject: &mut Subject,
    limits: Limits,
    seed: u64,
    stop: &dyn Fn() -> bool,
    sources: &Sources,
    console: &Console,
) -> Option<Vec<Row>> {
    let ground = subject.ground.take()?;
    match compare(&subject.program, ground, limits, seed, stop) {
        Ok(rows) => Some(rows),
        Err(failure) => {
            failed(failure, &subject.name, sources, console);
            None
        }
    }
}

fn result(row: &Row) -> String {
    match (row.found, row.moves) {
        (Some(true), Some(1)) => "1 move".to_owned(),
        (Some(true), Some(moves)) => format!("{moves} moves"),
        (Some(true), None) => "solved".to_owned(),
        (Some(false), _) => "none".to_owned(),
        (None, _) if row.generated == 0 => "not begun".to_owned(),
        (None, _) => "gave up".to_owned(),
    }
}

fn text(name: &str, rows: &[Row]) -> String {
    let heads = ["search", "result", "generated", "expanded", "frontier", "time"].map(str::to_owned);
    let mut lines = vec![heads];
    for row in rows {
        lines.push([
            row.name.to_owned(),
            result(row),
            row.generated.to_string(),
            row.expanded.to_string(),
            row.frontier.to_string(),
            format!("{:.1} ms", row.time.as_secs_f64() * 1000.0),
        ]);
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..6).map(width).collect();
    let mut text = format!("{name}\n");
    for line in &lines {
        let mut row = String::new();
        for (column, (word, &width)) in line.iter().zip(&widths).enumerate() {
            // Words stand left, numbers right.
            row.push_str(&if column < 2 { format!("  {word:<width$}") } else { format!("  {word:>width$}") });
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// What one way of searching did, with its time only if that is asked for: the same input gives the same record.
fn searched(row: &Row, timed: bool) -> Searched {
    Searched {
        search: row.name,
        result: result(row),
        generated: row.generated,
        expanded: row.expanded,
        frontier: row.frontier,
        milliseconds: timed.then_some(row.time.as_secs_f64() * 1000.0),
    }
}
