//! `gridlog candidates`: for each cell the values it has in some solution, or those a pencil would leave.

use clap::ValueEnum;
use serde_json::json;

use super::Exit;
use super::batch::Batch;
use super::console::Console;
use super::output::{self, Output};
use super::solve::{How, ended};
use super::subject::{Jobs, Subject, What};
use super::trouble::Trouble;
use crate::board::draw;
use crate::board::eval::World;
use crate::services::explain::Marks;
use crate::services::record::{Details, Record, Status};
use crate::services::solve::Candidates;
use crate::solver::search::{Counters, Ending};

/// Arguments of `gridlog candidates`.
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
    /// Show pencil marks instead: values not ruled out by single laws, `laws`, or by one given and one law, `givens`
    #[arg(long, value_name = "BY", num_args = 0..=1, require_equals = true, default_missing_value = "laws")]
    marks: Option<By>,
    /// How to print the values
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(&["grid", "json", "jsonl"]))]
    format: Option<Output>,
}

/// What pencil marks are ruled out by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum By {
    /// One law after the other, until nothing more follows
    Laws,
    /// One law and at most one given value
    Givens,
}

/// The values that each place has in some solution, or those that a pencil would leave; and the world in which they have a
/// meaning.
pub(super) fn find<T>(
    subject: &mut Subject,
    marks: Option<By>,
    how: &How,
    tell: impl FnOnce(&Candidates, &World) -> T,
) -> Result<T, Trouble> {
    let Some(by) = marks else {
        let wish = how.wish(subject, None, None);
        let mut solver = subject.solver()?;
        let givens = solver.given();
        let found = solver.candidates(&givens, &wish, &|| false)?;
        return Ok(tell(&found, &solver.judge));
    };
    let marks = match by {
        By::Laws => Marks::Laws,
        By::Givens => Marks::Givens,
    };
    let deadline = subject.deadline.clone();
    let mut explainer = subject.explainer()?;
    let givens = explainer.givens();
    let (values, world) = explainer.pencil(&givens, marks, &|| deadline.is_over())?;
    let (ending, counters) = (Ending::Complete, Counters::default());
    Ok(tell(&Candidates { values, unsettled: 0, ending, counters }, &world))
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.batch.form(args.format));
    args.what.each_apart(args.jobs, &args.batch, console, &|| {
        Box::new(|subject, _, console| list(args, subject, console))
    })
}

fn list(args: &Args, subject: &mut Subject, console: &mut Console) -> Result<Exit, Trouble> {
    if subject.has_moves() {
        return Err(Trouble::refused("a move puzzle has no candidates; ask for a plan"));
    }
    find(subject, args.marks, &args.how, |found, world| told(args, found, world, console))
}

fn told(args: &Args, found: &Candidates, world: &World, console: &mut Console) -> Exit {
    let Candidates { values, unsettled, ending, counters } = found;
    let none = values.iter().any(Vec::is_empty);
    let many = values.iter().any(|left| left.len() > 1);
    let status = match ending {
        Ending::Limit | Ending::Interrupted => Status::Unknown,
        _ if none => Status::None,
        // Pencil marks leave open how many solutions there are.
        _ if many && args.marks.is_some() => Status::Unknown,
        _ if many => Status::Several,
        _ => Status::Unique,
    };
    if !none {
        console.print(&draw::candidates(world, values));
    }
    let message = match unsettled {
        _ if none => Some("no solution".to_owned()),
        0 => None,
        1 => Some("1 value is not settled; it is listed".to_owned()),
        more => Some(format!("{more} values are not settled; they are listed")),
    };
    let marks = args.marks.and_then(|by| by.to_possible_value()).map(|by| by.get_name().to_owned());
    let candidates = draw::candidates_json(world, values);
    let details = Details::Candidates { candidates, unsettled: *unsettled, marks };
    let stats = args.how.stats.then(|| {
        json!({ "decisions": counters.decisions, "conflicts": counters.conflicts, "restarts": counters.restarts })
    });
    console.answer(Record { status, message, details, stats, ..Record::default() });
    match ended(*ending) {
        Exit::Yes if none => Exit::No,
        exit => exit,
    }
}
