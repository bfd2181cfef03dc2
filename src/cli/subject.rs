//! What a command is about: rules, and the puzzles given with them, expanded and ready.

mod kind;
mod read;

use std::cell::RefCell;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use self::kind::{
    cells_typed, is_language, is_puzzle_file, is_rules, looks_like_a_grid, takes_a_drawing, uses,
};
use super::console::Console;
use super::limits::Limits;
use super::output::format_names;
use super::signals::is_interrupted;
use super::{Exit, files};
use crate::base::clock::Deadline;
use crate::board::eval::Budget;
use crate::board::ground::{Ground, Options, expected_shape};
use crate::language::diagnostic::catalogue::files as say;
use crate::language::diagnostic::{Diagnostic, Severity};
use crate::language::program::Program;
use crate::language::puzzle::formats::{self, Format};
use crate::language::puzzle::written::{Puzzle, Use};
use crate::language::puzzle::{self, parts};
use crate::language::source::{SourceId, Sources};
use crate::language::syntax::quote;
use crate::services::solve::{Failure, Solver};

/// What follows the name of an answer's file where its text is shown as facts.
const AS_FACTS: &str = " (as facts)";

/// The fewest characters of a puzzle that is typed as an argument: 4x4.
const LEAST_TYPED: usize = 16;

/// The arguments that name rules and puzzles, the same for every command.
#[derive(Clone, clap::Args, Debug)]
pub(super) struct What {
    /// A rule or puzzle file, `-` for stdin, or the name of a built-in rule set; or a puzzle in the format of another
    /// program
    rules: Option<PathBuf>,
    /// Puzzles for the rules: puzzle files, plain text grids, or the cells themselves; without any, stdin is read if it is
    /// no terminal
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<PathBuf>,
    /// Read puzzles in this format; without it a format is used if it is certain. docs/formats.md tells about each
    #[arg(long, value_name = "FORMAT", value_parser = format_names())]
    from: Option<&'static Format>,
    /// Set a param of the rules, such as n=6
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = setting)]
    settings: Vec<(String, i64)>,
    /// How many steps expanding the rules may take
    #[arg(long, value_name = "STEPS", default_value_t = Budget::default().steps)]
    ground_limit: u64,
    #[command(flatten)]
    limits: Limits,
    /// When to stop, once the clock has been started.
    #[arg(skip)]
    deadline: OnceLock<Deadline>,
    /// Whether what is given is an answer to be judged
    #[arg(skip)]
    answer: bool,
}

fn setting(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=NUMBER, such as n=6")?;
    let (name, value) = (name.trim(), value.trim());
    if !name.starts_with(char::is_lowercase) {
        return Err(format!("`{name}` is no name of a param"));
    }
    let value = value.parse().map_err(|_| format!("`{value}` is no number of 64 bits"))?;
    Ok((name.to_owned(), value))
}

/// A rule set alone, or with one puzzle.
pub(super) struct Subject {
    /// What people call it.
    pub(super) name: String,
    /// The rules.
    pub(super) program: Arc<Program>,
    /// What they amount to; nothing if they are too wrong for that.
    pub(super) ground: Option<Ground>,
    /// What is to be said about it.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What it was expanded for.
    pub(super) options: Options,
    /// Where its clues are written.
    origin: Origin,
    /// A solver that the puzzles of one file hand on: rules and board are compiled once.
    pub(super) shared: Shared,
}

/// A solver, once somebody has made it.
pub(super) type Shared = Rc<RefCell<Option<Solver<'static>>>>;

/// Where the clues of a subject are written.
#[derive(Clone)]
enum Origin {
    /// In a file of the language.
    Language(SourceId),
    /// In the format of another program.
    Foreign(Puzzle),
    /// In a plain grid, for the rule set of this name with its settings.
    Grid(Use),
}

impl What {
    /// When to stop. The clock starts at the first call, and again with each puzzle.
    pub(super) fn deadline(&self) -> &Deadline {
        self.deadline.get_or_init(|| self.limits.deadline())
    }

    /// How long one puzzle may take, if somebody said so.
    pub(super) fn time_limit(&self) -> Option<Duration> {
        self.limits.time_limit
    }

    /// The files named.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.rules.iter().chain(&self.puzzles).cloned().collect()
    }

    /// The same arguments as words for a shell, for a command that is to be run on the same puzzle.
    pub(super) fn words(&self) -> String {
        let plain = |letter: char| letter.is_alphanumeric() || "_-./+=,:".contains(letter);
        let quoted = |word: String| {
            let safe = !word.is_empty() && word.chars().all(plain);
            if safe { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
        };
        let from = self.from.map(|format| format!("--from={}", format.name));
        let settings = self.settings.iter().map(|(name, value)| format!("--set={name}={value}"));
        let paths = self.paths().into_iter().map(|path| path.to_string_lossy().into_owned());
        let words: Vec<String> = from.into_iter().chain(settings).chain(paths).map(quoted).collect();
        words.join(" ")
    }

    /// The same with answers to be judged in the place of puzzles.
    pub(super) fn answers(&self) -> What {
        What { answer: true, ..self.clone() }
    }

    /// Whether puzzles are read in a format that was named.
    pub(super) fn is_foreign(&self) -> bool {
        self.from.is_some()
    }

    /// Takes words off the end that are no files; nothing if what is left over would name nothing.
    pub(super) fn without_last(&self, words: usize) -> Option<(What, Vec<String>)> {
        let mut what = self.clone();
        let kept = what.puzzles.len().checked_sub(words)?;
        let taken = what.puzzles.split_off(kept);
        Some((what, taken.into_iter().map(|word| word.to_string_lossy().into_owned()).collect()))
    }

    /// `RULES PUZZLE ANSWER` as `PUZZLE ANSWER`: a puzzle file names its rules itself, and what stands alone behind it is an
    /// answer to it.
    pub(super) fn with_answer(&self) -> What {
        let mut what = self.clone();
        if let [puzzle, answer] = self.puzzles.as_slice()
            && is_puzzle_file(puzzle)
            && !is_puzzle_file(answer)
            && self.rules.as_deref().is_some_and(is_rules)
        {
            what.rules = Some(puzzle.clone());
            what.puzzles = vec![answer.clone()];
        }
        what
    }

    /// Reads and expands one thing after the other, and hands each over: a file may hold a million puzzles. Tells about
    /// files that cannot be had. Ends when nobody reads the output any more.
    pub(super) fn each(
        &self,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        self.each_of(true, sources, console, act)
    }

    /// The same for commands that need no puzzle: what is not named is not awaited on stdin.
    pub(super) fn each_named(
        &self,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        self.each_of(false, sources, console, act)
    }

    fn each_of(
        &self,
        awaits: bool,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        self.deadline().begin();
        sources.deadline = self.deadline().clone();
        let stdin = PathBuf::from("-");
        if self.rules.is_none() && self.from.is_none() {
            console.complain(&"name a rule set or a puzzle; `--help` tells more");
            return Exit::BadInput;
        }
        let first = self.rules.as_ref().unwrap_or(&stdin);
        console.turn_to(&files::name(first));
        let act = &mut |subject: Subject, sources: &Sources, console: &mut Console| {
            console.turn_to(&subject.name);
            act(subject, sources, console)
        };
        if self.from.is_some() && !is_rules(first) {
            let all = std::iter::once(first).chain(&self.puzzles);
            return self.foreign_files(all, None, sources, console, act);
        }
        let rules = match files::read_rules(first, sources) {
            Ok(rules) => rules,
            Err(trouble) => return trouble.report(console),
        };
        if self.from.is_some() {
            return self.foreign_files(self.puzzles.iter(), Some(rules), sources, console, act);
        }
        if !is_rules(first) && !is_puzzle_file(first) && self.puzzles.is_empty() {
            match formats::detect(&files::name(first), &sources.get(rules).text).as_slice() {
                [format] if format.name != formats::LANGUAGE.name => {
                    return self.foreign(format, None, rules, sources, console, act);
                }
                several @ [_, _, ..] => {
                    let names: Vec<&str> = several.iter().map(|format| format.name).collect();
                    console.complain(&format!(
                        "{} may be in several formats; give --from with one of {}",
                        files::name(first),
                        names.join(", ")
                    ));
                    return Exit::BadInput;
                }
                _ => {}
            }
        }
        if looks_like_a_grid(&sources.get(rules).text) {
            let name = files::name(first);
            console.complain(&format!(
                "{name} looks like a grid; name its rule set first: gridlog .. RULES {name}"
            ));
            return Exit::BadInput;
        }
        if self.puzzles.is_empty() {
            let piped = if awaits { self.piped(first, rules, sources, console) } else { Ok(None) };
            return match piped {
                Ok(Some(puzzle)) => self.puzzle(&stdin, rules, puzzle, sources, console, act),
                Ok(None) => self.language(None, rules, sources, console, act),
                Err(exit) => exit,
            };
        }
        let mut exit = Exit::Yes;
        // `solve a.puzzle b.puzzle`: several puzzles that stand alone.
        let alone = is_puzzle_file(first) && self.puzzles.iter().any(|puzzle| is_puzzle_file(puzzle));
        if alone {
            exit = self.language(None, rules, sources, console, act);
        }
        for puzzle in &self.puzzles {
            console.turn_to(&files::name(puzzle));
            let read = match self.typed(puzzle, rules, sources) {
                Some(text) => Ok(sources.add("<argument>", text)),
                None => files::read_puzzle(puzzle, sources),
            };
            exit = exit.and(match read {
                Ok(source) if alone && is_puzzle_file(puzzle) => {
                    self.language(None, source, sources, console, act)
                }
                Ok(source) => self.puzzle(puzzle, rules, source, sources, console, act),
                Err(trouble) => match cells_typed(puzzle) {
                    Some(count) => {
                        let shown = files::name(puzzle);
                        console.complain(&format!(
                            "{shown}: no such file, and {count} cells are no whole board"
                        ));
                        Exit::BadInput
                    }
                    None => trouble.report(console),
                },
            });
            if is_interrupted() {
                return exit.and(Exit::Interrupted);
            }
        }
        exit
    }

    /// The puzzles of a text for rules, in whatever form it is.
    fn puzzle(
        &self,
        path: &Path,
        rules: SourceId,
        source: SourceId,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let text = &sources.get(source).text;
        let stands_alone = is_puzzle_file(Path::new(&sources.get(rules).name)) && uses(text);
        if is_language(path, text) && stands_alone {
            // A puzzle for a puzzle is an answer to it: what it gives is all that counts.
            let name = sources.get(source).name.clone();
            let read = parts(text).into_iter().map(|part| {
                let puzzle = formats::LANGUAGE.puzzles(source, part.text).next();
                puzzle.and_then(Result::ok).map(|puzzle| puzzle.givens())
            });
            let Some(read) = read.collect::<Option<Vec<String>>>() else {
                return self.language(Some(rules), source, sources, console, act);
            };
            return self.facts(&name, rules, read, sources, console, act);
        }
        if is_language(path, text) {
            self.language(Some(rules), source, sources, console, act)
        } else {
            self.grids(rules, source, sources, console, act)
        }
    }

    /// The puzzle that comes through stdin, if rules that take a drawing are all that is named. An empty text is none.
    fn piped(
        &self,
        path: &Path,
        rules: SourceId,
        sources: &mut Sources,
        console: &Console,
    ) -> Result<Option<SourceId>, Exit> {
        let asks = self.settings.is_empty() && !files::is_stdin(path) && !is_puzzle_file(path);
        if !asks || io::stdin().is_terminal() || !takes_a_drawing(&self.resolved(rules, None, sources).0) {
            return Ok(None);
        }
        let text = match files::read_awaited(console) {
            Ok(text) => text.ok_or(Exit::Interrupted)?,
            Err(trouble) => return Err(trouble.report(console)),
        };
        Ok((!text.trim().is_empty()).then(|| sources.add("<stdin>", text)))
    }

    /// The puzzle that an argument is instead of naming one: as many characters as the grid has cells, each a value or a
    /// sign of an empty cell, or rows on several lines.
    fn typed(&self, argument: &Path, rules: SourceId, sources: &mut Sources) -> Option<String> {
        let text = argument.to_str().filter(|_| !files::is_stdin(argument) && !argument.exists())?;
        let is_digit = |letter: char| letter.is_ascii_digit() || letter.is_ascii_uppercase();
        let length = text.chars().count();
        let could_be = text.contains('\n') || length >= LEAST_TYPED;
        if !could_be || !text.contains(|letter: char| letter.is_ascii_digit() || letter == '.') {
            return None;
        }
        let (program, _) = self.resolved(rules, None, sources);
        let is_cell = |letter: char| {
            let word = letter.to_string();
            is_digit(letter)
                || letter == '-'
                || puzzle::is_empty_mark(&word)
                || program.terms.known_symbol(&word).is_some()
        };
        let whole = expected_shape(&program).is_whole(length) && text.chars().all(is_cell);
        (takes_a_drawing(&program) && (whole || text.contains('\n'))).then(|| text.to_owned())
    }
}

impl Subject {
    /// One that cannot be expanded.
    fn wrong(name: String, program: Arc<Program>, diagnostics: Vec<Diagnostic>, origin: Origin) -> Subject {
        let (options, shared) = (Options::default(), Shared::default());
        Subject { name, program, ground: None, diagnostics, options, origin, shared }
    }

    /// The solver for it: made now, or the one of the puzzle before, with what is given here. Nothing if it has errors.
    pub(super) fn solver<'s>(
        &mut self,
        shared: &'s mut Option<Solver<'static>>,
    ) -> Option<Result<&'s mut Solver<'static>, Failure>> {
        if let Some(ground) = self.ground.take() {
            match Solver::new(self.program.clone(), ground) {
                Ok(solver) => *shared = Some(solver),
                Err(failure) => return Some(Err(failure)),
            }
        }
        shared.as_mut().map(Ok)
    }

    /// What its `.puzzle` says or would say, givens of a plain grid left out; or why no other format could say it.
    pub(super) fn written(&self, sources: &Sources) -> Result<Puzzle, Box<Diagnostic>> {
        match &self.origin {
            Origin::Foreign(puzzle) => Ok(puzzle.clone()),
            Origin::Grid(used) if !quote::can_be_quoted(&used.name) => {
                Err(Box::new(say::unnameable(&used.name)))
            }
            Origin::Grid(used) => Ok(Puzzle { uses: vec![used.clone()], ..Puzzle::default() }),
            Origin::Language(source) => formats::LANGUAGE
                .puzzles(*source, &sources.get(*source).text)
                .next()
                .unwrap_or_else(|| Ok(Puzzle::default())),
        }
    }

    /// Whether errors keep it from being used. Tells about them, and about all that looks like a mistake: an answer to
    /// rules that say something else than meant is a wrong answer.
    pub(super) fn is_wrong(&self, sources: &Sources, console: &Console) -> bool {
        let doubtful = self.diagnostics.iter().filter(|found| found.severity >= Severity::Warning);
        let doubtful: Vec<Diagnostic> = doubtful.cloned().collect();
        if !doubtful.is_empty() {
            console.report(&doubtful, sources);
        }
        // What was chosen for the author is told, but as no reason to worry.
        for chosen in self.diagnostics.iter().filter(|found| found.code == "N716") {
            console.mention(&chosen.title);
        }
        doubtful.iter().any(Diagnostic::is_error)
    }
}

#[cfg(test)]
mod tests {
    use super::setting;

    #[test]
    fn settings_are_a_name_and_a_number() {
        assert_eq!(setting("n=6"), Ok(("n".to_owned(), 6)));
        assert_eq!(setting("low = -2"), Ok(("low".to_owned(), -2)));
        for wrong in ["", "n", "n=", "=6", "N=6", "n=six", "n=99999999999999999999", "6=n"] {
            assert!(setting(wrong).is_err(), "{wrong:?}");
        }
    }
}
