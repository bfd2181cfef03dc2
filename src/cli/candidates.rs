//! `gridlog candidates`: for each cell the values it has in some solution.

use std::sync::atomic::Ordering;

use clap::ValueEnum;
use serde_json::json;

use super::Exit;
use super::console::{Console, interruption};
use super::solve::{How, failed};
use super::subject::{Subject, What};
use crate::puzzle::draw;
use crate::search::Ending;
use crate::solve::{Candidates, Solver};
use crate::source::Sources;

/// Arguments of `gridlog candidates`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    /// How to print the values
    #[arg(short, long, value_name = "FORMAT", default_value = "grid")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// As a grid
    Grid,
    /// One object for each puzzle, on a line
    Jsonl,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let flag = interruption();
    let mut sources = Sources::default();
    args.what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        if !subject.program.moves.is_empty() {
            console.complain(&format!("{}: a move puzzle has no candidates; ask for a plan", subject.name));
            return Exit::BadInput;
        }
        list(args, &mut subject, console, &|| flag.load(Ordering::Relaxed))
    })
}

fn list(args: &Args, subject: &mut Subject, console: &mut Console, stop: &dyn Fn() -> bool) -> Exit {
    let Some(ground) = subject.ground.take() else { return Exit::BadInput };
    let givens = ground.world.givens.clone();
    let program = subject.program.clone();
    let found = Solver::new(&program, ground).and_then(|mut solver| {
        let found = solver.candidates(&givens, args.how.limits(), args.how.seed, stop)?;
        Ok((found, solver.judge))
    });
    let (found, world) = match found {
        Ok(found) => found,
        Err(failure) => return failed(failure, &subject.name, console),
    };
    let Candidates { values, unsettled, ending, counters } = &found;
    let none = values.iter().any(Vec::is_empty);
    match args.format {
        Format::Grid if none => {}
        Format::Grid => console.print(&draw::candidates(&world, values)),
        Format::Jsonl => {
            let object = json!({
                "puzzle": subject.name,
                "candidates": draw::candidates_json(&world, values),
                "unsettled": unsettled,
            });
            console.print(&format!("{object}\n"));
        }
    }
    if none {
        console.remark(&format!("{}: no solution", subject.name));
    } else if *unsettled > 0 {
        let values =
            if *unsettled == 1 { "1 value is".to_owned() } else { format!("{unsettled} values are") };
        console.remark(&format!("{}: {values} not settled; they are listed", subject.name));
    }
    if args.how.statistics {
        console.remark(&format!(
            "{}",
            json!({ "decisions": counters.decisions, "conflicts": counters.conflicts, "restarts": counters.restarts })
        ));
    }
    match ending {
        Ending::Interrupted => Exit::Interrupted,
        Ending::Limit => Exit::Undecided,
        _ if none => Exit::No,
        _ => Exit::Yes,
    }
}
