//! `gridlog minimise`: what a puzzle could do without.

use std::path::PathBuf;

use super::console::Console;
use super::output::{self, Output};
use super::signals::is_interrupted;
use super::subject::{Subject, What};
use super::trouble::Trouble;
use super::{Exit, files};
use crate::board::eval::World;
use crate::language::program::Program;
use crate::language::source::Sources;
use crate::services::generate::{self, Clue, Effort, Lean, minimise, needless_laws};
use crate::services::record::{Details, Need, Record};
use crate::services::solve::Verdict;

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
    /// Write the puzzle to this file, whole or not at all
    #[arg(short, long, value_name = "FILE", conflicts_with = "laws")]
    output: Option<PathBuf>,
    /// How to print what is left: else by the ending of the file, or as a puzzle
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    console.answer_as(output::chosen(args.format, args.output.as_deref(), output::ANSWER).ok().flatten());
    console.keep_for(args.output.as_deref());
    let exit = args.what.each(console, &mut |subject, sources, console| {
        if subject.has_moves() {
            return Err(Trouble::refused("a move puzzle has no clues to leave out"));
        }
        let stop = || args.what.deadline().is_over();
        match thin(args, subject, sources, console, &stop) {
            Err(Trouble::Told(Exit::Interrupted)) if is_interrupted() => {
                console.remark(&format!("{}: interrupted", subject.name));
                Ok(Exit::Interrupted)
            }
            Err(Trouble::Told(Exit::Interrupted)) => {
                let cause = args.what.deadline().cause();
                let cause = cause.map_or_else(String::new, |cause| format!(": {cause}"));
                console.remark(&format!("{}: undecided{cause}", subject.name));
                Ok(Exit::Undecided)
            }
            done => done,
        }
    });
    let exit = exit.unwrap_or_else(|trouble| trouble.tell(console));
    let whole = exit == Exit::Yes || console.wants_records();
    if whole { exit.and(files::write_kept(args.output.as_deref(), console)) } else { exit }
}

fn thin(
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &mut Console,
    stop: &dyn Fn() -> bool,
) -> Result<Exit, Trouble> {
    let puzzle = subject.written(sources)?;
    let ground = subject.take_ground()?;
    let world = ground.world.clone();
    let (program, effort) = (subject.program.clone(), Effort::default());
    let found = minimise(&program, ground, &subject.options, &effort, args.seed, stop);
    let lean = match found {
        Ok(Ok(lean)) => lean,
        Ok(Err(verdict)) => return Ok(several(verdict, &effort, console)),
        Err(generate::Trouble::Failed(failure)) => return Err(failure.into()),
        Err(generate::Trouble::Interrupted(_)) => return Err(Exit::Interrupted.into()),
        Err(other) => return Err(Trouble::refused(other.to_string())),
    };
    if args.laws {
        let laws = needless_laws(&program, &subject.options, &effort, stop)?;
        let mut all = Vec::new();
        for law in &laws {
            let (need, needed) = match law.verdict {
                Verdict::Unique => ("not needed", Some(false)),
                Verdict::Several => ("needed", Some(true)),
                _ => ("undecided: the effort was over", None),
            };
            console.print(&format!("{}: {need}\n", law.law));
            all.push(Need { law: law.law.clone(), needed });
        }
        let (status, details) = (Verdict::Unique.into(), Details::Laws { laws: all });
        console.answer(Record { status, details, ..Record::default() });
        return Ok(Exit::Yes);
    }
    let text = format!("{}expect unique.\n", lean.written(puzzle, &world));
    console.print(&text);
    tell(&lean, text, &program, &world, console);
    Ok(Exit::Yes)
}

/// Why there is nothing to leave out.
fn several(verdict: Verdict, effort: &Effort, console: &mut Console) -> Exit {
    let (exit, why) = match verdict {
        Verdict::None => (Exit::No, "it has no solution".to_owned()),
        Verdict::Several => (Exit::No, "it has more than one solution: no clue is one too many".to_owned()),
        _ => (
            Exit::Undecided,
            format!("whether it has one solution is undecided after {} conflicts", effort.proof),
        ),
    };
    console.answer(Record::new(verdict, why));
    exit
}

fn tell(lean: &Lean, puzzle: String, program: &Program, world: &World, console: &mut Console) {
    let went: Vec<String> =
        lean.made.dropped.iter().flatten().map(|clue| shown(clue, program, world)).collect();
    let mut spare: Vec<String> = lean.spare.iter().map(|clue| shown(clue, program, world)).collect();
    spare.sort();
    let (all, undecided) = (lean.made.size() + went.len(), lean.made.undecided);
    let mut message = if went.is_empty() && undecided == 0 {
        let needed = if all == 1 { "its 1 clue is".to_owned() } else { format!("all {all} clues are") };
        format!("{needed} needed")
    } else if went.is_empty() {
        format!("none of {all} clues could be left out")
    } else {
        format!("{} of {all} clues are not needed: {}", went.len(), went.join(", "))
    };
    if !spare.is_empty() {
        message.push_str(&format!("\neach of these alone could go: {}", spare.join(", ")));
    }
    if undecided > 0 {
        let cap = Effort::default().clue;
        message
            .push_str(&format!("\n{undecided} clues stay because {cap} conflicts did not decide about them"));
    }
    let details = Details::Lean { puzzle, needless: went, spare, undecided };
    console.answer(Record::new(Verdict::Unique, message).with(details));
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
