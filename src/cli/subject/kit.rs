//! What the puzzles of one board hand on to each other, so that rules are expanded and compiled once.

use std::cell::RefCell;
use std::rc::Rc;

use crate::language::diagnostic::Diagnostic;
use crate::language::puzzle::Picture;
use crate::services::explain::Explainer;
use crate::services::solve::Solver;
use crate::services::verify::Verifier;

/// What was made for the puzzle before, once somebody has made it.
#[derive(Default)]
pub(in crate::cli) enum Kit {
    #[default]
    Nothing,
    Solver(Box<Solver>),
    Explainer(Box<Explainer>),
    Verifier(Box<Verifier>),
}

/// A kit that several puzzles share.
pub(in crate::cli) type Shared = Rc<RefCell<Kit>>;

impl Kit {
    /// Takes another grid of the same board, and says what is wrong with it; nothing if the rules have to be expanded for
    /// it.
    pub(super) fn give_again(&mut self, grid: &Picture) -> Option<Vec<Diagnostic>> {
        match self {
            Kit::Nothing => None,
            Kit::Solver(solver) => solver.give_again(grid),
            Kit::Explainer(explainer) => explainer.give_again(grid),
            Kit::Verifier(verifier) => verifier.give_again(grid),
        }
    }

    /// Takes a whole grid on one line; whether there is nothing else to be said about it.
    pub(super) fn give_line(&mut self, line: &str) -> bool {
        match self {
            Kit::Nothing => false,
            Kit::Solver(solver) => solver.give_line(line),
            Kit::Explainer(explainer) => explainer.give_line(line),
            Kit::Verifier(verifier) => verifier.give_line(line),
        }
    }

    /// The same for the tokens of a drawing of so many columns.
    pub(super) fn give_tokens<'t>(&mut self, cols: usize, tokens: impl Iterator<Item = &'t str>) -> bool {
        match self {
            Kit::Nothing => false,
            Kit::Solver(solver) => solver.give_tokens(cols, tokens),
            Kit::Explainer(explainer) => explainer.give_tokens(cols, tokens),
            Kit::Verifier(verifier) => verifier.give_tokens(cols, tokens),
        }
    }

    pub(super) fn solver(&mut self) -> Option<&mut Solver> {
        if let Kit::Solver(solver) = self { Some(solver) } else { None }
    }

    pub(super) fn explainer(&mut self) -> Option<&mut Explainer> {
        if let Kit::Explainer(explainer) = self { Some(explainer) } else { None }
    }

    pub(super) fn verifier(&mut self) -> Option<&mut Verifier> {
        if let Kit::Verifier(verifier) = self { Some(verifier) } else { None }
    }
}
