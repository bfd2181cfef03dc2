//! What is ordered, and what becomes of each attempt.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Wanted;
use crate::base::clock::Cause;
use crate::board::ground::Options;
use crate::cli::Exit;
use crate::cli::signals::is_interrupted;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::puzzle::written::Puzzle;
use crate::services::generate::{Recipe, Trouble, seed_of};
use crate::services::solve::Failure;

/// What every worker needs.
pub(super) struct Order<'a> {
    pub(super) wanted: &'a Wanted,
    pub(super) program: &'a Arc<Program>,
    pub(super) options: &'a Options,
    /// Decides what comes out.
    pub(super) seed: u64,
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

/// The seed of one of several puzzles.
pub(super) fn seed(order: &Order<'_>, number: u64) -> u64 {
    seed_of(order.seed, number)
}

/// What to say about a puzzle that was not made.
pub(super) fn told(trouble: &Trouble, order: &Order<'_>) -> (Exit, String) {
    match trouble {
        Trouble::NoSolution | Trouble::NoBoard => (Exit::No, trouble.to_string()),
        // A search that was called off says that it found nothing.
        Trouble::Unfilled(_) | Trouble::Undrawn(_) if order.stops() => {
            told(&Trouble::Interrupted(None), order)
        }
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
