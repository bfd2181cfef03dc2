//! `gridlog minimise`: what a puzzle could do without.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Exit;
use super::console::{Console, interruption};
use super::solve::{duration, failed};
use super::subject::{Subject, What};
use crate::eval::World;
use crate::generate::{Clue, Effort, Lean, Trouble, minimise, needless_laws};
use crate::program::Program;
use crate::solve::Verdict;
use crate::source::Sources;

/// Arguments of `gridlog minimise`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// Decides which clues are tried first
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// List the laws, and which of them the puzzle does not need, instead of its clues
    #[arg(long)]
    laws: bool,
    /// Stop after this time, such as 10s or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
    /// Write the puzzle to this file, whole or not at all
    #[arg(short, long, value_name = "FILE", conflicts_with = "laws")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let (flag, started) = (interruption(), Instant::now());
    let late = || args.time_limit.is_some_and(|limit| started.elapsed() > limit);
    let mut sources = Sources::default();
    console.keep_for(args.output.as_deref());
    let exit = args.what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        if !subject.program.moves.is_empty() {
            console.complain(&format!("{}: a move puzzle has no clues to leave out", subject.name));
            return Exit::BadInput;
        }
        let stop = || flag.load(Ordering::Relaxed) || late();
        match thin(args, &mut subject, sources, console, &stop) {
            Err(Exit::Interrupted) if late() => {
                console.remark(&format!("{}: undecided: the time is over", subject.name));
                Exit::Undecided
            }
            Err(Exit::Interrupted) => {
                console.remark(&format!("{}: interrupted", subject.name));
                Exit::Interrupted
            }
            Ok(exit) | Err(exit) => exit,
        }
    });
    exit.and(if exit == Exit::Yes { console.write_kept(args.output.as_deref()) } else { Exit::Yes })
}

fn thin(
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &mut Console,
    stop: &dyn Fn() -> bool,
) -> Result<Exit, Exit> {
    let puzzle = subject.written(sources).map_err(|diagnostic| {
        console.report(&[*diagnostic], sources);
        Exit::BadInput
    })?;
    let ground = subject.ground.take().ok_or(Exit::BadInput)?;
    let world = ground.world.clone();
    let (program, effort) = (subject.program.clone(), Effort::default());
    let found = minimise(&program, ground, &subject.options, &effort, args.seed, stop);
    let lean = match found {
        Ok(Ok(lean)) => lean,
        Ok(Err(verdict)) => return Ok(several(verdict, &effort, subject, console)),
        Err(Trouble::Failed(failure)) => return Err(failed(failure, &subject.name, console)),
        Err(Trouble::Interrupted(_)) => return Err(Exit::Interrupted),
        Err(other) => {
            console.complain(&format!("{}: {other}", subject.name));
            return Err(Exit::BadInput);
        }
    };
    if args.laws {
        let laws = needless_laws(&program, &subject.options, &effort, stop)
            .map_err(|failure| failed(failure, &subject.name, console))?;
        for law in &laws {
            let need = match law.verdict {
                Verdict::Unique => "not needed",
                Verdict::Several => "needed",
                _ => "undecided: the effort was over",
            };
            console.print(&format!("{}: {need}\n", law.law));
        }
        return Ok(Exit::Yes);
    }
    console.print(&format!("{}expect unique.\n", lean.written(puzzle, &program, &world)));
    summary(&lean, &subject.name, &program, &world, console);
    Ok(Exit::Yes)
}

/// Why there is nothing to leave out.
fn several(verdict: Verdict, effort: &Effort, subject: &Subject, console: &Console) -> Exit {
    let (exit, why) = match verdict {
        Verdict::None => (Exit::No, "it has no solution".to_owned()),
        Verdict::Several => (Exit::No, "it has more than one solution: no clue is one too many".to_owned()),
        _ => (
            Exit::Undecided,
            format!("whether it has one solution is undecided after {} conflicts", effort.proof),
        ),
    };
    console.remark(&format!("{}: {why}", subject.name));
    exit
}

fn summary(lean: &Lean, name: &str, program: &Program, world: &World, console: &Console) {
    let went: Vec<String> =
        lean.made.dropped.iter().flatten().map(|clue| shown(clue, program, world)).collect();
    let all = lean.made.size() + went.len();
    if went.is_empty() && lean.made.undecided == 0 {
        let needed = if all == 1 { "its 1 clue is".to_owned() } else { format!("all {all} clues are") };
        console.remark(&format!("{name}: {needed} needed"));
    } else if went.is_empty() {
        console.remark(&format!("{name}: none of {all} clues could be left out"));
    } else {
        console.remark(&format!("{name}: {} of {all} clues are not needed: {}", went.len(), went.join(", ")));
    }
    if !lean.spare.is_empty() {
        let mut spare: Vec<String> = lean.spare.iter().map(|clue| shown(clue, program, world)).collect();
        spare.sort();
        console.remark(&format!("each of these alone could go: {}", spare.join(", ")));
    }
    if lean.made.undecided > 0 {
        let cap = Effort::default().clue;
        console.remark(&format!(
            "{} clues stay because {cap} conflicts did not decide about them",
            lean.made.undecided
        ));
    }
}

fn shown(clue: &Clue, program: &Program, world: &World) -> String {
    match clue {
        Clue::Given(unknown, value) => {
            format!("{} = {}", world.show(world.unknowns[unknown.0 as usize].place), world.show(*value))
        }
        Clue::Fact(predicate, row) => {
            let args: Vec<String> = row.iter().map(|&term| world.show(term)).collect();
            format!("{}({})", program.name_of_predicate(*predicate), args.join(", "))
        }
    }
}
