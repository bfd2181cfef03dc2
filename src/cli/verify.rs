//! `gridlog verify`: judges a filled grid, and names each law that it breaks and where; or a plan, or a proof.

use std::path::PathBuf;

use super::batch::Batch;
use super::checks::Checks;
use super::console::Console;
use super::output::{self, Output};
use super::subject::{Jobs, Subject, What};
use super::trouble::Trouble;
use super::{Exit, files, plan, proof};
use crate::services::record::{Details, Record, Status};
use crate::services::verify::{Broken, Fault, Outside, Verdict};

/// As many places of a broken law are told; the others are counted.
const FEW: usize = 3;

/// Arguments of `gridlog verify`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    checks: Checks,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    batch: Batch,
    /// The moves of a plan to replay, one on a line; `-` for stdin
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// The proof of an answer to check, as `solve --proof` writes it; `-` for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "plan")]
    proof: Option<PathBuf>,
    /// Write that proof for another checker as well, `veripb`, to NAME.opb and NAME.pbp
    #[arg(long, value_name = "NAME", requires = "proof")]
    veripb: Option<PathBuf>,
    /// How to print the judgement
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.batch.form(args.format));
    if let Some(path) = &args.proof {
        return args.what.each(console, &mut |subject, _, console| {
            proof::verify(path, args.veripb.as_deref(), subject, console)
        });
    }
    let moves = match &args.plan {
        Some(path) => Some(plan::read(&files::read(path)?)),
        None => None,
    };
    // The first position of a plan is a puzzle, not an answer.
    let what = args.what.with_answer();
    let what = if moves.is_some() { what } else { what.answers() };
    what.each_apart(args.jobs, &args.batch, console, &|| {
        Box::new(|subject, _, console| match (&moves, subject.has_moves()) {
            (Some(moves), true) => plan::verify(subject, moves, console),
            (None, false) => judge(args.checks, subject, console),
            (Some(_), false) => Err(Trouble::refused("--plan is for move puzzles, and there is no `move`")),
            (None, true) => Err(Trouble::refused("give the moves to replay with --plan FILE")),
        })
    })
}

fn judge(checks: Checks, subject: &mut Subject, console: &mut Console) -> Result<Exit, Trouble> {
    let by_rules = checks.on_rules(subject.number);
    let verdict = subject.verifier()?.verify(by_rules, &|| false)?;
    let name = &subject.name;
    Ok(match verdict {
        Verdict::Right => {
            let details = Details::Verify { outside: Vec::new(), broken: Vec::new() };
            console.state(Record::new(Status::Solved, "every law holds").with(details));
            Exit::Yes
        }
        Verdict::Wrong { outside, broken } => {
            for told in some(outside.iter().map(Outside::sentence).collect()) {
                console.print(&format!("{name}: wrong: {told}\n"));
            }
            broken.iter().for_each(|law| tell(law, name, console));
            let details = Details::Verify { outside, broken };
            console.answer(Record { status: Status::None, details, ..Record::default() });
            Exit::No
        }
        Verdict::Twice { place, values: [one, other] } => {
            console.state(Record::new(Status::None, format!("{place} is given as {one} and as {other}")));
            Exit::No
        }
        Verdict::Open { first, open, all } => {
            let told =
                format!("no law is broken so far, but {first} has no value ({open} of {all} are open)");
            console.state(Record::new(Status::Unknown, format!("undecided: {told}")));
            Exit::Undecided
        }
        Verdict::Unknown => {
            console.state(Record::new(Status::Unknown, "undecided: a limit was reached"));
            Exit::Undecided
        }
    })
}

/// Names a law that is broken: where, and what was found there.
fn tell(law: &Broken, name: &str, console: &mut Console) {
    let places = match law.places.len() {
        1 => String::new(),
        many => format!(", at {many} places"),
    };
    let mut text = format!("{name}: broken: {}{places}\n", law.law);
    for told in some(law.places.iter().map(Fault::sentence).collect()) {
        text += &format!("  {told}\n");
    }
    console.print(&text);
}

/// The first of many sentences, and how many more there are.
fn some(mut all: Vec<String>) -> Vec<String> {
    if all.len() > FEW {
        let more = format!("and {} more", all.len() - FEW);
        all.truncate(FEW);
        all.push(more);
    }
    all
}
