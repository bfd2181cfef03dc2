//! `gridlog generate`: puzzles with exactly one solution.

mod asked;
mod boards;
mod order;
mod prove;
mod tell;
mod text;
mod work;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::value_parser;

use self::asked::{amount, levels, symmetries};
use self::order::{Order, Product};
#[cfg(feature = "cli")]
use self::prove::reread;
#[cfg(feature = "cli")]
use self::tell::told_of;
use self::tell::{Sheet, progress, record, tell};
use self::work::work;
use super::batch::Batch;
use super::console::Console;
use super::desk::{self, desk};
use super::output::{self, Output};
use super::signals::is_interrupted;
use super::subject::{Subject, What};
use super::trouble::Trouble;
use super::{Exit, files, limits};
use crate::base::clock::Stopwatch;
#[cfg(feature = "cli")]
use crate::board::ground::Ground;
use crate::language::program::Program;
use crate::language::puzzle::written::Puzzle;
use crate::language::source::Sources;
use crate::services::explain::Level;
use crate::services::generate::{Amount, Board, Effort, Recipe, Symmetry};
use crate::services::render::page::Page;

/// Arguments of `gridlog generate`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    batch: Batch,
    #[command(flatten)]
    wanted: Wanted,
    /// Write to this file, whole or not at all: .html makes a page with pictures, .json and .jsonl records. A name without
    /// an ending is a folder for several puzzles, a file for each
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to print the puzzles
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(OUTPUTS))]
    format: Option<Output>,
}

/// What is wanted of puzzles that are made.
#[derive(clap::Args, Debug)]
pub(super) struct Wanted {
    /// How many puzzles
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    pub(super) count: u64,
    /// Decides what comes out
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(super) seed: u64,
    /// At most this many clues, such as 30 or 45%; without it no clue can be left out
    #[arg(long, value_name = "NUMBER", value_parser = amount, allow_hyphen_values = true)]
    pub(super) clues: Option<Amount>,
    /// How hard: trivial, easy, medium, hard, expert, beyond, or a range such as easy..hard
    #[arg(long, value_name = "LEVEL", value_parser = levels)]
    pub(super) difficulty: Option<(Level, Level)>,
    /// How the clues lie
    #[arg(long, value_name = "KIND", default_value = "none", value_parser = symmetries())]
    pub(super) symmetry: Symmetry,
    /// Tell nothing of this kind: `givens`, or an input that the rule set offers
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub(super) without: Vec<String>,
    /// For move puzzles: how many moves the shortest plan has; without it 10, or fewer if none is found that long
    #[arg(long, value_name = "NUMBER")]
    pub(super) moves: Option<usize>,
    /// How many grids are tried for a puzzle before giving up
    #[arg(long, value_name = "NUMBER", default_value_t = Effort::default().grids, value_parser = value_parser!(u64).range(1..))]
    pub(super) grids: u64,
    /// How many puzzles are made at the same time
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) jobs: usize,
}

const OUTPUTS: &[&str] = &["text", "html", "json", "jsonl"];

impl Args {
    /// Whether each of several puzzles gets a file of its own, in a folder of this name.
    fn is_folder(&self, path: &Path) -> bool {
        files::is_dir(path) || (self.wanted.count > 1 && path.extension().is_none())
    }
}

impl Wanted {
    /// What was asked for that has no meaning here, if anything.
    fn idle(&self, has_moves: bool) -> Option<&'static str> {
        let clues = self.clues.is_some()
            || self.difficulty.is_some()
            || self.symmetry != Symmetry::None
            || !self.without.is_empty();
        match (has_moves, self.moves) {
            (true, Some(0)) => Some("a position without a move to go is no puzzle"),
            (true, _) if clues => Some(
                "a move puzzle has no clues: --clues, --difficulty, --symmetry and --without are for others",
            ),
            (false, Some(_)) => Some("--moves is for move puzzles, and there is no `move`"),
            _ => None,
        }
    }
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let mut sources = Sources::default();
    // A file may have any ending: where it means no form, puzzles are written as they are.
    let output = output::chosen(args.format, args.output.as_deref(), OUTPUTS).ok().flatten();
    let output = args.batch.form(output);
    let file = args.output.as_deref().filter(|path| !args.is_folder(path));
    console.answer_as(output);
    console.keep_for(file);
    let folder = args.output.as_deref().filter(|path| args.is_folder(path));
    let page = matches!(output, Some(Output::Html)).then(|| Page::new("Puzzles"));
    let mut sheet = Sheet { page, folder, made: 0 };
    // Threads work on one record each if each asks for one puzzle, and else on the puzzles of one after the other.
    let exit = if console.wants_records() && args.wanted.count == 1 && args.wanted.jobs > 1 {
        args.what.each_named_apart(args.wanted.jobs, &args.batch, console, &|| {
            Box::new(|subject, sources, console| {
                let mut sheet = Sheet { page: None, folder: None, made: 0 };
                made(args, subject, sources, &mut sheet, console)
            })
        })
    } else {
        args.what.each_named(&args.batch, &mut sources, console, &mut |subject, sources, console| {
            made(args, subject, sources, &mut sheet, console)
        })
    };
    let exit = exit.unwrap_or_else(|trouble| trouble.tell(console));
    if let Some(page) = sheet.page.filter(|_| sheet.made > 0) {
        console.print(&page.finish());
    }
    // Where nothing was made, a file of an earlier run is worth more than an empty one.
    let whole = sheet.made > 0 || console.wants_records();
    if whole { exit.and(files::write_kept(file, console)) } else { exit }
}

/// Makes the puzzles of one subject, and tells of each.
fn made(
    args: &Args,
    subject: &Subject,
    sources: &Sources,
    sheet: &mut Sheet<'_>,
    console: &mut Console,
) -> Result<Exit, Trouble> {
    make(&args.wanted, subject, sources, console, &mut |order, number, product, console| {
        if console.wants_records() {
            record(order, &subject.name, number, product, console)
        } else {
            tell(order, number, product, sheet, console)
        }
    })
}

/// What is done with one puzzle that was made.
type Take<'t> = dyn FnMut(&Order<'_>, u64, Product, &mut Console) -> Exit + 't;

/// Makes puzzles, and hands over each with what was expanded from its text. Tells about those that could not be made.
#[cfg(feature = "cli")]
pub(super) fn each_made(
    wanted: &Wanted,
    subject: &Subject,
    sources: &Sources,
    console: &mut Console,
    act: &mut dyn FnMut(&str, Ground, &mut Console) -> Result<Exit, Trouble>,
) -> Result<Exit, Trouble> {
    make(wanted, subject, sources, console, &mut |order, _, product, console| {
        let done = product.text.as_deref().map(|text| match reread(order, text) {
            Ok(ground) => act(text, ground, console).unwrap_or_else(|trouble| trouble.tell(console)),
            Err(message) => {
                console.complain(&message);
                Exit::Internal
            }
        });
        done.unwrap_or(Exit::Yes).and(told_of(product.trouble, console))
    })
}

/// Makes puzzles of a rule set, and hands over what became of each, in their order.
fn make(
    wanted: &Wanted,
    subject: &Subject,
    sources: &Sources,
    console: &mut Console,
    take: &mut Take<'_>,
) -> Result<Exit, Trouble> {
    subject.usable(sources, console)?;
    if let Some(idle) = wanted.idle(subject.has_moves()) {
        return Err(Trouble::refused(idle));
    }
    if subject.options.grid.is_some() {
        return Err(Trouble::refused("clues to start from are given in a .puzzle, not as a plain grid"));
    }
    let base = subject.written(sources)?;
    for name in never_told(&subject.program, &base) {
        console.remark(&format!(
            "no puzzle tells `{name}`: the rule set neither offers it nor has a sketch for it"
        ));
    }
    let recipe = Recipe {
        amount: wanted.clues.unwrap_or(Amount::Minimal),
        symmetry: wanted.symmetry,
        without: wanted.without.clone(),
        difficulty: wanted.difficulty,
        board: Board::Told,
        settles: true,
        effort: Effort { grids: wanted.grids, ..Effort::default() },
    };
    let order = Order {
        wanted,
        program: &subject.program,
        options: &subject.options,
        seed: subject.seed.unwrap_or(wanted.seed),
        base,
        recipe,
        name: subject.place(sources, "made.puzzle").display().to_string(),
        tried: AtomicU64::new(0),
    };
    let started = Stopwatch::start();
    let next = AtomicU64::new(0);
    let mut exit = Exit::Yes;
    // Puzzles are printed in their order, whoever is done first.
    let mut waiting: BTreeMap<u64, Product> = BTreeMap::new();
    let mut printed = 0;
    let mut hand_over = |number, product, console: &mut Console| {
        waiting.insert(number, product);
        while let Some(product) = waiting.remove(&printed) {
            console.tick("");
            let told = match product.wrong {
                Some(wrong) => Trouble::Text(wrong).tell_of(&subject.name, sources, console),
                None => take(&order, printed, product, console),
            };
            exit = exit.and(told);
            printed += 1;
            if told != Exit::Yes || console.has_ended() {
                // What is wrong with one puzzle is wrong with the next.
                next.store(wanted.count, Ordering::Relaxed);
            }
        }
        printed
    };
    if cfg!(target_family = "wasm") {
        // There are no threads.
        work(&order, &next, &mut |number, product| hand_over(number, product, console) < wanted.count);
        return Ok(exit.and(fewer(&order, printed, console)));
    }
    let workers = limits::jobs(wanted.jobs).max(1).min(usize::try_from(wanted.count).unwrap_or(usize::MAX));
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..workers {
            let (send, next, order, desk) = (send.clone(), &next, &order, desk());
            scope.spawn(move || {
                desk::at(desk, || {
                    work(order, next, &mut |number, product| send.send((number, product)).is_ok())
                });
            });
        }
        drop(send);
        let mut printed = 0;
        loop {
            match receive.recv_timeout(TICK) {
                Ok((number, product)) => printed = hand_over(number, product, console),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            let (seconds, tried) = (started.elapsed().as_secs(), order.tried.load(Ordering::Relaxed));
            if seconds > 0 {
                console.tick(&progress(printed, wanted.count, seconds, tried));
            }
        }
        console.tick("");
    });
    Ok(exit.and(fewer(&order, printed, console)))
}

/// The inputs of which no puzzle that is made can tell anything.
fn never_told(program: &Program, base: &Puzzle) -> Vec<String> {
    let sketches = program.sketches.iter().filter_map(|sketch| sketch.program.as_deref());
    let mut told: Vec<&str> = base.layers.iter().map(|layer| layer.name.as_str()).collect();
    told.extend(base.strips.iter().map(|strip| strip.name.as_str()));
    told.extend(base.facts.iter().map(|fact| fact.name.as_str()));
    for rules in sketches.chain([program]) {
        told.extend(rules.offers.iter().map(|offer| rules.name_of_predicate(offer.predicate)));
    }
    let inputs = program.predicates.iter().filter(|known| known.input && !known.prelude);
    let mut never: Vec<String> = inputs.map(|known| known.name.clone()).collect();
    never.retain(|name| !told.contains(&name.as_str()));
    never.dedup();
    never
}

/// Tells that time was over between two puzzles; the exit that this means.
fn fewer(order: &Order<'_>, made: u64, console: &Console) -> Exit {
    if made >= order.wanted.count || made == 0 || console.has_ended() || !order.stops() || is_interrupted() {
        return Exit::Yes;
    }
    console.remark(&format!("{made} of {} puzzles when time was over", order.wanted.count));
    Exit::Undecided
}

/// Between two looks at the clock.
const TICK: Duration = Duration::from_millis(100);
