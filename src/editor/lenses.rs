//! What can be done with a puzzle, offered above it: nothing is done before somebody asks.

use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::Place;
use crate::language::resolve::built_in::BUILT_IN;

/// What can be done with a puzzle; the names of the commands of `gridlog`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Show its solutions, or the shortest plan.
    Solve,
    /// See whether it keeps its expectations and its snapshot.
    Test,
    /// Solve it step by step, with reasons.
    Explain,
    /// Show a picture.
    Render,
    /// Tell how hard it is for people.
    Rate,
    /// Keep what comes out as its snapshot.
    Accept,
}

impl Action {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Action::Solve => "solve",
            Action::Test => "test",
            Action::Explain => "explain",
            Action::Render => "render",
            Action::Rate => "rate",
            Action::Accept => "accept snapshot",
        }
    }
}

/// What can be done with one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lens {
    /// The first word of the puzzle.
    pub place: Place,
    /// The number of the puzzle in its file, from 0.
    pub number: usize,
    /// What can be done.
    pub actions: Vec<Action>,
}

/// The lenses of a file, one for each puzzle that could be understood; none for a rule set.
pub fn lenses(analysis: &Analysis) -> Vec<Lens> {
    if !analysis.is_puzzle {
        return Vec::new();
    }
    let usable = analysis.units.iter().enumerate().filter(|(_, unit)| !unit.has_errors());
    usable
        .map(|(number, unit)| Lens {
            place: first_word(unit, analysis),
            number,
            actions: actions(unit, analysis),
        })
        .collect()
}

fn actions(unit: &Unit, analysis: &Analysis) -> Vec<Action> {
    let expects = unit.program.expectations.iter().any(|expectation| unit.is_own(expectation.span));
    let is_file = !analysis.name.starts_with(BUILT_IN);
    let has_moves = !unit.program.moves.is_empty();
    let all = [Action::Solve, Action::Test, Action::Explain, Action::Render, Action::Rate, Action::Accept];
    let fits = |action: &Action| match action {
        Action::Solve | Action::Render => true,
        // A plan is its own explanation.
        Action::Explain | Action::Rate => !has_moves,
        // A test is one of a file, and a snapshot stands beside it.
        Action::Test | Action::Accept => expects && is_file,
    };
    all.into_iter().filter(fits).collect()
}

fn first_word(unit: &Unit, analysis: &Analysis) -> Place {
    let lexed = crate::language::syntax::token::lex(unit.main, unit.text());
    lexed.tokens.first().map_or_else(|| analysis.place(unit.start, unit.start), |(_, span)| unit.place(*span))
}
