//! `gridlog convert`: puzzles from one format into another.

use std::path::{Path, PathBuf};

use super::console::Console;
use super::output::{self, Output, format_names};
use super::signals::is_interrupted;
use super::subject::ambiguous;
use super::trouble::Trouble;
use super::{Exit, files};
use crate::board::ground::{Options, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::puzzle::formats::{self, Format, LANGUAGE};
use crate::language::puzzle::written::Puzzle;
use crate::language::puzzle::{BETWEEN, parts};
use crate::language::resolve::{Request, resolve};
use crate::language::source::Sources;
use crate::services::record::{Details, Record};

/// Arguments of `gridlog convert`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Puzzles in any format, files or addresses; without any, or for `-`, stdin is read
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read this format; without it the format must be certain
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    from: Option<&'static Format>,
    /// Write this format
    #[arg(long, value_name = "FORMAT", default_value = LANGUAGE.name, value_parser = format_names())]
    to: &'static Format,
    /// Tell what each puzzle is, its format, its rule sets and its size, and write none
    #[arg(long, conflicts_with = "to")]
    what: bool,
    /// Take only this puzzle of a file that holds several, the first is 1
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pick: Option<u64>,
    /// Write to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the puzzles as they are, or in records for programs
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let stdin = [PathBuf::from("-")];
    let paths = if args.files.is_empty() { &stdin[..] } else { &args.files };
    console.answer_as(args.format);
    console.keep_for(args.output.as_deref());
    let mut written = 0;
    let mut exit = Exit::Yes;
    for path in paths {
        let (name, mut sources) = (files::name(path), Sources::default());
        let done = convert(path, args, &mut written, &mut sources, console);
        exit = exit.and(done.unwrap_or_else(|trouble| trouble.tell_of(&name, &sources, console)));
        if is_interrupted() {
            break;
        }
    }
    if exit != Exit::Yes && args.output.is_some() && !console.wants_records() {
        // Half a result would look like a whole one.
        return exit;
    }
    exit.and(files::write_kept(args.output.as_deref(), console))
}

fn convert(
    path: &Path,
    args: &Args,
    written: &mut u64,
    sources: &mut Sources,
    console: &mut Console,
) -> Result<Exit, Trouble> {
    let name = files::name(path);
    console.turn_to(&name);
    let source = files::read_puzzle(path, sources)?;
    let from = match args.from {
        Some(format) => format,
        None => certain(&name, &sources.get(source).text)?,
    };
    let mut texts = vec![source];
    if from.name == LANGUAGE.name {
        let whole = sources.get(source).text.clone();
        let parts = parts(&whole).into_iter();
        texts = parts.map(|part| sources.add_part(name.clone(), part.text, part.before)).collect();
    }
    let mut count = 0;
    let all = texts.into_iter().flat_map(|text| from.puzzles(text, &sources.get(text).text));
    let mut puzzles = all.peekable();
    while let Some(puzzle) = puzzles.next() {
        count += 1;
        let more = args.pick.is_none() && puzzles.peek().is_some();
        let called = if count > 1 || more { format!("{name}, puzzle {count}") } else { name.clone() };
        console.turn_to(&called);
        let puzzle = puzzle?;
        if args.pick.is_some_and(|pick| pick != count) {
            continue;
        }
        if args.what {
            let told = format!("{called}: {}, {}\n", from.name, what(&puzzle));
            if console.wants_records() {
                let details = Details::Converted { format: from.name, text: told };
                console.answer(Record { details, ..Record::default() });
            } else {
                console.print(&told);
            }
            continue;
        }
        let together = (*written > 0 || more) && !console.wants_records();
        let text = if together && !args.to.several {
            Err("several puzzles in one text; take one of them with --pick".to_owned())
        } else {
            (args.to.write)(&puzzle)
        };
        let text = text.map_err(|what| Box::new(say::cannot_hold(&name, args.to.name, &what)))?;
        if console.wants_records() {
            let details = Details::Converted { format: args.to.name, text };
            console.answer(Record { details, ..Record::default() });
        } else {
            if *written > 0 && args.to.name == LANGUAGE.name {
                console.print(&format!("{BETWEEN}\n"));
            }
            console.print_foreign(&text);
        }
        *written += 1;
        if is_interrupted() {
            return Ok(Exit::Interrupted);
        }
        if console.has_ended() || args.pick.is_some() {
            break;
        }
    }
    match args.pick {
        Some(pick) if pick > count => {
            Err(Trouble::call(format!("{name} holds {count} puzzles; there is no number {pick}")))
        }
        _ => Ok(Exit::Yes),
    }
}

/// The rule sets of a puzzle, and the size of its board.
fn what(puzzle: &Puzzle) -> String {
    let mut sources = Sources::default();
    let rules = Some(sources.add("this.puzzle", puzzle.to_string()));
    let (program, wrong) = resolve(&Request { rules, ..Request::default() }, &mut sources, &files::SHELF);
    let names: Vec<&str> = puzzle.uses.iter().map(|used| used.name.as_str()).collect();
    let names = if names.is_empty() { "no rule set".to_owned() } else { names.join(" and ") };
    let options = Options { puzzle: true, ..Options::default() };
    let size =
        if wrong.iter().any(Diagnostic::is_error) { None } else { ground(&program, &options).0.world.size };
    match size {
        Some((rows, cols)) => format!("{names}, {rows} by {cols}"),
        None => names,
    }
}

/// The format of a text, if there is no doubt.
fn certain(name: &str, text: &str) -> Result<&'static Format, Trouble> {
    Err(Trouble::call(match formats::detect(name, text).as_slice() {
        [format] => return Ok(*format),
        [] => format!("{name}: its format is not certain; give it with --from"),
        several => ambiguous(name, several),
    }))
}
