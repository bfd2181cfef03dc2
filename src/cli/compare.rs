//! `gridlog compare`: one table of what the searches of textbooks do on the same puzzle.

use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::Exit;
use super::console::{Console, interruption};
use super::solve::{How, failed};
use super::subject::{Subject, What};
use crate::compare::{Row, compare};
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
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A table for people
    Text,
    /// One object for each puzzle, on a line
    Jsonl,
}

/// How long one way of searching may take if nobody says otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let flag = interruption();
    let mut sources = Sources::default();
    let limits = args.how.limits();
    let limits = Limits { time: limits.time.or(Some(PATIENCE)), ..limits };
    args.what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        let Some(rows) =
            table(&mut subject, limits, args.how.seed, &|| flag.load(Ordering::Relaxed), console)
        else {
            return Exit::BadInput;
        };
        match args.format {
            Format::Text => console.print(&text(&subject.name, &rows)),
            Format::Jsonl => console.print(&format!("{}\n", object(&subject.name, &rows))),
        }
        match rows.iter().find_map(|row| row.found) {
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
    console: &Console,
) -> Option<Vec<Row>> {
    let ground = subject.ground.take()?;
    match compare(&subject.program, ground, limits, seed, stop) {
        Ok(rows) => Some(rows),
        Err(failure) => {
            failed(failure, &subject.name, console);
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

fn object(name: &str, rows: &[Row]) -> Value {
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "search": row.name,
                "result": result(row),
                "generated": row.generated,
                "expanded": row.expanded,
                "frontier": row.frontier,
                "milliseconds": row.time.as_secs_f64() * 1000.0,
            })
        })
        .collect();
    json!({ "puzzle": name, "searches": rows })
}
