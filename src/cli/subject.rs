//! What a command is about: rules, and the puzzles given with them, expanded and ready.

use std::cell::RefCell;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::console::Console;
use super::limits::Limits;
use super::output::format_names;
use super::signals::is_interrupted;
use super::{Exit, files};
use crate::clock::{Cause, Deadline};
use crate::diagnostic::catalogue::files as say;
use crate::diagnostic::{Diagnostic, Severity};
use crate::eval::Budget;
use crate::ground::{Ground, Options, expected_shape, ground};
use crate::program::Program;
use crate::puzzle::formats::{self, Format};
use crate::puzzle::written::{Puzzle, Use};
use crate::puzzle::{self, Asked, Picture, answers, cases, draw, parts, stream};
use crate::record::{Record, Status};
use crate::resolve::built_in::BUILT_IN;
use crate::resolve::{BuiltIn, Library as _, Request, resolve};
use crate::solve::{Failure, Solver};
use crate::source::{SourceId, Sources};
use crate::syntax::quote;

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

    /// A rule set, or the puzzles of a text in the language, perhaps for rules that count besides their own.
    fn language(
        &self,
        rules: Option<SourceId>,
        source: SourceId,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let name = sources.get(source).name.clone();
        let is_puzzle = rules.is_some() || is_puzzle_file(Path::new(&name));
        let text = sources.get(source).text.clone();
        let parts = parts(&text);
        let single = parts.len() == 1;
        let mut exit = Exit::Yes;
        for (number, part) in (1..).zip(parts) {
            let before = sources.len();
            let name = name.trim_end_matches(AS_FACTS);
            let called = if single { name.to_owned() } else { format!("{name}, puzzle {number}") };
            let source = if part.text.len() == text.len() {
                source
            } else {
                sources.add_part(name, part.text, part.before)
            };
            let (program, diagnostics) =
                self.resolved(rules.unwrap_or(source), rules.map(|_| source), sources);
            let origin = if rules.is_none() && is_rules_file(Path::new(&name)) {
                Origin::Grid(self.used(source, sources))
            } else {
                Origin::Language(source)
            };
            let subject = self.expanded(called, Arc::new(program), diagnostics, None, is_puzzle, origin);
            let spoken_of = !subject.diagnostics.is_empty();
            exit = exit.and(self.hand_over(subject, sources, console, act));
            if !spoken_of {
                sources.truncate(before);
            }
            if console.has_ended() || is_interrupted() {
                break;
            }
        }
        exit
    }

    /// How a puzzle of a rule set names it.
    fn used(&self, rules: SourceId, sources: &Sources) -> Use {
        // Rules that came through stdin have no name that a puzzle could use.
        let file = Path::new(sources.get(rules).name.trim_start_matches(BUILT_IN));
        let stem = file.file_stem().filter(|_| is_rules_file(file));
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Use { name: stem, with: self.settings.clone() }
    }

    /// Files in the format that was given, perhaps for rules that count besides those of the format.
    fn foreign_files<'a>(
        &self,
        paths: impl Iterator<Item = &'a PathBuf>,
        rules: Option<SourceId>,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let stdin = [PathBuf::from("-")];
        let mut paths: Vec<&PathBuf> = paths.collect();
        if paths.is_empty() {
            paths.extend(&stdin);
        }
        let mut exit = Exit::Yes;
        for path in paths {
            console.turn_to(&files::name(path));
            exit = exit.and(match (files::read_puzzle(path, sources), self.from) {
                (Ok(source), Some(format)) => self.foreign(format, rules, source, sources, console, act),
                (Ok(_), None) => Exit::BadInput,
                (Err(trouble), _) => trouble.report(console),
            });
            if is_interrupted() {
                return exit.and(Exit::Interrupted);
            }
        }
        exit
    }

    /// The puzzles of a text in the format of another program. Each becomes a text in the language, and is then treated
    /// as any other.
    fn foreign(
        &self,
        format: &Format,
        rules: Option<SourceId>,
        source: SourceId,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let name = sources.get(source).name.clone();
        let text = sources.get(source).text.clone();
        let mut exit = Exit::Yes;
        let mut puzzles = format.puzzles(source, &text).enumerate().peekable();
        while let Some((number, puzzle)) = puzzles.next() {
            let single = number == 0 && puzzles.peek().is_none();
            let name = if single { name.clone() } else { format!("{name}, puzzle {}", number + 1) };
            let puzzle = match puzzle {
                Ok(puzzle) => puzzle,
                Err(wrong) => {
                    console.turn_to(&name);
                    console.report(std::slice::from_ref(&*wrong), sources);
                    return exit.and(Exit::BadInput);
                }
            };
            let before = sources.len();
            let written = sources.add(format!("{name} (as a .puzzle)"), puzzle.to_string());
            let (program, diagnostics) =
                self.resolved(rules.unwrap_or(written), rules.map(|_| written), sources);
            let origin = Origin::Foreign(puzzle);
            let subject = self.expanded(name, Arc::new(program), diagnostics, None, true, origin);
            let spoken_of = !subject.diagnostics.is_empty();
            exit = exit.and(self.hand_over(subject, sources, console, act));
            if !spoken_of {
                sources.truncate(before);
            }
            if console.has_ended() || is_interrupted() {
                break;
            }
        }
        exit
    }

    /// Hands one thing over, and starts the clock for the next. What was cut short is not the fault of the input.
    fn hand_over(
        &self,
        subject: Subject,
        sources: &Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        if is_interrupted() {
            console.remark(&format!("{}: interrupted", subject.name));
            return Exit::Interrupted;
        }
        let exit = act(subject, sources, console);
        let exit = match (self.deadline().cause(), exit) {
            (Some(cause), Exit::BadInput) => {
                console.answer(Record { status: Status::Unknown, ..Record::default() });
                if cause == Cause::Asked { Exit::Interrupted } else { Exit::Undecided }
            }
            _ if is_interrupted() => exit.and(Exit::Interrupted),
            _ => exit,
        };
        self.deadline().begin();
        exit
    }

    fn resolved(
        &self,
        rules: SourceId,
        puzzle: Option<SourceId>,
        sources: &mut Sources,
    ) -> (Program, Vec<Diagnostic>) {
        let settings = self.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let request = Request { rules: Some(rules), puzzle, settings };
        resolve(&request, sources, &files::Shelf)
    }

    /// The plain grids of a file.
    fn grids(
        &self,
        rules: SourceId,
        source: SourceId,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let name = sources.get(source).name.clone();
        let (program, mut diagnostics) = self.resolved(rules, None, sources);
        let program = Arc::new(program);
        let origin = Origin::Grid(self.used(rules, sources));
        if diagnostics.iter().any(Diagnostic::is_error) {
            let wrong = Subject::wrong(name, program, diagnostics, origin);
            return self.hand_over(wrong, sources, console, act);
        }
        if let Some(solutions) = self.printed(&program, &sources.get(source).text) {
            if solutions.is_empty() {
                diagnostics.push(say::no_grid(&name));
                let wrong = Subject::wrong(name, program, diagnostics, origin);
                return self.hand_over(wrong, sources, console, act);
            }
            return self.facts(&name, rules, solutions, sources, console, act);
        }
        let is_value = |word: &str| word.parse::<i64>().is_ok() || program.terms.known_symbol(word).is_some();
        let asked = Asked { shape: expected_shape(&program), is_value: &is_value };
        let text = sources.get(source).text.clone();
        let (pictures, wrong) = stream(source, &text, asked);
        diagnostics.extend(wrong);
        let mut pictures = pictures.enumerate().peekable();
        if pictures.peek().is_none() {
            if !diagnostics.iter().any(Diagnostic::is_error) {
                diagnostics.push(say::no_grid(&name));
            }
            let wrong = Subject::wrong(name, program, diagnostics, origin);
            return self.hand_over(wrong, sources, console, act);
        }
        let mut exit = Exit::Yes;
        let shared = Shared::default();
        while let Some((number, picture)) = pictures.next() {
            let single = number == 0 && pictures.peek().is_none();
            let name = if single { name.clone() } else { format!("{name}, puzzle {}", number + 1) };
            let (program, mut diagnostics, origin) = (program.clone(), diagnostics.clone(), origin.clone());
            let again = shared.borrow_mut().as_mut().and_then(|solver| solver.give_again(&picture));
            let mut subject = match again {
                Some(found) => {
                    diagnostics.extend(found);
                    Subject::wrong(name, program, diagnostics, origin)
                }
                None => self.expanded(name, program, diagnostics, Some(picture), true, origin),
            };
            subject.shared = shared.clone();
            exit = exit.and(self.hand_over(subject, sources, console, act));
            if console.has_ended() || is_interrupted() {
                break;
            }
        }
        exit
    }

    /// Answers to a puzzle, each as facts.
    fn facts(
        &self,
        name: &str,
        rules: SourceId,
        answers: Vec<String>,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let exits = answers.into_iter().map(|facts| {
            let answer = sources.add(format!("{name}{AS_FACTS}"), facts);
            self.language(Some(rules), answer, sources, console, act)
        });
        exits.fold(Exit::Yes, Exit::and)
    }

    /// The solutions that `solve` has printed in this text, as facts; nothing if it holds none, or is a plain grid.
    fn printed(&self, program: &Program, text: &str) -> Option<Vec<String>> {
        let places = || {
            let budget = Budget { steps: self.ground_limit, ..Budget::default() };
            let (ground, _) = ground(program, &Options { puzzle: true, budget, ..Options::default() });
            let all = draw::places(&ground.world);
            // A line of cells alone is a grid like others where its size is known without it; and `0` may be an empty cell.
            let shape = expected_shape(program);
            let is_known = shape.cols.is_some() && (shape.rows.is_some() || shape.square);
            let has_zero = ground.world.unknowns.first().is_some_and(|unknown| unknown.domain.has_int(0));
            let is_grid = all.len() as i64 == ground.world.size.map_or(0, |(rows, cols)| rows * cols);
            let is_open = text.contains(|sign: char| sign == '.' || (sign == '0' && !has_zero));
            if !text.contains(',') && is_grid && (is_known || is_open) { Vec::new() } else { all }
        };
        answers(text, places)
    }

    /// The cases of a judge, each with the most moves its plan may have.
    pub(super) fn cases(
        &self,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, u32, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let Some(path) = &self.rules else {
            console.complain(&"name the rules first: gridlog solve -f judge RULES CASES");
            return Exit::BadInput;
        };
        let rules = match files::read_rules(path, sources) {
            Ok(rules) => rules,
            Err(trouble) => return trouble.report(console),
        };
        let (program, diagnostics) = self.resolved(rules, None, sources);
        let program = Arc::new(program);
        let origin = Origin::Language(rules);
        let mut exit = Exit::Yes;
        for puzzle in &self.puzzles {
            let source = match files::read_puzzle(puzzle, sources) {
                Ok(source) => source,
                Err(trouble) => return exit.and(trouble.report(console)),
            };
            let name = sources.get(source).name.clone();
            let cases = match cases(source, &sources.get(source).text) {
                Ok(cases) => cases,
                Err(told) => {
                    console.complain(&format!("{name}: {told}"));
                    return Exit::BadInput;
                }
            };
            for (number, case) in (1..).zip(cases) {
                let name = format!("{name}, case {number}");
                let picture = Some(case.picture);
                let (program, diagnostics) = (program.clone(), diagnostics.clone());
                let subject = self.expanded(name, program, diagnostics, picture, true, origin.clone());
                let mut act = |subject: Subject, sources: &Sources, console: &mut Console| {
                    act(subject, case.most, sources, console)
                };
                exit = exit.and(self.hand_over(subject, sources, console, &mut act));
                if console.has_ended() || is_interrupted() {
                    return exit;
                }
            }
        }
        exit
    }

    fn expanded(
        &self,
        name: String,
        program: Arc<Program>,
        mut diagnostics: Vec<Diagnostic>,
        grid: Option<Picture>,
        puzzle: bool,
        origin: Origin,
    ) -> Subject {
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Subject::wrong(name, program, diagnostics, origin);
        }
        let budget = Budget { steps: self.ground_limit, ..Budget::default() };
        let options =
            Options { grid, puzzle, answer: self.answer, budget, deadline: self.deadline().clone() };
        let (ground, found) = ground(&program, &options);
        if self.deadline().cause().is_some() {
            // What else is said comes of being cut short, too.
            diagnostics.extend(found.into_iter().find(Diagnostic::is_error));
        } else {
            diagnostics.extend(found);
        }
        Subject { ground: Some(ground), options, ..Subject::wrong(name, program, diagnostics, origin) }
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

/// Whether a puzzle is written in the language: by its name or, on stdin and elsewhere, by a `use` or a drawing in it.
fn is_language(path: &Path, text: &str) -> bool {
    let mut statements =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('%'));
    let is_fact = |line: &str| line.ends_with(").") && line.starts_with(|first: char| first.is_lowercase());
    is_puzzle_file(path)
        || text.contains("\"\"\"")
        || uses(text)
        || statements.next().is_some_and(|first| is_fact(first) && first.contains('('))
}

/// Whether a text in the language names its rule set.
fn uses(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("use "))
}

/// Whether a plain grid can be given to these rules.
fn takes_a_drawing(program: &Program) -> bool {
    program.grid.as_ref().is_some_and(|grid| grid.domain.is_some())
}

/// Whether a text has rows of cells and nothing that a rule set has.
fn looks_like_a_grid(text: &str) -> bool {
    let rule = text.contains([':', '=', '(', '"', '%', ',', ';']);
    let mut words = text.split_whitespace();
    !rule
        && words.clone().any(|word| word.contains(|sign: char| sign.is_ascii_digit()))
        && words.all(|word| word != "use")
}

/// How many cells an argument has that is no file and looks like the cells of a puzzle.
fn cells_typed(argument: &Path) -> Option<usize> {
    let text = argument.to_str().filter(|_| !argument.exists())?;
    let is_cell = |letter: char| letter.is_ascii_digit() || puzzle::is_empty_mark(&letter.to_string());
    let cells = text.chars().filter(|letter| !letter.is_whitespace());
    let count = cells.clone().count();
    (count >= LEAST_TYPED && cells.clone().all(is_cell)).then_some(count)
}

/// Whether an argument names a rule set: a file of rules, or a built-in one that no file hides.
fn is_rules(path: &Path) -> bool {
    let built_in = || path.to_str().is_some_and(|name| BuiltIn.find(name, "").is_some());
    is_rules_file(path) || (!path.exists() && built_in())
}

fn is_rules_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rules")
}

/// Whether an argument names a puzzle in the language: a file of one, or a built-in sample.
fn is_puzzle_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "puzzle") || files::sample(path).is_some()
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
