//! `gridlog candidates`: for each cell the values it has in some solution, or those a pencil would leave.

use clap::ValueEnum;
use serde_json::json;

use super::Exit;
use super::console::Console;
use super::output::{self, Output};
use super::solve::{How, ended};
use super::subject::{Subject, What};
use super::trouble::Trouble;
use crate::board::draw;
use crate::board::eval::World;
use crate::services::explain::{Explainer, Marks};
use crate::services::record::{Details, Record, Status};
use crate::services::solve::{Candidates, Solver};
use crate::solver::search::{Counters, Ending};

/// Arguments of `gridlog candidates`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
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

/// The values that each place has in some solution, or those that a pencil would leave, and the world in which they have a
/// meaning.
pub(super) fn find(
    subject: &mut Subject,
    marks: Option<By>,
    what: &What,
    how: &How,
) -> Result<(Candidates, World), Trouble> {
    let ground = subject.take_ground()?;
    let Some(by) = marks else {
        let givens = ground.world.given.values.clone();
        let mut solver = Solver::new(ground)?;
        let found = solver.candidates(&givens, how.limits(), how.seed, &|| false)?;
        return Ok((found, solver.judge));
    };
    let marks = match by {
        By::Laws => Marks::Laws,
        By::Givens => Marks::Givens,
    };
    let mut explainer = Explainer::new(ground)?;
    let givens = explainer.givens();
    let (values, world) = explainer.pencil(&givens, marks, &|| what.deadline().is_over())?;
    let (ending, counters) = (Ending::Complete, Counters::default());
    Ok((Candidates { values, unsettled: 0, ending, counters }, world))
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.format);
    args.what.each(console, &mut |subject, _, console| list(args, subject, console))
}

fn list(args: &Args, subject: &mut Subject, console: &mut Console) -> Result<Exit, Trouble> {
    if subject.has_moves() {
        return Err(Trouble::refused("a move puzzle has no candidates; ask for a plan"));
    }
    let (found, world) = find(subject, args.marks, &args.what, &args.how)?;
    let Candidates { values, unsettled, ending, counters } = &found;
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
        console.print(&draw::candidates(&world, values));
    }
    let message = match unsettled {
        _ if none => Some("no solution".to_owned()),
        0 => None,
        1 => Some("1 value is not settled; it is listed".to_owned()),
        more => Some(format!("{more} values are not settled; they are listed")),
    };
    let marks = args.marks.and_then(|by| by.to_possible_value()).map(|by| by.get_name().to_owned());
    let candidates = draw::candidates_json(&world, values);
    let details = Details::Candidates { candidates, unsettled: *unsettled, marks };
    let stats = args.how.stats.then(|| {
        json!({ "decisions": counters.decisions, "conflicts": counters.conflicts, "restarts": counters.restarts })
    });
    console.answer(Record { status, message, details, stats, ..Record::default() });
    Ok(match ended(*ending) {
        Exit::Yes if none => Exit::No,
        exit => exit,
    })
}
