//! `gridlog rate`: how hard puzzles are.

use clap::ValueEnum;

use super::Exit;
use super::console::Console;
use super::explain::{How, each, ending, no_moves};
use super::subject::What;
use crate::explain::{Ending, Rating, rating_json};

/// Arguments of `gridlog rate`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    /// How to print the ratings
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// One line for each puzzle
    Text,
    /// One object for each puzzle, on a line
    #[value(alias = "jsonl")]
    Json,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    each(&args.what, &args.how, console, &mut no_moves, &mut |puzzle, console| {
        let explanation = match puzzle.explain(args.how.effort(), console) {
            Ok(explanation) => explanation,
            Err(exit) => return exit,
        };
        let rating = Rating::new(&explanation);
        let format = if args.json { Format::Json } else { args.format };
        match format {
            Format::Json => {
                let mut object = rating_json(&rating);
                object["puzzle"] = puzzle.name.into();
                object["status"] = rating.ending.word().into();
                console.print(&format!("{object}\n"));
            }
            Format::Text if rating.ending == Ending::Solved => {
                let ahead = if rating.look_ahead { ", with look-ahead" } else { "" };
                console.print(&format!(
                    "{}: {}, {} steps, the hardest of size {}{ahead}\n",
                    puzzle.name,
                    rating.level.word(),
                    rating.steps,
                    rating.hardest
                ));
            }
            Format::Text => {
                let unknowns = puzzle.explainer.world().unknowns.len();
                console.remark(&format!("{}: no rating; {}", puzzle.name, ending(&explanation, unknowns)));
            }
        }
        puzzle.exit(rating.ending)
    })
}
