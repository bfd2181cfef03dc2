//! `gridlog generate`: puzzles with exactly one solution.

mod boards;
mod prove;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use boards::Boards;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::value_parser;
use prove::{planned, proved, reread};

use super::console::Console;
use super::output::{self, Output};
use super::signals::is_interrupted;
use super::subject::{Subject, What};
use super::{Exit, files};
use crate::base::clock::{Cause, Stopwatch};
use crate::board::ground::{Options, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::puzzle::BETWEEN;
use crate::language::puzzle::written::Puzzle;
use crate::language::source::Sources;
use crate::services::explain::Level;
use crate::services::generate::{
    Amount, Effort, Made, Recipe, Setter, Symmetry, Trouble, filled, position, written,
};
use crate::services::record::{Details, Record, Status};
use crate::services::render::page::Page;
use crate::services::render::{Leaf, View, scene};
use crate::services::solve::Failure;

/// Arguments of `gridlog generate`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// How many puzzles
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    count: u64,
    /// Decides what comes out
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// At most this many clues, such as 30 or 45%; without it no clue can be left out
    #[arg(long, value_name = "NUMBER", value_parser = amount, allow_hyphen_values = true)]
    clues: Option<Amount>,
    /// How hard: trivial, easy, medium, hard, expert, beyond, or a range such as easy..hard
    #[arg(long, value_name = "LEVEL", value_parser = levels)]
    difficulty: Option<(Level, Level)>,
    /// How the clues lie
    #[arg(long, value_name = "KIND", default_value = "none", value_parser = symmetries())]
    symmetry: Symmetry,
    /// Tell nothing of this kind: `givens`, or an input that the rule set offers
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    without: Vec<String>,
    /// For move puzzles: how many moves the shortest plan has; without it 10, or fewer if none is found that long
    #[arg(long, value_name = "NUMBER")]
    moves: Option<usize>,
    /// How many grids are tried for a puzzle before giving up
    #[arg(long, value_name = "NUMBER", default_value_t = Effort::default().grids, value_parser = value_parser!(u64).range(1..))]
    grids: u64,
    /// How many puzzles are made at the same time
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1)]
    jobs: usize,
    /// Write to this file, whole or not at all: .html makes a page with pictures, .json and .jsonl records. A name without
    /// an ending is a folder for several puzzles, a file for each
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to print the puzzles
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(OUTPUTS))]
    format: Option<Output>,
}

const OUTPUTS: &[&str] = &["text", "html", "json", "jsonl"];

fn amount(text: &str) -> Result<Amount, String> {
    let number = |text: &str| text.trim().parse().map_err(|_| format!("`{text}` is no number of clues"));
    match text.strip_suffix('%') {
        Some(percent) => match number(percent)? {
            percent @ 0..=100 => Ok(Amount::Percent(percent)),
            _ => Err("there are no more clues than 100%".to_owned()),
        },
        None => number(text).map(Amount::Number),
    }
}

fn levels(text: &str) -> Result<(Level, Level), String> {
    let names = Level::ALL.map(Level::word).join(", ");
    let level = |word: &str| {
        Level::named(word.trim()).ok_or_else(|| format!("`{word}` is no level; there are {names}"))
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (level(low)?, level(high)?),
        None => (level(text)?, level(text)?),
    };
    if low > high { Err(format!("`{text}` goes from hard to easy")) } else { Ok((low, high)) }
}

fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    let names = Symmetry::all().iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(|name| {
        let found = Symmetry::all().iter().find(|(_, known, _)| *known == name);
        found.map(|(symmetry, ..)| *symmetry).ok_or("no such symmetry")
    })
}

impl Args {
    /// Whether each of several puzzles gets a file of its own, in a folder of this name.
    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir() || (self.count > 1 && path.extension().is_none())
    }

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

/// What every worker needs.
struct Order<'a> {
    args: &'a Args,
    program: &'a Program,
    options: &'a Options,
    base: Puzzle,
    recipe: Recipe,
    /// The name under which a puzzle is read again: it stands beside the rules.
    name: String,
    /// How many grids were tried so far, for all puzzles.
    tried: AtomicU64,
    /// What is wrong with the rules, once it has come up.
    wrong: Mutex<Option<Box<Diagnostic>>>,
}

impl Order<'_> {
    fn stops(&self) -> bool {
        // What was found may still be proved after the end, but nothing new begins.
        self.options.deadline.is_over() || self.options.deadline.cause().is_some()
    }

    fn begin(&self) {
        self.tried.fetch_add(1, Ordering::Relaxed);
    }
}

/// What became of one puzzle.
struct Product {
    /// Its text; perhaps that of a puzzle that only comes near.
    text: Option<String>,
    /// What is to be said.
    trouble: Option<(Exit, String)>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let mut sources = Sources::default();
    // A file may have any ending: where it means no form, puzzles are written as they are.
    let output = output::chosen(args.format, args.output.as_deref(), OUTPUTS).ok().flatten();
    let file = args.output.as_deref().filter(|path| !args.is_folder(path));
    console.answer_as(output);
    console.keep_for(file);
    let mut sheet =
        Sheet { page: matches!(output, Some(Output::Html)).then(|| Page::new("Puzzles")), made: 0 };
    let exit = args.what.each_named(&mut sources, console, &mut |subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        if let Some(idle) = args.idle(!subject.program.moves.is_empty()) {
            console.complain(&format!("{}: {idle}", subject.name));
            return Exit::BadInput;
        }
        let base = match subject.written(sources) {
            Ok(base) => base,
            Err(diagnostic) => {
                console.report(&[*diagnostic], sources);
                return Exit::BadInput;
            }
        };
        all(args, &subject, base, sources, &mut sheet, console)
    });
    if let Some(page) = sheet.page.filter(|_| sheet.made > 0) {
        console.print(&page.finish());
    }
    // Where nothing was made, a file of an earlier run is worth more than an empty one.
    let whole = sheet.made > 0 || console.wants_records();
    if whole { exit.and(console.write_kept(file)) } else { exit }
}

/// The puzzles that were made so far.
struct Sheet {
    /// Their pictures, if a page is wanted.
    page: Option<Page>,
    made: u64,
}

fn all(
    args: &Args,
    subject: &Subject,
    base: Puzzle,
    sources: &Sources,
    sheet: &mut Sheet,
    console: &mut Console,
) -> Exit {
    let stem = base.uses.first().map_or("puzzle", |used| used.name.as_str()).to_owned();
    let recipe = Recipe {
        amount: args.clues.unwrap_or(Amount::Minimal),
        symmetry: args.symmetry,
        without: args.without.clone(),
        difficulty: args.difficulty,
        effort: Effort { grids: args.grids, ..Effort::default() },
    };
    let order = Order {
        args,
        program: &subject.program,
        options: &subject.options,
        base,
        recipe,
        name: Path::new(&subject.name).with_file_name("made.puzzle").display().to_string(),
        tried: AtomicU64::new(0),
        wrong: Mutex::default(),
    };
    let started = Stopwatch::start();
    let next = AtomicU64::new(0);
    let mut exit = Exit::Yes;
    let workers = args.jobs.max(1).min(usize::try_from(args.count).unwrap_or(usize::MAX));
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..workers {
            let (send, next, order) = (send.clone(), &next, &order);
            scope.spawn(move || work(order, next, &send));
        }
        drop(send);
        // Puzzles are printed in their order, whoever is done first.
        let mut waiting: BTreeMap<u64, Product> = BTreeMap::new();
        let mut printed = 0;
        loop {
            match receive.recv_timeout(TICK) {
                Ok((number, product)) => {
                    waiting.insert(number, product);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            while let Some(product) = waiting.remove(&printed) {
                console.tick("");
                let wrong = order.wrong.lock().unwrap_or_else(PoisonError::into_inner).take();
                let told = if let Some(diagnostic) = wrong {
                    console.report(&[*diagnostic], sources);
                    Exit::BadInput
                } else if console.wants_records() {
                    record(&order, &subject.name, printed, product, console)
                } else {
                    tell(&order, &stem, printed, product, sheet, console)
                };
                exit = exit.and(told);
                printed += 1;
                if told != Exit::Yes || console.has_ended() {
                    // What is wrong with one puzzle is wrong with the next.
                    next.store(args.count, Ordering::Relaxed);
                }
            }
            let (seconds, tried) = (started.elapsed().as_secs(), order.tried.load(Ordering::Relaxed));
            if seconds > 0 {
                console.tick(&progress(printed, args.count, seconds, tried));
            }
        }
        console.tick("");
    });
    exit
}

/// Between two looks at the clock.
const TICK: Duration = Duration::from_millis(100);

/// How far the work has come: a bar for several puzzles, and a sign of life in any case.
fn progress(printed: u64, count: u64, seconds: u64, tried: u64) -> String {
    let grids = if tried == 1 { "1 grid".to_owned() } else { format!("{tried} grids") };
    let sign = format!("{seconds} s, {grids} tried");
    if count == 1 {
        return sign;
    }
    let width = 20;
    let done = (printed * width / count) as usize;
    let bar: String = (0..width as usize).map(|at| if at < done { '█' } else { '░' }).collect();
    format!("{bar} {printed} of {count} puzzles, {sign}")
}

/// Makes one puzzle after the other, until there are enough.
fn work(order: &Order<'_>, next: &AtomicU64, send: &mpsc::Sender<(u64, Product)>) {
    let mut setter = None;
    let mut boards = Boards::new(order);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= order.args.count || number > 0 && order.stops() {
            return;
        }
        let product = match &mut boards {
            Err(trouble) => Product { text: None, trouble: Some(told(trouble, order)) },
            Ok(boards) => match (order.program.moves.is_empty(), boards.are_told()) {
                (true, true) => puzzle(order, &mut setter, number),
                (true, false) => boards.puzzle(order, number),
                (false, true) => start(order, number),
                (false, false) => boards.start(order, number),
            },
        };
        if send.send((number, product)).is_err() {
            return;
        }
    }
}

/// Answers with one puzzle.
fn record(order: &Order<'_>, name: &str, number: u64, product: Product, console: &mut Console) -> Exit {
    if order.args.count > 1 {
        console.turn_to(&format!("{name}, puzzle {}", number + 1));
    }
    let found = if order.program.moves.is_empty() { Status::Unique } else { Status::Solved };
    let (exit, message) = product.trouble.map_or((Exit::Yes, None), |(exit, message)| (exit, Some(message)));
    let (status, details) = match (product.text, exit) {
        (Some(puzzle), _) => (found, Details::Made { puzzle, seed: order.args.seed }),
        (None, Exit::No) => (Status::None, Details::Nothing),
        (None, Exit::BadInput | Exit::Internal) => (Status::Error, Details::Nothing),
        (None, _) => (Status::Unknown, Details::Nothing),
    };
    console.answer(Record { status, message, details, ..Record::default() });
    exit
}

/// Prints one puzzle, or writes it into a folder.
fn tell(
    order: &Order<'_>,
    stem: &str,
    number: u64,
    product: Product,
    sheet: &mut Sheet,
    console: &mut Console,
) -> Exit {
    let mut exit = Exit::Yes;
    if let Some(text) = product.text {
        let folder = order.args.output.as_deref().filter(|path| order.args.is_folder(path));
        match (&mut sheet.page, folder) {
            (Some(page), _) => exit = draw(order, number, &text, page, console),
            (None, Some(folder)) => {
                let width = order.args.count.to_string().len();
                let file = folder.join(format!("{stem}-{:0width$}.puzzle", number + 1));
                let written = fs::create_dir_all(folder).map_err(|error| files::Trouble::io(folder, &error));
                let written = written.and_then(|()| files::write(&file, &text));
                exit = written.map_or_else(|trouble| trouble.report(console), |()| Exit::Yes);
            }
            (None, None) if sheet.made > 0 => console.print(&format!("{BETWEEN}\n{text}")),
            (None, None) => console.print(&text),
        }
        sheet.made += 1;
    }
    if let Some((worse, message)) = product.trouble {
        match worse {
            Exit::BadInput | Exit::Internal => console.complain(&message),
            _ => console.remark(&message),
        }
        exit = exit.and(worse);
    }
    exit
}

/// Adds the picture of a puzzle to a page.
fn draw(order: &Order<'_>, number: u64, text: &str, page: &mut Page, console: &Console) -> Exit {
    let drawn = reread(order, text).and_then(|(program, mut ground)| {
        let scene = scene(&program, &mut ground.world, &View::default());
        scene.map_err(|wrong| wrong.title.clone())
    });
    match drawn {
        Ok(scene) => {
            if order.args.count > 1 {
                page.heading(&(number + 1).to_string());
            }
            page.leaf(&Leaf::silent(scene));
            Exit::Yes
        }
        Err(message) => {
            console.complain(&message);
            Exit::BadInput
        }
    }
}

/// The seed of one of several puzzles.
fn seed(order: &Order<'_>, number: u64) -> u64 {
    order.args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

fn puzzle<'o>(order: &Order<'o>, setter: &mut Option<Setter<'o>>, number: u64) -> Product {
    let made = ready(order, setter).and_then(|setter| {
        setter.make(&order.recipe, seed(order, number), &|_| order.begin(), &|| order.stops())
    });
    let (made, trouble) = match made {
        Ok(made) => (made, None),
        Err(trouble) => {
            let (exit, mut message) = told(&trouble, order);
            match trouble {
                Trouble::NotFound { best: Some(best), .. } | Trouble::Interrupted(Some(best)) => {
                    message.push_str("; this is the best of them");
                    (*best, Some((exit, message)))
                }
                _ => return Product { text: None, trouble: Some((exit, message)) },
            }
        }
    };
    let Some(setter) = setter else { return Product { text: None, trouble } };
    finished(order, (order.program, &order.base), setter, &made, number, trouble)
}

/// The text of a puzzle that was made for these rules on this board, proved again.
fn finished(
    order: &Order<'_>,
    (program, base): (&Program, &Puzzle),
    setter: &Setter<'_>,
    made: &Made,
    number: u64,
    trouble: Option<(Exit, String)>,
) -> Product {
    let puzzle = written(base.clone(), program, setter.world(), made.clues());
    let mut head = match made.size() {
        0 if *base != order.base => "no clue but its board".to_owned(),
        1 => "1 clue".to_owned(),
        size => format!("{size} clues"),
    };
    if let Some(level) = made.level {
        head.push_str(&format!(", {}", level.word()));
    }
    if made.undecided > 0 && order.recipe.amount == Amount::Minimal {
        // Effort was over before these were found to be needed or not.
        head.push_str(&format!(", {} of them perhaps not needed", made.undecided));
    }
    let text = format!("% {}\n{puzzle}expect unique.\n", title(order, number, &head));
    match proved(order, &text, &setter.dropped(made)) {
        Ok(()) => Product { text: Some(text), trouble },
        Err(message) => Product { text: None, trouble: Some(unproved(order, message)) },
    }
}

/// What to say of a puzzle that was not proved: that the time was over, or what is wrong.
fn unproved(order: &Order<'_>, message: String) -> (Exit, String) {
    if order.stops() { told(&Trouble::Interrupted(None), order) } else { (Exit::Internal, message) }
}

fn ready<'s, 'o>(
    order: &Order<'o>,
    setter: &'s mut Option<Setter<'o>>,
) -> Result<&'s mut Setter<'o>, Trouble> {
    if setter.is_none() {
        let (ground, _) = ground(order.program, order.options);
        *setter = Some(Setter::new(order.program, ground, order.options.clone())?);
    }
    setter.as_mut().ok_or(Trouble::NothingToTell)
}

/// How the puzzle can be made again.
fn title(order: &Order<'_>, number: u64, what: &str) -> String {
    let of = if order.args.count > 1 { format!(", puzzle {}", number + 1) } else { String::new() };
    format!("gridlog generate, seed {}{of}: {what}", order.args.seed)
}

/// What to say about a puzzle that was not made.
fn told(trouble: &Trouble, order: &Order<'_>) -> (Exit, String) {
    match trouble {
        Trouble::NoSolution | Trouble::NoBoard => (Exit::No, trouble.to_string()),
        Trouble::Unfilled(_) | Trouble::Undrawn(_) | Trouble::NotFound { .. } => {
            (Exit::Undecided, trouble.to_string())
        }
        Trouble::Interrupted(_) if is_interrupted() => (Exit::Interrupted, trouble.to_string()),
        Trouble::Interrupted(_) => {
            let tried = order.tried.load(Ordering::Relaxed);
            let over = match order.options.deadline.cause() {
                Some(Cause::Memory) => "the memory was used up",
                _ => "time was over",
            };
            (Exit::Undecided, format!("no such puzzle yet among {tried} grids when {over}"))
        }
        Trouble::Failed(Failure::Rules(_)) | Trouble::Board(_) if order.stops() => {
            told(&Trouble::Interrupted(None), order)
        }
        Trouble::Failed(Failure::Refused(_)) => (Exit::Internal, trouble.to_string()),
        Trouble::Failed(Failure::Rules(diagnostic)) => {
            *order.wrong.lock().unwrap_or_else(PoisonError::into_inner) = Some(diagnostic.clone());
            (Exit::BadInput, diagnostic.title.clone())
        }
        _ => (Exit::BadInput, trouble.to_string()),
    }
}

/// A first position of a move puzzle.
fn start(order: &Order<'_>, number: u64) -> Product {
    let (moves, effort) = (order.args.moves, &order.recipe.effort);
    let (seed, begin, stop) = (seed(order, number), |_| order.begin(), || order.stops());
    let (placed, found) = match position(order.program, order.options, moves, effort, seed, &begin, &stop) {
        Ok(placed) => placed,
        Err(trouble) => return Product { text: None, trouble: Some(told(&trouble, order)) },
    };
    let puzzle = filled(order.base.clone(), order.program, &placed.world, &placed.values);
    match positioned(order, &puzzle, placed.moves, number) {
        Ok(text) => {
            let trouble = (!found || order.stops()).then(|| short(order, placed.moves));
            Product { text: Some(text), trouble }
        }
        Err(message) => Product { text: None, trouble: Some(unproved(order, message)) },
    }
}

/// What to say of the farthest position, if it is not far enough.
fn short(order: &Order<'_>, moves: usize) -> (Exit, String) {
    let farthest = format!("this is the farthest, with {moves} moves to go");
    if order.stops() {
        let (exit, message) = told(&Trouble::Interrupted(None), order);
        return (exit, format!("{message}; {farthest}"));
    }
    let tried = order.recipe.effort.grids;
    (Exit::Undecided, format!("no such position among {tried}: {farthest}"))
}

/// The text of a position, proved again.
fn positioned(order: &Order<'_>, puzzle: &Puzzle, moves: usize, number: u64) -> Result<String, String> {
    let head = title(order, number, &format!("{moves} moves"));
    let text = format!("% {head}\n{puzzle}expect moves = {moves}.\n");
    planned(order, &text, moves).map(|()| text)
}
