//! `gridlog render`: a picture of a puzzle, of its candidates or of its solution.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::ValueEnum;

use super::Exit;
use super::console::{Console, interruption};
use super::solve::{How, failed};
use super::subject::{Subject, What};
use crate::eval::World;
use crate::render::{View, scene, svg, terminal};
use crate::search::Ending;
use crate::solve::{Solver, Wish, solve};
use crate::source::Sources;
use crate::term::TermId;

/// Arguments of `gridlog render`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    /// Draw the solution, or the first one found
    #[arg(long)]
    solution: bool,
    /// Draw in each cell the values it has in some solution
    #[arg(long, conflicts_with = "solution")]
    candidates: bool,
    /// How to draw: text unless the picture goes to a file or a pipe
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write the picture to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A picture for pages and printers
    Svg,
    /// Characters
    Text,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let flag = interruption();
    let mut sources = Sources::default();
    console.keep_for(args.output.as_deref());
    let mut drawn = 0;
    let exit = args.what.each(&mut sources, console, &mut |mut subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        drawn += 1;
        if drawn > 1 && args.format(console) == Format::Svg {
            if drawn == 2 {
                console.complain(&"an SVG document holds one picture; draw one puzzle at a time");
            }
            return Exit::BadInput;
        }
        picture(args, &mut subject, sources, console, &|| flag.load(Ordering::Relaxed))
    });
    // Where nothing could be drawn, a file of an earlier run is worth more than an empty one.
    let whole = matches!(exit, Exit::Yes | Exit::Undecided);
    if whole { exit.and(console.write_kept(args.output.as_deref())) } else { exit }
}

impl Args {
    fn format(&self, console: &Console) -> Format {
        let people = self.output.is_none() && console.is_terminal();
        self.format.unwrap_or(if people { Format::Text } else { Format::Svg })
    }
}

fn picture(
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &mut Console,
    stop: &dyn Fn() -> bool,
) -> Exit {
    let Some(mut ground) = subject.ground.take() else { return Exit::BadInput };
    if !args.solution && !args.candidates {
        return show(args, subject, &mut ground.world, &View::default(), sources, console);
    }
    if !subject.program.moves.is_empty() {
        console.complain(&format!(
            "{}: a move puzzle is drawn as it is at first; for each position of a plan: gridlog solve -v",
            subject.name
        ));
        return Exit::BadInput;
    }
    if args.candidates {
        let givens = ground.world.givens.clone();
        let program = subject.program.clone();
        let found = Solver::new(&program, ground).and_then(|mut solver| {
            let found = solver.candidates(&givens, args.how.limits(), args.how.seed, stop)?;
            Ok((found, solver.judge))
        });
        let (found, mut world) = match found {
            Ok(found) => found,
            Err(failure) => return failed(failure, &subject.name, console),
        };
        if found.values.iter().any(Vec::is_empty) {
            console.remark(&format!("{}: no solution", subject.name));
            return Exit::No;
        }
        let exit = ended(found.ending);
        let view = View { candidates: &found.values, ..View::default() };
        return show(args, subject, &mut world, &view, sources, console).and(exit);
    }
    let wish = Wish { most: Some(1), limits: args.how.limits(), seed: args.how.seed, checked: None };
    let mut solution: Option<(Vec<Option<TermId>>, World)> = None;
    let outcome = solve(&subject.program, ground, &wish, stop, |values, world| {
        solution = Some((values.iter().copied().map(Some).collect(), world.clone()));
    });
    match (outcome, solution) {
        (Err(failure), _) => failed(failure, &subject.name, console),
        (Ok(outcome), None) => {
            console.remark(&format!("{}: {}", subject.name, outcome.sentence()));
            ended(outcome.ending).and(Exit::No)
        }
        (Ok(_), Some((values, mut world))) => {
            let view = View { values: &values, ..View::default() };
            show(args, subject, &mut world, &view, sources, console)
        }
    }
}

fn ended(ending: Ending) -> Exit {
    match ending {
        Ending::Interrupted => Exit::Interrupted,
        Ending::Limit => Exit::Undecided,
        Ending::Complete | Ending::Enough => Exit::Yes,
    }
}

fn show(
    args: &Args,
    subject: &Subject,
    world: &mut World,
    view: &View<'_>,
    sources: &Sources,
    console: &mut Console,
) -> Exit {
    match scene(&subject.program, world, view) {
        Ok(scene) => {
            let text = match args.format(console) {
                Format::Svg => svg::write(&scene),
                Format::Text => terminal::write(&scene, console.colour && args.output.is_none()),
            };
            console.print(&text);
            Exit::Yes
        }
        Err(wrong) => {
            console.report(&[*wrong], sources);
            Exit::BadInput
        }
    }
}
