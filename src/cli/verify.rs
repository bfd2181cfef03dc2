//! `gridlog verify`: judges a filled grid, and names each law that it breaks and where.

use std::path::PathBuf;

use super::console::Console;
use super::output::{self, Output};
use super::solve::failed;
use super::subject::{Subject, What};
use super::{Exit, files, plan};
use crate::check;
use crate::eval::World;
use crate::explain::Explainer;
use crate::ground::Instance;
use crate::program::Program;
use crate::record::{Broken, Details, Record, Status};
use crate::search::Limits;
use crate::solve::{Verdict, Wish, solve};
use crate::source::Sources;
use crate::term::TermId;

/// Arguments of `gridlog verify`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// The moves of a plan to replay, one on a line; `-` for stdin
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// How to print the judgement
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let mut sources = Sources::default();
    console.answer_as(args.format);
    let moves = match args.plan.as_ref().map(|path| files::read_puzzle(path, &mut sources)) {
        Some(Ok(source)) => Some(plan::read(&sources.get(source).text)),
        Some(Err(trouble)) => return trouble.report(console),
        None => None,
    };
    args.what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        match (&moves, subject.program.moves.is_empty()) {
            (Some(moves), false) => plan::verify(&mut subject, moves, sources, console),
            (None, true) => judge(&mut subject, sources, console),
            (Some(_), true) => {
                console.complain(&format!(
                    "{}: --plan is for move puzzles, and there is no `move`",
                    subject.name
                ));
                Exit::BadInput
            }
            (None, false) => {
                console.complain(&format!("{}: give the moves to replay with --plan FILE", subject.name));
                Exit::BadInput
            }
        }
    })
}

fn judge(subject: &mut Subject, sources: &Sources, console: &mut Console) -> Exit {
    let Some(ground) = &mut subject.ground else { return Exit::BadInput };
    let (program, world) = (&subject.program, &mut ground.world);
    let mut values: Vec<Option<TermId>> = vec![None; world.unknowns.len()];
    for &(unknown, value) in &world.givens {
        let place = &mut values[unknown.0 as usize];
        if let Some(earlier) = place.filter(|&earlier| earlier != value) {
            let cell = world.show(world.unknowns[unknown.0 as usize].place);
            let (one, other) = (world.show(earlier), world.show(value));
            console.state(Record::new(Status::None, format!("{cell} is given as {one} and as {other}")));
            return Exit::No;
        }
        *place = Some(value);
    }
    let open = |hidden: bool| {
        let all = values.iter().zip(&world.unknowns).enumerate();
        all.filter(move |(_, (value, unknown))| value.is_none() && unknown.hidden == hidden)
    };
    if let Some((empty, _)) = open(false).next() {
        let open = open(false).count();
        let givens = world.givens.clone();
        if let Ok(mut explainer) = Explainer::new(program, ground.clone()) {
            let broken = explainer.broken(&givens);
            let instances = broken.iter().map(|&instance| &explainer.instances()[instance as usize]);
            if !broken.is_empty() {
                return refused(instances, &subject.name, program, explainer.world(), console);
            }
        }
        let world = &ground.world;
        let cell = world.show(world.unknowns[empty].place);
        console.complain(&format!(
            "{}: {cell} has no value ({open} of {} are open)",
            subject.name,
            values.len()
        ));
        return Exit::BadInput;
    }
    if let Some((hidden, _)) = open(true).next() {
        let hidden = world.show(world.unknowns[hidden].place);
        return judge_by_search(subject, &hidden, sources, console);
    }
    let values: Vec<TermId> = values.into_iter().flatten().collect();
    match check::all_broken(program, world, &values) {
        Ok(broken) if broken.is_empty() => accepted(console),
        Ok(broken) => refused(broken.iter(), &subject.name, program, world, console),
        Err(diagnostic) => {
            console.report(&[*diagnostic], sources);
            Exit::BadInput
        }
    }
}

fn accepted(console: &mut Console) -> Exit {
    let details = Details::Verify { broken: Vec::new() };
    console.state(Record::new(Status::Solved, "every law holds").with(details));
    Exit::Yes
}

/// Names the laws that are broken, and where.
fn refused<'i>(
    instances: impl Iterator<Item = &'i Instance>,
    name: &str,
    program: &Program,
    world: &World,
    console: &mut Console,
) -> Exit {
    let mut broken = Vec::new();
    for instance in instances {
        let law = &program.laws[instance.law];
        let (law, says) = (instance.title(law, world), instance.sentence(law, program, world));
        let told = if says.is_empty() { String::new() } else { format!(": {says}") };
        console.print(&format!("{name}: broken: {law}{told}\n"));
        broken.push(Broken { law, says });
    }
    let details = Details::Verify { broken };
    console.answer(Record { status: Status::None, details, ..Record::default() });
    Exit::No
}

/// Judges a grid in which only hidden unknowns are open: it is right if some values of theirs keep every law.
fn judge_by_search(subject: &mut Subject, hidden: &str, sources: &Sources, console: &mut Console) -> Exit {
    let Some(ground) = subject.ground.take() else { return Exit::BadInput };
    let wish = Wish { most: Some(1), limits: Limits::default(), seed: 0, checked: None };
    match solve(&subject.program, ground, &wish, &|| false, |_, _| {}) {
        Ok(outcome) if outcome.count > 0 => accepted(console),
        Ok(outcome) if outcome.verdict() == Verdict::Unknown => {
            console.answer(Record::new(outcome.verdict(), outcome.sentence()));
            Exit::Undecided
        }
        Ok(_) => {
            let told = format!("no values of {hidden} and other hidden unknowns keep every law");
            console.state(Record::new(Status::None, format!("broken: {told}")));
            Exit::No
        }
        Err(failure) => failed(failure, &subject.name, sources, console),
    }
}
