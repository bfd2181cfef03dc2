//! `gridlog test`: runs the samples of rule sets and compares what comes out with their expectations and snapshots.

mod find;
mod laws;
mod review;
mod verdict;

use std::path::{Path, PathBuf};

use self::find::Found;
use self::verdict::Mode;
use super::console::Console;
use super::desk::desk;
use super::limits;
use super::output::{self, Output};
use super::trouble::Trouble;
use super::{Exit, files, watch};
use crate::language::diagnostic::render::clean::visible;
use crate::language::diagnostic::{Diagnostic, Severity};
use crate::language::puzzle::parts;
use crate::services::record::{Details, Record};
use crate::services::samples::mutate::Baseline;
use crate::services::samples::{BOUND, Came, Sample, expects};
use crate::solver::search::Limits;

/// Arguments of `gridlog test`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Folders, rule files and puzzles; without any, the folder `rules`, or this one if there is none
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Take what comes out as the new snapshots
    #[arg(long, conflicts_with_all = ["review", "check"])]
    accept: bool,
    /// Ask about each difference
    #[arg(long, conflicts_with_all = ["check", "watch"])]
    review: bool,
    /// Write nothing; so it is where the variable `CI` is set
    #[arg(long)]
    check: bool,
    /// List the laws that ruled nothing out in any sample
    #[arg(long)]
    coverage: bool,
    /// Leave out or weaken each law in turn, and list the changes that no sample notices
    #[arg(long)]
    mutate: bool,
    #[command(flatten)]
    limits: limits::Limits,
    /// How many decisions one sample may take
    #[arg(long, value_name = "NUMBER")]
    step_limit: Option<u64>,
    /// Run again whenever a file changes
    #[arg(long)]
    watch: bool,
    /// How to print what came out
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER), conflicts_with_all = ["coverage", "mutate", "review"])]
    format: Option<Output>,
}

/// How the samples fared.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    if args.review && !review::can_ask() {
        let told = "--review asks on a terminal; use --accept, or look at the differences with --check";
        return Err(Trouble::call(told));
    }
    let paths = if args.paths.is_empty() { vec![find::default_path()] } else { args.paths.clone() };
    watch::repeat(args.watch, &paths, console, |console| args.once(&paths, console))
}

impl Args {
    fn mode(&self) -> Mode {
        let ci =
            std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false" && value != "0");
        match (self.accept, self.review) {
            (true, _) => Mode::Accept,
            (_, true) => Mode::Review,
            _ if self.check || ci || desk().is_some() => Mode::Check,
            _ => Mode::Pending,
        }
    }

    fn limits(&self) -> Limits {
        Limits { time: None, steps: self.step_limit.or(BOUND.steps), ..BOUND }
    }

    fn once(&self, paths: &[PathBuf], console: &mut Console) -> Result<Exit, Trouble> {
        console.answer_as(self.format);
        let (found, mut exit) = find::find(paths, console);
        let (texts, unread) = read(&found, console);
        exit = exit.and(unread);
        let time_limit = self.limits.time_limit.or(BOUND.time);
        let deadline = limits::Limits { time_limit, ..self.limits.clone() }.deadline();
        let mut tally = Tally::default();
        let mut baselines = Vec::new();
        for (path, name, text, before) in &texts {
            if self.format.is_some() {
                console.turn_to(name);
            }
            let sample = Sample { name, text, before: *before, library: &files::SHELF };
            deadline.begin();
            let mut loaded = sample.load(&deadline);
            let came = loaded.run(self.limits(), &|| false);
            let doubtful: Vec<Diagnostic> = loaded
                .diagnostics
                .iter()
                .filter(|found| found.severity >= Severity::Warning)
                .cloned()
                .collect();
            if !doubtful.is_empty() {
                console.flush();
                console.report(&doubtful, &loaded.sources);
            }
            if let Came::Answer(answer) = &came
                && answer.unmet.is_empty()
                && !answer.undecided
            {
                baselines.push(Baseline::new(sample, &loaded, answer));
            }
            let verdict = verdict::of(path, came, self.mode(), console);
            exit = exit.and(verdict.exit);
            tally.add(name, &verdict, console);
            if exit == Exit::Interrupted || console.has_ended() {
                break;
            }
        }
        if self.coverage && exit != Exit::Interrupted {
            laws::coverage(&baselines, &found, console);
        }
        if self.mutate && exit != Exit::Interrupted {
            exit = exit.and(laws::mutate(&baselines, &found, &deadline, console));
        }
        tally.sum_up(exit, console)
    }
}

/// The text of a sample: its path, the name to show, what it says, and what comes before it in its file.
type Text = (PathBuf, String, String, (usize, usize));

/// The texts of the samples. A rule file is one if it expects something.
fn read(found: &Found, console: &Console) -> (Vec<Text>, Exit) {
    let mut texts = Vec::new();
    let mut exit = Exit::Yes;
    let rules = found.rules.iter().map(|path| (path, true));
    let mut all: Vec<(&PathBuf, bool)> =
        rules.chain(found.puzzles.iter().map(|path| (path, false))).collect();
    all.sort();
    for (path, is_rules) in all {
        match files::read(path) {
            Ok(text) if is_rules && !expects(&text) => {}
            Ok(text) => {
                let (name, parts) = (files::name(path), parts(&text));
                let single = parts.len() == 1;
                texts.extend((1..).zip(parts).map(|(number, part)| {
                    if single {
                        (path.clone(), name.clone(), part.text.to_owned(), part.before)
                    } else {
                        // Each of several puzzles has a snapshot of its own.
                        let path = with_suffix(path, &format!(".{number}"));
                        (path, format!("{name}, puzzle {number}"), part.text.to_owned(), part.before)
                    }
                }));
            }
            Err(trouble) => exit = exit.and(trouble.tell(console)),
        }
    }
    (texts, exit)
}

impl Tally {
    fn add(&mut self, name: &str, verdict: &verdict::Verdict, console: &mut Console) {
        if console.wants_records() && verdict.exit != Exit::Interrupted {
            let details =
                Details::Test { passed: verdict.exit == Exit::Yes, difference: verdict.difference.clone() };
            let message = (!verdict.told.is_empty()).then(|| verdict.told.clone());
            console.answer(Record { status: verdict.status, message, details, ..Record::default() });
        }
        let (count, word, style) = match verdict.exit {
            Exit::Yes => (&mut self.passed, "passed", "\x1b[32m"),
            Exit::Interrupted => return,
            _ => (&mut self.failed, "FAILED", "\x1b[1;31m"),
        };
        *count += 1;
        let (on, off) = if console.colour { (style, "\x1b[0m") } else { ("", "") };
        let told = if verdict.told.is_empty() { String::new() } else { format!(": {}", verdict.told) };
        if !(console.is_quiet() && verdict.exit == Exit::Yes) {
            console.print_styled(&visible(&format!("{word} {name}{told}\n")).replacen(
                word,
                &format!("{on}{word}{off}"),
                1,
            ));
        }
        console.print_styled(&verdict.difference);
    }

    /// The last line; nothing to test is bad input.
    fn sum_up(&self, exit: Exit, console: &mut Console) -> Result<Exit, Trouble> {
        if self.passed + self.failed == 0 && exit == Exit::Yes {
            let told = "no samples found: a sample is a .puzzle file, or a rule file with an `expect`";
            return Err(Trouble::call(told));
        }
        console.print(&format!("{} passed, {} failed\n", self.passed, self.failed));
        Ok(exit)
    }
}

/// A path with something behind its name: `four.puzzle` and `.snap`.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Where the snapshot of a sample stands: beside it.
pub(super) fn snapshot_of(sample: &Path) -> PathBuf {
    with_suffix(sample, ".snap")
}
