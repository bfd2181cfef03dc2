//! `gridlog candidates`: for each cell the values it has in some solution, or those a pencil would leave.

use clap::ValueEnum;
use serde_json::json;

use super::Exit;
use super::console::Console;
use super::output::{self, Output};
use super::solve::{How, failed};
use super::subject::{Subject, What};
use crate::board::draw;
use crate::board::eval::World;
use crate::board::ground::Ground;
use crate::language::program::Program;
use crate::language::source::Sources;
use crate::language::term::TermId;
use crate::services::explain::{Explainer, Marks};
use crate::services::record::{Details, Record, Status};
use crate::services::solve::{Candidates, Failure, Solver};
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

/// The values that are left for a pencil, and the world in which they have a meaning.
pub(super) fn pencil(
    program: &Program,
    ground: Ground,
    by: By,
    stop: &dyn Fn() -> bool,
) -> Result<(Vec<Vec<TermId>>, World), Failure> {
    let marks = match by {
        By::Laws => Marks::Laws,
        By::Givens => Marks::Givens,
    };
    let mut explainer = Explainer::new(program, ground)?;
    let givens = explainer.givens();
    explainer.pencil(&givens, marks, stop)
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    console.answer_as(args.format);
    let mut sources = Sources::default();
    args.what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        if !subject.program.moves.is_empty() {
            console.complain(&format!("{}: a move puzzle has no candidates; ask for a plan", subject.name));
            return Exit::BadInput;
        }
        list(args, &mut subject, sources, console)
    })
}

fn list(args: &Args, subject: &mut Subject, sources: &Sources, console: &mut Console) -> Exit {
    let Some(ground) = subject.ground.take() else { return Exit::BadInput };
    let givens = ground.world.given.values.clone();
    let program = subject.program.clone();
    let found = match args.marks {
        Some(by) => {
            pencil(&program, ground, by, &|| args.what.deadline().is_over()).map(|(values, world)| {
                let (ending, counters) = (Ending::Complete, Counters::default());
                (Candidates { values, unsettled: 0, ending, counters }, world)
            })
        }
        None => Solver::new(&program, ground).and_then(|mut solver| {
            let found = solver.candidates(&givens, args.how.limits(), args.how.seed, &|| false)?;
            Ok((found, solver.judge))
        }),
    };
    let (found, world) = match found {
        Ok(found) => found,
        Err(failure) => return failed(failure, &subject.name, sources, console),
    };
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
    match ending {
        Ending::Interrupted => Exit::Interrupted,
        Ending::Limit => Exit::Undecided,
        _ if none => Exit::No,
        _ => Exit::Yes,
    }
}
