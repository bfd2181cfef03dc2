//! `gridlog rate`: how hard puzzles are.

use super::Exit;
use super::batch::Batch;
use super::console::Console;
use super::explain::{How, Puzzle, ending, explained, no_moves};
use super::output::{self, Output};
use super::subject::{Jobs, What};
use super::trouble::Trouble;
use crate::services::explain::{Ending, Rating, rating_json};
use crate::services::record::{Details, Record};

/// Arguments of `gridlog rate`.
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
    /// How to print the ratings
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.batch.form(args.format.or(args.json.then_some(Output::Json))));
    args.what.each_apart(args.jobs, &args.batch, console, &|| {
        Box::new(|subject, _, console| {
            if subject.has_moves() {
                return no_moves(subject, console);
            }
            explained(subject, console, &mut |puzzle, console| rate(args, puzzle, console))
        })
    })
}

fn rate(args: &Args, puzzle: &mut Puzzle<'_>, console: &mut Console) -> Result<Exit, Trouble> {
    let explanation = puzzle.explain(args.how.effort())?;
    let rating = Rating::new(&explanation);
    if rating.ending == Ending::Solved {
        let ahead = if rating.look_ahead { ", with look-ahead" } else { "" };
        let (level, steps, hardest) = (rating.level.word(), rating.steps, rating.hardest);
        let score = rating.score;
        let told = format!("{level}, score {score:.1}, {steps} steps, the hardest of size {hardest}{ahead}");
        let details =
            Details::Explained { steps: None, level: Some(level), rating: Some(rating_json(&rating)) };
        console.state(Record::new(rating.ending, told).with(details));
    } else {
        let unknowns = puzzle.explainer.world().unknowns.len();
        let told = format!("no rating; {}", ending(&explanation, unknowns));
        console.answer(Record::new(rating.ending, told));
    }
    Ok(puzzle.exit(rating.ending))
}
