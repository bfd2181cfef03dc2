//! Making one puzzle: what workers share, and what becomes of each attempt.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use super::Args;
use super::boards::Boards;
use super::prove::{planned, proved};
use crate::base::clock::Cause;
use crate::board::ground::{Options, ground};
use crate::cli::Exit;
use crate::cli::signals::is_interrupted;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::puzzle::written::Puzzle;
use crate::services::generate::{Amount, Made, Recipe, Setter, Trouble, filled, position, written};
use crate::services::solve::Failure;

/// What every worker needs.
pub(super) struct Order<'a> {
    pub(super) args: &'a Args,
    pub(super) program: &'a Arc<Program>,
    pub(super) options: &'a Options,
    pub(super) base: Puzzle,
    pub(super) recipe: Recipe,
    /// The name under which a puzzle is read again: it stands beside the rules.
    pub(super) name: String,
    /// How many grids were tried so far, for all puzzles.
    pub(super) tried: AtomicU64,
}

impl Order<'_> {
    pub(super) fn stops(&self) -> bool {
        // What was found may still be proved after the end, but nothing new begins.
        self.options.deadline.is_over() || self.options.deadline.cause().is_some()
    }

    pub(super) fn begin(&self) {
        self.tried.fetch_add(1, Ordering::Relaxed);
    }
}

/// What became of one puzzle.
pub(super) struct Product {
    /// Its text; perhaps that of a puzzle that only comes near.
    pub(super) text: Option<String>,
    /// What is to be said.
    pub(super) trouble: Option<(Exit, String)>,
    /// What is wrong with the rules; then nothing else counts.
    pub(super) wrong: Option<Box<Diagnostic>>,
}

impl Product {
    /// A puzzle; what is to be said if it only comes near.
    pub(super) fn made(text: String, trouble: Option<(Exit, String)>) -> Product {
        Product { text: Some(text), trouble, wrong: None }
    }

    /// No puzzle, and what is to be said.
    pub(super) fn none(trouble: (Exit, String)) -> Product {
        Product { text: None, trouble: Some(trouble), wrong: None }
    }

    /// No puzzle because of this.
    pub(super) fn failed(trouble: &Trouble, order: &Order<'_>) -> Product {
        let wrong = match trouble {
            Trouble::Failed(Failure::Rules(wrong)) if !order.stops() => Some(wrong.clone()),
            _ => None,
        };
        Product { wrong, ..Product::none(told(trouble, order)) }
    }
}

/// Makes one puzzle after the other, until there are enough.
pub(super) fn work(order: &Order<'_>, next: &AtomicU64, send: &mpsc::Sender<(u64, Product)>) {
    let mut setter = None;
    // What is wrong with the boards is told of each puzzle.
    let mut boards = Boards::new(order);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= order.args.count || number > 0 && order.stops() {
            return;
        }
        let product = match &mut boards {
            Err(trouble) => Product::failed(trouble, order),
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

/// The seed of one of several puzzles.
pub(super) fn seed(order: &Order<'_>, number: u64) -> u64 {
    order.args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

fn puzzle(order: &Order<'_>, setter: &mut Option<Setter>, number: u64) -> Product {
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
                trouble => return Product::failed(&trouble, order),
            }
        }
    };
    let Some(setter) = setter else { return Product { text: None, trouble, wrong: None } };
    finished(order, (order.program, &order.base), setter, &made, number, trouble)
}

/// The text of a puzzle that was made for these rules on this board, proved again.
pub(super) fn finished(
    order: &Order<'_>,
    (program, base): (&Program, &Puzzle),
    setter: &Setter,
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
        Ok(()) => Product::made(text, trouble),
        Err(message) => Product::none(unproved(order, message)),
    }
}

/// What to say of a puzzle that was not proved: that the time was over, or what is wrong.
fn unproved(order: &Order<'_>, message: String) -> (Exit, String) {
    if order.stops() { told(&Trouble::Interrupted(None), order) } else { (Exit::Internal, message) }
}

fn ready<'s>(order: &Order<'_>, setter: &'s mut Option<Setter>) -> Result<&'s mut Setter, Trouble> {
    if setter.is_none() {
        let (ground, _) = ground(order.program, order.options);
        *setter = Some(Setter::new(ground, order.options.clone())?);
    }
    setter.as_mut().ok_or(Trouble::NothingToTell)
}

/// How the puzzle can be made again.
fn title(order: &Order<'_>, number: u64, what: &str) -> String {
    let of = if order.args.count > 1 { format!(", puzzle {}", number + 1) } else { String::new() };
    format!("gridlog generate, seed {}{of}: {what}", order.args.seed)
}

/// What to say about a puzzle that was not made.
pub(super) fn told(trouble: &Trouble, order: &Order<'_>) -> (Exit, String) {
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
        _ => (Exit::BadInput, trouble.to_string()),
    }
}

/// A first position of a move puzzle.
fn start(order: &Order<'_>, number: u64) -> Product {
    let (moves, effort) = (order.args.moves, &order.recipe.effort);
    let (seed, begin, stop) = (seed(order, number), |_| order.begin(), || order.stops());
    let (placed, found) = match position(order.program, order.options, moves, effort, seed, &begin, &stop) {
        Ok(placed) => placed,
        Err(trouble) => return Product::failed(&trouble, order),
    };
    let puzzle = filled(order.base.clone(), order.program, &placed.world, &placed.values);
    match positioned(order, &puzzle, placed.moves, number) {
        Ok(text) => {
            let trouble = (!found || order.stops()).then(|| short(order, placed.moves));
            Product::made(text, trouble)
        }
        Err(message) => Product::none(unproved(order, message)),
    }
}

/// What to say of the farthest position, if it is not far enough.
pub(super) fn short(order: &Order<'_>, moves: usize) -> (Exit, String) {
    let farthest = format!("this is the farthest, with {moves} moves to go");
    if order.stops() {
        let (exit, message) = told(&Trouble::Interrupted(None), order);
        return (exit, format!("{message}; {farthest}"));
    }
    let tried = order.recipe.effort.grids;
    (Exit::Undecided, format!("no such position among {tried}: {farthest}"))
}

/// The text of a position, proved again.
pub(super) fn positioned(
    order: &Order<'_>,
    puzzle: &Puzzle,
    moves: usize,
    number: u64,
) -> Result<String, String> {
    let head = title(order, number, &format!("{moves} moves"));
    let text = format!("% {head}\n{puzzle}expect moves = {moves}.\n");
    planned(order, &text, moves).map(|()| text)
}
