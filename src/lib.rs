//! gridlog: a declarative rule engine for puzzles.
//!
//! People describe a puzzle in a small language; gridlog expands the rules on a board, compiles them into propagators and
//! answers with solutions that have been checked on the rules as written. The command `gridlog` does this at a terminal; this
//! library does it in a program.
//!
//! ```
//! use gridlog::{Rules, Verdict};
//!
//! let puzzle = Rules::named("sudoku")?.set("r", 2).set("c", 2).grid(
//!     "1 . . .
//!      . . 3 .
//!      . 4 . .
//!      . . . 2",
//! )?;
//! let answer = puzzle.solve()?;
//! assert_eq!(answer.verdict, Verdict::Unique);
//! println!("{}", answer.solutions[0]);
//!
//! for step in puzzle.explain()?.steps {
//!     println!("{}", step.text);
//! }
//! # Ok::<(), gridlog::Error>(())
//! ```
//!
//! - [`Rules`]: built in, by name, or from a text in the language; a board, a grid, a puzzle; new puzzles.
//! - [`Puzzle`]: solve, count, is it unique, candidates, explain, plan, picture.
//! - [`Error`]: what is wrong with a text, where, and what to do about it.
//!
//! The language is described in `docs/language.md`. Without the feature `cli` the crate is the library alone: no threads, no
//! signals, no terminal.
//!
//! # How it is made
//!
//! Each folder of `src/` is a tower, and each may use those named beside it:
//!
//! ```towers
//! base      ·
//! language  base
//! board     base language
//! solver    base
//! compile   base language board solver
//! moves     base language board
//! services  base language board solver compile moves
//! facade    base language board solver compile moves services
//! editor    base language board solver compile moves services
//! lsp       base language editor
//! serve     base
//! cli       base language board solver compile moves services editor lsp serve
//! ```
//!
//! The language tower knows text and pictures and no solver, the solver tower knows variables and values and no text; `compile`
//! is the bridge between a board and the solver. Only `cli`, `lsp`, which speaks to editors, and `serve`, which speaks to
//! browsers, read files or print; what all do to read one is in `base::disk`.
//!
//! ```text
//!  text ──parse──> File ──resolve──> Program ──ground──> instances ──compile──> Model ──search──> values
//!      language::syntax    ::resolve        board::ground, eval           compile    solver::search  │
//!                                                │                                                   │
//!                                                └──── the source rules ────── board::check <────────┘
//! ```
//!
//! Rules with moves become a system of `moves` instead of a model: positions are searched for a shortest plan, and the plan
//! is replayed by the evaluator.
//!
//! Each stage up to the instances is one function from its input to its output and a list of diagnostics; what can no
//! longer occur after a stage is written where the stage is. The evaluator runs clauses by resolution under policies for
//! reading a value: leave it as a condition (instances), know it (checker, moves), know it partly (pictures), let a position
//! guide it (patterns of moves), or fork on it (diagrams). Where the order of goals can be told from the rules alone, they run
//! as *code*, nested loops over rows that are kept (`board::eval::code`), and resolution only where it cannot. A board is frozen once it is built and shared by all runs on it.
//! What is left of a law is a condition, and what conditions mean is written once, in `board::meaning`: for exact values and for
//! bounds, for one place or as a *template* for all places of a shape.
//!
//! Words: a *law* is a named rule and an *instance* that law at one place; a *placeholder* is an upper-case name in a rule; a
//! *place* is where an *unknown* lives, a cell or anything else declared; a *clue* is what a puzzle supplies, a *given* a clue
//! that fixes a cell; a *variable* is an unknown of the model and its *domain* the values still possible; a *constraint* is what
//! must hold, a *propagator* what prunes for it; a *diagnostic* is about user text; a *move* leads from one *position* to
//! another, a *plan* is a list of moves to the goal.
//!
//! Invariants: the same text and seed give the same bytes; nothing iterates a hash map into visible order; every
//! solution shown has passed the checker or, in a batch, the judge of instances, which share no code with the propagators;
//! panics are bugs.

mod base;
mod board;
mod compile;
mod editor;
mod facade;
mod language;
#[cfg(feature = "lsp")]
mod lsp;
mod moves;
#[cfg(feature = "serve")]
mod serve;
mod services;
mod solver;

#[cfg(feature = "answer")]
#[doc(hidden)]
pub mod cli;

#[cfg(feature = "answer")]
pub use cli::answer::{Answerer, Host, Progress, answer};
pub use facade::{Answer, Error, Explanation, Plan, Problem, Puzzle, Rules, Solution, Step, Value, Verdict};

/// The stages one by one, for the tests and benches of this crate. Nothing here is promised to stay.
#[doc(hidden)]
pub mod stages {
    pub use crate::base::{clock, diagram, hash, machine, number, total};
    pub use crate::board::{check, draw, eval, formula, ground, unknown};
    #[cfg(feature = "cli")]
    pub use crate::cli::helpers;
    pub use crate::editor::text;
    pub use crate::language::{cell, diagnostic, facts, program, puzzle, resolve, source, syntax, term};
    #[cfg(feature = "proof")]
    pub use crate::services::proof;
    pub use crate::services::{
        compare, explain, generate, play, record, render, samples, setting, solve, verify,
    };
    pub use crate::solver::{constraints, count, engine, exchange, search};
    pub mod editor {
        pub use crate::editor::*;
    }
    pub mod compile {
        pub use crate::compile::*;
    }
    pub mod moves {
        pub use crate::moves::*;
    }
}
