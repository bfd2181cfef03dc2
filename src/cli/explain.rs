//! `gridlog explain`: the way to a solution, step by step; and the page behind a diagnostic's code.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use super::batch::Batch;
use super::console::Console;
use super::output::{self, Output};
use super::subject::{Jobs, Subject, What};
use super::trouble::Trouble;
use super::{Exit, codes, files};
use crate::base::clock::{Cause, Deadline};
use crate::board::draw;
use crate::services::explain::{
    Effort, Ending, Explainer, Explanation, Rating, Teller, rating_json, step_json,
};
use crate::services::record::{Details, Record};
use crate::services::render::{self, Summary, page::Page};

/// Arguments of `gridlog explain`.
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
    /// How to print the steps: else by the ending of the file, or as text
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(OUTPUTS))]
    format: Option<Output>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Stop after this many steps; 0 for all
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0)]
    number: usize,
}

const OUTPUTS: &[&str] = &["text", "html", "json", "jsonl"];

/// How far to go.
#[derive(clap::Args, Debug)]
pub(super) struct How {
    /// Where a search is needed, give up a step after this many decisions
    #[arg(long, value_name = "NUMBER", default_value_t = Effort::default().decisions)]
    step_limit: u64,
}

impl How {
    pub(super) fn effort(&self) -> Effort {
        Effort { decisions: self.step_limit, ..Effort::default() }
    }
}

/// One puzzle that can be explained.
pub(super) struct Puzzle<'a> {
    pub(super) name: &'a str,
    pub(super) explainer: &'a mut Explainer,
    pub(super) stop: &'a dyn Fn() -> bool,
    deadline: &'a Deadline,
}

impl Puzzle<'_> {
    /// Explains it.
    pub(super) fn explain(&mut self, effort: Effort) -> Result<Explanation, Trouble> {
        let givens = self.explainer.givens();
        Ok(self.explainer.explain(&givens, effort, self.stop)?)
    }

    /// The exit that an explanation means.
    pub(super) fn exit(&self, ending: Ending) -> Exit {
        match ending {
            Ending::Solved | Ending::Enough => Exit::Yes,
            Ending::Contradiction | Ending::Several => Exit::No,
            Ending::Limit if self.deadline.cause() == Some(Cause::Asked) => Exit::Interrupted,
            Ending::Limit => Exit::Undecided,
        }
    }
}

/// Does something with each puzzle that can be explained. What to do with a move puzzle is said apart.
pub(super) fn each(
    what: &What,
    console: &mut Console,
    moves: &mut dyn FnMut(&mut Subject, &mut Console) -> Result<Exit, Trouble>,
    act: &mut dyn FnMut(&mut Puzzle<'_>, &mut Console) -> Result<Exit, Trouble>,
) -> Result<Exit, Trouble> {
    what.each(console, &mut |subject, _, console| {
        if subject.has_moves() {
            return moves(subject, console);
        }
        explained(subject, console, act)
    })
}

/// Does something with a puzzle that can be explained.
pub(super) fn explained(
    subject: &mut Subject,
    console: &mut Console,
    act: &mut dyn FnMut(&mut Puzzle<'_>, &mut Console) -> Result<Exit, Trouble>,
) -> Result<Exit, Trouble> {
    let (name, deadline) = (subject.name.clone(), subject.deadline.clone());
    let stop = || deadline.is_over();
    let mut explainer = subject.explainer()?;
    if explainer.ground().objective.is_some() {
        console.remark(&format!(
            "{name}: the laws are explained; which of their solutions is the best is not (`gridlog solve` finds it)",
        ));
    }
    act(&mut Puzzle { name: &name, explainer: &mut explainer, stop: &stop, deadline: &deadline }, console)
}

/// Explanations are for puzzles with values.
pub(super) fn no_moves(_: &mut Subject, _: &mut Console) -> Result<Exit, Trouble> {
    Err(Trouble::refused(
        "only puzzles with values can be explained; `gridlog solve` finds a plan, `gridlog hint` its next move",
    ))
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    match &args.what.paths()[..] {
        [] if !args.what.is_foreign() => return Ok(codes::list(console)),
        [word] if word.to_str().is_some_and(codes::is_code) && !files::exists(word) => {
            return codes::show(&word.to_string_lossy(), console);
        }
        _ => {}
    }
    let asked = args.format.or(args.json.then_some(Output::Json));
    let output = output::chosen(asked, args.output.as_deref(), OUTPUTS).map_err(Trouble::call)?;
    let output = args.batch.form(output).unwrap_or(Output::Text);
    console.answer_as(Some(output));
    console.keep_for(args.output.as_deref());
    let page: Mutex<Option<Page>> = Mutex::default();
    let mut effort = args.how.effort();
    if args.number > 0 {
        effort.steps = args.number;
    }
    let explain = |puzzle: &mut Puzzle<'_>, console: &mut Console| {
        let explanation = puzzle.explain(effort)?;
        let teller = puzzle.explainer.teller();
        let ending = ending(&explanation, puzzle.explainer.world().unknowns.len());
        match output {
            Output::Html => {
                let mut leaves = vec![render::opening(puzzle.explainer)?];
                leaves.extend(render::steps(puzzle.explainer, &explanation, 0)?);
                let mut page = page.lock().unwrap_or_else(PoisonError::into_inner);
                let page = page.get_or_insert_with(|| Page::new(puzzle.name));
                page.heading(puzzle.name);
                page.legend();
                page.series(&leaves, Some(&Summary::new(&explanation, &ending)));
            }
            Output::Json | Output::Jsonl => {}
            _ => {
                for (number, step) in explanation.steps.iter().enumerate() {
                    console.print(&format!("{}. {}", number + 1, teller.paragraph(&explanation, step)));
                }
                if let Some(values) = &explanation.solution {
                    console.print(&format!("\n{}", draw::grid(puzzle.explainer.world(), values, false)));
                }
            }
        }
        let mut record = Record::new(explanation.ending, ending);
        if console.wants_records() {
            let all: Vec<usize> = (0..explanation.steps.len()).collect();
            record.details = told(&teller, &explanation, &all);
            let solution = explanation.solution.as_ref();
            record.solutions.extend(solution.map(|values| draw::json(puzzle.explainer.world(), values)));
        }
        console.answer(record);
        Ok(puzzle.exit(explanation.ending))
    };
    // The leaves of a page come in the order of the puzzles.
    let jobs = if matches!(output, Output::Html) { Jobs::alone() } else { args.jobs };
    let exit = args.what.each_apart(jobs, &args.batch, console, &|| {
        Box::new(|subject, _, console| {
            if subject.has_moves() {
                return no_moves(subject, console);
            }
            explained(subject, console, &mut |puzzle, console| explain(puzzle, console))
        })
    });
    let exit = exit.unwrap_or_else(|trouble| trouble.tell(console));
    if let Some(page) = page.into_inner().unwrap_or_else(PoisonError::into_inner) {
        console.print(&page.finish());
    }
    // Where nothing could be explained, a file of an earlier run is worth more than an empty one.
    let whole = matches!(exit, Exit::Yes | Exit::No | Exit::Undecided) || console.wants_records();
    Ok(if whole { exit.and(files::write_kept(args.output.as_deref(), console)) } else { exit })
}

/// These steps of an explanation for programs. Only what is explained to its end, and has one solution, has a rating.
pub(super) fn told(teller: &Teller<'_>, explanation: &Explanation, steps: &[usize]) -> Details {
    let steps = steps.iter().map(|&step| step_json(teller, explanation, &explanation.steps[step])).collect();
    let rating = (explanation.ending == Ending::Solved).then(|| Rating::new(explanation));
    Details::Explained {
        steps: Some(steps),
        level: rating.as_ref().map(|rating| rating.level.word()),
        rating: rating.as_ref().map(rating_json),
    }
}

/// How an explanation ends, in words.
pub(super) fn ending(explanation: &Explanation, unknowns: usize) -> String {
    let rating = Rating::new(explanation);
    let steps = if rating.steps == 1 { "1 step".to_owned() } else { format!("{} steps", rating.steps) };
    let all = (0..unknowns as u32).map(crate::solver::engine::VarId);
    let open = match all.filter(|&var| !explanation.known.is_fixed(var)).count() {
        1 => "1 place is open".to_owned(),
        open => format!("{open} places are open"),
    };
    match explanation.ending {
        Ending::Solved => format!("solved in {steps}, {}", rating.level.word()),
        Ending::Contradiction => format!("no solution: a contradiction after {steps}"),
        Ending::Several => {
            format!("several solutions: nothing more follows after {steps}, and {open}")
        }
        Ending::Enough => format!("{steps} as asked for; there may be more"),
        Ending::Limit => format!("undecided: a limit was reached after {steps}, and {open}"),
    }
}
