//! `gridlog generate`: puzzles with exactly one solution.

mod boards;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use boards::Boards;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::console::{Console, interruption};
use super::files::Shelf;
use super::subject::{Subject, What};
use super::{Exit, files};
use crate::diagnostic::Diagnostic;
use crate::eval::World;
use crate::explain::{Level, rate};
use crate::generate::{
    Amount, Effort, Fit, Made, Recipe, Setter, Symmetry, Trouble, Unit, follows, position, written,
    written_position,
};
use crate::ground::{Options, ground};
use crate::moves::plan;
use crate::program::Program;
use crate::puzzle::written::Puzzle;
use crate::resolve::{Request, resolve};
use crate::search::Limits;
use crate::solve::{Failure, Solver, Verdict, Wish};
use crate::source::Sources;

/// Arguments of `gridlog generate`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// How many puzzles
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    count: u64,
    /// Decides what comes out
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// At most this many clues, such as 30 or 45%; without it no clue can be left out
    #[arg(long, value_name = "NUMBER", value_parser = amount)]
    clues: Option<Amount>,
    /// How hard: trivial, easy, medium, hard, expert, or a range such as easy..hard
    #[arg(long, value_name = "LEVEL", value_parser = levels)]
    difficulty: Option<(Level, Level)>,
    /// How the clues lie
    #[arg(long, value_name = "KIND", default_value = "none", value_parser = symmetries())]
    symmetry: Symmetry,
    /// Tell nothing of this kind: `givens`, or an input that the rule set offers
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    without: Vec<String>,
    /// For move puzzles: how many moves the shortest plan has
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    moves: usize,
    /// How many grids are tried for a puzzle before giving up
    #[arg(long, value_name = "NUMBER", default_value_t = Effort::default().grids)]
    grids: u64,
    /// How many puzzles are made at the same time
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1)]
    jobs: usize,
    /// Write to this file, whole or not at all; several puzzles go into a folder
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn amount(text: &str) -> Result<Amount, String> {
    let number = |text: &str| text.trim().parse().map_err(|_| format!("`{text}` is no number of clues"));
    match text.strip_suffix('%') {
        Some(percent) => number(percent).map(Amount::Percent),
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

/// What every worker needs.
struct Order<'a> {
    args: &'a Args,
    program: &'a Program,
    options: &'a Options,
    base: Puzzle,
    recipe: Recipe,
    /// The name under which a puzzle is read again: it stands beside the rules.
    name: String,
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// What became of one puzzle.
struct Product {
    /// Its text; perhaps that of a puzzle that only comes near.
    text: Option<String>,
    /// What is to be said.
    trouble: Option<(Exit, String)>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let flag = interruption();
    let mut sources = Sources::default();
    let stop = || flag.load(Ordering::Relaxed);
    args.what.each(&mut sources, console, &mut |subject, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        let base = match subject.written(sources) {
            Ok(base) => base,
            Err(diagnostic) => {
                console.report(&[*diagnostic], sources);
                return Exit::BadInput;
            }
        };
        all(args, &subject, base, console, &stop)
    })
}

fn all(
    args: &Args,
    subject: &Subject,
    base: Puzzle,
    console: &mut Console,
    stop: &(dyn Fn() -> bool + Sync),
) -> Exit {
    let stem = base.uses.first().map_or("puzzle", |used| used.name.as_str()).to_owned();
    let recipe = Recipe {
        amount: args.clues.unwrap_or(Amount::Minimal),
        symmetry: args.symmetry,
        without: args.without.clone(),
        effort: Effort { grids: args.grids, ..Effort::default() },
    };
    let order = Order {
        args,
        program: &subject.program,
        options: &subject.options,
        base,
        recipe,
        name: Path::new(&subject.name).with_file_name("made.puzzle").display().to_string(),
        stop,
    };
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
        for (number, product) in receive {
            waiting.insert(number, product);
            while let Some(product) = waiting.remove(&printed) {
                let told = tell(args, &stem, printed, product, console);
                exit = exit.and(told);
                printed += 1;
                if told != Exit::Yes || console.has_ended() {
                    // What is wrong with one puzzle is wrong with the next.
                    next.store(args.count, Ordering::Relaxed);
                }
            }
            if args.count > 1 {
                console.tick(&format!("{printed} of {} puzzles", args.count));
            }
        }
        if args.count > 1 {
            console.tick("");
        }
    });
    exit
}

/// Makes one puzzle after the other, until there are enough.
fn work(order: &Order<'_>, next: &AtomicU64, send: &mpsc::Sender<(u64, Product)>) {
    let mut setter = None;
    let mut boards = Boards::new(order);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= order.args.count {
            return;
        }
        let product = match &mut boards {
            Err(trouble) => Product { text: None, trouble: Some(told(trouble)) },
            Ok(_) if !order.program.moves.is_empty() => start(order, number),
            Ok(boards) if boards.are_told() => puzzle(order, &mut setter, number),
            Ok(boards) => boards.puzzle(order, number),
        };
        if send.send((number, product)).is_err() {
            return;
        }
    }
}

/// Prints one puzzle, or writes it.
fn tell(args: &Args, stem: &str, number: u64, product: Product, console: &mut Console) -> Exit {
    let mut exit = Exit::Yes;
    if let Some(text) = product.text {
        exit = match &args.output {
            None if number > 0 => {
                console.print(&format!("\n{text}"));
                Exit::Yes
            }
            None => {
                console.print(&text);
                Exit::Yes
            }
            Some(file) if args.count == 1 => save(file, &text, console),
            Some(folder) => {
                let width = args.count.to_string().len();
                let file = folder.join(format!("{stem}-{:0width$}.puzzle", number + 1));
                match fs::create_dir_all(folder) {
                    Ok(()) => save(&file, &text, console),
                    Err(error) => files::Trouble::io(folder, &error).report(console),
                }
            }
        };
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

fn save(file: &Path, text: &str, console: &Console) -> Exit {
    files::write(file, text).map_or_else(|trouble| trouble.report(console), |()| Exit::Yes)
}

/// The seed of one of several puzzles.
fn seed(order: &Order<'_>, number: u64) -> u64 {
    order.args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

fn puzzle<'o>(order: &Order<'o>, setter: &mut Option<Setter<'o>>, number: u64) -> Product {
    let made = ready(order, setter).and_then(|setter| {
        let mut judge = |made: &Made, world: &World| match order.args.difficulty {
            Some(wanted) => fit(order, made, world, wanted),
            None => Fit::Good,
        };
        setter.make(&order.recipe, seed(order, number), &mut judge, order.stop)
    });
    let (made, trouble) = match made {
        Ok(made) => (made, None),
        Err(Trouble::NotFound { tried, why, best }) => {
            let near = if best.is_some() { "; this is the best of them" } else { "" };
            let message = format!("no such puzzle among {tried} grids: {why}{near}");
            match best {
                Some(best) => (*best, Some((Exit::Undecided, message))),
                None => return Product { text: None, trouble: Some((Exit::Undecided, message)) },
            }
        }
        Err(trouble) => return Product { text: None, trouble: Some(told(&trouble)) },
    };
    let Some(setter) = setter else { return Product { text: None, trouble } };
    finished(order, setter, &made, number, trouble)
}

/// The text of a puzzle that was made, proved again.
fn finished(
    order: &Order<'_>,
    setter: &Setter<'_>,
    made: &Made,
    number: u64,
    trouble: Option<(Exit, String)>,
) -> Product {
    let puzzle = written(order.base.clone(), order.program, setter.world(), &made.clues);
    let number_of = made.clues.len();
    let mut head = if number_of == 1 { "1 clue".to_owned() } else { format!("{number_of} clues") };
    if made.undecided > 0 {
        // Effort was over before these were found to be needed or not.
        head.push_str(&format!(", {} of them perhaps not needed", made.undecided));
    }
    let text = format!("% {}\n{puzzle}expect unique.\n", title(order, number, &head));
    match proved(order, &text, &setter.dropped(made)) {
        Ok(()) => Product { text: Some(text), trouble },
        Err(message) => Product { text: None, trouble: Some((Exit::Internal, message)) },
    }
}

/// Whether a puzzle is as hard as was asked for, by its explanation.
fn fit(order: &Order<'_>, made: &Made, world: &World, (low, high): (Level, Level)) -> Fit {
    let text = written(order.base.clone(), order.program, world, &made.clues).to_string();
    let rating = reread(order, &text)
        .ok()
        .and_then(|(program, ground)| rate(&program, ground, order.stop).ok())
        .map(|rating| rating.level);
    match rating {
        Some(level) if level < low => Fit::TooEasy,
        Some(level) if level <= high => Fit::Good,
        _ => Fit::TooHard,
    }
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

fn told(trouble: &Trouble) -> (Exit, String) {
    let exit = match trouble {
        Trouble::NoSolution => Exit::No,
        Trouble::Unfilled(_) | Trouble::NotFound { .. } => Exit::Undecided,
        Trouble::Interrupted => Exit::Interrupted,
        Trouble::Failed(Failure::Refused(_)) => Exit::Internal,
        _ => Exit::BadInput,
    };
    let message = match trouble {
        Trouble::Failed(Failure::Rules(diagnostic)) => diagnostic.title.clone(),
        other => other.to_string(),
    };
    (exit, message)
}

/// The text of a puzzle, read and expanded as anybody would.
fn reread(order: &Order<'_>, text: &str) -> Result<(Program, crate::ground::Ground), String> {
    let mut sources = Sources::default();
    let rules = Some(sources.add(order.name.clone(), text));
    let (program, mut wrong) = resolve(&Request { rules, ..Request::default() }, &mut sources, &Shelf);
    let options = Options { grid: None, puzzle: true, budget: order.options.budget };
    let (ground, more) = ground(&program, &options);
    wrong.extend(more);
    match wrong.into_iter().find(Diagnostic::is_error) {
        Some(wrong) => Err(format!("the puzzle cannot be read again: {}; please report this", wrong.title)),
        None => Ok((program, ground)),
    }
}

/// Proves a second time, from the text that is printed, that there is exactly one solution.
fn proved(order: &Order<'_>, text: &str, dropped: &[Unit]) -> Result<(), String> {
    let (program, ground) = reread(order, text)?;
    let givens = ground.world.givens.clone();
    let mut solver = Solver::new(&program, ground).map_err(|failure| failure.to_string())?;
    let effort = order.recipe.effort;
    let limits = Limits { conflicts: Some(effort.clue), ..Limits::default() };
    let wish = Wish { most: Some(2), limits, seed: 0, checked: None };
    let outcome =
        solver.solve(&givens, &wish, &|| false, |_, _| {}).map_err(|failure| failure.to_string())?;
    let verdict = match outcome.verdict() {
        // The search alone would take long; what was found out on the way shows it the way back.
        Verdict::Solved | Verdict::Unknown => match follows(&mut solver, &givens, dropped, effort.clue) {
            Verdict::Unique => Verdict::Unique,
            _ => {
                let limits = Limits { conflicts: Some(effort.proof), ..Limits::default() };
                let wish = Wish { limits, ..wish };
                let again = solver.solve(&givens, &wish, &|| false, |_, _| {});
                again.map_err(|failure| failure.to_string())?.verdict()
            }
        },
        verdict => verdict,
    };
    match verdict {
        Verdict::Unique => Ok(()),
        other => Err(format!("this puzzle is not unique but {}; please report it:\n{text}", other.word())),
    }
}

/// A first position of a move puzzle.
fn start(order: &Order<'_>, number: u64) -> Product {
    let (moves, effort) = (order.args.moves, &order.recipe.effort);
    let seed = seed(order, number);
    match position(order.program, order.options, moves, effort, seed, order.stop) {
        Ok(placed) => {
            let puzzle = written_position(order.base.clone(), &placed.world, &placed.values);
            let head = title(order, number, &format!("{moves} moves"));
            let text = format!("% {head}\n{puzzle}expect moves = {moves}.\n");
            match planned(order, &text) {
                Ok(()) => Product { text: Some(text), trouble: None },
                Err(message) => Product { text: None, trouble: Some((Exit::Internal, message)) },
            }
        }
        Err(trouble) => Product { text: None, trouble: Some(told(&trouble)) },
    }
}

/// Proves from the text that is printed how long its shortest plan is.
fn planned(order: &Order<'_>, text: &str) -> Result<(), String> {
    let (program, ground) = reread(order, text)?;
    let limits = crate::moves::search::Limits::default();
    let wish = plan::Wish { limits, count: false };
    let (report, _) = plan::solve(&program, ground, &wish, order.stop, &mut |_| {})
        .map_err(|failure| failure.to_string())?;
    if report.verdict == plan::Verdict::Solved && report.steps.len() == order.args.moves {
        Ok(())
    } else {
        Err(format!("the shortest plan is not what was wanted: {}; please report this", report.sentence()))
    }
}
