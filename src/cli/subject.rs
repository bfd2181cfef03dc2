//! What a command is about: rules, and the puzzles given with them, expanded and ready.

mod beside;
pub(super) mod entry;
mod kin;
pub(super) mod kind;
mod kit;
mod lines;
mod read;
pub(super) mod reading;
pub(super) mod records;
mod run;
pub(super) mod spread;

use std::cell::RefMut;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::{Map, Value};

use self::beside::Beside;
use self::kind::{is_puzzle_file, is_rules, is_rules_file};
use self::kit::{Kit, Shared};
pub(super) use self::run::ambiguous;
use self::run::{Manner, Resolved, Run};
use super::Exit;
use super::batch::Batch;
use super::console::Console;
use super::limits::{self, Limits};
use super::output::format_names;
use super::trouble::Trouble;
use crate::base::clock::Deadline;
use crate::board::eval::Budget;
use crate::board::ground::{Ground, Options};
use crate::language::diagnostic::catalogue::files as say;
use crate::language::diagnostic::catalogue::meaning::FOLLOWED;
use crate::language::diagnostic::{Diagnostic, Severity};
use crate::language::program::Program;
use crate::language::puzzle::Drawn;
use crate::language::puzzle::formats::{self, Format};
use crate::language::puzzle::written::{Puzzle, Use};
use crate::language::source::{SourceId, Sources};
use crate::language::syntax::quote;
use crate::services::explain::Explainer;
use crate::services::solve::Solver;
use crate::services::verify::Verifier;

/// What follows the name of an answer's file where its text is shown as facts.
const AS_FACTS: &str = " (as facts)";

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
    /// What is asked about the board.
    #[arg(skip)]
    asked: Option<Asked>,
}

/// A condition that is asked about a board.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The question.
    pub(super) text: String,
    /// Whether the laws matter for its answer.
    pub(super) laws: bool,
}

/// What messages call the text of a question.
pub(super) const QUESTION: &str = "<question>";

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
    /// Its number in the run, from 1.
    pub(super) number: u64,
    /// When work on it has to end.
    pub(super) deadline: Deadline,
    /// What the puzzles of one file hand on: rules and board are compiled once.
    shared: Shared,
    /// The most moves that its plan may have, if a judge says so.
    pub(super) most_moves: Option<u32>,
    /// Whether it is one of many, whose answers do not depend on each other.
    pub(super) in_batch: bool,
    /// What decides which puzzle is generated, if its record says so.
    pub(super) seed: Option<u64>,
}

/// What a command does with one thing; why it could not.
pub(super) type Act<'a> = dyn FnMut(&mut Subject, &Sources, &mut Console) -> Result<Exit, Trouble> + 'a;

/// Makes what a thread does with each thing.
trait Make: Sync {
    fn make(&self) -> Box<Act<'_>>;
}

/// A function that does.
struct By<'f, 'a>(&'f (dyn Fn() -> Box<Act<'a>> + Sync));

impl Make for By<'_, '_> {
    fn make(&self) -> Box<Act<'_>> {
        (self.0)()
    }
}

/// How many puzzles are worked on at once.
#[derive(Clone, Copy, clap::Args, Debug)]
pub(super) struct Jobs {
    /// Work with this many threads: on several puzzles at once, whose answers come in the same order all the same, or on
    /// one that takes long
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
}

impl Jobs {
    /// No more than one thread.
    pub(super) fn alone() -> Jobs {
        Jobs { jobs: 1 }
    }

    /// How many threads may be at work.
    pub(super) fn most(self) -> usize {
        limits::jobs(self.jobs.into())
    }
}

/// Where the clues of a subject are written.
#[derive(Clone)]
enum Origin {
    /// In a file of the language, for rules and settings that it need not name itself.
    Language(SourceId, Beside),
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

    /// The params that were set, as `n=6`.
    pub(super) fn settings(&self) -> Vec<String> {
        self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    /// The files named.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.rules.iter().chain(&self.puzzles).cloned().collect()
    }

    /// The same for these rules alone.
    #[cfg(feature = "cli")]
    pub(super) fn of(&self, rules: &Path) -> What {
        What { rules: Some(rules.to_path_buf()), puzzles: Vec::new(), ..self.clone() }
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

    /// The same with a question.
    pub(super) fn asking(&self, asked: Option<Asked>) -> What {
        What { deadline: OnceLock::new(), asked, ..self.clone() }
    }

    /// The same for a thread of its own: its puzzles have clocks of their own.
    fn apart(&self) -> What {
        What { deadline: OnceLock::new(), ..self.clone() }
    }

    /// Whether puzzles are read in a format that was named.
    pub(super) fn is_foreign(&self) -> bool {
        self.from.is_some()
    }

    /// A puzzle as a record that a batch takes. `puzzle` in it is a text that facts may follow.
    pub(super) fn record(&self, subject: &Subject, sources: &Sources) -> Map<String, Value> {
        let mut record = Map::new();
        // A text that stands alone says all that counts.
        let counts = |rules: &&Path| match subject.origin {
            Origin::Grid(_) => true,
            Origin::Foreign(_) => is_rules(rules),
            Origin::Language(..) => !self.puzzles.is_empty() && !is_puzzle_file(rules),
        };
        if let Some(rules) = self.rules.as_deref().filter(counts) {
            record.insert("rules".to_owned(), Value::from(rules.to_string_lossy()));
        }
        if !self.settings.is_empty() {
            let set: Map<String, Value> =
                self.settings.iter().map(|(name, value)| (name.clone(), Value::from(*value))).collect();
            record.insert("set".to_owned(), Value::Object(set));
        }
        let mut text = match &subject.origin {
            Origin::Language(source, _) => sources.get(*source).text.clone(),
            Origin::Foreign(puzzle) => puzzle.to_string(),
            Origin::Grid(_) => String::new(),
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        record.insert("puzzle".to_owned(), Value::from(text));
        if let Some(grid) = &subject.options.grid {
            let row =
                |row: &Vec<_>| row.iter().map(|token: &Drawn| Value::from(token.text.as_str())).collect();
            let rows: Vec<Value> = grid.rows.iter().map(row).collect();
            record.insert("grid".to_owned(), Value::from(rows));
        }
        record
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

    /// An answer to the puzzle in its place.
    pub(super) fn answered_by(&self, answer: &Path) -> What {
        let mut what = What { deadline: OnceLock::new(), ..self.answers() };
        if let [puzzle] = self.puzzles.as_slice()
            && is_puzzle_file(puzzle)
        {
            what.rules = Some(puzzle.clone());
        }
        what.puzzles = vec![answer.to_owned()];
        what
    }

    /// Reads and expands one thing after the other, and hands each over that has no errors: a file may hold a million
    /// puzzles. Tells about those that cannot be had. Ends when nobody reads the output any more.
    pub(super) fn each(&self, console: &mut Console, act: &mut Act<'_>) -> Result<Exit, Trouble> {
        Run::new(self, &mut Sources::default(), console, act, None).all(true)
    }

    /// The same for commands that can do with several at a time.
    pub(super) fn each_apart<'a>(
        &self,
        jobs: Jobs,
        batch: &Batch,
        console: &mut Console,
        make: &(dyn Fn() -> Box<Act<'a>> + Sync),
    ) -> Result<Exit, Trouble> {
        let choice = batch.begin(console)?;
        let (mut act, mut sources) = (make(), Sources::default());
        let apart: (usize, &dyn Make) = (jobs.most(), &By(make));
        let mut run = Run::new(self, &mut sources, console, &mut *act, Some(apart));
        (run.shares, run.choice) = (true, choice);
        run.all(true)
    }

    /// The same for commands that need no puzzle: what is not named is not awaited on stdin, and what has errors is handed
    /// over too.
    pub(super) fn each_named(
        &self,
        batch: &Batch,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut Act<'_>,
    ) -> Result<Exit, Trouble> {
        let choice = batch.begin(console)?;
        let mut run = Run::new(self, sources, console, act, None);
        (run.manner, run.choice) = (Manner::Named, choice);
        run.all(false)
    }

    /// The same for commands that can do with several at a time.
    pub(super) fn each_named_apart<'a>(
        &self,
        jobs: usize,
        batch: &Batch,
        console: &mut Console,
        make: &(dyn Fn() -> Box<Act<'a>> + Sync),
    ) -> Result<Exit, Trouble> {
        let choice = batch.begin(console)?;
        let (mut act, mut sources) = (make(), Sources::default());
        let apart: (usize, &dyn Make) = (limits::jobs(jobs), &By(make));
        let mut run = Run::new(self, &mut sources, console, &mut *act, Some(apart));
        (run.manner, run.choice) = (Manner::Named, choice);
        run.all(false)
    }

    /// The cases of a judge, which has its own form of answers.
    pub(super) fn cases(&self, console: &mut Console, act: &mut Act<'_>) -> Result<Exit, Trouble> {
        let mut sources = Sources::default();
        let mut run = Run::new(self, &mut sources, console, act, None);
        run.manner = Manner::Case;
        run.cases()
    }
}

impl Subject {
    /// One that is not expanded yet.
    fn new(name: String, (program, diagnostics): Resolved, origin: Origin) -> Subject {
        Subject {
            name,
            program,
            ground: None,
            diagnostics,
            options: Options::default(),
            origin,
            number: 0,
            deadline: Deadline::default(),
            shared: Shared::default(),
            most_moves: None,
            in_batch: false,
            seed: None,
        }
    }

    /// What the rules amount to, once.
    ///
    /// # Errors
    /// It was taken before, or there were errors: whoever asks has not looked.
    pub(super) fn take_ground(&mut self) -> Result<Ground, Trouble> {
        self.ground.take().ok_or_else(taken)
    }

    /// Whether positions change: then there is a plan to look for instead of values.
    pub(super) fn has_moves(&self) -> bool {
        !self.program.moves.is_empty()
    }

    /// The solver for it: made now, or the one of the puzzle before, with what is given here.
    pub(super) fn solver(&mut self) -> Result<RefMut<'_, Solver>, Trouble> {
        let mut kit = self.shared.borrow_mut();
        if let Some(ground) = self.ground.take() {
            *kit = Kit::Solver(Box::new(Solver::new(ground)?));
        }
        RefMut::filter_map(kit, Kit::solver).map_err(|_| taken())
    }

    /// The same for explanations.
    pub(super) fn explainer(&mut self) -> Result<RefMut<'_, Explainer>, Trouble> {
        let mut kit = self.shared.borrow_mut();
        if let Some(ground) = self.ground.take() {
            *kit = Kit::Explainer(Box::new(Explainer::new(ground)?));
        }
        RefMut::filter_map(kit, Kit::explainer).map_err(|_| taken())
    }

    /// The same for judgements.
    pub(super) fn verifier(&mut self) -> Result<RefMut<'_, Verifier>, Trouble> {
        let mut kit = self.shared.borrow_mut();
        if let Some(ground) = self.ground.take() {
            *kit = Kit::Verifier(Box::new(Verifier::new(ground)));
        }
        RefMut::filter_map(kit, Kit::verifier).map_err(|_| taken())
    }

    /// What its `.puzzle` says or would say, givens of a plain grid left out; or why no other format could say it.
    pub(super) fn written(&self, sources: &Sources) -> Result<Puzzle, Box<Diagnostic>> {
        match &self.origin {
            Origin::Foreign(puzzle) => Ok(puzzle.clone()),
            Origin::Grid(used) if !quote::can_be_quoted(&used.name) => {
                Err(Box::new(say::unnameable(&used.name)))
            }
            Origin::Grid(used) => Ok(Puzzle { uses: vec![used.clone()], ..Puzzle::default() }),
            Origin::Language(source, named) => {
                let puzzle = formats::LANGUAGE.puzzles(*source, &sources.get(*source).text).next();
                named.told_by(puzzle.unwrap_or_else(|| Ok(Puzzle::default()))?)
            }
        }
    }

    /// A file that its puzzle could be written to: where the rules are that were named for it, or else where it came from.
    pub(super) fn place(&self, sources: &Sources, file: &str) -> PathBuf {
        let used = match &self.origin {
            Origin::Grid(used) => Some(used),
            Origin::Language(_, beside) => beside.rules.as_ref(),
            Origin::Foreign(_) => None,
        };
        let is_used = |path: &&Path| {
            is_rules_file(path)
                && path.file_stem().and_then(|stem| stem.to_str()) == used.map(|used| &*used.name)
        };
        let names = (0..sources.len()).map(|source| Path::new(&sources.get(source as SourceId).name));
        names.rev().find(is_used).unwrap_or(Path::new(&self.name)).with_file_name(file)
    }

    /// The text of its `.puzzle` or rule file as it is or would be, and a name for it.
    pub(super) fn file(&self, sources: &Sources) -> (String, String) {
        match &self.origin {
            Origin::Language(source, _) => {
                let source = sources.get(*source);
                (super::files::stem(&source.name), source.text.clone())
            }
            Origin::Foreign(puzzle) => ("page.puzzle".to_owned(), puzzle.to_string()),
            Origin::Grid(used) => {
                let puzzle = Puzzle { uses: vec![used.clone()], ..Puzzle::default() };
                ("page.puzzle".to_owned(), puzzle.to_string())
            }
        }
    }

    /// Fails if errors keep it from being used. Tells about them, and about all that looks like a mistake: an answer to
    /// rules that say something else than meant is a wrong answer.
    pub(super) fn usable(&self, sources: &Sources, console: &Console) -> Result<(), Trouble> {
        if self.diagnostics.is_empty() {
            return Ok(());
        }
        let doubtful = self.diagnostics.iter().filter(|found| found.severity >= Severity::Warning);
        let doubtful: Vec<Diagnostic> = doubtful.cloned().collect();
        if !doubtful.is_empty() {
            console.report(&doubtful, sources);
        }
        for chosen in self.diagnostics.iter().filter(|found| found.code == FOLLOWED) {
            console.mention(&chosen.title);
        }
        if doubtful.iter().any(Diagnostic::is_error) { Err(Exit::BadInput.into()) } else { Ok(()) }
    }
}

/// Writes what messages call a puzzle of a file: with its number, unless it is the only one.
pub(super) fn called(name: &mut String, file: &str, number: u64, single: bool) {
    name.clear();
    name.push_str(file);
    if !single {
        // A text takes whatever is written to it.
        let _always = write!(name, ", puzzle {number}");
    }
}

/// A board was asked for that is not there any more, which is a bug.
fn taken() -> Trouble {
    Trouble::Puzzle(Exit::Internal, "its board was taken before; please report this".to_owned())
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
