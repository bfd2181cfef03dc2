//! `gridlog why`: the reasons for one value, for no solution, and for several.

use super::console::Console;
use super::explain::{How, Puzzle, each, explained, no_moves, told};
use super::output::{self, Output};
use super::subject::{Subject, What};
use super::trouble::Trouble;
use super::{Exit, reason};
use crate::board::draw;
use crate::language::cell;
use crate::language::term::TermId;
use crate::services::explain::{self, Claim, Effort, Ending, Explanation};
use crate::services::record::{Details, Different, Record, Status};
use crate::services::solve::{Solver, Verdict, Wish};
use crate::solver::engine::VarId;
use crate::solver::search::Limits;

/// Arguments of `gridlog why`.
#[derive(clap::Args, Debug)]
#[command(after_help = QUESTIONS)]
pub(super) struct Args {
    /// Rules and puzzles as for `solve`, and at the end the question
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    /// How to print the reasons
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

const QUESTIONS: &str = "The question stands at the end: `r3c4=7` or `r3c4 = 7`, why a place has a value; `r3c4!=2` or \
                         `not r3c4 = 2`, why it has not; `none`, why there is no solution; `several`, why there is \
                         more than one.";

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Question {
    Value { place: String, value: String, is: bool },
    None,
    Several,
}

/// The most values of a place that a message lists.
const SHOWN: usize = 12;

/// The most words of a question: `not r3c4 = 2`.
const WORDS: usize = 4;

fn question(text: &str) -> Option<Question> {
    match text {
        "none" => return Some(Question::None),
        "several" => return Some(Question::Several),
        _ => {}
    }
    let (text, denied) = text.strip_prefix("not ").map_or((text, false), |rest| (rest, true));
    let signs = [("!=", false), ("\\=", false), (" not ", false), ("=", true)];
    let (place, value, is) = signs.into_iter().find_map(|(sign, is)| {
        let (place, value) = text.split_once(sign)?;
        Some((place, value, is))
    })?;
    let bare = |part: &str| part.split_whitespace().collect::<String>();
    let (place, value) = (bare(&cell::in_lower_case(place)), bare(value));
    (!place.is_empty() && !value.is_empty()).then_some(Question::Value { place, value, is: is != denied })
}

/// Takes the question off the end: the fewest words that are one, and `not` before them.
fn asked(what: &What) -> Option<(What, Question)> {
    let read = |words: usize| {
        let (what, words) = what.without_last(words)?;
        Some((what, question(&words.join(" "))?, words))
    };
    let (what, asked, words) = (1..=WORDS).find_map(read)?;
    let denied =
        read(words.len() + 1).filter(|(_, _, longer)| longer.first().is_some_and(|word| word == "not"));
    Some(denied.map_or((what, asked), |(what, asked, _)| (what, asked)))
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    let missing = || Trouble::call("the question is missing, such as r3c4=7, r3c4!=2, none or several");
    let (what, question) = asked(&args.what).ok_or_else(missing)?;
    console.answer_as(args.format);
    each(&what, console, &mut no_moves, &mut |puzzle, console| {
        if question == Question::Several {
            return several(puzzle, console);
        }
        // What is hidden is told only if it is asked for.
        let hidden = match &question {
            Question::Value { place, .. } => {
                let unknowns = &puzzle.explainer.world().unknowns;
                named(puzzle, place).is_some_and(|unknown| unknowns[unknown.0 as usize].hidden)
            }
            _ => false,
        };
        let explanation = puzzle.explain(Effort { hidden, ..args.how.effort() })?;
        match &question {
            Question::Value { place, value, is } => {
                one_value(puzzle, &explanation, (place, value, *is), console)
            }
            _ => none(puzzle, &explanation, console),
        }
    })
}

/// Why a place has the value it has.
pub(super) fn place(
    subject: &mut Subject,
    how: &How,
    place: &str,
    console: &mut Console,
) -> Result<Exit, Trouble> {
    if subject.has_moves() {
        return no_moves(subject, console);
    }
    let place: String = cell::in_lower_case(place).split_whitespace().collect();
    explained(subject, console, &mut |puzzle, console| {
        let found = named(puzzle, &place);
        let unknowns = &puzzle.explainer.world().unknowns;
        let hidden = found.is_some_and(|unknown| unknowns[unknown.0 as usize].hidden);
        let explanation = puzzle.explain(Effort { hidden, ..how.effort() })?;
        let known = found.and_then(|unknown| Some((unknown, explanation.known.value(unknown)?)));
        let value = known.map(|(unknown, code)| puzzle.explainer.teller().value(unknown, code));
        match (value, explanation.ending) {
            (Some(value), _) => one_value(puzzle, &explanation, (&place, &value, true), console),
            (None, _) if found.is_none() => one_value(puzzle, &explanation, (&place, "", true), console),
            (None, Ending::Contradiction) => none(puzzle, &explanation, console),
            (None, _) => several(puzzle, console),
        }
    })
}

/// The unknown of a place, named as in rules or as in explanations.
fn named(puzzle: &Puzzle<'_>, place: &str) -> Option<VarId> {
    let teller = puzzle.explainer.teller();
    let mut unknowns = (0..puzzle.explainer.world().unknowns.len() as u32).map(VarId);
    unknowns.find(|&var| {
        let names = [teller.place(var), teller.name(var)];
        names.iter().any(|name| name.split_whitespace().collect::<String>() == place)
    })
}

/// Why a place has a value, or has not.
fn one_value(
    puzzle: &Puzzle<'_>,
    explanation: &Explanation,
    (place, value, is): (&str, &str, bool),
    console: &mut Console,
) -> Result<Exit, Trouble> {
    let teller = puzzle.explainer.teller();
    let Some(unknown) = named(puzzle, place) else {
        let such = puzzle.explainer.world().unknowns.first().map(|_| teller.name(VarId(0)));
        let such = such.map(|such| format!("; places are named such as {such}")).unwrap_or_default();
        return Err(Trouble::refused(format!("{place} has no value to be found{such}")));
    };
    let declared = puzzle.explainer.declared();
    // A symbol may be asked for without its quotes.
    let is_meant = |shown: String| shown == value || shown.trim_matches('"') == value;
    let Some(code) = declared.values(unknown).find(|&code| is_meant(teller.value(unknown, code))) else {
        let words: Vec<String> =
            declared.values(unknown).take(SHOWN + 1).map(|code| teller.value(unknown, code)).collect();
        let (words, more) = words.split_at(words.len().min(SHOWN));
        let more = if more.is_empty() { "" } else { ", .." };
        let values = words.join(", ");
        let told = format!("{place} can never be {value}; it is one of {values}{more}");
        return Err(Trouble::refused(told));
    };
    let claim = Claim { unknown, value: code, is };
    let sign = if is { "=" } else { "is not" };
    let Some(slice) = explain::slice(explanation, claim) else {
        let now = match (explanation.known.value(unknown), explanation.ending) {
            (_, Ending::Contradiction) => "there is no solution; ask for `none`".to_owned(),
            (Some(known), _) => {
                let known = teller.value(unknown, known);
                format!("{place} is {known}; ask for `{place}={known}`")
            }
            (None, Ending::Several) => "there are several solutions; ask for `several`".to_owned(),
            (None, _) => "a limit was reached before it was settled".to_owned(),
        };
        let told = format!("{place} {sign} {value} does not follow: {now}");
        console.answer(Record::new(explanation.ending, told));
        return Ok(if explanation.ending == Ending::Limit { puzzle.exit(Ending::Limit) } else { Exit::No });
    };
    for &step in &slice.steps {
        let told = teller.paragraph(explanation, &explanation.steps[step]);
        console.print(&format!("{}. {told}", step + 1));
    }
    let mut because = None;
    if let Some(mark) = slice.mark {
        because = Some(teller.because(&explanation.marks[mark]));
    } else if slice.steps.is_empty() {
        let given = explanation.givens.iter().find(|(given, _)| *given == unknown);
        let given = given.map_or(value.to_owned(), |&(given, code)| teller.value(given, code));
        because = Some(format!("{place} = {given} is given"));
    }
    if let Some(because) = &because {
        console.print(&format!("{place} {sign} {value}\n  {because}.\n"));
    }
    if console.wants_records() {
        let because = because.map_or_else(String::new, |because| format!(": {because}"));
        let message = format!("{place} {sign} {value} follows{because}");
        let details = told(&teller, explanation, &slice.steps);
        console.answer(Record::new(explanation.ending, message).with(details));
    } else {
        console.answer(Record { status: explanation.ending.into(), ..Record::default() });
    }
    Ok(Exit::Yes)
}

/// Which laws and givens contradict each other.
fn none(puzzle: &mut Puzzle<'_>, explanation: &Explanation, console: &mut Console) -> Result<Exit, Trouble> {
    let givens = puzzle.explainer.givens();
    let Some(clash) = explain::none(puzzle.explainer, explanation, &givens, puzzle.stop)? else {
        if explanation.ending == Ending::Limit {
            console.answer(Record::new(Status::Unknown, "undecided: a limit was reached"));
            return Ok(puzzle.exit(Ending::Limit));
        }
        let status =
            if explanation.ending == Ending::Enough { Status::Solved } else { explanation.ending.into() };
        console.answer(Record::new(status, "there is a solution"));
        return Ok(Exit::No);
    };
    let teller = puzzle.explainer.teller();
    let laws: Vec<String> = teller.laws(&clash.instances);
    let givens = reason::givens(&teller, &clash);
    console.print("These contradict each other:\n");
    laws.iter().for_each(|law| console.print(&format!("  {law}.\n")));
    givens.iter().for_each(|given| console.print(&format!("  {given} is given.\n")));
    let all =
        if clash.minimal { "none of them can be left out" } else { "perhaps not all of them are needed" };
    let details = Details::Contradiction { laws, givens, minimal: clash.minimal };
    console.answer(Record::new(Status::None, format!("no solution; {all}")).with(details));
    Ok(Exit::Yes)
}

/// Two solutions and where they differ.
fn several(puzzle: &mut Puzzle<'_>, console: &mut Console) -> Result<Exit, Trouble> {
    let explainer = &puzzle.explainer;
    let mut solver = Solver::new(explainer.ground().clone())?;
    let wish = Wish { most: Some(2), limits: Limits::default(), seed: 0, checked: None, judged: false };
    let mut found: Vec<Vec<TermId>> = Vec::new();
    let outcome = solver.solve(&explainer.givens(), &wish, puzzle.stop, |values, _| {
        found.push(values.to_vec());
    })?;
    let world = solver.judge;
    if let [first, second] = &found[..] {
        found.iter().for_each(|values| console.print(&format!("{}\n", draw::grid(&world, values, false))));
        let places = world.unknowns.iter().zip(first.iter().zip(second));
        let differ: Vec<Different> = places
            .filter(|(_, (one, two))| one != two)
            .map(|(unknown, (&one, &two))| Different {
                place: world.show(unknown.place),
                values: [world.show(one), world.show(two)],
            })
            .collect();
        let shown: Vec<String> = differ
            .iter()
            .map(|Different { place, values: [one, two] }| format!("{place}: {one} or {two}"))
            .collect();
        console.print(&format!("They differ in {}.\n", shown.join("; ")));
        console.answer(Record {
            status: Status::Several,
            solutions: found.iter().map(|values| draw::json(&world, values)).collect(),
            details: Details::Differ { differ },
            ..Record::default()
        });
        return Ok(Exit::Yes);
    }
    console.answer(Record::new(outcome.verdict(), outcome.sentence()));
    Ok(match outcome.verdict() {
        Verdict::Unknown | Verdict::Solved => puzzle.exit(Ending::Limit),
        _ => Exit::No,
    })
}

#[cfg(test)]
mod tests {
    use super::{Question, question};

    #[test]
    fn questions_are_asked_in_many_ways() {
        let value = |is| Some(Question::Value { place: "r3c4".to_owned(), value: "2".to_owned(), is });
        for text in ["r3c4=2", "r3c4 = 2", "R3C4=2", "R3c4 = 2"] {
            assert_eq!(question(text), value(true), "{text}");
        }
        for text in ["r3c4!=2", "r3c4 != 2", "not r3c4=2", "not r3c4 = 2", "r3c4 \\= 2", "r3c4 not 2"] {
            assert_eq!(question(text), value(false), "{text}");
        }
        for text in ["", "r3c4", "=2", "x.puzzle r3c4"] {
            assert_eq!(question(text), None, "{text}");
        }
        assert_eq!(question("none"), Some(Question::None));
    }
}
