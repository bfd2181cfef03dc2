//! `gridlog hint`: the next step only, in two strengths.

use super::console::Console;
use super::explain::{How, each, told};
use super::output::{self, Output};
use super::subject::{Subject, What};
use super::trouble::Trouble;
use super::{Exit, plan};
use crate::moves::search::Limits;
use crate::moves::{Wish, plan::Verdict};
use crate::services::explain::{Effort, Ending};
use crate::services::record::{Details, Record};

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
    /// How to print the step
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.format);
    let moves = &mut |subject: &mut Subject, console: &mut Console| next_move(args, subject, console);
    each(&args.what, console, moves, &mut |puzzle, console| {
        let explanation = puzzle.explain(Effort { steps: 1, ..args.how.effort() })?;
        let teller = puzzle.explainer.teller();
        let shown = explanation.steps.first().map(|step| {
            if args.more {
                teller.paragraph(&explanation, step)
            } else {
                format!("{}\n", teller.whereabouts(step))
            }
        });
        console.print(shown.as_deref().unwrap_or_default());
        let message = match (shown, explanation.ending) {
            // People have it on stdout.
            (Some(shown), _) => console.wants_records().then(|| shown.trim_end().to_owned()),
            (None, Ending::Solved) => Some("nothing is left to find".to_owned()),
            (None, Ending::Several) => Some("nothing follows; there are several solutions".to_owned()),
            (None, _) => Some("no step found within the limits".to_owned()),
        };
        let details = match explanation.steps.first() {
            Some(_) if args.more && console.wants_records() => told(&teller, &explanation, &[0]),
            _ => Details::Nothing,
        };
        let status = explanation.ending.into();
        console.answer(Record { status, message, details, ..Record::default() });
        Ok(puzzle.exit(explanation.ending))
    })
}

/// The next move of a shortest plan.
fn next_move(args: &Args, subject: &mut Subject, console: &mut Console) -> Result<Exit, Trouble> {
    let wish = Wish { limits: Limits::default(), count: false };
    let (report, _) = plan::answer(subject, &wish, console)?;
    let shown = match (report.verdict, report.steps.first()) {
        (Verdict::Solved | Verdict::Found, Some(step)) if args.more => Some(step.title.clone()),
        (Verdict::Solved | Verdict::Found, Some(_)) => Some(report.sentence()),
        _ => None,
    };
    if let Some(shown) = &shown {
        console.print(&format!("{shown}\n"));
    }
    let details = match (&shown, args.more) {
        (Some(step), true) => Details::Plan {
            moves: Some(vec![step.clone()]),
            shortest: report.verdict == Verdict::Solved,
            at_least: report.at_least,
            positions: None,
        },
        _ => Details::Nothing,
    };
    let message = (shown.is_none() || console.wants_records()).then(|| shown.unwrap_or(report.sentence()));
    console.answer(Record { status: (&report).into(), message, details, ..Record::default() });
    Ok(match report.verdict {
        Verdict::Solved => Exit::Yes,
        // A plan that nobody has shown to be shortest is a help, but not the answer.
        Verdict::Found | Verdict::Unknown => Exit::Undecided,
        _ => Exit::No,
    })
}
