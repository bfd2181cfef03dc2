//! `gridlog hint`: the next step only, in two strengths.

use std::sync::atomic::Ordering;

use super::Exit;
use super::console::{Console, interruption};
use super::explain::{How, each};
use super::plan;
use super::subject::{Subject, What};
use crate::explain::{Effort, Ending};
use crate::moves::search::Limits;
use crate::moves::{Wish, plan::Verdict};

/// Arguments of `gridlog hint`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    /// Say what follows, not only where to look
    #[arg(short, long)]
    more: bool,
}

/// The most memory that the plan of a move puzzle may take: a hint is no project.
const MEMORY: usize = 2_000_000_000;

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let moves = &mut |subject: &mut Subject, console: &mut Console| next_move(args, subject, console);
    each(&args.what, &args.how, console, moves, &mut |puzzle, console| {
        let effort = Effort { steps: 1, ..args.how.effort() };
        let explanation = match puzzle.explain(effort, console) {
            Ok(explanation) => explanation,
            Err(exit) => return exit,
        };
        let teller = puzzle.explainer.teller();
        match (explanation.steps.first(), explanation.ending) {
            (Some(step), _) if args.more => console.print(&teller.paragraph(&explanation, step)),
            (Some(step), _) => console.print(&format!("{}\n", teller.whereabouts(step))),
            (None, Ending::Solved) => console.remark(&format!("{}: nothing is left to find", puzzle.name)),
            (None, Ending::Several) => {
                console.remark(&format!("{}: nothing follows; there are several solutions", puzzle.name));
            }
            (None, _) => console.remark(&format!("{}: no step found within the limits", puzzle.name)),
        }
        puzzle.exit(explanation.ending)
    })
}

/// The next move of a shortest plan.
fn next_move(args: &Args, subject: &mut Subject, console: &mut Console) -> Exit {
    let flag = interruption();
    let limits = Limits { time: args.how.time(), memory: Some(MEMORY), ..Limits::default() };
    let wish = Wish { limits, count: false };
    let (report, _) = match plan::answer(subject, &wish, console, &|| flag.load(Ordering::Relaxed)) {
        Ok(answer) => answer,
        Err(exit) => return exit,
    };
    match (report.verdict, report.steps.first()) {
        (Verdict::Solved | Verdict::Found, Some(step)) if args.more => {
            console.print(&format!("{}\n", step.title));
            Exit::Yes
        }
        (Verdict::Solved | Verdict::Found, Some(_)) => {
            console.print(&format!("{}\n", report.sentence()));
            Exit::Yes
        }
        (verdict, _) => {
            console.remark(&format!("{}: {}", subject.name, report.sentence()));
            match verdict {
                Verdict::Solved | Verdict::Found => Exit::Yes,
                Verdict::Unknown => Exit::Undecided,
                _ => Exit::No,
            }
        }
    }
}
