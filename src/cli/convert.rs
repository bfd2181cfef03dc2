//! `gridlog convert`: puzzles from one format into another.

mod grid;

use std::path::{Path, PathBuf};

use self::grid::Rules;
use super::batch::{Batch, Choice};
use super::console::Console;
use super::feed::{Came, Feed};
use super::output::{self, Output, format_names};
use super::signals::is_interrupted;
use super::subject::entry::Entry;
use super::subject::reading::{Entries, Foreign, Reading, Taker};
use super::subject::records::are_records;
use super::subject::spread::Next;
use super::subject::{ambiguous, called};
use super::trouble::Trouble;
use super::{Exit, files};
use crate::board::ground::{Options, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::puzzle::formats::{self, Format, LANGUAGE};
use crate::language::puzzle::lines::Stretch;
use crate::language::puzzle::scan::Wrong;
use crate::language::puzzle::written::Puzzle;
use crate::language::puzzle::{BETWEEN, parts};
use crate::language::resolve::{Request, resolve};
use crate::language::source::{SourceId, Sources};
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
    #[command(flatten)]
    batch: Batch,
    /// Write to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print the puzzles as they are, or in records for programs
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    let stdin = [PathBuf::from("-")];
    let paths = if args.files.is_empty() { &stdin[..] } else { &args.files };
    console.answer_as(args.batch.form(args.format));
    console.keep_for(args.output.as_deref());
    let choice = args.batch.begin(console)?;
    let mut batch = Converting { args, choice, written: 0, number: 0 };
    let mut exit = Exit::Yes;
    for path in paths {
        let (name, mut sources) = (files::name(path), Sources::default());
        let done = batch.file(path, &mut sources, console);
        exit = exit.and(done.unwrap_or_else(|trouble| trouble.tell_of(&name, &sources, console)));
        if is_interrupted() || batch.choice.ends_with(exit) {
            break;
        }
    }
    if exit != Exit::Yes && args.output.is_some() && !console.wants_records() {
        // Half a result would look like a whole one.
        return Ok(exit);
    }
    Ok(exit.and(files::write_kept(args.output.as_deref(), console)))
}

/// Converts one puzzle after the other.
struct Converting<'a> {
    args: &'a Args,
    choice: Choice,
    /// How many puzzles were written.
    written: u64,
    /// How many there were.
    number: u64,
}

impl Converting<'_> {
    fn file(&mut self, path: &Path, sources: &mut Sources, console: &mut Console) -> Result<Exit, Trouble> {
        let name = files::name(path);
        console.turn_to(&name);
        if files::sample(path).is_none() {
            if let Some(format) = self.args.from.filter(|format| format.is_by_lines()) {
                let mut reading = Reading::new(Feed::open(path)?, Vec::new(), false);
                return self.lines(&name, &mut reading, Foreign { any: false }, console, &|line| {
                    Ok((None, read(format, &name, line)))
                });
            }
            if self.args.from.is_none() && path.extension().is_some_and(|extension| extension == "jsonl") {
                return self.records(&name, &mut Reading::new(Feed::open(path)?, Vec::new(), false), console);
            }
            if self.args.from.is_none() && files::is_stdin(path) {
                let (feed, bytes, is_records) = opened(path)?;
                if is_records {
                    return self.records(&name, &mut Reading::new(feed, bytes, false), console);
                }
                let text = rest(path, feed, bytes)?;
                let source = sources.add(name.clone(), text);
                return self.whole(&name, source, sources, console);
            }
        }
        let source = files::read_puzzle(path, sources)?;
        self.whole(&name, source, sources, console)
    }

    /// The puzzles of a text that is there.
    fn whole(
        &mut self,
        name: &str,
        source: SourceId,
        sources: &mut Sources,
        console: &mut Console,
    ) -> Result<Exit, Trouble> {
        let from = match self.args.from {
            Some(format) => format,
            None => certain(name, &sources.get(source).text)?,
        };
        let mut texts = vec![source];
        if from.name == LANGUAGE.name {
            let whole = sources.get(source).text.clone();
            let parts = parts(&whole).into_iter();
            texts = parts.map(|part| sources.add_part(name, part.text, part.before)).collect();
        }
        let (mut count, mut exit) = (0, Exit::Yes);
        let all = texts.into_iter().flat_map(|text| from.puzzles(text, &sources.get(text).text));
        let mut puzzles = all.peekable();
        while let Some(puzzle) = puzzles.next() {
            count += 1;
            let more = self.args.pick.is_none() && puzzles.peek().is_some();
            let mut id = String::new();
            called(&mut id, name, count, count == 1 && !more);
            let puzzle = puzzle.map(|puzzle| (from, puzzle));
            exit = exit.and(self.tell(&id, count, puzzle, more, sources, console));
            if self.is_over(exit, count, console) {
                break;
            }
        }
        self.picked(name, count).map(|()| exit)
    }

    /// The records of a text, each with a puzzle.
    fn records(&mut self, name: &str, reading: &mut Reading, console: &mut Console) -> Result<Exit, Trouble> {
        let known = Rules::default();
        self.lines(name, reading, Entries, console, &|line| {
            let own = (line.before.0 + 1).to_string();
            let entry = match Entry::read(&line.text) {
                Ok(entry) => entry,
                Err((id, told)) => return Err((id.unwrap_or(own), Trouble::refused(told))),
            };
            let id = entry.name().unwrap_or(own);
            match recorded(entry, name, &known) {
                Ok(puzzle) => Ok((Some(id), puzzle)),
                Err(trouble) => Err((id, trouble)),
            }
        })
    }

    /// The puzzles of a text that are read as they come.
    fn lines<T: Taker<Puzzle = Stretch>>(
        &mut self,
        name: &str,
        reading: &mut Reading,
        mut taker: T,
        console: &mut Console,
        read: &Reader<'_>,
    ) -> Result<Exit, Trouble> {
        let (mut exit, mut count) = (Exit::Yes, 0);
        reading.watched = console.may_show_bar();
        reading.all(name, &mut taker, &mut |next| {
            let Next::Item(portion) = next else {
                console.rest();
                return true;
            };
            for (number, line) in portion.puzzles {
                count = number;
                let mut own = String::new();
                called(&mut own, name, number, portion.single);
                let line = line.map_err(|bad| {
                    let id = if T::NAMES_SINGLE { own.clone() } else { bad.line.to_string() };
                    (id, Trouble::Text(bad.wrong))
                });
                let done = match line.and_then(|line| read(&line)) {
                    Ok((id, Read { puzzle, sources })) => {
                        let (more, id) = (!portion.single, id.unwrap_or(own));
                        self.tell(&id, number, puzzle, more, &sources, console)
                    }
                    Err((id, trouble)) => self.refuse(&id, number, trouble, console),
                };
                exit = exit.and(done);
                if self.is_over(exit, number, console) {
                    return false;
                }
            }
            console.flush_in_time();
            true
        })?;
        self.picked(name, count).map(|()| exit)
    }

    /// Whether the next puzzle, which is called so and has this number in its file, is wanted.
    fn is_wanted(&mut self, id: &str, count: u64) -> bool {
        self.number += 1;
        let is_picked = self.args.pick.is_none_or(|pick| pick == count);
        is_picked && self.choice.takes(self.number) && !self.choice.holds(id)
    }

    /// Tells what is wrong with a line before it is a puzzle.
    fn refuse(&mut self, id: &str, count: u64, trouble: Trouble, console: &mut Console) -> Exit {
        if !self.is_wanted(id, count) {
            return Exit::Yes;
        }
        console.turn_to(id);
        trouble.tell_of(id, &Sources::default(), console)
    }

    /// Writes a puzzle of a format, or tells what it is.
    fn tell(
        &mut self,
        id: &str,
        count: u64,
        puzzle: Result<(&'static Format, Puzzle), Wrong>,
        more: bool,
        sources: &Sources,
        console: &mut Console,
    ) -> Exit {
        if !self.is_wanted(id, count) {
            return Exit::Yes;
        }
        console.turn_to(id);
        let together =
            (self.written > 0 || (more || count > 1) && self.args.pick.is_none()) && !console.wants_records();
        let to = self.args.to;
        let text = puzzle.map_err(Trouble::Text).and_then(|(from, puzzle)| {
            if self.args.what {
                return Ok((from, format!("{id}: {}, {}\n", from.name, what(&puzzle))));
            }
            let text = if together && !to.several {
                Err("several puzzles in one text; take one of them with --pick".to_owned())
            } else {
                to.write(&puzzle)
            };
            text.map(|text| (to, text))
                .map_err(|what| Trouble::Text(Box::new(say::cannot_hold(id, to.name, &what))))
        });
        let (format, text) = match text {
            Ok(text) => text,
            Err(trouble) => return trouble.tell_of(id, sources, console),
        };
        if console.wants_records() {
            let details = Details::Converted { format: format.name, text };
            console.answer(Record { details, ..Record::default() });
        } else {
            if self.written > 0 && to.name == LANGUAGE.name && !self.args.what {
                console.print(&format!("{BETWEEN}\n"));
            }
            console.print_foreign(&text);
        }
        self.written += 1;
        if is_interrupted() { Exit::Interrupted } else { Exit::Yes }
    }

    fn is_over(&self, exit: Exit, count: u64, console: &Console) -> bool {
        let is_picked = self.args.pick.is_some_and(|pick| pick <= count);
        is_picked || is_interrupted() || console.has_ended() || self.choice.ends_with(exit)
    }

    /// Fails if the puzzle that was picked of a file with so many is not there.
    fn picked(&self, name: &str, count: u64) -> Result<(), Trouble> {
        match self.args.pick {
            Some(pick) if pick > count => {
                Err(Trouble::call(format!("{name} holds {count} puzzles; there is no number {pick}")))
            }
            _ => Ok(()),
        }
    }
}

/// Reads a line as a puzzle, which may have a name of its own; what is wrong with it, and its name.
type Reader<'r> = dyn Fn(&Stretch) -> Result<(Option<String>, Read), (String, Trouble)> + 'r;

/// A puzzle that was read, and the text that speaks of what is wrong with it.
struct Read {
    puzzle: Result<(&'static Format, Puzzle), Wrong>,
    sources: Sources,
}

fn read(format: &'static Format, file: &str, Stretch { text, before }: &Stretch) -> Read {
    let mut sources = Sources::default();
    let source = sources.add_part(file, text.clone(), *before);
    let puzzle = format.puzzles(source, text).next().unwrap_or_else(|| Ok(Puzzle::default()));
    Read { puzzle: puzzle.map(|puzzle| (format, puzzle)), sources }
}

/// The puzzle of a record: a text, or a grid for the rules that it names.
fn recorded(mut entry: Entry, file: &str, known: &Rules) -> Result<Read, Trouble> {
    let format = entry.format()?.unwrap_or(LANGUAGE);
    match (entry.puzzle.take(), entry.grid()?) {
        (Some(text), None) => Ok(read(format, file, &Stretch { text, before: (0, 0) })),
        (None, Some(text)) => {
            let used = entry.used().ok_or_else(|| Trouble::refused("the record names no `rules`"))?;
            let (puzzle, sources) = known.puzzle(used, file, &text)?;
            Ok(Read { puzzle: puzzle.map(|puzzle| (LANGUAGE, puzzle)), sources })
        }
        (Some(_), Some(_)) => {
            Err(Trouble::refused("the record has a `puzzle` and a `grid`: convert takes one"))
        }
        (None, None) => Err(Trouble::refused("the record has neither a `puzzle` nor a `grid`")),
    }
}

/// Opens a text, and tells whether it begins as records do; with what was read of it.
fn opened(path: &Path) -> Result<(Feed, Vec<u8>, bool), Trouble> {
    let (mut feed, mut bytes) = (Feed::open(path)?, Vec::new());
    while bytes.iter().all(u8::is_ascii_whitespace) {
        match feed.next(None, &mut || true)? {
            Came::Bytes(more) => bytes.extend(more),
            Came::Interrupted => return Err(Exit::Interrupted.into()),
            _ => break,
        }
    }
    let is_records = are_records(&bytes);
    Ok((feed, bytes, is_records))
}

/// The whole text, of which the beginning was read.
fn rest(path: &Path, mut feed: Feed, mut bytes: Vec<u8>) -> Result<String, Trouble> {
    loop {
        match feed.next(None, &mut || true)? {
            Came::Bytes(more) => bytes.extend(more),
            Came::Interrupted => return Err(Exit::Interrupted.into()),
            _ => return files::text(path, bytes),
        }
        files::small_enough(path, bytes.len())?;
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
